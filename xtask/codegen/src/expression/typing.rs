//! Types expressions, with one function for each kind of expression.

use proc_macro2::Span as TokenSpan;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, UnOp};

use super::parse::HEXADECIMAL;
use super::unreadable::{BYTES, NUMBERS, QUOTES};
use super::{Rules, Scope, Tree, Type, describe};
use crate::diagnostic::MistakeBuilder;
use crate::span::Spanned;

/// The state of typing an expression.
pub(super) struct Typing<'l> {
    pub(super) scope: &'l Scope<'l>,
    pub(super) text: &'l Spanned<String>,
    pub(super) rules: Rules,
    pub(super) late: bool,
    /// Whether a condition, possibly in a `let`, may exclude some values of the index of `each`.
    pub(super) is_guarded: bool,
}

impl<'l> Typing<'l> {
    pub(super) fn wrong(&self, at: TokenSpan, what: impl AsRef<str>) -> MistakeBuilder<'l> {
        self.scope
            .mistakes
            .note(&self.text.inside(super::letters(self.text, at)), what)
    }

    /// The result for an expression that cannot be typed. Its tree is a placeholder: if there is a mistake, nothing is
    /// generated.
    pub(super) fn unknown(&self) -> (Tree, Type) {
        (Tree::Rest, Type::Unknown)
    }

    /// The result for an expression with a mistake, which is already reported.
    pub(super) fn refused(&self, _noted: MistakeBuilder<'_>) -> (Tree, Type) {
        self.unknown()
    }

    /// Types an expression; `wanted` is the enum whose values may be used without the enum's name.
    pub(super) fn expression(&mut self, expression: &Expr, wanted: Option<&str>) -> (Tree, Type) {
        match expression {
            Expr::Lit(literal) => self.literal(literal),
            Expr::Paren(inner) => {
                let (mut tree, ty) = self.expression(&inner.expr, wanted);
                if let Tree::Binary(binary) = &mut tree {
                    binary.is_grouped = true;
                }
                (tree, ty)
            }
            Expr::Path(path) => self.path(path, wanted),
            Expr::Field(field) => self.field(field),
            Expr::Index(index) => self.index(index),
            Expr::Unary(unary) => match unary.op {
                UnOp::Not(_) => {
                    let of = Box::new(self.truth(&unary.expr));
                    (Tree::Not { of }, Type::Bool)
                }
                _ => {
                    let noted = self.wrong(unary.span(), "only `!` can precede an expression");
                    let help = "expressions use unsigned numbers; subtract, as in `a - 1`";
                    self.refused(noted.help(help))
                }
            },
            Expr::Binary(binary) => self.binary(binary, wanted),
            Expr::Call(call) => self.call(call),
            Expr::If(branch) => self.branch(branch),
            Expr::Match(choice) => self.choice(choice),
            Expr::Assign(assigned) => {
                let noted = self.wrong(assigned.eq_token.span(), "`=` is not a comparison");
                self.refused(noted.help("write `==`"))
            }
            other => {
                let what = "the schema language does not have this expression";
                let noted = self.wrong(other.span(), what);
                self.refused(noted.help(match other {
                    Expr::Array(_) => BYTES,
                    _ => "it has numbers, fields, arithmetic, comparisons, `&& || !`, `if else`, `match` and calls",
                }))
            }
        }
    }

    /// Types an expression that must be a number.
    pub(super) fn number(&mut self, expression: &Expr) -> Tree {
        self.operand(expression, None).0
    }

    /// Like `number`; `wanted` is the enum whose values may be used without the enum's name.
    pub(super) fn operand(&mut self, expression: &Expr, wanted: Option<&str>) -> (Tree, Type) {
        let (tree, ty) = self.expression(expression, wanted);
        self.expect_number(expression, &ty);
        (tree, ty)
    }

    /// Reports an expression that is not a number.
    pub(super) fn expect_number(&self, expression: &Expr, ty: &Type) {
        if !matches!(ty, Type::Int | Type::Enum(_) | Type::Unknown) {
            let what = format!("expected a number, found {}", describe(ty));
            self.wrong(expression.span(), what);
        }
    }

    /// Types an expression that must be true or false.
    pub(super) fn truth(&mut self, expression: &Expr) -> Tree {
        let (tree, ty) = self.expression(expression, None);
        match &ty {
            Type::Bool | Type::Unknown => {}
            other => {
                self.wrong(
                    expression.span(),
                    format!("expected a condition, found {}", describe(other)),
                )
                .help(self.compared(expression));
            }
        }
        tree
    }

    fn literal(&mut self, literal: &ExprLit) -> (Tree, Type) {
        match &literal.lit {
            Lit::Int(number) if !number.suffix().is_empty() => {
                let noted = self.wrong(literal.span(), format!("`{number}` is not a number"));
                self.refused(noted.help(NUMBERS))
            }
            Lit::Int(literal) => match literal.base10_parse() {
                Ok(number) => {
                    let spelled = literal.to_string();
                    (Tree::Number { number, spelled }, Type::Int)
                }
                Err(_) => self.refused(self.wrong(literal.span(), "a number has at most 64 bits")),
            },
            Lit::Bool(truth) => (Tree::Truth { truth: truth.value }, Type::Bool),
            Lit::Str(text) if text.value().len() == 4 && text.value().is_ascii() => {
                (Tree::Text { text: text.value() }, Type::FourCC)
            }
            Lit::Str(text) if text.value().is_ascii() && !text.value().is_empty() => {
                constant(text.value().as_bytes())
            }
            Lit::Str(_) => {
                let noted = self.wrong(
                    literal.span(),
                    "bytes in quotes are one or more ASCII characters",
                );
                self.refused(noted.help(BYTES))
            }
            Lit::ByteStr(bytes) if bytes.suffix() == HEXADECIMAL => constant(&bytes.value()),
            _ => {
                let what = "the schema language does not have this literal";
                let noted = self.wrong(literal.span(), what);
                self.refused(match literal.lit {
                    Lit::ByteStr(_) | Lit::Byte(_) => noted.help(BYTES),
                    Lit::Char(_) => noted.help(QUOTES),
                    _ => noted,
                })
            }
        }
    }
}

/// The tree and the type of constant bytes.
fn constant(bytes: &[u8]) -> (Tree, Type) {
    let bytes = bytes.to_vec();
    let ty = Type::Bytes(bytes.len());
    (Tree::Bytes { bytes }, ty)
}
