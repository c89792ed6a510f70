//! Reads entries: the keys of a table such as `fields` are names, and the comment above each is its doc. Items are
//! entries, too, but their doc is a key.

use std::borrow::Cow;

use serde_json::{Value as Json, json};
use toml::de::{DeTable, DeValue};

use super::Loader;
use super::shape::{self, Key, Value};
use super::values::{Placed, placed};
use crate::limits;
use crate::span::Span;

/// The help on the notation of docs.
const DOC_HELP: &str = "write it as a comment above, such as `# The number of records.`";

/// The key of padding.
const ALIGN: &str = "align";

/// The name of the arm for selectors without an arm of their own.
pub(crate) const REST: &str = "_";

/// The word before the type of a field that is kept, but has no meaning.
const RESERVED: &str = "reserved";

impl Loader<'_> {
    /// Converts a table of entries to a list of tables, each with its `name` and its `doc`. Entries that cannot be read
    /// are omitted.
    pub(super) fn entries(
        &mut self,
        shape: &Json,
        entries: &DeTable<'_>,
        span: &Span,
    ) -> Option<Json> {
        if entries.len() > limits::TABLES.most && shape::key(shape, "doc").is_none() {
            let (count, noun) = (limits::grouped(entries.len()), shape::noun(shape));
            let what = format!("{count} entries, each a {noun}");
            self.note(span, what).limit(&limits::TABLES);
            return None;
        }
        let entries = entries.iter();
        Some(
            entries
                .filter_map(|(name, value)| self.entry(shape, name, value))
                .collect(),
        )
    }

    fn entry(
        &mut self,
        shape: &Json,
        name: &toml::Spanned<Cow<'_, str>>,
        value: &Placed<'_>,
    ) -> Option<Json> {
        let (span, name) = (self.span(name.span()), name.get_ref().as_ref());
        if shape["x-rest"] == true && name == REST {
            // The value of the arm for all other selectors is a type alone.
            let ty = self.value(shape::key(shape, "type")?, value)?;
            return Some(json!({ "name": placed(REST, &span), "when": [], "type": ty, "doc": "" }));
        }
        let is_item = shape::key(shape, "doc").is_some();
        let is_padding = is_padding_name(name) && shape::key(shape, ALIGN).is_some();
        if shape["x-reserved"] == true && is_padding_name(name) && !is_padding {
            self.padding_has_a_name(shape, &span);
        } else if !is_padding {
            self.check_name(name, &span);
        }
        let noun = match shape::noun(shape) {
            kind if is_item => kind.to_owned(),
            _ if is_padding => format!("padding `{name}`"),
            noun => format!("the {noun} `{name}`"),
        };
        let Some(mut table) = table_of(shape, value) else {
            if let Some(main) = main_key(shape) {
                let (_, must_be) = Value::of(main.shape).words();
                let noted = self.note(
                    &self.span(value.span()),
                    format!("{noun} must be {must_be}, or a table"),
                );
                noted.help(main.doc());
                return None;
            }
            let keys = shape::needed(shape);
            let keys: Vec<String> = keys.iter().map(|key| format!("{} = ..", key[0])).collect();
            let (what, form) = if is_item {
                (format!("`{name}`"), format!("[{noun}.{name}]"))
            } else {
                (noun, format!("{name} = {{ {} }}", keys.join(", ")))
            };
            let noted = self.note(&span, format!("{what} must be a table"));
            noted.help(format!("write `{form}`"));
            return None;
        };
        if is_item {
            let Some(mut item) = self.table(shape, &table, &span, &noun) else {
                self.lost.push(name.to_owned());
                return None;
            };
            item.insert("name".to_owned(), placed(name, &span));
            return Some(item.into());
        }
        if is_padding && !table.contains_key(ALIGN) {
            let noted = self.note(&span, "this field has no name");
            noted.help("padding has the name `_` and only the key `align`");
            return None;
        }
        let is_reserved = shape["x-reserved"] == true && take_reserved(&mut table);
        let has_no_doc = is_padding_name(name)
            || is_reserved
            || table.is_empty()
            || table.contains_key(ALIGN) && !table.contains_key("type");
        let doc = self.comment_above(&span);
        if let Some((key, _)) = table.remove_entry("doc") {
            let what = format!("the doc of `{name}` cannot be a key");
            let noted = self.note(&self.span(key.span()), what);
            noted.help(DOC_HELP);
        } else if !has_no_doc && doc.is_none() {
            let noted = self.note(&span, format!("{noun} has no doc"));
            noted.help(DOC_HELP);
        }
        if let Some(doc) = &doc {
            self.is_no_code(doc, &span);
        }
        let mut entry = self.table(shape, &table, &span, &noun)?;
        if !is_padding {
            let doc = doc.or_else(|| is_reserved.then(|| "Reserved.".to_owned()));
            entry.insert("name".to_owned(), placed(name, &span));
            entry.insert("doc".to_owned(), doc.unwrap_or_default().into());
        }
        if is_reserved {
            entry.insert(RESERVED.to_owned(), true.into());
        }
        Some(entry.into())
    }

    /// Reports an entry without a name in a list whose entries cannot be padding.
    fn padding_has_a_name(&self, shape: &Json, span: &Span) {
        let ty = if shape["x-main"] == "bits" {
            "{ bits = 3, type = \"reserved\" }"
        } else {
            "\"reserved [u8; 3]\""
        };
        self.note(span, format!("the {} has no name", shape::noun(shape)))
            .help(format!(
                "for padding, write `padding = {ty}`, with any name"
            ));
    }

    /// The text of the comment lines directly above a key at the beginning of a line.
    fn comment_above(&self, key: &Span) -> Option<String> {
        let (above, indent) = self.text.get(..key.range.start)?.rsplit_once('\n')?;
        // Dotted keys, such as `fields.name`, may be at the beginning of the line.
        let is_key = |letter: char| letter.is_alphanumeric() || "._".contains(letter);
        let is_dotted = indent.ends_with('.') && indent.trim().chars().all(is_key);
        if !is_dotted && !indent.trim().is_empty() {
            return None;
        }
        let lines = above.rsplit('\n').map(str::trim);
        let lines =
            lines.map_while(|line| line.strip_prefix('#').filter(|text| !text.starts_with(':')));
        let mut lines: Vec<&str> = lines.map(str::trim).collect();
        lines.reverse();
        Some(lines.join(" ")).filter(|doc| !doc.trim().is_empty())
    }
}

