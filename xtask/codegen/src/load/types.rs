//! Parses types in the notation of fields: `u32`, `[u8; 16]`, `Name`, `Name(argument, ..)`.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit};

use super::is_identifier;
use crate::expression::Expression;
use crate::model::{BUILT_IN, Base, LOST, Parameter, Type};
use crate::span::Text;

/// Parses a type; the result is `Type::LOST` if the text is not a type.
pub(super) fn read(text: Text) -> Type {
    let (base, args) = parse(&text).unwrap_or_else(|| (Base::Item(LOST.to_owned()), Vec::new()));
    let args = args.into_iter();
    let mut ty = Type {
        base,
        args: args
            .map(|letters| Expression::new(text.letters(letters)))
            .collect(),
        span: text.span,
    };
    if matches!(ty.base, Base::RowRef(_) | Base::ListRef(_)) && !ty.names_pool() {
        ty.args.clear();
    }
    ty
}

/// Parses a parameter; the result has no type if the text is not a parameter.
pub(super) fn read_parameter(text: Text) -> Parameter {
    let lost = || (text.clone(), Text::at(LOST.to_owned(), &text));
    let (name, ty) = parameter(&text).unwrap_or_else(lost);
    Parameter { name, ty: read(ty) }
}

/// Splits a parameter into its name and its type.
pub(super) fn parameter(text: &Text) -> Option<(Text, Text)> {
    let (name, ty) = text.split_once(':')?;
    let (name, ty) = (name.trim(), ty.trim());
    let is_whole = is_identifier(name) && !ty.is_empty();
    is_whole.then(|| (text.part(name), text.part(ty)))
}

/// Parses a type, and returns the ranges of its arguments in characters; `None` if the text is not a type.
pub(super) fn parse(text: &str) -> Option<(Base, Vec<Range<usize>>)> {
    parsed(&syn::parse_str(text).ok()?)
}

fn parsed(expression: &Expr) -> Option<(Base, Vec<Range<usize>>)> {
    match expression {
        Expr::Path(path) => Some((named(path.path.get_ident()?.to_string()), Vec::new())),
        Expr::Repeat(array) => match (parsed(&array.expr)?, &*array.len) {
            (
                (of, args),
                Expr::Lit(ExprLit {
                    lit: Lit::Int(count),
                    ..
                }),
            ) if args.is_empty() => {
                let array = Base::Array(Box::new(of), count.base10_parse().ok()?);
                Some((array, args))
            }
            _ => None,
        },
        Expr::Call(call) if matches!(*call.func, Expr::Path(_)) => {
            let (mut base, _) = parsed(&call.func)?;
            if let (Some(name @ ("row" | "list")), 1) = (base.item(), call.args.len()) {
                let of = Box::new(parsed(&call.args[0])?.0);
                base = match name {
                    "row" => Base::RowRef(of),
                    _ => Base::ListRef(of),
                };
            }
            let args = call.args.iter().map(Spanned::span);
            let args = args.map(|span| span.start().column..span.end().column);
            Some((base, args.collect()))
        }
        _ => None,
    }
}

fn named(name: String) -> Base {
    let built_in = BUILT_IN.into_iter().find(|(known, ..)| *known == name);
    match name.as_str() {
        "string" => Base::StringRef,
        "record" => Base::Record,
        _ => built_in.map_or(Base::Item(name), |(_, base, _)| base),
    }
}
