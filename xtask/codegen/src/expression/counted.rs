//! Decides how writing handles a count.

use super::fields::settable;
use super::parsed::Expression;
use crate::model::{Field, Schema, Struct};

/// How writing handles a count.
pub(crate) enum Counted {
    /// The count is computed from the run.
    Computed,
    /// The run sets the count, which is this field, or a field of a record.
    Set(String),
    /// The count is compared with the run.
    Compared,
}

impl Counted {
    pub(crate) fn new(
        schema: &Schema,
        sequence: &Struct,
        index: usize,
        count: &Expression,
    ) -> Self {
        let run = &sequence.fields[index];
        let name = &run.name;
        let field = sequence.root_of(count);
        if let Some(is) = field.and_then(|field| field.is.as_ref()) {
            let round = run.strings_style.round;
            let is_own =
                is.is_length(name) || round.is_some_and(|round| is.is_rounded_length(name, round));
            return if is_own {
                Self::Computed
            } else {
                Self::Compared
            };
        }
        // If several runs have one count, the first run sets it.
        let counted = |field: &&Field| field.count.as_ref() == Some(count);
        let first = sequence.fields.iter().find(counted);
        let is_first = first.is_some_and(|first| first.is_named(name));
        let is_single = run.each.is_none() && count.is_path() && !run.is_optional();
        if is_single && field.is_some_and(Field::is_kept) && is_first {
            let set = settable(schema, sequence, count);
            return set.map_or(Self::Compared, Self::Set);
        }
        Self::Compared
    }
}
