//! Compares records with versions.

use std::collections::BTreeSet;

use dxc_codegen::diagnostic::counted;
use dxc_codegen::model::{Choices, Schema, Struct, Version};
use dxc_codegen::span::Text;

use super::changes::{Changes, within};
use super::facts::{json, text};
use super::fields::of_fields;
use super::rules::*;

impl Changes<'_> {
    pub(super) fn versions(&mut self, name: &str, old: &Struct, new: &Struct) {
        if old.form != new.form {
            return;
        }
        let subject = |version: &Version| {
            Text::at(format!("{name} ({})", description(version)), &version.span)
        };
        let fields = |version: &Version| counted(version.fields.len(), "field");
        let followed = Followed::new((self.old, self.new), (old, new));
        for (index, version) in new.versions.iter().enumerate() {
            let subject = subject(version);
            let mut is_new = true;
            for at in followed.before(index) {
                is_new = false;
                let before = of_fields(&old.versions[at].fields);
                self.record(&subject, before, &of_fields(&version.fields));
            }
            if is_new {
                self.note(&VERSION_ADDED, &subject, fields(version));
                self.new_fields(name, old, version);
            }
        }
        for (index, version) in old.versions.iter().enumerate() {
            if !followed.is_followed(index) {
                self.gone(&VERSION_REMOVED, &subject(version), fields(version));
            }
        }
    }

    /// Records the fields of a new version that no earlier version had.
    fn new_fields(&mut self, name: &str, old: &Struct, version: &Version) {
        let is_known = |name: &str| old.all_fields().any(|field| field.name.value == name);
        for field in version.fields.iter().filter(|field| !is_known(&field.name)) {
            let subject = within(name, ".", &field.name);
            self.note(
                &FIELD_ADDED_IN_NEW_VERSION,
                &subject,
                text(&json(&field.ty)),
            );
        }
    }
}

/// The versions that replace others, as indices in the old and in the new record.
struct Followed(BTreeSet<(usize, usize)>);

impl Followed {
    /// Pairs versions that the same values select, however their conditions are written.
    fn new(schemas: (&Schema, &Schema), (old, new): (&Struct, &Struct)) -> Self {
        let is_in = |versions: &[Version], version: &Version| {
            versions.iter().position(|other| is_same(other, version))
        };
        let same = old.versions.iter().enumerate();
        let same = same.filter_map(|(at, before)| Some((at, is_in(&new.versions, before)?)));
        let mut followed: BTreeSet<_> = same.collect();
        for (before, now) in chosen(schemas, (old, new)).unwrap_or_default() {
            // A version that was another one in the old record does not replace a removed one.
            if is_in(&old.versions, &new.versions[now]).is_none_or(|other| other == before) {
                followed.insert((before, now));
            }
        }
        Self(followed)
    }

    /// The indices of the older versions that a version includes.
    fn before(&self, version: usize) -> impl Iterator<Item = usize> {
        let pairs = self.0.iter().filter(move |(_, now)| *now == version);
        pairs.map(|(before, _)| *before)
    }

    /// Whether a version includes an older one.
    fn is_followed(&self, version: usize) -> bool {
        self.0.iter().any(|(before, _)| *before == version)
    }
}

/// The versions that the values of older files selected, and those that they now select.
fn chosen(
    (old_schema, new_schema): (&Schema, &Schema),
    (old, new): (&Struct, &Struct),
) -> Option<Vec<(usize, usize)>> {
    let (old, new) = (
        Choices::between_versions(old_schema, old)?,
        Choices::between_versions(new_schema, new)?,
    );
    let values = old.known()?;
    let both = values
        .iter()
        .map(|values| Some((old.chosen(values)?, new.chosen(values)?)));
    both.collect()
}

/// Whether two versions have the same number or condition.
fn is_same(version: &Version, other_version: &Version) -> bool {
    match (&version.number, &other_version.number) {
        (Some(number), Some(other)) => {
            number.value == other.value && version.grown == other_version.grown
        }
        (None, None) => version.when == other_version.when,
        _ => false,
    }
}

/// The number or the condition of a version, as text.
fn description(version: &Version) -> String {
    match (version.name(), &version.when) {
        (Some(name), _) => format!("version {name}"),
        (None, Some(when)) => when.value.clone(),
        (None, None) => "otherwise".to_owned(),
    }
}
