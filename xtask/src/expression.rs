//! The small language of counts, sizes and conditions: parsed with syn, typed here, lowered to plain Rust that reads
//! the same in both directions.

use proc_macro2::{Delimiter, LineColumn, Literal, Span as TokenSpan, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprLit, Ident, Lit, Pat, UnOp};

use crate::diagnostic::{Mistakes, Noted, Source, Span, Spanned};
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
    pub(crate) known: Known,
}

/// When the value of a name is known on writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// At once: it is a plain field of the value, or an argument.
    AtOnce,
    /// When its place comes: it is computed.
    InPlace,
    /// At the end: it is computed from places.
    AtLast,
    /// Never: it has a usual value, and whatever was read is kept.
    Never,
}

/// What an expression yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    /// A number of this enum.
    Enum(String),
    Bool,
    FourCC,
    Float,
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
    /// It is looked at when the part is written, not only when it is read.
    pub(crate) on_writing: bool,
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
pub(crate) const FUNCTIONS: [&str; 6] =
    ["len", "at", "size_of", "stride_of", "version_of", "align"];

impl Scope<'_> {
    /// Lowers an expression that must yield a number.
    pub(crate) fn number(&self, text: &Spanned<String>, rules: Rules) -> Option<Lowered> {
        let lowered = self.lower(text, rules)?;
        match lowered.ty {
            Type::Int | Type::Enum(_) => Some(lowered),
            Type::Unknown => None,
            other => {
                self.mistakes.note(
                    &self.whole(text),
                    format!("expected a number, found {}", describe(&other)),
                );
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
                let noted = self.mistakes.note(
                    &self.whole(text),
                    format!("expected a condition, found {}", describe(&other)),
                );
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
                // The end of the text has no place of its own.
                let span = match problem.span() {
                    end if end.start() == end.end() => {
                        self.source(text)
                            .inside(&text.span, text, usize::MAX..usize::MAX)
                    }
                    span => self.within(text, span),
                };
                self.mistakes
                    .note(&span, format!("no expression: {problem}"));
                return None;
            }
        };
        let mut lowering = Lowering {
            scope: self,
            text,
            rules,
            late: false,
        };
        let before = self.mistakes.len();
        let (rust, ty) = lowering.expression(&expression, None);
        let late = lowering.late;
        (self.mistakes.len() == before).then_some(Lowered { rust, ty, late })
    }

    fn source(&self, text: &Spanned<String>) -> &Source {
        &self.schema.sources[text.span.file]
    }

    /// The place of an expression without its quotes.
    pub(crate) fn whole(&self, text: &Spanned<String>) -> Span {
        self.source(text).inside(&text.span, text, 0..usize::MAX)
    }

    /// The place of a token in an expression.
    fn within(&self, text: &Spanned<String>, token: TokenSpan) -> Span {
        let letter = |at: LineColumn| {
            let before = text
                .split_inclusive('\n')
                .take(at.line - 1)
                .map(|line| line.chars().count());
            before.sum::<usize>() + at.column
        };
        self.source(text)
            .inside(&text.span, text, letter(token.start())..letter(token.end()))
    }
}

