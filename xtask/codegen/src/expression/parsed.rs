//! Stores an expression as a schema states it, parsed once, and answers questions about its tree.

use std::cell::OnceCell;

use quote::ToTokens as _;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use syn::{BinOp, Expr, ExprCall, Ident, Lit, Member, Stmt};

use super::parse::parse;
use super::tree::Tree;
use crate::span::{Located, Span, Spanned};

/// An expression: its text, which the generated code and pages repeat, and its tree.
#[derive(Clone)]
pub struct Expression {
    text: Spanned<String>,
    tree: syn::Result<Expr>,
    /// The typed tree, once the expression is checked, and whether it needs offsets that are known only at the end.
    typed: OnceCell<(Tree, bool)>,
}

impl Expression {
    pub(crate) fn new(text: Spanned<String>) -> Self {
        let tree = parse(&text);
        Self {
            text,
            tree,
            typed: OnceCell::new(),
        }
    }

    /// Stores its typed tree. An expression is checked at one location only, so every check produces the same tree.
    pub(super) fn keep(&self, typed: Tree, is_late: bool) {
        self.typed.get_or_init(|| (typed, is_late));
    }

    /// Whether it needs offsets or sizes that are known only after everything is written.
    pub(crate) fn is_late(&self) -> bool {
        self.typed.get().is_some_and(|(_, is_late)| *is_late)
    }

    /// Its typed tree, if it was checked and is valid.
    pub fn typed(&self) -> Option<&Tree> {
        if self.is_rest() {
            Some(&Tree::Rest)
        } else {
            self.typed.get().map(|(tree, _)| tree)
        }
    }

    /// The text in the schema.
    pub fn text(&self) -> &Spanned<String> {
        &self.text
    }

    /// The tree, or the parser's error.
    pub(super) fn parsed(&self) -> Result<&Expr, &syn::Error> {
        self.tree.as_ref()
    }

    /// The tree without the parentheses around all of it.
    pub(crate) fn tree(&self) -> Option<&Expr> {
        self.tree.as_ref().ok().map(bare)
    }

    /// Whether it is `..`, which extends to the end.
    pub fn is_rest(&self) -> bool {
        matches!(self.tree(), Some(Expr::Range(range)) if range.start.is_none() && range.end.is_none())
    }

    /// The literal, if the expression is one.
    pub(crate) fn literal(&self) -> Option<&Lit> {
        match self.tree()? {
            Expr::Lit(literal) => Some(&literal.lit),
            _ => None,
        }
    }

    /// The bytes, if the expression is a literal.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        match self.literal()? {
            Lit::Str(text) => Some(text.value().into_bytes()),
            Lit::ByteStr(bytes) => Some(bytes.value()),
            _ => None,
        }
    }

    /// The number, if the expression is a literal.
    pub fn number(&self) -> Option<u64> {
        number(self.tree()?)
    }

    /// The value, if the expression is `true` or `false`.
    pub(crate) fn truth(&self) -> Option<bool> {
        match self.literal()? {
            Lit::Bool(truth) => Some(truth.value),
            _ => None,
        }
    }

    /// Whether it consists only of a field with this name.
    pub(crate) fn is_field(&self, field: &str) -> bool {
        self.tree().and_then(name).is_some_and(|name| name == field)
    }

    /// The names of a path, if the expression is one: a field, or an inner field.
    pub(crate) fn path(&self) -> Option<Vec<&Ident>> {
        path(self.tree()?)
    }

    /// Whether it is a path.
    pub(crate) fn is_path(&self) -> bool {
        self.path().is_some()
    }

    /// Whether it depends on a field or an argument of this name.
    pub fn names(&self, field: &str) -> bool {
        self.visited().names.into_iter().any(|name| name == field)
    }

    /// The calls in it, each with the name of its function.
    pub(crate) fn calls(&self) -> Vec<(&Ident, &ExprCall)> {
        self.visited().calls
    }

    /// Whether it calls a function with a field, as in `size_of(field)`.
    pub(crate) fn asks(&self, function: &str, field: &str) -> bool {
        let mut calls = self.calls().into_iter();
        calls.any(|(name, call)| name == function && is_given(call, field))
    }

    /// The function and its argument, if the expression is only a call with a field.
    pub(crate) fn function_and_field(&self) -> Option<(&Ident, &Ident)> {
        match self.tree()? {
            Expr::Call(call) if call.args.len() == 1 => {
                Some((function(call)?, name(call.args.first()?)?))
            }
            _ => None,
        }
    }

    /// The record and the field in `known(record.field)`, if the expression is only that.
    pub(crate) fn known(&self) -> Option<(&Ident, &Ident)> {
        let [Expr::Field(field)] = arguments(self.tree()?, "known")?[..] else {
            return None;
        };
        match &field.member {
            syn::Member::Named(of) => Some((name(&field.base)?, of)),
            syn::Member::Unnamed(_) => None,
        }
    }

    /// Whether it is the length of a field.
    pub fn is_length(&self, field: &str) -> bool {
        self.tree().is_some_and(|tree| is_length(tree, field))
    }

    /// Whether it is the length of a field, rounded up to a multiple.
    pub(crate) fn is_rounded_length(&self, field: &str, to: u64) -> bool {
        let arguments = self.tree().and_then(|tree| arguments(tree, "align"));
        let [len, multiple] = arguments.unwrap_or_default()[..] else {
            return false;
        };
        is_length(len, field) && number(multiple) == Some(to)
    }

    /// The two sides of a sum or a difference.
    pub(crate) fn sides(&self, is_op: fn(&BinOp) -> bool) -> Option<(&Expr, &Expr)> {
        match self.tree()? {
            Expr::Binary(binary) if is_op(&binary.op) => {
                Some((bare(&binary.left), bare(&binary.right)))
            }
            _ => None,
        }
    }

    fn visited(&self) -> Found<'_> {
        let mut found = Found::default();
        if let Ok(tree) = &self.tree {
            found.add(tree);
        }
        found
    }
}

