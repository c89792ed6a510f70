//! Entries: the keys of a table such as `fields` are names, and the comment above each is its doc.

use toml::de::{DeArray, DeTable, DeValue};

use super::places::range_of;
use super::tables::put_value;
use super::values::{Placed, Right};
use super::{Loader, Site, names};
use crate::diagnostic::{Span, Spanned};
use crate::keys::{Key, Needs, Shape};
use crate::limits;

/// How a doc is written.
pub(super) const DOC_HELP: &str = "write it as a comment in the line above, `# What it is.`";

/// Before a type: kept, but without a meaning.
const RESERVED: &str = "reserved";

/// The doc of what is reserved, if it has no other.
const RESERVED_DOC: &str = "Reserved.";

impl Loader<'_> {
    /// Brings entries into the shape that serde reads: a list of tables, each with its `name` and its `doc`. Entries that
    /// cannot be read are left out.
    pub(super) fn entries(
        &mut self,
        key: &Key,
        shape: &'static Shape,
        value: &mut DeValue<'_>,
        span: &Span,
    ) -> Right {
        let DeValue::Table(entries) = value else {
            let what = format!("a table of {}s, each below its name", shape.name);
            return self.must_be(key, span, &what);
        };
        if entries.len() > limits::TABLES.most {
            let count = limits::grouped(entries.len());
            let what = format!("{count} entries, each a {}", shape.name);
            self.mistakes.note(span, what).limit(&limits::TABLES);
            return false;
        }
        let mut array = DeArray::new();
        for (key, value) in std::mem::take(entries) {
            let name = Spanned {
                value: key.get_ref().to_string(),
                span: self.span(key.span()),
            };
            if let Some(entry) = self.entry(shape, &name, value) {
                array.push(entry);
            }
        }
        *value = DeValue::Array(array);
        true
    }

    fn entry<'t>(
        &mut self,
        shape: &'static Shape,
        name: &Spanned<String>,
        value: Placed<'t>,
    ) -> Option<Placed<'t>> {
        let is_padding = is_padding(name);
        if !is_padding {
            names::check_name(name, self.mistakes);
        }
        let mut table = self.table_of(shape, name, value)?;
        let site = Site {
            span: name.span.clone(),
            item: None,
            name: (!is_padding).then(|| name.value.clone()),
        };
        let is_reserved = shape.may_be_reserved() && take_reserved(&mut table);
        let has_type = table.contains_key("type") || !table.contains_key("align");
        let says = table
            .remove_entry("doc")
            .filter(|_| shape.key("doc").is_none());
        if let Some((key, _)) = &says {
            let what = format!("the doc of `{}` is a key", name.value);
            let noted = self.mistakes.note(&self.span(key.span()), what);
            noted.help(DOC_HELP);
        }
        let is_whole = self.table(shape, &mut table, &site);
        let put = |table: &mut DeTable<'t>, key, text: String| {
            put_value(table, key, DeValue::String(text.into()), &name.span);
        };
        if !is_padding {
            put(&mut table, "name", name.value.clone());
        }
        let doc = self.comment_above(name.span.range.start);
        if is_reserved {
            put_value(&mut table, "reserved", DeValue::Boolean(true), &name.span);
        }
        let doc = doc.or_else(|| is_reserved.then(|| RESERVED_DOC.to_owned()));
        match (doc, shape.needs) {
            (Some(doc), _) => put(&mut table, "doc", doc),
            // A field may be that of another version.
            (None, Needs::RecordField) => {}
            (None, Needs::Field) if is_padding || !has_type => {}
            (None, _) if says.is_some() => put(&mut table, "doc", String::new()),
            (None, _) => {
                let what = format!("the {} `{}` has no doc", shape.name, name.value);
                self.mistakes.note(&name.span, what).help(DOC_HELP);
                put(&mut table, "doc", String::new());
            }
        }
        is_whole.then(|| Placed::new(range_of(&name.span), DeValue::Table(table)))
    }

    /// The keys of an entry. A value that stands alone is that of the main key.
    fn table_of<'t>(
        &self,
        shape: &Shape,
        name: &Spanned<String>,
        value: Placed<'t>,
    ) -> Option<DeTable<'t>> {
        let place = value.span();
        match (value.into_inner(), shape.main) {
            (DeValue::Table(table), _) => Some(table),
            (value, Some(main)) => {
                let key = toml::Spanned::new(name.span.range.clone(), main.into());
                Some(DeTable::from_iter([(key, Placed::new(place, value))]))
            }
            _ => {
                let what = format!("the {} `{}` must be a table", shape.name, name.value);
                let noted = self.mistakes.note(&name.span, what);
                let keys = shape.keys.iter().filter(|key| key.required);
                let keys: Vec<String> = keys.map(|key| format!("{} = ..", key.name)).collect();
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
    fn comment_above(&self, at: usize) -> Option<String> {
        let before = self.text.get(..at)?;
        let (above, indent) = before.rsplit_once('\n')?;
        if !indent.trim().is_empty() {
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
pub(super) fn is_padding(name: &str) -> bool {
    let number = name.strip_prefix('_');
    number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Takes the word `reserved` out of the type; true, if it is there.
fn take_reserved(table: &mut DeTable<'_>) -> bool {
    let Some(ty) = table.get_mut("type") else {
        return false;
    };
    let DeValue::String(text) = ty.get_ref() else {
        return false;
    };
    let Some(rest) = text.strip_prefix(RESERVED) else {
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
    // Without the quotes and what stands before it.
    let end = ty.span().end.saturating_sub(1);
    let place = end.saturating_sub(bare.len())..end;
    let bare = DeValue::String(bare.to_owned().into());
    *ty = Placed::new(place, bare);
    true
}
