//! Prints debug information: nodes whose operands are printed with names.

use crate::bitcode::MetadataCode;
use crate::debug_info::{
    DEBUG_ACCESS, DebugAccess, DebugField, DebugFlags, DebugForm, DebugNode, DebugOperation,
    DwarfEncoding, DwarfLanguage, DwarfTag, DwarfVirtuality,
};
use dxc_format::runtime::shape::{Attribute, EnumTable, EnumValue};

use super::{Printer, comma};
use crate::tables::{entry, text};
use crate::value::rotate_sign;
use crate::{Result, print_error};

/// The operand that a record of debug information stores for a field of a node; 0 if the record is too short.
pub(crate) fn stored(node: &EnumValue, operands: &[u64], field: &str) -> Option<u64> {
    let fields = node.list("operands");
    let index = fields.iter().position(|known| *known == field)?;
    // The first operand states whether the node is distinct.
    let stored = operands.get(index + 1).copied().unwrap_or_default();
    // The scope of a location is never null, so that its number is stored without adding 1.
    let is_location = node.value == MetadataCode::LOCATION.0.into() && field == "Scope";
    Some(stored.wrapping_add(u64::from(is_location)))
}

impl Printer<'_, '_> {
    /// Prints a node from its record.
    pub(super) fn push_debug_node(&mut self, code: MetadataCode, operands: &[u64]) -> Result<()> {
        let node = entry(&DebugNode::TABLE, code.0);
        let (Some(node), [distinct, rest @ ..]) = (node, operands) else {
            return Err(print_error("the record of debug information is too short"));
        };
        let sign = if *distinct != 0 { "distinct !" } else { "!" };
        put!(self, sign, node.text("text"), "(");
        let parameter = u64::from(DwarfTag::arg_variable.0);
        let mut separator = "";
        for name in node.list("printed") {
            let stored = stored(node, operands, name).unwrap_or_default();
            let Some(field) = DebugField::TABLE.by_name(name) else {
                continue;
            };
            // The number of a parameter is the only number that is also printed if it is 0.
            let is_parameter = *name == "Arg" && rest.first() == Some(&parameter);
            if is_parameter || self.is_printed(node, field, stored) {
                let separator = core::mem::replace(&mut separator, ", ");
                put!(self, separator, field.text("text"), ": ");
                self.push_field(field, stored)?;
            }
        }
        self.push(")");
        Ok(())
    }

    /// Whether an operand is printed.
    fn is_printed(&self, node: &EnumValue, field: &EnumValue, stored: u64) -> bool {
        let always = || node.list("always").contains(&field.name);
        match DebugForm::from_name(field.text("form")) {
            Some(DebugForm::Boolean) => true,
            Some(DebugForm::Tag) => DwarfTag::TABLE.value_of(node.text("tag")) != Some(stored),
            Some(DebugForm::String) => {
                always() || !self.scope().referenced_string(stored).is_empty()
            }
            Some(
                DebugForm::Language
                | DebugForm::Encoding
                | DebugForm::Virtuality
                | DebugForm::Flags,
            ) => stored != 0,
            Some(DebugForm::Signed) => rotate_sign(stored) != 0 || always(),
            _ => stored != 0 || always(),
        }
    }

    fn push_field(&mut self, field: &EnumValue, stored: u64) -> Result<()> {
        match DebugForm::from_name(field.text("form")) {
            Some(DebugForm::Metadata) => return self.push_reference(stored),
            Some(DebugForm::String) => {
                self.push_quoted(self.scope().referenced_string(stored));
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

    /// Prints the name of a value, or the value as a number if it has no name.
    fn push_named(&mut self, table: &EnumTable, stored: u64) {
        match text(table, stored) {
            "" => self.push_number(stored),
            name => self.push(name),
        }
    }

    fn push_debug_flags(&mut self, stored: u64) {
        let access = stored & u64::from(DEBUG_ACCESS);
        let (flags, unknown) = DebugFlags::TABLE.split(stored & !access);
        let access = (access != 0).then(|| text(&DebugAccess::TABLE, access));
        let names = access
            .into_iter()
            .chain(flags.map(|flag| flag.text("text")));
        let mut separator = "";
        for name in names {
            self.push(core::mem::replace(&mut separator, " | "));
            self.push(name);
        }
        if unknown != 0 {
            self.push(separator);
            self.push_number(unknown);
        }
    }

    /// Prints an expression: the names of its operations, or all numbers if one operation is unknown.
    pub(super) fn push_expression_node(&mut self, operands: &[u64]) -> Result<()> {
        let elements = operands.get(1..).unwrap_or_default();
        let is_valid = is_valid(elements);
        self.push("!DIExpression(");
        let mut arguments = 0;
        for (index, element) in elements.iter().enumerate() {
            self.push(comma(index));
            if is_valid && arguments == 0 {
                self.push(text(&DebugOperation::TABLE, *element));
                arguments = argument_count(*element).unwrap_or_default();
            } else {
                self.push_number(*element);
                arguments = arguments.saturating_sub(1);
            }
        }
        self.push(")");
        Ok(())
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
