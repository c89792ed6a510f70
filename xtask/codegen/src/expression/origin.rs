//! Parses `at(field) + offset`: an offset that is relative to an earlier field.

use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, Ident, Token};

use super::{Expression, letters, parsed};
use crate::span::Spanned;

/// The field that an offset is relative to, if there is one, and the rest of the expression.
pub(crate) fn origin(at: Expression) -> (Option<Spanned<String>>, Expression) {
    let split = at.parsed().ok().and_then(first_of_sum);
    let split = split.and_then(|(first, plus)| Some((counted_from(first)?, plus)));
    let Some((from, plus)) = split else {
        return (None, at);
    };
    let behind = letters(&at, plus.span()).end;
    let blanks = at
        .chars()
        .skip(behind)
        .take_while(|letter| letter.is_whitespace());
    let offset = behind + blanks.count()..at.trim_end().chars().count();
    let from = at.letters(letters(&at, from.span()));
    (Some(from), Expression::new(at.letters(offset)))
}

/// The first operand of a sum, and the `+` after it: the rest is a separate sum.
fn first_of_sum(expression: &Expr) -> Option<(&Expr, &Token![+])> {
    let Expr::Binary(binary) = expression else {
        return None;
    };
    let BinOp::Add(plus) = &binary.op else {
        return None;
    };
    match &*binary.left {
        sum @ Expr::Binary(_) => first_of_sum(sum),
        first => Some((first, plus)),
    }
}

/// The field in `at(field)`, if an expression is that call.
fn counted_from(expression: &Expr) -> Option<&Ident> {
    match expression {
        Expr::Call(_) => match parsed::arguments(expression, "at")?[..] {
            [field] => parsed::name(field),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> (Option<String>, String) {
        let at = Spanned {
            value: text.to_owned(),
            span: Default::default(),
        };
        let (from, offset) = origin(Expression::new(at));
        (from.map(|from| from.value), offset.value.clone())
    }

    #[test]
    fn a_place_counts_from_a_field_if_it_is_a_sum_that_begins_with_its_place() {
        let counts = |text, from: &str, offset: &str| {
            assert_eq!(split(text), (Some(from.to_owned()), offset.to_owned()));
        };
        counts("at(x) + a", "x", "a");
        counts("at( x )+ a + b ", "x", "a + b");
        counts("at(x) + a * 4 + (b & 3)", "x", "a * 4 + (b & 3)");
        counts("at(x)\n  +\n  a", "x", "a");
    }

    #[test]
    fn a_place_that_is_no_such_sum_stays_whole() {
        // These are parsed as `(at(x) + a) & 3` and so on: the text after `+` is not added to the offset.
        for text in [
            "at(x) + a & 3",
            "at(x) + a - b",
            "at(x) + a << 2",
            "at(x) + a == b",
        ] {
            assert_eq!(split(text), (None, text.to_owned()));
        }
        for text in [
            "a",
            "at(x)",
            "a + at(x)",
            "at(x, y) + a",
            "len(x) + a",
            "at(x) +",
        ] {
            assert_eq!(split(text), (None, text.to_owned()));
        }
    }
}
