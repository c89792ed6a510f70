//! Paths of field values: field values of one structure share its path.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt::Write as _;

use crate::read::walk_path::join;

/// A path: a field of a structure, or an element of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldPath {
    /// The path of the structure; `None` for the part.
    pub(super) outer: Option<Arc<str>>,
    /// The name of the field; empty for the structure itself.
    pub(super) name: &'static str,
    /// The index of the element.
    pub(super) index: Option<usize>,
}

impl FieldPath {
    /// A field of a structure.
    pub(super) fn new(outer: Option<&Arc<str>>, name: &'static str) -> Self {
        Self {
            outer: outer.cloned(),
            name,
            index: None,
        }
    }

    /// An element of this field.
    pub(super) fn at(self, index: usize) -> Self {
        Self {
            index: Some(index),
            ..self
        }
    }

    /// The path, for the field values in it.
    pub(super) fn to_shared(&self) -> Arc<str> {
        match (&self.outer, self.name, self.index) {
            (Some(outer), "", None) => Arc::clone(outer),
            (None, name, None) => name.into(),
            _ => self.to_text().into(),
        }
    }

    /// The path as text.
    pub(super) fn to_text(&self) -> String {
        let mut text = join(self.outer.as_deref().unwrap_or_default(), self.name);
        if let Some(index) = self.index {
            // Writing into a String never fails.
            let _ = write!(text, "[{index}]");
        }
        text
    }
}
