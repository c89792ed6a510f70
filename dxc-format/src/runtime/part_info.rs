//! What is known of a kind of part.

use super::fourcc::FourCC;

/// A kind of part, as the schemas know it.
///
/// ```
/// use dxc_format::{PartInfo, Strip, parts};
///
/// let name = PartInfo::of(parts::ILDN, &[]).unwrap();
/// assert_eq!(name.holds, Some("DebugName"));
/// assert_eq!(name.strip, Some(Strip::Debug));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartInfo {
    /// The FourCC.
    pub fourcc: FourCC,
    /// What it is called.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// The compilers that write it.
    pub writers: &'static [&'static str],
    /// The shader models whose containers have it; empty if any may.
    pub models: &'static str,
    /// The type of what it holds; `None` if it is carried by its bytes.
    pub holds: Option<&'static str>,
    /// What it is for, if a shader runs without it.
    pub strip: Option<Strip>,
    /// Whether a container may hold several.
    pub repeats: bool,
    /// Whether it stands behind all other parts.
    pub last: bool,
    /// Whether LLVM 22's documents tell what it holds.
    pub llvm: bool,
    /// What tells it from other parts of its FourCC: an offset into its data, and what stands there.
    pub magic: Option<(usize, &'static [u8])>,
}

/// What parts are for that a shader runs without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strip {
    /// Parts for debuggers: programs with debug information, their names, sources, PDB files.
    Debug,
    /// Parts for those who ask what a shader takes.
    Reflection,
}

impl PartInfo {
    /// An entry, as the generator makes it.
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
            strip: None,
            repeats: false,
            last: false,
            llvm: false,
            magic: None,
        }
    }

    /// The same, with those who write it.
    pub const fn writers(self, writers: &'static [&'static str]) -> Self {
        Self { writers, ..self }
    }

    /// The same, with its shader models.
    pub const fn models(self, models: &'static str) -> Self {
        Self { models, ..self }
    }

    /// The same, with the type of what it holds.
    pub const fn holding(self, name: &'static str) -> Self {
        Self {
            holds: Some(name),
            ..self
        }
    }

    /// The same, with what it is for.
    pub const fn strip(self, strip: Strip) -> Self {
        Self {
            strip: Some(strip),
            ..self
        }
    }

    /// The same; a container may hold several.
    pub const fn repeats(self) -> Self {
        Self {
            repeats: true,
            ..self
        }
    }

    /// The same; it stands behind all others.
    pub const fn last(self) -> Self {
        Self { last: true, ..self }
    }

    /// The same; LLVM 22's documents tell what it holds.
    pub const fn llvm(self) -> Self {
        Self { llvm: true, ..self }
    }

    /// The same, with what tells it from others of its FourCC.
    pub const fn magic(self, at: usize, bytes: &'static [u8]) -> Self {
        Self {
            magic: Some((at, bytes)),
            ..self
        }
    }
}
