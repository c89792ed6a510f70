//! Sequences: which words go together, and what their expressions may name.

use syn::{BinOp, ExprCall};

use crate::diagnostic::{Mistakes, Span, Spanned};
use crate::expression::{
    Entity, Expression, Known, Name, Rules, Scope, Type, describe, is_length, name,
};
use crate::model::{Base, Content, Schema, Sequence, SequenceField};

use super::types::Place;
use super::{Checker, arguments, is_nested};

/// The names that the expressions of field `index` see.
pub(crate) fn scope<'s>(
    schema: &'s Schema,
    sequence: &Sequence,
    index: usize,
    mistakes: &'s Mistakes,
) -> Scope<'s> {
    let mut names = arguments(&sequence.takes);
    for (at, field) in sequence.fields.iter().enumerate() {
        let (Some(name), Some(ty)) = (&field.name, &field.ty) else {
            continue;
        };
        let run = || match &field.stride {
            Some(_) => Entity::Strided,
            None => Entity::Run,
        };
        let entity = match &ty.base {
            Base::Bytes if field.null.is_some() => Entity::AbsentBytes,
            Base::Bytes | Base::Strings => Entity::Bytes,
            Base::CStr => Entity::Nested(None),
            _ if field.pool => Entity::Nested(None),
            Base::Item(of)
                if is_taken(sequence, &ty.base)
                    || matches!(
                        schema.item(of).map(|item| &item.content),
                        Some(Content::Versioned(_))
                    ) =>
            {
                if field.count.is_some() {
                    run()
                } else {
                    Entity::Sized(of.clone())
                }
            }
            Base::Item(of)
                if field.count.is_some()
                    && schema.item(of).is_some_and(|item| is_nested(&item.content)) =>
            {
                Entity::Run
            }
            _ if field.count.is_some() => run(),
            Base::Item(of) if schema.item(of).is_some_and(|item| is_nested(&item.content)) => {
                Entity::Nested(Some(of.clone()))
            }
            _ if field.reference.is_some() => Entity::Pooled {
                or_none: field.null.is_some(),
            },
            base if field.known.is_some() || field.condition.is_some() && field.is.is_none() => {
                Entity::Absent(base.clone())
            }
            base => Entity::Single(base.clone()),
        };
        let known = match (&field.is, &field.usual) {
            (Some(_), _) => Known::InPlace,
            (None, Some(_)) => Known::Never,
            (None, None) => Known::AtOnce,
        };
        names.push(Name {
            name: name.value.clone(),
            entity,
            behind: at >= index,
            known,
        });
    }
    let each = sequence
        .fields
        .get(index)
        .and_then(|field| field.each.as_ref());
    if let Some((name, _)) = each.and_then(|each| each.range()) {
        names.push(Name {
            name: name.to_owned(),
            entity: Entity::Argument(Base::Integer(32)),
            behind: false,
            known: Known::AtOnce,
        });
    }
    for field in &sequence.fields {
        if let (Some(name), Some(is)) = (&field.name, &field.is)
            && needs_places(is, &names)
        {
            names
                .iter_mut()
                .filter(|known| known.name == name.value)
                .for_each(|known| known.known = Known::AtLast);
        }
    }
    Scope {
        schema,
        names,
        mistakes,
    }
}

/// Whether a type is one that the sequence takes.
pub(crate) fn is_taken(sequence: &Sequence, base: &Base) -> bool {
    let mut takes = sequence.takes.iter();
    takes.any(|parameter| {
        let is_this = matches!(base, Base::Item(name) if *name == parameter.name.value);
        is_this && parameter.ty.base == Base::Record
    })
}

/// Whether an expression asks where fields lie, which is known once everything is written.
fn needs_places(expression: &Expression, names: &[Name]) -> bool {
    let is_sized = |known: &Name| matches!(known.entity, Entity::Sized(_));
    let states_size = |call: &ExprCall| {
        let field = call.args.first().and_then(name);
        let mut known = names.iter();
        field.is_some_and(|field| known.any(|known| is_sized(known) && *field == known.name))
    };
    let mut calls = expression.calls().into_iter();
    calls.any(|(function, call)| function == "at" || function == "size_of" && !states_size(call))
}

