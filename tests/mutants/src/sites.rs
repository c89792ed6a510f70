//! Finds the locations of a file that can be changed, and their alternatives.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ImplItem, Item, Lit, ReturnType, Stmt, Type};

/// A location and its alternative.
#[derive(Clone)]
pub(crate) struct Site {
    /// The bytes that change.
    pub(crate) range: Range<usize>,
    pub(crate) form: Form,
}

/// The alternative for a location.
#[derive(Clone)]
pub(crate) enum Form {
    /// Another expression, which may contain parts of the old one.
    Other(Vec<Piece>),
    /// The statement is omitted.
    Without,
    /// The function whose body begins here returns this value immediately.
    Return(String),
}

/// A piece of an expression.
#[derive(Clone)]
pub(crate) enum Piece {
    Text(String),
    Old(Range<usize>),
}

/// All locations of a file that can be changed.
pub(crate) fn sites(text: &str) -> syn::Result<Vec<Site>> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder::default();
    finder.visit_file(&file);
    Ok(finder.sites)
}

#[derive(Default)]
struct Finder {
    sites: Vec<Site>,
}

fn range(item: &impl Spanned) -> Range<usize> {
    let span: Span = item.span();
    span.byte_range()
}

fn text(text: &str) -> Piece {
    Piece::Text(text.to_owned())
}

/// Whether an item is only compiled in tests or for some targets.
fn is_left_out(attributes: &[syn::Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("cfg") || attribute.path().is_ident("test"))
}

/// Whether an expression binds names, as in `if let`.
fn binds(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        Expr::Paren(inner) => binds(&inner.expr),
        _ => false,
    }
}

fn is_one(expression: &Expr) -> bool {
    matches!(expression, Expr::Lit(lit) if matches!(&lit.lit, Lit::Int(int) if int.base10_digits() == "1"))
}

/// The values that a function may return instead.
fn defaults(output: &ReturnType) -> Vec<&'static str> {
    let ReturnType::Type(_, returned) = output else {
        return vec!["()"];
    };
    let Type::Path(path) = &**returned else {
        return Vec::new();
    };
    let Some(last) = path.path.segments.last() else {
        return Vec::new();
    };
    let inner = match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(syn::GenericArgument::Type(Type::Tuple(tuple))) if tuple.elems.is_empty() => "()",
            Some(syn::GenericArgument::Type(Type::Path(path))) if path.path.is_ident("bool") => {
                "bool"
            }
            Some(syn::GenericArgument::Type(Type::ImplTrait(_))) => return Vec::new(),
            _ => "",
        },
        _ => "",
    };
    match (last.ident.to_string().as_str(), inner) {
        ("Result", "()") => vec!["Ok(())"],
        ("Result", "bool") => vec!["Ok(true)", "Ok(false)"],
        ("bool", _) => vec!["true", "false"],
        ("Option", _) => vec!["None"],
        ("u8" | "u16" | "u32" | "u64" | "usize" | "i64", _) => vec!["0", "1"],
        ("Vec", _) => vec!["Default::default()"],
        ("String", _) => vec!["Default::default()"],
        _ => Vec::new(),
    }
}

impl Finder {
    fn other(&mut self, place: Range<usize>, pieces: Vec<Piece>) {
        self.sites.push(Site {
            range: place,
            form: Form::Other(pieces),
        });
    }

    fn condition(&mut self, condition: &Expr) {
        if !binds(condition) {
            for value in ["true", "false"] {
                self.other(range(condition), vec![text(value)]);
            }
        }
    }

    fn function(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let name = signature.ident.to_string();
        if signature.constness.is_some() || name == "size_hint" {
            return;
        }
        if !body.stmts.is_empty() {
            let at = range(&body.brace_token.span.open()).end;
            for value in defaults(&signature.output) {
                self.sites.push(Site {
                    range: at..at,
                    form: Form::Return(value.to_owned()),
                });
            }
        }
        visit::visit_block(self, body);
    }

    /// Removes a bound: the difference wraps around, and the greater value is used.
    fn bound(&mut self, call: &syn::ExprMethodCall) {
        let Some(argument) = call.args.first().filter(|_| call.args.len() == 1) else {
            return;
        };
        let (value, amount) = (
            Piece::Old(range(&call.receiver)),
            Piece::Old(range(argument)),
        );
        let pieces = match call.method.to_string().as_str() {
            "checked_sub" => vec![
                text("Some(("),
                value,
                text(").wrapping_sub("),
                amount,
                text("))"),
            ],
            "min" => vec![value],
            _ => return,
        };
        self.other(range(call), pieces);
    }

