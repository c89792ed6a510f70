//! Checks which keys of a field of a sequence go together, by the kind of the field.

use crate::check::Checker;
use crate::model::{Base, Content, Field, FieldKind, KindProperties, Struct};
use crate::span::Spanned;

/// The keys for the offset of a field, and for the padding that is written before it.
const PLACED: [&str; 3] = ["at", "align", "fill"];

impl Checker<'_> {
    /// Checks the keys that a field of this kind must have, and those that it cannot have.
    pub(super) fn words(&self, owner: &str, sequence: &Struct, field: &Field) {
        let (name, ty) = (&field.name, &field.ty);
        self.counted(field, name);
        self.all_that_is_left(field, &ty.base);
        self.bounds_one_place(field, &ty.base);
        if let (true, Base::Item(of)) = (field.kind.is_structure(), &ty.base) {
            self.structure(owner, field, of);
        }
        self.version_measured(field, name);
        if let Some(round) = field.strings_style.round
            && !self.rounds(sequence, field, round)
        {
            self.note(ty, format!("the size of `{name}` is not rounded"))
                .help(format!(
                    "count it by a field with `is = \"align(len({name}), {round})\"`"
                ));
        }
        self.named_strings(sequence, field);
    }

    /// Checks that bytes have a count.
    fn counted(&self, field: &Field, name: &Spanned<String>) {
        if field.is_bytes() && field.count.is_none() && field.size.is_none() {
            self.note(name, format!("`{name}` has no `count`"))
                .help("write an expression, or `count = \"..\"` for all remaining bytes");
        }
    }

    /// Checks that a structure extends to the end only if it is bounded.
    fn structure(&self, owner: &str, field: &Field, of: &str) {
        let name = &field.name;
        let base = Base::Item(of.to_owned());
        let takes_rest = self.schema.takes_rest(&base) && field.size.is_none();
        if takes_rest && field.count.is_some() {
            let what = format!("the first structure of `{name}` takes all remaining bytes");
            self.note(name, what).help(format!(
                "use a number in `{of}` as the count of its last field, instead of `\"..\"`"
            ));
        } else if takes_rest && !self.schema.is_inner(owner) {
            let what = format!("`{name}` takes all remaining bytes, so it needs `size`");
            self.note(name, what).help("`size`: its number of bytes");
        }
        if self.schema.is_part(of) {
            let what = format!("`{of}` is a part and cannot be a field of another");
            self.note(name, what);
        }
    }

    /// Checks that something determines the version of records that have several versions.
    fn version_measured(&self, field: &Field, name: &Spanned<String>) {
        let lacks = |what: &str, help: &str| {
            self.note(name, format!("`{name}` has versions by {what}"))
                .help(help);
        };
        let content = self.schema.content_of(&field.ty.base);
        let is_by_value = content.and_then(Content::versioned).is_some();
        if let Some(each) = field.each.as_ref().filter(|_| is_by_value) {
            let what = "`each` cannot be combined with records with versions by value";
            self.note(&each.text, what);
        }
        match (field.kind, &field.count) {
            (FieldKind::Strided, _) if field.stride.is_none() => lacks(
                "size, so it needs `stride`",
                "`stride`: the number of bytes of each record",
            ),
            (FieldKind::Sized, _) if field.size.is_none() => lacks(
                "size, so it needs `size`",
                "`size`: the number of bytes of the record",
            ),
            (FieldKind::Run, None) if is_by_value => lacks(
                "value, so it needs `count`",
                "such records are lists; use `count = 1` for a single one",
            ),
            (FieldKind::Run, Some(count)) if is_by_value && count.is_rest() => {
                let what = "records with versions cannot take all remaining bytes";
                self.note(count, what)
                    .help("use an expression as the count");
            }
            _ => {}
        }
    }

    /// Reports keys that do not match the kind of the field; returns whether there are none.
    pub(super) fn fits_together(&self, field: &Field) -> bool {
        let KindProperties { what, words, .. } = field.properties();
        let has_place = !matches!(
            field.kind,
            FieldKind::Pool | FieldKind::Padding | FieldKind::Reference
        );
        let legal = [words, if has_place { &PLACED } else { &PLACED[1..] }].concat();
        let before = self.mistakes.len();
        for (word, span) in field.words() {
            if !legal.contains(&word) {
                let what = format!("`{word}` is not allowed for {what}");
                self.note(&span, what)
                    .help(format!("legal keys: `{}`", legal.join("`, `")));
            }
        }
        self.mistakes.len() == before
    }

    /// Checks that a size is that of contiguous bytes.
    pub(super) fn bounds_one_place(&self, field: &Field, base: &Base) {
        if let (Some(size), Base::Item(of)) = (&field.size, base)
            && let Some(placed) = self.schema.places_something(of)
        {
            let what = format!("`{of}` has placed fields, so its size cannot be limited");
            self.note(size, what)
                .other(placed, "this field is placed elsewhere")
                .help("remove `size`: the inline fields have fixed sizes, and a field with `is` can store the sum");
        }
    }

    /// Checks that a field that extends to the end has no key for its size.
    pub(super) fn all_that_is_left(&self, field: &Field, base: &Base) {
        if let Some(stride) = field.stride.as_ref().filter(|stride| stride.is_rest()) {
            self.note(stride, "`stride` cannot be `\"..\"`")
                .help("only `count` and `size` can be `\"..\"`");
        }
        let Some(count) = field.count.as_ref().filter(|count| count.is_rest()) else {
            return;
        };
        if let Some(each) = &field.each {
            self.note(&each.text, "`each` needs a count for each of its items")
                .other(count, "all remaining bytes")
                .help("`count`: the number of records of each list");
        }
        if let Some(null) = &field.null {
            self.note(null, "`null` cannot be combined with `\"..\"`")
                .other(count, "all remaining bytes")
                .help("use an expression as the count");
        }
        if let Base::Item(of) = base
            && let Some(placed) = self.schema.places_something(of)
        {
            let what = format!("`{of}` has placed fields, so the end of its list is not known");
            self.note(count, what)
                .other(placed, "this field is placed elsewhere")
                .help("use an expression as the count");
        }
    }
}
