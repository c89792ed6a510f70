//! The meaning of the names in the expressions of a field.

use syn::ExprCall;

use super::tree::{Expression, name};
use super::{Entity, Known, Name};
use crate::model::{Base, Field, FieldKind, Parameter, Struct};

/// The names that the expressions of field `index` see.
pub(crate) fn names(sequence: &Struct, index: usize) -> Vec<Name> {
    let mut names = arguments(&sequence.takes);
    let fields = sequence.fields.iter().enumerate();
    let fields = fields.filter(|(_, field)| field.has_name_and_type());
    names.extend(fields.map(|(at, field)| Name {
        name: field.name.value.clone(),
        entity: entity(field, &field.ty.base),
        behind: at >= index,
        below: None,
        known: known(field),
    }));
    let own = sequence.fields.get(index);
    let each = own.and_then(|own| own.each.as_ref()?.range());
    names.extend(each.map(|(name, end)| Name {
        below: end.number(),
        ..argument(name, Base::Integer(32))
    }));
    for field in &sequence.fields {
        if field.is.as_ref().is_some_and(|is| needs_places(is, &names)) {
            names
                .iter_mut()
                .filter(|known| field.is_named(&known.name))
                .for_each(|known| known.known = Known::AtLast);
        }
    }
    names
}

/// The meaning of the name of a field.
fn entity(field: &Field, base: &Base) -> Entity {
    match field.kind {
        FieldKind::Value if field.is_optional() => Entity::Absent(base.clone()),
        FieldKind::Value | FieldKind::Computed => Entity::Single(base.clone()),
        FieldKind::Bytes if field.is_optional() => Entity::AbsentBytes,
        FieldKind::Bytes | FieldKind::Strings => Entity::Bytes,
        FieldKind::Run | FieldKind::IndexTable => Entity::Run(base.clone()),
        FieldKind::Structure if field.count.is_some() => Entity::Run(base.clone()),
        FieldKind::Strided => Entity::Strided,
        FieldKind::Sized => Entity::Sized(base.item().unwrap_or_default().to_owned()),
        FieldKind::Structure if field.is_optional() => {
            Entity::AbsentNested(base.item().map(str::to_owned))
        }
        FieldKind::Structure => Entity::Nested(base.item().map(str::to_owned)),
        FieldKind::Text | FieldKind::Pool | FieldKind::Padding => Entity::Nested(None),
        FieldKind::Reference => Entity::Pooled,
    }
}

/// When the value of a field is known on writing, unless it is computed from places.
fn known(field: &Field) -> Known {
    match field.kind {
        FieldKind::Computed if field.is_optional() => Known::Never,
        FieldKind::Computed => Known::InPlace,
        _ => Known::AtOnce,
    }
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

/// The names that the expressions of an item see of what it takes.
pub(crate) fn arguments(takes: &[Parameter]) -> Vec<Name> {
    takes
        .iter()
        .filter(|parameter| parameter.ty.base != Base::Record)
        .map(|parameter| argument(&parameter.name, parameter.ty.base.clone()))
        .collect()
}

/// The name of a parameter.
pub(crate) fn argument(name: &str, base: Base) -> Name {
    Name {
        name: name.to_owned(),
        entity: Entity::Argument(base),
        behind: false,
        below: None,
        known: Known::AtOnce,
    }
}
