//! Named metadata and nodes.

use crate::bitcode::MetadataCode;
use crate::debug_info::DebugNode;

use super::Printer;
use super::slots::Node;
use crate::tables::text;
use crate::value::ValueId;
use crate::{Result, print_error};

impl Printer<'_> {
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
                self.push(if index > 0 { ", " } else { "" });
                self.push_node(Node::Entry(*id));
            }
            self.push("}");
            self.end_line()?;
        }
        Ok(())
    }

    /// Prints the name of named metadata or of a kind.
    pub(super) fn push_metadata_name(&mut self, name: &[u8]) {
        if name.is_empty() {
            self.push("<empty name> ");
        }
        for (index, letter) in name.iter().enumerate() {
            let is_plain = match index {
                0 => letter.is_ascii_alphabetic(),
                _ => letter.is_ascii_alphanumeric(),
            };
            match is_plain || b"-$._".contains(letter) {
                true => self.out.push(char::from(*letter)),
                false => self.push_escape(*letter),
            }
        }
    }

    /// Prints all nodes that have numbers.
    pub(super) fn print_nodes(&mut self) -> Result<()> {
        if !self.slots.nodes.is_empty() {
            self.end_line()?;
        }
        for slot in 0..self.slots.nodes.len() {
            self.push("!");
            self.push_number(slot as u64);
            self.push(" = ");
            match self.slots.nodes[slot] {
                Node::Entry(id) => self.push_node_body(id)?,
                Node::Location(location) => {
                    // As a record has it: the scope is never null.
                    let scope = u64::from(location.scope).wrapping_sub(1);
                    let (line, column) = (location.line.into(), location.column.into());
                    let operands = [0, line, column, scope, location.inlined_at.into()];
                    self.push_debug_node(MetadataCode::LOCATION, &operands)?;
                }
            }
            self.end_line()?;
        }
        Ok(())
    }

    /// Prints the number of a node.
    pub(super) fn push_node(&mut self, node: Node) {
        match self.slots.node(node) {
            Some(slot) => {
                self.push("!");
                self.push_number(slot);
            }
            None => self.push("<badref>"),
        }
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
                Ok(())
            }
            MetadataCode::VALUE | MetadataCode::OLD_FN_NODE => match table.operands(entry) {
                [_, value] => {
                    let value = u32::try_from(*value).map(ValueId);
                    let value = value.map_err(|_| print_error("a value is unknown"))?;
                    self.push_typed(value)
                }
                _ => Err(print_error("the metadata of a value has not two operands")),
            },
            _ => {
                self.push_node(Node::Entry(id));
                Ok(())
            }
        }
    }

    /// Prints what a record refers to by a number plus 1.
    pub(super) fn push_reference(&mut self, stored: u64) -> Result<()> {
        match u32::try_from(stored).map(|stored| stored.checked_sub(1)) {
            Ok(None) => {
                self.push("null");
                Ok(())
            }
            Ok(Some(id)) => self.push_metadata(id),
            Err(_) => {
                self.push("<badref>");
                Ok(())
            }
        }
    }

    fn push_node_body(&mut self, id: u32) -> Result<()> {
        let module = self.module;
        let Some(entry) = module.metadata.entries.get(id as usize) else {
            return Ok(());
        };
        let operands = module.metadata.operands(*entry);
        match entry.code {
            MetadataCode::NODE | MetadataCode::DISTINCT_NODE => {
                let is_distinct = entry.code == MetadataCode::DISTINCT_NODE;
                self.push(if is_distinct { "distinct !{" } else { "!{" });
                for (index, stored) in operands.iter().enumerate() {
                    self.push(if index > 0 { ", " } else { "" });
                    self.push_reference(*stored)?;
                    self.check()?;
                }
                self.push("}");
                Ok(())
            }
            MetadataCode::EXPRESSION => {
                let is_distinct = operands.first().is_some_and(|first| *first != 0);
                self.push(if is_distinct { "distinct " } else { "" });
                self.push_expression_node(id);
                Ok(())
            }
            code if text(&DebugNode::TABLE, code.0).is_empty() => {
                Err(print_error("a node of metadata has an older form"))
            }
            code => self.push_debug_node(code, operands),
        }
    }
}
