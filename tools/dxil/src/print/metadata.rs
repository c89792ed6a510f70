//! Prints named metadata and nodes.

use super::nodes::Node;
use super::{Printer, Typed, comma, when};
use crate::bitcode::MetadataCode;
use crate::debug_info::DebugNode;
use crate::metadata::reference;
use crate::{Result, print_error};

impl Printer<'_, '_> {
    pub(super) fn print_named_metadata(&mut self) -> Result<()> {
        let module = self.module;
        if !module.metadata.named.is_empty() {
            self.end_line()?;
        }
        for (name, nodes) in &module.metadata.named {
            self.push("!");
            self.push_metadata_name(name);
            self.push(" = !{");
            for (index, id) in nodes.iter().enumerate() {
                let node = self.node(*id);
                put!(self, comma(index), node);
            }
            self.push("}");
            self.end_line()?;
        }
        Ok(())
    }

    /// Prints the name of named metadata or of a kind.
    pub(super) fn push_metadata_name(&mut self, name: &[u8]) {
        self.push(when(name.is_empty(), "<empty name> "));
        for (index, letter) in name.iter().enumerate() {
            let is_plain = match index {
                0 => letter.is_ascii_alphabetic(),
                _ => letter.is_ascii_alphanumeric(),
            };
            if is_plain || b"-$._".contains(letter) {
                self.out.push(char::from(*letter))
            } else {
                self.push_escape(*letter)
            }
        }
    }

    /// Prints all numbered nodes.
    pub(super) fn print_nodes(&mut self) -> Result<()> {
        if !self.slots.nodes.is_empty() {
            self.end_line()?;
        }
        for slot in 0..self.slots.nodes.len() {
            put!(self, "!", slot as u64, " = ");
            match self.slots.nodes[slot] {
                Node::Entry(id) => self.push_node_body(id)?,
                Node::Location(location) => {
                    let nodes = &self.nodes;
                    let scope = location.scope.wrapping_sub(1);
                    self.body = nodes.get(scope).and_then(|found| found.body);
                    // As in a record, the scope is never null, but `inlined_at` may be.
                    let inlined_at = location.inlined_at.checked_sub(1);
                    let operands = [
                        0,
                        location.line.into(),
                        location.column.into(),
                        nodes.in_function(scope).into(),
                        inlined_at.map_or(0, |id| u64::from(nodes.in_function(id)) + 1),
                    ];
                    self.push_debug_node(MetadataCode::LOCATION, &operands)?;
                }
            }
            self.end_line()?;
        }
        Ok(())
    }

    /// Prints the number of a node.
    pub(super) fn push_node(&mut self, node: Node) -> Result<()> {
        match self.slots.node(node) {
            Some(slot) => put!(self, "!", slot),
            None => self.push("<badref>"),
        }
        Ok(())
    }

    /// Prints metadata as an operand: a string, a value with its type, or the number of a node.
    pub(super) fn push_metadata(&mut self, id: u32) -> Result<()> {
        let Some((entry, table)) = self.scope().metadata(id) else {
            self.push("<badref>");
            return Ok(());
        };
        match entry.code {
            MetadataCode::STRING => {
                self.push("!");
                self.push_quoted(table.string(entry));
            }
            _ if entry.is_node() => {
                let node = self.node(id);
                put!(self, node);
            }
            _ => {
                let value = table.value(entry);
                put!(
                    self,
                    Typed(value.ok_or_else(|| print_error("a value is unknown"))?)
                );
            }
        }
        Ok(())
    }

    /// Prints the metadata that a record references by a number plus 1.
    pub(super) fn push_reference(&mut self, stored: u64) -> Result<()> {
        match (stored, reference(stored)) {
            (0, _) => self.push("null"),
            (_, Some(id)) => self.push_metadata(id)?,
            (_, None) => self.push("<badref>"),
        }
        Ok(())
    }

    fn push_node_body(&mut self, number: u32) -> Result<()> {
        let Some(found) = self.nodes.get(number) else {
            return Ok(());
        };
        // The references of the node are numbers of its function.
        self.body = found.body;
        let node = found.entry;
        let operands = found.table.operands(node);
        match (node.code, DebugNode(node.code.0).is_known()) {
            (MetadataCode::NODE | MetadataCode::DISTINCT_NODE, _) => {
                let is_distinct = self.nodes.is_distinct(number, found);
                put!(self, when(is_distinct, "distinct "), "!{");
                for (index, stored) in operands.iter().enumerate() {
                    self.push(comma(index));
                    self.push_reference(*stored)?;
                    self.check()?;
                }
                self.push("}");
                Ok(())
            }
            (MetadataCode::EXPRESSION, _) => {
                let is_distinct = operands.first().is_some_and(|first| *first != 0);
                self.push(when(is_distinct, "distinct "));
                self.push_expression_node(operands)
            }
            (_, false) => Err(print_error("a node of metadata has an older form")),
            (code, _) => self.push_debug_node(code, operands),
        }
    }
}
