//! Single strings: an offset references them, and a NUL ends them.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A string that is not stored in a table: its bytes, without the NUL that ends it.
///
/// ```
/// use dxc_format::types::Text;
///
/// let name = Text::from("cbPerFrame");
/// assert_eq!(name.as_str(), Some("cbPerFrame"));
/// assert_eq!(name.to_string(), "cbPerFrame");
/// assert!(name == "cbPerFrame" && name.as_view() == "cbPerFrame");
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(pub Vec<u8>);

/// A [`Text`] that borrows.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextView<'a>(pub &'a [u8]);

impl Text {
    /// The string, borrowed.
    pub fn as_view(&self) -> TextView<'_> {
        TextView(&self.0)
    }

    /// The string; `None` if it is not UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        self.as_view().as_str()
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> TextView<'a> {
    /// The string; `None` if it is not UTF-8.
    pub fn as_str(self) -> Option<&'a str> {
        core::str::from_utf8(self.0).ok()
    }

    /// The owned form.
    pub fn to_value(self) -> Text {
        Text(self.0.to_vec())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<str> for TextView<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialEq<&str> for TextView<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Display for TextView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(self.0))
    }
}

impl fmt::Debug for TextView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_view().fmt(f)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_view().fmt(f)
    }
}
