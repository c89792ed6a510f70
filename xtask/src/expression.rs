//! The small language of counts, sizes and conditions: parsed with syn, typed here, lowered to plain Rust that reads
//! the same in both directions.

use proc_macro2::{Literal, Span as TokenSpan, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprLit, Ident, Lit, Pat, UnOp};

use crate::diagnostic::{Mistakes, Noted, Span, Spanned};
use crate::model::{Base, Content, Schema};

/// What a name in an expression stands for.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    /// A single value.
    Single(Base),
    /// A record that the file gives a size for.
    Sized(String),
    /// Records one behind the other.
    Run,
    /// Bytes or strings.
    Bytes,
    /// An argument of the item, or of a `let`.
    Argument(Base),
}

/// A name that is in scope.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) name: String,
    pub(crate) entity: Entity,
    /// The field stands behind the expression.
    pub(crate) behind: bool,
    /// The field is computed, or has a usual value: it is no plain field of the value.
    pub(crate) computed: bool,
}

/// What an expression yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    /// A number of this enum.
    Enum(String),
    Bool,
    FourCC,
    /// A record or the like: only its fields are values.
    Record(String),
    Array(Base),
    /// Already reported.
    Unknown,
}

/// What an expression may do where it stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// Fields behind it may be named, since it is looked at when all are read.
    pub(crate) ahead: bool,
    /// Computed fields may not be named.
    pub(crate) kept_only: bool,
}

pub(crate) struct Scope<'s> {
    pub(crate) schema: &'s Schema,
    pub(crate) names: Vec<Name>,
    pub(crate) mistakes: &'s Mistakes,
}

/// An expression in Rust.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    pub(crate) rust: TokenStream,
    pub(crate) ty: Type,
    /// It needs places or sizes that are known once everything is written.
    pub(crate) late: bool,
}

/// The functions that every expression may call.
pub(crate) const FUNCTIONS: [&str; 6] = ["len", "at", "size_of", "stride_of", "version_of", "align"];

impl Scope<'_> {
    /// Lowers an expression that must yield a number.
    pub(crate) fn number(&self, text: &Spanned<String>, rules: Rules) -> Option<Lowered> {
        let lowered = self.lower(text, rules)?;
        match lowered.ty {
            Type::Int | Type::Enum(_) => Some(lowered),
            Type::Unknown => None,
            other => {
                self.mistakes.note(&text.span, format!("expected a number, found {}", describe(&other)));
                None
            }
        }
    }

    /// Lowers an expression that must be true or false; a truth byte is true if not 0.
    pub(crate) fn condition(&self, text: &Spanned<String>, rules: Rules) -> Option<Lowered> {
        let lowered = self.lower(text, rules)?;
        match lowered.ty {
            Type::Bool => Some(lowered),
            Type::Unknown => None,
            other => {
                let noted = self.mistakes.note(&text.span, format!("expected a condition, found {}", describe(&other)));
                noted.help("compare it, as in `count > 0`");
                None
            }
        }
    }

    /// Lowers any expression.
    pub(crate) fn lower(&self, text: &Spanned<String>, rules: Rules) -> Option<Lowered> {
        let expression = match syn::parse_str::<Expr>(text) {
            Ok(expression) => expression,
            Err(problem) => {
                let span = within(&text.span, problem.span());
                self.mistakes.note(&span, format!("no expression: {problem}"));
                return None;
            }
        };
        let mut lowering = Lowering { scope: self, place: &text.span, rules, late: false };
        let before = self.mistakes.len();
        let (rust, ty) = lowering.expression(&expression, None);
        let late = lowering.late;
        (self.mistakes.len() == before).then_some(Lowered { rust, ty, late })
    }
}

/// Whether an expression is a bare path: a field, or a field of a field.
pub(crate) fn is_path(text: &str) -> bool {
    fn bare(expression: &Expr) -> bool {
        match expression {
            Expr::Path(path) => path.path.get_ident().is_some(),
            Expr::Field(field) => bare(&field.base),
            _ => false,
        }
    }
    syn::parse_str(text).is_ok_and(|expression| bare(&expression))
}

