//! From TOML to declarations: a pass over the tables finds all mistakes, each with its place, and leaves behind what
//! serde can read.

mod entries;
mod missing;
mod names;
mod places;
mod sources;
mod tables;
mod values;
mod versions;

use std::ops::Range;

use serde::Deserialize;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::declared::{self, Declaration};
use crate::diagnostic::{Mistakes, Source, Span, Spanned};
use crate::keys::{self, Kind};
use crate::limits;
use values::Placed;

pub(crate) use missing::check_described;
pub(crate) use sources::sources;
pub(crate) use values::no_type;

/// An item: `[kind.Name]`, or a `[[part]]`, which has no name.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) name: Spanned<String>,
    pub(crate) declaration: Declaration,
}

/// A schema file: its doc and its items.
#[derive(Debug, Default)]
pub(crate) struct File {
    pub(crate) doc: String,
    pub(crate) feature: Option<String>,
    pub(crate) items: Vec<Item>,
    /// The names of items that were lost to a mistake.
    pub(crate) lost: Vec<String>,
    /// The file is not TOML: nobody knows what was lost.
    pub(crate) torn: bool,
}

/// Reads one file's items.
pub(crate) fn file<'m>(index: usize, source: &'m Source, mistakes: &'m Mistakes) -> File {
    let mut loader = Loader {
        file: index,
        text: &source.text,
        mistakes,
        columns: None,
        loaded: File::default(),
    };
    match loader.toml(&source.text) {
        Some(table) => loader.file(table, &source.stem),
        None => loader.loaded.torn = true,
    }
    loader.loaded
}

/// Where a table stands, and the name of the item that it is.
struct Site {
    span: Span,
    item: Option<String>,
    /// The name of an entry; padding has none.
    name: Option<String>,
}

impl Site {
    /// That of a table inside of an item, or of a part.
    fn new(span: Span) -> Self {
        Self {
            span,
            item: None,
            name: None,
        }
    }

    fn has_no(&self, what: &str) -> String {
        let name = self.item.as_deref().unwrap_or_default();
        format!("`{name}` has no {what}")
    }
}

/// One file, while it is loaded.
struct Loader<'m> {
    file: usize,
    text: &'m str,
    mistakes: &'m Mistakes,
    /// The columns of the enum that is read; unknown if a mistake hides them.
    columns: Option<Vec<String>>,
    loaded: File,
}

