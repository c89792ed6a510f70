//! Which words of a field of a sequence go together, by what the field is.

use crate::diagnostic::{Span, Spanned};
use crate::expression::Expression;
use crate::model::{Base, Content, Schema, Sequence, SequenceField};

use super::Checker;
use super::sequences::is_taken;

/// The words on where something lies, and on what writing puts before it.
const PLACED: [&str; 3] = ["at", "align", "fill"];

/// The words that a field has, and where each of them stands.
fn given(field: &SequenceField) -> Vec<(&'static str, Span)> {
    let name = field.name.iter().map(|name| name.span.clone()).next();
    let text = |text: Option<&Spanned<String>>| text.map(|text| text.span.clone());
    let number = |number: &Option<Spanned<i128>>| number.as_ref().map(|number| number.span.clone());
    let flag = |is_set: bool| name.clone().filter(|_| is_set);
    let words = [
        ("is", text(field.is.as_deref())),
        ("usual", text(field.usual.as_deref())),
        ("count", text(field.count.as_deref())),
        ("each", text(field.each.as_ref().map(|each| &each.text))),
        ("unknown", flag(field.unknown)),
        ("named", field.named.first().map(|name| name.span.clone())),
        ("stride", text(field.stride.as_deref())),
        ("size", text(field.size.as_deref())),
        ("at", text(field.at.as_deref())),
        ("align", number(&field.align)),
        ("fill", number(&field.fill)),
        ("if", text(field.condition.as_deref())),
        ("known", text(field.known.as_ref())),
        ("null", number(&field.null)),
        ("pool", flag(field.pool)),
        ("near", flag(field.near)),
        ("version", text(field.shown.version.as_ref())),
    ];
    words
        .into_iter()
        .filter_map(|(word, span)| Some((word, span?)))
        .collect()
}

