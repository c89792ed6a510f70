//! What is known of a kind of part.

use crate::FourCC;

/// A kind of part, as the schemas know it.
///
/// ```
/// use dxc_format::parts::{self, PARTS};
///
/// let hash = PARTS.iter().find(|part| part.fourcc == parts::HASH).unwrap();
/// assert_eq!(hash.holds, Some("ShaderHash"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartInfo {
    /// The FourCC.
    pub fourcc: FourCC,
    /// What it is.
    pub doc: &'static str,
    /// The compilers that write it.
    pub writers: &'static [&'static str],
    /// The type of what it holds; `None` if it is carried by its bytes.
    pub holds: Option<&'static str>,
}

impl PartInfo {
    /// An entry, as the generator makes it.
    pub const fn new(
        fourcc: FourCC,
        doc: &'static str,
        writers: &'static [&'static str],
        holds: Option<&'static str>,
    ) -> Self {
        Self {
            fourcc,
            doc,
            writers,
            holds,
        }
    }
}
