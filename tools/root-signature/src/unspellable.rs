//! Values that a text cannot express.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::hlsl::Dialect;

/// A value that can be stored but not expressed in this text, such as an unknown filter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unspellable {
    /// The field, such as `samplers[0].filter`.
    pub path: String,
    /// Its value.
    pub found: String,
    /// The dialect of HLSL that can express it.
    pub dialect: Option<Dialect>,
}

impl Unspellable {
    pub(super) fn new(path: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            found: found.into(),
            dialect: None,
        }
    }

    /// This error, with `outer` before its path.
    pub(super) fn within(mut self, outer: &str) -> Self {
        self.path = format!("{outer}.{}", self.path);
        self
    }
}

impl fmt::Display for Unspellable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} cannot be spelled", self.path, self.found)?;
        match self.dialect {
            Some(dialect) => write!(f, "; only the dialect of {dialect} has a keyword for it"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Unspellable {}
