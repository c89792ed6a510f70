//! Writes structs and unions into the header.

use std::fmt::Write;

use super::Writer;
use super::layouts::{Layout, declaration};
use super::names::member_name;
use dxc_codegen::model::{Base, Field, Item};

impl Writer<'_> {
    /// Writes a struct or a union, and assertions of its offsets and its size.
    pub(super) fn layout(&mut self, item: &Item, layout: &Layout<'_>) -> std::fmt::Result {
        let Layout { name, kind, .. } = layout;
        if let Some(when) = layout.version.and_then(|version| version.when.as_ref()) {
            write!(self.text, "\n// If `{when}`:")?;
        }
        writeln!(self.text)?;
        self.doc("", &item.doc)?;
        if layout.size.is_some() {
            writeln!(self.text, "typedef {kind} {name} {{")?;
        }
        if let Some(union) = item.content.union() {
            let size = union.bytes();
            writeln!(
                self.text,
                "  /// The bytes, whatever they mean.\n  uint8_t bytes[{size}];"
            )?;
        }
        for member in &layout.members {
            self.doc("  ", &member.doc)?;
            match &member.declaration {
                Some(declaration) => writeln!(self.text, "  {declaration};")?,
                // An array of bytes with the same size.
                None => {
                    let why = "C has no such type";
                    self.output.omit_field(item, member.name, why);
                    let (name, size) = (member_name(member.name), member.size.unwrap_or_default());
                    writeln!(self.text, "  uint8_t {name}[{size}]; // {why}.")?;
                }
            }
        }
        for field in layout.rest {
            if !field.has_name_and_type() {
                continue;
            }
            let name = &field.name;
            let why = "its offset or its size is not fixed";
            self.output.omit_field(item, name, why);
            writeln!(self.text, "  // Not fixed: {}.", describe(field))?;
        }
        let Some(size) = layout.size else {
            return Ok(());
        };
        writeln!(self.text, "}} {name};")?;
        for member in &layout.members {
            if let Some(offset) = member.offset {
                let member = member_name(member.name);
                writeln!(
                    self.text,
                    "static_assert(offsetof({name}, {member}) == {offset}, \"{name}.{member}\");"
                )?;
            }
        }
        writeln!(
            self.text,
            "static_assert(sizeof({name}) == {size}, \"{name}\");"
        )
    }
}

/// Describes a field in words, with the expressions of the schema.
fn describe(field: &Field) -> String {
    let mut words = vec![format!("`{}`", field.name)];
    match &field.ty.base {
        Base::Item(name) => words.push(format!("of type {name}")),
        base => words.extend(declaration(base, "").map(|ty| format!("of type {}", ty.trim_end()))),
    }
    let from = field.from.as_ref().map_or_else(
        || "the start of the part".to_owned(),
        |from| format!("`{from}`"),
    );
    let said = [
        ("count", &field.count),
        ("each of size", &field.stride),
        ("size", &field.size),
        ("if", &field.condition),
    ];
    for (word, expression) in said {
        words.extend(
            expression
                .as_ref()
                .map(|expression| format!("{word} `{expression}`")),
        );
    }
    words.extend(field.at.as_ref().map(|at| format!("at `{at}` from {from}")));
    // An expression may have several lines; a comment has one.
    let text = words.join(", ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
