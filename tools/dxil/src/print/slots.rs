//! Assigns the numbers of values, blocks, nodes, structures and attribute groups in text.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Printer;
use super::nodes::{Node, Nodes};
use crate::bitcode::FunctionCode;
use crate::body::{Body, ends_block};
use crate::cursor::number;
use crate::instruction::{Details, Location, Operand, callee};
use crate::operation::prefix;
use crate::operations::FunctionName;
use crate::types::TypeId;
use crate::value::{Kind, ValueId};
use dxc_format::Result;

/// The numbers of a module.
#[derive(Default)]
pub(super) struct Slots {
    globals: BTreeMap<ValueId, u32>,
    /// The numbers of the structures without a name.
    structs: BTreeMap<TypeId, u32>,
    /// For each entry of `metadata`, its number plus 1.
    entries: Vec<u32>,
    locations: BTreeMap<Location, u32>,
    /// The locations that are metadata entries of the module.
    known: BTreeMap<Location, u32>,
    /// The numbered nodes, in order.
    pub(super) nodes: Vec<Node>,
    /// The numbered attribute groups, in order.
    pub(super) groups: Vec<u32>,
    group_numbers: BTreeMap<u32, u32>,
}

/// The numbers of a function.
#[derive(Default)]
pub(super) struct LocalSlots {
    /// The numbers of the values of the function.
    pub(super) values: Vec<u32>,
    pub(super) blocks: Vec<u32>,
    /// The predecessors of each block, in the order of their branches.
    pub(super) predecessors: Vec<Vec<u32>>,
}

impl Slots {
    pub(super) fn new(metadata: &Nodes<'_>) -> Self {
        // A location that is a metadata entry of the module is the same node as an equal location of an instruction.
        let mut known = BTreeMap::new();
        for id in 0..number(metadata.len()) {
            if let Some(location) = metadata.as_location(id) {
                known.entry(location).or_insert(id);
            }
        }
        Self {
            globals: BTreeMap::new(),
            structs: BTreeMap::new(),
            entries: alloc::vec![0; metadata.len()],
            locations: BTreeMap::new(),
            known,
            nodes: Vec::new(),
            groups: Vec::new(),
            group_numbers: BTreeMap::new(),
        }
    }

    /// The memory of the numbers of nodes and locations.
    pub(super) fn size(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.locations.len() * 3 * size_of::<Location>()
    }

    pub(super) fn global(&self, id: ValueId) -> u32 {
        self.globals.get(&id).copied().unwrap_or_default()
    }

    pub(super) fn struct_number(&self, id: TypeId) -> u32 {
        self.structs.get(&id).copied().unwrap_or_default()
    }

    /// The structures without a name, in the order of their numbers.
    pub(super) fn structs_in_order(&self) -> Vec<TypeId> {
        let mut structs: Vec<_> = self.structs.iter().collect();
        structs.sort_by_key(|(_, number)| **number);
        structs.into_iter().map(|(id, _)| *id).collect()
    }

    pub(super) fn add_struct(&mut self, id: TypeId) {
        let next = number(self.structs.len());
        self.structs.entry(id).or_insert(next);
    }

    /// The number of a node.
    pub(super) fn node(&self, node: Node) -> Option<u32> {
        match node {
            Node::Entry(id) => self.entries.get(id as usize)?.checked_sub(1),
            Node::Location(location) => self.locations.get(&location).copied(),
        }
    }

    /// The node for the location of an instruction.
    pub(super) fn of_location(
        &self,
        location: Location,
        nodes: &Nodes<'_>,
        body: &Body<'_>,
    ) -> Node {
        match nodes.of_location(location, body) {
            Node::Location(location) => match self.known.get(&location) {
                Some(id) => Node::Entry(*id),
                None => Node::Location(location),
            },
            node @ Node::Entry(_) => node,
        }
    }

    /// Assigns a number to a node, unless it has one; returns whether it is new.
    fn add_node(&mut self, node: Node) -> bool {
        let next = number(self.nodes.len());
        let is_new = match node {
            Node::Entry(id) => match self.entries.get_mut(id as usize) {
                Some(slot @ 0) => {
                    *slot = next + 1;
                    true
                }
                _ => false,
            },
            Node::Location(location) => {
                let count = self.locations.len();
                self.locations.entry(location).or_insert(next);
                self.locations.len() > count
            }
        };
        if is_new {
            self.nodes.push(node);
        }
        is_new
    }

    /// Assigns numbers to a node and to all nodes that it references.
    pub(super) fn add_nodes(&mut self, metadata: &Nodes<'_>, node: Node) {
        let mut left = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.or_else(|| left.pop()) {
            next = None;
            if !self.add_node(node) {
                continue;
            }
            let start = left.len();
            metadata.for_each_reference(node, |id| {
                if metadata.is_node(id) {
                    left.push(Node::Entry(id));
                }
            });
            left[start..].reverse();
        }
    }

    fn add_group(&mut self, group: Option<u32>) {
        let Some(group) = group else { return };
        let next = number(self.groups.len());
        if *self.group_numbers.entry(group).or_insert(next) == next {
            self.groups.push(group);
        }
    }

