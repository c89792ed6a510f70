//! Types conditional expressions: `if` and `match`.

use proc_macro2::Span as TokenSpan;
use syn::spanned::Spanned as _;
use syn::{Expr, Pat};

use super::parsed::{bare, segments};
use super::tree::{Branch, Case, Choice};
use super::typing::Typing;
use super::{Tree, Type, describe};

/// The message for an invalid arm of `match`.
const ARM: &str = "an arm is `Value`, `A | B` or `_`";

impl Typing<'_> {
    pub(super) fn branch(&mut self, branch: &syn::ExprIf) -> (Tree, Type) {
        self.is_guarded = true;
        let condition = self.truth(bare(&branch.cond));
        let then = self.block(&branch.then_branch);
        let Some((_, otherwise)) = &branch.else_branch else {
            return self.refused(self.wrong(branch.span(), "`if` needs `else` in an expression"));
        };
        let otherwise = match &**otherwise {
            Expr::Block(block) => self.block(&block.block),
            other => self.number(other),
        };
        let branch = Branch {
            condition,
            then,
            otherwise,
        };
        (Tree::If(Box::new(branch)), Type::Int)
    }

    fn block(&mut self, block: &syn::Block) -> Tree {
        match block.stmts.as_slice() {
            [syn::Stmt::Expr(expression, None)] => self.number(bare(expression)),
            _ => {
                self.wrong(block.span(), "a branch is one expression");
                Tree::Rest
            }
        }
    }

    pub(super) fn choice(&mut self, choice: &syn::ExprMatch) -> (Tree, Type) {
        let (value, ty) = self.operand(bare(&choice.expr), None);
        let Type::Enum(of) = ty else {
            if ty == Type::Unknown {
                return self.unknown();
            }
            let what = format!("`match` takes a value of an enum, found {}", describe(&ty));
            let noted = self.wrong(choice.expr.span(), what);
            return self.refused(noted.help("use `if` and `else` for numbers"));
        };
        self.is_guarded = true;
        let mut arms = Vec::new();
        let mut otherwise = None;
        for arm in &choice.arms {
            let body = self.number(bare(&arm.body));
            match self.pattern(&arm.pat, &of) {
                Some(values) if values.is_empty() => otherwise = Some(body),
                Some(values) => arms.push(Case { values, is: body }),
                None => {}
            }
        }
        let Some(otherwise) = otherwise else {
            let noted = self.wrong(choice.span(), "`match` needs an arm `_`");
            return self.refused(noted.help("enums are open: other values can occur"));
        };
        let choice = Choice {
            of: value,
            arms,
            otherwise,
        };
        (Tree::Match(Box::new(choice)), Type::Int)
    }

    /// The values of a pattern; empty for `_`.
    fn pattern(&mut self, pattern: &Pat, of: &str) -> Option<Vec<Tree>> {
        match pattern {
            Pat::Wild(_) => Some(Vec::new()),
            Pat::Or(either) => {
                let mut values = Vec::new();
                for pattern in &either.cases {
                    let of_case = self.pattern(pattern, of)?;
                    // `A | _` equals `_`.
                    if of_case.is_empty() {
                        return Some(of_case);
                    }
                    values.extend(of_case);
                }
                Some(values)
            }
            Pat::Ident(ident) => self.enum_arm(of, &ident.ident.to_string(), pattern.span()),
            Pat::Path(path) => {
                let names = segments(&path.path);
                match names.as_slice() {
                    [value] => self.enum_arm(of, value, pattern.span()),
                    [other, value] if other == of => self.enum_arm(of, value, pattern.span()),
                    _ => {
                        self.wrong(pattern.span(), format!("the arms must be values of `{of}`"))
                            .help(format!("write `Value` or `{of}::Value`"));
                        None
                    }
                }
            }
            other => {
                self.wrong(other.span(), ARM);
                None
            }
        }
    }

    fn enum_arm(&mut self, of: &str, value: &str, at: TokenSpan) -> Option<Vec<Tree>> {
        if let Some((value, _)) = self.enum_value(of, value, true) {
            return Some(vec![value]);
        }
        let legal = self.scope.schema.values_named(of);
        self.wrong(at, format!("`{of}` has no value `{value}`"))
            .legal(value, legal);
        None
    }
}
