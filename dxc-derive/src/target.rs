//! The target of a reference: the words that declare it.

use proc_macro2::TokenStream;
use syn::Ident;
use syn::parse::ParseStream;

use crate::attributes::{value, wrong};

/// The words of a field that names something.
#[derive(Default)]
pub(crate) struct ReferenceWords {
    names: Option<Ident>,
    last: bool,
    run: Option<Ident>,
    len: Option<Ident>,
}

impl ReferenceWords {
    /// Takes the value of a word; false if there is no such word.
    pub(crate) fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "names" => self.names = Some(value(input)?),
            "last" => self.last = true,
            "run" => self.run = Some(value(input)?),
            "len" => self.len = Some(value(input)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The target of the field, if it is a reference.
    pub(crate) fn target(self, origin: Origin) -> syn::Result<Option<Target>> {
        let Self {
            names,
            last,
            run,
            len,
        } = self;
        match (names, run, len) {
            (Some(table), None, None) => Ok(Some(Target::String {
                table,
                last,
                origin,
            })),
            (None, Some(table), Some(len)) => Ok(Some(Target::Run { table, len })),
            (None, None, None) => Ok(None),
            (Some(word), ..) | (_, Some(word), _) | (.., Some(word)) => wrong(
                word.span(),
                "expected either `names = TABLE` or `run = TABLE, len = FIELD`",
            ),
        }
    }
}

/// Where the offsets of the file count from.
#[derive(Clone)]
pub(crate) struct Origin {
    /// Bytes before the table, if not those of the part before it.
    pub(crate) before: Option<u32>,
    /// The one of them that names no string.
    pub(crate) null: Option<TokenStream>,
}

/// The table's start.
impl Default for Origin {
    fn default() -> Self {
        Self {
            before: Some(0),
            null: None,
        }
    }
}

/// The target of a reference.
#[derive(Clone)]
pub(crate) enum Target {
    /// The string at an offset of a table.
    String {
        table: Ident,
        /// Whether it is behind all others in a new table.
        last: bool,
        origin: Origin,
    },
    /// A run of a table; another field has its length.
    Run { table: Ident, len: Ident },
}