    fn binary(&mut self, binary: &syn::ExprBinary) {
        let (left, right) = (range(&binary.left), range(&binary.right));
        let place = range(binary);
        let other = match binary.op {
            BinOp::Lt(_) => "<=",
            BinOp::Le(_) => "<",
            BinOp::Gt(_) => ">=",
            BinOp::Ge(_) => ">",
            BinOp::Eq(_) => "!=",
            BinOp::Ne(_) => "==",
            BinOp::And(_) if !binds(&binary.left) && !binds(&binary.right) => "||",
            BinOp::Or(_) => "&&",
            BinOp::Add(_) | BinOp::Sub(_) if is_one(&binary.right) => {
                return self.other(place, vec![Piece::Old(left)]);
            }
            BinOp::Mul(_) => "+",
            BinOp::Rem(_) => "/",
            BinOp::Sub(_) => "+",
            BinOp::BitAnd(_) => "|",
            BinOp::BitOr(_) => "&",
            BinOp::Shl(_) => ">>",
            BinOp::Shr(_) => "<<",
            _ => return,
        };
        let pieces = vec![
            text("("),
            Piece::Old(left),
            text(&format!(") {other} (")),
            Piece::Old(right),
            text(")"),
        ];
        self.other(place, pieces);
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Const(_) | Item::Static(_) | Item::Macro(_) | Item::Type(_) => {}
            Item::Mod(module) if is_left_out(&module.attrs) => {}
            Item::Fn(function) if !is_left_out(&function.attrs) => {
                self.function(&function.sig, &function.block);
            }
            Item::Impl(implementation) => {
                let is_debug = implementation.trait_.as_ref().is_some_and(|(_, path, _)| {
                    path.segments
                        .last()
                        .is_some_and(|last| last.ident == "Debug")
                });
                if !is_debug && !is_left_out(&implementation.attrs) {
                    visit::visit_item_impl(self, implementation);
                }
            }
            Item::Mod(_) | Item::Trait(_) => visit::visit_item(self, item),
            _ => {}
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if let ImplItem::Fn(function) = item
            && !is_left_out(&function.attrs)
        {
            self.function(&function.sig, &function.block);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        if let syn::TraitItem::Fn(function) = item
            && let Some(body) = &function.default
        {
            self.function(&function.sig, body);
        }
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
            // The `else` block of `let .. else` must diverge.
            if let Some((_, leaves)) = &init.diverge
                && let Expr::Block(block) = &**leaves
            {
                for statement in &block.block.stmts {
                    match statement {
                        Stmt::Expr(expression, _) => visit::visit_expr(self, expression),
                        other => self.visit_stmt(other),
                    }
                }
            }
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement {
            let called = match expression {
                Expr::Try(tried) => &*tried.expr,
                other => other,
            };
            let is_room = |name: &str| name.starts_with("reserve") || name.starts_with("shrink");
            let counts = match called {
                Expr::MethodCall(call) => !is_room(&call.method.to_string()),
                Expr::Call(_) | Expr::Assign(_) => true,
                Expr::Binary(binary) => matches!(
                    binary.op,
                    BinOp::AddAssign(_)
                        | BinOp::BitOrAssign(_)
                        | BinOp::BitAndAssign(_)
                        | BinOp::SubAssign(_)
                ),
                Expr::Break(_) | Expr::Continue(_) => true,
                _ => false,
            };
            if counts {
                self.sites.push(Site {
                    range: range(statement),
                    form: Form::Without,
                });
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.bound(call);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*call.func
            && path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "with_capacity")
        {
            return;
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        self.condition(&branch.cond);
        visit::visit_expr_if(self, branch);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if let syn::UnOp::Not(_) = unary.op {
            self.other(range(unary), vec![Piece::Old(range(&unary.expr))]);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        self.binary(binary);
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        let place = range(literal);
        match &literal.lit {
            Lit::Bool(value) => {
                let other = if value.value { "false" } else { "true" };
                self.other(place, vec![text(other)]);
            }
            Lit::Int(value) => {
                if let Ok(number) = value.base10_parse::<u128>() {
                    self.other(
                        place,
                        vec![text(&format!("{}{}", number + 1, value.suffix()))],
                    );
                }
            }
            _ => {}
        }
    }
}
