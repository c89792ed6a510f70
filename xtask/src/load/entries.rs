//! Entries: the keys of a table such as `fields` are names, and the comment above each is its doc.

use std::ops::Range;

use serde_json::{Map, Value as Json, json};
use toml::de::{DeTable, DeValue};

use super::shape::{self, Key};
use super::values::{Placed, placed};
use super::{Loader, Site, names};
use crate::diagnostic::{Span, Spanned};
use crate::limits;

/// How a doc is written.
const DOC_HELP: &str = "write it as a comment in the line above, `# The number of records.`";

/// The key of padding.
const ALIGN: &str = "align";

/// The arm of the selectors that have no other.
pub(crate) const REST: &str = "_";

/// Before a type: kept, but without a meaning.
const RESERVED: &str = "reserved";

impl Loader<'_> {
    /// A list of tables, each with its `name` and its `doc`. Entries that cannot be read are left out.
    pub(super) fn entries(
        &mut self,
        key: Key<'_>,
        shape: &Json,
        value: &DeValue<'_>,
        span: &Span,
    ) -> Option<Json> {
        let noun = shape["x-noun"].as_str().unwrap_or_default();
        let DeValue::Table(entries) = value else {
            return self.must_be(
                key,
                span,
                &format!("a table of {noun}s, each below its name"),
            );
        };
        if entries.len() > limits::TABLES.most {
            let count = limits::grouped(entries.len());
            let what = format!("{count} entries, each a {noun}");
            self.mistakes.note(span, what).limit(&limits::TABLES);
            return None;
        }
        let named = entries
            .iter()
            .map(|(name, value)| (self.name_of(name), value));
        let named: Vec<_> = named.collect();
        let read = named.into_iter();
        let read = read.filter_map(|(name, value)| self.entry(shape, &name, value));
        Some(read.collect())
    }

    /// The versions of an item, in the order of the file.
    pub(super) fn versions(
        &mut self,
        shape: &Json,
        versions: Vec<(u32, Span, &Placed<'_>)>,
    ) -> Vec<Json> {
        let mut read = Vec::new();
        for (number, span, fields) in versions {
            let DeValue::Table(fields) = fields.get_ref() else {
                self.mistakes
                    .note(&span, format!("`v{number}` must be a table of fields"));
                continue;
            };
            if fields.is_empty() {
                self.mistakes.note(&span, "this version has no fields");
            }
            let mut own = Vec::new();
            for (name, value) in fields {
                let name = self.name_of(name);
                own.extend(self.entry(shape, &name, value));
            }
            read.push(json!({ "number": placed(number, &span), "fields": own, "span": span }));
        }
        read
    }

    pub(super) fn name_of(
        &self,
        key: &toml::Spanned<std::borrow::Cow<'_, str>>,
    ) -> Spanned<String> {
        Spanned {
            value: key.get_ref().to_string(),
            span: self.span(key.span()),
        }
    }

    fn entry(&mut self, shape: &Json, name: &Spanned<String>, value: &Placed<'_>) -> Option<Json> {
        if shape["x-rest"] == true && name.value == REST {
            return self.rest(shape, name, value);
        }
        let is_padding = is_padding(name) && shape::key(shape, ALIGN).is_some();
        if !is_padding {
            names::check_name(name, self.mistakes);
        }
        let noun = shape["x-noun"].as_str().unwrap_or_default();
        let site = Site {
            span: name.span.clone(),
            noun: match is_padding {
                true => format!("padding `{}`", name.value),
                false => format!("the {noun} `{}`", name.value),
            },
        };
        let mut table = self.table_of(shape, name, value, &site)?;
        if is_padding && !table.contains_key(ALIGN) {
            let noted = self.mistakes.note(&name.span, "this field has no name");
            noted.help("padding is called `_` and has `align` alone");
            return None;
        }
        let has_no_doc = is_padding
            || table.is_empty()
            || table.contains_key(ALIGN) && !table.contains_key("type");
        let is_reserved = shape["x-reserved"] == true && take_reserved(&mut table);
        if let Some((key, _)) = table.remove_entry("doc") {
            let what = format!("the doc of `{}` is a key", name.value);
            let noted = self.mistakes.note(&self.span(key.span()), what);
            noted.help(DOC_HELP);
        } else if !has_no_doc && !is_reserved && self.comment_above(name).is_none() {
            let noted = self
                .mistakes
                .note(&name.span, format!("{} has no doc", site.noun));
            noted.help(DOC_HELP);
        }
        let mut entry: Map<String, Json> = self.table(shape, &table, &site)?;
        let doc = self.comment_above(name);
        let doc = doc.or_else(|| is_reserved.then(|| "Reserved.".to_owned()));
        if !is_padding {
            entry.insert("name".to_owned(), placed(name.as_str(), &name.span));
            entry.insert("doc".to_owned(), doc.unwrap_or_default().into());
        }
        if is_reserved {
            entry.insert(RESERVED.to_owned(), true.into());
        }
        Some(entry.into())
    }

    /// The arm of all other selectors: its type alone.
    fn rest(&mut self, shape: &Json, name: &Spanned<String>, value: &Placed<'_>) -> Option<Json> {
        let key = shape::key(shape, "type")?;
        let ty = self.value(key, value)?;
        Some(json!({ "name": placed(REST, &name.span), "when": [], "type": ty, "doc": "" }))
    }

    /// The keys of an entry. A value that stands alone is that of the main key.
    fn table_of<'t>(
        &self,
        shape: &Json,
        name: &Spanned<String>,
        value: &Placed<'t>,
        site: &Site,
    ) -> Option<DeTable<'t>> {
        match (value.get_ref(), shape["x-main"].as_str()) {
            (DeValue::Table(table), _) => Some(table.clone()),
            (DeValue::String(_) | DeValue::Integer(_), Some(main)) => {
                let key = toml::Spanned::new(value.span(), main.to_owned().into());
                Some(DeTable::from_iter([(key, value.clone())]))
            }
            _ => {
                let what = format!("{} must be a table", site.noun);
                let keys = shape::needed(shape);
                let keys: Vec<String> = keys.iter().map(|key| format!("{} = ..", key[0])).collect();
                let noted = self.mistakes.note(&name.span, what);
                noted.help(format!(
                    "write `{} = {{ {} }}`",
                    name.value,
                    keys.join(", ")
                ));
                None
            }
        }
    }

    /// The text of the comment lines directly above a key that begins a line.
    fn comment_above(&self, name: &Spanned<String>) -> Option<String> {
        let before = self.text.get(..name.span.range.start)?;
        let (above, indent) = before.rsplit_once('\n')?;
        // Dotted keys, such as `fields.name`, begin the line.
        let is_key = |letter: char| letter.is_alphanumeric() || "._".contains(letter);
        let is_dotted = indent.ends_with('.') && indent.trim().chars().all(is_key);
        if !is_dotted && !indent.trim().is_empty() {
            return None;
        }
        let lines = above.lines().rev().map(str::trim);
        let lines =
            lines.map_while(|line| line.strip_prefix('#').filter(|text| !text.starts_with(':')));
        let mut lines: Vec<&str> = lines.map(str::trim).collect();
        lines.reverse();
        Some(lines.join(" ")).filter(|doc| !doc.trim().is_empty())
    }
}

/// Padding is called `_`, `_2` and so on.
fn is_padding(name: &str) -> bool {
    let number = name.strip_prefix('_');
    number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Takes the word `reserved` out of the type; true, if it is there.
fn take_reserved(table: &mut DeTable<'_>) -> bool {
    let Some(ty) = table.get_mut("type") else {
        return false;
    };
    let text = ty
        .get_ref()
        .as_str()
        .and_then(|text| text.strip_prefix(RESERVED));
    let Some(rest) = text.map(str::to_owned) else {
        return false;
    };
    let bare = rest.trim_start();
    if !rest.is_empty() && bare.len() == rest.len() {
        return false;
    }
    if bare.is_empty() {
        table.remove("type");
        return true;
    }
    // Without the quotes and the word.
    let end = ty.span().end.saturating_sub(1);
    let place: Range<usize> = end.saturating_sub(bare.len())..end;
    *ty = Placed::new(place, DeValue::String(bare.to_owned().into()));
    true
}