impl Loader<'_> {
    /// The file as TOML, if it is.
    fn toml<'t>(&self, text: &'t str) -> Option<DeTable<'t>> {
        if text.len() > limits::FILE.most {
            let what = format!("a file of {} bytes", limits::grouped(text.len()));
            let noted = self.mistakes.note(&self.span(0..0), what);
            noted.limit(&limits::FILE);
            return None;
        }
        let (table, errors) = DeTable::parse_recoverable(text);
        let (twice, torn): (Vec<_>, Vec<_>) = errors
            .iter()
            .map(|error| (error.message(), error.span().unwrap_or(0..0)))
            .partition(|(what, _)| *what == "duplicate key");
        for (_, range) in twice {
            self.key_twice(text, range);
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

    fn file(&mut self, table: DeTable<'_>, stem: &str) {
        let start = self.span(0..0);
        names::check_stem(stem, &start, self.mistakes);
        let mut own = DeTable::new();
        for (key, value) in table {
            let name = key.get_ref().to_string();
            let span = self.span(key.span());
            let place = value.span();
            match (keys::kind(&name), value.into_inner()) {
                (Some(kind), DeValue::Table(items)) if has_tables(&items) => {
                    self.items(kind, items)
                }
                (Some(kind), _) => {
                    let what = format!("`{name}` without the name of an item");
                    let noted = self.mistakes.note(&span, what);
                    noted.help(format!("write `[{}.Name]`", kind.shape.name));
                }
                (None, DeValue::Array(parts)) if name == keys::PART.shape.name => {
                    parts.into_iter().for_each(|part| self.part(part));
                }
                (None, DeValue::Table(_)) if name == keys::PART.shape.name => {
                    let noted = self.mistakes.note(&span, "a part has no name");
                    noted.help("write `[[part]]`");
                }
                (None, other @ (DeValue::Table(_) | DeValue::Array(_))) => {
                    self.unknown_kind(&name, &span, &other)
                }
                (None, other) => drop(own.insert(key, Placed::new(place, other))),
            }
        }
        self.own_keys(own);
        // Items come in the order of the file, whatever their kinds.
        let items = &mut self.loaded.items;
        items.sort_by_key(|item| item.name.span.range.start);
    }

    /// The items of a kind.
    fn items(&mut self, kind: &'static Kind, items: DeTable<'_>) {
        for (key, value) in items {
            let name = Spanned {
                value: key.get_ref().to_string(),
                span: self.span(key.span()),
            };
            names::check_name(&name, self.mistakes);
            match value.into_inner() {
                DeValue::Table(table) => {
                    let site = Site {
                        span: name.span.clone(),
                        item: Some(name.value.clone()),
                        name: None,
                    };
                    self.item(kind, table, name, &site);
                }
                _ => {
                    let what = format!("`{}` must be a table", name.value);
                    let noted = self.mistakes.note(&name.span, what);
                    noted.help(format!("write `[{}.{}]`", kind.shape.name, name.value));
                }
            }
        }
    }

    fn part(&mut self, part: Placed<'_>) {
        let span = self.span(part.span());
        match part.into_inner() {
            DeValue::Table(table) => {
                let name = Spanned {
                    value: String::new(),
                    span: span.clone(),
                };
                self.item(&keys::PART, table, name, &Site::new(span));
            }
            _ => {
                let noted = self.mistakes.note(&span, "a part must be a table");
                noted.help("write `[[part]]`");
            }
        }
    }

    fn item(
        &mut self,
        kind: &'static Kind,
        mut table: DeTable<'_>,
        name: Spanned<String>,
        site: &Site,
    ) {
        if kind.shape.key(keys::VERSIONS).is_some() {
            versions::gather(&mut table);
        }
        let is_whole = self.table(&kind.shape, &mut table, site);
        // As serde tells the variants of an enum.
        let mut by_kind = DeTable::new();
        tables::put_value(
            &mut by_kind,
            kind.shape.name,
            DeValue::Table(table),
            &site.span,
        );
        match is_whole.then(|| self.read(by_kind, &site.span)).flatten() {
            Some(declaration) => self.loaded.items.push(Item { name, declaration }),
            None => self.loaded.lost.push(name.value),
        }
    }

    /// Reads what the pass has left of a table. It finds every mistake, so that nothing is left for serde to refuse.
    fn read<'t, T: Deserialize<'t>>(&self, table: DeTable<'t>, span: &Span) -> Option<T> {
        let table = Placed::new(places::range_of(span), DeValue::Table(table));
        let read = T::deserialize(ValueDeserializer::from(table));
        let noted = |problem: toml::de::Error| {
            let place = problem.span().map(|range| places::span_of(&range));
            let what = format!("this cannot be read: {}", problem.message());
            self.mistakes.note(&place.unwrap_or(span.clone()), what);
        };
        read.map_err(noted).ok()
    }

    /// The keys of the file itself.
    fn own_keys(&mut self, mut table: DeTable<'_>) {
        let site = Site::new(self.span(0..0));
        self.table(&keys::FILE, &mut table, &site);
        let own: Option<declared::File> = self.read(table, &site.span);
        if let Some(own) = own {
            (self.loaded.doc, self.loaded.feature) = (own.doc, own.feature);
        }
    }

    fn unknown_kind(&mut self, name: &str, span: &Span, value: &DeValue<'_>) {
        if let DeValue::Table(items) = value {
            let names = items.keys().map(|name| name.get_ref().to_string());
            self.loaded.lost.extend(names);
        }
        let legal = keys::KINDS.iter().map(|kind| kind.shape.name);
        let noted = self.mistakes.note(span, format!("unknown kind `{name}`"));
        noted.legal(name, legal.chain([keys::PART.shape.name]));
    }
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
