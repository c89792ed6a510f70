//! The declarations that the macros receive.

use proc_macro2::Ident;
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
