//! Computed fields without `is`: a number that is the count, size, stride or offset of another field.

use crate::diagnostic::Mistakes;
use crate::expression::Expression;
use crate::model::{Base, Field};
use crate::span::Spanned;

/// Gives each number that another field names alone what it equals, and notes an `is` that does not say more than that.
pub(super) fn infer(fields: &mut [Field], mistakes: &Mistakes) {
    for index in 0..fields.len() {
        let field = &fields[index];
        let name = &field.name;
        let value = field.is_integer().then(|| equal(fields, name)).flatten();
        let Some(value) = value else { continue };
        let repeats = field.is.as_ref().filter(|is| !says_more(is, &value));
        if let Some(is) = repeats {
            let what = format!("`{name}` is computed as `{value}`, so only one field can use it");
            mistakes.note(is, what).help("remove `is`");
        }
        if !field.says_value() || repeats.is_some() {
            let span = name.span.clone();
            fields[index].is = Some(Expression::new(Spanned { value, span }));
        }
    }
}

/// Whether what a field is computed as holds more than what follows from the field that names it: a fact of its own,
/// which a count is compared with, or an expression around it.
fn says_more(is: &Expression, value: &str) -> bool {
    is.calls().is_empty() || is.len() > value.len() && is.contains(value)
}

/// The value of a number, from the first field that names it alone.
fn equal(fields: &[Field], number: &str) -> Option<String> {
    let is_it = |of: &Option<Expression>| of.as_ref().is_some_and(|of| of.is_field(number));
    for field in fields.iter().filter(|field| !field.name.is_empty()) {
        let name = &field.name.value;
        let is_bytes = field.ty.base == Base::Bytes;
        if is_it(&field.count) && is_bytes && field.null.is_some() {
            // Bytes that lack have no length.
            return None;
        }
        if is_it(&field.count) && field.each.is_none() {
            return Some(match field.strings_style.round {
                Some(to) => format!("align(len({name}), {to})"),
                None => format!("len({name})"),
            });
        }
        if is_it(&field.size) {
            return Some(format!("size_of({name})"));
        }
        if is_it(&field.stride) {
            let runs = fields.iter().filter(|field| is_it(&field.stride));
            let runs: Vec<&str> = runs.map(|run| run.name.as_str()).collect();
            return Some(format!("stride_of({})", runs.join(", ")));
        }
        if is_it(&field.at) {
            return Some(match &field.from {
                Some(from) => format!("at({name}) - at({from})"),
                None => format!("at({name})"),
            });
        }
    }
    None
}
