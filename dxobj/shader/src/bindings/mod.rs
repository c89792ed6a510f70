//! The bindings of a shader, in one vocabulary: PSV0 stores them for shaders, RDAT for libraries, RDEF for shader models
//! 4 and 5. Without RDEF, the instructions of shader models 4 and 5 declare them (feature `assembly`).
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

mod listing;
pub(crate) mod program;

pub use self::listing::{
    DXC_COLUMNS, dxc_bind, dxc_count, dxc_dimension, dxc_format, dxc_id, dxc_order, dxc_row,
    dxc_type,
};

use alloc::borrow::Cow;
use core::fmt;

use dxc_format::Container;
use dxc_format::constants::{ResourceClass, ResourceKind};
use dxc_format::parts;
use dxc_format::psv0::{ResourceBinding, UNBOUNDED};
use dxc_format::rdat::{
    DxilComponentType, ResourceRecord, ResourceRecordFlags, RuntimeData, RuntimeDataView,
};
use dxc_format::rdef::{
    BindingView, NO_SAMPLES, ResourceReturnType, ShaderInputFlags, ShaderInputType, SrvDimension,
};
use dxc_format::runtime::attributes::Attributes;
use dxc_format::types::Lookup;
use dxc_format::{FourCC, Result};

/// Registers that a shader binds, and the resource that it expects there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Binding<'a> {
    /// The part that stores the binding.
    pub part: FourCC,
    /// The class, which decides the registers' letter.
    pub class: ResourceClass,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub first: u32,
    /// The last register; `None` if unbounded.
    pub last: Option<u32>,
    /// The shape of the resource, if the part stores it.
    pub kind: Option<ResourceKind>,
    /// Whether the resource has a hidden counter.
    pub has_counter: bool,
    /// The return type of a texture and its number of components, if the part stores it.
    pub returns: Option<(ResourceReturnType, u32)>,
    /// Its number within its class, if the part stores it.
    pub id: Option<u32>,
    /// Its name in the source, if a part stores it.
    pub name: Option<Cow<'a, str>>,
    /// Its type as in `D3D12_SHADER_INPUT_BIND_DESC`.
    pub input_type: ShaderInputType,
    /// The flags of its declaration, if the part stores them.
    pub flags: ShaderInputFlags,
    /// The type of a component of a texture or typed buffer, if a DXIL program stores it.
    pub component_type: Option<DxilComponentType>,
    /// The size of an element of a structured buffer in bytes, if the part stores it.
    pub stride: Option<u32>,
    /// The number of samples of a multisampled texture, if the part stores it.
    pub samples: Option<u32>,
    /// The part that provides the name and the format, if [`part`](Self::part) does not store them: a DXIL program.
    pub described_by: Option<FourCC>,
}

impl Default for Binding<'_> {
    fn default() -> Self {
        Self {
            part: FourCC::default(),
            class: ResourceClass::Invalid,
            space: 0,
            first: 0,
            last: None,
            kind: None,
            has_counter: false,
            returns: None,
            id: None,
            name: None,
            input_type: ShaderInputType::default(),
            flags: ShaderInputFlags::default(),
            component_type: None,
            stride: None,
            samples: None,
            described_by: None,
        }
    }
}

/// The first register of a resource of a library that has none yet. Its last register wraps around.
const NO_REGISTER: u32 = u32::MAX;

/// Registers in HLSL's syntax: `t3`, or `t3 to t5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    class: ResourceClass,
    first: u32,
    last: Option<u32>,
}

impl Binding<'_> {
    /// The binding, with an owned name.
    pub fn into_owned(self) -> Binding<'static> {
        Binding {
            name: self.name.map(|name| Cow::Owned(name.into_owned())),
            ..self
        }
    }

    /// The binding with the input type that follows from its class and kind.
    pub(super) fn with_input_type(self) -> Self {
        let kind = self.kind.unwrap_or(match self.class {
            ResourceClass::CBuffer => ResourceKind::CBuffer,
            ResourceClass::Sampler => ResourceKind::Sampler,
            _ => ResourceKind::TypedBuffer,
        });
        let name = self.by_use(kind, "input").unwrap_or_default();
        let input_type = ShaderInputType::from_name(name).unwrap_or_default();
        Self { input_type, ..self }
    }

    /// The name in one of three columns: for a resource that is read, written, or written with a counter.
    fn by_use(&self, kind: ResourceKind, column: &str) -> Option<&'static str> {
        let index = match (self.class, self.has_counter) {
            (ResourceClass::UAV, true) => 2,
            (ResourceClass::UAV, false) => 1,
            _ => 0,
        };
        let names = kind.entry()?.list(column);
        names.get(index).or(names.first()).copied()
    }
}

/// The number of registers of a binding; `None` if unbounded.
pub fn register_count(binding: &Binding<'_>) -> Option<u64> {
    let last = binding.last?;
    Some(match binding.first {
        NO_REGISTER => u64::from(last.wrapping_sub(NO_REGISTER)) + 1,
        first => (u64::from(last) + 1).saturating_sub(first.into()),
    })
}