/// The place of a token inside a quoted text.
fn within(text: &Span, token: TokenSpan) -> Span {
    let (start, end) = (token.start(), token.end());
    if start.line != 1 || end.line != 1 {
        return text.clone();
    }
    let first = text.range.start + 1;
    let limit = text.range.end.saturating_sub(1).max(first);
    let range = (first + start.column).min(limit)..(first + end.column).min(limit);
    Span { file: text.file, range }
}

fn describe(ty: &Type) -> String {
    match ty {
        Type::Int => "a number".to_owned(),
        Type::Enum(name) => format!("a value of `{name}`"),
        Type::Bool => "a condition".to_owned(),
        Type::FourCC => "a FourCC".to_owned(),
        Type::Record(name) => format!("a whole `{name}`"),
        Type::Array(_) => "an array".to_owned(),
        Type::Unknown => "nothing".to_owned(),
    }
}

struct Lowering<'l> {
    scope: &'l Scope<'l>,
    place: &'l Span,
    rules: Rules,
    late: bool,
}

impl<'l> Lowering<'l> {
    fn wrong(&self, at: TokenSpan, what: impl Into<String>) -> Noted<'l> {
        self.scope.mistakes.note(&within(self.place, at), what)
    }

    fn unknown(&self) -> (TokenStream, Type) {
        (TokenStream::new(), Type::Unknown)
    }

    /// Lowers an expression; `wanted` is the enum whose bare names may stand here.
    fn expression(&mut self, expression: &Expr, wanted: Option<&str>) -> (TokenStream, Type) {
        match expression {
            Expr::Lit(literal) => self.literal(literal),
            Expr::Paren(inner) => {
                let (rust, ty) = self.expression(&inner.expr, wanted);
                (quote!((#rust)), ty)
            }
            Expr::Path(path) => self.path(path, wanted),
            Expr::Field(field) => self.field(field),
            Expr::Index(index) => self.index(index),
            Expr::Unary(unary) => match unary.op {
                UnOp::Not(_) => {
                    let rust = self.truth(&unary.expr);
                    (quote!(!#rust), Type::Bool)
                }
                _ => {
                    self.wrong(unary.span(), "only `!` may stand before an expression");
                    self.unknown()
                }
            },
            Expr::Binary(binary) => self.binary(binary),
            Expr::Call(call) => self.call(call),
            Expr::If(branch) => self.branch(branch),
            Expr::Match(choice) => self.choice(choice),
            other => {
                let noted = self.wrong(other.span(), "no such expression in the schema language");
                noted.help("there are numbers, fields, arithmetic, comparisons, `&& || !`, `if else`, `match` and calls");
                self.unknown()
            }
        }
    }

    /// Lowers what must be a number, as an `Int`.
    fn number(&mut self, expression: &Expr) -> TokenStream {
        if let Expr::Lit(_) = expression {
            let (rust, _) = self.operand(expression);
            return quote!(int(#rust));
        }
        self.operand(expression).0
    }

    /// Lowers what must be a number; a literal stays one.
    fn operand(&mut self, expression: &Expr) -> (TokenStream, Type) {
        let (rust, ty) = self.expression(expression, None);
        match &ty {
            Type::Int | Type::Enum(_) | Type::Unknown => {}
            other => drop(self.wrong(expression.span(), format!("expected a number, found {}", describe(other)))),
        }
        (rust, ty)
    }

    /// Lowers what must be true or false.
    fn truth(&mut self, expression: &Expr) -> TokenStream {
        let (rust, ty) = self.expression(expression, None);
        match &ty {
            Type::Bool | Type::Unknown => {}
            other => {
                let noted = self.wrong(expression.span(), format!("expected a condition, found {}", describe(other)));
                noted.help("compare it, as in `count > 0`");
            }
        }
        rust
    }

    fn literal(&mut self, literal: &ExprLit) -> (TokenStream, Type) {
        match &literal.lit {
            Lit::Int(number) => match number.base10_parse::<u64>() {
                Ok(value) if i32::try_from(value).is_ok() => (quote!(#number), Type::Int),
                Ok(value) => {
                    let value = Literal::u64_suffixed(value);
                    (quote!(#value), Type::Int)
                }
                Err(_) => {
                    self.wrong(literal.span(), "a number has at most 64 bits");
                    self.unknown()
                }
            },
            Lit::Bool(truth) => (quote!(#truth), Type::Bool),
            Lit::Str(text) if text.value().len() == 4 && text.value().is_ascii() => {
                let bytes = Literal::byte_string(text.value().as_bytes());
                (quote!(FourCC(*#bytes)), Type::FourCC)
            }
            Lit::Str(_) => {
                self.wrong(literal.span(), "a FourCC is four bytes").help("write `\"DXIL\"`");
                self.unknown()
            }
            _ => {
                self.wrong(literal.span(), "no such literal in the schema language");
                self.unknown()
            }
        }
    }

    fn path(&mut self, path: &syn::ExprPath, wanted: Option<&str>) -> (TokenStream, Type) {
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match names.as_slice() {
            [value] => {
                if let Some(found) = wanted.and_then(|of| self.enum_value(of, value)) {
                    return found;
                }
                match self.entity(value, path.span()) {
                    Some(Entity::Single(base) | Entity::Argument(base)) => self.single(value, &base),
                    Some(Entity::Sized(of)) => {
                        let name = format_ident!("{value}");
                        (quote!(#name), Type::Record(of))
                    }
                    Some(Entity::Run | Entity::Bytes) => {
                        let noted = self.wrong(path.span(), format!("`{value}` is no number"));
                        noted.help(format!("its length is `len({value})`, its place `at({value})`"));
                        self.unknown()
                    }
                    None => self.unknown(),
                }
            }
            [of, value] => match self.enum_value(of, value) {
                Some(found) => found,
                None => {
                    match self.scope.schema.item(of).map(|item| &item.content) {
                        Some(Content::Enum(item) | Content::Flags(item)) => {
                            let legal = self.scope.schema.values(item).values.iter().map(|value| value.name.as_str());
                            self.wrong(path.span(), format!("`{of}` has no value `{value}`")).legal(value, legal);
                        }
                        _ => drop(self.wrong(path.span(), format!("there is no enum `{of}`"))),
                    }
                    self.unknown()
                }
            },
            _ => {
                self.wrong(path.span(), "a path is `field` or `Enum::Value`");
                self.unknown()
            }
        }
    }

    fn enum_value(&self, of: &str, value: &str) -> Option<(TokenStream, Type)> {
        let (Content::Enum(item) | Content::Flags(item)) = &self.scope.schema.item(of)?.content else { return None };
        let known = self.scope.schema.values(item).values.iter().any(|known| known.name.value == value);
        let (of_name, value) = (format_ident!("{of}"), format_ident!("{value}"));
        known.then(|| (quote!(#of_name::#value), Type::Enum(of.to_owned())))
    }

    /// What a name stands for, if it may stand here.
    fn entity(&self, name: &str, at: TokenSpan) -> Option<Entity> {
        let Some(found) = self.scope.names.iter().find(|known| known.name == name) else {
            let legal = self.scope.names.iter().map(|known| known.name.as_str());
            self.wrong(at, format!("unknown field `{name}`")).legal(name, legal);
            return None;
        };
        if found.behind && (!self.rules.ahead || found.computed) {
            let noted = self.wrong(at, format!("`{name}` is used before it is read"));
            noted.help("only fields that stand before this one are known here");
            return None;
        }
        if found.computed && self.rules.kept_only {
            let noted = self.wrong(at, format!("`{name}` is computed from what is written, so nothing can be counted by it"));
            noted.help("a count is a path, such as `count`, or an expression over kept fields");
            return None;
        }
        Some(found.entity.clone())
    }

    fn single(&self, name: &str, base: &Base) -> (TokenStream, Type) {
        let name = format_ident!("{name}");
        self.typed(quote!(#name), base)
    }

    /// A value of a type as a number, if it is one.
    fn typed(&self, rust: TokenStream, base: &Base) -> (TokenStream, Type) {
        match base {
            Base::Integer(_) => (quote!(int(#rust)), Type::Int),
            Base::Bool8 => (quote!(int(#rust) != 0), Type::Bool),
            Base::FourCC => (rust, Type::FourCC),
            Base::Array(of, _) => (rust, Type::Array((**of).clone())),
            Base::Item(name) => match self.scope.schema.item(name).map(|item| &item.content) {
                Some(Content::Enum(_) | Content::Flags(_)) => (quote!(int(#rust)), Type::Enum(name.clone())),
                _ => (rust, Type::Record(name.clone())),
            },
            Base::F32 | Base::Bytes | Base::Strings => (rust, Type::Unknown),
        }
    }

    fn field(&mut self, field: &syn::ExprField) -> (TokenStream, Type) {
        let (rust, ty) = self.expression(&field.base, None);
        let syn::Member::Named(member) = &field.member else {
            self.wrong(field.span(), "fields have names");
            return self.unknown();
        };
        let of = match ty {
            Type::Record(of) => of,
            Type::Unknown => return self.unknown(),
            other => {
                self.wrong(field.span(), format!("{} has no fields", describe(&other)));
                return self.unknown();
            }
        };
        let name = member.to_string();
        let fields = fields_of(self.scope.schema, &of);
        let Some((_, base, is_method)) = fields.iter().find(|(known, ..)| *known == name) else {
            let legal = fields.iter().map(|(known, ..)| known.as_str());
            self.wrong(member.span(), format!("`{of}` has no field `{name}`")).legal(&name, legal);
            return self.unknown();
        };
        if *is_method { self.typed(quote!(#rust.#member()), base) } else { self.typed(quote!(#rust.#member), base) }
    }

    fn index(&mut self, index: &syn::ExprIndex) -> (TokenStream, Type) {
        let (rust, ty) = self.expression(&index.expr, None);
        let at = self.number(&index.index);
        match ty {
            Type::Array(of) => match self.typed(quote!(x), &of).1 {
                ty @ (Type::Int | Type::Enum(_)) => (quote!(element(#rust, #at)), ty),
                _ => {
                    self.wrong(index.span(), "only arrays of numbers can be indexed");
                    self.unknown()
                }
            },
            Type::Unknown => self.unknown(),
            other => {
                self.wrong(index.span(), format!("{} cannot be indexed", describe(&other)));
                self.unknown()
            }
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> (TokenStream, Type) {
        let op = &binary.op;
        match op {
            BinOp::And(_) | BinOp::Or(_) => {
                let (left, right) = (self.truth(&binary.left), self.truth(&binary.right));
                (quote!(#left #op #right), Type::Bool)
            }
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                let (left, left_type) = self.operand(&binary.left);
                let left = if matches!(&*binary.left, Expr::Lit(_) | Expr::Path(_)) && !left.to_string().starts_with("int") {
                    quote!(int(#left))
                } else {
                    left
                };
                let wanted = match &left_type {
                    Type::Enum(name) => Some(name.clone()),
                    _ => None,
                };
                let (right, right_type) = self.expression(&binary.right, wanted.as_deref());
                match right_type {
                    Type::Int | Type::Enum(_) | Type::Unknown => {}
                    other => {
                        let what = format!("expected a number, found {}", describe(&other));
                        self.wrong(binary.right.span(), what);
                    }
                }
                (quote!(#left #op #right), Type::Bool)
            }
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) | BinOp::BitAnd(_)
            | BinOp::BitOr(_) | BinOp::Shl(_) | BinOp::Shr(_) => {
                let (left, (right, _)) = (self.number(&binary.left), self.operand(&binary.right));
                (quote!(#left #op #right), Type::Int)
            }
            _ => {
                self.wrong(binary.span(), "no such operator in the schema language");
                self.unknown()
            }
        }
    }

    fn call(&mut self, call: &syn::ExprCall) -> (TokenStream, Type) {
        let Expr::Path(function) = &*call.func else {
            self.wrong(call.span(), "only named functions can be called");
            return self.unknown();
        };
        let Some(function) = function.path.get_ident() else {
            self.wrong(call.span(), "only named functions can be called");
            return self.unknown();
        };
        let name = function.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (name.as_str(), arguments.as_slice()) {
            ("align", [value, to]) => {
                let (value, to) = (self.number(value), self.number(to));
                (quote!((#value).align(#to)), Type::Int)
            }
            ("len" | "at" | "size_of" | "stride_of" | "version_of", [field]) => self.about(&name, field),
            ("len" | "at" | "size_of" | "stride_of" | "version_of" | "align", _) => {
                let count = if name == "align" { 2 } else { 1 };
                self.wrong(call.span(), format!("`{name}` takes {count} argument{}", if count == 1 { "" } else { "s" }));
                self.unknown()
            }
            _ => match self.scope.schema.item(&name).map(|item| &item.content) {
                Some(Content::Let(function)) if function.args.is_empty() && arguments.is_empty() => {
                    let name = format_ident!("{name}");
                    (quote!(int(#name)), Type::Int)
                }
                Some(Content::Let(function)) if function.args.len() == arguments.len() => {
                    let arguments: Vec<_> = arguments.into_iter().map(|argument| self.number(argument)).collect();
                    let name = format_ident!("{name}");
                    (quote!(#name(#(#arguments),*)), Type::Int)
                }
                Some(Content::Let(function)) => {
                    let count = function.args.len();
                    self.wrong(call.span(), format!("`{name}` takes {count} arguments, found {}", arguments.len()));
                    self.unknown()
                }
                _ => {
                    let lets = self.scope.schema.items.iter().filter(|item| matches!(item.content, Content::Let(_)));
                    let legal: Vec<&str> =
                        FUNCTIONS.into_iter().chain(lets.map(|item| item.name.as_str())).collect();
                    self.wrong(function.span(), format!("unknown function `{name}`")).legal(&name, legal);
                    self.unknown()
                }
            },
        }
    }

    /// `len(field)` and its like.
    fn about(&mut self, function: &str, field: &Expr) -> (TokenStream, Type) {
        let ident: Option<&Ident> = match field {
            Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let Some(ident) = ident else {
            self.wrong(field.span(), format!("`{function}` takes the name of a field"));
            return self.unknown();
        };
        let name = ident.to_string();
        if function == "size_of" && name == "self" {
            self.late = true;
            return (quote!(int(size_of_self)), Type::Int);
        }
        // Once everything is read, every field has a place, computed ones too.
        let (rules, is_placed) = (self.rules, function == "at" || function == "size_of");
        let known = self.scope.names.iter().find(|known| known.name == name);
        let entity = match known {
            Some(known) if is_placed && (rules.ahead || !known.behind) => Some(known.entity.clone()),
            _ => self.entity(&name, ident.span()),
        };
        let Some(entity) = entity else { return self.unknown() };
        let place = |what: &str| format_ident!("{what}_{name}");
        match (function, entity) {
            ("len", Entity::Run | Entity::Bytes) => (quote!(int(#ident.len())), Type::Int),
            ("at", Entity::Argument(_)) | ("size_of", Entity::Argument(_)) => {
                self.wrong(ident.span(), format!("`{name}` is an argument and has no place"));
                self.unknown()
            }
            ("at", _) => {
                self.late = true;
                let place = place("at");
                (quote!(int(#place)), Type::Int)
            }
            ("size_of", Entity::Sized(_)) => (quote!(int(#ident.size())), Type::Int),
            ("size_of", _) => {
                self.late = true;
                let place = place("size_of");
                (quote!(int(#place)), Type::Int)
            }
            ("stride_of", Entity::Run) => (quote!(int(#ident.stride())), Type::Int),
            ("version_of", Entity::Sized(_)) => (quote!(int(#ident.version())), Type::Int),
            _ => {
                let what = match function {
                    "len" => "something that is counted",
                    "stride_of" => "records with a stride",
                    _ => "a record that the file gives a size for",
                };
                self.wrong(ident.span(), format!("`{function}` takes {what}, and `{name}` is none"));
                self.unknown()
            }
        }
    }

    fn branch(&mut self, branch: &syn::ExprIf) -> (TokenStream, Type) {
        let condition = self.truth(&branch.cond);
        let then = self.block(&branch.then_branch);
        let Some((_, otherwise)) = &branch.else_branch else {
            self.wrong(branch.span(), "`if` needs an `else` in an expression");
            return self.unknown();
        };
        let otherwise = match &**otherwise {
            Expr::Block(block) => {
                let otherwise = self.block(&block.block);
                quote!({ #otherwise })
            }
            other => self.number(other),
        };
        (quote!(if #condition { #then } else #otherwise), Type::Int)
    }

    fn block(&mut self, block: &syn::Block) -> TokenStream {
        match block.stmts.as_slice() {
            [syn::Stmt::Expr(expression, None)] => self.number(expression),
            _ => {
                self.wrong(block.span(), "a branch is one expression");
                TokenStream::new()
            }
        }
    }

    fn choice(&mut self, choice: &syn::ExprMatch) -> (TokenStream, Type) {
        let (value, ty) = self.operand(&choice.expr);
        let Type::Enum(of) = ty else {
            if ty != Type::Unknown {
                self.wrong(choice.expr.span(), "`match` takes a value of an enum");
            }
            return self.unknown();
        };
        let mut arms = Vec::new();
        let mut otherwise = None;
        for arm in &choice.arms {
            let body = self.number(&arm.body);
            match self.pattern(&arm.pat, &of) {
                Some(values) if values.is_empty() => otherwise = Some(body),
                Some(values) => arms.push(quote!(value if #(value == #values)||* => #body,)),
                None => {}
            }
        }
        let Some(otherwise) = otherwise else {
            self.wrong(choice.span(), "`match` needs an arm `_`").help("enums are open: any value may come");
            return self.unknown();
        };
        (quote!(match #value { #(#arms)* _ => #otherwise, }), Type::Int)
    }

    /// The values of a pattern; none for `_`.
    fn pattern(&mut self, pattern: &Pat, of: &str) -> Option<Vec<TokenStream>> {
        match pattern {
            Pat::Wild(_) => Some(Vec::new()),
            Pat::Or(either) => {
                let mut values = Vec::new();
                for pattern in &either.cases {
                    values.extend(self.pattern(pattern, of)?);
                }
                Some(values)
            }
            Pat::Ident(ident) => self.enum_arm(of, &ident.ident.to_string(), pattern.span()),
            Pat::Path(path) => {
                let value = path.path.segments.last()?.ident.to_string();
                self.enum_arm(of, &value, pattern.span())
            }
            other => {
                self.wrong(other.span(), "an arm is `Value`, `A | B` or `_`");
                None
            }
        }
    }

    fn enum_arm(&mut self, of: &str, value: &str, at: TokenSpan) -> Option<Vec<TokenStream>> {
        if let Some((rust, _)) = self.enum_value(of, value) {
            return Some(vec![rust]);
        }
        if let Some(Content::Enum(item)) = self.scope.schema.item(of).map(|item| &item.content) {
            let legal = self.scope.schema.values(item).values.iter().map(|value| value.name.as_str());
            self.wrong(at, format!("`{of}` has no value `{value}`")).legal(value, legal);
        }
        None
    }
}

/// The fields of a record: name, type, and whether Rust reads them by a method.
fn fields_of(schema: &Schema, of: &str) -> Vec<(String, Base, bool)> {
    let smallest = |bits: i128| Base::Integer(if bits <= 8 { 8 } else if bits <= 16 { 16 } else if bits <= 32 { 32 } else { 64 });
    match schema.item(of).map(|item| &item.content) {
        Some(Content::Record(fields)) => {
            fields.iter().map(|field| (field.name.value.clone(), field.ty.base.clone(), false)).collect()
        }
        Some(Content::Bits(bits)) => {
            let fields = bits.fields.iter().filter(|field| !field.reserved);
            fields
                .map(|field| {
                    let base = field.ty.as_ref().map_or_else(|| smallest(field.bits.value), |ty| ty.base.clone());
                    (field.name.value.clone(), base, true)
                })
                .collect()
        }
        Some(Content::Versioned(versioned)) => {
            let fields = versioned.versions.iter().enumerate().flat_map(|(index, version)| {
                let later = index > 0 && versioned.by_size;
                version.fields.iter().map(move |field| (field.name.value.clone(), field.ty.base.clone(), later))
            });
            let mut seen: Vec<(String, Base, bool)> = Vec::new();
            for field in fields {
                if !seen.iter().any(|(name, ..)| *name == field.0) {
                    seen.push(field);
                }
            }
            seen
        }
        _ => Vec::new(),
    }
}
