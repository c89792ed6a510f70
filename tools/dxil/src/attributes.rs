//! Reads attributes: sets of attributes, and lists of sets.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::bitcode::{
    AttributeCode, AttributeForm, AttributeKind, FUNCTION_ATTRIBUTES, OldAttributes,
};
use crate::bitstream::Bitstream;
use crate::cursor::number;
use crate::cursor::{Cursor, low_byte};
use dxc_format::Result;

/// An attribute, in the order in which they are printed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Attribute {
    /// An attribute that is only a kind: its rank in the order of printing, and the kind.
    Kind(i32, u32),
    /// An attribute with a number: the number and the kind.
    Value(u64, u32),
    /// An attribute that is a name, optionally with a value.
    Text(Box<[u8]>, Box<[u8]>),
}

/// A set of attributes, sorted.
pub(crate) type AttributeSet = Box<[Attribute]>;

/// All attributes of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    /// The sets, none of which is equal to another one.
    pub(crate) sets: Vec<AttributeSet>,
    known: BTreeMap<AttributeSet, u32>,
    /// The attribute groups by number: an index and a set of attributes.
    groups: BTreeMap<u32, (u32, u32)>,
    /// For each list, its sets by index: 0 for the result, and 1 plus the parameter's index for a parameter.
    lists: Vec<BTreeMap<u32, u32>>,
}

impl Attributes {
    /// The set of a list for the result (0) or a parameter (from 1). `list` is the number of the list plus 1, as
    /// records store it.
    pub(crate) fn set(&self, list: u32, index: u32) -> Option<u32> {
        self.lists
            .get(list.checked_sub(1)? as usize)?
            .get(&index)
            .copied()
    }

    /// The set of a list for the function.
    pub(crate) fn of_function(&self, list: u32) -> Option<u32> {
        self.set(list, FUNCTION_ATTRIBUTES)
    }

    /// Reads the block of groups. As in LLVM, records of other codes are ignored.
    pub(crate) fn read_groups(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        stream.for_each_record(|record| {
            if AttributeCode(record.code) == AttributeCode::GRP_CODE_ENTRY {
                let mut operands = Cursor::new(record);
                let number = operands.next_low()?;
                let index = operands.next_low()?;
                let mut builder = Builder::default();
                while operands.left() > 0 {
                    builder.read_attribute(&mut operands)?;
                }
                match builder.finish() {
                    Some(set) => {
                        let set = self.intern(set);
                        self.groups.insert(number, (index, set));
                    }
                    None => {
                        self.groups.remove(&number);
                    }
                }
            }
            Ok(2 * record.operands.len() * size_of::<Attribute>())
        })
    }

    /// Reads the block of lists. As in LLVM, a group that is missing is empty.
    pub(crate) fn read_lists(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        stream.for_each_record(|record| {
            let mut operands = Cursor::new(record);
            let mut list = BTreeMap::new();
            match AttributeCode(record.code) {
                AttributeCode::ENTRY => {
                    while operands.left() > 0 {
                        if let Some((index, set)) = self.groups.get(&operands.next_low()?) {
                            list.entry(*index).or_insert(*set);
                        }
                    }
                }
                AttributeCode::ENTRY_OLD => {
                    while operands.left() > 0 {
                        let index = operands.next_low()?;
                        let mut builder = Builder::default();
                        builder.add_mask(operands.next()?);
                        if let Some(set) = builder.finish() {
                            list.entry(index).or_insert(self.intern(set));
                        }
                    }
                }
                _ => return Ok(0),
            }
            self.lists.push(list);
            Ok(4 * size_of_val(record.operands))
        })
    }

    fn intern(&mut self, set: AttributeSet) -> u32 {
        let next = number(self.sets.len());
        *self.known.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            next
        })
    }
}

/// Collects the attributes of a set: each once, with the last value.
#[derive(Default)]
struct Builder {
    kinds: BTreeMap<u32, Option<u64>>,
    texts: BTreeMap<Box<[u8]>, Box<[u8]>>,
}

