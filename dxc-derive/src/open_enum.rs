//! Expands `#[open_enum]`: an integer with named values.

use proc_macro2::TokenStream;
use quote::quote;

use crate::table::Table;

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let declared = Table::parse(attribute, item)?;
    let (newtype, name) = (declared.newtype("__enum_impls")?, &declared.name);
    let conversions = declared.words.from.as_ref().map(|from| {
        quote! {
            impl From<#from> for #name {
                fn from(value: #from) -> Self {
                    Self(value.0.into())
                }
            }

            impl TryFrom<#name> for #from {
                type Error = core::num::TryFromIntError;

                fn try_from(value: #name) -> Result<Self, Self::Error> {
                    value.0.try_into().map(Self)
                }
            }
        }
    });
    Ok(quote!(#newtype #conversions))
}
