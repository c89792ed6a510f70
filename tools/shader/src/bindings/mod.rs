//! The bindings of a shader, in one vocabulary: PSV0 stores them for shaders, RDAT for libraries, RDEF for shader models
//! 4 and 5. Without RDEF, the instructions of shader models 4 and 5 declare them.
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::Container;
//! use dxc_shader::bindings::Registers;
//!
//! # let file = &std::fs::read("tests/data/dxc/ps_textured.sm60.dxil").unwrap();
//! for binding in dxc_shader::bindings(&Container::parse(file)?)? {
//!     println!("{} in space {}: {}", Registers::of(&binding), binding.space, binding.class);
//! }
//! # Ok(())
//! # }
//! ```

pub(crate) mod binding;
mod listing;
pub(crate) mod program;

pub use self::binding::{Binding, Registers, dimension, letter, num_samples, register_count};
pub use self::listing::{
    DXC_COLUMNS, dxc_bind, dxc_count, dxc_dimension, dxc_format, dxc_id, dxc_order, dxc_row,
    dxc_type,
};

use alloc::borrow::Cow;

use self::binding::{NO_REGISTER, components, is_multisampled};
use dxc_format::Container;
use dxc_format::constants::{ResourceClass, ResourceKind};
use dxc_format::parts;
use dxc_format::psv0::{ResourceBinding, UNBOUNDED};
use dxc_format::rdat::{ResourceRecord, ResourceRecordFlags, RuntimeData, RuntimeDataView};
use dxc_format::rdef::{BindingView, NO_SAMPLES, ResourceReturnType};
use dxc_format::types::Lookup;
use dxc_format::{FourCC, Result};

/// The part that stores the shader's bindings: the first of PSV0, RDAT and RDEF that the container has, then SHEX
/// and SHDR, whose instructions declare them, then STAT, DXIL and ILDB, whose metadata lists them. `None` if the container
/// has none of these parts: then the bindings are unknown. A PSV0 whose version stores none is not considered, nor is one
/// of a newer version that cannot be read.
pub fn bindings_part(container: &Container<'_>) -> Option<FourCC> {
    let declaring = [parts::SHEX, parts::SHDR];
    let stored = [parts::PSV0, parts::RDAT, parts::RDEF];
    let mut parts = stored.into_iter().chain(declaring);
    let stores = |part| part != parts::PSV0 || !crate::psv0::lacks(container, "resources");
    let part = parts.find(|part| container.find(*part).is_some() && stores(*part));
    part.or_else(|| {
        crate::programs(container)
            .ok()?
            .next()
            .map(|(part, _)| part)
    })
}

/// The shader's bindings, in the order of [the part that stores them](bindings_part); empty if no part does.
///
/// PSV0 stores neither names nor formats. They are read from the container's
/// [programs](crate::programs); [`described_by`](Binding::described_by) is their part. They are omitted if these
/// programs were stripped of them or cannot be read.
///
/// # Errors
/// If the part that stores the bindings cannot be read.
pub fn bindings<'a>(
    container: &Container<'a>,
) -> Result<impl Iterator<Item = Binding<'a>> + use<'a>> {
    let stored = stored_bindings(container)?;
    let stored = program::described_bindings(container, stored)?;
    Ok(stored)
}

/// The bindings without information from other parts.
fn stored_bindings<'a>(
    container: &Container<'a>,
) -> Result<impl Iterator<Item = Binding<'a>> + use<'a>> {
    let part = bindings_part(container);
    let psv = match part {
        Some(parts::PSV0) => container.psv0()?,
        _ => None,
    };
    let library = match part {
        Some(parts::RDAT) => container.rdat()?,
        _ => None,
    };
    let reflection = match part {
        Some(parts::RDEF) => container.rdef()?,
        _ => None,
    };
    let psv = psv.into_iter().flat_map(|psv| psv.resources());
    let psv = psv.map(|resource| of_pipeline(&resource));
    let library = library.into_iter().flat_map(|library| of_library(&library));
    let reflection = reflection
        .into_iter()
        .flat_map(|reflection| reflection.bindings());
    let reflection = reflection.map(|binding| Binding::from(&binding));
    let stored = psv.chain(library).chain(reflection);
    let stored = stored.chain(declared_bindings(container)?);
    Ok(stored)
}

