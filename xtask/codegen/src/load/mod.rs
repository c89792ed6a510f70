//! Converts TOML to the model. A pass guided by the JSON Schema finds all mistakes, each with its location, and
//! converts all tables to one shape, which serde reads.

mod declared;
mod entries;
mod read;
mod shape;
mod sources;
mod tables;
mod texts;
mod toml_version;
mod types;
mod values;

use std::ops::Range;
use std::sync::LazyLock;

use serde_json::Value as Json;
use toml::de::DeTable;

use crate::diagnostic::{MistakeBuilder, Mistakes};
use crate::keys;
use crate::limits::{self, Limit};
use crate::model::EnumValue;
use crate::span::{Source, Span};

pub(crate) use declared::Declarations;
pub(crate) use entries::REST;
pub(crate) use shape::{Key, Value as Holds, inner, is_kind, keys, needed, of_file, versions};
pub use sources::sources;

/// Reads the items of one file, which must match the JSON Schema of files, and the names of those that a mistake hides.
/// `None` if the file is not TOML.
pub(crate) fn file(
    shape: &Json,
    file: usize,
    source: &Source,
    mistakes: &Mistakes,
) -> Option<(Declarations, Vec<String>)> {
    let mut loader = Loader {
        file,
        text: &source.text,
        mistakes,
        columns: None,
        lost: Vec::new(),
    };
    let table = loader.toml()?;
    let start = loader.span(0..0);
    loader.check_stem(&source.stem, &start);
    let read = loader.table(shape, &table, &start, "schema file");
    let read = serde_json::from_value(read.unwrap_or_default().into());
    let declared = read.unwrap_or_else(|problem| {
        mistakes.note(&start, format!("this file cannot be read: {problem}"));
        Declarations::default()
    });
    Some((declared, loader.lost))
}

/// The state of loading one file.
struct Loader<'m> {
    file: usize,
    text: &'m str,
    mistakes: &'m Mistakes,
    /// The columns of the current enum; unknown if a mistake hides them.
    columns: Option<Vec<String>>,
    lost: Vec<String>,
}

impl<'m> Loader<'m> {
    /// Reports a mistake.
    fn note(&self, at: &Span, what: impl AsRef<str>) -> MistakeBuilder<'m> {
        self.mistakes.note(at, what)
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range)
    }

    /// Parses the file as TOML; `None` if it is not TOML.
    fn toml(&self) -> Option<DeTable<'m>> {
        if self.text.len() > limits::FILE.most {
            let what = format!("the file has {} bytes", limits::grouped(self.text.len()));
            self.note(&self.span(0..0), what).limit(&limits::FILE);
            return None;
        }
        let (table, errors) = DeTable::parse_recoverable(self.text);
        let mut is_torn = false;
        for error in errors {
            let range = error.span().unwrap_or(0..0);
            if error.message() == "duplicate key" {
                self.key_twice(range);
            } else {
                is_torn = true;
                self.note(&self.span(range), format!("not TOML: {}", error.message()));
            }
        }
        if is_torn {
            return None;
        }
        for newer in toml_version::find_newer(self.text) {
            let what = format!("not TOML 1.0: {}", newer.what);
            let noted = self.note(&self.span(newer.range), what);
            noted.help(newer.help);
        }
        let table = table.into_inner();
        self.shows_all();
        self.check_strings(&table);
        Some(table)
    }

    /// Reports a key that occurs twice in a table. Its first occurrence is the nearest one that also begins a line.
    fn key_twice(&self, range: Range<usize>) {
        let text = self.text;
        let begins = |at: usize| {
            let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
            text[line..at].trim().is_empty()
        };
        let name = &text[range.clone()];
        let is_whole = |at: usize| {
            let is_part = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
            let behind = text[at + name.len()..].chars().next();
            !text[..at].ends_with(is_part) && !behind.is_some_and(is_part)
        };
        let mut earlier = text[..range.start].rmatch_indices(name).map(|(at, _)| at);
        let first = earlier.find(|at| is_whole(*at) && begins(*at) == begins(range.start));
        let noted = self.note(&self.span(range), format!("`{name}` is declared twice"));
        if let Some(first) = first {
            noted.other(&self.span(first..first + name.len()), "the first one");
        }
    }

    /// Reports a mistake in the name of a file, which is the name of the generated module.
    fn check_stem(&self, stem: &str, start: &Span) {
        let (what, help) = match stem {
            "parts" => (
                "the module `parts` is made from every `[[part]]`".to_owned(),
                "name the file after its subject",
            ),
            _ if is_identifier(stem) => return,
            _ => (
                format!("`{stem}` cannot be the name of a module"),
                "use the letters a to z, digits and `_` for the file, and no keyword of Rust",
            ),
        };
        self.note(start, what).help(help);
    }

    /// Whether the length of a text is within a limit; reports it otherwise.
    fn is_short(&self, noun: &str, text: &str, limit: &Limit, span: &Span) -> bool {
        let count = text.chars().count();
        if count > limit.most {
            let what = format!("the {noun} has {} letters", limits::grouped(count));
            self.note(span, what).limit(limit);
        }
        count <= limit.most
    }

    /// Reports a mistake in the name of an item, a field or a value.
    fn check_name(&self, name: &str, span: &Span) {
        let is_first = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
        let is_letter = |letter: char| is_first(letter) || letter.is_ascii_digit();
        if !self.is_short("name", name, &limits::NAME, span) {
            return;
        }
        if name.starts_with(GENERATED) {
            self.note(span, format!("`{name}` is a name of the generated code"))
                .help("names cannot begin with `__`");
        } else if !name.starts_with(is_first) || !name.chars().all(is_letter) {
            self.note(span, format!("`{name}` is not a valid name"))
                .help("a name has letters, digits and `_`, and does not begin with a digit");
        } else if !is_identifier(name) {
            self.note(span, format!("`{name}` is a keyword of Rust"))
                .help("use another name, and put the spelling of other programs into `cpp`");
        }
    }
}

/// The prefix of names that are reserved for generated code.
const GENERATED: &str = "__";

/// Whether a name is a Rust identifier of ASCII characters that is not a keyword in any edition.
pub(crate) fn is_identifier(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    // `syn` does not know the keyword of the edition 2024.
    name != "gen"
        && !name.starts_with(GENERATED)
        && name.chars().all(is_letter)
        && syn::parse_str::<syn::Ident>(name).is_ok()
}

/// Whether flags have a key with this name: they have all keys of the values of enums.
pub(crate) fn is_key_of_flags(name: &str) -> bool {
    static FLAGS: LazyLock<Json> = LazyLock::new(|| keys::entries::<EnumValue>(""));
    shape::key(&FLAGS["additionalProperties"], name).is_some()
}

/// A noun with its indefinite article, for messages.
pub(crate) fn with_article(noun: &str) -> String {
    match noun {
        "flags" | "bits" => noun.to_owned(),
        _ if noun.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}
