//! `#[flags]`.

use proc_macro2::TokenStream;

use crate::serde::implementations;
use crate::table::Table;

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let declared = Table::parse(attribute, item)?;
    if let Some(from) = &declared.from {
        return Err(syn::Error::new_spanned(
            from,
            "`from` is for `open_enum` only",
        ));
    }
    let (constants, table) = (declared.constants(), declared.table()?);
    let Table {
        attributes,
        visibility,
        name,
        repr,
        ..
    } = &declared;
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

        dxc_runtime::__flags_impls!(#name, #repr);
        #serde
    })
}
