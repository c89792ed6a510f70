//! Edits the schema files during the comparison; their order, comments and docs are preserved.

use std::collections::BTreeSet;

use toml_edit::{DocumentMut, Item as Toml, Table, TomlError};

use dxc_codegen::model::Item;
use dxc_codegen::span::Source;

/// The schema file that mirrors the `.def` file, and that receives new tables.
const TABLES: &str = "constants";

/// The schema files.
pub(super) struct Files<'s> {
    sources: &'s [Source],
    documents: Vec<DocumentMut>,
    changed: BTreeSet<usize>,
    /// The reason why nothing can be written, if there is one.
    problem: Option<String>,
    /// A substitute for an item that is not a table in its file.
    elsewhere: Table,
}

impl<'s> Files<'s> {
    pub(super) fn new(sources: &'s [Source]) -> Result<Self, String> {
        let read = |source: &Source| {
            let mut document: DocumentMut = source.text.parse()?;
            spread(&mut document);
            Ok(document)
        };
        let documents: Result<_, TomlError> = sources.iter().map(read).collect();
        Ok(Self {
            sources,
            documents: documents.map_err(|problem| problem.to_string())?,
            changed: BTreeSet::new(),
            problem: None,
            elsewhere: Table::new(),
        })
    }

    /// The table of an item.
    pub(super) fn item(&mut self, item: &Item) -> &mut Table {
        let document = &mut self.documents[item.name.span.file];
        let kind = document.get_mut(item.content.kind());
        match kind.and_then(|kind| kind.get_mut(item.name.as_str())?.as_table_mut()) {
            Some(found) => found,
            None => {
                let problem = format!("{}: the schema has no such table", item.name);
                self.problem.get_or_insert(problem);
                &mut self.elsewhere
            }
        }
    }

    /// Records that the file of an item has changed.
    pub(super) fn change(&mut self, item: &Item) {
        self.changed.insert(item.name.span.file);
    }

    /// Records why nothing can be written.
    pub(super) fn refuse(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// Adds items after the item with a name or the items with its values, or at the end.
    pub(super) fn add(&mut self, kind: &str, behind: Option<&str>, items: Vec<(String, Table)>) {
        let is_for_tables = |source: &Source| source.stem == TABLES;
        let Some(file) = self.sources.iter().position(is_for_tables) else {
            let problem = format!("there is no {TABLES}.toml that new tables could go to");
            return self.refuse(problem);
        };
        self.changed.insert(file);
        let document = &mut self.documents[file];
        let behind = behind.and_then(|behind| end_of_values(document, behind));
        let end = behind.or_else(|| end(document)).unwrap_or_default();
        let mut new = Table::new();
        new.set_implicit(true);
        let kind = document.entry(kind).or_insert(Toml::Table(new));
        for ((name, mut item), at) in items.into_iter().zip(end + 1..) {
            item.set_position(Some(at));
            kind[&name] = Toml::Table(item);
        }
    }

    /// The changed files, with their new texts.
    pub(super) fn edited(self) -> Result<Vec<Source>, String> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let edited = self.changed.iter().map(|file| Source {
            text: self.documents[*file].to_string(),
            ..self.sources[*file].clone()
        });
        Ok(edited.collect())
    }
}

pub(super) fn set(item: &mut Table, key: &str, text: &str) {
    item[key] = toml_edit::value(text);
}

/// Leaves gaps between the positions of tables, so that others can be inserted: positions are integers.
fn spread(table: &mut Table) {
    let at = table.position();
    table.set_position(at.map(|at| at << 16));
    for (_, item) in table.iter_mut() {
        match item {
            Toml::Table(inner) => spread(inner),
            Toml::ArrayOfTables(all) => all.iter_mut().for_each(spread),
            _ => {}
        }
    }
}

/// The position of the last table in a table, or of the table itself.
fn end(table: &Table) -> Option<isize> {
    let inner = table.iter().flat_map(|(_, item)| {
        let array = item.as_array_of_tables().into_iter().flatten();
        item.as_table().into_iter().chain(array)
    });
    table
        .position()
        .into_iter()
        .chain(inner.filter_map(end))
        .max()
}

/// The position of the last item with a name or with the values of that item.
fn end_of_values(document: &Table, name: &str) -> Option<isize> {
    let kinds = document.iter().filter_map(|(_, kind)| kind.as_table());
    let items = kinds.flat_map(Table::iter).filter(|(own, item)| {
        let of = item.get("values").and_then(Toml::as_str);
        *own == name || of == Some(name)
    });
    items.filter_map(|(_, item)| end(item.as_table()?)).max()
}
