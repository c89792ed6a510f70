//! The differences of enums and flags: their names, numbers and columns.

use crate::diagnostic::{Spanned, Text};
use crate::model::{Enum, EnumValue};

use super::changes::{Changes, Pair, pairs, within};
use super::rules::*;
use super::words::{Word, text};

/// The words of an enum or of flags.
pub(super) fn words(of: &Enum) -> Vec<Word> {
    let mirrors = of.mirrors.as_ref().map(|mirrored| &mirrored.text);
    let shown = text(of.shown_by.as_ref());
    vec![
        Word::new(&ENUM_SIZE_CHANGED, "its integer", format!("u{}", of.bits)),
        Word::new(&MIRROR_CHANGED, "its macro", text(mirrors)),
        Word::new(&DOCUMENT_CHANGED, "the column that documents show", shown),
    ]
}

impl Changes<'_> {
    pub(super) fn enumeration(&mut self, name: &str, old: &Enum, new: &Enum) {
        // Values of another enum are its differences.
        if new.values_of.is_some() && text(old.values_of.as_ref()) == text(new.values_of.as_ref()) {
            return;
        }
        for pair in pairs(
            &old.columns,
            &new.columns,
            |column| &column.name,
            |_, _| false,
        ) {
            match pair {
                Pair::Added(column) => {
                    let subject = within(name, ".", &column.name);
                    self.note(&ENUM_COLUMN_ADDED, &subject, column.ty.to_string());
                }
                Pair::Gone(column) => {
                    let subject = within(name, ".", &column.name);
                    self.gone(&ENUM_COLUMN_REMOVED, &subject, "column");
                }
                Pair::Kept(..) | Pair::Renamed(..) => {}
            }
        }
        let (old, new) = (self.old.values(old), self.new.values(new));
        let subject = |value: &EnumValue| within(name, "::", &value.name);
        let is_renamed = |old: &EnumValue, new: &EnumValue| old.value.value == new.value.value;
        for pair in pairs(&old.values, &new.values, |value| &value.name, is_renamed) {
            match pair {
                Pair::Kept(before, value) => self.value(&subject(value), before, value),
                Pair::Renamed(before, value) => {
                    let subject = subject(value);
                    let what = format!("was `{}`", before.name.value);
                    self.note(&ENUM_VALUE_RENAMED, &subject, what);
                    // Documents show no alias.
                    if value.alias.is_none() {
                        let keys = [key(old, before), key(new, value)];
                        self.differs(&DOCUMENT_CHANGED, &subject, "its name in documents", keys);
                    }
                }
                Pair::Added(value) => {
                    self.note(&ENUM_VALUE_ADDED, &subject(value), value.spelled.clone());
                }
                Pair::Gone(value) => {
                    self.gone(&ENUM_VALUE_REMOVED, &subject(value), value.spelled.clone());
                }
            }
        }
    }

    fn value(&mut self, subject: &Text, old: &EnumValue, new: &EnumValue) {
        if old.value.value != new.value.value {
            let numbers = [&old.spelled, &new.spelled];
            self.differs(&ENUM_VALUE_CHANGED, subject, "its number", numbers);
        } else {
            let roles = [old, new].map(|value| match value.alias {
                Some(_) => "an alias",
                None => "printed",
            });
            self.differs(&ENUM_PRINTED_NAME_CHANGED, subject, "it", roles);
        }
        for (column, datum) in &new.columns {
            if let Some(before) = old.datum(column) {
                let subject = Text::at(subject.value.clone(), datum);
                let what = format!("its `{}`", column.value);
                let data = [before.to_string(), datum.to_string()];
                self.differs(&ENUM_COLUMN_CHANGED, &subject, &what, data);
            }
        }
    }
}

/// The name of a value in documents.
fn key(of: &Enum, value: &EnumValue) -> String {
    let shown_by = of.shown_by.as_ref();
    let datum = shown_by.and_then(|shown_by| value.datum(shown_by));
    datum.map_or_else(|| value.name.value.clone(), Spanned::to_string)
}