/// The key whose value may replace the table of an entry.
fn main_key(shape: &Json) -> Option<Key<'_>> {
    shape::key(shape, shape["x-main"].as_str()?)
}

/// The keys of an entry. A value in place of a table is the value of the main key.
fn table_of<'t>(shape: &Json, value: &Placed<'t>) -> Option<DeTable<'t>> {
    match (value.get_ref(), shape["x-main"].as_str()) {
        (DeValue::Table(table), _) => Some(table.clone()),
        (DeValue::String(_) | DeValue::Integer(_), Some(main)) => {
            let key = toml::Spanned::new(value.span(), main.to_owned().into());
            Some(DeTable::from_iter([(key, value.clone())]))
        }
        _ => None,
    }
}

/// Whether a name is one of padding: `_`, `_2` and so on.
fn is_padding_name(name: &str) -> bool {
    let number = name.strip_prefix('_');
    number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Removes the word `reserved` from the type; returns whether it was there.
fn take_reserved(table: &mut DeTable<'_>) -> bool {
    let Some(ty) = table.get_mut("type") else {
        return false;
    };
    let text = ty.get_ref().as_str().unwrap_or_default();
    let Some(rest) = text.strip_prefix(RESERVED) else {
        return false;
    };
    let bare = rest.trim_start().to_owned();
    if bare.is_empty() {
        table.remove("type");
    } else if bare.len() == rest.len() {
        return false;
    } else {
        // The type without the quotes and the word.
        let end = ty.span().end.saturating_sub(1);
        *ty = Placed::new(
            end.saturating_sub(bare.len())..end,
            DeValue::String(bare.into()),
        );
    }
    true
}
