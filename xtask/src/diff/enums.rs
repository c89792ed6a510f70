//! The differences of enums and flags: their names, numbers and columns.

use crate::diagnostic::Span;
use crate::model::{Enum, EnumValue};

use super::changes::Changes;
use super::rules::*;
use super::words::text;

impl Changes<'_> {
    pub(super) fn enumeration(&mut self, name: &str, span: &Span, old: &Enum, new: &Enum) {
        let bits = |item: &Enum| format!("u{}", item.bits);
        self.differs(
            &ENUM_SIZE_CHANGED,
            span,
            name,
            ("its integer", &bits(old), &bits(new)),
        );
        let [before, after] = [old, new].map(|of| of.mirrors.as_ref());
        let mirrors = (
            text(before.map(|mirrored| &mirrored.text)),
            text(after.map(|mirrored| &mirrored.text)),
        );
        self.differs(
            &MIRROR_CHANGED,
            span,
            name,
            ("its macro", mirrors.0, mirrors.1),
        );
        let shown = (text(old.shown_by.as_ref()), text(new.shown_by.as_ref()));
        let what = ("the column that documents show", shown.0, shown.1);
        self.differs(&DOCUMENT_CHANGED, span, name, what);
        // Values of another enum are its differences.
        if new.values_of.is_some() && text(old.values_of.as_ref()) == text(new.values_of.as_ref()) {
            return;
        }
        self.columns(name, old, new);
        let (old, new) = (self.old.values(old), self.new.values(new));
        let named = |of: &Enum, name: &str| of.values.iter().any(|value| value.name.value == name);
        let mut renamed = Vec::new();
        for value in &new.values {
            let subject = format!("{name}::{}", value.name.value);
            if let Some(before) = old
                .values
                .iter()
                .find(|before| before.name.value == value.name.value)
            {
                self.value(&subject, before, value);
                continue;
            }
            let before = old.values.iter().find(|before| {
                before.value.value == value.value.value
                    && !named(new, &before.name)
                    && !renamed.contains(&before.name.value)
            });
            match before {
                Some(before) => {
                    renamed.push(before.name.value.clone());
                    let what = format!("was `{}`", before.name.value);
                    self.note(&ENUM_VALUE_RENAMED, &value.name.span, subject.clone(), what);
                    let keys = (key(old, before), key(new, value));
                    let what = ("its name in documents", keys.0.as_str(), keys.1.as_str());
                    // Documents show no alias.
                    if value.alias.is_none() {
                        self.differs(&DOCUMENT_CHANGED, &value.name.span, &subject, what);
                    }
                }
                None => {
                    let what = value.spelled.clone();
                    self.note(&ENUM_VALUE_ADDED, &value.name.span, subject, what);
                }
            }
        }
        for value in &old.values {
            if !named(new, &value.name) && !renamed.contains(&value.name.value) {
                let subject = format!("{name}::{}", value.name.value);
                self.gone(
                    &ENUM_VALUE_REMOVED,
                    &value.name.span,
                    subject,
                    value.spelled.clone(),
                );
            }
        }
    }

    fn columns(&mut self, name: &str, old: &Enum, new: &Enum) {
        let has = |of: &Enum, name: &str| of.columns.iter().any(|column| column.name.value == name);
        for column in new.columns.iter().filter(|column| !has(old, &column.name)) {
            let ty = column.ty.to_string();
            let subject = format!("{name}.{}", column.name.value);
            self.note(&ENUM_COLUMN_ADDED, &column.name.span, subject, ty);
        }
        for column in old.columns.iter().filter(|column| !has(new, &column.name)) {
            let subject = format!("{name}.{}", column.name.value);
            self.gone(
                &ENUM_COLUMN_REMOVED,
                &column.name.span,
                subject,
                "column".to_owned(),
            );
        }
    }

    fn value(&mut self, subject: &str, old: &EnumValue, new: &EnumValue) {
        let span = &new.name.span;
        if old.value.value != new.value.value {
            let values = (old.spelled.as_str(), new.spelled.as_str());
            self.differs(
                &ENUM_VALUE_CHANGED,
                span,
                subject,
                ("its number", values.0, values.1),
            );
        } else if old.alias.is_some() != new.alias.is_some() {
            let role = |value: &EnumValue| {
                if value.alias.is_some() {
                    "an alias"
                } else {
                    "printed"
                }
            };
            self.differs(
                &ENUM_PRINTED_NAME_CHANGED,
                span,
                subject,
                ("it", role(old), role(new)),
            );
        }
        for (column, datum) in &new.columns {
            let before = old
                .columns
                .iter()
                .find(|(before, _)| before.value == column.value);
            if let Some((_, before)) = before {
                let what = format!("its `{}`", column.value);
                let data = (before.to_string(), datum.to_string());
                self.differs(
                    &ENUM_COLUMN_CHANGED,
                    &datum.span,
                    subject,
                    (&what, &data.0, &data.1),
                );
            }
        }
    }
}

/// The name of a value in documents.
fn key(of: &Enum, value: &EnumValue) -> String {
    let column = of.shown_by.as_ref().and_then(|shown_by| {
        let mut columns = value.columns.iter();
        let (_, datum) = columns.find(|(column, _)| column.value == shown_by.value)?;
        Some(datum.to_string())
    });
    column.unwrap_or_else(|| value.name.value.clone())
}
