//! Numbers the metadata of a module and finds equal nodes. As in LLVM, equal nodes are one node, unless a record states
//! that a node is distinct.

use alloc::vec::Vec;

use super::bodies::Bodies;
use super::equal_constants::{Content, unique_constants};
use crate::bitcode::MetadataCode;
use crate::body::Body;
use crate::cursor::number;
use crate::debug_info::{DebugField, DebugForm, DebugNode};
use crate::instruction::Location;
use crate::metadata::{Entry, MetadataTable, reference};
use crate::module::Module;
use crate::post_order::visit_in_post_order;
use crate::unique::{Hash, Unique};
use dxc_format::Result;

/// A node: an entry of metadata, or the location of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    /// An entry, by its number in [`Nodes`].
    Entry(u32),
    /// A location; its references are numbers in [`Nodes`] plus 1.
    Location(Location),
}

/// The metadata of a module and of its functions. The numbers of functions' metadata follow those of the module.
pub(crate) struct Nodes<'m> {
    module: &'m MetadataTable,
    functions: Vec<FunctionNodes<'m>>,
    /// The number of entries.
    len: usize,
    /// For each entry, the first entry that is equal to it; empty if all are different.
    first: Vec<u32>,
}

/// The metadata of a function that has nodes.
struct FunctionNodes<'m> {
    /// The number of the function's first entry.
    base: u32,
    body: &'m Body<'m>,
}

/// An entry of metadata, and the table that contains it.
#[derive(Clone, Copy)]
pub(super) struct Found<'m> {
    pub(super) entry: Entry,
    pub(super) table: &'m MetadataTable,
    /// The body of the function that it belongs to.
    pub(super) body: Option<&'m Body<'m>>,
    /// The number of the function's first entry.
    base: u32,
}

/// The memory of an entry in the tables of numbers and of found entries; and the memory of an entry or a constant in
/// the tables that find equal ones.
const ENTRY_IN_TABLES: usize = 24;
const ENTRY_UNITED: usize = 48;

impl<'m> Nodes<'m> {
    /// Collects the metadata of a module and of the kept bodies.
    ///
    /// # Errors
    /// If the tables of metadata exceed the limit of memory.
    pub(crate) fn new(bodies: &'m Bodies<'_>) -> Result<Self> {
        let module = bodies.module();
        let mut budgets = bodies.stream().budgets.clone();
        let mut next = module.metadata.len();
        let mut functions = Vec::new();
        for body in bodies.kept() {
            if body.metadata.entries().any(Entry::is_node) {
                functions.push(FunctionNodes {
                    base: number(next),
                    body,
                });
                next += body.metadata.len();
            }
        }
        let mut nodes = Self {
            module: &module.metadata,
            functions,
            len: next,
            first: Vec::new(),
        };
        budgets.check_memory(next * ENTRY_IN_TABLES)?;
        if !nodes.functions.is_empty() || may_have_equal(module) {
            let count = next + module.values.values.len();
            budgets.check_memory(count * ENTRY_UNITED)?;
            nodes.first = (0..number(next)).collect();
            nodes.unite(module);
        }
        Ok(nodes)
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The number of the entry that a function, or the module, references by `id`.
    pub(super) fn number(&self, id: u32, body: Option<&Body<'_>>) -> u32 {
        let len = self.module.len();
        match body.filter(|_| id as usize >= len && !self.functions.is_empty()) {
            None => self.first_of(id),
            Some(body) => {
                let mut functions = self.functions.iter();
                let found = functions.find(|function| core::ptr::eq(function.body, body));
                found.map_or(id, |function| {
                    self.first_of(function.base.saturating_add(id - number(len)))
                })
            }
        }
    }

    /// The number by which the function, or the module, references an entry.
    pub(super) fn in_function(&self, number: u32) -> u32 {
        match self.get(number) {
            Some(found) if found.body.is_some() => {
                number - found.base + crate::cursor::number(self.module.len())
            }
            _ => number,
        }
    }

    fn first_of(&self, number: u32) -> u32 {
        let first = self.first.get(number as usize).copied();
        first.unwrap_or(number)
    }

    pub(super) fn get(&self, number: u32) -> Option<Found<'m>> {
        if let Some(entry) = self.module.get(number) {
            return Some(Found {
                entry,
                table: self.module,
                body: None,
                base: 0,
            });
        }
        let behind = self
            .functions
            .partition_point(|function| function.base <= number);
        let FunctionNodes { base, body } = self.functions.get(behind.checked_sub(1)?)?;
        let table = &body.metadata;
        let entry = table.get(number - base)?;
        Some(Found {
            entry,
            table,
            body: Some(body),
            base: *base,
        })
    }

