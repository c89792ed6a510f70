//! Parses the declaration of versions by size.

use syn::parse::ParseStream;
use syn::{Data, Ident, LitInt};

use crate::attributes::{Problems, Words, value, wrong};
use crate::layout::{Placed, fields};

/// The words on a field.
#[derive(Default)]
struct FieldWords {
    since: Option<LitInt>,
    version: bool,
}

impl Words for FieldWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "since" => self.since = Some(value(input)?),
            "version" => self.version = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// A field of the struct.
pub(super) struct Member {
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
pub(super) fn members(
    record: &Ident,
    data: Data,
    versions: &[u32],
) -> syn::Result<(Vec<Member>, Ident)> {
    let first = versions.first().copied().unwrap_or_default();
    let mut problems = Problems::default();
    let (mut members, mut version): (Vec<Member>, Option<Ident>) = (Vec::new(), None);
    for (placed, words) in fields::<FieldWords>(record, data)? {
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
        let is_later = words.since.is_some();
        members.push(Member {
            placed,
            since,
            is_later,
        });
    }
    match version {
        Some(version) => problems.or((members, version)),
        None => wrong(
            record.span(),
            "expected a field `#[dxc(version)] version: u32`",
        ),
    }
}
