//! `#[open_enum]`.

use proc_macro2::TokenStream;

use crate::serde::implementations;
use crate::table::Table;

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let declared = Table::parse(attribute, item)?;
    let (constants, table) = (declared.constants(), declared.table()?);
    let Table {
        attributes,
        visibility,
        name,
        repr,
        from,
        ..
    } = &declared;
    let conversions = from.as_ref().map(|from| {
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
    let serde = implementations(name, "fixed");
    Ok(quote! {
        #(#attributes)*
        #[derive(Clone, Copy, Default, PartialEq, PartialOrd, Ord, Hash)]
        #visibility struct #name(pub #repr);

        #[allow(non_upper_case_globals)]
        impl #name {
            #constants
            #table
        }

        dxc_runtime::__enum_impls!(#name, #repr);
        #serde
        #conversions
    })
}
