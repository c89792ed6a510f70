//! From TOML to the model: a pass that the JSON Schema leads finds all mistakes, each with its place, and brings all tables
//! into one shape, which serde reads.

mod declared;
mod entries;
mod names;
mod read;
mod shape;
mod sources;
mod tables;
mod types;
mod values;

use std::ops::Range;
use std::sync::LazyLock;

use serde_json::{Map, Value as Json};
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Mistakes, Source, Span};
use crate::limits;
use shape::Value;
use values::{Placed, placed};

pub(crate) use declared::{Declarations, Flag, Flags, Mirroring, OfMacro, Struct, Switch, Width};
pub(crate) use entries::REST;
pub(crate) use read::{Number, Text, integer, place_if_true};
pub(crate) use shape::{
    Entries, Key, Name, Texts, Truth, Value as Holds, Without, datum, inner, keys, needed, of_file,
    one_of, versions,
};
pub(crate) use sources::sources;

/// A schema file: its items, and what was lost.
#[derive(Debug, Default)]
pub(crate) struct File {
    pub(crate) declared: Declarations,
    /// The names of items that were lost to a mistake.
    pub(crate) lost: Vec<String>,
    /// The file is not TOML, so that any item may be lost.
    pub(crate) torn: bool,
}

/// Reads one file's items, as the JSON Schema of files says.
pub(crate) fn file(shape: &Json, index: usize, source: &Source, mistakes: &Mistakes) -> File {
    let mut loader = Loader {
        file: index,
        source,
        text: &source.text,
        mistakes,
        columns: None,
        lost: Vec::new(),
    };
    let declared = loader.toml().map(|table| loader.file(shape, &table));
    File {
        torn: declared.is_none(),
        declared: declared.unwrap_or_default(),
        lost: loader.lost,
    }
}

/// A table that mistakes are about: its place, and its name in messages.
struct Site {
    span: Span,
    noun: String,
}

impl Site {
    fn has(&self) -> String {
        match self.noun.as_str() {
            noun @ ("flags" | "bits") => format!("these {noun} have"),
            noun if noun.ends_with('`') => format!("{noun} has"),
            noun => format!("this {noun} has"),
        }
    }
}

/// One file, while it is loaded.
struct Loader<'m> {
    file: usize,
    source: &'m Source,
    text: &'m str,
    mistakes: &'m Mistakes,
    /// The columns of the enum that is read; unknown if a mistake hides them.
    columns: Option<Vec<String>>,
    lost: Vec<String>,
}

