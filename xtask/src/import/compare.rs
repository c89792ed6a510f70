//! Compares the macros of a `.def` file with the tables of the schema that mirror them.

use heck::ToUpperCamelCase as _;
use toml_edit::Table as Toml;

use crate::llvm_headers::PARTS_MACRO;
use dxc_codegen::diagnostic::counted;
use dxc_codegen::model::{NumberKey, Schema, Spelling};

use super::Problem;
use super::comparison::compare_mirror;
use super::edit::{Rows, add_columns, set_mirrors, undescribed};
use super::header::{Declared, Holds};
use super::mirror::Mirror;
use super::read::Macro;
use super::report::Report;
use super::rows::{columns, values};
use super::spelling::spelling_of;
use super::write::{Files, set};

/// The name for parts in reports.
const PARTS_ITEM: &str = "part";

/// The schema and a `.def` file: their differences, and the edited schema files.
pub(super) struct Import<'i> {
    pub(super) schema: &'i Schema,
    /// The LLVM of the `.def` file, if its configuration states it.
    pub(super) llvm: Option<u32>,
    pub(super) report: Report<'i>,
    pub(super) files: Files<'i>,
}

impl Import<'_> {
    /// Compares everything, in the order of the `.def` file; removals come last.
    pub(super) fn compare(
        &mut self,
        macros: &[Macro],
        declared: &[Declared],
        spellings: &[Spelling],
    ) -> Result<(), Problem> {
        let schema = self.schema;
        let mirrors: Vec<Mirror<'_>> = schema.items.iter().filter_map(Mirror::new).collect();
        let is_gone = |mirror: &&Mirror<'_>| {
            macros
                .iter()
                .all(|table| table.name != mirror.spelling.macro_name)
        };
        // The file's LLVM is at least as new as its newest macro.
        let there = mirrors.iter().filter(|mirror| !is_gone(mirror));
        let newest = there.filter_map(|mirror| mirror.content.llvm).max();
        let newest = self.llvm.or(newest);
        let mut continued: Vec<&str> = Vec::new();
        let mut behind: Option<String> = None;
        for table in macros {
            if table.name == PARTS_MACRO {
                self.new_parts(table);
                self.lost_parts(table, newest);
                let (schema, name) = (PARTS_ITEM, &table.name);
                self.report.end(schema, format_args!("{name}(name)"));
                continue;
            }
            let given = spellings
                .iter()
                .find(|given| given.macro_name == table.name);
            let by_name = mirrors
                .iter()
                .find(|mirror| mirror.spelling.macro_name == table.name);
            let by_values = || {
                mirrors
                    .iter()
                    .filter(is_gone)
                    .find(|mirror| mirror.shares_most_of(table))
            };
            let declared: Vec<&Declared> = declared
                .iter()
                .filter(|declared| declared.macro_name == table.name)
                .collect();
            let first = declared.first().copied();
            behind = Some(match by_name.or_else(by_values) {
                Some(mirror) => {
                    continued.push(&mirror.item.name);
                    let spelling = mirror.spell(table, given, first)?;
                    let item = self.files.item(mirror.item);
                    let edited = (item, self.llvm);
                    compare_mirror(mirror, table, &spelling, &mut self.report, edited)?;
                    self.end(mirror, &spelling)
                }
                None => match with_rows(schema, table, first) {
                    Some(found) if given.is_none() => {
                        let line = table.rows.first().map(|row| row.line);
                        let sentence = "mirrored: the table has these rows";
                        self.report.note(line, Some(&found.span), sentence);
                        set_mirrors(self.files.item(found.item), &found.spelling);
                        self.end(&found, &found.spelling)
                    }
                    _ => self.new_table(table, given, &declared, behind.as_deref())?,
                },
            });
        }
        for gone in mirrors.iter().filter(is_gone) {
            let is_older = gone.content.llvm > newest;
            let values = gone.live().count();
            if is_older || values == 0 || continued.contains(&gone.item.name.as_str()) {
                continue;
            }
            let values = counted(values, "value");
            let sentence = format_args!("macro removed: {values} with it");
            self.report.note(None, Some(&gone.span), sentence);
            let mut rows = Rows::take(self.files.item(gone.item), &gone.spelling);
            gone.live().for_each(|value| rows.keep(&value.name));
            rows.put();
            self.end(gone, &gone.spelling);
        }
        Ok(())
    }

    /// Ends the report of a table; returns the table's name.
    fn end(&mut self, mirror: &Mirror<'_>, spelling: &Spelling) -> String {
        if self.report.end(&mirror.path(), spelling) {
            self.files.change(mirror.item);
        }
        mirror.item.name.value.clone()
    }

    /// Reports LLVM's parts that no schema describes. Their positions have no meaning.
    fn new_parts(&mut self, table: &Macro) {
        let schema = self.schema;
        let is_part = |name: &str| {
            let mut codes = schema.parts.iter().flat_map(|part| &part.codes);
            codes.any(|code| code.value == name)
        };
        for row in &table.rows {
            let code = row.arguments.first().and_then(|code| code.text());
            if let Some(code) = code.filter(|code| !is_part(code)) {
                let help = "write a file with `[[part]]` and its struct";
                let sentence = format_args!("new part: no schema describes `{code}`; {help}");
                self.report.note(Some(row.line), None, sentence);
            }
        }
    }

    /// Reports parts that only an earlier LLVM had. A part that no compiler writes anymore remains in the schema.
    fn lost_parts(&mut self, table: &Macro, newest: Option<u32>) {
        let codes = table
            .rows
            .iter()
            .filter_map(|row| row.arguments.first()?.text());
        let rows: Vec<&str> = codes.collect();
        let schema = self.schema;
        let own = schema.parts.iter().filter(|part| part.is_written());
        let in_rows = own
            .clone()
            .filter(|part| part.codes.iter().any(|code| rows.contains(&code.as_str())));
        // The file's LLVM is at least as new as its newest part.
        let newest = newest.or_else(|| in_rows.filter_map(|part| part.llvm).max());
        let Some(newest) = newest else { return };
        let known = own.filter(|part| part.llvm.is_some_and(|llvm| llvm <= newest));
        let line = table.rows.first().map(|row| row.line);
        for code in known.flat_map(|part| &part.codes) {
            if !rows.contains(&code.as_str()) {
                let help = "to keep it, write `writers = []`";
                let sentence = format_args!("part removed: `{code}` is not in the macro; {help}");
                self.report.note(line, Some(&code.span), sentence);
            }
        }
    }

    /// Adds a table for a macro that no table mirrors; returns the table's name.
    fn new_table(
        &mut self,
        table: &Macro,
        given: Option<&Spelling>,
        declared: &[&Declared],
        behind: Option<&str>,
    ) -> Result<String, Problem> {
        // If several types have the same values, the narrowest type lists them.
        let bits = |declared: &Declared| declared.bits.unwrap_or(32);
        let own = declared
            .iter()
            .min_by_key(|declared| bits(declared))
            .copied();
        let spelling = match given {
            Some(given) => given.clone(),
            None => {
                let key = own.map_or(NumberKey::Value, |own| own.holds.number_key());
                spelling_of(table, key, own, |_| None)?
            }
        };
        let type_name = |cpp: &str| cpp.rsplit("::").next().unwrap_or(cpp).to_owned();
        let name = given
            .and_then(|given| given.table.clone())
            .or_else(|| own.map(|own| type_name(&own.cpp)))
            .unwrap_or_else(|| table.name.to_lowercase().to_upper_camel_case());
        let rows = values(table, &spelling, 0)?;
        let number_key = spelling.number_key();
        let are_flags =
            number_key == NumberKey::Bit || own.is_some_and(|own| own.holds != Holds::Values);
        let largest = rows.iter().map(|row| row.number.number).max().unwrap_or(0);
        let is_wide = match number_key {
            NumberKey::Bit => largest > 31,
            NumberKey::Value | NumberKey::Order => largest > i128::from(u32::MAX),
        };
        let own_bits = own.and_then(|own| own.bits);
        let own_bits = own_bits.unwrap_or(if is_wide { 64 } else { 32 });
        let kind = if are_flags { "flags" } else { "enum" };
        let path = format!("{kind}.{name}");
        let is_taken = self.schema.item(&name).is_some();
        let taken = if is_taken {
            "; the name is taken, choose one with `--as`"
        } else {
            ""
        };
        let count = rows.iter().filter(|row| !row.is_marker).count();
        let count = counted(count, "value");
        let sentence = format_args!("new macro: {count} in a u{own_bits}{taken}");
        self.report
            .note(table.rows.first().map(|row| row.line), None, sentence);
        self.report.end(&path, &spelling);
        // The item, and one for each further type with the same values.
        let mut item = Toml::new();
        set(&mut item, "doc", &undescribed(&name, &spelling));
        set_mirrors(&mut item, &spelling);
        let cpp = own.filter(|own| own.is_enum).map_or("", |own| &own.cpp);
        if cpp != format!("llvm::dxbc::{name}") {
            set(&mut item, "cpp", cpp);
        }
        set(&mut item, "type", &format!("u{own_bits}"));
        let columns: Vec<_> = columns(&spelling, table).collect();
        add_columns(&mut item, &spelling, &columns);
        let mut edited = Rows::take(&mut item, &spelling);
        rows.iter().for_each(|row| edited.add(row));
        edited.put();
        let mut items = vec![(name.clone(), item)];
        // Flags have no `values_of`.
        let is_wider = |of: &&&Declared| !are_flags && own.is_some_and(|own| own.cpp != of.cpp);
        for declared in declared.iter().filter(is_wider) {
            let bits = bits(declared);
            let mut item = Toml::new();
            let doc = format!("The values of `{name}` in {} bytes.", bits / 8);
            set(&mut item, "doc", &doc);
            let source = format!("LLVM DXContainerConstants.def, `{}`", table.name);
            set(&mut item, "source", &source);
            set(&mut item, "cpp", &declared.cpp);
            set(&mut item, "type", &format!("u{bits}"));
            set(&mut item, "values", &name);
            items.push((type_name(&declared.cpp), item));
        }
        if is_taken {
            self.files.refuse(format!(
                "{path}: the name is taken; choose another with `--as`"
            ))
        } else {
            self.files.add(kind, behind, items)
        }
        Ok(name)
    }
}

/// The table with the rows of a macro, if there is exactly one.
fn with_rows<'s>(
    schema: &'s Schema,
    table: &Macro,
    declared: Option<&Declared>,
) -> Option<Mirror<'s>> {
    let items = schema.items.iter();
    let mut found = items.filter_map(|item| Mirror::of_rows(item, table, declared));
    found.next().filter(|_| found.next().is_none())
}
