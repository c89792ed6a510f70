//! The code for the words of a field that reading, writing and visits share.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::parse::{Member, MemberWords};
use crate::attributes::Rule;

/// The code `content` if the field's condition is true, otherwise the code `otherwise`.
pub(super) fn conditional(
    member: &Member,
    content: TokenStream,
    otherwise: TokenStream,
) -> TokenStream {
    match &member.words.condition {
        Some(Rule { rust, .. }) => quote!(if #rust { #content } else { #otherwise }),
        None => quote!({ #content }),
    }
}

/// The arguments of the records of a run; one that overflows is 0.
pub(super) fn context(row: &syn::Type, with: &[Rule]) -> TokenStream {
    let ty = quote!(<#row as dxc_runtime::Row>::Context);
    arguments(&ty, with.iter().map(Rule::known))
}

/// Like [`context`], but all arguments are known: one that overflows is an error.
pub(super) fn strict_context(member: &Member, row: &syn::Type) -> TokenStream {
    arguments(&quote!(<#row as dxc_runtime::Row>::Context), strict(member))
}

/// The arguments of a structure.
pub(super) fn nested_args(member: &Member, item: &syn::Type) -> TokenStream {
    arguments(
        &quote!(<#item as dxc_runtime::Fields>::Args),
        strict(member),
    )
}

/// The arguments that a field passes, each refused if it overflows.
fn strict(member: &Member) -> impl ExactSizeIterator<Item = TokenStream> {
    let Member { at, descriptor, .. } = member;
    let with = member.words.with.iter();
    with.map(move |Rule { rust, .. }| quote!((#descriptor).argument(#at, #rust)?))
}

/// Arguments as a tuple of the declared types.
pub(super) fn arguments(
    ty: &TokenStream,
    values: impl ExactSizeIterator<Item = TokenStream>,
) -> TokenStream {
    if values.len() == 0 {
        return quote!(());
    }
    quote!({
        let args: #ty = (#(#values,)*);
        args
    })
}

/// An optional expression, as an `Option` in Rust.
pub(super) fn some(rule: Option<&Rule>) -> TokenStream {
    match rule {
        Some(Rule { rust, .. }) => quote!(Some(#rust)),
        None => quote!(None),
    }
}

/// The alignment of the field, and the byte for its padding.
pub(super) fn pad(words: &MemberWords) -> (TokenStream, TokenStream) {
    let align = words
        .aligned
        .as_ref()
        .map_or_else(|| quote!(1), ToTokens::to_token_stream);
    let fill = words
        .fill
        .as_ref()
        .map_or_else(|| quote!(0), ToTokens::to_token_stream);
    (align, fill)
}

/// Refuses a stored size that differs from the field's.
pub(super) fn compare_size(member: &Member, size: &TokenStream) -> Option<TokenStream> {
    let Rule {
        text: rule, rust, ..
    } = member.words.size.as_ref()?;
    let descriptor = &member.descriptor;
    let compare = quote!((#descriptor).same_count(#rust, #size, #rule)?;);
    member.words.compare.then_some(compare)
}
