//! Checks the items that the macros receive.

use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{Data, Fields, Token, Variant};

use crate::attributes::wrong;

/// The fields of a struct.
pub(crate) fn fields_of(name: &Ident, data: Data) -> syn::Result<Fields> {
    match data {
        Data::Struct(data) => Ok(data.fields),
        _ => wrong(name.span(), "expected a struct"),
    }
}

/// The variants of an enum.
pub(crate) fn variants_of(name: &Ident, data: Data) -> syn::Result<Punctuated<Variant, Token![,]>> {
    match data {
        Data::Enum(data) => Ok(data.variants),
        _ => wrong(name.span(), "expected an enum"),
    }
}
