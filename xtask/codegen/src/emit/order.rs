//! Draws the order of a sequence in bytes, for its docs and for those of a part's module.

use super::Emitter;
use crate::expression::Expression;
use crate::model::{Field, FieldKind, Item, Struct};

impl Emitter<'_> {
    /// The order of each part's fields, for the docs of a module.
    pub(super) fn orders_of_parts(&self, module: &str) -> Vec<String> {
        let mut docs = Vec::new();
        for item in &self.schema.items {
            if let Some(sequence) = item.content.sequence()
                && self.schema.module(item) == module
                && self.schema.is_part(&item.name)
                // The record with its fields has a table instead.
                && !self.schema.is_fixed_part(&item.name)
            {
                let title = format!("# Layout of [`{}`]", item.name);
                docs.extend([String::new(), title, String::new()]);
                docs.extend(self.order(sequence));
            }
        }
        docs
    }

    /// The order of the fields of a structure that is a part or in a part, for its own docs.
    pub(super) fn order_of_sequence(&self, item: &Item, sequence: &Struct) -> Vec<String> {
        if self.schema.is_part(&item.name) {
            return Vec::new();
        }
        let mut docs = vec![String::new(), "# Layout".to_owned(), String::new()];
        docs.extend(self.order(sequence));
        docs
    }

    /// Draws a box for each field: dotted if the field may be absent, indented if the field is placed elsewhere.
    fn order(&self, sequence: &Struct) -> Vec<String> {
        let boxes = sequence.fields.iter().map(|field| {
            let offset = field.place.at.map_or_else(String::new, |at| at.to_string());
            (
                offset,
                self.content(field),
                remark(field),
                is_optional(field),
            )
        });
        let boxes: Vec<_> = boxes.collect();
        let margin = boxes
            .iter()
            .map(|(offset, ..)| offset.len())
            .max()
            .unwrap_or(0);
        let inside = |(_, content, ..): &(_, String, _, _)| content.chars().count();
        let width = boxes.iter().map(inside).max().unwrap_or(0);
        let edge = format!("{:margin$} +{:-<width$}+", "", "", width = width + 2);
        let mut text = vec!["```text".to_owned(), edge.clone()];
        for (offset, content, remark, optional) in boxes {
            let border = if optional { ':' } else { '|' };
            let (mut offset, mut content) = (offset.as_str(), content.as_str());
            for remark in textwrap::wrap(&remark, WIDTH - margin - width - 6) {
                let line = format!("{offset:>margin$} {border} {content:width$} {border} {remark}");
                text.push(line.trim_end().to_owned());
                (offset, content) = ("", "");
            }
        }
        text.extend([edge, "```".to_owned()]);
        text
    }

    /// The text in the box of a field.
    fn content(&self, field: &Field) -> String {
        let indent = if field.at.is_some() { "  " } else { "" };
        match field.kind {
            FieldKind::Padding => format!("{indent}padding"),
            _ => {
                let ty = self.schema_type(&field.ty);
                format!("{indent}{}: {}", field.name, short_type(&ty))
            }
        }
    }
}

/// A type, with its arguments only if the box has space for them.
fn short_type(text: &str) -> String {
    match text.split_once('(') {
        Some((name, _)) if text.len() > MOST_LETTERS / 2 => format!("{name}(…)"),
        _ => text.to_owned(),
    }
}

/// Whether a field may be absent.
fn is_optional(field: &Field) -> bool {
    field.condition.is_some() || field.known.is_some()
}

/// The width of a line after `/// `.
const WIDTH: usize = 96;

/// Longer expressions, in characters, are not shown.
const MOST_LETTERS: usize = 64;

/// A text with an expression, if a drawing has space for it.
fn said(before: &str, expression: &Option<Expression>, behind: &str) -> Option<String> {
    let text = expression.as_ref()?.value.as_str();
    let short = if text.len() > MOST_LETTERS {
        "…"
    } else {
        text
    };
    Some(format!("{before}{short}{behind}"))
}

/// The size, offset and condition of a field, in words.
fn remark(field: &Field) -> String {
    let measure = |before, expression: &Option<Expression>, behind| match expression {
        Some(all) if all.is_rest() => Some("to the end".to_owned()),
        _ => said(before, expression, behind),
    };
    let (each, align, known) = (&field.each, &field.align, &field.known);
    let remarks = [
        said("at ", &field.at, ""),
        measure("× ", &field.count, ""),
        each.as_ref().map(|each| format!("for each {}", each.text)),
        measure("", &field.size, " bytes"),
        said("", &field.stride, " bytes each"),
        align
            .as_ref()
            .map(|align| format!("to a multiple of {align}")),
        said("if ", &field.condition, ""),
        known.as_ref().map(|known| format!("if {known} is known")),
    ];
    remarks.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
