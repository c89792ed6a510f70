//! The content of a new value of a sequence.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::span::Span;

/// New values, by the name of the sequence and its arguments.
pub(crate) type NewValues = HashMap<(String, Vec<Option<u64>>), Rc<NewValue>>;

/// The content of a new value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NewValue {
    /// Rust of the fields that are not empty, by their indices.
    pub(crate) fields: BTreeMap<usize, String>,
    /// The pools that must hold a structure, because numbers name it.
    pub(crate) pools: BTreeSet<String>,
    /// Where it cannot be written, and why.
    pub(crate) refused: Vec<(Span, String)>,
}
