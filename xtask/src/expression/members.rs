//! Names after a dot and indices in brackets: fields of records, arms of unions, elements of arrays.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;
use syn::spanned::Spanned as _;

use super::fields::fields_of;
use super::lower::Lowering;
use super::tree::{bare, name, number};
use super::{Entity, Type, describe};
use crate::model::{Base, Content};

impl Lowering<'_> {
    pub(super) fn field(&mut self, field: &syn::ExprField) -> (TokenStream, Type) {
        let (rust, ty) = self.expression(&field.base, None);
        let syn::Member::Named(member) = &field.member else {
            return self.refused(self.wrong(field.span(), "fields have names"));
        };
        let (of, is_optional) = match ty {
            Type::Record(of) => (of, false),
            Type::Optional(of) => (of, true),
            Type::Union(of) => return self.arm(&rust, &of, member),
            Type::Unknown => return self.unknown(),
            other => {
                let what = format!("{} has no fields", describe(&other));
                let mut noted = self.wrong(field.span(), what);
                if let Type::Enum(of) = &other
                    && let Some(Content::Flags(_)) = self.scope.schema.content(of)
                {
                    let tested = field.base.span().source_text().unwrap_or_default();
                    noted = noted.help(format!("test flags by name: `{tested} & {member} != 0`"));
                }
                return self.refused(noted);
            }
        };
        let name = member.to_string();
        let fields = fields_of(self.scope.schema, &of);
        let find = |name: &str| fields.iter().find(|(known, ..)| known == name);
        let Some((_, base, is_method)) = find(&name) else {
            let legal = fields.iter().map(|(known, ..)| known.as_str());
            let noted = self.wrong(member.span(), format!("`{of}` has no field `{name}`"));
            return self.refused(noted.legal(&name, legal));
        };
        let read = |name: &Ident, is_method: bool| match is_method {
            true => quote!(#name()),
            false => quote!(#name),
        };
        let value = read(member, *is_method);
        if is_optional {
            return self.optional(quote!(#rust.map(|record| record.#value)), base);
        }
        if let Base::Item(union) = base
            && let Some(Content::Union(declared)) = self.scope.schema.content(union)
            && let Some((_, _, selects_by_method)) = find(&declared.select)
        {
            let selector = format_ident!("{}", declared.select.value);
            let selector = read(&selector, *selects_by_method);
            // A method gives an option.
            let option = |read: TokenStream, is_method: bool| match is_method {
                true => quote!(#rust.#read),
                false => quote!(Some(#rust.#read)),
            };
            let value = option(value, *is_method);
            let selector = option(selector, *selects_by_method);
            return (quote!(#value.zip(#selector)), Type::Union(union.clone()));
        }
        self.typed(quote!(#rust.#value), base)
    }

    /// A reading of a union, which is nothing if the selector chooses another.
    fn arm(&self, rust: &TokenStream, of: &str, member: &Ident) -> (TokenStream, Type) {
        let Some(Content::Union(union)) = self.scope.schema.content(of) else {
            return self.unknown();
        };
        let Some(arm) = union.arms.iter().find(|arm| *member == arm.name.value) else {
            let legal = union.arms.iter().map(|arm| arm.name.as_str());
            let noted = self.wrong(member.span(), format!("`{of}` has no arm `{member}`"));
            return self.refused(noted.legal(&member.to_string(), legal));
        };
        let read = quote!(#rust.and_then(|(union, selector)| union.#member(selector)));
        self.optional(read, &arm.ty.base)
    }

    /// A value that may be lacking, which is 0 then.
    pub(super) fn optional(&self, rust: TokenStream, base: &Base) -> (TokenStream, Type) {
        match self.typed(rust.clone(), base) {
            (_, Type::Record(of)) => (rust, Type::Optional(of)),
            typed => typed,
        }
    }

    /// A run, like an array.
    fn numbers(&self, run: &syn::Expr) -> Option<(TokenStream, Type)> {
        let name = name(run)?;
        let entity = self.scope.names.iter().find(|known| *name == known.name)?;
        let Entity::Run(_) = entity.entity else {
            return None;
        };
        match self.entity(&name.to_string(), name.span(), None) {
            Some(Entity::Run(of)) => Some((quote!(&#name), Type::Array(of, None))),
            _ => Some(self.unknown()),
        }
    }

    pub(super) fn index(&mut self, index: &syn::ExprIndex) -> (TokenStream, Type) {
        let run = self.numbers(&index.expr);
        // A run is borrowed: a document has it as a `Vec`.
        let element = match run {
            Some(_) => quote!(element_of),
            None => quote!(element),
        };
        let (rust, ty) = run.unwrap_or_else(|| self.expression(&index.expr, None));
        let at = self.number(bare(&index.index));
        match ty {
            Type::Array(of, len) => match self.typed(quote!(x), &of).1 {
                _ if self.is_beyond(bare(&index.index), len) => self.unknown(),
                ty @ (Type::Int | Type::Enum(_)) => (quote!(#element(#rust, #at)), ty),
                _ => {
                    let what = "only arrays and lists of numbers can be indexed";
                    self.refused(self.wrong(index.span(), what))
                }
            },
            Type::Unknown => self.unknown(),
            other => {
                let what = format!("{} cannot be indexed", describe(&other));
                self.refused(self.wrong(index.span(), what))
            }
        }
    }

    /// Notes an index that is a number, or that of `each`, if the array has fewer elements.
    fn is_beyond(&self, index: &syn::Expr, len: Option<u64>) -> bool {
        let last_of_each = || {
            let index = name(index).filter(|_| !self.is_guarded)?;
            let mut names = self.scope.names.iter();
            names
                .find(|known| *index == known.name)?
                .below?
                .checked_sub(1)
        };
        let (Some(last), Some(len)) = (number(index).or_else(last_of_each), len) else {
            return false;
        };
        let is_beyond = last >= len;
        if is_beyond {
            let noted = self.wrong(index.span(), format!("the array has no element {last}"));
            noted.help(format!("legal values: 0 to {}", len.saturating_sub(1)));
        }
        is_beyond
    }
}
