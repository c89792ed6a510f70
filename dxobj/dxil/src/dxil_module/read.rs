//! Reads typed values from nodes of metadata.

use alloc::string::String;
use alloc::vec::Vec;

use crate::budgets::Budgets;
use crate::metadata::MetadataNode as Node;
use crate::module::Module;
use dxc_format::{Error, Limits, Result};

/// Reads nodes, and counts its results against the limits: nodes may be shared any number of times.
pub(super) struct Reader<'m> {
    pub(super) module: &'m Module<'m>,
    pub(super) budgets: Budgets,
}

/// The value of a pair in a property list: an operand of the list.
pub(super) struct Property<'r, 'm> {
    pub(super) reader: &'r mut Reader<'m>,
    list: Node<'m>,
    index: u32,
}

impl<'m> Property<'_, 'm> {
    pub(super) fn node(&self) -> Result<Node<'m>> {
        self.reader.node(self.list, self.index)
    }

    pub(super) fn integer(&self) -> Result<i64> {
        self.reader.integer(self.list, self.index)
    }

    pub(super) fn u32(&self) -> Result<u32> {
        self.reader.u32(self.list, self.index)
    }

    pub(super) fn u8(&self) -> Result<u8> {
        self.reader.u8(self.list, self.index)
    }

    pub(super) fn bool(&self) -> Result<bool> {
        self.reader.bool(self.list, self.index)
    }

    pub(super) fn string(&mut self) -> Result<String> {
        self.reader.string(self.list, self.index)
    }

    pub(super) fn triple(&self) -> Result<[u32; 3]> {
        self.reader.triple(self.node()?)
    }

    pub(super) fn list<T>(
        &mut self,
        read: impl FnMut(&mut Reader<'m>, Node<'m>) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.reader.list(self.list, self.index, read)
    }
}

/// An error without an offset: metadata is scattered over the bitcode.
#[cold]
pub(super) fn metadata_error(problem: &'static str) -> Error {
    Error::bitcode_without_byte(problem)
}

impl<'m> Reader<'m> {
    pub(super) fn new(module: &'m Module<'_>, limits: Limits) -> Self {
        Self {
            module,
            budgets: Budgets::new(&limits),
        }
    }

    /// The node of an operand that must have one.
    pub(super) fn node(&self, node: Node<'m>, index: u32) -> Result<Node<'m>> {
        node.node(index)
            .ok_or_else(|| metadata_error("expected a node"))
    }

    /// An operand that is an integer of up to 64 bits.
    pub(super) fn integer(&self, node: Node<'m>, index: u32) -> Result<i64> {
        node.integer(index)
            .ok_or_else(|| metadata_error("expected an integer"))
    }

    /// An operand that is an integer of up to 32 bits, signed or unsigned.
    pub(super) fn u32(&self, node: Node<'m>, index: u32) -> Result<u32> {
        let integer = self.integer(node, index)?;
        let signed = i32::try_from(integer).map(i32::cast_unsigned);
        let value = signed.or_else(|_| u32::try_from(integer));
        value.map_err(|_| metadata_error("an integer exceeds 32 bits"))
    }

    /// An operand that is an integer of up to 8 bits, signed or unsigned.
    pub(super) fn u8(&self, node: Node<'m>, index: u32) -> Result<u8> {
        let integer = self.integer(node, index)?;
        let signed = i8::try_from(integer).map(i8::cast_unsigned);
        let value = signed.or_else(|_| u8::try_from(integer));
        value.map_err(|_| metadata_error("an integer exceeds 8 bits"))
    }

    /// An operand that is a truth value.
    pub(super) fn bool(&self, node: Node<'m>, index: u32) -> Result<bool> {
        Ok(self.integer(node, index)? != 0)
    }

    /// An operand that is a string.
    pub(super) fn string(&mut self, node: Node<'m>, index: u32) -> Result<String> {
        let text = node
            .string(index)
            .ok_or_else(|| metadata_error("expected a string of UTF-8"))?;
        self.budgets.copy(text)
    }

    /// The elements of a list; a null operand is an empty one.
    pub(super) fn list<T>(
        &mut self,
        node: Node<'m>,
        index: u32,
        read: impl FnMut(&mut Self, Node<'m>) -> Result<T>,
    ) -> Result<Vec<T>> {
        match node.operand(index) {
            None => Ok(Vec::new()),
            Some(list) => self.elements(list.node(), read),
        }
    }

    /// The elements of a node, each of which is a node.
    pub(super) fn elements<T>(
        &mut self,
        list: Option<Node<'m>>,
        mut read: impl FnMut(&mut Self, Node<'m>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let list = list.ok_or_else(|| metadata_error("expected a node"))?;
        let mut elements = Vec::new();
        for index in 0..operand_count(list) {
            self.budgets.take::<T>()?;
            let element = self.node(list, index);
            let element = element.and_then(|element| read(self, element));
            elements.push(element.map_err(|error| error.within_index(index as usize))?);
        }
        Ok(elements)
    }

    /// The integers of a node.
    pub(super) fn integers(&mut self, node: Node<'m>) -> Result<Vec<u32>> {
        let mut integers = Vec::new();
        for index in 0..operand_count(node) {
            self.budgets.take::<u32>()?;
            integers.push(self.u32(node, index)?);
        }
        Ok(integers)
    }

    /// The array of numbers in a node of one operand, each of which fits into a `T`.
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

    /// Three integers of a node.
    pub(super) fn triple(&self, node: Node<'m>) -> Result<[u32; 3]> {
        Ok([self.u32(node, 0)?, self.u32(node, 1)?, self.u32(node, 2)?])
    }

    /// Visits the pairs of a property list: the tag and the value of each. A null operand has none.
    pub(super) fn properties(
        &mut self,
        node: Node<'m>,
        index: u32,
        visit: impl FnMut(u32, &mut Property<'_, 'm>) -> Result<()>,
    ) -> Result<()> {
        match node.operand(index) {
            None => Ok(()),
            Some(_) => self.pairs(self.node(node, index)?, visit),
        }
    }

    /// [`properties`](Self::properties) of the node itself.
    pub(super) fn pairs(
        &mut self,
        list: Node<'m>,
        mut visit: impl FnMut(u32, &mut Property<'_, 'm>) -> Result<()>,
    ) -> Result<()> {
        if !list.len().is_multiple_of(2) {
            return Err(metadata_error("expected pairs of a tag and a value"));
        }
        for index in (0..operand_count(list)).step_by(2) {
            self.budgets.take::<u32>()?;
            let tag = self.u32(list, index)?;
            let mut value = Property {
                reader: self,
                list,
                index: index + 1,
            };
            visit(tag, &mut value)?;
        }
        Ok(())
    }
}

pub(super) fn operand_count(node: Node<'_>) -> u32 {
    u32::try_from(node.len()).unwrap_or(u32::MAX)
}
