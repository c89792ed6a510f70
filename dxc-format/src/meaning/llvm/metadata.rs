//! Metadata of the module: strings, values and nodes of them.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::bitstream::{Bitstream, Record};
use super::constants::{Constant, ValueId};
use super::module::{Module, ValueKind, low_byte, read_text, to_u32};
use super::{bitcode_error, records};
use crate::generated::bitcode::MetadataCode;
use crate::runtime::Result;

/// Metadata in the module.
#[derive(Clone, Debug)]
enum Entry {
    String(Range<u32>),
    Value(ValueId),
    /// A range of `operands`.
    Node(Range<u32>),
    /// A part of debug information.
    Other,
}

/// The target of a node's operand.
#[derive(Clone, Copy, Debug)]
enum Reference {
    None,
    Metadata(u32),
    /// Of a node in the older form.
    Value(ValueId),
}

/// All metadata of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct MetadataTable {
    entries: Vec<Entry>,
    operands: Vec<Reference>,
    /// The concatenated strings.
    text: Vec<u8>,
    named: Vec<(String, Range<u32>)>,
}

/// Metadata: an operand of a node.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Metadata<'m> {
    /// A string.
    String(&'m [u8]),
    /// A value: a constant, a function or a global variable.
    Value(ValueId),
    /// A node.
    Node(Node<'m>),
    /// A part of debug information.
    Other,
}

/// A node of metadata: a list of operands.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_format::Container;
/// use dxc_format::llvm::Module;
///
/// # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
/// let program = Container::parse(file)?.dxil()?.unwrap();
/// let module = Module::parse(program.bitcode())?;
/// let model = module.named("dx.shaderModel").next().unwrap();
/// assert_eq!(model.string(0), Some("vs"));
/// assert_eq!((model.integer(1), model.integer(2)), (Some(6), Some(0)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Node<'m> {
    module: &'m Module,
    operands: &'m [Reference],
}

impl Module {
    /// The nodes of named metadata; empty if there is none of this name.
    pub fn named(&self, name: &str) -> impl Iterator<Item = Node<'_>> {
        let table = &self.metadata;
        let mut named = table.named.iter();
        let range = named.find(|(known, _)| known == name);
        let range = range.map_or(0..0, |(_, range)| range.clone());
        let operands = slice(&table.operands, &range).iter();
        operands.filter_map(|operand| match self.resolve(*operand) {
            Some(Metadata::Node(node)) => Some(node),
            _ => None,
        })
    }

    /// The names of named metadata.
    pub fn named_metadata(&self) -> impl Iterator<Item = &str> {
        self.metadata.named.iter().map(|(name, _)| name.as_str())
    }

    fn resolve(&self, operand: Reference) -> Option<Metadata<'_>> {
        let table = &self.metadata;
        let id = match operand {
            Reference::None => return None,
            Reference::Value(id) => return Some(Metadata::Value(id)),
            Reference::Metadata(id) => id,
        };
        Some(match table.entries.get(id as usize)? {
            Entry::String(range) => Metadata::String(slice(&table.text, range)),
            Entry::Value(id) => Metadata::Value(*id),
            Entry::Node(range) => Metadata::Node(Node {
                module: self,
                operands: slice(&table.operands, range),
            }),
            Entry::Other => Metadata::Other,
        })
    }
}

impl<'m> Node<'m> {
    /// The number of operands.
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// Whether it has no operands.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// An operand; `None` if it is null or out of range.
    pub fn operand(&self, index: u32) -> Option<Metadata<'m>> {
        self.module.resolve(*self.operands.get(index as usize)?)
    }

    /// The operands; `None` for null operands.
    pub fn operands(&self) -> impl Iterator<Item = Option<Metadata<'m>>> + use<'m> {
        let module = self.module;
        self.operands
            .iter()
            .map(move |operand| module.resolve(*operand))
    }

    /// An operand that is a node.
    pub fn node(&self, index: u32) -> Option<Node<'m>> {
        self.operand(index)?.node()
    }

    /// An operand that is a string of UTF-8.
    pub fn string(&self, index: u32) -> Option<&'m str> {
        match self.operand(index)? {
            Metadata::String(bytes) => core::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// An operand that is a value.
    pub fn value(&self, index: u32) -> Option<ValueId> {
        match self.operand(index)? {
            Metadata::Value(id) => Some(id),
            _ => None,
        }
    }

    /// An operand that is an integer, with its sign.
    pub fn integer(&self, index: u32) -> Option<i64> {
        self.module.integer(self.value(index)?)
    }

    /// The module that it is in.
    pub fn module(&self) -> &'m Module {
        self.module
    }
}

