//! Completes references: the target is part of the number's type.

use super::number;
use crate::diagnostic::Mistakes;
use crate::expression::Expression;
use crate::model::{Base, Field, Type};
use crate::span::Number;

/// Moves the table from a type `string(table, ..)` or `run(table, len)` to the field, whose type becomes the number.
pub(super) fn name_tables(field: &mut Field, mistakes: &Mistakes) {
    let ty = &mut field.ty;
    match (&ty.base, ty.args.as_slice()) {
        (Base::StringRef, [table, options @ ..]) => {
            field.reference = Some(table.text().clone());
            for option in options {
                match (option.as_str(), key_and_value(option)) {
                    ("last", _) => field.last = true,
                    ("check", _) => field.checked = true,
                    (_, Some(("base", base))) => field.base = Some(option.part(base)),
                    _ => match null(option) {
                        Some(null) => field.null = Some(null),
                        None => {
                            let legal = ["last", "check", "base = argument", "null = 0"];
                            wrong_option(option, legal, mistakes);
                        }
                    },
                }
            }
            *ty = number(ty);
        }
        (Base::Item(name), args) if name == "run" => {
            if let [table, len] = args {
                (field.run, field.len) = (Some(table.text().clone()), Some(len.text().clone()));
            } else {
                let noted = mistakes.note(ty, "`run` requires a table and a length");
                noted.help("write `run(table, len)`: a table of `u32`, and a field of this record with the length");
            }
            *ty = number(ty);
        }
        (Base::RowRef(_), _) => ty.args.clear(),
        _ => {}
    }
}

/// Whether a type is a string with options for its offsets.
pub(super) fn has_offsets(ty: &Type) -> bool {
    let mut options = ty.args.iter().skip(1);
    ty.base == Base::StringRef
        && options.any(|option| {
            let key = key_and_value(option).map(|(key, _)| key);
            option.value == "check" || matches!(key, Some("base" | "null"))
        })
}

/// Moves the pool from a type `row(pool, ..)` to the field, whose type becomes the number.
pub(super) fn name_pool(field: &mut Field, mistakes: &Mistakes) {
    let ty = &mut field.ty;
    if !ty.names_pool() {
        return;
    }
    field.reference = ty.args.first().map(|table| table.text().clone());
    for option in ty.args.iter().skip(1) {
        match null(option) {
            Some(null) => field.null = Some(null),
            None => wrong_option(option, ["null = 0"], mistakes),
        }
    }
    *ty = number(ty);
}

fn key_and_value(option: &str) -> Option<(&str, &str)> {
    let (key, value) = option.split_once('=')?;
    Some((key.trim(), value.trim()))
}

/// The option `null = 0`.
fn null(option: &Expression) -> Option<Number> {
    let ("null", value) = key_and_value(option)? else {
        return None;
    };
    let literal: syn::LitInt = syn::parse_str(value).ok()?;
    Some(Number::at(literal.base10_parse().ok()?, option))
}

fn wrong_option<const N: usize>(option: &Expression, legal: [&str; N], mistakes: &Mistakes) {
    let what = format!("`{option}` does not say what a number references");
    mistakes.note(option, what).legal(option, legal);
}
