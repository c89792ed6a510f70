//! Determines the names that the expressions of a field may use.

use syn::ExprCall;

use super::parsed::{Expression, name};
use super::{Known, Name};
use crate::model::{Base, Field, FieldKind, Parameter, Struct};

/// The names that the expressions of field `index` can use.
pub(crate) fn names(sequence: &Struct, index: usize) -> Vec<Name<'_>> {
    let mut names = arguments(&sequence.takes);
    let fields = sequence.fields.iter().enumerate();
    let fields = fields.filter(|(_, field)| field.has_name_and_type());
    names.extend(fields.map(|(at, field)| Name {
        name: &field.name,
        field: Some(field),
        base: field.ty.base.clone(),
        behind: at >= index,
        below: None,
        known: known(sequence, field),
    }));
    let own = sequence.fields.get(index);
    let each = own.and_then(|own| own.each.as_ref()?.range());
    names.extend(each.map(|(name, end)| Name {
        below: end.number(),
        ..argument(name, Base::Integer(32))
    }));
    names
}

/// When writing knows the value of a field.
fn known(sequence: &Struct, field: &Field) -> Known {
    match (field.kind, &field.is) {
        (_, Some(is)) if needs_places(is, sequence) => Known::AtLast,
        (FieldKind::Computed, None) => Known::Never,
        (FieldKind::Computed, Some(_)) => Known::InPlace,
        _ => Known::AtOnce,
    }
}

/// Whether an expression uses offsets of fields, which are known only after everything is written.
fn needs_places(expression: &Expression, sequence: &Struct) -> bool {
    let states_size = |call: &ExprCall| {
        let field = call.args.first().and_then(name);
        let field = field.and_then(|field| sequence.field(&field.to_string()));
        field.is_some_and(|field| field.kind == FieldKind::Sized)
    };
    let mut calls = expression.calls().into_iter();
    calls.any(|(function, call)| function == "at" || function == "size_of" && !states_size(call))
}

/// The parameters that the expressions of an item can use.
pub(crate) fn arguments(takes: &[Parameter]) -> Vec<Name<'_>> {
    takes
        .iter()
        .filter(|parameter| parameter.ty.base != Base::Record)
        .map(|parameter| argument(&parameter.name, parameter.ty.base.clone()))
        .collect()
}

/// The entry of a parameter.
pub(crate) fn argument(name: &str, base: Base) -> Name<'_> {
    Name {
        name,
        field: None,
        base,
        behind: false,
        below: None,
        known: Known::AtOnce,
    }
}