    /// The number of an attribute group.
    pub(super) fn group(&self, group: u32) -> Option<u32> {
        self.group_numbers.get(&group).copied()
    }
}

impl<'m> Printer<'m, '_> {
    /// Numbers everything that the module references outside of functions.
    pub(super) fn number_module(&mut self) {
        let module = self.module;
        // Variables are numbered first, then aliases, then functions.
        let kinds: [fn(&Kind) -> bool; 3] = [
            |kind| matches!(kind, Kind::Variable(_)),
            |kind| matches!(kind, Kind::Alias(_)),
            |kind| matches!(kind, Kind::Function),
        ];
        for is_of_kind in kinds {
            for (id, value) in (0..).zip(&module.values.values) {
                if is_of_kind(&value.kind()) && module.names.get(id).is_none() {
                    let next = number(self.slots.globals.len());
                    self.slots.globals.insert(ValueId(id), next);
                }
            }
        }
        for id in module.metadata.named.iter().flat_map(|(_, nodes)| nodes) {
            let node = self.node(*id);
            self.slots.add_nodes(self.nodes, node);
        }
        for function in &module.functions {
            let group = module.attributes.of_function(function.attributes);
            self.slots.add_group(group);
        }
    }

    /// Numbers everything that a function contains and references.
    ///
    /// # Errors
    /// If the numbers exceed the limit of memory.
    pub(super) fn number_function(&mut self) -> Result<()> {
        let Some(body) = self.body else {
            return Ok(());
        };
        for (_, node) in &body.function_attachments {
            let node = self.node(*node);
            self.slots.add_nodes(self.nodes, node);
        }
        self.number_metadata(body);
        let LocalSlots {
            values,
            blocks,
            predecessors,
        } = &mut self.local;
        values.clear();
        values.resize(body.values.values.len(), u32::MAX);
        blocks.clear();
        predecessors.clear();
        predecessors.resize(body.blocks.len(), Vec::new());
        let first = body.first_value();
        let mut next = 0;
        let mut take = |is_named: bool| {
            let slot = next;
            next += u32::from(!is_named);
            slot
        };
        for index in 0..body.parameters {
            let id = number(first) + index;
            values[index as usize] = take(body.names.get(id).is_some());
        }
        for (index, block) in body.blocks.iter().enumerate() {
            let index = number(index);
            blocks.push(take(body.names.block(index).is_some()));
            for record in &body.records[block.start as usize..block.end as usize] {
                if let Some(id) = record.result() {
                    let index = id.0 as usize - first;
                    values[index] = take(body.names.get(id.0).is_some());
                }
            }
            let last = body.instruction(block.end as usize - 1);
            if ends_block(last.code) {
                for target in last.numbers {
                    if let Some(known) = predecessors.get_mut(*target as usize) {
                        known.push(index);
                    }
                }
            }
        }
        for (block, indices) in &body.branch_orders {
            if let Some(known) = predecessors.get_mut(*block as usize)
                && known.len() == indices.len()
            {
                // In lists of uses, both are in reverse order.
                let uses = known.iter().rev().copied();
                let mut ordered: Vec<_> = indices.iter().zip(uses).collect();
                ordered.sort_by_key(|(index, _)| **index);
                *known = ordered.into_iter().rev().map(|(_, block)| block).collect();
            }
        }
        for record in &body.records {
            if let Details::Call { attributes, .. } = body.form(record).details {
                let group = self.module.attributes.of_function(attributes);
                self.slots.add_group(group);
            }
        }
        self.check_memory()
    }

    /// The node with this number in the current function.
    pub(super) fn node(&self, id: u32) -> Node {
        Node::Entry(self.nodes.number(id, self.body))
    }

    fn number_metadata(&mut self, body: &Body<'_>) {
        for (index, record) in body.records.iter().enumerate() {
            let attachments = body.attachments(number(index));
            let is_call = body.form(record).code == FunctionCode::INST_CALL;
            if !is_call && record.location == 0 && attachments.is_empty() {
                continue;
            }
            let instruction = body.instruction(index);
            let prefix = prefix(FunctionName::Intrinsic).as_bytes();
            let callee = callee(&instruction).filter(|_| is_call);
            if callee.is_some_and(|name| name.starts_with(prefix)) {
                for operand in instruction.operands {
                    if let Operand::Metadata(id) = *operand
                        && self
                            .scope()
                            .metadata(id)
                            .is_some_and(|(entry, _)| entry.is_node())
                    {
                        let node = self.node(id);
                        self.slots.add_nodes(self.nodes, node);
                    }
                }
            }
            if let Some(location) = instruction.location.filter(|location| location.scope != 0) {
                let node = self.slots.of_location(location, self.nodes, body);
                self.slots.add_nodes(self.nodes, node);
            }
            for (_, _, node) in attachments {
                let node = self.node(*node);
                self.slots.add_nodes(self.nodes, node);
            }
        }
    }
}
