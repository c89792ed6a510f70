//! Determines how writing handles stored counts and sizes, and which comparisons reading can omit.

use crate::expression::{Expression, settable};
use crate::model::{Field, FieldKind, Schema, Struct};

/// The field of the sequence that counts a run in a structure, if writing sets it.
pub(super) fn set_within(schema: &Schema, sequence: &Struct, index: usize) -> Option<String> {
    let is_kept = |argument: &Expression| {
        let field = sequence.root_of(argument);
        field.is_some_and(Field::is_kept)
    };
    // If several runs have one count, the first run sets it.
    let sets = |field: &Field, count: &Expression| {
        let mut within = schema.counts_within(field);
        field.count.as_ref() == Some(count) || within.any(|(argument, _)| argument == count)
    };
    let counts = schema.counts_within(&sequence.fields[index]);
    let mut counts = counts.filter_map(|(argument, run)| {
        let mut fields = sequence.fields.iter();
        let is_first = fields.position(|field| sets(field, argument)) == Some(index);
        let set = settable(schema, sequence, argument)?;
        // Not every version of the record has this field.
        let is_settable = is_first && is_kept(argument) && !set.contains('(');
        is_settable.then(|| format!("sets = {set}, of = {run}"))
    });
    counts.next()
}

/// Whether a computed field was already used to read its origin, such as the count of a run that must equal the run's
/// length: reading then finds them equal.
pub(super) fn holds(sequence: &Struct, field: &Field, is: &Expression) -> bool {
    let Some((function, origin)) = is.function_and_field() else {
        return false;
    };
    let Some(read) = sequence.field(&origin.to_string()) else {
        return false;
    };
    let by = match (function.to_string().as_str(), read.kind) {
        ("len", FieldKind::Bytes | FieldKind::Strings | FieldKind::Structure) => &read.count,
        ("len", kind) if kind.is_run() && read.each.is_none() => &read.count,
        ("stride_of", FieldKind::Strided) => &read.stride,
        ("size_of", FieldKind::Sized) => &read.size,
        _ => return false,
    };
    let is_there = read.condition.is_none() || read.condition == field.condition;
    is_there && by.as_ref().is_some_and(|by| by.is_field(&field.name))
}
