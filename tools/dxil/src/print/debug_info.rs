//! Prints debug information: nodes whose operands are printed with names.

use crate::bitcode::MetadataCode;
use crate::debug_info::{
    DEBUG_ACCESS, DebugAccess, DebugField, DebugFlags, DebugForm, DebugNode, DebugOperation,
    DwarfEncoding, DwarfLanguage, DwarfTag, DwarfVirtuality,
};
use dxc_format::runtime::int::FromInt as _;

use super::{Printer, comma};
use crate::tables::text_of;
use crate::value::rotate_sign;
use crate::{Result, print_error};

/// The operand that a record of debug information stores for a field of a node; 0 if the record is too short.
pub(crate) fn stored(node: DebugNode, operands: &[u64], field: DebugField) -> Option<u64> {
    let mut fields = node.operands().iter();
    let index = fields.position(|known| *known == field)?;
    // The first operand states whether the node is distinct.
    let stored = operands.get(index + 1).copied().unwrap_or_default();
    // The scope of a location is never null, so that its number is stored without adding 1.
    let is_location = node.0 == MetadataCode::LOCATION.0 && field == DebugField::Scope;
    Some(stored.wrapping_add(u64::from(is_location)))
}

impl Printer<'_, '_> {
    /// Prints a node from its record.
    pub(super) fn push_debug_node(&mut self, code: MetadataCode, operands: &[u64]) -> Result<()> {
        let node = DebugNode(code.0);
        let (Some(name), [distinct, rest @ ..]) = (node.text(), operands) else {
            return Err(print_error("the record of debug information is too short"));
        };
        let sign = if *distinct != 0 { "distinct !" } else { "!" };
        put!(self, sign, name, "(");
        let parameter = u64::from(DwarfTag::arg_variable.0);
        let mut separator = "";
        for field in node.printed().iter().copied() {
            let stored = stored(node, operands, field).unwrap_or_default();
            // The number of a parameter is the only number that is also printed if it is 0.
            let is_parameter = field == DebugField::Arg && rest.first() == Some(&parameter);
            if is_parameter || self.is_printed(node, field, stored) {
                let separator = core::mem::replace(&mut separator, ", ");
                put!(self, separator, field.text().unwrap_or_default(), ": ");
                self.push_field(field, stored)?;
            }
        }
        self.push(")");
        Ok(())
    }

    /// Whether an operand is printed.
    fn is_printed(&self, node: DebugNode, field: DebugField, stored: u64) -> bool {
        let always = || node.always().contains(&field);
        match field.form() {
            Some(DebugForm::Boolean) => true,
            Some(DebugForm::Tag) => node.tag().map(|tag| tag.0.into()) != Some(stored),
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

    fn push_field(&mut self, field: DebugField, stored: u64) -> Result<()> {
        match field.form() {
            Some(DebugForm::Metadata) => return self.push_reference(stored),
            Some(DebugForm::String) => {
                self.push_quoted(self.scope().referenced_string(stored));
            }
            Some(DebugForm::Signed) => self.push_signed(rotate_sign(stored)),
            Some(DebugForm::Counter) => self.push_signed(stored.cast_signed()),
            Some(DebugForm::Boolean) => self.push(if stored == 0 { "false" } else { "true" }),
            Some(DebugForm::Tag) => self.push_named(text_of(stored, DwarfTag::text), stored),
            Some(DebugForm::Encoding) => {
                self.push_named(text_of(stored, DwarfEncoding::text), stored)
            }
            Some(DebugForm::Language) => {
                self.push_named(text_of(stored, DwarfLanguage::text), stored)
            }
            Some(DebugForm::Virtuality) => {
                self.push_named(text_of(stored, DwarfVirtuality::text), stored)
            }
            Some(DebugForm::Flags) => self.push_debug_flags(stored),
            _ => self.push_number(stored),
        }
        Ok(())
    }

    /// Prints the name of a value, or the value as a number if it has no name.
    fn push_named(&mut self, name: Option<&str>, stored: u64) {
        match name {
            Some(name) => self.push(name),
            None => self.push_number(stored),
        }
    }

    fn push_debug_flags(&mut self, stored: u64) {
        let access = stored & u64::from(DEBUG_ACCESS);
        let (flags, unknown) = DebugFlags::TABLE.split(stored & !access);
        let access = (access != 0).then(|| text_of(access, DebugAccess::text).unwrap_or_default());
        let names = access
            .into_iter()
            .chain(flags.filter_map(|flag| DebugFlags::from_int(flag.value)?.text()));
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
                self.push(text_of(*element, DebugOperation::text).unwrap_or_default());
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
        if DebugOperation::from_int(*operation).is_some_and(DebugOperation::last) {
            return rest.is_empty();
        }
        elements = rest;
    }
    true
}

fn argument_count(operation: u64) -> Option<usize> {
    let count = DebugOperation::from_int(operation)?.arguments()?;
    usize::try_from(count).ok()
}
