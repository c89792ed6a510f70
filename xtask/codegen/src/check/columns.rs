//! Checks the columns of enums and flags.

use crate::datum::Datum;
use crate::load;
use crate::model::{Column, Enum, EnumValue, variant_of};
use crate::span::{Span, Spanned};

use super::{Checker, names};

impl Checker<'_> {
    /// Checks the names and types of an enum's columns.
    pub(super) fn column_types(&self, name: &Spanned<String>, item: &Enum) {
        let is_key = |column: &&Column| load::is_key_of_flags(&column.name);
        for column in item.columns.iter().filter(is_key) {
            let what = format!("`{}` is a key of every value", column.name);
            self.note(&column.name, what)
                .help("use another name for the column");
        }
        for of in item.columns.iter().filter_map(Column::names) {
            if self.schema.values_of(&of).is_none() && !self.schema.is_lost(&of) {
                let what = format!("`{of}` is neither an enum nor flags");
                let legal = Column::BUILT_IN.into_iter().chain(self.schema.enums());
                self.note(&of, what).legal(&of, legal);
            }
        }
        for column in &item.columns {
            self.accessor(item, column);
            if column.is_word() {
                self.column_words(name, item, column);
            }
        }
    }

    /// Checks that the accessor of a column has a name that no other function or value of the type has.
    fn accessor(&self, item: &Enum, column: &Column) {
        self.free(&column.name, &names::ENUM);
        let was = item.values.iter().flat_map(|value| &value.was);
        let mut values = item.values.iter().map(|value| &value.name).chain(was);
        if let Some(value) = values.find(|value| value.value == column.name.value) {
            let what = format!("the column `{}` has the name of a value", column.name);
            self.note(&column.name, what)
                .other(value, "this value")
                .help("use another name for the column");
        }
        let mut columns = item.columns.iter().filter(|column| column.key);
        let key = column.name.strip_prefix("from_");
        let key = key.or(column.name.strip_suffix("_keys"));
        if let Some(other) = columns.find(|other| Some(other.name.as_str()) == key) {
            let what = format!(
                "`{}` is a function for the keys `{}`",
                column.name, other.name
            );
            self.note(&column.name, what)
                .other(&other.name, "declared here")
                .help("use another name for the column");
        }
    }

    /// Checks that the words of a column are distinct names of variants, and that no item has the name of their enum.
    fn column_words(&self, name: &Spanned<String>, item: &Enum, column: &Column) {
        let ty = column.words_type(name);
        if let Some(other) = self.schema.item(&ty) {
            let what = format!(
                "`{ty}` is the name of the enum of the words of `{}`",
                column.name
            );
            self.note(&column.name, what)
                .other(&other.name, "declared here")
                .help("use another name for the column");
        }
        let mut variants: Vec<(String, &Spanned<Datum>)> = Vec::new();
        for word in column.words(item) {
            let Datum::Text(text) = &word.value else {
                continue;
            };
            let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let is_word = text.starts_with(|first: char| first.is_ascii_alphabetic());
            if !is_word || !text.chars().all(is_letter) {
                self.note(word, format!("`{text}` is not a word"))
                    .help("a word has letters, digits and `_`, as in `structured_buffer`");
                continue;
            }
            let variant = variant_of(text);
            if let Some((_, other)) = variants.iter().find(|(known, _)| *known == variant) {
                let what = format!("`{text}` and `{}` are the same variant", other.value);
                self.note(word, what).other(*other, "the first one");
            } else if variant == "Self" {
                self.note(word, format!("`{text}` cannot be a variant in Rust"))
                    .help("use another word");
            } else {
                variants.push((variant, word));
            }
        }
    }

    /// Checks that a name in a column is one of the column's enum or flags.
    fn name(&self, column: &Column, name: &str, span: &Span) {
        let Some(of) = column.names() else {
            return;
        };
        let legal = self.schema.values_named(&of);
        if !legal.is_empty() && !legal.contains(&name) {
            let noted = self.note(span, format!("`{of}` has no value `{name}`"));
            noted
                .other(&column.name, "declared here")
                .legal(name, legal.iter().copied());
        }
        if let Some(printed) = self.printed(&of, name) {
            let noted = self.note(span, format!("`{name}` is an alias of `{printed}`"));
            noted
                .other(&column.name, "declared here")
                .help(format!("use the name that is printed: `{printed}`"));
        }
    }

    /// Checks the columns that readers of documents or texts look up: each text must be a word.
    pub(super) fn key_columns(&self, item: &Enum) {
        let shown_by = item.shown_by.as_ref().map(|column| column.as_str());
        for column in &item.columns {
            let is_shown = shown_by == Some(column.name.as_str());
            if column.key && (column.is_number() || column.is_list()) {
                self.note(
                    &column.ty,
                    format!("the column `{}` cannot be a key", column.name),
                )
                .help("`key` is for columns of strings");
            } else if column.key || is_shown {
                self.key_words(item, column, is_shown);
            }
        }
    }

    /// Reports texts of a column that are not words; `is_shown` means that they are the names in documents.
    fn key_words(&self, item: &Enum, column: &Column, is_shown: bool) {
        let help = if is_shown {
            "it is the key of documents: letters, digits and `_`, as in `IsDebugBuild`"
        } else {
            "texts are read by it (`key`): letters, digits and `_`"
        };
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let values = item.values.iter().filter(|value| value.alias.is_none());
        for datum in values.filter_map(|value| value.datum(&column.name)) {
            let Datum::Text(text) = &datum.value else {
                continue;
            };
            if !text.chars().all(is_letter) {
                self.note(datum, format!("`{text}` is not a key"))
                    .help(help);
            } else if text.is_empty() && is_shown {
                self.note(datum, "the key is empty").help(help);
            }
        }
    }

    /// The name under which a value is printed, if `name` is another name of it.
    fn printed(&self, of: &str, name: &str) -> Option<&str> {
        let item = self.schema.values_of(of)?;
        let alias = item.value(name).filter(|value| value.alias.is_some())?;
        let mut values = item.values.iter();
        let printed = values.find(|value| value.value.value == alias.value.value)?;
        Some(&printed.name)
    }

    /// Checks the columns of a value.
    pub(super) fn columns(&self, item: &Enum, value: &EnumValue) {
        for (name, datum) in &value.columns {
            let Some(column) = item
                .columns
                .iter()
                .find(|column| column.name.value == name.value)
            else {
                continue;
            };
            match &datum.value {
                Datum::Wrong => {}
                Datum::Text(text) if !column.is_number() && !column.is_list() => {
                    if !text.is_empty() {
                        self.name(column, text, &datum.span);
                    }
                }
                Datum::List(list) if column.is_list() => {
                    for text in list {
                        self.name(column, text, &text.span);
                    }
                }
                Datum::Integer(number) if column.takes(*number) => {}
                _ => {
                    let what = format!("the column `{name}` holds {}", column.cells());
                    self.note(datum, what).other(&column.name, "declared here");
                }
            }
        }
        let is_own_marker = value.marker && item.mirrors.is_none();
        if value.source.is_some() || is_own_marker {
            return;
        }
        let has = |name: &str| value.columns.iter().any(|(known, _)| known.value == name);
        // A value that LLVM added to a table lacks a column that LLVM's macro does not have.
        let is_our_own = |name: &str| {
            let mirrored = item.macro_of();
            mirrored.is_some_and(|mirrored| mirrored.place_of(name).is_none())
        };
        for Column { name, .. } in &item.columns {
            if !load::is_key_of_flags(name) && !has(name) && !is_our_own(name) {
                let what = format!("`{}` has no `{name}`", value.name);
                self.note(&value.name, what)
                    .other(name, "every value has this column");
            }
        }
    }
}
