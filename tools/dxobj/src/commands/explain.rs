//! `dxobj show --explain`: prints the documentation of fields from the schemas.

use std::collections::BTreeSet;

use dxc_format::outline::Outline;
use dxc_format::runtime::shape::{EnumValue, Shape, number};
use dxc_format::{RawPart, types::FieldValue};
use dxobj_report::tables::short;

use super::field_docs::{self, is_below, paragraph, without_indices};
use super::outline::{all_field_values, counts};
use crate::edit;
use crate::files::{Input, Problem};
use crate::report::Report;
use crate::text::Text;
use crate::{limit, style};

/// The documentation of the field at a path and of the fields below it, with their values.
pub(crate) fn explain(input: &Input, path: &str) -> Result<Report, Problem> {
    let container = input.container()?;
    let spelled = field_docs::path_of(path);
    let path = spelled.as_deref().unwrap_or(path);
    if !field_docs::begins_with_part(path) {
        return field_docs::explain(path);
    }
    let (part, wanted) = path.split_once('.').unwrap_or((path, ""));
    let builder = container.to_builder();
    let place = edit::find(&builder, part).map_err(|what| input.problem(what))?;
    let Some(raw) = place.and_then(|place| container.part(place)) else {
        // The documentation of a field does not need a file.
        let report = field_docs::explain(path)?;
        return Ok(report.absence(input, "no such part", &edit::missing(&builder, part)));
    };
    let stage = container.shader_stage().ok().flatten();
    let outline = Outline::in_stage_within(stage, &raw, &limit::of_input(input.bytes.len()));
    let outline = outline.map_err(|error| input.problem(error))?;
    let mut docs = Docs {
        raw: &raw,
        wanted,
        explained: BTreeSet::new(),
        text: Text::default(),
    };
    for group in outline.groups.iter().filter(|group| !group.doc.is_empty()) {
        let version = group.version.map(|version| format!("version {version}"));
        docs.tell(&group.path, &version.unwrap_or_default(), group.doc);
    }
    for field_value in all_field_values(&outline) {
        docs.tell_field_value(field_value);
    }
    if !docs.text.is_empty() {
        Ok(Report::text(docs.text))
    } else {
        let absence = format!("no field `{wanted}` in {}", raw.fourcc);
        if let Ok(report) = field_docs::explain(path) {
            return Ok(report.absence(input, "no such field", &absence));
        }
        let problem = input.problem(absence);
        let hint = format!(
            "`dxobj show --explain {}` lists those that this file has",
            raw.fourcc
        );
        Err(problem.hint(hint))
    }
}

/// Collects the documentation of the fields of a part.
struct Docs<'a> {
    raw: &'a RawPart<'a>,
    /// The path of the requested field.
    wanted: &'a str,
    /// The paths whose documentation was added.
    explained: BTreeSet<String>,
    text: Text,
}

impl Docs<'_> {
    /// Adds a field and the bit fields that are packed into it. Records of a run share one text, unless the path has an
    /// index.
    fn tell_field_value(&mut self, field_value: &FieldValue<'_>) {
        let path = if self.wanted.contains('[') {
            field_value.path()
        } else {
            without_indices(&field_value.path())
        };
        // Records of a run share the documentation, but not the value.
        let is_one = path == field_value.path();
        if let Some(Shape::Bits(table)) = field_value.shape() {
            for field in table.fields.iter().filter(|field| !field.reserved) {
                let path = format!("{path}.{}", field.name);
                let found = field_value.bits().find(|(name, _)| *name == field.name);
                let value = found.filter(|_| is_one).map(|(_, value)| value);
                self.tell(&path, &value.unwrap_or_default(), field.shown.doc);
            }
            return;
        }
        if field_value.doc().is_empty() || !counts(field_value) {
            return;
        }
        let value = if is_one {
            field_value.text()
        } else {
            "".into()
        };
        if !self.tell(&path, &value, field_value.doc()) || !is_one {
            return;
        }
        let bytes = Some(field_value.bytes()).filter(|bytes| bytes.len() <= 8);
        let value = number(bytes.unwrap_or_default());
        match field_value.shape() {
            Some(Shape::Enum(table)) => self.values(table.by_value(value).into_iter()),
            Some(Shape::Flags(table)) => self.values(table.split(value).0),
            _ => {}
        }
    }

    /// Adds the documentation of enum values.
    fn values(&mut self, values: impl Iterator<Item = &'static EnumValue>) {
        for value in values.filter(|value| !value.doc.is_empty()) {
            paragraph(&format!("{}: {}", value.name, value.doc), 4, &mut self.text);
        }
    }

    /// Adds the documentation of a path, unless it was not requested or was already added. Returns whether it was
    /// added.
    fn tell(&mut self, path: &str, value: &str, doc: &str) -> bool {
        if !is_below(path, self.wanted) || !self.explained.insert(path.to_owned()) {
            return false;
        }
        let mut line = style::strong(format!("{}.{path}", self.raw.fourcc));
        if !value.is_empty() {
            line += format!("  {}", short(value));
        }
        self.text.line(line);
        paragraph(doc, 2, &mut self.text);
        true
    }
}
