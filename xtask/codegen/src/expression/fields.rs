//! Finds the fields of an item for expressions, and the paths that writing can set to a count.

use std::collections::BTreeSet;

use super::Expression;
use crate::model::{Base, Content, Field, FieldKind, Schema, Struct};

/// The Rust code that sets the path of a count: fields and getters, with `?` after an optional record. `None` if the
/// path cannot be set, such as the field of a record that a version may lack.
pub(crate) fn settable(schema: &Schema, sequence: &Struct, path: &Expression) -> Option<String> {
    let mut names = path.path()?.into_iter().map(ToString::to_string);
    let root = names.next()?;
    let field = sequence.field(&root)?;
    let mut base = field.ty.base.clone();
    let mut rust = match field.kind {
        FieldKind::Value if field.is_optional() => format!("{root}?"),
        FieldKind::Value | FieldKind::Computed | FieldKind::Sized => root,
        _ => return None,
    };
    let mut is_got = false;
    for name in names {
        let Base::Item(of) = &base else { return None };
        let fields = fields_of(schema, of);
        let (_, next, is_method) = fields.into_iter().find(|(known, ..)| *known == name)?;
        // A getter returns a copy.
        if is_got {
            return None;
        }
        rust = format!("{rust}.{name}{}", if is_method { "()" } else { "" });
        (base, is_got) = (next, is_method);
    }
    let is_number = match &base {
        Base::Integer(_) => true,
        Base::Item(of) => schema.content(of)?.enumeration().is_some(),
        _ => false,
    };
    is_number.then_some(rust)
}

/// The fields of a record: name, type, and whether a Rust method reads them.
pub(super) fn fields_of(schema: &Schema, of: &str) -> Vec<(String, Base, bool)> {
    match schema.content(of) {
        Some(Content::Bits(bits)) => {
            let fields = bits.fields.iter().filter(|field| !field.reserved);
            fields
                .map(|field| (field.name.value.clone(), field.base(), true))
                .collect()
        }
        _ => {
            let (base, mut known) = (Base::Item(of.to_owned()), BTreeSet::new());
            let fields = schema.fields(&base).into_iter();
            let fields = fields.filter(|field| known.insert(field.name.as_str()));
            let read = |field: &Field| {
                let is_later = schema.is_later(&base, &field.name);
                (field.name.value.clone(), field.ty.base.clone(), is_later)
            };
            fields.map(read).collect()
        }
    }
}
