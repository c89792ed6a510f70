//! The fields of a sequence as they are compared: what each of their words says.

use crate::diagnostic::{Number, Text};
use crate::model::{Field, FieldKind, Pool, Schema, Sequence};

use super::rules::*;
use super::words::{Word, in_cpp, in_documents, listed, text, type_text};

/// A field of a sequence, or padding, which is named after the field before it.
pub(super) struct Step {
    pub(super) name: Text,
    pub(super) ty: String,
    pub(super) size: Option<u64>,
    pub(super) kind: FieldKind,
    pub(super) words: Vec<Word>,
}

pub(super) fn steps(schema: &Schema, sequence: &Sequence) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for field in &sequence.fields {
        let behind = steps.last().map_or("the start", |step| step.name.as_str());
        let (name, ty) = match &field.align {
            Some(align) if field.kind == FieldKind::Padding => {
                let name = Text::at(format!("padding behind {behind}"), align);
                (name, format!("align {}", align.value))
            }
            _ => (field.name.clone(), type_text(schema, &field.ty).to_owned()),
        };
        steps.push(Step {
            ty,
            size: schema.size(&field.ty.base),
            kind: field.kind,
            words: words(field, &name),
            name,
        });
    }
    steps
}

/// The values of the words of a field.
fn words(field: &Field, name: &str) -> Vec<Word> {
    // Every word of the language by name, so that a new one is not forgotten here.
    let Field {
        name: _,
        reserved: _,
        ty: _,
        place: _,
        kind,
        is,
        usual,
        default,
        shown,
        named,
        fill,
        known,
        null,
        pool,
        reference,
        cpp,
        count,
        each,
        strings_style,
        stride,
        size,
        at,
        from,
        align,
        condition,
        ours,
        // Of records.
        last: _,
        run: _,
        len: _,
        base: _,
        checked: _,
        doc: _,
    } = field;
    // A computed field is shown if it has a key.
    let follows = is.is_some() && shown.key.is_none() && shown.show.is_none();
    let is_shown = *kind != FieldKind::Padding && !follows;
    let placed = match pool {
        Some(Pool::Together) => &["pool"][..],
        Some(Pool::Near) => &["pool", "near"],
        None => &[],
    };
    let writing = strings_style.of_strings().chain(placed.iter().copied());
    let writing = listed(writing.map(|word| Some(word.to_owned())));
    let keys = listed(named.iter().map(|key| Some(key.value.clone())));
    let round = listed([strings_style.round.map(|round| round.to_string())]);
    let default = text(default.as_ref());
    let rule = |what, expression: &Option<_>| {
        Word::expression(&FIELD_RULE_CHANGED, what, expression.as_ref())
    };
    vec![
        Word::new(&WRITING_CHANGED, "how it is written", writing),
        match is_shown {
            true => in_documents(name, shown),
            false => Word::new(&DOCUMENT_CHANGED, "how documents show it", ""),
        },
        Word::expression(&DOCUMENT_CHANGED, "its `ours`", ours.as_ref()),
        Word::new(&DOCUMENT_CHANGED, "the keys of its strings", keys),
        in_cpp(cpp),
        rule("its `is`", is),
        rule("its computed `default`", usual),
        Word::new(&FIELD_DEFAULT_CHANGED, "its default", default),
        rule("its `count`", count),
        named_by("its `each`", each.as_ref().map(|each| &each.text)),
        rule("its `stride`", stride),
        rule("its `size`", size),
        rule("its `at`", at),
        named_by("what its `at` counts from", from.as_ref()),
        rule("its `if`", condition),
        Word::new(&FIELD_RULE_CHANGED, "its `round`", round),
        number("its `align`", align),
        rule("its `fill`", fill),
        number("its `null`", null),
        named_by("its `known`", known.as_ref()),
        named_by("its pool", reference.as_ref()),
    ]
}

fn named_by(what: &'static str, name: Option<&Text>) -> Word {
    Word::new(&FIELD_RULE_CHANGED, what, text(name))
}

fn number(what: &'static str, number: &Option<Number>) -> Word {
    let number = number.as_ref().map(|number| number.value.to_string());
    Word::new(&FIELD_RULE_CHANGED, what, number.unwrap_or_default())
}
