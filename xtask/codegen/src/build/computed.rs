//! Infers computed fields without `is`: a number that is the count, size, stride or offset of another field.

use crate::diagnostic::Mistakes;
use crate::expression::Expression;
use crate::model::{Base, Field};
use crate::span::Spanned;

/// Sets the value of each number whose name alone is another field's count, size, stride or offset, and reports an `is`
/// that only repeats that value.
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
        if field.is.is_none() && field.canonical.is_none() {
            is_for_all(fields, name, mistakes);
        }
        if !field.says_value() || repeats.is_some() {
            let span = name.span.clone();
            fields[index].is = Some(Expression::new(Spanned { value, span }));
        }
    }
}

/// Reports a number that is computed from an optional field, if another field that uses the number has another
/// condition.
fn is_for_all(fields: &[Field], number: &Spanned<String>, mistakes: &Mistakes) {
    type Word = fn(&Field) -> &Option<Expression>;
    let words: [(&str, Word); 3] = [
        ("len", |field| &field.count),
        ("size_of", |field| &field.size),
        ("at", |field| &field.at),
    ];
    for (measure, word) in words {
        let is_it = |field: &&Field| word(field).as_ref().is_some_and(|of| of.is_field(number));
        let named: Vec<&Field> = fields.iter().filter(is_it).collect();
        let Some((first, others)) = named.split_first() else {
            continue;
        };
        let is_always = |field: &&Field| field.condition.is_none();
        let mut others = others.iter();
        let other = others.find(|other| other.condition != first.condition);
        if let Some(other) = other.filter(|_| !named.iter().any(is_always)) {
            let (first, other) = (&first.name, &other.name);
            let what = format!(
                "`{number}` is computed from `{first}`, and `{other}` may be there without it"
            );
            let noted = mistakes.note(number, what).other(other, "this one");
            let help = format!(
                "if only one of them is there, write `is = \"{measure}({first}) + {measure}({other})\"`"
            );
            noted.help(help);
        }
    }
}

/// Whether `is` says more than what follows from the field that uses the number: an independent fact, with which a
/// count is compared, or an expression around the inferred value.
fn says_more(is: &Expression, value: &str) -> bool {
    is.calls().is_empty() || is.len() > value.len() && is.contains(value)
}

/// The value of a number, from the first field that uses its name alone.
fn equal(fields: &[Field], number: &str) -> Option<String> {
    let is_it = |of: &Option<Expression>| of.as_ref().is_some_and(|of| of.is_field(number));
    let named = || fields.iter().filter(|field| !field.name.is_empty());
    // A field without a condition determines the number even if other fields are absent.
    let always = named().filter(|field| field.condition.is_none());
    for field in always.chain(named()) {
        let name = &field.name.value;
        let is_bytes = field.ty.base == Base::Bytes;
        if is_it(&field.count) && is_bytes && field.null.is_some() {
            // Bytes that are absent have no length.
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