impl Checker<'_> {
    pub(super) fn sequence(&self, name: &Spanned<String>, sequence: &Sequence) {
        self.parameters(&sequence.takes);
        let mut takes = sequence.takes.iter();
        if let Some(record) = takes.find(|taken| taken.ty.base == Base::Record)
            && !self.schema.is_inner(name)
        {
            let what = format!(
                "`{}` takes a record, and stands inside of nothing",
                name.value
            );
            let noted = self.mistakes.note(&record.name.span, what);
            noted.help(format!(
                "another sequence has a field of the type `{}(Record)`; a part takes numbers",
                name.value
            ));
        }
        self.records_held(sequence);
        let names = || {
            sequence
                .fields
                .iter()
                .filter_map(|field| field.name.as_ref())
        };
        self.distinct(names(), "field");
        for field in names() {
            self.local_name(field);
            self.viewed_name(field);
            if let Some(parameter) = sequence
                .takes
                .iter()
                .find(|parameter| parameter.name.value == field.value)
            {
                let what = format!("the field `{}` has the name of a parameter", field.value);
                self.mistakes
                    .note(&field.span, what)
                    .other(&parameter.name.span, "the parameter");
            }
        }
        if let Some(follows) = &sequence.follows {
            self.follows(name, sequence, follows);
        }
        let mut taken: Option<&Expression> = None;
        let mut placing: Option<&Spanned<String>> = None;
        if let Some(flatten) = &sequence.flatten {
            self.flattened(name, sequence, flatten);
        }
        if self.schema.is_inner(name) {
            self.inner(sequence);
        }
        for (index, field) in sequence.fields.iter().enumerate() {
            if let (Some(rest), Some(name), None) = (taken, &field.name, &field.at) {
                let noted = self
                    .mistakes
                    .note(&name.span, format!("nothing is left for `{}`", name.value));
                noted
                    .other(&rest.span, "takes all bytes that are left")
                    .help("a field behind it has a place: `at`");
                taken = None;
            }
            self.behind_what_places(field, placing);
            placing = self.places(field);
            if field.may_take_rest() {
                taken = field.count.as_ref().or(field.size.as_ref());
            }
            let before = self.mistakes.len();
            self.placed(name, sequence, field);
            match field.align.as_ref().filter(|_| field.is_padding()) {
                Some(align) => self.padding(field, align),
                None => self.sequence_field(name, sequence, index, before),
            }
        }
    }

    /// What takes a record holds some.
    fn records_held(&self, sequence: &Sequence) {
        let takes = sequence.takes.iter();
        for record in takes.filter(|taken| taken.ty.base == Base::Record) {
            let is_held = |field: &SequenceField| matches!(field.ty.as_ref().map(|ty| &ty.base), Some(Base::Item(of)) if *of == record.name.value);
            if !sequence.fields.iter().any(is_held) {
                let what = format!("no field holds a `{}`", record.name.value);
                let noted = self.mistakes.note(&record.name.span, what);
                noted.help(format!("write `type = \"{}\"` with a `count` and a `stride`, or with a `size`; or leave it out", record.name.value));
            }
        }
    }

    /// A part that is flattened has no key; what stands inside of others says so where it stands.
    fn flattened(&self, name: &Spanned<String>, sequence: &Sequence, flatten: &Span) {
        if let Some(key) = &sequence.key {
            self.mistakes
                .note(&key.span, "what is flattened has no key")
                .other(flatten, "flattened");
        }
        if !self.schema.is_part(name) {
            self.mistakes
                .note(flatten, "only a part is flattened as a whole")
                .help("what stands inside of others is flattened by the field that holds it");
        }
    }

    /// Strings that no record names have names of their own.
    fn named_strings(&self, sequence: &Sequence, field: &SequenceField, base: &Base) {
        let Some(first) = field.named.first() else {
            return;
        };
        self.distinct(&field.named, "string");
        for name in &field.named {
            self.method_name(name);
            if syn::parse_str::<syn::Ident>(name).is_err() {
                let what = format!("`{}` is no name of a string", name.value);
                self.mistakes
                    .note(&name.span, what)
                    .help("it is that of a method, too: a name of Rust");
            }
            let fields = || {
                sequence
                    .fields
                    .iter()
                    .filter_map(|field| field.name.as_ref())
            };
            if let Some(taken) = fields().find(|taken| taken.value == name.value) {
                let what = format!("the string `{}` has the name of a field", name.value);
                self.mistakes
                    .note(&name.span, what)
                    .other(&taken.span, "the field");
            }
        }
        if *base != Base::Strings {
            self.mistakes
                .note(&first.span, "`named` is for `strings`")
                .help("it says what they are, one behind the other");
        }
        let types = sequence.fields.iter().filter_map(|field| field.ty.as_ref());
        let references = types.flat_map(|ty| self.schema.fields(&ty.base));
        let mut references = references.filter_map(|field| field.reference.as_ref());
        let is_own = |table: &&Spanned<String>| {
            let own = field.name.as_ref();
            own.is_some_and(|own| own.value == table.value)
        };
        if let Some(reference) = references.find(is_own) {
            self.mistakes
                .note(&first.span, "records name these strings by their offsets")
                .other(&reference.span, "named here");
        }
    }

    /// What a part follows is a record of its own that has versions by size.
    fn follows(&self, name: &Spanned<String>, sequence: &Sequence, follows: &Spanned<String>) {
        let is_sized = |field: &&SequenceField| field.size.is_some();
        let sized = || sequence.fields.iter().filter(is_sized);
        let names = || sized().filter_map(|field| field.name.as_ref());
        if !names().any(|name| name.value == follows.value) {
            let what = format!("`{}` is no record with a `size`", follows.value);
            let noted = self.mistakes.note(&follows.span, what);
            noted.legal(follows, names().map(|name| name.as_str()));
        } else if self.schema.is_inner(name) {
            self.mistakes
                .note(&follows.span, "a sequence inside of others follows nothing")
                .help("the part that holds it may follow a record");
        }
    }

    fn padding(&self, field: &SequenceField, align: &Spanned<i128>) {
        if !(1..=4096).contains(&align.value) {
            let what = format!("padding to a multiple of {}", align.value);
            self.mistakes
                .note(&align.span, what)
                .help("legal are 1 to 4096");
        }
        let texts = [
            ("name", field.name.as_ref()),
            ("is", field.is.as_deref()),
            ("usual", field.usual.as_deref()),
            ("count", field.count.as_deref()),
            ("stride", field.stride.as_deref()),
            ("size", field.size.as_deref()),
            ("if", field.condition.as_deref()),
            ("ours", field.ours.as_deref()),
        ];
        let ty = field.ty.iter().map(|ty| ("type", &ty.span));
        let words = texts
            .into_iter()
            .filter_map(|(word, text)| Some((word, &text?.span)))
            .chain(ty);
        for (word, place) in words {
            self.mistakes
                .note(place, format!("padding has no `{word}`"))
                .help("write `{ align = 4 }`");
        }
    }

    /// A field; there were `before` mistakes when it was come to, and one is not told in several ways.
    fn sequence_field(
        &self,
        of: &Spanned<String>,
        sequence: &Sequence,
        index: usize,
        before: usize,
    ) {
        let field = &sequence.fields[index];
        let (Some(name), Some(ty)) = (&field.name, &field.ty) else {
            return;
        };
        if !is_taken(sequence, &ty.base) && !self.known_type(ty, Place::SequenceField) {
            return;
        }
        let beside = sequence
            .fields
            .iter()
            .filter_map(|field| field.name.as_ref());
        self.selected(of, ty, beside.map(|name| name.as_str()));
        self.words(sequence, field, name, &ty.base);
        self.sequence_shown(field);
        self.expressions(sequence, index, field);
        if self.mistakes.len() == before {
            self.fit_together(sequence, field, name, &ty.base);
        }
        if self.mistakes.len() == before {
            self.measured(sequence, field);
        }
        if self.mistakes.len() == before {
            self.version_told(sequence, field);
        }
    }

    /// Which words a field of this type has, must have, and cannot have.
    fn words(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        name: &Spanned<String>,
        base: &Base,
    ) {
        let versioned = match base {
            _ if is_taken(sequence, base) => Some(true),
            Base::Item(of) => match self.schema.item(of).map(|item| &item.content) {
                Some(Content::Versioned(versioned)) => Some(versioned.by_size),
                _ => None,
            },
            _ => None,
        };
        let counted = field.count.is_some();
        let variable = matches!(base, Base::Bytes | Base::Strings | Base::Lists);
        if variable && !counted && field.size.is_none() {
            let noted = self
                .mistakes
                .note(&name.span, format!("`{}` has no `count`", name.value));
            noted.help("write `count = \"..\"` for all bytes that are left, or an expression");
        }
        if let Some(count) = field
            .count
            .as_ref()
            .filter(|count| count.is_rest() && versioned == Some(false))
        {
            let noted = self.mistakes.note(
                &count.span,
                "records of several versions cannot take all that is left",
            );
            noted.help("count records by an expression");
        }
        self.all_that_is_left(field, base);
        self.bounds_one_place(field, base);
        if let Base::Item(of) = base
            && self
                .schema
                .item(of)
                .is_some_and(|item| is_nested(&item.content))
        {
            let others = [&field.is, &field.usual, &field.condition];
            for word in others.into_iter().flatten() {
                let what = format!("`{}` is a structure, which has no such word", name.value);
                self.mistakes
                    .note(&word.span, what)
                    .help("it may have `count`, `size`, `at` and `from`");
            }
            let is_inner = self.schema.items.iter().any(|item| {
                let is_this = matches!(&item.content, Content::Sequence(other) if std::ptr::eq(other, sequence));
                is_this && self.schema.is_inner(&item.name)
            });
            if self.schema.takes_rest(base) && field.size.is_none() && !is_inner {
                let what = format!(
                    "`{}` takes all bytes that are left, and has no `size`",
                    name.value
                );
                self.mistakes
                    .note(&name.span, what)
                    .help("`size`: how many bytes it takes");
            }
            if self.schema.is_part(of) {
                let what = format!("`{of}` is a part, and cannot stand inside of another");
                self.mistakes.note(&name.span, what);
            }
        }
        match (versioned, counted) {
            (Some(true), true) if field.stride.is_none() => {
                let noted = self.mistakes.note(
                    &name.span,
                    format!(
                        "`{}` has versions by size, and no `stride` tells which",
                        name.value
                    ),
                );
                noted.help("`stride`: how many bytes each record takes");
            }
            (Some(true), false) if field.size.is_none() => {
                let noted = self.mistakes.note(
                    &name.span,
                    format!(
                        "`{}` has versions by size, and no `size` tells which",
                        name.value
                    ),
                );
                noted.help("`size`: how many bytes the record takes");
            }
            (Some(false), false) => {
                let noted = self.mistakes.note(
                    &name.span,
                    format!("`{}` has versions by value, and no `count`", name.value),
                );
                noted.help("such records stand in runs; a single one has `count = 1`");
            }
            _ => {}
        }
        if let (Some(round), Some(ty)) = (field.manner.round, &field.ty)
            && !self.rounds(sequence, field, round)
        {
            let what = format!("nothing says that `{}` is rounded", name.value);
            let noted = self.mistakes.note(&ty.span, what);
            noted.help(format!(
                "count it by a field with `is = \"align(len({}), {round})\"`",
                name.value
            ));
        }
        if field.unknown && (*base != Base::Bytes || field.null.is_some()) {
            self.mistakes
                .note(&name.span, "`unknown` is for `bytes`")
                .help("records keep what no version knows without a word, and so do parts and choices");
        }
        self.named_strings(sequence, field, base);
        if let Some(stride) = &field.stride
            && (!counted || variable)
        {
            self.mistakes.note(
                &stride.span,
                "only records that are counted have a `stride`",
            );
        }
        if let Some(size) = &field.size
            && (versioned != Some(true) && !self.is_structure(base) || counted)
        {
            let noted = self.mistakes.note(
                &size.span,
                "only a structure, or a single record with versions by size, has a `size`",
            );
            noted.help("bytes have a `count`, records a `count` and perhaps a `stride`");
        }
        for (word, text) in [("is", &field.is), ("usual", &field.usual)] {
            let Some(text) = text else { continue };
            if counted || variable || versioned.is_some() {
                self.mistakes
                    .note(&text.span, format!("`{word}` is for a single value"));
            }
        }
        if let (Some(is), Some(usual)) = (&field.is, &field.usual) {
            let noted = self
                .mistakes
                .note(&is.span, "a field has either `is` or `usual`")
                .other(&usual.span, "and `usual`");
            noted.help("`is` must hold; `usual` need not");
        }
    }

    pub(super) fn is_structure(&self, base: &Base) -> bool {
        let item = super::item_of(base).and_then(|name| self.schema.item(name));
        item.is_some_and(|item| is_nested(&item.content))
    }

    fn expressions(&self, sequence: &Sequence, index: usize, field: &SequenceField) {
        let scope = scope(self.schema, sequence, index, self.mistakes);
        let early = Rules::default();
        if let Some(count) = field.count.as_ref().filter(|count| !count.is_rest()) {
            scope.number(
                count,
                Rules {
                    kept_only: !count.is_path() && !undoes(sequence, field, count),
                    on_writing: true,
                    ..early
                },
            );
        }
        for text in [&field.size, &field.at]
            .into_iter()
            .flatten()
            .filter(|text| !text.is_rest())
        {
            scope.number(text, early);
        }
        if let Some(ours) = &field.ours {
            if field.shown.show.is_some() || !is_run(self.schema, field) {
                let what = "only records or numbers with a `count` are ours now and then";
                self.mistakes.note(&ours.span, what);
            }
            scope.condition(ours, early);
        }
        if let Some(stride) = field.stride.as_ref().filter(|text| !text.is_rest()) {
            scope.number(
                stride,
                Rules {
                    on_writing: true,
                    ..early
                },
            );
        }
        if let Some(condition) = &field.condition {
            scope.condition(
                condition,
                Rules {
                    on_writing: true,
                    ..early
                },
            );
        }
        if let Some(from) = &field.from {
            self.origin(sequence, index, from);
        }
        let late = Rules {
            ahead: true,
            on_writing: true,
            ..early
        };
        for text in [&field.is, &field.usual].into_iter().flatten() {
            let base = field.ty.as_ref().map(|ty| &ty.base);
            if base == Some(&Base::FourCC) && self.lacks_quotes(&scope, text) {
                continue;
            }
            let Some(lowered) = scope.lower(text, late) else {
                continue;
            };
            match (&lowered.ty, base) {
                (Type::Unknown, _) => {}
                (Type::FourCC, Some(Base::FourCC)) => {}
                (Type::Int, Some(Base::Integer(bits))) => {
                    if let Some(number) = text.number()
                        && number > u64::MAX >> (64 - bits)
                    {
                        let noted = self.mistakes.note(
                            &scope.whole(text),
                            format!("{number} does not fit into `u{bits}`"),
                        );
                        noted.help(format!("legal are 0 to {:#x}", u64::MAX >> (64 - bits)));
                    }
                }
                (found, _) => {
                    let noted = self.mistakes.note(
                        &scope.whole(text),
                        format!("the field does not hold {}", describe(found)),
                    );
                    noted.help("a computed field is an integer that equals a number, or a FourCC that equals one");
                }
            }
        }
        let arguments = field.ty.iter().flat_map(|ty| self.schema.arguments(ty));
        let values = arguments
            .enumerate()
            .filter(|(_, (_, is_record))| !is_record);
        for (position, (argument, _)) in values {
            if let Some(lowered) = scope.number(argument, late)
                && lowered.late
            {
                self.late_argument(field, position, argument);
            }
        }
        self.reference(sequence, field);
    }

    /// Notes four bytes that stand where an expression is expected.
    fn lacks_quotes(&self, scope: &Scope<'_>, text: &Expression) -> bool {
        let is_name = scope.names.iter().any(|known| text.is_field(&known.name));
        let is_bytes = text.len() == 4 && text.is_ascii() && !is_name;
        if is_bytes {
            let what = format!("`{}` is no expression for bytes", text.value);
            self.mistakes
                .note(&scope.whole(text), what)
                .help(format!("write `'\"{}\"'`", text.value));
        }
        is_bytes
    }

    /// Whether the count of bytes is computed as they are rounded.
    fn rounds(&self, sequence: &Sequence, field: &SequenceField, to: u64) -> bool {
        let (Some(name), Some(count)) = (&field.name, &field.count) else {
            return false;
        };
        let is_rounded = |is: &Expression| is.is_rounded_length(name, to);
        sequence.fields.iter().any(|field| {
            let own = field.name.as_ref();
            own.is_some_and(|own| count.is_field(own)) && field.is.as_ref().is_some_and(is_rounded)
        })
    }

    /// A run is measured before places are known, so that they cannot tell a version.
    fn late_argument(&self, field: &SequenceField, position: usize, argument: &Expression) {
        let Some(Base::Item(of)) = field.ty.as_ref().map(|ty| &ty.base) else {
            return;
        };
        let Some(Content::Versioned(versioned)) = self.schema.item(of).map(|item| &item.content)
        else {
            return;
        };
        let Some(parameter) = versioned.takes.get(position) else {
            return;
        };
        let whens = versioned
            .versions
            .iter()
            .filter_map(|version| version.when.as_ref());
        let mut told = whens.filter(|when| when.names(&parameter.name));
        if let Some(when) = told.next() {
            let what = format!(
                "`{}` is known too late to tell a version of `{of}`",
                argument.value
            );
            let noted = self.mistakes.note(&argument.span, what);
            noted
                .other(&when.span, "the version depends on it")
                .help("places and sizes come last: pass what the file states before the records");
        }
    }

    /// What stands inside of others is read in one go; or it has an inline part of single values, and everything else
    /// is placed.
    fn inner(&self, sequence: &Sequence) {
        self.names_nothing(sequence);
        if sequence.fields.iter().all(|field| field.at.is_none()) {
            let held = |field| Some((self.places(field)?, field));
            for (name, _) in sequence.fields.iter().filter_map(held) {
                let what = format!(
                    "`{}` places something, and what holds it places nothing",
                    name.value
                );
                let noted = self.mistakes.note(&name.span, what);
                noted.help("give it an offset with `at`");
            }
            return;
        }
        for (index, field) in sequence.fields.iter().enumerate() {
            let scope = scope(self.schema, sequence, index, self.mistakes);
            let is_single = field.name.as_ref().is_none_or(|name| {
                let known = scope.names.iter().find(|known| known.name == name.value);
                matches!(
                    known.map(|known| &known.entity),
                    Some(Entity::Single(_) | Entity::Absent(_) | Entity::Pooled { .. })
                )
            });
            let is_elsewhere = |name: &&Spanned<String>| {
                let condition = field.condition.as_ref().filter(|_| field.at.is_none());
                condition.is_some_and(|condition| condition.names(name))
            };
            let placed = sequence.fields.iter().filter(|field| field.at.is_some());
            let mut placed = placed.filter_map(|field| field.name.as_ref());
            if let (Some(other), Some(condition)) = (placed.find(is_elsewhere), &field.condition) {
                let what = format!("`{}` lies elsewhere, and is not read yet", other.value);
                let noted = self.mistakes.note(&condition.span, what);
                noted.help("ask for what stands in the sequence itself");
            }
            let is_plain = is_single && field.usual.is_none();
            if field.at.is_none() && (!is_plain || field.align.is_some() || field.known.is_some()) {
                let place = field.name.as_ref().map(|name| &name.span);
                let place = place.or(field.align.as_ref().map(|align| &align.span));
                let Some(place) = place else { continue };
                let what =
                    "a sequence inside of others that places something holds single values besides";
                self.mistakes
                    .note(place, what)
                    .help("give the field an offset with `at`");
            }
        }
    }

    /// Tables are those of a part: what stands inside of others has none.
    fn names_nothing(&self, sequence: &Sequence) {
        for field in &sequence.fields {
            let (Some(name), Some(ty)) = (&field.name, &field.ty) else {
                continue;
            };
            let records = self.schema.fields(&ty.base);
            let mut tables = records
                .iter()
                .flat_map(|field| field.reference.iter().chain(&field.run));
            if let Some(table) = tables.next() {
                let what = format!(
                    "records name what is in `{}`, and a sequence inside of others has no tables",
                    table.value
                );
                let noted = self.mistakes.note(&name.span, what);
                noted
                    .other(&table.span, "named here")
                    .help("put the records and their table into the part itself");
            }
        }
    }

    /// The name of a field that holds structures some of which lie elsewhere.
    fn places<'f>(&self, field: &'f SequenceField) -> Option<&'f Spanned<String>> {
        let name = field.name.as_ref().filter(|_| !field.pool)?;
        let Base::Item(of) = &field.ty.as_ref()?.base else {
            return None;
        };
        self.schema.places_something(of).map(|_| name)
    }

    /// What a structure places is written behind it, so that the next field needs a place.
    fn behind_what_places(&self, field: &SequenceField, placing: Option<&Spanned<String>>) {
        if let (Some(before), None, false) = (placing, &field.at, field.pool) {
            let own = field.name.as_ref().map(|name| &name.span);
            let Some(span) = own.or(field.align.as_ref().map(|align| &align.span)) else {
                return;
            };
            let what = format!(
                "this stands behind `{}`, which places something there",
                before.value
            );
            self.mistakes
                .note(span, what)
                .other(&before.span, "this one")
                .help("put it first, or give it an offset with `at`");
        }
    }

    /// `from` names an earlier field.
    fn origin(&self, sequence: &Sequence, index: usize, from: &Spanned<String>) {
        let earlier = sequence.fields[..index]
            .iter()
            .filter_map(|field| field.name.as_ref());
        let earlier: Vec<&str> = earlier.map(|name| name.as_str()).collect();
        if !earlier.contains(&from.as_str()) {
            let what = format!("`{}` is no field before this one", from.value);
            self.mistakes.note(&from.span, what).legal(from, earlier);
        }
    }

    /// Records find the tables that they name strings and runs of beside them.
    fn reference(&self, sequence: &Sequence, field: &SequenceField) {
        let base = field.ty.as_ref().map(|ty| &ty.base);
        let records = base.map_or_else(Vec::new, |base| self.schema.fields(base));
        let strings =
            |field: &SequenceField| field.ty.as_ref().is_some_and(|ty| ty.base == Base::Strings);
        let indices = |field: &SequenceField| is_index_table(field);
        let names = records
            .iter()
            .filter_map(|record| record.reference.as_ref());
        self.beside(sequence, field, names, "string", strings);
        let runs = records.iter().filter_map(|record| record.run.as_ref());
        self.beside(sequence, field, runs, "index", indices);
    }

    /// Tables that records of `field` name are fields of the sequence.
    fn beside<'n>(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        named: impl Iterator<Item = &'n Spanned<String>>,
        what: &str,
        is_table: impl Fn(&SequenceField) -> bool,
    ) {
        let tables = sequence.fields.iter().filter(|field| is_table(field));
        let tables: Vec<&str> = tables
            .filter_map(|field| field.name.as_ref())
            .map(|name| name.as_str())
            .collect();
        for table in named.filter(|table| !tables.contains(&table.as_str())) {
            let what = format!(
                "the {what} table `{}` does not stand beside the records that name it",
                table.value
            );
            let noted = self
                .mistakes
                .note(&table.span, what)
                .legal(table, tables.iter().copied());
            if let Some(name) = &field.name {
                noted.other(&name.span, "these records");
            }
        }
    }
}

