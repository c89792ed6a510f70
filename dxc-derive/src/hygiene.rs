//! Keeps the names that a macro creates apart from those of a schema, so that a field may have any name.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// The tokens of a declaration, with names that never refer to locals of the macros.
pub(crate) fn apart(tokens: proc_macro::TokenStream) -> TokenStream {
    resolved(tokens.into(), Span::mixed_site())
}

/// The tokens with their own locations for errors; their names are resolved as at `at`.
pub(crate) fn resolved(tokens: TokenStream, at: Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        let span = token.span().resolved_at(at);
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), resolved(group.stream(), at)).into();
        }
        token.set_span(span);
        token
    });
    tokens.collect()
}

/// A local of the macro that belongs to a field.
pub(crate) fn local(what: &str, field: &Ident) -> Ident {
    Ident::new(&format!("{what}_{field}"), Span::call_site())
}

/// The name of the size of all fields in expressions.
pub(crate) fn size_of_self() -> Ident {
    Ident::new("size_of_self", Span::mixed_site())
}

/// The name of the selector in the arguments of an arm.
pub(crate) fn selector_of_self() -> Ident {
    Ident::new("selector_of_self", Span::mixed_site())
}

/// All names in tokens.
pub(crate) fn names(tokens: TokenStream) -> Vec<Ident> {
    let names = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Ident(name) => vec![name],
        TokenTree::Group(group) => names(group.stream()),
        _ => Vec::new(),
    });
    names.collect()
}
