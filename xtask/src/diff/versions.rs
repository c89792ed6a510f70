//! The differences of records that have versions.

use crate::diagnostic::{Span, counted};
use crate::model::{Schema, Version, Versioned};

use super::changes::Changes;
use super::rules::*;
use super::words::type_text;

impl Changes<'_> {
    pub(super) fn versions(&mut self, name: &str, span: &Span, old: &Versioned, new: &Versioned) {
        let by = |versioned: &Versioned| if versioned.by_size { "size" } else { "value" };
        self.differs(
            &SELECTOR_CHANGED,
            span,
            name,
            ("what tells its version", by(old), by(new)),
        );
        if old.by_size != new.by_size {
            return;
        }
        for version in &new.versions {
            let subject = format!("{name} ({})", description(version));
            match old.versions.iter().find(|before| is_same(before, version)) {
                Some(before) => {
                    let starts = (start(self.old, old, before), start(self.new, new, version));
                    let (old, new) = (
                        (starts.0, &before.fields[..]),
                        (starts.1, &version.fields[..]),
                    );
                    self.fields_from(&subject, &version.span, old, new);
                }
                None => {
                    let what = counted(version.fields.len(), "field");
                    self.note(&VERSION_ADDED, &version.span, subject, what);
                    self.new_fields(name, old, version);
                }
            }
        }
        for version in &old.versions {
            if !new.versions.iter().any(|now| is_same(now, version)) {
                let what = counted(version.fields.len(), "field");
                self.gone(
                    &VERSION_REMOVED,
                    &version.span,
                    format!("{name} ({})", description(version)),
                    what,
                );
            }
        }
    }

    /// What a new version has and no version had before.
    fn new_fields(&mut self, name: &str, old: &Versioned, version: &Version) {
        let is_known = |name: &str| {
            let mut fields = old.versions.iter().flat_map(|version| &version.fields);
            fields.any(|field| field.name.value == name)
        };
        for field in version.fields.iter().filter(|field| !is_known(&field.name)) {
            let subject = format!("{name}.{}", field.name.value);
            let ty = type_text(self.new, &field.ty).to_owned();
            self.note(&FIELD_ADDED_IN_NEW_VERSION, &field.name.span, subject, ty);
        }
    }
}

/// Where the fields of a version begin, in bits: by size, behind those of all versions before.
fn start(schema: &Schema, of: &Versioned, version: &Version) -> u64 {
    if !of.by_size {
        return 0;
    }
    let before = of
        .versions
        .iter()
        .take_while(|before| !is_same(before, version));
    let sizes = before
        .flat_map(|before| &before.fields)
        .map(|field| schema.size(&field.ty.base));
    sizes.fold(0, |start, size| {
        start.saturating_add(size.unwrap_or(0).saturating_mul(8))
    })
}

/// Whether the same tells two versions.
fn is_same(version: &Version, other: &Version) -> bool {
    match (&version.number, &other.number) {
        (Some(number), Some(other)) => number.value == other.value,
        (None, None) => version.when == other.when,
        _ => false,
    }
}

/// What tells a version: its number, or the condition that holds.
fn description(version: &Version) -> String {
    match (&version.number, &version.when) {
        (Some(number), _) => format!("version {}", number.value),
        (None, Some(when)) => when.value.clone(),
        (None, None) => "otherwise".to_owned(),
    }
}
