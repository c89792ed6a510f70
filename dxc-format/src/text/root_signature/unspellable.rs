//! Values that a text has no words for.

use alloc::format;
use alloc::string::String;
use core::fmt;

/// A value that bytes can hold and the text at hand cannot, such as an unknown filter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unspellable {
    /// The field, such as `samplers[0].filter`.
    pub path: String,
    /// What it holds.
    pub found: String,
}

impl Unspellable {
    pub(super) fn new(path: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            found: found.into(),
        }
    }

    /// The same, known to lie within `outer`.
    pub(super) fn within(mut self, outer: &str) -> Self {
        self.path = format!("{outer}.{}", self.path);
        self
    }
}

impl fmt::Display for Unspellable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} cannot be spelled", self.path, self.found)
    }
}

impl core::error::Error for Unspellable {}
