//! Prints the table of resource bindings.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::columns::{Left, Right};
use crate::bindings::{Binding, dxc_bind, dxc_dimension, dxc_format, dxc_id, dxc_type};
use dxc_format::FourCC;
use dxc_format::constants::ResourceClass;
use dxil::{DxilModule, Resource, ResourceProperties};

pub(super) fn write(f: &mut dyn fmt::Write, module: &DxilModule<'_>) -> fmt::Result {
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
pub(super) fn of_class<'m>(
    module: &'m DxilModule<'_>,
    class: ResourceClass,
) -> impl Iterator<Item = &'m Resource> {
    let resources = module.entry_points.first().map(|entry| &entry.resources);
    let resources = resources.into_iter().flatten();
    resources.filter(move |resource| resource.class == class)
}

fn write_resource(f: &mut dyn fmt::Write, resource: &Resource) -> fmt::Result {
    let binding = crate::bindings::program::binding(resource, FourCC::default());
    let count = resource.range_size.map(|count| count.to_string());
    writeln!(
        f,
        "; {}{}{}{}{}{}{}",
        Left(&resource.name, 31),
        Right(dxc_type(&binding), 10),
        Right(&format_of(&binding), 8),
        Right(&dimension_of(resource, &binding), 12),
        Right(&dxc_id(&binding), 8),
        Right(&dxc_bind(&binding), 15),
        Right(count.as_deref().unwrap_or("unbounded"), 6),
    )
}

/// The format: `NA` if there is none, `byte`, `struct`, or the type of a component.
fn format_of(binding: &Binding<'_>) -> Cow<'static, str> {
    let format = dxc_format(binding);
    if format.is_empty() {
        "NA".into()
    } else {
        format
    }
}

/// The shape, with the number of samples if known.
fn dimension_of(resource: &Resource, binding: &Binding<'_>) -> String {
    let samples = binding.samples.filter(|samples| *samples != 0);
    match (&resource.properties, samples) {
        (ResourceProperties::CBuffer { .. }, _) => "NA".into(),
        (_, Some(samples)) => format!("{}{samples}", dxc_dimension(binding)),
        _ => dxc_dimension(binding).into(),
    }
}
