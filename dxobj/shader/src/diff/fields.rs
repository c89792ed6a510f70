//! The fields of two records.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};

use super::pairs::paired;
use super::{Depth, Found};
use dxc_format::outline::{NamedField, Outline, OutlineRun};
use dxc_format::runtime::shape::Shape;
use dxc_format::types::FieldValue;

/// The number of bytes shown from the first difference on.
const FORM: usize = 4;

/// The fields of two parts, and where differences go.
pub(super) struct Fields<'a> {
    /// The parts' data, old and new.
    pub(super) data: [&'a [u8]; 2],
    pub(super) found: &'a mut Found,
}

impl Fields<'_> {
    /// Whether a field is compared at this depth.
    pub(super) fn counts(&self, field_value: &FieldValue) -> bool {
        self.found.depth == Depth::Layout || !field_value.computed
    }

    /// Compares the fields below `path`.
    pub(super) fn compare(&mut self, path: &str, old: &Outline, new: &Outline) {
        for (index, field) in old.fields.iter().enumerate() {
            let same = |other: &&NamedField| other.name == field.name;
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

    fn field_value(&mut self, path: &str, old: Option<&NamedField>, new: Option<&NamedField>) {
        let Some(field) = old.or(new) else { return };
        let path = join(path, &field.name);
        let [old, new] = [old, new].map(|side| side.map(|side| &side.field_value));
        let [old, new] = [old, new].map(|side| side.filter(|field_value| self.counts(field_value)));
        match (old, new) {
            (Some(old), Some(new)) => self.both(&path, old, new),
            (None, None) => {}
            (old, new) => {
                let [old, new] = [old, new]
                    .map(|field_value| field_value.map(|field_value| field_value.text.clone()));
                self.found.add(&path, old, new);
            }
        }
    }

    /// A field that both have.
    fn both(&mut self, path: &str, old: &FieldValue, new: &FieldValue) {
        if self.found.depth == Depth::Semantic && old.resolved && new.resolved {
            self.found.compare(path, &old.text, &new.text);
            return;
        }
        let is_packed = |(old, new): (&(&str, String), &(&str, String))| old.0 == new.0;
        if !old.bits.is_empty()
            && old.bits.len() == new.bits.len()
            && old.bits.iter().zip(&new.bits).all(is_packed)
        {
            for ((name, old), (_, new)) in old.bits.iter().zip(&new.bits) {
                self.found.compare(&join(path, name), old, new);
            }
            return;
        }
        let [of_old, of_new] = self.data;
        let [was, is] = [bytes_of(of_old, old), bytes_of(of_new, new)];
        if was == is && old.text == new.text {
            return;
        }
        match old.value.is_empty() && new.value.is_empty() {
            true => self.found.bytes(path, was, is),
            false => {
                let shown = match old.text == new.text {
                    true => [&old.value, &new.value],
                    false => [&old.text, &new.text],
                };
                let [old, new] = shown.map(|text| Some(text.to_owned()));
                self.found.add(path, old, new);
            }
        }
    }
}

fn bytes_of<'a>(data: &'a [u8], field_value: &FieldValue) -> &'a [u8] {
    let rest = data.get(field_value.at..).unwrap_or_default();
    rest.get(..field_value.size).unwrap_or_default()
}

/// A path, and the rest of a path.
pub(super) fn join(path: &str, name: &str) -> String {
    match (path.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => path.to_owned(),
        _ => format!("{path}.{name}"),
    }
}

/// Where bytes begin to differ. One may be how the other begins.
pub(super) fn first_difference(old: &[u8], new: &[u8]) -> usize {
    let differs = old.iter().zip(new).position(|(old, new)| old != new);
    differs.unwrap_or(old.len().min(new.len()))
}

/// The number of bytes, and the first that differ.
pub(super) fn differing_bytes(old: &[u8], new: &[u8]) -> (String, String) {
    let at = first_difference(old, new);
    let show = |bytes: &[u8]| {
        let rest = bytes.get(at..).unwrap_or_default();
        let shown = rest.get(..FORM).unwrap_or(rest);
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
