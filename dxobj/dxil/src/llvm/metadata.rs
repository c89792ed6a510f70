//! Metadata of the module: strings, values and nodes of them.

use super::metadata_table::{Entry, Reference, slice};
use super::module::Module;
use super::value::{Constant, ValueId, ValueKind};

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
/// use dxil::llvm::Module;
///
/// # let file = &std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
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