impl<'m> Loader<'m> {
    /// The file as TOML, if it is.
    fn toml(&self) -> Option<DeTable<'m>> {
        if self.text.len() > limits::FILE.most {
            let what = format!("a file of {} bytes", limits::grouped(self.text.len()));
            let noted = self.mistakes.note(&self.span(0..0), what);
            noted.limit(&limits::FILE);
            return None;
        }
        let (table, errors) = DeTable::parse_recoverable(self.text);
        let (twice, torn): (Vec<_>, Vec<_>) = errors
            .iter()
            .map(|error| (error.message(), error.span().unwrap_or(0..0)))
            .partition(|(what, _)| *what == "duplicate key");
        for (_, range) in twice {
            self.key_twice(self.text, range);
        }
        for (what, range) in &torn {
            let what = format!("not TOML: {what}");
            self.mistakes.note(&self.span(range.clone()), what);
        }
        torn.is_empty().then(|| table.into_inner())
    }

    /// Notes a key that comes twice in a table. Its first place is the nearest one that begins a line as it does.
    fn key_twice(&self, text: &str, range: Range<usize>) {
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
        let noted = self
            .mistakes
            .note(&self.span(range), format!("`{name}` comes twice"));
        if let Some(first) = first {
            noted.other(&self.span(first..first + name.len()), "the first one");
        }
    }

    fn file(&mut self, shape: &Json, table: &DeTable<'_>) -> Declarations {
        let start = self.span(0..0);
        names::check_stem(&self.source.stem, &start, self.mistakes);
        let mut own = DeTable::new();
        let mut kinds = Map::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let span = self.span(key.span());
            let known = shape::key(shape, name).map(|key| Value::of(key.shape));
            match (known, value.get_ref()) {
                (Some(Value::Entries(kind)), DeValue::Table(items)) if has_tables(items) => {
                    kinds.insert(name.to_owned(), self.items(kind, name, items).into());
                }
                (Some(Value::Entries(_)), _) => {
                    let what = format!("`{name}` without the name of an item");
                    let noted = self.mistakes.note(&span, what);
                    noted.help(format!("write `[{name}.Name]`"));
                }
                (Some(Value::Tables(part)), DeValue::Array(parts)) => {
                    let parts = parts
                        .iter()
                        .filter_map(|value| self.part(part, name, value));
                    kinds.insert(name.to_owned(), parts.collect());
                }
                (Some(Value::Tables(_)), DeValue::Table(_)) => {
                    let noted = self.mistakes.note(&span, format!("a {name} has no name"));
                    noted.help(format!("write `[[{name}]]`"));
                }
                (None, other @ (DeValue::Table(_) | DeValue::Array(_))) => {
                    self.unknown_kind(shape, name, &span, other);
                }
                _ => drop(own.insert(key.clone(), value.clone())),
            }
        }
        let site = Site {
            span: start,
            noun: "schema file".to_owned(),
        };
        kinds.extend(
            self.table(&of_itself(shape), &own, &site)
                .unwrap_or_default(),
        );
        let read = serde_json::from_value(kinds.into());
        let noted = |problem: serde_json::Error| {
            let what = format!("this file cannot be read: {problem}");
            self.mistakes.note(&site.span, what);
        };
        read.map_err(noted).unwrap_or_default()
    }

    /// The items of a kind, without those that are lost to a mistake.
    fn items(&mut self, shape: &Json, kind: &str, items: &DeTable<'_>) -> Vec<Json> {
        let mut read = Vec::new();
        for (name, value) in items {
            let name = self.name_of(name);
            names::check_name(&name, self.mistakes);
            let DeValue::Table(table) = value.get_ref() else {
                let what = format!("`{}` must be a table", name.value);
                let noted = self.mistakes.note(&name.span, what);
                noted.help(format!("write `[{kind}.{}]`", name.value));
                continue;
            };
            match self.item(shape, kind, table, name.span.clone()) {
                Some(mut item) => {
                    item.insert("name".to_owned(), placed(name.value, &name.span));
                    read.push(item.into());
                }
                None => self.lost.push(name.value),
            }
        }
        read
    }

    fn part(&mut self, shape: &Json, kind: &str, part: &Placed<'_>) -> Option<Json> {
        let span = self.span(part.span());
        let Some(table) = part.get_ref().as_table() else {
            let noted = self
                .mistakes
                .note(&span, format!("a {kind} must be a table"));
            noted.help(format!("write `[[{kind}]]`"));
            return None;
        };
        self.item(shape, kind, table, span).map(Json::from)
    }

    fn item(
        &mut self,
        shape: &Json,
        kind: &str,
        table: &DeTable<'_>,
        span: Span,
    ) -> Option<Map<String, Json>> {
        let noun = kind.to_owned();
        self.table(shape, table, &Site { span, noun })
    }

    fn unknown_kind(&mut self, shape: &Json, name: &str, span: &Span, value: &DeValue<'_>) {
        if let DeValue::Table(items) = value {
            let names = items.keys().map(|name| name.get_ref().to_string());
            self.lost.extend(names);
        }
        let kinds = shape::keys(shape).filter(|key| is_kind(key.shape));
        let noted = self.mistakes.note(span, format!("unknown kind `{name}`"));
        noted.legal(name, kinds.map(|kind| kind.name));
    }
}

/// Whether a flag has a key of this name. It has all those that values of enums have.
pub(crate) fn is_key_of_flags(name: &str) -> bool {
    static FLAGS: LazyLock<Json> = LazyLock::new(|| shape::entries::<Flag>(""));
    shape::key(&FLAGS["additionalProperties"], name).is_some()
}

/// Whether a key of the file holds items.
pub(crate) fn is_kind(shape: &Json) -> bool {
    matches!(Value::of(shape), Value::Entries(_) | Value::Tables(_))
}

/// The keys of the file itself.
fn of_itself(shape: &Json) -> Json {
    let mut own = shape.clone();
    if let Some(keys) = own["properties"].as_object_mut() {
        keys.retain(|_, key| !is_kind(key));
    }
    own
}

fn has_tables(items: &DeTable<'_>) -> bool {
    items.values().any(|item| item.get_ref().is_table())
}

/// A kind of thing, as messages speak of one.
pub(crate) fn with_article(noun: &str) -> String {
    match noun {
        "flags" | "bits" => noun.to_owned(),
        _ if noun.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}
