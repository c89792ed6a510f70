//! What can be wrong with a document, and where.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

/// What a document says and a container cannot hold, and the place where it says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    path: String,
    what: String,
}

impl Problem {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self {
            path: String::new(),
            what: what.into(),
        }
    }

    /// What is wrong at a place.
    pub(super) fn at(path: String, what: &impl fmt::Display) -> Self {
        Self {
            path,
            what: what.to_string(),
        }
    }

    /// The same, within a key.
    pub(super) fn within(mut self, key: &str) -> Self {
        let separator = match self.path.chars().next() {
            None | Some('[') => "",
            Some(_) => ".",
        };
        self.path = format!("{key}{separator}{}", self.path);
        self
    }

    /// The same, within an element of a list.
    pub(super) fn within_index(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }

    /// The same, without an element of a list that the document does not have.
    pub(super) fn without_element(mut self, list: &str) -> Self {
        if let Some(from) = self.path.find(list)
            && let Some(len) = self.path.get(from..).and_then(|path| path.find("]."))
        {
            self.path.replace_range(from..from + len + "].".len(), "");
        }
        self
    }

    /// Where it is, such as `Parts[2].PSVInfo.Version`.
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl From<crate::runtime::Error> for Problem {
    fn from(error: crate::runtime::Error) -> Self {
        // Places in bytes that do not exist yet say nothing.
        Self {
            path: error.path().into(),
            what: error.kind().to_string(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.what),
            path => write!(f, "{path}: {}", self.what),
        }
    }
}

impl core::error::Error for Problem {}
