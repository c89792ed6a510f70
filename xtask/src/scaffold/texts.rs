//! The TOML of new items, and where it goes in files that somebody has written.

use toml_edit::{DocumentMut, Item, Value};

use crate::diagnostic::Source;
use crate::form::{List, Row};
use crate::model::Schema;

use crate::placeholders::{UNDESCRIBED, UNNAMED_FIELD, UNNAMED_FLAG, UNSTATED};

/// A part and the sequence that it holds, as a file.
pub(super) fn part(fourcc: &str, name: &str) -> String {
    format!(
        r#"#:schema ./schema.json

doc = "{fourcc}: {UNDESCRIBED}"

[[part]]
fourcc = {fourcc:?}
type = {name:?}
doc = {UNDESCRIBED:?}
source = {UNSTATED:?}

{}"#,
        sequence(name)
    )
}

/// An item of a kind: its first lines, then its own.
fn item(heading: &str, lines: &str) -> String {
    format!("[{heading}]\ndoc = {UNDESCRIBED:?}\nsource = {UNSTATED:?}\n{lines}")
}

pub(super) fn sequence(name: &str) -> String {
    let data = r#"{ name = "data", type = "bytes", count = "..", doc = "#;
    let lines = format!("fields = [\n    {data}{UNDESCRIBED:?} }},\n]\n");
    item(&format!("sequence.{name}"), &lines)
}

pub(super) fn enumeration(name: &str, integer: &str) -> String {
    let value = format!(r#"{{ name = "Unknown", value = 0, doc = {UNDESCRIBED:?} }}"#);
    let lines = format!("type = {integer:?}\nvalues = [\n    {value},\n]\n");
    item(&format!("enum.{name}"), &lines)
}

pub(super) fn flags(name: &str, integer: &str) -> String {
    let none = format!(r#"{{ name = "None", value = 0, doc = {UNDESCRIBED:?} }}"#);
    let first = format!(r#"{{ name = {UNNAMED_FLAG:?}, bit = 0, doc = {UNDESCRIBED:?} }}"#);
    let lines = format!("type = {integer:?}\nvalues = [\n    {none},\n    {first},\n]\n");
    item(&format!("flags.{name}"), &lines)
}

pub(super) fn record(name: &str) -> String {
    let lines = format!("fields = [\n    {},\n]\n", new_field(UNNAMED_FIELD));
    item(&format!("record.{name}"), &lines)
}

/// A record whose versions the size tells, with its first one.
pub(super) fn sized_record(name: &str) -> String {
    let heading = item(&format!("versioned.{name}"), "by = \"size\"\n");
    let field = new_field(UNNAMED_FIELD);
    format!(
        "{heading}\n[[versioned.{name}.version]] # {NEW_FIELD_SIZE} bytes\nnumber = 0\nfields = [\n    {field},\n]\n"
    )
}

/// How many bytes a new field has.
pub(super) const NEW_FIELD_SIZE: u64 = 4;

pub(super) fn new_field(name: &str) -> String {
    format!(r#"{{ name = {name:?}, type = "u32", doc = {UNDESCRIBED:?} }}"#)
}

/// The files that change, with their new texts.
pub(super) struct Edits<'s> {
    schema: &'s Schema,
    changed: Vec<Source>,
}

impl<'s> Edits<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        Self {
            schema,
            changed: Vec::new(),
        }
    }

    pub(super) fn changed(self) -> Vec<Source> {
        self.changed
    }

    /// The text of a file, as edited so far.
    fn text(&mut self, file: usize) -> &mut String {
        let source = &self.schema.sources[file];
        let known = self
            .changed
            .iter()
            .position(|changed| changed.stem == source.stem);
        let at = known.unwrap_or_else(|| {
            self.changed.push(source.clone());
            self.changed.len() - 1
        });
        &mut self.changed[at].text
    }

    /// Puts an item at the end of a file.
    pub(super) fn append(&mut self, file: usize, new: &str) {
        let text = self.text(file);
        *text = format!("{}\n\n{new}", text.trim_end());
    }

    /// Puts something behind the last table with a heading: `[union.Name]`, `[[versioned.Name.version]]`.
    pub(super) fn insert(&mut self, file: usize, heading: &str, new: &str) -> Result<(), String> {
        let text = self.text(file);
        let lines: Vec<&str> = text.lines().collect();
        let last = lines.iter().rposition(|line| line.starts_with(heading));
        let last = last.ok_or_else(|| format!("there is no `{heading}`"))?;
        let inner = format!("[[{}.", heading.trim_matches(['[', ']']));
        let is_other = |line: &&str| line.starts_with('[') && !line.starts_with(&inner);
        let behind = lines[last + 1..].iter().position(is_other);
        let mut end = behind.map_or(lines.len(), |behind| last + 1 + behind);
        // What is said of the next item stays with it.
        while lines[end - 1].is_empty() || lines[end - 1].starts_with('#') {
            end -= 1;
        }
        let (before, rest) = (lines[..end].join("\n"), lines[end..].join("\n"));
        let new = format!("{before}\n\n{}\n{rest}", new.trim_end());
        *text = new.trim_end().to_owned() + "\n";
        Ok(())
    }

    /// Puts a line at the end of a list of an item: its `arms`, its `values`.
    pub(super) fn push(
        &mut self,
        file: usize,
        item: (&str, &str),
        key: &str,
        line: &str,
    ) -> Result<(), String> {
        let text = self.text(file);
        let mut document: DocumentMut = text.parse().map_err(|problem| format!("{problem}"))?;
        let (kind, name) = item;
        let of = document.get_mut(kind).and_then(|kind| kind.get_mut(name));
        let missing = || format!("`{kind}.{name}` has no `{key}`");
        let of = of.and_then(Item::as_table_mut).ok_or_else(missing)?;
        let mut list = List::of(of, key).ok_or_else(missing)?;
        let line: Value = line.parse().map_err(|problem| format!("{problem}"))?;
        let line = line.as_inline_table().cloned();
        list.rows.extend(line.map(Row::from));
        list.put(of, key);
        *text = document.to_string();
        Ok(())
    }
}
