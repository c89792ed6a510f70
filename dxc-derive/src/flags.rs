//! Expands `#[flags]`: an integer with named bits.

use proc_macro2::TokenStream;

use crate::table::Table;

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let declared = Table::parse(attribute, item)?;
    match &declared.words.from {
        Some(from) => Err(syn::Error::new_spanned(
            from,
            "`from` is for `open_enum` only",
        )),
        None => declared.newtype("__flags_impls"),
    }
}
