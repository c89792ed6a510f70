//! `#[derive(Versioned)]`: records of several versions, selected `by_size` or `by_value`.

mod by_size;
mod by_value;

use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{DeriveInput, Ident, LitInt};

use crate::attributes::{self, Parameters, Words, list, nested, parenthesized, wrong};

/// The words on the struct.
#[derive(Default)]
struct StructWords {
    by_size: Option<Vec<LitInt>>,
    by_value: Option<Parameters>,
    versions: Vec<by_value::Version>,
    /// The first word `version`, for messages.
    version: Option<Ident>,
}

impl Words for StructWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "by_size" => self.by_size = Some(list(input)?),
            "by_value" => self.by_value = Some(parenthesized(input)?),
            "version" => {
                self.version.get_or_insert_with(|| word.clone());
                self.versions.push(nested(input)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let mut item: DeriveInput = syn::parse2(item)?;
    let words: StructWords = attributes::take(&mut item.attrs)?;
    match (words.by_size, words.by_value, words.version) {
        (Some(numbers), None, None) => by_size::expand(&item.ident, item.data, &numbers),
        (Some(_), None, Some(version)) => wrong(
            version.span(),
            "versions by size are listed in `by_size(..)`, and their fields say `since`",
        ),
        (None, Some(arguments), _) => {
            by_value::expand(&item.ident, item.data, &arguments, &words.versions)
        }
        _ => wrong(
            item.ident.span(),
            "expected either `#[dxc(by_size(..))]` or `#[dxc(by_value(..))]`",
        ),
    }
}
