//! The properties of a kind of part.

use dxc_runtime::FourCC;

/// A kind of part in the schemas.
///
/// ```
/// use dxc_format::{PartInfo, Strip, parts};
///
/// let name = PartInfo::find(parts::ILDN, &[]).unwrap();
/// assert_eq!(name.holds, Some("DebugName"));
/// assert_eq!(name.strip, [Strip::DebugName]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartInfo {
    /// The FourCC.
    pub fourcc: FourCC,
    /// Its name.
    pub name: &'static str,
    /// Its description.
    pub doc: &'static str,
    /// The source of its description.
    pub source: &'static str,
    /// The compilers that write it.
    pub writers: &'static [&'static str],
    /// The shader models whose containers may have it; empty for all.
    pub models: &'static str,
    /// The type of its content; `None` if it is kept as bytes.
    pub holds: Option<&'static str>,
    /// The kinds of data in the part; [`Builder::strip`](crate::Builder::strip) removes all parts of a kind.
    pub strip: &'static [Strip],
    /// Whether shaders of any stage may have it.
    pub optional: bool,
    /// The stages whose shaders may have it: names of values of `ShaderKind`, or of a column that is 1 for them.
    pub stages: &'static [&'static str],
    /// The condition under which shaders of its stages must have it; `None` if they need not.
    pub required: Option<Required>,
    /// The elements that it has, if it is a signature.
    pub signature: Option<SignatureOf>,
    /// Whether a container may have several.
    pub repeats: bool,
    /// Whether LLVM's tools refuse a container with several.
    pub once: bool,
    /// Whether it must come after all other parts.
    pub last: bool,
    /// The first LLVM whose documents contain its content.
    pub llvm: Option<u32>,
    /// The bytes that distinguish it from other parts with its FourCC, and their offset in its data.
    pub magic: Option<(usize, &'static [u8])>,
}

/// Kinds of data that can be removed from a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strip {
    /// Debug information: programs with debug information, sources, PDB files. The name of the PDB file is kept, like
    /// `dxc -Qstrip_debug` does.
    Debug,
    /// The name of the PDB file, which debuggers need to find it.
    DebugName,
    /// Reflection data: resources, inputs and outputs; the same as `dxc -Qstrip_reflect`.
    Reflection,
    /// The root signature; the same as `dxc -Qstrip_rootsignature`.
    RootSignature,
    /// Private data, including a PDB file in it; the same as `dxc -Qstrip_priv`.
    Private,
}

/// When shaders of the stages of a part must have the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Required {
    /// Always.
    Always,
    /// If other parts have elements of this signature.
    Elements,
}

/// The elements of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SignatureOf {
    /// Inputs.
    Input,
    /// Outputs.
    Output,
    /// Patch constants, primitives or payloads.
    Patch,
}

impl PartInfo {
    /// An entry, for generated code.
    pub const fn new(
        fourcc: FourCC,
        name: &'static str,
        doc: &'static str,
        source: &'static str,
    ) -> Self {
        Self {
            fourcc,
            name,
            doc,
            source,
            writers: &[],
            models: "",
            holds: None,
            strip: &[],
            optional: false,
            stages: &[],
            required: None,
            signature: None,
            repeats: false,
            once: false,
            last: false,
            llvm: None,
            magic: None,
        }
    }

    /// Sets the programs that write it.
    pub const fn writers(self, writers: &'static [&'static str]) -> Self {
        Self { writers, ..self }
    }

    /// Sets its shader models.
    pub const fn models(self, models: &'static str) -> Self {
        Self { models, ..self }
    }

    /// Sets the type of its content.
    pub const fn holding(self, name: &'static str) -> Self {
        Self {
            holds: Some(name),
            ..self
        }
    }

    /// Sets the kinds of data in the part.
    pub const fn strip(self, strip: &'static [Strip]) -> Self {
        Self { strip, ..self }
    }

    /// Allows it in shaders of any stage.
    pub const fn optional(self) -> Self {
        Self {
            optional: true,
            ..self
        }
    }

    /// Sets the stages whose shaders may have it.
    pub const fn stages(self, stages: &'static [&'static str]) -> Self {
        Self { stages, ..self }
    }

    /// Requires it in shaders of its stages.
    pub const fn required(self, required: Required) -> Self {
        Self {
            required: Some(required),
            ..self
        }
    }

    /// Sets the elements of the signature.
    pub const fn signature(self, of: SignatureOf) -> Self {
        Self {
            signature: Some(of),
            ..self
        }
    }

    /// Allows several in a container.
    pub const fn repeats(self) -> Self {
        Self {
            repeats: true,
            ..self
        }
    }

    /// Marks it as refused by LLVM's tools if a container has several.
    pub const fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// Places it after all other parts.
    pub const fn last(self) -> Self {
        Self { last: true, ..self }
    }

    /// Sets the first LLVM whose documents contain its content.
    pub const fn llvm(self, version: u32) -> Self {
        Self {
            llvm: Some(version),
            ..self
        }
    }

    /// Sets the bytes that distinguish it from other kinds with its FourCC.
    pub const fn magic(self, at: usize, bytes: &'static [u8]) -> Self {
        Self {
            magic: Some((at, bytes)),
            ..self
        }
    }
}