impl<'m> Metadata<'m> {
    /// The node that it is.
    pub fn node(self) -> Option<Node<'m>> {
        match self {
            Self::Node(node) => Some(node),
            _ => None,
        }
    }
}

impl core::fmt::Debug for Node<'_> {
    /// The number of operands: they may contain the node itself.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Node({} operands)", self.len())
    }
}

impl Module {
    /// The integer that a value is.
    pub fn integer(&self, id: ValueId) -> Option<i64> {
        match &self.value(id)?.kind {
            ValueKind::Constant(Constant::Integer(integer)) => Some(*integer),
            ValueKind::Constant(Constant::Null) => Some(0),
            _ => None,
        }
    }
}

impl MetadataTable {
    /// Reads a block of metadata of the module.
    pub(super) fn read(&mut self, stream: &mut Bitstream<'_>, types: &[super::Type]) -> Result<()> {
        let mut name = None;
        records(stream, |record, at| {
            match MetadataCode(record.code) {
                MetadataCode::NAME => name = Some(read_text(record.operands)),
                MetadataCode::NAMED_NODE => {
                    let ids = record.operands.iter();
                    let ids = ids.map(|id| to_u32(*id, at).map(Reference::Metadata));
                    let range = append(&mut self.operands, ids)?;
                    self.named.push((name.take().unwrap_or_default(), range));
                }
                MetadataCode::KIND | MetadataCode::ATTACHMENT => {}
                _ => {
                    let entry = self.read_entry(&record, types, at)?;
                    self.entries.push(entry);
                }
            }
            Ok(size_of::<Entry>() + size_of_val(record.operands))
        })
    }

    fn read_entry(
        &mut self,
        record: &Record<'_>,
        types: &[super::Type],
        at: usize,
    ) -> Result<Entry> {
        let operands = record.operands;
        Ok(match MetadataCode(record.code) {
            MetadataCode::STRING => {
                let bytes = operands.iter().map(|letter| Ok(low_byte(*letter)));
                Entry::String(append(&mut self.text, bytes)?)
            }
            MetadataCode::VALUE => match operands {
                [_, id] => Entry::Value(ValueId(to_u32(*id, at)?)),
                _ => {
                    return Err(bitcode_error(
                        "the metadata of a value has not two operands",
                        at,
                    ));
                }
            },
            MetadataCode::NODE | MetadataCode::DISTINCT_NODE => {
                let ids = operands.iter().map(|id| {
                    Ok(match to_u32(*id, at)?.checked_sub(1) {
                        Some(id) => Reference::Metadata(id),
                        None => Reference::None,
                    })
                });
                Entry::Node(append(&mut self.operands, ids)?)
            }
            MetadataCode::OLD_NODE => {
                let (pairs, rest) = operands.as_chunks();
                if !rest.is_empty() {
                    return Err(bitcode_error("a node does not have pairs of operands", at));
                }
                let pairs = pairs
                    .iter()
                    .map(|[ty, id]| old_reference(types, *ty, *id, at));
                Entry::Node(append(&mut self.operands, pairs)?)
            }
            _ => Entry::Other,
        })
    }
}

/// The target of a pair of operands in the older form of nodes.
fn old_reference(types: &[super::Type], ty: u64, id: u64, at: usize) -> Result<Reference> {
    let ty = usize::try_from(ty).ok().and_then(|ty| types.get(ty));
    let ty = ty.ok_or_else(|| bitcode_error("the type of a metadata operand is unknown", at))?;
    let id = to_u32(id, at)?;
    Ok(match ty {
        super::Type::Metadata => Reference::Metadata(id),
        super::Type::Void => Reference::None,
        _ => Reference::Value(ValueId(id)),
    })
}

/// Appends items, and returns their range.
fn append<T>(all: &mut Vec<T>, items: impl Iterator<Item = Result<T>>) -> Result<Range<u32>> {
    let too_much = |_| bitcode_error("there is too much metadata", 0);
    let start = u32::try_from(all.len()).map_err(too_much)?;
    for item in items {
        all.push(item?);
    }
    Ok(start..u32::try_from(all.len()).map_err(too_much)?)
}

fn slice<'a, T>(all: &'a [T], range: &Range<u32>) -> &'a [T] {
    all.get(range.start as usize..range.end as usize)
        .unwrap_or_default()
}
