//! Sequences from streams and to them.

use proc_macro2::TokenStream;

use super::parse::Sequence;

/// `BinRead` and `BinWrite` of a sequence that is inside of others.
pub(super) fn of_nested(Sequence { name, generics, .. }: &Sequence) -> TokenStream {
    let (_, of, _) = generics.split_for_impl();
    let parameters = &generics.params;
    quote!(dxc_runtime::__binrw_nested!([#parameters] #name #of);)
}