    /// The number of an entry that is referenced by its number in the table.
    fn resolve(&self, found: Found<'_>, id: u32) -> u32 {
        let len = self.module.len();
        match (found.body, (id as usize).checked_sub(len)) {
            (Some(_), Some(index)) => self.first_of(found.base.saturating_add(number(index))),
            _ => self.first_of(id),
        }
    }

    /// Whether metadata is a node.
    pub(super) fn is_node(&self, number: u32) -> bool {
        match self.module.get(number) {
            Some(entry) => entry.is_node(),
            None => self.get(number).is_some_and(|found| found.entry.is_node()),
        }
    }

    /// Whether a node is never equal to another one: its record states so, or it references itself.
    pub(super) fn is_distinct(&self, number: u32, found: Found<'_>) -> bool {
        let operands = found.table.operands(found.entry);
        match found.entry.code {
            MetadataCode::DISTINCT_NODE => true,
            MetadataCode::NODE => operands
                .iter()
                .filter_map(|stored| reference(*stored))
                .any(|id| self.resolve(found, id) == number),
            _ => operands.first().is_some_and(|distinct| *distinct != 0),
        }
    }

    /// Visits the metadata that a node references, in the order in which it is numbered.
    pub(super) fn for_each_reference(&self, node: Node, mut visit: impl FnMut(u32)) {
        let found = match node {
            Node::Entry(number) => self.get(number),
            Node::Location(location) => {
                let references = [location.scope, location.inlined_at];
                let references = references.iter().filter_map(|id| id.checked_sub(1));
                return references.for_each(visit);
            }
        };
        let Some(found) = found else {
            return;
        };
        let mut visit_stored = |stored: u64| {
            if let Some(id) = reference(stored) {
                visit(self.resolve(found, id));
            }
        };
        let operands = found.table.operands(found.entry);
        match found.entry.code {
            MetadataCode::NODE | MetadataCode::DISTINCT_NODE => {
                operands.iter().copied().for_each(visit_stored);
            }
            MetadataCode::GENERIC_DEBUG => operands.iter().skip(4).copied().for_each(visit_stored),
            code => {
                let node = DebugNode(code.0);
                let fields = node.visited().iter();
                let fields =
                    fields.filter_map(|field| super::debug_info::stored(node, operands, *field));
                fields.for_each(&mut visit_stored);
            }
        }
    }

    /// The node for the location of an instruction.
    pub(super) fn of_location(&self, location: Location, body: &Body<'_>) -> Node {
        let resolve = |stored: u32| match stored.checked_sub(1) {
            Some(id) => self.number(id, Some(body)) + 1,
            None => 0,
        };
        Node::Location(Location {
            scope: resolve(location.scope),
            inlined_at: resolve(location.inlined_at),
            ..location
        })
    }

    /// The location that a node represents, if the node is not distinct.
    pub(super) fn as_location(&self, number: u32) -> Option<Location> {
        let found = self.get(number)?;
        if found.entry.code != MetadataCode::LOCATION {
            return None;
        }
        let &[0, line, column, scope, inlined_at] = found.table.operands(found.entry) else {
            return None;
        };
        let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let resolve = |stored: u64| {
            let id = reference(stored);
            id.map_or(0, |id| self.resolve(found, id).saturating_add(1))
        };
        Some(Location {
            line: narrow(line),
            column: narrow(column),
            scope: resolve(scope.saturating_add(1)),
            inlined_at: resolve(inlined_at),
        })
    }

    /// Finds equal entries.
    fn unite(&mut self, module: &Module<'_>) {
        let references = References::new();
        let values = unique_constants(module);
        let mut unique = Unique::new(self.len);
        visit_in_post_order(
            self,
            self.len,
            |nodes, index, found| {
                if let Some(node) = nodes.get(number(index)) {
                    nodes.push_references(node, &references, found);
                }
            },
            |nodes, index| {
                let number = number(index);
                let Some(hash) = nodes.hash(number, &references, &values) else {
                    return;
                };
                let first = unique.find_or_add(hash, number, |other| {
                    nodes.is_equal(number, other, &references, &values)
                });
                nodes.first[index] = first;
            },
        );
    }

    /// Adds the numbers of the entries that a node references, including strings and values.
    fn push_references(&self, node: Found<'m>, references: &References, found: &mut Vec<usize>) {
        if node.entry.is_node() {
            let operands = node.table.operands(node.entry).iter().enumerate();
            let ids = operands
                .filter_map(|(index, stored)| references.get(node.entry.code, index, *stored));
            found.extend(ids.map(|id| self.resolve(node, id) as usize));
        }
    }

