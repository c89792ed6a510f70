//! The table of resource bindings.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::columns::{Left, Right};
use crate::generated::constants::{ResourceClass, ResourceKind};
use crate::generated::rdat::DxilComponentType;
use crate::meaning::bindings::{Binding, is_multisampled};
use crate::meaning::dxil::{DxilModule, Resource, ResourceProperties};
use crate::runtime::FourCC;

pub(super) fn write(f: &mut dyn fmt::Write, module: &DxilModule) -> fmt::Result {
    f.write_str(";\n; Resource Bindings:\n;\n")?;
    f.write_str("; Name                                 Type  Format         Dim")?;
    f.write_str("      ID      HLSL Bind  Count\n")?;
    f.write_str("; ------------------------------ ---------- ------- -----------")?;
    f.write_str(" ------- -------------- ------\n")?;
    for class in [
        ResourceClass::CBuffer,
        ResourceClass::Sampler,
        ResourceClass::SRV,
        ResourceClass::UAV,
    ] {
        for resource in of_class(module, class) {
            write_resource(f, resource)?;
        }
    }
    f.write_str(";\n")
}

/// The resources of a class in the first entry point.
pub(super) fn of_class(
    module: &DxilModule,
    class: ResourceClass,
) -> impl Iterator<Item = &Resource> {
    let resources = module.entry_points.first().map(|entry| &entry.resources);
    let resources = resources.into_iter().flatten();
    resources.filter(move |resource| resource.class == class)
}

fn write_resource(f: &mut dyn fmt::Write, resource: &Resource) -> fmt::Result {
    let binding = resource.binding(FourCC::default());
    let count = resource.range_size.map(|count| count.to_string());
    writeln!(
        f,
        "; {}{}{}{}{}{}{}",
        Left(&resource.name, 31),
        Right(binding.dxc_type(), 10),
        Right(format_of(resource, &binding), 8),
        Right(&dimension_of(resource, &binding), 12),
        Right(&binding.dxc_id(), 8),
        Right(&binding.dxc_bind(), 15),
        Right(count.as_deref().unwrap_or("unbounded"), 6),
    )
}

/// The format: `NA` if there is none, `byte`, `struct`, or the type of a component.
fn format_of(resource: &Resource, binding: &Binding<'_>) -> &'static str {
    let kind = binding.kind.unwrap_or_default();
    if let Some(format) = ResourceKind::TABLE.text("dxc_format", kind.0.into()) {
        return format;
    }
    let component = match resource.properties {
        ResourceProperties::Srv { element, .. } | ResourceProperties::Uav { element, .. } => {
            element.component_type.unwrap_or_default()
        }
        // A texture buffer that is still among the constant buffers.
        _ => return "NA",
    };
    let name = DxilComponentType::TABLE.text("dxc", component.0.into());
    name.unwrap_or("invalid")
}

/// The shape, with the number of samples if known.
fn dimension_of(resource: &Resource, binding: &Binding<'_>) -> String {
    match resource.properties {
        ResourceProperties::CBuffer { .. } => "NA".into(),
        ResourceProperties::Srv { sample_count, .. }
            if sample_count != 0 && is_multisampled(resource.kind) =>
        {
            format!("{}{sample_count}", binding.dxc_dimension())
        }
        _ => binding.dxc_dimension().into(),
    }
}
