//! Checks sizes, offsets and counts that other fields store: these fields must be computed.

use syn::BinOp;

use crate::check::Checker;
use crate::expression::{Expression, are_equal, is_length, name};
use crate::model::{Field, Struct};

impl Checker<'_> {
    /// Checks the fields that store sizes and offsets: these follow from the written data, so the fields must be
    /// computed.
    pub(super) fn measured(&self, sequence: &Struct, field: &Field) {
        let name = &field.name;
        if let Some(count) = &field.count {
            self.counted_by_layout(sequence, field, count);
        }
        if let Some(size) = field.size.as_ref().filter(|size| !size.is_rest()) {
            self.measure_is_set(sequence, field, ("size", size), &[("size_of", name)]);
        }
        let is_taken = |at: &&Expression| {
            let mut takes = sequence.takes.iter();
            takes.any(|taken| at.names(&taken.name))
        };
        if let Some(at) = field.at.as_ref().filter(|at| !is_taken(at)) {
            let from = field.from.iter().map(|from| ("at", from.as_str()));
            let measures: Vec<_> = [("at", name.as_str())].into_iter().chain(from).collect();
            self.measure_is_set(sequence, field, ("at", at), &measures);
        }
    }

    /// Checks that writing sets a size or an offset: the expression must use a computed field whose value asks for the
    /// field's size or offset.
    fn measure_is_set(
        &self,
        sequence: &Struct,
        field: &Field,
        (word, text): (&str, &Expression),
        measures: &[(&str, &str)],
    ) {
        let sets = |source_field: &&Field| {
            let computed = source_field.is.as_ref().or(source_field.canonical.as_ref());
            let asks = |is: &Expression| {
                let mut measures = measures.iter();
                let is_own = word == "size" && is.asks("size_of", "self");
                is_own || measures.all(|(function, field)| is.asks(function, field))
            };
            computed.is_some_and(asks)
        };
        let mut tellers = sequence.named_in(text).peekable();
        if word == "size" && tellers.peek().is_none() {
            return;
        }
        if let Some(source_field) = tellers.find(sets) {
            return self.condition_of_dependencies(field, word, text, source_field);
        }
        let calls = measures
            .iter()
            .map(|(function, field)| format!("{function}({field})"));
        let is = calls.collect::<Vec<_>>().join(" - ");
        let taken = sequence
            .named_in(text)
            .find_map(|source_field| Some((source_field, source_field.is.as_ref()?)));
        let what = match taken {
            Some((source_field, is)) => {
                format!(
                    "`{}` is computed as `{is}`, so it cannot be this `{word}`",
                    source_field.name
                )
            }
            None => format!("this `{word}` is not stored in a computed field"),
        };
        let help = match text.is_path() {
            true => format!("use a field without `is` and `default`; it gets `is = \"{is}\"`"),
            false if text.number().is_some() => {
                "a field at a fixed place needs no `at`: fill the file up to there, as in `gap = \"[u8; 12]\"` or \
                 `_ = { align = 16 }`".to_owned()
            }
            false => format!("name a field alone, or one whose `is` contains `{is}`"),
        };
        self.note(text, what).help(help);
    }

    /// Checks that a count does not use offsets or sizes, which follow from the counted data.
    fn counted_by_layout(&self, sequence: &Struct, field: &Field, count: &Expression) {
        let name = &field.name;
        let layout = ["at", "size_of", "stride_of"];
        let tells_layout = |is: &&Expression| {
            let mut calls = is.calls().into_iter();
            let is_layout = calls.any(|(call, _)| layout.iter().any(|layout| call == layout));
            is_layout && !is.asks("len", name)
        };
        let tellers = sequence.named_in(count);
        let computed = tellers.filter_map(|source_field| source_field.is.as_ref());
        let found = [count].into_iter().chain(computed).find(tells_layout);
        if let Some(is) = found {
            let what = format!("this number is not set to the length of `{name}`");
            let noted = self.note(count, what);
            let noted = if is.span == count.span {
                noted
            } else {
                noted.other(is, "its expression")
            };
            noted.help(format!("use a field with `is = \"len({name})\"`"));
        }
    }

    /// Checks that a field and the fields of its offset and size have the same condition.
    fn condition_of_dependencies(
        &self,
        field: &Field,
        measured: &str,
        text: &Expression,
        source_field: &Field,
    ) {
        if let Some(there) = &source_field.condition
            && field.condition != source_field.condition
        {
            let what = format!("`{}` may be present without its `{measured}`", field.name);
            let noted = self.note(text, what);
            noted
                .other(there, "this field is optional")
                .help("use the same `if` on both, or none");
        }
    }

    /// Whether the count of bytes is computed from their length, rounded up to `to`.
    pub(super) fn rounds(&self, sequence: &Struct, field: &Field, to: u64) -> bool {
        let is_rounded = |is: &Expression| is.is_rounded_length(&field.name, to);
        field.count.as_ref().is_some_and(|count| {
            let mut tellers = sequence.fields.iter();
            tellers.any(|source_field| {
                count.is_field(&source_field.name)
                    && source_field.is.as_ref().is_some_and(is_rounded)
            })
        })
    }
}

/// Whether a count subtracts what its field adds: `size - 2`, where `size` is `len(run) + 2`.
pub(super) fn undoes(sequence: &Struct, run: &Field, count: &Expression) -> bool {
    let difference = count.sides(|op| matches!(op, BinOp::Sub(_)));
    let Some((size, less)) = difference else {
        return false;
    };
    let adds = |is: &Expression| {
        let sum = is.sides(|op| matches!(op, BinOp::Add(_)));
        sum.is_some_and(|(len, more)| is_length(len, &run.name) && are_equal(more, less))
    };
    let is_size = |field: &Field| name(size).is_some_and(|size| field.is_named(&size.to_string()));
    let mut fields = sequence.fields.iter();
    fields.any(|field| is_size(field) && field.is.as_ref().is_some_and(adds))
}