/// The dimension of a binding, as in `D3D12_SHADER_INPUT_BIND_DESC`.
pub fn dimension(binding: &Binding<'_>) -> SrvDimension {
    let kind = binding.kind.unwrap_or(ResourceKind::Invalid);
    let dimension = kind.text("dimension").and_then(SrvDimension::from_name);
    dimension.unwrap_or(SrvDimension::UNKNOWN)
}

/// `NumSamples` of `D3D12_SHADER_INPUT_BIND_DESC`: the bytes of a structured buffer's element, or the number of samples of
/// a multisampled texture; of other textures and typed buffers 0xffffffff, and 0 of all else.
pub fn num_samples(binding: &Binding<'_>) -> u32 {
    match binding.kind {
        Some(ResourceKind::StructuredBuffer) => binding.stride.unwrap_or(0),
        Some(kind) if is_multisampled(kind) => binding.samples.unwrap_or(0),
        Some(kind) if kind.has("sampled") => NO_SAMPLES,
        _ => 0,
    }
}

impl Registers {
    /// The registers of a binding.
    pub fn of(binding: &Binding<'_>) -> Self {
        Self::new(binding.class, binding.first, binding.last)
    }

    /// The registers of a class from `first` to `last`; `None` if unbounded.
    pub fn new(class: ResourceClass, first: u32, last: Option<u32>) -> Self {
        Self { class, first, last }
    }

    /// The registers from `first`, one per descriptor; `None` if unbounded.
    pub fn counted(class: ResourceClass, first: u32, count: Option<u32>) -> Self {
        let last = count.map(|count| first.saturating_add(count.saturating_sub(1)));
        Self::new(class, first, last)
    }
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = letter(self.class);
        write!(f, "{letter}{}", self.first)?;
        match self.last {
            None => f.write_str(" and up"),
            Some(last) if last == self.first => Ok(()),
            Some(last) => write!(f, " to {letter}{last}"),
        }
    }
}

/// The part that stores the shader's bindings: the first of PSV0, RDAT and RDEF that the container has, then SHEX
/// and SHDR, whose instructions declare them, then STAT, DXIL and ILDB, whose metadata lists them. `None` if the container has none of these parts: then the bindings are
/// unknown.
pub fn bindings_part(container: &Container<'_>) -> Option<FourCC> {
    let declaring = [parts::SHEX, parts::SHDR];
    let stored = [parts::PSV0, parts::RDAT, parts::RDEF];
    let mut parts = stored.into_iter().chain(declaring);
    let part = parts.find(|part| container.find(*part).is_some());
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
    let psv = container.psv0()?;
    let library = match psv {
        Some(_) => None,
        None => container.rdat()?,
    };
    let reflection = match (&psv, &library) {
        (None, None) => container.rdef()?,
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
        Some(_) => crate::pipeline::tokenized_program(container)?,
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
    let listed = match view.entry().map(|entry| entry.list("kinds")) {
        Some([kind]) => ResourceKind::from_name(kind),
        _ => None,
    };
    let binding = Binding {
        part: parts::PSV0,
        class: crate::bindings::class_of(view),
        space: resource.space,
        first: resource.lower_bound,
        last: bounded(resource.upper_bound),
        kind: resource.kind().or(listed),
        has_counter: view.has("counter"),
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
        let kind = kind_of(input).or_else(|| kind_of(binding.dimension));
        let last = match binding.bind_count {
            0 => None,
            count => Some(binding.bind_point.saturating_add(count - 1)),
        };
        let returns = Some(binding.return_type).filter(|what| *what != ResourceReturnType::NONE);
        let samples = Some(binding.num_samples).filter(|samples| *samples != NO_SAMPLES);
        let is_structured = kind == Some(ResourceKind::StructuredBuffer);
        Self {
            part: parts::RDEF,
            class: class_of(input),
            space: binding.space.unwrap_or_default(),
            first: binding.bind_point,
            last,
            kind,
            has_counter: input.has("counter"),
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

/// The number of components according to the flags of a texture.
pub(crate) fn components(flags: ShaderInputFlags) -> u32 {
    1 + u32::from(flags.contains(ShaderInputFlags::TEXTURE_COMPONENT_0))
        + 2 * u32::from(flags.contains(ShaderInputFlags::TEXTURE_COMPONENT_1))
}

pub(crate) fn is_multisampled(kind: ResourceKind) -> bool {
    matches!(
        kind,
        ResourceKind::Texture2DMS | ResourceKind::Texture2DMSArray
    )
}

/// The last register, unless unbounded.
fn bounded(last: u32) -> Option<u32> {
    (last != UNBOUNDED).then_some(last)
}

/// The letter of its registers: `t`, `u`, `b` or `s`; `?` if it has none.
pub fn letter(class: ResourceClass) -> &'static str {
    class.text("letter").unwrap_or("?")
}

/// The class of the resources of a type: of a resource, a descriptor range or a root parameter.
pub fn class_of(value: impl Attributes) -> ResourceClass {
    let class = value.text("class").and_then(ResourceClass::from_name);
    class.unwrap_or(ResourceClass::Invalid)
}

/// The kind with this name in another table, if any.
fn kind_of(value: impl Attributes) -> Option<ResourceKind> {
    ResourceKind::from_name(value.text("kind")?)
}