    /// The hash of an entry, which equal entries share; `None` for distinct nodes.
    fn hash(&self, number: u32, references: &References, values: &[u32]) -> Option<u64> {
        let found = self.get(number)?;
        let mut hash = Hash::new(found.entry.code.0.into());
        match found.entry.code {
            MetadataCode::STRING => hash.add_bytes(found.table.string(found.entry)),
            _ if found.entry.is_node() => {
                if self.is_distinct(number, found) {
                    return None;
                }
                self.operands(found, references)
                    .for_each(|operand| hash.add(operand));
            }
            _ => hash.add(value(found, values)?.into()),
        }
        Some(hash.finish())
    }

    fn is_equal(&self, one: u32, other: u32, references: &References, values: &[u32]) -> bool {
        let (Some(one), Some(other)) = (self.get(one), self.get(other)) else {
            return false;
        };
        one.entry.code == other.entry.code
            && match one.entry.code {
                MetadataCode::STRING => {
                    one.table.string(one.entry) == other.table.string(other.entry)
                }
                _ if one.entry.is_node() => {
                    let operands = self.operands(one, references);
                    operands.eq(self.operands(other, references))
                }
                _ => value(one, values) == value(other, values),
            }
    }

    /// The operands of a node, in which references are replaced by the first of the equal entries.
    fn operands(&self, found: Found<'m>, references: &References) -> impl Iterator<Item = u64> {
        let operands = found.table.operands(found.entry).iter();
        operands.enumerate().map(move |(index, stored)| {
            match references.get(found.entry.code, index, *stored) {
                Some(id) => u64::from(self.resolve(found, id)) + 1,
                None => *stored,
            }
        })
    }
}

/// Whether any two entries of a module may be equal. If all leaves differ, equal nodes have equal records, so that
/// comparing records is enough. This is fast, and most writers store no entry twice.
fn may_have_equal(module: &Module<'_>) -> bool {
    let table = &module.metadata;
    let mut unique = Unique::new(table.len());
    let content = |entry: Entry| Content::of(module, table.value(entry)?.0);
    (0..).zip(table.entries()).any(|(index, entry)| {
        let mut hash = Hash::new(entry.code.0.into());
        match entry.code {
            MetadataCode::STRING => hash.add_bytes(table.string(entry)),
            MetadataCode::DISTINCT_NODE => return false,
            MetadataCode::VALUE => match content(entry) {
                Some(content) if content.is_compound() => return true,
                Some(content) => content.numbers(&[]).for_each(|number| hash.add(number)),
                None => hash.add(table.value(entry).map_or(0, |id| id.0).into()),
            },
            _ => table
                .operands(entry)
                .iter()
                .for_each(|operand| hash.add(*operand)),
        }
        let first = unique.find_or_add(hash.finish(), index, |other| {
            let Some(other) = table.get(other).filter(|other| other.code == entry.code) else {
                return false;
            };
            match (content(other), content(entry)) {
                (Some(one), Some(other)) => one.numbers(&[]).eq(other.numbers(&[])),
                _ if entry.code == MetadataCode::STRING => {
                    table.string(other) == table.string(entry)
                }
                _ => table.operands(other) == table.operands(entry),
            }
        });
        first != index
    })
}

/// The first of the values that are equal to the value of an entry.
fn value(found: Found<'_>, values: &[u32]) -> Option<u32> {
    let id = found.table.value(found.entry)?.0;
    // A value of a function is not equal to any other.
    let first = values.get(id as usize).copied();
    first.or_else(|| found.body.is_none().then_some(id))
}

/// For each code of a record, which of the operands are references.
struct References(Vec<u32>);

impl References {
    fn new() -> Self {
        let is_reference = |field: &DebugField| {
            matches!(field.form(), Some(DebugForm::Metadata | DebugForm::String))
        };
        let mut masks = Vec::new();
        for node in DebugNode::all_values() {
            let fields = node.operands().iter().zip(1..u32::BITS);
            let fields = fields.filter(|(field, _)| is_reference(field));
            let mask = fields.fold(0, |mask, (_, index)| mask | 1 << index);
            let code = node.0 as usize;
            masks.resize(masks.len().max(code + 1), 0);
            masks[code] = mask;
        }
        Self(masks)
    }

    /// The entry that an operand references.
    fn get(&self, code: MetadataCode, index: usize, stored: u64) -> Option<u32> {
        match code {
            MetadataCode::NODE | MetadataCode::DISTINCT_NODE => reference(stored),
            MetadataCode::GENERIC_DEBUG if index >= 3 => reference(stored),
            code => {
                let mask = self.0.get(code.0 as usize).copied().unwrap_or_default();
                let is_reference = index < 32 && mask >> index & 1 == 1;
                // The scope of a location is stored without adding 1.
                let is_scope = code == MetadataCode::LOCATION && index == 3;
                let stored = stored.saturating_add(u64::from(is_scope));
                is_reference.then(|| reference(stored)).flatten()
            }
        }
    }
}
