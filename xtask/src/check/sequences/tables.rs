//! Tables: records find those that they name strings and runs of beside them.

use crate::check::Checker;
use crate::diagnostic::Spanned;
use crate::model::{FieldKind, Sequence, SequenceField};

impl Checker<'_> {
    /// Records find the tables that they name strings and runs of beside them.
    pub(super) fn reference(&self, sequence: &Sequence, field: &SequenceField) {
        let base = field.ty.as_ref().map(|ty| &ty.base);
        let records = base.map_or_else(Vec::new, |base| self.schema.fields(base));
        let strings = |field: &SequenceField| field.kind == FieldKind::Strings;
        let indices = SequenceField::may_be_index_table;
        let names = records
            .iter()
            .filter_map(|record| record.reference.as_ref());
        self.beside(sequence, field, names, "string", strings);
        let runs = records.iter().filter_map(|record| record.run.as_ref());
        self.beside(sequence, field, runs, "index", indices);
    }

    /// Tables that records of `field` name are fields of the sequence.
    fn beside<'n>(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        named: impl Iterator<Item = &'n Spanned<String>>,
        what: &str,
        is_table: impl Fn(&SequenceField) -> bool,
    ) {
        let tables = sequence.fields.iter().filter(|field| is_table(field));
        let tables: Vec<&str> = tables
            .filter_map(|field| field.name.as_ref())
            .map(|name| name.as_str())
            .collect();
        for table in named.filter(|table| !tables.contains(&table.as_str())) {
            let what = format!(
                "there is no {what} table `{}` beside the records that name it",
                table.value
            );
            let noted = self
                .mistakes
                .note(&table.span, what)
                .legal(table, tables.iter().copied());
            if let Some(name) = &field.name {
                noted.other(&name.span, "these records");
            }
        }
    }

    /// Strings that no record names have names of their own.
    pub(super) fn named_strings(&self, sequence: &Sequence, field: &SequenceField) {
        let Some(first) = field.named.first() else {
            return;
        };
        self.distinct(&field.named, "string");
        for name in &field.named {
            self.method_name(name);
            if syn::parse_str::<syn::Ident>(name).is_err() {
                let what = format!("`{}` is no name of a string", name.value);
                self.mistakes
                    .note(&name.span, what)
                    .help("it is that of a method, too: a name of Rust");
            }
            let fields = || {
                sequence
                    .fields
                    .iter()
                    .filter_map(|field| field.name.as_ref())
            };
            if let Some(taken) = fields().find(|taken| taken.value == name.value) {
                let what = format!("the string `{}` has the name of a field", name.value);
                self.mistakes
                    .note(&name.span, what)
                    .other(&taken.span, "the field");
            }
        }
        if !field.takes("named") {
            self.mistakes
                .note(&first.span, "`named` is for `strings`")
                .help("it says what they are, one behind the other");
        }
        let types = sequence.fields.iter().filter_map(|field| field.ty.as_ref());
        let references = types.flat_map(|ty| self.schema.fields(&ty.base));
        let mut references = references.filter_map(|field| field.reference.as_ref());
        let is_own = |table: &&Spanned<String>| {
            let own = field.name.as_ref();
            own.is_some_and(|own| own.value == table.value)
        };
        if let Some(reference) = references.find(is_own) {
            self.mistakes
                .note(&first.span, "records name these strings by their offsets")
                .other(&reference.span, "named here");
        }
    }
}
