//! Parses the declaration of versions by value.

use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{Expr, Ident, ItemStruct, LitStr};

use crate::attributes::{Problems, Rule, Words, list, value, wrong};
use crate::layout::{Placed, fields};
use crate::shown::Shown;
use crate::target::{Origin, ReferenceWords};

/// `version(when = .., fields(..))`.
pub(crate) struct Version {
    /// The word itself, for messages.
    pub(crate) word: Ident,
    pub(super) when: Rule,
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
    pub(crate) fn version(self, word: &Ident) -> syn::Result<Version> {
        let Self { when, fields } = self;
        match when {
            Some(when) => Ok(Version {
                word: word.clone(),
                when,
                fields,
            }),
            None => wrong(word.span(), "expected `when = ..` in the version"),
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

    fn shown(&mut self) -> Option<&mut Shown> {
        Some(&mut self.shown)
    }
}

/// A field of the struct.
pub(super) struct Member {
    pub(super) placed: Placed,
    pub(super) base: Option<Expr>,
    pub(super) null: Option<Expr>,
    /// Its condition, for messages.
    pub(super) condition: Option<LitStr>,
}

impl Member {
    /// The offset that names no string, as an `Option`.
    pub(super) fn null(&self) -> TokenStream {
        match &self.null {
            Some(null) => quote!(Some(#null)),
            None => quote!(None),
        }
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
            from_part: base.is_some(),
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
