//! Parses the declaration of versions by size.

use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitInt};

use crate::attributes::{Problems, Words, value, wrong};
use crate::code::Code;
use crate::item::ItemStruct;
use crate::layout::{Placed, fields};
use crate::shown::Shown;
use crate::target::ReferenceWords;

/// The words on a field.
#[derive(Default)]
struct FieldWords {
    since: Option<LitInt>,
    version: bool,
    reserved: bool,
    reference: ReferenceWords,
    default: Option<Code>,
    shown: Shown,
}

impl Words for FieldWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "since" => self.since = Some(value(input)?),
            "version" => self.version = true,
            "reserved" => self.reserved = true,
            "default" => self.default = Some(value(input)?),
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
    pub(super) docs: Vec<Attribute>,
    pub(super) placed: Placed,
    /// The first version that has it.
    pub(super) since: u32,
    /// Whether later versions only have it.
    pub(super) is_later: bool,
}

/// The numbers of the versions, which ascend.
pub(super) fn versions(numbers: &[LitInt]) -> syn::Result<Vec<u32>> {
    numbers.iter().map(LitInt::base10_parse).collect()
}

/// The fields, and the one that keeps the version.
pub(super) fn members(item: &ItemStruct, versions: &[u32]) -> syn::Result<(Vec<Member>, Ident)> {
    let first = versions.first().copied().unwrap_or_default();
    let mut problems = Problems::default();
    let (mut members, mut version): (Vec<Member>, Option<Ident>) = (Vec::new(), None);
    for (field, words) in fields::<FieldWords>(item)? {
        let target = problems.note(words.reference.target());
        let placed = Placed::new(&field, words.reserved, target.flatten(), words.shown);
        let placed = placed.with_default(words.default);
        if words.version {
            if version.is_some() {
                problems.add(&placed.name, "one field is the `version`");
            }
            version = Some(placed.name);
            continue;
        }
        let since = match &words.since {
            Some(literal) => problems.note(literal.base10_parse()).unwrap_or(first),
            None => first,
        };
        let (docs, is_later) = (field.attrs, words.since.is_some());
        members.push(Member {
            docs,
            placed,
            since,
            is_later,
        });
    }
    match version {
        Some(version) => problems.or((members, version)),
        None => wrong(
            item.ident.span(),
            "expected a field `#[dxc(version)] version: u32`",
        ),
    }
}
