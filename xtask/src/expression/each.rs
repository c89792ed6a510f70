//! `name in 0..N`: several runs in one, which are counted one by one.

use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitInt, Token};

use crate::diagnostic::Spanned;

/// The most runs in one.
const MOST: u32 = 64;

/// The value of `each` in a schema.
#[derive(Clone, Debug)]
pub(crate) struct Each {
    pub(crate) text: Spanned<String>,
    range: Option<Range>,
}

/// `name in 0..N`.
#[derive(Clone, Debug)]
struct Range {
    name: String,
    end: u32,
}

impl Each {
    pub(crate) fn new(text: Spanned<String>) -> Self {
        let range = syn::parse_str(&text).ok();
        Self { text, range }
    }

    /// The name of the index, and how many runs there are; nothing, if it says something else.
    pub(crate) fn range(&self) -> Option<(&str, u32)> {
        let range = self.range.as_ref()?;
        Some((&range.name, range.end))
    }
}

impl Parse for Range {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse::<Ident>()?.to_string();
        input.parse::<Token![in]>()?;
        let start: LitInt = input.parse()?;
        input.parse::<Token![..]>()?;
        let end: LitInt = input.parse()?;
        let range = (start.base10_parse::<u32>()?, end.base10_parse()?);
        match range {
            (0, end @ 1..=MOST) => Ok(Self { name, end }),
            _ => Err(input.error("no such range")),
        }
    }
}