/// What a field is, for messages, and the words that it may have besides those on its place.
fn legal(
    schema: &Schema,
    sequence: &Sequence,
    field: &SequenceField,
    base: &Base,
) -> (&'static str, &'static [&'static str]) {
    let content = match base {
        Base::Item(of) => schema.item(of).map(|item| &item.content),
        _ => None,
    };
    let is_by_size = is_taken(sequence, base) || schema.is_by_size(base);
    let is_counted = field.count.is_some();
    match (base, content) {
        _ if field.pool => ("a pool", &["pool", "near"]),
        _ if field.reference.is_some() => ("a number that names a structure", &["null", "if"]),
        (Base::CStr, _) => ("a string that stands alone", &["if"]),
        (Base::Bytes, _) if field.null.is_some() => ("bytes that may lack", &["count", "null"]),
        (Base::Bytes, _) => ("bytes", &["count", "unknown", "if"]),
        (Base::Strings, _) => ("strings", &["count", "named", "if"]),
        (Base::Lists, _) => ("lists", &["count", "if"]),
        (_, Some(Content::Sequence(_) | Content::Choice(_))) if is_counted => {
            ("structures", &["count", "stride", "null"])
        }
        (_, Some(Content::Sequence(_) | Content::Choice(_))) => ("a single structure", &["size"]),
        _ if is_by_size && is_counted => {
            ("records with versions by size", &["count", "stride", "if"])
        }
        _ if is_by_size => ("a record with versions by size", &["size", "version", "if"]),
        (_, Some(Content::Versioned(_))) => ("records with versions by value", &["count", "if"]),
        _ if is_counted && field.stride.is_some() => {
            ("records with a stride", &["count", "stride", "if"])
        }
        _ if is_counted => ("records", &["count", "each", "if"]),
        _ if field.is.is_some() => ("a computed field", &["is", "if"]),
        _ if field.usual.is_some() => ("a field with a usual value", &["usual", "if"]),
        (_, Some(Content::Record(_))) => ("a single record", &["if", "known"]),
        _ => ("a single value", &["is", "usual", "if"]),
    }
}

impl Checker<'_> {
    /// Notes words that do not go with what the field is.
    pub(super) fn fit_together(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        name: &Spanned<String>,
        base: &Base,
    ) {
        let (what, legal) = legal(self.schema, sequence, field, base);
        let is_placed = field.at.is_some() || field.pool;
        for (word, span) in given(field) {
            let fits = legal.contains(&word) || is_placed && PLACED.contains(&word);
            if !fits && !PLACED.contains(&word) {
                let what = format!(
                    "`{word}` does not go with {what}, which `{}` is",
                    name.value
                );
                let legal: Vec<&str> = legal.iter().chain(&PLACED).copied().collect();
                self.mistakes
                    .note(&span, what)
                    .help(format!("it may have `{}`", legal.join("`, `")));
            }
        }
    }

    /// A size is that of bytes in one place.
    pub(super) fn bounds_one_place(&self, field: &SequenceField, base: &Base) {
        if let (Some(size), Base::Item(of)) = (&field.size, base)
            && let Some(placed) = self.schema.places_something(of)
        {
            let what = format!("`{of}` lies in several places, and a size bounds one");
            self.mistakes
                .note(&size.span, what)
                .other(&placed, "this lies elsewhere")
                .help("leave `size` out: what stands in place is single values, and a field with `is` may tell their size");
        }
    }

    /// What takes all that is left: every word but those that say how much.
    pub(super) fn all_that_is_left(&self, field: &SequenceField, base: &Base) {
        if let Some(stride) = field.stride.as_ref().filter(|stride| stride.is_rest()) {
            self.mistakes
                .note(&stride.span, "a stride is a number of bytes")
                .help("`count` and `size` may be `\"..\"`");
        }
        let Some(count) = field.count.as_ref().filter(|count| count.is_rest()) else {
            return;
        };
        if let Some(each) = &field.each {
            self.mistakes
                .note(&each.text.span, "what is left cannot be told apart")
                .other(&count.span, "all that is left")
                .help("`count`: how many each of them has");
        }
        if let Some(null) = &field.null {
            self.mistakes
                .note(&null.span, "what is left is never none")
                .other(&count.span, "all that is left")
                .help("count it by an expression");
        }
        if let Base::Item(of) = base
            && let Some(placed) = self.schema.places_something(of)
        {
            let what = format!("`{of}` places something, and what is left has no other end");
            self.mistakes
                .note(&count.span, what)
                .other(&placed, "this lies elsewhere")
                .help("count them by an expression");
        }
    }

    /// Sizes and places follow from what is written: what tells them is computed.
    pub(super) fn measured(&self, sequence: &Sequence, field: &SequenceField) {
        let Some(name) = &field.name else { return };
        let named = |expression: &Expression| -> Vec<&SequenceField> {
            let is_named = |field: &&SequenceField| {
                let name = field.name.as_ref();
                name.is_some_and(|name| expression.names(name))
            };
            sequence.fields.iter().filter(is_named).collect()
        };
        let is_computed = |field: &SequenceField| field.is.is_some() || field.usual.is_some();
        let is_taken = |expression: &Expression| {
            let mut takes = sequence.takes.iter();
            takes.any(|taken| expression.names(&taken.name))
        };
        if let Some(size) = field.size.as_ref().filter(|size| !size.is_rest()) {
            let fields = named(size);
            if let [kept] = fields.as_slice()
                && !is_computed(kept)
                && kept.name.as_ref().is_some_and(|kept| size.is_field(kept))
            {
                let what = format!(
                    "nothing sets `{}` to the size of `{}`",
                    size.value, name.value
                );
                let noted = self.mistakes.note(&size.span, what);
                noted.help(format!("give it `is = \"size_of({})\"`", name.value));
            }
        }
        if let Some(count) = &field.count {
            self.counted_by_layout(field, count, &named(count));
        }
        if let Some(size) = &field.size {
            let own = format!("size_of({})", name.value);
            for teller in named(size) {
                let told = teller
                    .usual
                    .as_ref()
                    .map(|usual| (usual, "what it usually is"));
                let told = told.or(teller.is.as_ref().map(|is| (is, "what it is")));
                let says_size =
                    |is: &Expression| is.asks("size_of", name) || is.asks("size_of", "self");
                if let Some((is, label)) = told.filter(|(is, _)| !says_size(is)) {
                    let what = format!("nothing says that this is the size of `{}`", name.value);
                    let noted = self.mistakes.note(&size.span, what);
                    noted
                        .other(&is.span, label)
                        .help(format!("give it `is = \"{own}\"`"));
                }
                self.told_if_there(field, "size", size, teller);
            }
        }
        let Some(at) = field.at.as_ref().filter(|at| !is_taken(at)) else {
            return;
        };
        let says = |field: &SequenceField, of: &str| {
            let computed = field.is.as_ref().or(field.usual.as_ref());
            computed.is_some_and(|is| is.asks("at", of))
        };
        let from = field.from.as_ref();
        let mut telling = named(at).into_iter();
        let telling =
            telling.find(|teller| says(teller, name) && from.is_none_or(|from| says(teller, from)));
        let Some(teller) = telling else {
            let is = match from {
                Some(from) => format!("at({}) - at({})", name.value, from.value),
                None => format!("at({})", name.value),
            };
            let what = format!("nothing sets where `{}` lies", name.value);
            let noted = self.mistakes.note(&at.span, what);
            noted.help(format!("name a field that has `is = \"{is}\"`"));
            return;
        };
        self.told_if_there(field, "place", at, teller);
    }

    /// Places and sizes follow from what is counted, and are no counts.
    fn counted_by_layout(
        &self,
        field: &SequenceField,
        count: &Expression,
        tellers: &[&SequenceField],
    ) {
        let Some(name) = &field.name else { return };
        let layout = ["at", "size_of", "stride_of"];
        let tells_layout = |is: &&Expression| {
            let mut calls = is.calls().into_iter();
            let is_layout = calls.any(|(call, _)| layout.iter().any(|layout| call == layout));
            is_layout && !is.asks("len", name)
        };
        let computed = tellers.iter().filter_map(|teller| teller.is.as_ref());
        if let Some(is) = computed.into_iter().find(tells_layout) {
            let what = format!("nothing sets this to the number of `{}`", name.value);
            let noted = self.mistakes.note(&count.span, what);
            noted.other(&is.span, "what it is").help(format!(
                "name a field that has `is = \"len({})\"`",
                name.value
            ));
        }
    }

    /// What tells a place or a size is there whenever that is.
    fn told_if_there(
        &self,
        field: &SequenceField,
        told: &str,
        text: &Expression,
        teller: &SequenceField,
    ) {
        if let (Some(name), Some(there)) = (&field.name, &teller.condition)
            && field.condition != teller.condition
        {
            let what = format!(
                "`{}` may be there without what tells its {told}",
                name.value
            );
            let noted = self.mistakes.note(&text.span, what);
            noted
                .other(&there.span, "that is there now and then")
                .help("give both the same `if`, or none");
        }
    }
}
