//! Rust code in attributes, which the macros copy to their output.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{LitInt, LitStr, Token};

/// An expression: all tokens before a comma. The compiler parses it where it is used.
#[derive(Clone)]
pub(crate) struct Code(TokenStream);

impl Code {
    /// The code of an expression of the schema that is a name, a number, `len(field)` or `at(field)`.
    pub(crate) fn of_schema(text: &LitStr) -> Option<Self> {
        let (value, span) = (text.value(), text.span());
        let number = if let Some(name) = name(&value, span) {
            name.to_token_stream()
        } else if is_number(&value) {
            LitInt::new(&value, span).to_token_stream()
        } else {
            let (function, field) = value.strip_suffix(')')?.split_once('(')?;
            let field = name(field, span)?;
            match function {
                "len" => quote!(#field.len()),
                "at" => format_ident!("at_{}", field).to_token_stream(),
                _ => return None,
            }
        };
        Some(Self(quote!(dxc_runtime::int::int(#number))))
    }
}

/// A text as a name. Other texts are not lexed: the compiler would report what is not Rust.
pub(crate) fn name(text: &str, span: Span) -> Option<Ident> {
    let is_word = text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_word || text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let mut name: Ident = syn::parse_str(text).ok()?;
    name.set_span(span);
    Some(name)
}

/// Whether a text is a decimal or hexadecimal number.
fn is_number(text: &str) -> bool {
    let (digits, radix) = text
        .strip_prefix("0x")
        .map_or((text, 10), |digits| (digits, 16));
    !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix))
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
