//! Writes a field of a sequence: its docs, its attribute and its type.

use super::words::fill;
use crate::emit::attribute::Words;
use crate::emit::{Emitter, docs};
use crate::model::{Field, FieldKind, Struct};

impl Emitter<'_> {
    pub(super) fn sequence_field(&self, sequence: &Struct, index: usize) -> String {
        let field = &sequence.fields[index];
        if field.kind == FieldKind::Padding {
            return self.padding(field, index);
        }
        let canonical = field
            .canonical
            .as_ref()
            .map_or_else(String::new, |canonical| {
                format!("`None` is the canonical value, `{canonical}`.")
            });
        let begins = if field.strings_style.is_nul_first() {
            "A new table begins with the empty string, `intern(\"\")`, so that 0 names it."
        } else {
            ""
        };
        let new_value = match field.default.as_ref().filter(|_| field.is_optional()) {
            Some(default) => {
                let default = self.spelling(&default.span);
                format!("Where it is stored, `None` is written as `{default}`.")
            }
            None => self.new_value(&field.default),
        };
        let docs = docs(&[&field.doc, &canonical, &new_value, begins], 4);
        let words = self.words(sequence, index).dxc(4);
        let (name, rust) = (&field.name, self.held_as(field));
        let visibility = match field.kind {
            FieldKind::Computed if !field.is_optional() => "",
            _ => "pub ",
        };
        format!("{docs}{words}    {visibility}{name}: {rust},\n")
    }

    fn padding(&self, field: &Field, index: usize) -> String {
        let words = Words::default()
            .value("align", field.align.as_ref())
            .value("fill", fill(field))
            .dxc(4);
        format!("{words}    padding_{index}: (),\n")
    }

    /// The type of a field in the value.
    fn held_as(&self, field: &Field) -> String {
        let base = self.applied(&field.ty);
        match field.kind {
            _ if field.is_optional() => format!("Option<{base}>"),
            FieldKind::Run => format!("Vec<{base}>"),
            FieldKind::Structure if field.count.is_some() => format!("Vec<{base}>"),
            FieldKind::IndexTable => "IndexTable".to_owned(),
            FieldKind::Strided => format!("Strided<{base}>"),
            FieldKind::Sized => format!("SizedRecord<{base}>"),
            FieldKind::Pool => format!("Pool<{base}>"),
            _ => base,
        }
    }
}
