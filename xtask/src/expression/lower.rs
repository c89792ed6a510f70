//! Typing and lowering: one function a kind of expression.

use proc_macro2::{Literal, Span as TokenSpan, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprLit, Ident, Lit, Pat, UnOp};

use super::fields::fields_of;
use super::tree::bare;
use super::{Entity, Known, Name, Rules, Scope, Type, describe, is_plain};
use crate::diagnostic::{Noted, Spanned};
use crate::model::{Base, Content};

/// What is said of an arm of `match` that is something else.
const ARM: &str = "an arm is `Value`, `A | B` or `_`";

/// An expression while it is lowered.
pub(super) struct Lowering<'l> {
    pub(super) scope: &'l Scope<'l>,
    pub(super) text: &'l Spanned<String>,
    pub(super) rules: Rules,
    pub(super) late: bool,
}

impl<'l> Lowering<'l> {
    pub(super) fn wrong(&self, at: TokenSpan, what: impl AsRef<str>) -> Noted<'l> {
        self.scope
            .mistakes
            .note(&self.scope.within(self.text, at), what)
    }

    pub(super) fn unknown(&self) -> (TokenStream, Type) {
        (TokenStream::new(), Type::Unknown)
    }

    /// Lowers an expression; `wanted` is the enum whose bare names may stand here.
    pub(super) fn expression(
        &mut self,
        expression: &Expr,
        wanted: Option<&str>,
    ) -> (TokenStream, Type) {
        match expression {
            Expr::Lit(literal) => self.literal(literal),
            // A literal needs no parentheses, and rustc minds them.
            Expr::Paren(inner) if is_plain(&inner.expr) => self.expression(&inner.expr, wanted),
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
            Expr::Binary(binary) => self.binary(binary, wanted),
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
    pub(super) fn number(&mut self, expression: &Expr) -> TokenStream {
        let (rust, _) = self.operand(expression, None);
        // Literals and values of an enum are none yet.
        if is_plain(expression) {
            quote!(int(#rust))
        } else {
            rust
        }
    }

    /// Lowers what must be a number; a literal stays one.
    fn operand(&mut self, expression: &Expr, wanted: Option<&str>) -> (TokenStream, Type) {
        let (rust, ty) = self.expression(expression, wanted);
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
                noted.help(self.compared(expression));
            }
        }
        rust
    }

    fn literal(&mut self, literal: &ExprLit) -> (TokenStream, Type) {
        match &literal.lit {
            Lit::Int(number) if !number.suffix().is_empty() => {
                let noted = self.wrong(literal.span(), format!("`{number}` is no number"));
                noted.help("numbers are written `16` or `0x10`, and bytes `\"16CC\"`");
                self.unknown()
            }
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
        let names = segments(&path.path);
        match names.as_slice() {
            [value] => {
                if let Some(found) = wanted.and_then(|of| self.enum_value(of, value)) {
                    return found;
                }
                match self.entity(value, path.span(), wanted) {
                    Some(Entity::Single(base) | Entity::Argument(base)) => {
                        self.single(value, &base)
                    }
                    Some(Entity::Absent(base)) => {
                        let name = format_ident!("{value}");
                        self.optional(quote!(#name), &base)
                    }
                    Some(Entity::Sized(of)) => {
                        let name = format_ident!("{value}");
                        (quote!(#name), Type::Record(of))
                    }
                    Some(
                        Entity::Run
                        | Entity::Strided
                        | Entity::Bytes
                        | Entity::AbsentBytes
                        | Entity::Nested(_),
                    ) => {
                        let noted = self.wrong(path.span(), format!("`{value}` is no number"));
                        noted.help(format!(
                            "its length is `len({value})`, its place `at({value})`"
                        ));
                        self.unknown()
                    }
                    Some(Entity::Pooled) => {
                        let what = format!("`{value}` names what is in a pool");
                        let noted = self.wrong(path.span(), what);
                        noted.help(
                            "it is a place in the file and an index in a value, so that no expression may depend on it",
                        );
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
    pub(super) fn entity(&self, name: &str, at: TokenSpan, wanted: Option<&str>) -> Option<Entity> {
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
    pub(super) fn typed(&self, rust: TokenStream, base: &Base) -> (TokenStream, Type) {
        match base {
            Base::Integer(_) | Base::StringRef | Base::RowRef(_) | Base::ListRef(_) => {
                (quote!(int(#rust)), Type::Int)
            }
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
            Base::Bytes | Base::Strings | Base::Lists | Base::CStr | Base::Record => self.unknown(),
        }
    }

    fn field(&mut self, field: &syn::ExprField) -> (TokenStream, Type) {
        let (rust, ty) = self.expression(&field.base, None);
        let syn::Member::Named(member) = &field.member else {
            self.wrong(field.span(), "fields have names");
            return self.unknown();
        };
        let (of, is_optional) = match ty {
            Type::Record(of) => (of, false),
            Type::Optional(of) => (of, true),
            Type::Union(of) => return self.arm(&rust, &of, member),
            Type::Unknown => return self.unknown(),
            other => {
                self.wrong(field.span(), format!("{} has no fields", describe(&other)));
                return self.unknown();
            }
        };
        let name = member.to_string();
        let fields = fields_of(self.scope.schema, &of);
        let find = |name: &str| fields.iter().find(|(known, ..)| known == name);
        let Some((_, base, is_method)) = find(&name) else {
            let legal = fields.iter().map(|(known, ..)| known.as_str());
            self.wrong(member.span(), format!("`{of}` has no field `{name}`"))
                .legal(&name, legal);
            return self.unknown();
        };
        if is_optional {
            let read = if *is_method {
                quote!(record.#member())
            } else {
                quote!(record.#member)
            };
            return self.optional(quote!(#rust.map(|record| #read)), base);
        }
        if let Base::Item(union) = base
            && let Some(Content::Union(declared)) =
                self.scope.schema.item(union).map(|item| &item.content)
            && let Some((_, _, selects_by_method)) = find(&declared.select)
        {
            let selector = format_ident!("{}", declared.select.value);
            let value = if *is_method {
                quote!(#rust.#member())
            } else {
                quote!(Some(#rust.#member))
            };
            let selector = if *selects_by_method {
                quote!(#rust.#selector())
            } else {
                quote!(Some(#rust.#selector))
            };
            return (quote!(#value.zip(#selector)), Type::Union(union.clone()));
        }
        if *is_method {
            self.typed(quote!(#rust.#member()), base)
        } else {
            self.typed(quote!(#rust.#member), base)
        }
    }

    /// A reading of a union, which is nothing if the selector chooses another.
    fn arm(&self, rust: &TokenStream, of: &str, member: &Ident) -> (TokenStream, Type) {
        let Some(Content::Union(union)) = self.scope.schema.item(of).map(|item| &item.content)
        else {
            return self.unknown();
        };
        let Some(arm) = union.arms.iter().find(|arm| *member == arm.name.value) else {
            let legal = union.arms.iter().map(|arm| arm.name.as_str());
            self.wrong(member.span(), format!("`{of}` has no arm `{member}`"))
                .legal(&member.to_string(), legal);
            return self.unknown();
        };
        let read = quote!(#rust.and_then(|(union, selector)| union.#member(selector)));
        self.optional(read, &arm.ty.base)
    }

    /// A value that may be lacking, which is 0 then.
    fn optional(&self, rust: TokenStream, base: &Base) -> (TokenStream, Type) {
        match self.typed(rust.clone(), base) {
            (_, Type::Record(of)) => (rust, Type::Optional(of)),
            typed => typed,
        }
    }

    fn index(&mut self, index: &syn::ExprIndex) -> (TokenStream, Type) {
        let (rust, ty) = self.expression(&index.expr, None);
        let at = self.number(bare(&index.index));
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

    fn binary(&mut self, binary: &syn::ExprBinary, wanted: Option<&str>) -> (TokenStream, Type) {
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
                let (left, left_type) = self.operand(&binary.left, None);
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
            BinOp::BitAnd(_) | BinOp::BitOr(_) => {
                // Names of flags beside flags need not say whose they are.
                let (mut left, ty) = self.bits(&binary.left, wanted);
                // Literals and values of an enum are no `Int` yet; the right side need not be one.
                if is_plain(&binary.left) || self.bare_flag(&binary.left, wanted).is_some() {
                    left = quote!(int(#left));
                }
                let wanted = match &ty {
                    Type::Enum(of) => Some(of.as_str()),
                    _ => wanted,
                };
                let (right, _) = self.bits(&binary.right, wanted);
                (quote!(#left #op #right), Type::Int)
            }
            BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::Shl(_)
            | BinOp::Shr(_) => {
                let (left, (right, _)) =
                    (self.number(&binary.left), self.operand(&binary.right, None));
                if matches!(op, BinOp::Div(_) | BinOp::Rem(_)) {
                    self.divides(&binary.right);
                }
                (quote!(#left #op #right), Type::Int)
            }
            _ => {
                let noted = self.wrong(op.span(), "no such operator in the schema language");
                noted.help("there are `+ - * / % & | << >>`, `== != < <= > >=` and `&& || !`");
                self.unknown()
            }
        }
    }

    /// Lowers an operand of `&` or `|`, where names of flags may stand bare.
    fn bits(&mut self, expression: &Expr, wanted: Option<&str>) -> (TokenStream, Type) {
        match self.bare_flag(expression, wanted) {
            Some(flag) => flag,
            None => self.operand(expression, wanted),
        }
    }

    fn bare_flag(&self, expression: &Expr, wanted: Option<&str>) -> Option<(TokenStream, Type)> {
        let Expr::Path(path) = expression else {
            return None;
        };
        match segments(&path.path).as_slice() {
            [name] => self.enum_value(wanted?, name),
            _ => None,
        }
    }

    /// How a number becomes a condition.
    pub(super) fn compared(&mut self, expression: &Expr) -> String {
        if let Expr::Binary(binary) = expression
            && let (BinOp::BitAnd(_), (_, Type::Enum(of))) =
                (&binary.op, self.bits(&binary.left, None))
            && let Some(tested) = binary.left.span().source_text()
            && let Some(flag) = self.flag(&of, &binary.right)
        {
            return format!("flags are tested by their names: `{tested} & {flag} != 0`");
        }
        "compare it, as in `count > 0`".to_owned()
    }

    /// The name of a flag that is given as a number; any, if it is no flag's.
    fn flag(&self, of: &str, number: &Expr) -> Option<String> {
        let Content::Flags(item) = &self.scope.schema.item(of)?.content else {
            return None;
        };
        let number: Option<i128> = match number {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number.base10_parse().ok(),
                _ => None,
            },
            _ => None,
        };
        let values = &self.scope.schema.values(item).values;
        let meant = values
            .iter()
            .find(|value| Some(value.value.value) == number);
        let any = values.iter().find(|value| value.value.value != 0);
        Some(meant.or(any)?.name.value.clone())
    }

    /// Notes that something is divided by 0, whatever a file says.
    pub(super) fn divides(&self, by: &Expr) {
        if let Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) = bare(by)
            && matches!(number.base10_parse::<u64>(), Ok(0))
        {
            let noted = self.wrong(by.span(), "nothing can be divided by 0");
            noted.help("a division by a field that is 0 is an error of the file");
        }
    }

    fn branch(&mut self, branch: &syn::ExprIf) -> (TokenStream, Type) {
        let condition = self.truth(bare(&branch.cond));
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
            [syn::Stmt::Expr(expression, None)] => self.number(bare(expression)),
            _ => {
                self.wrong(block.span(), "a branch is one expression");
                TokenStream::new()
            }
        }
    }

    fn choice(&mut self, choice: &syn::ExprMatch) -> (TokenStream, Type) {
        let (value, ty) = self.operand(bare(&choice.expr), None);
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
            if let Some((when, condition)) = &arm.guard {
                let pattern = &arm.pat;
                self.wrong(quote!(#pattern #when #condition).span(), ARM);
            }
            let body = self.number(bare(&arm.body));
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
                let names = segments(&path.path);
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
                self.wrong(other.span(), ARM);
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

/// The names that a path is made of.
fn segments(path: &syn::Path) -> Vec<String> {
    let segments = path.segments.iter();
    segments.map(|segment| segment.ident.to_string()).collect()
}