/// The functions that an expression calls, each with its arguments as they are written.
pub(crate) fn calls(text: &str) -> Vec<(String, String)> {
    fn collect(tokens: TokenStream, into: &mut Vec<(String, String)>) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match (token, tokens.peek()) {
                (TokenTree::Ident(name), Some(TokenTree::Group(group)))
                    if group.delimiter() == Delimiter::Parenthesis =>
                {
                    into.push((name.to_string(), group.stream().to_string()));
                }
                (TokenTree::Group(group), _) => collect(group.stream(), into),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    collect(text.parse().unwrap_or_default(), &mut found);
    found
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

pub(crate) fn describe(ty: &Type) -> String {
    match ty {
        Type::Int => "a number".to_owned(),
        Type::Enum(name) => format!("a value of `{name}`"),
        Type::Bool => "a condition".to_owned(),
        Type::FourCC => "a FourCC".to_owned(),
        Type::Float => "a float".to_owned(),
        Type::Record(name) => format!("a whole `{name}`"),
        Type::Array(_) => "an array".to_owned(),
        Type::Unknown => "nothing".to_owned(),
    }
}

struct Lowering<'l> {
    scope: &'l Scope<'l>,
    text: &'l Spanned<String>,
    rules: Rules,
    late: bool,
}

impl<'l> Lowering<'l> {
    fn wrong(&self, at: TokenSpan, what: impl Into<String>) -> Noted<'l> {
        self.scope
            .mistakes
            .note(&self.scope.within(self.text, at), what)
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
                    let noted = self.wrong(unary.span(), "only `!` may stand before an expression");
                    noted.help("numbers have no sign; subtract, as in `a - 1`");
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
        let (rust, _) = self.operand(expression);
        // Literals and values of an enum are none yet.
        match expression {
            Expr::Lit(_) => quote!(int(#rust)),
            Expr::Path(path) if path.path.segments.len() > 1 => quote!(int(#rust)),
            _ => rust,
        }
    }

    /// Lowers what must be a number; a literal stays one.
    fn operand(&mut self, expression: &Expr) -> (TokenStream, Type) {
        let (rust, ty) = self.expression(expression, None);
        match &ty {
            Type::Int | Type::Enum(_) | Type::Unknown => {}
            other => drop(self.wrong(
                expression.span(),
                format!("expected a number, found {}", describe(other)),
            )),
        }
        (rust, ty)
    }

    /// Lowers what must be true or false.
    fn truth(&mut self, expression: &Expr) -> TokenStream {
        let (rust, ty) = self.expression(expression, None);
        match &ty {
            Type::Bool | Type::Unknown => {}
            other => {
                let noted = self.wrong(
                    expression.span(),
                    format!("expected a condition, found {}", describe(other)),
                );
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
                self.wrong(literal.span(), "a FourCC is four bytes")
                    .help("write `\"DXIL\"`");
                self.unknown()
            }
            _ => {
                self.wrong(literal.span(), "no such literal in the schema language");
                self.unknown()
            }
        }
    }

    fn path(&mut self, path: &syn::ExprPath, wanted: Option<&str>) -> (TokenStream, Type) {
        let names: Vec<String> = path
            .path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        match names.as_slice() {
            [value] => {
                if let Some(found) = wanted.and_then(|of| self.enum_value(of, value)) {
                    return found;
                }
                match self.entity(value, path.span(), wanted) {
                    Some(Entity::Single(base) | Entity::Argument(base)) => {
                        self.single(value, &base)
                    }
                    Some(Entity::Sized(of)) => {
                        let name = format_ident!("{value}");
                        (quote!(#name), Type::Record(of))
                    }
                    Some(Entity::Run | Entity::Bytes) => {
                        let noted = self.wrong(path.span(), format!("`{value}` is no number"));
                        noted.help(format!(
                            "its length is `len({value})`, its place `at({value})`"
                        ));
                        self.unknown()
                    }
                    None => self.unknown(),
                }
            }
            [of, value] => match self.enum_value(of, value) {
                Some(found) => found,
                None => {
                    let place = |index: usize| path.path.segments[index].span();
                    match self.scope.schema.item(of).map(|item| &item.content) {
                        Some(Content::Enum(_) | Content::Flags(_)) => {
                            let legal = self.scope.schema.values_named(of);
                            self.wrong(place(1), format!("`{of}` has no value `{value}`"))
                                .legal(value, legal);
                        }
                        _ if self.scope.schema.is_lost(of) => {}
                        _ => {
                            let legal = self.scope.schema.enums();
                            self.wrong(place(0), format!("there is no enum `{of}`"))
                                .legal(of, legal);
                        }
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
        let (Content::Enum(item) | Content::Flags(item)) = &self.scope.schema.item(of)?.content
        else {
            return None;
        };
        let known = self
            .scope
            .schema
            .values(item)
            .values
            .iter()
            .any(|known| known.name.value == value);
        let (of_name, value) = (format_ident!("{of}"), format_ident!("{value}"));
        known.then(|| (quote!(#of_name::#value), Type::Enum(of.to_owned())))
    }

    /// What a name stands for, if it may stand here.
    ///
    /// Where a value of an enum is `wanted`, the name may have been meant as one.
    fn entity(&self, name: &str, at: TokenSpan, wanted: Option<&str>) -> Option<Entity> {
        let rules = self.rules;
        let is_behind =
            |known: &Name| known.behind && (!rules.ahead || known.known != Known::AtOnce);
        let Some(found) = self.scope.names.iter().find(|known| known.name == name) else {
            self.unknown_name(
                name,
                at,
                wanted,
                self.scope.names.iter().filter(|known| !is_behind(known)),
            );
            return None;
        };
        let (what, help) = match found.known {
            _ if is_behind(found) => (
                "is used before it is read",
                "only fields that stand before this one are known here",
            ),
            Known::InPlace | Known::AtLast if rules.kept_only => (
                "is computed from what is written, so nothing can be counted by it",
                "a count is a path, such as `count`, or an expression over kept fields",
            ),
            Known::AtLast if rules.on_writing => (
                "is known only once everything is written",
                "places and sizes come last: name what it is computed from",
            ),
            Known::Never if rules.on_writing => (
                "has a `usual` value, so that nothing else can depend on it",
                "what is known on writing are fields that are kept, or computed by `is`",
            ),
            _ => return Some(found.entity.clone()),
        };
        self.wrong(at, format!("`{name}` {what}")).help(help);
        None
    }

    fn unknown_name<'n>(
        &self,
        name: &str,
        at: TokenSpan,
        wanted: Option<&str>,
        names: impl Iterator<Item = &'n Name>,
    ) {
        if let Some(Content::Let(_)) = self.scope.schema.item(name).map(|item| &item.content) {
            self.wrong(at, format!("`{name}` is a `let`, and no field"))
                .help(format!("write `{name}()`"));
            return;
        }
        let values = wanted
            .map(|of| self.scope.schema.values_named(of))
            .unwrap_or_default();
        let names = names.map(|known| known.name.as_str());
        let what = match wanted {
            Some(of) => format!("neither a value of `{of}` nor a field: `{name}`"),
            None if self
                .scope
                .names
                .iter()
                .all(|known| matches!(known.entity, Entity::Argument(_))) =>
            {
                format!("unknown argument `{name}`")
            }
            None => format!("unknown field `{name}`"),
        };
        self.wrong(at, what)
            .legal(name, values.into_iter().chain(names));
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
                Some(Content::Enum(_) | Content::Flags(_)) => {
                    (quote!(int(#rust)), Type::Enum(name.clone()))
                }
                Some(_) => (rust, Type::Record(name.clone())),
                None => self.unknown(),
            },
            Base::F32 => (rust, Type::Float),
            // No single value has such a type.
            Base::Bytes | Base::Strings => self.unknown(),
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
            self.wrong(member.span(), format!("`{of}` has no field `{name}`"))
                .legal(&name, legal);
            return self.unknown();
        };
        if *is_method {
            self.typed(quote!(#rust.#member()), base)
        } else {
            self.typed(quote!(#rust.#member), base)
        }
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
                self.wrong(
                    index.span(),
                    format!("{} cannot be indexed", describe(&other)),
                );
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
            BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_) => {
                let (left, left_type) = self.operand(&binary.left);
                let left = if matches!(&*binary.left, Expr::Lit(_) | Expr::Path(_))
                    && !left.to_string().starts_with("int")
                {
                    quote!(int(#left))
                } else {
                    left
                };
                let wanted = match &left_type {
                    Type::Enum(name) => Some(name.clone()),
                    // A bare name may be a value of what is not known.
                    Type::Unknown if matches!(&*binary.right, Expr::Path(_)) => {
                        return self.unknown();
                    }
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
            BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::Shl(_)
            | BinOp::Shr(_) => {
                let (left, (right, _)) = (self.number(&binary.left), self.operand(&binary.right));
                (quote!(#left #op #right), Type::Int)
            }
            _ => {
                let noted = self.wrong(op.span(), "no such operator in the schema language");
                noted.help("there are `+ - * / % & | << >>`, `== != < <= > >=` and `&& || !`");
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
            ("len" | "at" | "size_of" | "stride_of" | "version_of", [field]) => {
                self.about(&name, field)
            }
            ("align", found) => self.arity(call, &name, &["number", "to"], found.len()),
            ("len" | "at" | "size_of" | "stride_of" | "version_of", found) => {
                self.arity(call, &name, &["field"], found.len())
            }
            _ => match self.scope.schema.item(&name).map(|item| &item.content) {
                Some(Content::Let(function))
                    if function.args.is_empty() && arguments.is_empty() =>
                {
                    let name = format_ident!("{name}");
                    match syn::parse_str(&function.is) {
                        Ok(Lit::Str(_)) => (quote!(#name), Type::FourCC),
                        _ => (quote!(int(#name)), Type::Int),
                    }
                }
                Some(Content::Let(function)) if function.args.len() == arguments.len() => {
                    let arguments: Vec<_> = arguments
                        .into_iter()
                        .map(|argument| self.number(argument))
                        .collect();
                    let name = format_ident!("{name}");
                    (quote!(#name(#(#arguments),*)), Type::Int)
                }
                Some(Content::Let(function)) => {
                    let takes: Vec<&str> = function.args.iter().map(|name| name.as_str()).collect();
                    self.arity(call, &name, &takes, arguments.len())
                }
                None if self.scope.schema.is_lost(&name) => self.unknown(),
                _ => {
                    let lets = self
                        .scope
                        .schema
                        .items
                        .iter()
                        .filter(|item| matches!(item.content, Content::Let(_)));
                    let legal: Vec<&str> = FUNCTIONS
                        .into_iter()
                        .chain(lets.map(|item| item.name.as_str()))
                        .collect();
                    self.wrong(function.span(), format!("unknown function `{name}`"))
                        .legal(&name, legal);
                    self.unknown()
                }
            },
        }
    }

    /// Notes a wrong number of arguments.
    fn arity(
        &self,
        call: &syn::ExprCall,
        name: &str,
        takes: &[&str],
        found: usize,
    ) -> (TokenStream, Type) {
        self.wrong(call.span(), wrong_count(name, takes.len(), found))
            .help(format!("write `{name}({})`", takes.join(", ")));
        self.unknown()
    }

    /// `len(field)` and its like.
    fn about(&mut self, function: &str, field: &Expr) -> (TokenStream, Type) {
        let ident: Option<&Ident> = match field {
            Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let Some(ident) = ident else {
            self.wrong(
                field.span(),
                format!("`{function}` takes the name of a field"),
            );
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
            Some(known) if is_placed && (rules.ahead || !known.behind) => {
                Some(known.entity.clone())
            }
            _ => self.entity(&name, ident.span(), None),
        };
        let entity = match entity {
            // A type that is lost: what it is cannot be said.
            Some(Entity::Single(Base::Item(of))) if self.scope.schema.item(&of).is_none() => {
                return self.unknown();
            }
            Some(entity) => entity,
            None => return self.unknown(),
        };
        let place = |what: &str| format_ident!("{what}_{name}");
        match (function, entity) {
            ("len", Entity::Run | Entity::Bytes) => (quote!(int(#ident.len())), Type::Int),
            ("at", Entity::Argument(_)) | ("size_of", Entity::Argument(_)) => {
                self.wrong(
                    ident.span(),
                    format!("`{name}` is an argument and has no place"),
                );
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
                self.wrong(
                    ident.span(),
                    format!("`{function}` takes {what}, and `{name}` is none"),
                );
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
                let noted = self.wrong(
                    choice.expr.span(),
                    format!("`match` takes a value of an enum, found {}", describe(&ty)),
                );
                noted.help("ask for numbers by `if else`");
            }
            return self.unknown();
        };
        let mut arms = Vec::new();
        let mut otherwise = None;
        for arm in &choice.arms {
            let body = self.number(&arm.body);
            match self.pattern(&arm.pat, &of) {
                Some(values) if values.is_empty() => otherwise = Some(body),
                Some(values) => arms.push(quote!(matched if #(matched == #values)||* => #body,)),
                None => {}
            }
        }
        let Some(otherwise) = otherwise else {
            self.wrong(choice.span(), "`match` needs an arm `_`")
                .help("enums are open: any value may come");
            return self.unknown();
        };
        (
            quote!(match #value { #(#arms)* _ => #otherwise, }),
            Type::Int,
        )
    }

    /// The values of a pattern; none for `_`.
    fn pattern(&mut self, pattern: &Pat, of: &str) -> Option<Vec<TokenStream>> {
        match pattern {
            Pat::Wild(_) => Some(Vec::new()),
            Pat::Or(either) => {
                let mut values = Vec::new();
                for pattern in &either.cases {
                    let of_case = self.pattern(pattern, of)?;
                    // `A | _` is `_`.
                    if of_case.is_empty() {
                        return Some(of_case);
                    }
                    values.extend(of_case);
                }
                Some(values)
            }
            Pat::Ident(ident) => self.enum_arm(of, &ident.ident.to_string(), pattern.span()),
            Pat::Path(path) => {
                let names: Vec<String> = path
                    .path
                    .segments
                    .iter()
                    .map(|segment| segment.ident.to_string())
                    .collect();
                match names.as_slice() {
                    [value] => self.enum_arm(of, value, pattern.span()),
                    [other, value] if other == of => self.enum_arm(of, value, pattern.span()),
                    _ => {
                        let noted =
                            self.wrong(pattern.span(), format!("the arms are values of `{of}`"));
                        noted.help(format!("write `Value` or `{of}::Value`"));
                        None
                    }
                }
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
        let legal = self.scope.schema.values_named(of);
        self.wrong(at, format!("`{of}` has no value `{value}`"))
            .legal(value, legal);
        None
    }
}

/// That something takes another number of arguments.
pub(crate) fn wrong_count(name: &str, takes: usize, found: usize) -> String {
    let count = match takes {
        0 => "no argument".to_owned(),
        1 => "1 argument".to_owned(),
        many => format!("{many} arguments"),
    };
    format!("`{name}` takes {count}, found {found}")
}

/// The fields of a record: name, type, and whether Rust reads them by a method.
fn fields_of(schema: &Schema, of: &str) -> Vec<(String, Base, bool)> {
    let smallest = |bits: i128| {
        Base::Integer(if bits <= 8 {
            8
        } else if bits <= 16 {
            16
        } else if bits <= 32 {
            32
        } else {
            64
        })
    };
    match schema.item(of).map(|item| &item.content) {
        Some(Content::Record(fields)) => fields
            .iter()
            .map(|field| (field.name.value.clone(), field.ty.base.clone(), false))
            .collect(),
        Some(Content::Bits(bits)) => {
            let fields = bits.fields.iter().filter(|field| !field.reserved);
            fields
                .map(|field| {
                    let base = field
                        .ty
                        .as_ref()
                        .map_or_else(|| smallest(field.bits.value), |ty| ty.base.clone());
                    (field.name.value.clone(), base, true)
                })
                .collect()
        }
        Some(Content::Versioned(versioned)) => {
            let fields = versioned
                .versions
                .iter()
                .enumerate()
                .flat_map(|(index, version)| {
                    let later = index > 0 && versioned.by_size;
                    version
                        .fields
                        .iter()
                        .map(move |field| (field.name.value.clone(), field.ty.base.clone(), later))
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
