//! Types as fields write them: `u32`, `[u8; 16]`, `Name`, `Name(argument, ..)`.

use std::ops::Range;

use super::read::Text;
use crate::expression::Expression;
use crate::model::{BUILT_IN, Base, LOST, Parameter, Type};

/// The type that a text is; one that is lost, if it is none.
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

/// The parameter that a text is; one without a type, if it is none.
pub(super) fn read_parameter(text: Text) -> Parameter {
    let lost = || {
        (
            text.clone(),
            Text {
                value: LOST.to_owned(),
                span: text.span.clone(),
            },
        )
    };
    let (name, ty) = parameter(&text).unwrap_or_else(lost);
    Parameter { name, ty: read(ty) }
}

/// The name and the type of a parameter.
pub(super) fn parameter(text: &Text) -> Option<(Text, Text)> {
    let (name, ty) = text.split_once(':')?;
    let (name, ty) = (name.trim(), ty.trim());
    let is_whole = syn::parse_str::<syn::Ident>(name).is_ok() && !ty.is_empty();
    is_whole.then(|| (text.part(name), text.part(ty)))
}

/// The type that a text is, and which letters its arguments are; nothing, if it is no type.
pub(super) fn parse(text: &str) -> Option<(Base, Vec<Range<usize>>)> {
    if text.starts_with('[') {
        let array = syn::parse_str::<syn::TypeArray>(text).ok()?;
        Some((array_base(&array)?, Vec::new()))
    } else if let Ok(name) = syn::parse_str::<syn::Ident>(text) {
        Some((base(name.to_string()), Vec::new()))
    } else {
        named(&syn::parse_str::<syn::Expr>(text).ok()?)
    }
}
fn base(name: String) -> Base {
    let built_in = BUILT_IN.into_iter().find(|(known, _)| *known == name);
    match name.as_str() {
        "string" => Base::StringRef,
        "record" => Base::Record,
        _ => built_in.map_or(Base::Item(name), |(_, base)| base),
    }
}

fn array_base(array: &syn::TypeArray) -> Option<Base> {
    let of = match &*array.elem {
        syn::Type::Path(path) => base(path.path.get_ident()?.to_string()),
        syn::Type::Array(inner) => array_base(inner)?,
        _ => return None,
    };
    match &array.len {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(count),
            ..
        }) => Some(Base::Array(Box::new(of), count.base10_parse().ok()?)),
        _ => None,
    }
}

/// The constructor of a reference type, by its name.
fn reference(name: &str) -> Option<fn(Box<Base>) -> Base> {
    match name {
        "row" => Some(Base::RowRef),
        "list" => Some(Base::ListRef),
        _ => None,
    }
}

/// The type, and which letters its arguments are.
fn named(expression: &syn::Expr) -> Option<(Base, Vec<Range<usize>>)> {
    use syn::spanned::Spanned;
    match expression {
        syn::Expr::Path(path) => Some((base(path.path.get_ident()?.to_string()), Vec::new())),
        syn::Expr::Call(call) => {
            let (base, _) = named(&call.func)?;
            if let (Base::Item(name), Some(of)) = (&base, call.args.first())
                && call.args.len() == 1
                && let Some(reference) = reference(name)
            {
                let of_text = of.span().start().column..of.span().end().column;
                return Some((reference(Box::new(named(of)?.0)), vec![of_text]));
            }
            let args = call
                .args
                .iter()
                .map(|argument| argument.span().start().column..argument.span().end().column);
            Some((base, args.collect()))
        }
        _ => None,
    }
}
