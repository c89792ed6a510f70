//! Parses the `#[dxc(..)]` attributes: words, some of them with a value.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, LitStr, Token, Type};

use crate::code::{self, Code};

/// An expression of the schema: its text, for messages, and its meaning in Rust.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) text: LitStr,
    pub(crate) rust: Code,
    /// The field or argument, if the expression is just its name.
    pub(crate) name: Option<Ident>,
}

impl Rule {
    /// Its value as an argument; 0 if an expression cannot be computed.
    pub(crate) fn known(&self) -> TokenStream {
        let rust = &self.rust;
        quote!((#rust).narrow().unwrap_or_default())
    }
}

impl Parse for Rule {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let twice = "an expression is written `\"as the schema says it\" => as Rust`";
        let text: LitStr = input
            .parse()
            .map_err(|error| syn::Error::new(error.span(), twice))?;
        let name = code::name(&text.value(), text.span());
        if input.parse::<Option<Token![=>]>>()?.is_some() {
            let rust = input.parse()?;
            return Ok(Self { text, rust, name });
        }
        match Code::of_schema(&text) {
            Some(rust) => Ok(Self { text, rust, name }),
            None => wrong(text.span(), twice),
        }
    }
}

/// Parses `= VALUE` after a word.
pub(crate) fn value<T: Parse>(input: ParseStream<'_>) -> syn::Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// Parses `(..)` after a word.
pub(crate) fn parenthesized<T: Parse>(input: ParseStream<'_>) -> syn::Result<T> {
    let content;
    syn::parenthesized!(content in input);
    content.parse()
}

/// Parses `(A, B, ..)` after a word.
pub(crate) fn list<T: Parse>(input: ParseStream<'_>) -> syn::Result<Vec<T>> {
    let content;
    syn::parenthesized!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?
        .into_iter()
        .collect())
}

/// The parameters of a declaration: `name: type, ..`.
#[derive(Default)]
pub(crate) struct Parameters {
    pub(crate) names: Vec<Ident>,
    pub(crate) types: Vec<Type>,
}

impl Parse for Parameters {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut parameters = Self::default();
        while !input.is_empty() {
            parameters.names.push(input.parse()?);
            input.parse::<Token![:]>()?;
            parameters.types.push(input.parse()?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(parameters)
    }
}

/// Implements [`Words`]. Each word sets the field of the same name; `field = "word"` names both. `else FIELD` passes all other
/// words to a field.
///
/// - `flag`: the word alone; `value`: `word = VALUE`; `list`: `word(A, B)`
/// - `parenthesized`: the content of `word(..)`; `group`: the same, for an `Option`; `each`: the same, for a word that
///   may be repeated
macro_rules! words {
    ($name:ident { $($arms:tt)* } $(else $within:ident)?) => {
        impl $crate::attributes::Words for $name {
            fn word(&mut self, word: &syn::Ident, input: syn::parse::ParseStream<'_>) -> syn::Result<bool> {
                Ok(words!(self, word, input, $($arms)*) $(|| self.$within.word(word, input)?)?)
            }
        }
    };
    ($self:ident, $word:ident, $input:ident, $($($field:tt).+ $(= $other:literal)?: $how:ident),* $(,)?) => {{
        $(if $word == words!($($field).+ $(= $other)?) {
            words!($how, $self.$($field).+, $input);
            true
        } else)* {
            false
        }
    }};
    ($field:ident) => { stringify!($field) };
    ($($field:tt).+ = $word:literal) => { $word };
    (flag, $field:expr, $input:ident) => { $field = true };
    (value, $field:expr, $input:ident) => { $field = Some($crate::attributes::value($input)?) };
    (list, $field:expr, $input:ident) => { $field = $crate::attributes::list($input)? };
    (parenthesized, $field:expr, $input:ident) => { $field = $crate::attributes::parenthesized($input)? };
    (group, $field:expr, $input:ident) => { $field = Some($crate::attributes::parenthesized($input)?) };
    (each, $field:expr, $input:ident) => { $field.push($crate::attributes::parenthesized($input)?) };
}

/// Parses one `word`, `word = value` or `word(..)`.
pub(crate) trait Words: Default {
    /// Parses the value of a word; returns false if there is no such word.
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool>;
}

/// Reads all `#[dxc(..)]` attributes of an item and removes them.
pub(crate) fn take<W: Words>(attributes: &mut Vec<Attribute>) -> syn::Result<W> {
    let mut found = W::default();
    let mut problems = Problems::default();
    attributes.retain(|attribute| {
        let ours = attribute.path().is_ident("dxc");
        if ours {
            let parser = |input: ParseStream<'_>| all(&mut found, input);
            problems.note(attribute.parse_args_with(parser));
        }
        !ours
    });
    problems.or(found)
}

/// Parses words up to the end of the input.
pub(crate) fn all<W: Words>(words: &mut W, input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() {
        let word = input.call(Ident::parse_any)?;
        if !words.word(&word, input)? {
            return wrong(word.span(), &format!("unknown word `{word}`"));
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

/// Parses `(word, word, ..)` after a word.
pub(crate) fn nested<W: Words>(input: ParseStream<'_>) -> syn::Result<W> {
    let content;
    syn::parenthesized!(content in input);
    let mut found = W::default();
    all(&mut found, &content)?;
    Ok(found)
}

/// Parses the remaining words, each after a comma.
pub(crate) fn rest<W: Words>(found: &mut W, input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() {
        return Ok(());
    }
    input.parse::<Token![,]>()?;
    all(found, input)
}

/// The text of an item's doc comment, with one line for each line of the comment.
pub(crate) fn doc(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
    {
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && let Expr::Lit(literal) = &pair.value
            && let syn::Lit::Str(text) = &literal.lit
        {
            lines.push(text.value().trim().to_owned());
        }
    }
    lines.join("\n")
}

/// Collects all problems of an item, to report them together.
#[derive(Default)]
pub(crate) struct Problems(Option<syn::Error>);

impl Problems {
    pub(crate) fn add(&mut self, at: &dyn ToTokens, problem: impl std::fmt::Display) {
        self.note::<()>(Err(syn::Error::new_spanned(at.to_token_stream(), problem)));
    }

    pub(crate) fn note<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        match (result, &mut self.0) {
            (Ok(value), _) => return Some(value),
            (Err(error), Some(first)) => first.combine(error),
            (Err(error), none) => *none = Some(error),
        }
        None
    }

    pub(crate) fn or<T>(self, value: T) -> syn::Result<T> {
        self.0.map_or(Ok(value), Err)
    }
}

/// Returns an error at a location in the declaration.
pub(crate) fn wrong<T>(at: Span, problem: &str) -> syn::Result<T> {
    Err(syn::Error::new(at, problem))
}
