//! A binding of a resource to registers, and its text.

use alloc::borrow::Cow;
use core::fmt;

use dxc_format::FourCC;
use dxc_format::constants::{ResourceClass, ResourceKind};
use dxc_format::rdat::DxilComponentType;
use dxc_format::rdef::{
    NO_SAMPLES, ResourceReturnType, ShaderInputFlags, ShaderInputType, SrvDimension,
};

/// Registers that a shader binds, and the resource that it expects there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Binding<'a> {
    /// The part that stores the binding.
    pub part: FourCC,
    /// The class, which determines the letter of the registers.
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

/// The first register of a library's resource before it is assigned. The last register then wraps around.
pub(crate) const NO_REGISTER: u32 = u32::MAX;

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

    /// The binding with the input type that its class and kind determine.
    pub(crate) fn with_input_type(self) -> Self {
        let kind = self.kind.unwrap_or(match self.class {
            ResourceClass::CBuffer => ResourceKind::CBuffer,
            ResourceClass::Sampler => ResourceKind::Sampler,
            _ => ResourceKind::TypedBuffer,
        });
        let input_type = self.by_use(kind.input()).unwrap_or_default();
        Self { input_type, ..self }
    }

    /// One of three values of a list: for a resource that is read, written, or written with a counter.
    pub(super) fn by_use<T: Copy>(&self, values: &[T]) -> Option<T> {
        let index = match (self.class, self.has_counter) {
            (ResourceClass::UAV, true) => 2,
            (ResourceClass::UAV, false) => 1,
            _ => 0,
        };
        values.get(index).or(values.first()).copied()
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
    let dimension = kind.dimension();
    dimension.unwrap_or(SrvDimension::UNKNOWN)
}

/// `NumSamples` of `D3D12_SHADER_INPUT_BIND_DESC`: for a structured buffer, the size of an element in bytes; for a
/// multisampled texture, the number of samples; for other textures and for typed buffers, 0xffffffff; otherwise 0.
pub fn num_samples(binding: &Binding<'_>) -> u32 {
    match binding.kind {
        Some(ResourceKind::StructuredBuffer) => binding.stride.unwrap_or(0),
        Some(kind) if is_multisampled(kind) => binding.samples.unwrap_or(0),
        Some(kind) if kind.sampled() => NO_SAMPLES,
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

/// The letter of the class's registers: `t`, `u`, `b` or `s`; `?` if it has none.
pub fn letter(class: ResourceClass) -> &'static str {
    class.letter().unwrap_or("?")
}
