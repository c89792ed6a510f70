//! The declarations that the macros receive, and the code in their attributes.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Token, Variant, Visibility};

/// A struct.
pub(crate) struct ItemStruct {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) fields: Fields,
}

impl Parse for ItemStruct {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let item: DeriveInput = input.parse()?;
        let Data::Struct(data) = item.data else {
            return Err(syn::Error::new(item.ident.span(), "expected a struct"));
        };
        Ok(Self {
            attrs: item.attrs,
            vis: item.vis,
            ident: item.ident,
            generics: item.generics,
            fields: data.fields,
        })
    }
}

/// An enum.
pub(crate) struct ItemEnum {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) variants: Punctuated<Variant, Token![,]>,
}

impl Parse for ItemEnum {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let item: DeriveInput = input.parse()?;
        let Data::Enum(data) = item.data else {
            return Err(syn::Error::new(item.ident.span(), "expected an enum"));
        };
        Ok(Self {
            attrs: item.attrs,
            vis: item.vis,
            ident: item.ident,
            variants: data.variants,
        })
    }
}

/// An expression: all tokens before a comma. The compiler parses it where it is used.
#[derive(Clone)]
pub(crate) struct Code(TokenStream);

impl Code {
    /// The name in `int(name)`.
    pub(crate) fn converted(&self) -> Option<Ident> {
        let mut tokens = self.0.clone().into_iter();
        let (Some(TokenTree::Ident(_)), Some(TokenTree::Group(group)), None) =
            (tokens.next(), tokens.next(), tokens.next())
        else {
            return None;
        };
        if group.delimiter() != Delimiter::Parenthesis {
            return None;
        }
        syn::parse2(group.stream()).ok()
    }
}

impl Parse for Code {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut code = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            code.extend([input.parse::<TokenTree>()?]);
        }
        match code.is_empty() {
            true => Err(input.error("expected an expression")),
            false => Ok(Self(code)),
        }
    }
}

impl ToTokens for Code {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.clone());
    }
}