impl Builder {
    fn read_attribute(&mut self, operands: &mut Cursor<'_>) -> Result<()> {
        match AttributeForm(operands.next_low()?) {
            AttributeForm::Kind => {
                let (kind, has_value) = read_kind(operands)?;
                let value = (has_value == Some(true)).then_some(0);
                self.kinds.entry(kind).or_insert(value);
            }
            AttributeForm::KindAndValue => {
                // As in LLVM, a number after a kind that takes none is read as the form of the next attribute.
                let (kind, has_value) = read_kind(operands)?;
                if has_value != Some(false) {
                    self.add_value(kind, operands.next()?);
                }
            }
            form @ (AttributeForm::Text | AttributeForm::TextAndValue) => {
                let name = read_text(operands)?;
                let value = match form {
                    AttributeForm::Text => Box::default(),
                    _ => read_text(operands)?,
                };
                self.texts.insert(name, value);
            }
            form @ (AttributeForm::Type
            | AttributeForm::TypeAndValue
            | AttributeForm::ConstantRange
            | AttributeForm::ConstantRangeList) => {
                let (kind, _) = read_kind(operands)?;
                skip_value(form, operands)?;
                self.kinds.entry(kind).or_insert(None);
            }
            _ => return Err(operands.error("the form of an attribute is unknown")),
        }
        Ok(())
    }

    /// Adds an attribute with a number; 0 means that there is none.
    fn add_value(&mut self, kind: u32, value: u64) {
        if value != 0 {
            self.kinds.insert(kind, Some(value));
        }
    }

    /// Adds the attributes of a bit mask; old bitcode stores lists in this way.
    fn add_mask(&mut self, mask: u64) {
        let mask = OldAttributes(mask);
        self.add_value(AttributeKind::ALIGNMENT.0, mask.alignment().into());
        if let Some(exponent) = mask.stack_alignment().checked_sub(1) {
            self.add_value(AttributeKind::STACK_ALIGNMENT.0, 1 << exponent);
        }
        for kind in AttributeKind::all_values() {
            if let Some(bit @ 0..) = kind.old_bit()
                && mask.0 >> bit & 1 == 1
            {
                self.kinds.insert(kind.0, None);
            }
        }
    }

    /// The set; `None` if it is empty.
    fn finish(self) -> Option<AttributeSet> {
        let kinds = self.kinds.into_iter().map(|(kind, value)| match value {
            Some(value) => Attribute::Value(value, kind),
            None => Attribute::Kind(rank(kind), kind),
        });
        let texts = self.texts.into_iter();
        let texts = texts.map(|(name, value)| Attribute::Text(name, value));
        let mut attributes: Vec<Attribute> = kinds.chain(texts).collect();
        attributes.sort();
        (!attributes.is_empty()).then(|| attributes.into())
    }
}

/// Reads a kind, and whether it has a number; `None` for a kind that LLVM 3.7 does not have.
fn read_kind(operands: &mut Cursor<'_>) -> Result<(u32, Option<bool>)> {
    let kind = operands.next_u32()?;
    let known = AttributeKind(kind);
    Ok((kind, known.is_known().then(|| known.number())))
}

/// Skips the value of an attribute in a form that LLVM 3.7 does not have, so that its text has no such value.
fn skip_value(form: AttributeForm, operands: &mut Cursor<'_>) -> Result<()> {
    match form {
        AttributeForm::TypeAndValue => operands.next().map(|_| ()),
        AttributeForm::ConstantRange => {
            let bits = operands.next()?;
            skip_range(bits, operands)
        }
        AttributeForm::ConstantRangeList => {
            let (count, bits) = (operands.next()?, operands.next()?);
            (0..count).try_for_each(|_| skip_range(bits, operands))
        }
        _ => Ok(()),
    }
}

/// Skips both ends of a range of numbers. Wider ones than an operand have several words; an operand with the number of
/// words of each end is before them.
fn skip_range(bits: u64, operands: &mut Cursor<'_>) -> Result<()> {
    let words = if bits > u64::from(u64::BITS) {
        let counts = operands.next()?;
        let (first, last) = (counts & u64::from(u32::MAX), counts >> u32::BITS);
        first + last
    } else {
        2
    };
    (0..words).try_for_each(|_| operands.next().map(|_| ()))
}

fn rank(kind: u32) -> i32 {
    AttributeKind(kind).rank().unwrap_or(i32::MAX)
}

/// Reads a text that ends with a NUL.
fn read_text(operands: &mut Cursor<'_>) -> Result<Box<[u8]>> {
    let mut text = Vec::new();
    loop {
        match low_byte(operands.next()?) {
            0 => return Ok(text.into()),
            letter => text.push(letter),
        }
    }
}
