//! Parses the declaration of versions by value.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::parse::ParseStream;
use syn::{Expr, Ident, ItemStruct, LitStr};

use crate::attributes::{Problems, Rule, Words, list, value};
use crate::layout::{Placed, fields};
use crate::shown::Shown;
use crate::target::{Origin, ReferenceWords};

/// `version(when = .., fields(..))`.
pub(crate) struct Version {
    /// The word itself, for messages.
    pub(crate) word: Ident,
    /// Its condition; one version may be all.
    pub(super) when: Option<Rule>,
    pub(super) fields: Vec<Ident>,
}

/// The words in `version(..)`.
#[derive(Default)]
pub(crate) struct VersionWords {
    when: Option<Rule>,
    fields: Vec<Ident>,
}

impl Words for VersionWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "when" => self.when = Some(value(input)?),
            "fields" => self.fields = list(input)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl VersionWords {
    pub(crate) fn version(self, word: &Ident) -> Version {
        let Self { when, fields } = self;
        Version {
            word: word.clone(),
            when,
            fields,
        }
    }
}

/// The words on a field.
#[derive(Default)]
struct FieldWords {
    reserved: bool,
    reference: ReferenceWords,
    default: Option<Expr>,
    base: Option<Expr>,
    null: Option<Expr>,
    condition: Option<LitStr>,
    shown: Shown,
}

impl Words for FieldWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "reserved" => self.reserved = true,
            "default" => self.default = Some(value(input)?),
            "base" => self.base = Some(value(input)?),
            "null" => self.null = Some(value(input)?),
            "if" => self.condition = Some(value(input)?),
            _ => return Ok(self.reference.word(word, input)? || self.shown.word(word, input)?),
        }
        Ok(true)
    }

    fn doc(&mut self) -> Option<&mut String> {
        Some(&mut self.shown.doc)
    }
}

/// A field of the struct.
pub(super) struct Member {
    pub(super) placed: Placed,
    base: Option<Expr>,
    null: Option<Expr>,
    /// Its condition, for messages.
    pub(super) condition: Option<LitStr>,
}

impl Member {
    /// The offset of the first string.
    pub(super) fn base(&self) -> TokenStream {
        self.base.as_ref().map_or(quote!(0), |base| quote!(#base))
    }

    /// A conversion of an offset between the file and the table, if the two differ.
    pub(super) fn converted(&self, conversion: &str, offset: TokenStream) -> TokenStream {
        if self.base.is_none() && self.null.is_none() {
            return offset;
        }
        let (conversion, base, null) = (format_ident!("{conversion}"), self.base(), self.null());
        quote!(dxc_runtime::strings::#conversion(#offset, #base, #null))
    }

    /// The offset that names no string, as an `Option`.
    pub(super) fn null(&self) -> TokenStream {
        match &self.null {
            Some(null) => quote!(Some(#null)),
            None => quote!(None),
        }
    }
}

/// The bytes before the table that offsets count from; `None` if a parameter says it.
fn before(base: Option<&Expr>) -> Option<u32> {
    match base {
        None => Some(0),
        Some(Expr::Lit(literal)) => match &literal.lit {
            syn::Lit::Int(bytes) => bytes.base10_parse().ok(),
            _ => None,
        },
        Some(_) => None,
    }
}

/// The fields.
pub(super) fn members(item: &ItemStruct) -> syn::Result<Vec<Member>> {
    let mut problems = Problems::default();
    let mut members = Vec::new();
    for (field, words) in fields::<FieldWords>(item)? {
        let FieldWords {
            reserved,
            reference,
            base,
            null,
            condition,
            shown,
            default,
        } = words;
        let target = problems.note(reference.target(Origin {
            before: before(base.as_ref()),
            null: null.as_ref().map(|null| quote!(#null)),
        }));
        let placed = Placed::new(&field, reserved, target.flatten(), shown);
        let placed = placed.with_default(default);
        members.push(Member {
            placed,
            base,
            null,
            condition,
        });
    }
    problems.or(members)
}
