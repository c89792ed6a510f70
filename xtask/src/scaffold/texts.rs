//! The TOML of new items, and where it goes in files that somebody has written.

use crate::diagnostic::Source;
use crate::model::Schema;
use crate::schema_text::SchemaText;

use crate::placeholders::{UNDESCRIBED, UNNAMED_FIELD, UNNAMED_FLAG, UNSTATED};

/// A part and its struct, as a file.
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
        structure_of_bytes(name)
    )
}

/// An item of a kind: its first lines, then its own.
fn item(heading: &str, lines: &str) -> String {
    format!("[{heading}]\ndoc = {UNDESCRIBED:?}\nsource = {UNSTATED:?}\n{lines}")
}

/// An item of a kind with its entries.
fn with_entries(path: &str, lines: &str, entries: &str, entry: &str) -> String {
    format!("{}\n[{path}.{entries}]\n{entry}\n", item(path, lines))
}

fn structure_of_bytes(name: &str) -> String {
    let data = entry("data", r#"{ type = "bytes", count = ".." }"#);
    with_entries(&format!("struct.{name}"), "", "fields", &data)
}

pub(super) fn enumeration(name: &str, integer: &str) -> String {
    let width = format!("type = {integer:?}\n");
    with_entries(
        &format!("enum.{name}"),
        &width,
        "values",
        &entry("Unknown", "0"),
    )
}

pub(super) fn flags(name: &str, integer: &str) -> String {
    let width = format!("type = {integer:?}\n");
    let flag = entry(UNNAMED_FLAG, "{ bit = 0 }");
    with_entries(&format!("flags.{name}"), &width, "values", &flag)
}

pub(super) fn structure(name: &str) -> String {
    with_entries(
        &format!("struct.{name}"),
        "",
        "fields",
        &new_field(UNNAMED_FIELD),
    )
}

/// A record whose versions the size tells, with its first one.
pub(super) fn sized_record(name: &str) -> String {
    let path = format!("struct.{name}");
    let heading = item(&path, "");
    let field = new_field(UNNAMED_FIELD);
    format!("{heading}\n[{path}.v0] # {NEW_FIELD_SIZE} bytes\n{field}\n")
}

/// How many bytes a new field has.
pub(super) const NEW_FIELD_SIZE: u64 = 4;

pub(super) fn new_field(name: &str) -> String {
    entry(name, r#""u32""#)
}

pub(super) fn new_version_field(name: &str, is_llvm: bool) -> String {
    match is_llvm {
        true => entry(name, r#"{ type = "u32", show = "ours" }"#),
        false => new_field(name),
    }
}

/// An entry without a doc.
pub(super) fn entry(name: &str, value: &str) -> String {
    format!("# {UNDESCRIBED}\n{name} = {value}")
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

    /// The file with this name.
    pub(super) fn file(&self, stem: &str) -> Result<usize, String> {
        let mut sources = self.schema.sources.iter();
        let at = sources.position(|source| source.stem == stem);
        at.ok_or_else(|| format!("there is no schema file {stem}.toml"))
    }

    /// Edits a file.
    pub(super) fn edit<T>(&mut self, file: usize, edit: impl FnOnce(&mut SchemaText) -> T) -> T {
        let text = self.text(file);
        let mut edited = SchemaText::new(text);
        let given = edit(&mut edited);
        *text = edited.to_string();
        given
    }
}
