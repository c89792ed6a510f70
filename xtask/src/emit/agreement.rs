//! Data for trials: the fields of a view and of its value that must be equal, and how each of them is stored.

use std::collections::BTreeSet;

use super::{Emitter, OWN_RUNTIME, header};
use crate::model::{Content, FieldKind, Item, Part, Schema, SequenceField, Switch};

/// The file.
pub(crate) fn file(schema: &Schema) -> String {
    let doc =
        "Which fields of a view and of its value are to be equal, and how each of them is held.";
    let types: BTreeSet<&str> = schema.parts.iter().filter_map(Part::item).collect();
    let types = types.into_iter().map(|of| ("part", of.to_owned()));
    let emitter = Emitter::new(schema, OWN_RUNTIME);
    let items = schema.items.iter();
    let items: String = items.filter_map(|item| emitter.agreement(item)).collect();
    let header = header("the schemas", doc);
    let parts = invocation("parts", "", types);
    format!("{header}\nuse crate::agree::{{arms, fields, methods, parts}};\n{parts}{items}")
}

/// A macro with a line for each name.
fn invocation(
    name: &str,
    first: &str,
    lines: impl Iterator<Item = (&'static str, String)>,
) -> String {
    let lines: String = lines
        .map(|(held, name)| format!("    {held} {name},\n"))
        .collect();
    format!("\n{name}! {{\n{first}{lines}}}\n")
}

impl Emitter<'_> {
    fn agreement(&self, item: &Item) -> Option<String> {
        let (module, name) = (self.schema.module(item), &item.name.value);
        let view = format!("dxc_format::{module}::{name}View");
        let first = |generic: &str| format!("    dxc_format::{module}::{name}{generic}, {view},\n");
        match &item.content {
            Content::Sequence(sequence) => {
                let generic = sequence.records_taken().next();
                let generic = generic.map(|taken| format!(" <{}>", taken.name));
                let first = first(&generic.unwrap_or_default());
                let fields = sequence
                    .fields
                    .iter()
                    .filter_map(|field| Some((held(field)?, field.name.as_ref()?.value.clone())));
                // Items inside of others store their fields; of a part, they are requested.
                let macro_name = match self.schema.is_inner(name) {
                    true => "fields",
                    false => "methods",
                };
                Some(invocation(macro_name, &first, fields))
            }
            Content::Choice(choice) => Some(invocation("arms", &first(""), self.arms(choice))),
            _ => None,
        }
    }

    fn arms(&self, choice: &Switch) -> impl Iterator<Item = (&'static str, String)> {
        let arms = choice.arms.iter().map(|arm| {
            let held = self.arm_kind(arm).unwrap_or("single");
            (held, arm.name.value.clone())
        });
        let others = choice.otherwise.iter();
        arms.chain(others.map(|_| ("bytes", "Other".to_owned())))
    }
}

/// How a view and a value hold a field; nothing, where a value holds none.
fn held(field: &SequenceField) -> Option<&'static str> {
    Some(match (field.kind, field.is_optional()) {
        (FieldKind::Computed, false) | (FieldKind::Padding, _) => return None,
        (FieldKind::Value | FieldKind::Computed, _) => "single",
        (FieldKind::Bytes, false) => "bytes",
        (FieldKind::Bytes, true) => "bytes_or_none",
        (FieldKind::Strings, _) => "strings",
        (FieldKind::Text, false) => "text",
        (FieldKind::Text, true) => "text_or_none",
        (FieldKind::Run | FieldKind::IndexTable, _) => "run",
        (FieldKind::Strided, _) => "strided",
        (FieldKind::Sized, _) => "sized",
        (FieldKind::Structure, _) if field.count.is_some() => "items",
        (FieldKind::Structure, _) => "nested",
        (FieldKind::Pool, _) => "pool",
        (FieldKind::Reference, false) => "reference",
        (FieldKind::Reference, true) => "reference_or_none",
    })
}
