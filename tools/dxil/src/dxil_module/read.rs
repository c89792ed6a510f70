//! Reads typed values from nodes of metadata.

use alloc::string::String;
use alloc::vec::Vec;

use crate::budgets::Budgets;
use crate::metadata_node::MetadataNode as Node;
use crate::module::Module;
use dxc_format::{Error, Limits, Result};

/// Reads nodes, and counts the results against the limits, since nodes may be shared any number of times.
pub(super) struct Reader<'m> {
    pub(super) module: &'m Module<'m>,
    pub(super) budgets: Budgets,
}

/// An operand of a node that must have a value of some type.
#[derive(Clone, Copy)]
pub(super) struct Item<'m> {
    list: Node<'m>,
    index: u32,
}

impl<'m> Node<'m> {
    pub(super) fn item(self, index: u32) -> Item<'m> {
        Item { list: self, index }
    }
}

impl<'m> Item<'m> {
    pub(super) fn is_null(self) -> bool {
        self.list.operand(self.index).is_none()
    }

    pub(super) fn node(self) -> Result<Node<'m>> {
        let node = self.list.node(self.index);
        node.ok_or_else(|| metadata_error("expected a node"))
    }

    /// An integer of up to 64 bits.
    pub(super) fn integer(self) -> Result<i64> {
        let integer = self.list.integer(self.index);
        integer.ok_or_else(|| metadata_error("expected an integer"))
    }

    /// An integer of up to 32 bits, signed or unsigned.
    pub(super) fn u32(self) -> Result<u32> {
        let integer = self.integer()?;
        let signed = i32::try_from(integer).map(i32::cast_unsigned);
        let value = signed.or_else(|_| u32::try_from(integer));
        value.map_err(|_| metadata_error("an integer exceeds 32 bits"))
    }

    /// An integer of up to 8 bits, signed or unsigned.
    pub(super) fn u8(self) -> Result<u8> {
        let integer = self.integer()?;
        let signed = i8::try_from(integer).map(i8::cast_unsigned);
        let value = signed.or_else(|_| u8::try_from(integer));
        value.map_err(|_| metadata_error("an integer exceeds 8 bits"))
    }

    pub(super) fn bool(self) -> Result<bool> {
        Ok(self.integer()? != 0)
    }

    /// A node of three integers.
    pub(super) fn triple(self) -> Result<[u32; 3]> {
        let node = self.node()?;
        Ok([
            node.item(0).u32()?,
            node.item(1).u32()?,
            node.item(2).u32()?,
        ])
    }
}

/// An error without an offset: metadata is scattered over the bitcode.
#[cold]
pub(super) fn metadata_error(problem: &'static str) -> Error {
    Error::bitcode_without_byte(problem)
}

impl<'m> Reader<'m> {
    pub(super) fn new(module: &'m Module<'_>, limits: Limits) -> Self {
        let mut budgets = Budgets::new(&limits);
        // The memory of the module counts, too.
        budgets.set_memory(module.stream.budgets.memory());
        Self { module, budgets }
    }

    pub(super) fn string(&mut self, item: Item<'m>) -> Result<String> {
        let text = item.list.string(item.index);
        let text = text.ok_or_else(|| metadata_error("expected a string of UTF-8"))?;
        self.budgets.copy(text)
    }

    /// Reads the elements of a list; a null operand is an empty list.
    pub(super) fn list<T>(
        &mut self,
        list: Item<'m>,
        read: impl FnMut(&mut Self, Node<'m>) -> Result<T>,
    ) -> Result<Vec<T>> {
        if list.is_null() {
            Ok(Vec::new())
        } else {
            self.elements(list.node()?, read)
        }
    }

    /// Reads the elements of a node; each element is a node.
    pub(super) fn elements<T>(
        &mut self,
        list: Node<'m>,
        mut read: impl FnMut(&mut Self, Node<'m>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut elements = Vec::new();
        for index in 0..operand_count(list) {
            self.budgets.take::<T>()?;
            let element = list.item(index).node();
            let element = element.and_then(|element| read(self, element));
            elements.push(element.map_err(|error| error.within_index(index as usize))?);
        }
        Ok(elements)
    }

    /// Reads the integers of a node.
    pub(super) fn integers(&mut self, node: Node<'m>) -> Result<Vec<u32>> {
        let mut integers = Vec::new();
        for index in 0..operand_count(node) {
            self.budgets.take::<u32>()?;
            integers.push(node.item(index).u32()?);
        }
        Ok(integers)
    }

    /// Reads the array of numbers that is the only operand of a node; each number must fit into a `T`.
    pub(super) fn data<T: TryFrom<u64>>(&mut self, node: Node<'m>) -> Result<Vec<T>> {
        let data = node.value(0).and_then(|id| self.module.data(id));
        let data = data.ok_or_else(|| metadata_error("expected an array of numbers"))?;
        let mut numbers = Vec::new();
        for number in data {
            self.budgets.take_memory(size_of::<u64>())?;
            let number = T::try_from(number);
            numbers.push(number.map_err(|_| metadata_error("a number of an array is too large"))?);
        }
        Ok(numbers)
    }

    /// Visits the pairs of a property list: the tag and the value of each. A null operand is an empty list.
    pub(super) fn properties(
        &mut self,
        list: Item<'m>,
        visit: impl FnMut(&mut Self, u32, Item<'m>) -> Result<()>,
    ) -> Result<()> {
        if list.is_null() {
            Ok(())
        } else {
            self.pairs(list.node()?, visit)
        }
    }

    /// Like [`properties`](Self::properties), for the node of the list.
    pub(super) fn pairs(
        &mut self,
        list: Node<'m>,
        mut visit: impl FnMut(&mut Self, u32, Item<'m>) -> Result<()>,
    ) -> Result<()> {
        if !list.len().is_multiple_of(2) {
            return Err(metadata_error("expected pairs of a tag and a value"));
        }
        for index in (0..operand_count(list)).step_by(2) {
            self.budgets.take::<u32>()?;
            let tag = list.item(index).u32()?;
            visit(self, tag, list.item(index + 1))?;
        }
        Ok(())
    }
}

pub(super) fn operand_count(node: Node<'_>) -> u32 {
    u32::try_from(node.len()).unwrap_or(u32::MAX)
}
