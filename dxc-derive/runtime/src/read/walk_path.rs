//! Paths of fields, and the path of the structure that a visitor is in.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

/// The paths of the structures that a visitor has entered, the innermost last.
#[derive(Clone, Debug, Default)]
pub struct WalkPath(Vec<String>);

impl WalkPath {
    /// The path of a field of the innermost structure; an empty name is the structure itself.
    pub fn inner(&self, name: &str) -> String {
        join(self.0.last().map_or("", String::as_str), name)
    }

    /// Enters a structure; `index` is its index, if it is an element of a run.
    pub fn enter(&mut self, name: &str, index: Option<usize>) {
        let mut path = self.inner(name);
        if let Some(index) = index {
            // Writing into a String never fails.
            let _ = write!(path, "[{index}]");
        }
        self.0.push(path);
    }

    /// Leaves the innermost structure.
    pub fn leave(&mut self) {
        self.0.pop();
    }
}

/// A path within another one; an index follows it immediately.
pub(crate) fn join(outer: &str, inner: &str) -> String {
    let is_direct = outer.is_empty() || inner.is_empty() || inner.starts_with('[');
    let separator = if is_direct { "" } else { "." };
    [outer, separator, inner].concat()
}
