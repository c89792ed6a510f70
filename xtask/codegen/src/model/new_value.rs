//! Stores the content of new values of sequences.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::span::Span;

/// New values, by the name of the sequence and its arguments.
pub(crate) type NewValues = HashMap<(String, Vec<Option<u64>>), Rc<NewValue>>;

/// The content of a new value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NewValue {
    /// The Rust code of the fields that are not empty, by their indices.
    pub(crate) fields: BTreeMap<usize, String>,
    /// The pools that must contain a structure, because numbers reference it.
    pub(crate) pools: BTreeSet<String>,
    /// The locations at which it cannot be written, with the reasons.
    pub(crate) refused: Vec<(Span, String)>,
}
