//! Types as fields write them: `u32`, `[u8; 16]`, `Name`, `Name(argument, ..)`.

use super::Builder;
use crate::diagnostic::Spanned;
use crate::expression::Expression;
use crate::load;
use crate::model::{BUILT_IN, Base, LOST, Type};
impl Builder<'_> {
    /// The type; one that is lost, if it cannot be read.
    pub(super) fn ty(&self, text: &Spanned<String>) -> Type {
        let mut ty = self.parse_type(text);
        if matches!(ty.base, Base::RowRef(_) | Base::ListRef(_)) {
            ty.args.clear();
        }
        ty
    }

    /// The same, with all that stands in its brackets: `u32`, `[u8; 16]`, `Name` or `Name(argument, ..)`.
    pub(super) fn parse_type(&self, text: &Spanned<String>) -> Type {
        // What was wrong has been noted.
        if text.value == LOST {
            return Type::lost(&text.span);
        }
        let parsed = if text.starts_with('[') {
            syn::parse_str::<syn::TypeArray>(text)
                .ok()
                .and_then(|array| array_base(&array))
                .map(|base| (base, Vec::new()))
        } else if let Ok(name) = syn::parse_str::<syn::Ident>(text) {
            Some((base(name.to_string()), Vec::new()))
        } else {
            syn::parse_str::<syn::Expr>(text)
                .ok()
                .and_then(|expression| named(&expression))
        };
        let (base, args) = parsed.unwrap_or_else(|| {
            let what = format!("`{}` is no type", text.value);
            load::no_type(self.mistakes.note(&text.span, what));
            (Base::Item(LOST.to_owned()), Vec::new())
        });
        let argument = |letters: std::ops::Range<usize>| Spanned {
            value: text
                .chars()
                .skip(letters.start)
                .take(letters.len())
                .collect(),
            span: self.source.inside(&text.span, text, letters),
        };
        let args = args
            .into_iter()
            .map(argument)
            .map(Expression::new)
            .collect();
        Type {
            base,
            args,
            span: text.span.clone(),
        }
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

/// What makes the type of a number that names others, by its name.
fn reference(name: &str) -> Option<fn(Box<Base>) -> Base> {
    match name {
        "row" => Some(Base::RowRef),
        "list" => Some(Base::ListRef),
        _ => None,
    }
}

/// The type, and which letters its arguments are.
fn named(expression: &syn::Expr) -> Option<(Base, Vec<std::ops::Range<usize>>)> {
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
