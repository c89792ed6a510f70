//! Expands `#[derive(Record)]`: records of one or several versions, which the size or a parameter selects.

mod by_size;
mod by_value;
mod fixed;
mod row;
mod versions;

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::ParseStream;
use syn::{DeriveInput, Ident, LitInt};

use crate::attributes::{self, Parameters, Words, list, nested, parenthesized, wrong};
use crate::code::Code;
use crate::layout::Placed;

/// The words of the attribute on the struct.
#[derive(Default)]
struct StructWords {
    by_size: Option<Vec<LitInt>>,
    by_value: Option<Parameters>,
    versions: Vec<by_value::VersionWords>,
    /// The arguments for serde, which select a version with all fields.
    serde: Vec<Code>,
    /// The first word `version`, for messages.
    version: Option<Ident>,
}

impl Words for StructWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "by_size" => self.by_size = Some(list(input)?),
            "serde" => self.serde = list(input)?,
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
        (None, None, None) => fixed::expand(item),
        (Some(numbers), None, None) => by_size::expand(&item.ident, item.data, &numbers),
        (Some(_), None, Some(version)) => wrong(
            version.span(),
            "versions by size are listed in `by_size(..)`, and their fields say `since`",
        ),
        (None, Some(arguments), _) => by_value::expand(
            &item.ident,
            item.data,
            &arguments,
            &words.versions,
            &words.serde,
        ),
        (Some(_), Some(_), _) | (None, None, Some(_)) => wrong(
            item.ident.span(),
            "expected either `#[dxc(by_size(..))]` or `#[dxc(by_value(..))]`",
        ),
    }
}

/// A record of several versions.
struct Record<'r> {
    name: &'r Ident,
    members: Vec<Member>,
    /// The versions, the oldest first.
    versions: Vec<Version>,
    /// The parameters that select a version: their names, their types, and both. A version by size has none.
    arguments: TokenStream,
    types: TokenStream,
    context: TokenStream,
    /// The statements that return the index of a version; `stride` is the size.
    selection: TokenStream,
    /// The field that stores the version of a record with versions by size: the index of its layout.
    version: Option<Ident>,
}

/// A version of a record.
struct Version {
    /// The constant of its layout, and its doc.
    layout: Ident,
    doc: String,
    /// Its number, if the size selects it.
    number: Option<u32>,
}

/// A field of the struct.
struct Member {
    placed: Placed,
    /// The reason why a version lacks it, for messages.
    rule: String,
    /// The version that added it, if the size selects the version and not all versions contain it.
    since: Option<u32>,
    /// Whether only the larger size of that version contains it.
    grown: bool,
    /// For each version, whether the version contains it.
    is_in: Vec<bool>,
}

impl Record<'_> {
    fn placed(&self) -> impl Iterator<Item = &Placed> {
        self.members.iter().map(|member| &member.placed)
    }

    /// The index of the newest version.
    fn newest(&self) -> usize {
        self.versions.len() - 1
    }

    /// The sizes of all versions.
    fn sizes(&self) -> impl Iterator<Item = TokenStream> {
        let layouts = self.versions.iter().map(|version| &version.layout);
        layouts.map(|layout| {
            let name = self.name;
            quote!(#name::#layout.size)
        })
    }

    /// The code for each member that the version in the local `layout` contains.
    fn if_there(&self, then: impl Fn(&Member) -> TokenStream) -> TokenStream {
        let same = self.members.chunk_by(|one, next| one.is_in == next.is_in);
        let groups = same.map(|members| {
            let then: TokenStream = members.iter().map(&then).collect();
            match members.first().and_then(Member::is_there) {
                Some(is_there) if !then.is_empty() => quote!(if #is_there { #then }),
                _ => then,
            }
        });
        groups.collect()
    }

    /// The code for each member that the version in the local `layout` lacks.
    fn if_absent(&self, then: impl Fn(&Member) -> TokenStream) -> TokenStream {
        let same = self.members.chunk_by(|one, next| one.is_in == next.is_in);
        let groups = same.filter_map(|members| {
            let is_there = members.first()?.is_there()?;
            let then = members.iter().map(&then);
            Some(quote!(if !(#is_there) { #(#then)* }))
        });
        groups.collect()
    }

    /// The value for the version in the local `layout`. Each version has separate code, in which sizes are constant.
    fn by_version(
        &self,
        layout: &TokenStream,
        value: impl Fn(usize) -> TokenStream,
    ) -> TokenStream {
        let (older, newest) = (0..self.newest(), value(self.newest()));
        let values = older.clone().map(value);
        quote! {
            match #layout {
                #(#older => #values,)*
                _ => #newest,
            }
        }
    }
}

impl Member {
    /// The test whether the version in the local `layout` contains it; none if every version does.
    fn is_there(&self) -> Option<TokenStream> {
        let versions = self.is_in.iter().enumerate();
        let numbers = versions.filter_map(|(number, is_in)| is_in.then_some(number));
        let first = self.is_in.iter().position(|is_in| *is_in);
        match first {
            Some(0) if !self.is_in.contains(&false) => None,
            Some(first) if self.is_in.iter().skip(first).all(|is_in| *is_in) => {
                Some(quote!(layout >= #first))
            }
            _ => Some(quote!(matches!(layout, #(#numbers)|*))),
        }
    }

    /// Clears it. Reports its value if it differs from that of a new record, or, if it `is_named`, any value.
    fn leave(&self, is_named: TokenStream) -> TokenStream {
        let (name, unset) = (&self.placed.name, self.placed.unset());
        let text = name.to_string();
        quote!(dxc_runtime::versioned::leave(&mut self.#name, #text, #unset, #is_named, lost);)
    }
}