/// The bindings that the instructions of SHEX or SHDR declare, if these parts store them.
fn declared_bindings<'a>(
    container: &Container<'a>,
) -> Result<impl Iterator<Item = Binding<'a>> + use<'a>> {
    let declaring = [parts::SHEX, parts::SHDR];
    let part = bindings_part(container).filter(|part| declaring.contains(part));
    let program = match part {
        Some(_) => crate::psv0::tokenized_program(container)?,
        None => None,
    };
    let bindings = program
        .into_iter()
        .flat_map(|program| crate::assembly::declarations(&program).bindings());
    Ok(bindings.map(move |binding| Binding {
        part: part.unwrap_or(parts::SHEX),
        ..binding
    }))
}

/// The bindings in PSV0; it stores the kind since version 2.
pub(super) fn of_pipeline(resource: &ResourceBinding) -> Binding<'static> {
    let view = resource.resource_type;
    let listed = match view.kinds() {
        [kind] => Some(*kind),
        _ => None,
    };
    let binding = Binding {
        part: parts::PSV0,
        class: crate::bindings::class_of(view.class()),
        space: resource.space,
        first: resource.lower_bound,
        last: bounded(resource.upper_bound),
        kind: resource.kind().or(listed),
        has_counter: view.counter(),
        ..Binding::default()
    };
    binding.with_input_type()
}

/// The resources of RDAT.
pub(super) fn of_library<'a>(
    library: &RuntimeDataView<'a>,
) -> impl Iterator<Item = Binding<'a>> + use<'a> {
    let (resources, lookup) = (library.resources().into_iter(), library.lookup());
    resources.map(move |resource| of_record(&resource, &lookup))
}

pub(super) fn of_record<'a>(
    resource: &ResourceRecord,
    library: &Lookup<'a, RuntimeData>,
) -> Binding<'a> {
    let binding = Binding {
        part: parts::RDAT,
        class: resource.class,
        space: resource.space,
        first: resource.lower_bound,
        last: bounded(resource.upper_bound),
        kind: Some(resource.kind),
        has_counter: resource.flags.contains(ResourceRecordFlags::UAVCounter),
        id: Some(resource.id),
        name: library.string(resource.name).map(Cow::Borrowed),
        ..Binding::default()
    };
    binding.with_input_type()
}

impl<'a> From<&BindingView<'a>> for Binding<'a> {
    fn from(binding: &BindingView<'a>) -> Self {
        let input = binding.input_type;
        let kind = input.kind().or_else(|| binding.dimension.kind());
        let last = match binding.bind_count {
            0 => None,
            count => Some(binding.bind_point.saturating_add(count - 1)),
        };
        let returns = Some(binding.return_type).filter(|what| *what != ResourceReturnType::NONE);
        let samples = Some(binding.num_samples).filter(|samples| *samples != NO_SAMPLES);
        let is_structured = kind == Some(ResourceKind::StructuredBuffer);
        Self {
            part: parts::RDEF,
            class: class_of(input.class()),
            space: binding.space.unwrap_or_default(),
            first: binding.bind_point,
            last,
            kind,
            has_counter: input.counter(),
            returns: returns.map(|what| (what, components(binding.flags))),
            id: binding.id,
            name: binding.name.as_str().map(Cow::Borrowed),
            input_type: input,
            flags: binding.flags,
            stride: samples.filter(|_| is_structured),
            samples: samples.filter(|_| kind.is_some_and(is_multisampled)),
            ..Self::default()
        }
    }
}

/// The last register, unless unbounded.
fn bounded(last: u32) -> Option<u32> {
    (last != UNBOUNDED).then_some(last)
}

/// The class of the resources of a type; `Invalid` for a type without one.
pub fn class_of(class: Option<ResourceClass>) -> ResourceClass {
    class.unwrap_or(ResourceClass::Invalid)
}
