//! What is computed without saying so: a number that is the count, size, stride or place of another field.

use crate::diagnostic::Spanned;
use crate::expression::Expression;
use crate::model::{Base, SequenceField};

/// Gives each number that another field names alone what it equals.
pub(super) fn infer(fields: &mut [SequenceField]) {
    for index in 0..fields.len() {
        let field = &fields[index];
        let is_integer = field
            .ty
            .as_ref()
            .is_some_and(|ty| matches!(ty.base, Base::Integer(_)));
        let says = field.is.is_some() || field.usual.is_some() || field.default.is_some();
        let is_single = field.count.is_none() && field.reference.is_none();
        if !is_integer || says || !is_single || field.kept {
            continue;
        }
        let Some(name) = &field.name else { continue };
        if let Some(value) = equal(fields, name) {
            let span = name.span.clone();
            fields[index].is = Some(Expression::new(Spanned { value, span }));
        }
    }
}

/// What a number equals, by the first field that names it alone.
fn equal(fields: &[SequenceField], number: &str) -> Option<String> {
    let is_it = |of: &Option<Expression>| of.as_ref().is_some_and(|of| of.is_field(number));
    for field in fields {
        let Some(name) = &field.name else { continue };
        let name = &name.value;
        if is_it(&field.count) && field.each.is_none() {
            return Some(match field.manner.round {
                Some(to) => format!("align(len({name}), {to})"),
                None => format!("len({name})"),
            });
        }
        if is_it(&field.size) {
            return Some(format!("size_of({name})"));
        }
        if is_it(&field.stride) {
            let runs = fields.iter().filter(|field| is_it(&field.stride));
            let runs = runs.filter_map(|run| run.name.as_ref());
            let runs: Vec<&str> = runs.map(|run| run.value.as_str()).collect();
            return Some(format!("stride_of({})", runs.join(", ")));
        }
        if is_it(&field.at) {
            return Some(match &field.from {
                Some(from) => format!("at({name}) - at({})", from.value),
                None => format!("at({name})"),
            });
        }
    }
    None
}
