//! Debug information: the nodes that are printed by the names of their operands.

use crate::bitcode::MetadataCode;
use crate::debug_info::{
    DEBUG_ACCESS, DebugAccess, DebugField, DebugFlags, DebugForm, DebugNode, DebugOperation,
    DwarfEncoding, DwarfLanguage, DwarfTag, DwarfVirtuality,
};
use dxc_format::runtime::shape::{Attribute, EnumTable, EnumValue};

use super::Printer;
use crate::tables::{entry, text};
use crate::value::rotate_sign;
use crate::{Result, print_error};

impl Printer<'_> {
    /// Prints a node by its record, which begins with whether the node is the same as no other.
    pub(super) fn push_debug_node(&mut self, code: MetadataCode, operands: &[u64]) -> Result<()> {
        let shape = entry(&DebugNode::TABLE, code.0);
        let (Some(shape), Some((distinct, operands))) = (shape, operands.split_first()) else {
            return Err(print_error("the record of debug information is too short"));
        };
        self.push(if *distinct != 0 { "distinct !" } else { "!" });
        self.push(shape.text("text"));
        self.push("(");
        let fields = shape.list("operands");
        let parameter = u64::from(DwarfTag::arg_variable.0);
        let mut separator = "";
        for name in shape.list("printed") {
            let index = fields.iter().position(|field| field == name);
            let mut stored = index
                .and_then(|index| operands.get(index))
                .copied()
                .unwrap_or_default();
            // The scope of a location is never null, so that it is stored as it is.
            if code == MetadataCode::LOCATION && *name == "Scope" {
                stored = stored.wrapping_add(1);
            }
            let Some(field) = DebugField::TABLE.by_name(name) else {
                continue;
            };
            // Only the numbers of parameters are there even if they are 0.
            let is_parameter = *name == "Arg" && operands.first() == Some(&parameter);
            if is_parameter || self.is_printed(shape, field, stored) {
                self.push(separator);
                separator = ", ";
                self.push(field.text("text"));
                self.push(": ");
                self.push_field(field, stored)?;
            }
        }
        self.push(")");
        Ok(())
    }

    /// Whether an operand is in text.
    fn is_printed(&self, shape: &EnumValue, field: &EnumValue, stored: u64) -> bool {
        match DebugForm::from_name(field.text("form")) {
            Some(DebugForm::Boolean) => true,
            Some(DebugForm::Tag) => {
                let usual = DwarfTag::TABLE.value_of(shape.text("tag"));
                usual != Some(stored)
            }
            Some(DebugForm::String) => {
                shape.list("always").contains(&field.name) || !self.string(stored).is_empty()
            }
            Some(
                DebugForm::Language
                | DebugForm::Encoding
                | DebugForm::Virtuality
                | DebugForm::Flags,
            ) => stored != 0,
            Some(DebugForm::Signed) => {
                shape.list("always").contains(&field.name) || rotate_sign(stored) != 0
            }
            _ => stored != 0 || shape.list("always").contains(&field.name),
        }
    }

    fn string(&self, stored: u64) -> &[u8] {
        let module = self.module;
        let id = u32::try_from(stored).ok().and_then(|id| id.checked_sub(1));
        let entry = id.and_then(|id| module.metadata.entries.get(id as usize));
        entry.map_or(&[], |entry| module.metadata.string(*entry))
    }

    fn push_field(&mut self, field: &EnumValue, stored: u64) -> Result<()> {
        match DebugForm::from_name(field.text("form")) {
            Some(DebugForm::Metadata) => return self.push_reference(stored),
            Some(DebugForm::String) => {
                let id = u32::try_from(stored).ok().and_then(|id| id.checked_sub(1));
                let module = self.module;
                let entry = id.and_then(|id| module.metadata.entries.get(id as usize));
                self.push_quoted(entry.map_or(&[], |entry| module.metadata.string(*entry)));
            }
            Some(DebugForm::Signed) => self.push_signed(rotate_sign(stored)),
            Some(DebugForm::Counter) => self.push_signed(stored.cast_signed()),
            Some(DebugForm::Boolean) => self.push(if stored == 0 { "false" } else { "true" }),
            Some(DebugForm::Tag) => self.push_named(&DwarfTag::TABLE, stored),
            Some(DebugForm::Encoding) => self.push_named(&DwarfEncoding::TABLE, stored),
            Some(DebugForm::Language) => self.push_named(&DwarfLanguage::TABLE, stored),
            Some(DebugForm::Virtuality) => self.push_named(&DwarfVirtuality::TABLE, stored),
            Some(DebugForm::Flags) => self.push_debug_flags(stored),
            _ => self.push_number(stored),
        }
        Ok(())
    }

    /// Prints the name of a number, or the number.
    fn push_named(&mut self, table: &EnumTable, stored: u64) {
        match text(table, stored) {
            "" => self.push_number(stored),
            name => self.push(name),
        }
    }

    fn push_debug_flags(&mut self, stored: u64) {
        let access = stored & u64::from(DEBUG_ACCESS);
        let mut separator = "";
        if access != 0 {
            self.push(text(&DebugAccess::TABLE, access));
            separator = " | ";
        }
        let (flags, unknown) = DebugFlags::TABLE.split(stored & !access);
        for flag in flags {
            self.push(separator);
            self.push(flag.text("text"));
            separator = " | ";
        }
        if unknown != 0 {
            self.push(separator);
            self.push_number(unknown);
        }
    }

    /// Prints an expression: its operations by their names, or all numbers if one is unknown.
    pub(super) fn push_expression_node(&mut self, id: u32) {
        let module = self.module;
        let Some(node) = module.metadata.entries.get(id as usize) else {
            return;
        };
        let elements = module.metadata.operands(*node).get(1..).unwrap_or_default();
        let is_valid = is_valid(elements);
        self.push("!DIExpression(");
        let mut arguments = 0;
        for (index, element) in elements.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            if is_valid && arguments == 0 {
                self.push(text(&DebugOperation::TABLE, *element));
                arguments = argument_count(*element).unwrap_or_default();
            } else {
                self.push_number(*element);
                arguments = arguments.saturating_sub(1);
            }
        }
        self.push(")");
    }
}

/// Whether all operations of an expression are known, with their arguments.
fn is_valid(mut elements: &[u64]) -> bool {
    while let Some((operation, rest)) = elements.split_first() {
        let rest = argument_count(*operation).and_then(|count| rest.get(count..));
        let Some(rest) = rest else {
            return false;
        };
        let entry = entry(&DebugOperation::TABLE, *operation);
        if entry.is_some_and(|entry| entry.has("last")) {
            return rest.is_empty();
        }
        elements = rest;
    }
    true
}

fn argument_count(operation: u64) -> Option<usize> {
    match entry(&DebugOperation::TABLE, operation)?.attribute("arguments") {
        Some(Attribute::Int(count)) => usize::try_from(count).ok(),
        _ => None,
    }
}
