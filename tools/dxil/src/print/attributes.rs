//! Prints attributes.

use alloc::string::String;

use super::Printer;
use crate::attributes::Attribute;
use crate::bitcode::AttributeKind;
use dxc_format::Result;

impl Printer<'_, '_> {
    /// Prints the attributes of a set, separated by blanks.
    fn push_attributes(&mut self, set: u32, is_group: bool, with_texts: bool) -> Result<()> {
        let module = self.module;
        let set = module.attributes.sets.get(set as usize);
        let attributes = set.into_iter().flatten();
        let mut separator = "";
        for attribute in attributes {
            if with_texts || !matches!(attribute, Attribute::Text(..)) {
                self.push(core::mem::replace(&mut separator, " "));
                self.push_attribute(attribute, is_group)?;
            }
        }
        Ok(())
    }

    fn push_attribute(&mut self, attribute: &Attribute, is_group: bool) -> Result<()> {
        match attribute {
            Attribute::Kind(_, kind) => self.push_kind(*kind)?,
            Attribute::Value(value, kind) => {
                let is_alignment = *kind == AttributeKind::ALIGNMENT.0;
                let (open, close) = match (is_group, is_alignment) {
                    (true, _) => ("=", ""),
                    (false, true) => (" ", ""),
                    (false, false) => ("(", ")"),
                };
                self.push_kind(*kind)?;
                put!(self, open, *value, close);
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
        Ok(())
    }

    /// Prints the keyword of an attribute, or the number if LLVM 3.7 does not have the attribute.
    fn push_kind(&mut self, kind: u32) -> Result<()> {
        match AttributeKind(kind).text() {
            None => put!(self, u64::from(kind)),
            Some(word) => self.push(word),
        }
        Ok(())
    }

    /// Prints the attributes of a result or a parameter between two texts; prints nothing if there are none.
    pub(super) fn push_attributes_of(
        &mut self,
        list: u32,
        index: u32,
        before: &str,
        after: &str,
    ) -> Result<()> {
        if let Some(set) = self.module.attributes.set(list, index) {
            self.push(before);
            self.push_attributes(set, false, true)?;
            self.push(after);
        }
        Ok(())
    }

    /// Prints the number of the attribute group of a function.
    pub(super) fn push_group_number(&mut self, list: u32) -> Result<()> {
        let group = self.module.attributes.of_function(list);
        let slot = group.and_then(|group| self.slots.group(group));
        if let Some(slot) = slot.filter(|_| self.references.is_none()) {
            put!(self, " #", slot);
        }
        Ok(())
    }

    /// Prints the comment with a function's attributes.
    pub(super) fn print_function_attributes(&mut self, list: u32) -> Result<()> {
        if let Some(group) = self.module.attributes.of_function(list) {
            let start = self.out.len();
            self.push_attributes(group, false, false)?;
            if self.out.len() > start {
                let attributes: String = self.out.split_off(start);
                put!(self, "; Function Attrs: ", &*attributes);
                self.end_line()?;
            }
        }
        Ok(())
    }

    /// Prints all attribute groups that functions and calls use.
    pub(super) fn print_attribute_groups(&mut self) -> Result<()> {
        if !self.slots.groups.is_empty() {
            self.end_line()?;
        }
        for slot in 0..self.slots.groups.len() {
            put!(self, "attributes #", slot as u64, " = { ");
            self.push_attributes(self.slots.groups[slot], true, true)?;
            self.push(" }");
            self.end_line()?;
        }
        Ok(())
    }
}