/// Whether a count takes off what its field adds: `size - 2`, where `size` is `len(run) + 2`.
fn undoes(sequence: &Sequence, run: &SequenceField, count: &Expression) -> bool {
    let difference = count.sides(|op| matches!(op, BinOp::Sub(_)));
    let (Some(own), Some((size, less))) = (&run.name, difference) else {
        return false;
    };
    let adds = |is: &Expression| {
        let sum = is.sides(|op| matches!(op, BinOp::Add(_)));
        sum.is_some_and(|(len, more)| is_length(len, own) && more == less)
    };
    let is_size = |field: &SequenceField| {
        let field = field.name.as_ref();
        field.is_some_and(|field| name(size).is_some_and(|size| *size == field.value))
    };
    let mut fields = sequence.fields.iter();
    fields.any(|field| is_size(field) && field.is.as_ref().is_some_and(adds))
}

/// Whether records may name runs of a field: it holds `u32` one behind the other.
fn is_index_table(field: &SequenceField) -> bool {
    let is_numbers = field
        .ty
        .as_ref()
        .is_some_and(|ty| ty.base == Base::Integer(32));
    is_numbers && field.count.is_some() && field.stride.is_none() && field.each.is_none()
}

/// Whether a field holds several records or numbers, without places of their own.
fn is_run(schema: &Schema, field: &SequenceField) -> bool {
    let is_run = field.ty.as_ref().is_some_and(|ty| match &ty.base {
        Base::Item(name) => !matches!(
            schema.item(name).map(|item| &item.content),
            Some(Content::Sequence(_) | Content::Choice(_))
        ),
        base => !matches!(base, Base::Bytes | Base::Strings | Base::CStr),
    });
    is_run && field.count.is_some() && field.is.is_none()
}
