//! Checks that fields which documents never show are computed from other fields.

use crate::model::{Base, Content, Field, FieldKind, Item, Schema, Show, Struct};
use crate::span::Spanned;

use super::Checker;

/// The help on which fields may be hidden.
const HELP: &str = "`show = \"never\"` is for the length of a run, for a `count`, and for a table that records reference";

impl Checker<'_> {
    /// Checks the hidden fields of an item.
    pub(super) fn hidden(&self, item: &Item) {
        if let Content::Bits(bits) = &item.content {
            for field in bits
                .fields
                .iter()
                .filter(|field| field.shown.is(Show::Never))
            {
                self.must_be_derivable(&field.name, is_count(self.schema, &field.name));
            }
        }
        for (_, fields) in item.fields_by_version() {
            let is_value =
                |field: &&Field| !field.name.is_empty() && field.kind != FieldKind::Computed;
            let hidden = fields.iter().filter(|field| field.shown.is(Show::Never));
            for field in hidden.filter(is_value) {
                let is_implied = match item.content.sequence() {
                    Some(sequence) => {
                        let mut counts = fields.iter().filter_map(|run| run.count.as_ref());
                        counts.any(|count| count.is_field(&field.name))
                            || self.is_named_by_records(sequence, field)
                    }
                    // A magic number is implied by the kind of file.
                    None => {
                        field.ty.base == Base::FourCC
                            || fields.iter().any(|run| is_named(&run.len, &field.name))
                            || is_count(self.schema, &field.name)
                    }
                };
                self.must_be_derivable(&field.name, is_implied);
            }
        }
    }

    /// Whether records reference the entries of a table.
    fn is_named_by_records(&self, sequence: &Struct, table: &Field) -> bool {
        let name = &table.name;
        let is_table = matches!(table.kind, FieldKind::Strings | FieldKind::IndexTable);
        let names = |record: &Base| {
            let mut fields = self.schema.fields(record).into_iter();
            fields.any(|field| is_named(&field.reference, name) || is_named(&field.run, name))
        };
        is_table && self.schema.records_within(sequence).iter().any(names)
    }

    fn must_be_derivable(&self, name: &Spanned<String>, is_implied: bool) {
        if !is_implied {
            let what = format!("documents never show `{name}`, so it must be computed");
            self.note(name, what).help(HELP);
        }
    }
}

fn is_named(by: &Option<Spanned<String>>, name: &Spanned<String>) -> bool {
    by.as_ref().is_some_and(|by| by.value == name.value)
}

/// Whether a field of a record is the count of a run in some sequence.
fn is_count(schema: &Schema, name: &Spanned<String>) -> bool {
    let items = schema.items.iter();
    let sequences = items.filter_map(|item| item.content.sequence());
    let fields = sequences.flat_map(|sequence| &sequence.fields);
    let mut counts = fields.flat_map(|field| {
        let within = schema.counts_within(field).map(|(argument, _)| argument);
        field.count.iter().chain(within)
    });
    counts.any(|count| {
        let path = count.path();
        path.is_some_and(|path| matches!(path[..], [_, .., last] if *last == name.value))
    })
}
