//! What trials need: which fields of a view and of its value are to be equal, and how each of them is held.

use std::collections::BTreeSet;

use super::sequences::has_inner;
use super::{Emitter, header};
use crate::check::{is_nested, scope};
use crate::expression::Entity;
use crate::model::{Base, Choice, Content, Item, Schema, Sequence, SequenceField};

/// The file.
pub(crate) fn file(schema: &Schema) -> String {
    let doc =
        "Which fields of a view and of its value are to be equal, and how each of them is held.";
    let types = schema.parts.iter().filter_map(|part| part.ty.as_ref());
    let types: BTreeSet<&str> = types
        .filter_map(|ty| match &ty.base {
            Base::Item(of) => Some(of.as_str()),
            _ => None,
        })
        .collect();
    let types = types.into_iter().map(|of| ("part", of.to_owned()));
    let items = schema.items.iter();
    let items = super::with_emitter(schema, true, |emitter| {
        let items = items.filter_map(|item| emitter.agreement(item));
        items.collect::<String>()
    });
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
                let mut takes = sequence.takes.iter();
                let generic = takes.find(|taken| taken.ty.base == Base::Record);
                let generic = generic.map(|taken| format!(" <{}>", taken.name.value));
                let first = first(&generic.unwrap_or_default());
                let fields = (0..sequence.fields.len()).filter_map(|index| {
                    let field = &sequence.fields[index];
                    let name = field.name.as_ref().filter(|_| field.is.is_none())?;
                    Some((self.held(sequence, field, index)?, name.value.clone()))
                });
                // What stands inside of others holds its fields; a part is asked for them.
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

    /// How a field is held.
    fn held(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        index: usize,
    ) -> Option<&'static str> {
        let base = &field.ty.as_ref()?.base;
        let scope = scope(self.schema, sequence, index, self.mistakes);
        let name = field.name.as_ref()?;
        let entity = scope.names.iter().find(|known| known.name == name.value);
        let may_lack = field.null.is_some() || field.condition.is_some();
        Some(match (base, entity.map(|known| &known.entity)) {
            _ if field.pool => "pool",
            _ if field.reference.is_some() && may_lack => "reference_or_none",
            _ if field.reference.is_some() => "reference",
            (Base::CStr, _) => "text",
            (Base::Bytes, _) if field.null.is_some() => "bytes_or_none",
            (Base::Bytes, _) => "bytes",
            (Base::Strings, _) => "strings",
            (_, Some(Entity::Run | Entity::Strided)) if has_inner(self.schema, field) => "items",
            (_, Some(Entity::Strided)) => "strided",
            (_, Some(Entity::Run)) => "run",
            (_, Some(Entity::Sized(_))) => "sized",
            _ if has_inner(self.schema, field) => "nested",
            _ => "single",
        })
    }

    fn arms(&self, choice: &Choice) -> impl Iterator<Item = (&'static str, String)> {
        let arms = choice.arms.iter().map(|arm| {
            let held = match &arm.ty.base {
                Base::Bytes => "bytes",
                Base::Strings => "strings",
                Base::Item(of) if self.is_inner(of) => "nested",
                _ => "single",
            };
            (held, arm.name.value.clone())
        });
        let others = choice.otherwise.iter();
        arms.chain(others.map(|_| ("bytes", "Other".to_owned())))
    }

    fn is_inner(&self, name: &str) -> bool {
        let item = self.schema.item(name);
        item.is_some_and(|item| is_nested(&item.content))
    }
}
