//! Checks directories: their tables, and the methods for each table.

use crate::load::is_identifier;
use crate::model::{Arm, Base, Content, Directory, Field, FieldKind, Struct};
use crate::span::Spanned;

use super::{Checker, names};

impl Checker<'_> {
    /// Checks that the entries of a directory are in a part, and that their path leads to a switch of tables.
    pub(super) fn directory(&self, of: &str, sequence: &Struct, entries: &Field) {
        let (Some(path), Some(part)) = (&entries.directory, self.schema.item(of)) else {
            return;
        };
        if self.schema.is_inner(of) {
            let what = format!("`directory` is for a part, and `{of}` is in another structure");
            self.note(path, what);
            return;
        }
        let mut others = sequence.fields.iter();
        let mut before = others
            .by_ref()
            .take_while(|field| !std::ptr::eq(*field, entries));
        if let Some(first) = before.find_map(|field| field.directory.as_ref()) {
            let noted = self.note(path, "a part has one directory");
            noted.other(first, "the first one");
        }
        match self.schema.directory(part, entries) {
            Some(Ok(directory)) => self.tables(&directory, sequence, path),
            Some(Err((what, help))) => {
                self.note(path, what).help(help);
            }
            None => {}
        }
    }

    fn tables(&self, directory: &Directory<'_>, sequence: &Struct, path: &Spanned<String>) {
        let (part, switch) = (directory.part, directory.switch);
        let other = self.schema.directory_of(directory.choice);
        if let Some(other) = other.filter(|other| !std::ptr::eq(other.part, part)) {
            let what = format!("`{}` has the tables of another part", switch.name);
            self.note(path, what).other(&other.part.name, "this part");
        }
        if self.schema.package(part) != self.schema.package(switch) {
            let what = format!("`{}` is in another package", switch.name);
            self.note(path, what);
        }
        for field in sequence.fields.iter() {
            for name in [&field.name].into_iter().chain(&field.named) {
                self.free(name, &names::DIRECTORY);
            }
        }
        let mut methods: Vec<Spanned<String>> = Vec::new();
        let mut records: Vec<Spanned<String>> = Vec::new();
        for arm in &directory.choice.arms {
            methods.push(self.method(sequence, arm));
            records.extend(self.table_record(arm));
        }
        self.distinct(&methods, "method of the arm");
        self.distinct(&records, "table of");
    }

    /// The name of the method for an arm.
    fn method(&self, sequence: &Struct, arm: &Arm) -> Spanned<String> {
        let method = Spanned::at(arm.accessor(), &arm.name);
        for taken in [&names::DIRECTORY, &names::VIEW] {
            self.free(&method, taken);
        }
        if !is_identifier(&method) {
            let what = format!(
                "the arm `{}` has a method, and `{method}` is not a name",
                arm.name
            );
            self.note(&arm.name, what).help("use another name");
        }
        if let Some(field) = sequence.names().find(|field| field.value == method.value) {
            let what = format!(
                "the method of the arm `{}` has the name of a field",
                arm.name
            );
            self.note(&arm.name, what).other(field, "the field");
        }
        method
    }

    /// The record of a table: the struct of the table has a run of such records.
    fn table_record(&self, arm: &Arm) -> Option<Spanned<String>> {
        let mut passed = self.schema.records_passed(&arm.ty);
        let record = passed.next().filter(|_| passed.next().is_none())?;
        let table = self.schema.sequence_of(&arm.ty.base)?;
        let is_run =
            |field: &Field| field.kind == FieldKind::Strided && table.is_taken(&field.ty.base);
        if !table.fields.iter().any(is_run) {
            let what = format!(
                "the structure of `{}` has no records with a `stride`",
                arm.name
            );
            self.note(&arm.ty, what)
                .help("a table of a directory has rows");
        }
        Some(Spanned::at(record.value.clone(), &arm.ty))
    }

    /// Checks `range`: only one arm with bytes of a directory may have it, and its record needs an offset and a size.
    pub(super) fn ranges(&self, arms: &[Arm], is_directory: bool) {
        let mut first: Option<&Spanned<String>> = None;
        for arm in arms {
            let Some(range) = &arm.range else { continue };
            if arm.ty.base != Base::Bytes || !is_directory {
                self.note(
                    range,
                    "`range` is for `bytes` that are a table of a `directory`",
                );
            }
            if let Some(first) = first {
                let noted = self.note(range, "a directory has one table of bytes with `range`");
                noted.other(first, "the first one");
            }
            first = first.or(Some(range));
            let is_u32 = |field: &Field| field.ty.base == Base::Integer(32);
            let record = self.schema.content(range).and_then(Content::record);
            let is_range = match record.map(|record| record.fields.as_slice()) {
                Some([offset, size]) => {
                    is_u32(offset)
                        && is_u32(size)
                        && offset.is_named("offset")
                        && size.is_named("size")
                }
                _ => false,
            };
            if !is_range && !self.schema.is_lost(range) {
                let what = format!("`{range}` is not a record of an offset and a size");
                self.note(range, what)
                    .help("write a struct with the fields `offset = \"u32\"` and `size = \"u32\"`");
            }
        }
    }
}
