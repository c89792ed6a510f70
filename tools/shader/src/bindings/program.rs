//! Completes bindings of other parts with the names, formats and IDs in DXIL programs.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::{IntoIter, Vec};

use super::{Binding, NO_REGISTER};
use dxc_format::Container;
use dxc_format::constants::{ResourceClass, ResourceKind};
use dxc_format::parts;
use dxc_format::rdat::DxilComponentType;
use dxc_format::rdef::{ResourceReturnType, ShaderInputFlags};
use dxc_format::{FourCC, Result};
use dxil::dxil_metadata::{ReflectedComponent, SamplerKind};
use dxil::{Resource, ResourceProperties};

/// Completes bindings with the information in the container's programs. If no other part stores bindings, returns those
/// of a program.
pub(super) fn described_bindings<'a>(
    container: &Container<'a>,
    stored: impl Iterator<Item = Binding<'a>>,
) -> Result<IntoIter<Binding<'a>>> {
    let is_program = |part: &FourCC| [parts::STAT, parts::DXIL, parts::ILDB].contains(part);
    if crate::bindings_part(container)
        .as_ref()
        .is_some_and(is_program)
    {
        let module = crate::programs::named_module(container)?;
        let bindings = module.iter().flat_map(|(part, module)| {
            let resources = module.resources.iter();
            resources.map(move |resource| binding(resource, *part).into_owned())
        });
        return Ok(bindings.collect::<Vec<_>>().into_iter());
    }
    // If no program can be read, the bindings are returned without names.
    let module = crate::programs::named_module(container).ok().flatten();
    let mut described = BTreeMap::new();
    if let Some((part, module)) = module {
        for resource in &module.resources {
            let binding = binding(resource, part).into_owned();
            described.entry(key(&binding)).or_insert(binding);
        }
    }
    let bindings = stored.map(|binding| match described.remove(&key(&binding)) {
        Some(description) => binding.described(description),
        None => binding,
    });
    Ok(bindings.collect::<Vec<_>>().into_iter())
}

/// The key of a binding: the number of its class, the space and the first register.
fn key(binding: &Binding<'_>) -> (u32, u32, u32) {
    (binding.class.0, binding.space, binding.first)
}

impl<'a> Binding<'a> {
    /// Fills the missing fields of a binding from a program.
    fn described(self, program: Binding<'static>) -> Self {
        Self {
            kind: self.kind.or(program.kind),
            id: self.id.or(program.id),
            name: self.name.or(program.name),
            input_type: program.input_type,
            flags: program.flags,
            returns: program.returns,
            component_type: program.component_type,
            stride: program.stride,
            samples: program.samples,
            described_by: Some(program.part),
            ..self
        }
    }
}

/// Converts a resource to a binding; `part` is the part that the module was read from.
pub(crate) fn binding(resource: &Resource, part: FourCC) -> Binding<'_> {
    let (element, has_counter) = match &resource.properties {
        ResourceProperties::Srv { element, .. } => (Some(element), false),
        ResourceProperties::Uav { element, access } => (Some(element), access.counter),
        _ => (None, false),
    };
    let components = element.and_then(|element| element.components).unwrap_or(1);
    let samples = match resource.properties {
        ResourceProperties::Srv { sample_count, .. } => Some(sample_count),
        _ => None,
    };
    let binding = Binding {
        part,
        class: resource.class,
        space: resource.space,
        first: resource.lower_bound,
        last: last_register(resource),
        kind: Some(resource.kind),
        has_counter,
        returns: element
            .filter(|_| resource.kind != ResourceKind::TBuffer)
            .map(|element| (returns(element.component_type), components)),
        id: Some(resource.id),
        name: Some(Cow::Borrowed(&*resource.name)).filter(|name| !name.is_empty()),
        flags: input_flags(resource, components),
        component_type: element.map(|element| element.component_type.unwrap_or_default()),
        stride: element.and_then(|element| element.stride),
        samples: samples.filter(|_| super::is_multisampled(resource.kind)),
        ..Binding::default()
    };
    binding.with_input_type()
}

/// The last register; it wraps around if the resource has no registers yet.
fn last_register(resource: &Resource) -> Option<u32> {
    match resource.lower_bound {
        NO_REGISTER => Some(NO_REGISTER.wrapping_add(resource.range_size?.max(1) - 1)),
        _ => dxil::upper_bound(resource),
    }
}

fn input_flags(resource: &Resource, components: u32) -> ShaderInputFlags {
    let mut flags = ShaderInputFlags::default();
    let upper = components.saturating_sub(1);
    flags.set(ShaderInputFlags::TEXTURE_COMPONENT_0, upper & 1 != 0);
    flags.set(ShaderInputFlags::TEXTURE_COMPONENT_1, upper & 2 != 0);
    let comparison = ResourceProperties::Sampler {
        kind: SamplerKind::Comparison,
    };
    let is_comparison =
        resource.class == ResourceClass::Sampler && resource.properties == comparison;
    flags.set(ShaderInputFlags::COMPARISON_SAMPLER, is_comparison);
    let is_packed =
        resource.class == ResourceClass::CBuffer || resource.kind == ResourceKind::TBuffer;
    flags.set(ShaderInputFlags::USERPACKED, is_packed);
    flags
}

/// The return type of a resource with these components.
fn returns(component: Option<DxilComponentType>) -> ResourceReturnType {
    let component = component.unwrap_or_default();
    ReflectedComponent(component.0)
        .returns()
        .unwrap_or(ResourceReturnType::MIXED)
}
