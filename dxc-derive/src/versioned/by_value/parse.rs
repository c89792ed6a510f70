//! Parses the declaration of versions by value.

use syn::parse::ParseStream;
use syn::{Data, Ident, LitStr};

use crate::attributes::{Rule, Words, list, value};
use crate::layout::{Placed, fields};

/// `version(when = .., without(..))`.
#[derive(Default)]
pub(crate) struct Version {
    /// Its condition; one version may be all.
    pub(super) when: Option<Rule>,
    /// The fields that it lacks.
    without: Vec<Ident>,
}

impl Words for Version {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "when" => self.when = Some(value(input)?),
            "without" => self.without = list(input)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The condition of a field, for messages.
#[derive(Default)]
struct Condition(Option<LitStr>);

impl Words for Condition {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        if word != "if" {
            return Ok(false);
        }
        self.0 = Some(value(input)?);
        Ok(true)
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
pub(super) fn members(
    record: &Ident,
    data: Data,
    versions: &[Version],
) -> syn::Result<Vec<Member>> {
    let members = fields(record, data)?
        .into_iter()
        .map(|(placed, Condition(condition))| {
            let versions = versions.iter();
            let is_in = versions.map(|version| !version.without.contains(&placed.name));
            Member {
                is_in: is_in.collect(),
                placed,
                condition,
            }
        });
    Ok(members.collect())
}
