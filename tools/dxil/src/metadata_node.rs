//! Nodes of metadata, and their operands.

use crate::bitcode::MetadataCode;
use crate::metadata::reference;
use crate::module::Module;
use crate::value::ValueId;

/// Metadata: an operand of a node.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Metadata<'m> {
    /// A string.
    String(&'m [u8]),
    /// A value: a constant, a function or a global variable.
    Value(ValueId),
    /// A node.
    Node(MetadataNode<'m>),
    /// A part of debug information.
    Other,
}

/// A node of metadata: a list of operands.
///
/// ```
/// # fn main() -> dxil::Result<()> {
/// # let file = std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
/// # let container = dxc_format::Container::parse(&file)?;
/// let program = container.dxil()?.unwrap();
/// let module = dxil::Module::parse(program.bitcode())?;
/// let model = module.named("dx.shaderModel").next().unwrap();
/// assert_eq!(model.string(0), Some("vs"));
/// assert_eq!((model.integer(1), model.integer(2)), (Some(6), Some(0)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct MetadataNode<'m> {
    pub(crate) module: &'m Module<'m>,
    operands: &'m [u64],
}

impl<'a> Module<'a> {
    /// The nodes of named metadata; empty if there is none of this name.
    pub fn named(&self, name: &str) -> impl Iterator<Item = MetadataNode<'_>> {
        let nodes = self.metadata.named(name.as_bytes()).iter();
        nodes.filter_map(|id| self.resolve(*id)?.node())
    }

    /// The names of named metadata.
    pub fn named_metadata(&self) -> impl Iterator<Item = &[u8]> {
        self.metadata.named.iter().map(|(name, _)| &**name)
    }

    fn resolve(&self, id: u32) -> Option<Metadata<'_>> {
        let table = &self.metadata;
        let entry = table.get(id)?;
        Some(match entry.code {
            MetadataCode::STRING => Metadata::String(table.string(entry)),
            MetadataCode::NODE | MetadataCode::DISTINCT_NODE => Metadata::Node(MetadataNode {
                module: self,
                operands: table.operands(entry),
            }),
            _ => table.value(entry).map_or(Metadata::Other, Metadata::Value),
        })
    }
}

impl<'m> MetadataNode<'m> {
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
        let stored = *self.operands.get(index as usize)?;
        self.module.resolve(reference(stored)?)
    }

    /// An operand that is a node.
    pub fn node(&self, index: u32) -> Option<Self> {
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

    /// The value of an operand that is an integer, sign-extended.
    pub fn integer(&self, index: u32) -> Option<i64> {
        self.module.integer(self.value(index)?)
    }
}

impl<'m> Metadata<'m> {
    /// The node, if the metadata is a node.
    pub fn node(self) -> Option<MetadataNode<'m>> {
        match self {
            Self::Node(node) => Some(node),
            _ => None,
        }
    }
}

impl core::fmt::Debug for MetadataNode<'_> {
    /// Prints only the number of operands: they may contain the node itself.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "MetadataNode({} operands)", self.len())
    }
}
