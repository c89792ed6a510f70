//! Attributes in text.

use alloc::string::String;

use crate::bitcode::AttributeKind;

use super::Printer;
use crate::attributes::Attribute;
use crate::tables::text;
use dxc_format::Result;

impl Printer<'_> {
    /// Prints the attributes of a group, separated by blanks.
    fn push_attributes(&mut self, group: u32, is_group: bool, with_texts: bool) {
        let module = self.module;
        let Some(group) = module.attributes.groups.get(group as usize) else {
            return;
        };
        let mut separator = "";
        for attribute in &group.attributes {
            if matches!(attribute, Attribute::Text(..)) && !with_texts {
                continue;
            }
            self.push(separator);
            separator = " ";
            self.push_attribute(attribute, is_group);
        }
    }

    fn push_attribute(&mut self, attribute: &Attribute, is_group: bool) {
        match attribute {
            Attribute::Kind(_, kind) => self.push(text(&AttributeKind::TABLE, *kind)),
            Attribute::Value(value, kind) => {
                self.push(text(&AttributeKind::TABLE, *kind));
                let is_alignment = *kind == AttributeKind::ALIGNMENT.0;
                let (open, close) = match (is_group, is_alignment) {
                    (true, _) => ("=", ""),
                    (false, true) => (" ", ""),
                    (false, false) => ("(", ")"),
                };
                self.push(open);
                self.push_number(*value);
                self.push(close);
            }
            Attribute::Text(name, value) => {
                self.push("\"");
                self.push_lossy(name);
                if !value.is_empty() {
                    self.push("\"=\"");
                    self.push_lossy(value);
                }
                self.push("\"");
            }
        }
    }

    /// Prints the attributes of a result or a parameter, between two texts; nothing if there are none.
    pub(super) fn push_attributes_of(&mut self, list: u32, index: u32, before: &str, after: &str) {
        if let Some(group) = self.module.attributes.group(list, index) {
            self.push(before);
            self.push_attributes(group, false, true);
            self.push(after);
        }
    }

    /// Prints the number of the group of a function's attributes.
    pub(super) fn push_group_number(&mut self, list: u32) {
        let group = self.module.attributes.of_function(list);
        let slot = group.and_then(|group| self.slots.group(group));
        if let Some(slot) = slot.filter(|_| self.references.is_none()) {
            self.push(" #");
            self.push_number(slot);
        }
    }

    /// Prints the comment with a function's attributes.
    pub(super) fn print_function_attributes(&mut self, list: u32) -> Result<()> {
        if let Some(group) = self.module.attributes.of_function(list) {
            let start = self.out.len();
            self.push_attributes(group, false, false);
            if self.out.len() > start {
                let attributes: String = self.out.split_off(start);
                self.push("; Function Attrs: ");
                self.push(&attributes);
                self.end_line()?;
            }
        }
        Ok(())
    }

    /// Prints all groups that functions or calls have.
    pub(super) fn print_attribute_groups(&mut self) -> Result<()> {
        if !self.slots.groups.is_empty() {
            self.end_line()?;
        }
        for slot in 0..self.slots.groups.len() {
            self.push("attributes #");
            self.push_number(slot as u64);
            self.push(" = { ");
            self.push_attributes(self.slots.groups[slot], true, true);
            self.push(" }");
            self.end_line()?;
        }
        Ok(())
    }
}
