//! Compares the fields of two records.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::pairs::paired;
use super::{Depth, Found};
use dxc_format::outline::{NamedField, Outline, OutlineRun};
use dxc_format::runtime::shape::Shape;
use dxc_format::types::FieldValue;

/// The number of bytes to show from the first difference on.
const SHOWN: usize = 4;

/// Collects the differences between the fields of two parts.
pub(super) struct Fields<'a> {
    pub(super) found: &'a mut Found,
}

impl Fields<'_> {
    /// Whether a field is compared at this level of detail.
    pub(super) fn counts(&self, field_value: &FieldValue<'_>) -> bool {
        self.found.depth == Depth::Layout || !field_value.is_computed()
    }

    /// Compares the fields below `path`.
    pub(super) fn compare(&mut self, path: &str, old: &Outline<'_>, new: &Outline<'_>) {
        for (index, field) in old.fields.iter().enumerate() {
            let same = |other: &&NamedField<'_>| other.name == field.name;
            let beside = new.fields.get(index).filter(same);
            let other = beside.or_else(|| new.fields.iter().find(same));
            self.field_value(path, Some(field), other);
        }
        for field in &new.fields {
            if old.field(&field.name).is_none() {
                self.field_value(path, None, Some(field));
            }
        }
        let [olds, news] = [old, new].map(|outline| {
            let runs = outline.runs.iter();
            runs.map(|run| (run.name.as_str(), run))
        });
        let none = OutlineRun::default();
        for (old, new) in paired(olds, news) {
            let path = join(path, old.or(new).map_or("", |run| &run.name));
            self.records(&path, old.unwrap_or(&none), new.unwrap_or(&none));
        }
    }

    fn field_value(
        &mut self,
        path: &str,
        old: Option<&NamedField<'_>>,
        new: Option<&NamedField<'_>>,
    ) {
        let Some(field) = old.or(new) else { return };
        let path = join(path, &field.name);
        let [old, new] = [old, new].map(|side| side.map(|side| &side.field_value));
        let [old, new] = [old, new].map(|side| side.filter(|field_value| self.counts(field_value)));
        match (old, new) {
            (Some(old), Some(new)) => self.both(&path, old, new),
            (None, None) => {}
            (old, new) => {
                let [old, new] = [old, new].map(|field_value| {
                    field_value.map(|field_value| field_value.text().into_owned())
                });
                self.found.add(&path, old, new);
            }
        }
    }

    /// Compares a field that both records have.
    fn both(&mut self, path: &str, old: &FieldValue<'_>, new: &FieldValue<'_>) {
        if self.found.depth == Depth::Semantic && old.is_resolved() && new.is_resolved() {
            self.found.compare(path, old.text(), new.text());
            return;
        }
        let bits = [old, new].map(|field_value| field_value.bits().collect::<Vec<_>>());
        let [old_bits, new_bits] = &bits;
        let names = bits
            .each_ref()
            .map(|bits| bits.iter().map(|(name, _)| *name));
        let [old_names, new_names] = names;
        if !old_bits.is_empty() && old_names.eq(new_names) {
            for ((name, old), (_, new)) in old_bits.iter().zip(new_bits) {
                self.found.compare(&join(path, name), old, new);
            }
            return;
        }
        let texts = [old.text(), new.text()];
        let [was, is] = [old.bytes(), new.bytes()];
        if was == is && texts[0] == texts[1] {
            return;
        }
        let values = [old.value(), new.value()];
        if values.iter().all(String::is_empty) {
            self.found.bytes(path, was, is)
        } else {
            let shown = if texts[0] == texts[1] {
                values
            } else {
                texts.map(Cow::into_owned)
            };
            let [old, new] = shown.map(Some);
            self.found.add(path, old, new);
        }
    }
}

/// Joins a path and a name.
pub(super) fn join(path: &str, name: &str) -> String {
    match (path.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => path.to_owned(),
        _ => format!("{path}.{name}"),
    }
}

/// The offset of the first difference. If one is a prefix of the other, it is the length of the prefix.
pub(super) fn first_difference(old: &[u8], new: &[u8]) -> usize {
    let differs = old.iter().zip(new).position(|(old, new)| old != new);
    differs.unwrap_or(old.len().min(new.len()))
}

/// For two byte strings, the number of bytes, and the first bytes that differ.
pub(super) fn differing_bytes(old: &[u8], new: &[u8]) -> (String, String) {
    let at = first_difference(old, new);
    let show = |bytes: &[u8]| {
        let rest = bytes.get(at..).unwrap_or_default();
        let shown = rest.get(..SHOWN).unwrap_or(rest);
        let more = if shown.len() < rest.len() { ".." } else { "" };
        let shown = Shape::Bytes.say(shown);
        let shown = if rest.is_empty() {
            "end".to_string()
        } else {
            shown
        };
        format!("{} bytes ({at:#x}: {shown}{more})", bytes.len())
    };
    (show(old), show(new))
}
