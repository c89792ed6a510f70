//! The attribute that lets debug builds compile generated functions in the crates that call them.

use quote::quote;
use std::mem;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The code with the attribute on each function that has no plain `#[inline]`. Optimized builds ignore it.
pub(crate) fn defer(code: TokenStream) -> TokenStream {
    let mut result = TokenStream::new();
    // The tokens of the current item or statement.
    let mut item = Vec::new();
    for token in code {
        let is_end = match &token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(punct) => punct.as_char() == ';',
            _ => false,
        };
        item.push(match token {
            TokenTree::Group(group) => {
                let mut deferred = Group::new(group.delimiter(), defer(group.stream()));
                deferred.set_span(group.span());
                deferred.into()
            }
            other => other,
        });
        if is_end {
            let item = mem::take(&mut item);
            let attribute =
                is_deferred(&item).then(|| quote!(#[cfg_attr(debug_assertions, inline)]));
            result.extend(attribute);
            result.extend(item);
        }
    }
    result.extend(item);
    result
}

/// Whether an item is a function with a body, without a plain `#[inline]`.
fn is_deferred(mut item: &[TokenTree]) -> bool {
    if matches!(item.last(), Some(TokenTree::Punct(_))) {
        return false;
    }
    while let [
        TokenTree::Punct(hash),
        TokenTree::Group(attribute),
        rest @ ..,
    ] = item
        && hash.as_char() == '#'
    {
        if attribute.stream().to_string() == "inline" {
            return false;
        }
        item = rest;
    }
    // For example, `pub(crate) const fn name`.
    let mut words = item.iter().take_while(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    });
    words.any(|word| word.to_string() == "fn")
}
