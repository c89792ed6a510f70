//! Checks tables: records must find the tables of strings and runs that they reference in their part.

use crate::check::{Checker, names};
use crate::load::is_identifier;
use crate::model::{Base, Field, FieldKind, Struct};
use crate::span::Spanned;

impl Checker<'_> {
    /// Checks that records find the tables that they reference, either in the same sequence or in what contains it.
    pub(super) fn reference(&self, sequence: &Struct, field: &Field) {
        self.has_strings(sequence, field);
        let held = self.schema.held(&field.ty);
        let records = held.iter().flat_map(|base| self.schema.fields(base));
        let records: Vec<&Field> = records.collect();
        let strings = |field: &Field| field.kind == FieldKind::Strings;
        let indices = Field::may_be_index_table;
        let names = records
            .iter()
            .filter_map(|record| record.reference.as_ref());
        self.beside(sequence, field, names, "string", strings);
        let runs = records.iter().filter_map(|record| record.run.as_ref());
        self.beside(sequence, field, runs, "index", indices);
    }

    /// Checks that a `string` finds a table of strings in its part.
    fn has_strings(&self, sequence: &Struct, field: &Field) {
        if field.ty.base != Base::StringRef || field.reference.is_some() {
            return;
        }
        let lacks = |outer: &&Struct| {
            let fields = self.schema.fields_within(outer).into_iter();
            !fields
                .chain(&outer.fields)
                .any(|field| field.kind == FieldKind::Strings)
        };
        if self
            .schema
            .outermost(sequence)
            .into_iter()
            .any(|outer| lacks(&outer))
        {
            let what = format!(
                "`{}` refers to a table of strings, and its part has none",
                field.name
            );
            let noted = self.note(&field.ty, what);
            noted.help("a field of the type `strings` is such a table; text in place is `bytes`, with a `count`");
        }
    }

    /// Checks that every outermost struct that contains the sequence has each table that records of `field` reference.
    fn beside<'n>(
        &self,
        sequence: &Struct,
        field: &Field,
        named: impl Iterator<Item = &'n Spanned<String>>,
        what: &str,
        is_table: impl Fn(&Field) -> bool,
    ) {
        let mut named = named.peekable();
        if named.peek().is_none() {
            return;
        }
        let outermost = self.schema.outermost(sequence);
        for table in named {
            let lacks = |outer: &&&Struct| {
                let mut tables = outer.fields.iter().filter(|field| is_table(field));
                !tables.any(|field| field.is_named(table))
            };
            let Some(outer) = outermost.iter().find(lacks) else {
                continue;
            };
            let tables = outer.fields.iter().filter(|field| is_table(field));
            let tables: Vec<&str> = tables.map(|field| field.name.as_str()).collect();
            let place = if std::ptr::eq(*outer, sequence) {
                "beside the records that reference it"
            } else {
                "in a part whose records reference it"
            };
            let what = format!("there is no {what} table `{table}` {place}");
            let noted = self.note(table, what).legal(table, tables);
            noted.other(&field.name, "these records");
        }
    }

    /// Checks that strings that no record references have names.
    pub(super) fn named_strings(&self, sequence: &Struct, field: &Field) {
        let Some(first) = field.named.first() else {
            return;
        };
        self.distinct(&field.named, "string");
        for name in &field.named {
            self.free(name, &names::PART);
            if !is_identifier(name) {
                self.note(name, format!("`{name}` is not a valid name of a string"))
                    .help("a method has the same name, so it must be a valid name in Rust");
            }
            if let Some(taken) = sequence.names().find(|taken| taken.value == name.value) {
                let what = format!("the string `{name}` has the name of a field");
                self.note(name, what).other(taken, "the field");
            }
        }
        let records = self.schema.records_within(sequence);
        let references = records.iter().flat_map(|record| self.schema.fields(record));
        let mut references = references.filter_map(|field| field.reference.as_ref());
        if let Some(reference) = references.find(|table| field.is_named(table)) {
            self.note(first, "records reference these strings by their offsets")
                .other(reference, "referenced here");
        }
    }
}