/// Expressions are equal if their trees are, however they are spelled. Expressions that cannot be parsed are never
/// equal.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        match (self.tree(), other.tree()) {
            (Some(tree), Some(other)) => are_equal(tree, other),
            _ => self.text.value == other.text.value,
        }
    }
}

impl std::ops::Deref for Expression {
    type Target = Spanned<String>;

    fn deref(&self) -> &Spanned<String> {
        &self.text
    }
}

impl Located for Expression {
    fn span(&self) -> &Span {
        &self.text.span
    }
}

impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("text", &self.text)?;
        map.serialize_entry("tree", &self.typed())?;
        map.end()
    }
}

impl std::fmt::Debug for Expression {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text.fmt(formatter)
    }
}

impl std::fmt::Display for Expression {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text.fmt(formatter)
    }
}

/// The names and calls of an expression.
#[derive(Default)]
struct Found<'e> {
    names: Vec<&'e Ident>,
    calls: Vec<(&'e Ident, &'e ExprCall)>,
}

impl<'e> Found<'e> {
    fn add(&mut self, expression: &'e Expr) {
        match expression {
            Expr::Path(path) => self.names.extend(path.path.get_ident()),
            Expr::Call(call) => {
                match function(call) {
                    // The name of a function is not a field.
                    Some(function) => self.calls.push((function, call)),
                    None => self.add(&call.func),
                }
                call.args.iter().for_each(|argument| self.add(argument));
            }
            other => inner(other).into_iter().for_each(|inner| self.add(inner)),
        }
    }
}

/// The direct operands of an expression, for all forms of the language.
fn inner(expression: &Expr) -> Vec<&Expr> {
    match expression {
        Expr::Binary(binary) => vec![&binary.left, &binary.right],
        Expr::Block(block) => values(&block.block).collect(),
        Expr::Field(field) => vec![&field.base],
        Expr::If(branch) => {
            let otherwise = branch.else_branch.iter().map(|(_, branch)| &**branch);
            let then = values(&branch.then_branch);
            [&*branch.cond]
                .into_iter()
                .chain(then)
                .chain(otherwise)
                .collect()
        }
        Expr::Index(index) => vec![&index.expr, &index.index],
        Expr::Match(chosen) => {
            let arms = chosen.arms.iter().map(|arm| &*arm.body);
            [&*chosen.expr].into_iter().chain(arms).collect()
        }
        Expr::Paren(paren) => vec![&paren.expr],
        Expr::Unary(unary) => vec![&unary.expr],
        _ => Vec::new(),
    }
}

/// The values in a block.
fn values(block: &syn::Block) -> impl Iterator<Item = &Expr> {
    block.stmts.iter().filter_map(|statement| match statement {
        Stmt::Expr(value, _) => Some(value),
        _ => None,
    })
}

/// Whether two expressions have the same tree.
pub fn are_equal(one: &Expr, other: &Expr) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}

/// An expression without outer parentheses, which rustc warns about.
pub fn bare(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(inner) => bare(&inner.expr),
        other => other,
    }
}

/// The function that is called, if it has a name.
fn function(call: &ExprCall) -> Option<&Ident> {
    name(&call.func)
}

/// The arguments, if an expression is a call of this function.
pub(super) fn arguments<'e>(expression: &'e Expr, of: &str) -> Option<Vec<&'e Expr>> {
    match bare(expression) {
        Expr::Call(call) if function(call)? == of => Some(call.args.iter().map(bare).collect()),
        _ => None,
    }
}

/// The field, if an expression consists only of its name.
pub fn name(expression: &Expr) -> Option<&Ident> {
    ident(bare(expression))
}

/// Like `name`, but not with parentheses around it.
pub(super) fn ident(expression: &Expr) -> Option<&Ident> {
    match expression {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// The names in a path.
pub(crate) fn segments(path: &syn::Path) -> Vec<String> {
    let segments = path.segments.iter();
    segments.map(|segment| segment.ident.to_string()).collect()
}

/// The names in a path to an inner field.
fn path(expression: &Expr) -> Option<Vec<&Ident>> {
    match expression {
        Expr::Path(path) => Some(vec![path.path.get_ident()?]),
        Expr::Field(field) => {
            let mut names = path(&field.base)?;
            match &field.member {
                Member::Named(member) => names.push(member),
                Member::Unnamed(_) => return None,
            }
            Some(names)
        }
        _ => None,
    }
}

/// Whether the only argument of a call is this field.
fn is_given(call: &ExprCall, field: &str) -> bool {
    let is_field = |argument| name(argument).is_some_and(|name| name == field);
    call.args.len() == 1 && call.args.first().is_some_and(is_field)
}

/// Whether an expression is the length of a field.
pub fn is_length(expression: &Expr, field: &str) -> bool {
    matches!(bare(expression), Expr::Call(call)
        if function(call).is_some_and(|name| name == "len") && is_given(call, field))
}

/// The number, if an expression is a literal.
pub(crate) fn number(expression: &Expr) -> Option<u64> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
