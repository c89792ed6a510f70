//! Rust code in attributes, which the macros copy to their output.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Token;
use syn::parse::{Parse, ParseStream};

/// An expression: all tokens before a comma. The compiler parses it where it is used.
#[derive(Clone)]
pub(crate) struct Code(TokenStream);

impl Code {
    /// The name in `int(name)`.
    pub(crate) fn converted(&self) -> Option<Ident> {
        let mut tokens = self.0.clone().into_iter();
        let (Some(TokenTree::Ident(_)), Some(TokenTree::Group(group)), None) =
            (tokens.next(), tokens.next(), tokens.next())
        else {
            return None;
        };
        if group.delimiter() != Delimiter::Parenthesis {
            return None;
        }
        syn::parse2(group.stream()).ok()
    }
}

impl Parse for Code {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut code = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            code.extend([input.parse::<TokenTree>()?]);
        }
        if code.is_empty() {
            Err(input.error("expected an expression"))
        } else {
            Ok(Self(code))
        }
    }
}

impl ToTokens for Code {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.clone());
    }
}
