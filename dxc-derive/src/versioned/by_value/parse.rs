//! Parses the declaration of versions by value.

use syn::parse::ParseStream;
use syn::{Ident, LitStr};

use crate::attributes::{Problems, Rule, Words, list, value};
use crate::code::Code;
use crate::item::ItemStruct;
use crate::layout::{Placed, fields};
use crate::shown::Shown;
use crate::target::ReferenceWords;

/// `version(when = .., without(..))`.
pub(crate) struct Version {
    /// The word itself, for messages.
    pub(crate) word: Ident,
    /// Its condition; one version may be all.
    pub(super) when: Option<Rule>,
    /// The fields that it lacks.
    without: Vec<Ident>,
}

/// The words in `version(..)`.
#[derive(Default)]
pub(crate) struct VersionWords {
    when: Option<Rule>,
    without: Vec<Ident>,
}

impl Words for VersionWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "when" => self.when = Some(value(input)?),
            "without" => self.without = list(input)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl VersionWords {
    pub(crate) fn version(self, word: &Ident) -> Version {
        let Self { when, without } = self;
        Version {
            word: word.clone(),
            when,
            without,
        }
    }
}

/// The words on a field.
#[derive(Default)]
struct FieldWords {
    reserved: bool,
    reference: ReferenceWords,
    default: Option<Code>,
    condition: Option<LitStr>,
    shown: Shown,
}

impl Words for FieldWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "reserved" => self.reserved = true,
            "default" => self.default = Some(value(input)?),
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
    /// Its condition, for messages.
    pub(super) condition: Option<LitStr>,
    /// Whether each of the versions has it.
    pub(super) is_in: Vec<bool>,
}

/// The fields.
pub(super) fn members(item: &ItemStruct, versions: &[Version]) -> syn::Result<Vec<Member>> {
    let mut problems = Problems::default();
    let mut members = Vec::new();
    for (field, words) in fields::<FieldWords>(item)? {
        let FieldWords {
            reserved,
            reference,
            condition,
            shown,
            default,
        } = words;
        let target = problems.note(reference.target());
        let placed = Placed::new(&field, reserved, target.flatten(), shown);
        let placed = placed.with_default(default);
        let versions = versions.iter();
        let is_in = versions.map(|version| !version.without.contains(&placed.name));
        members.push(Member {
            is_in: is_in.collect(),
            placed,
            condition,
        });
    }
    problems.or(members)
}
