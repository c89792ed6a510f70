//! Attributes: groups of them, and lists of groups.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::bitcode::{AttributeCode, AttributeForm, AttributeKind, FUNCTION_ATTRIBUTES};
use crate::bitstream::Bitstream;
use crate::cursor::{Cursor, low_byte};
use crate::tables::entry;
use dxc_format::Result;

/// An attribute, in the order in which they are printed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Attribute {
    /// Its rank among the others, and its kind.
    Kind(i64, u32),
    /// A number and the kind.
    Value(u64, u32),
    /// A name, perhaps with a value.
    Text(Box<[u8]>, Box<[u8]>),
}

/// The attributes of a function, its result or a parameter.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// 0 for the result, and 1 plus its index for a parameter.
    index: u32,
    pub(crate) attributes: Box<[Attribute]>,
}

/// All attributes of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    pub(crate) groups: Vec<Group>,
    /// The numbers of groups in records.
    by_number: BTreeMap<u32, u32>,
    /// The groups of each list by the index that they are for.
    lists: Vec<BTreeMap<u32, u32>>,
}

impl Attributes {
    /// The group of a list for the result (0) or a parameter (from 1). `list` is the number plus 1 that records have.
    pub(crate) fn group(&self, list: u32, index: u32) -> Option<u32> {
        self.lists
            .get(list.checked_sub(1)? as usize)?
            .get(&index)
            .copied()
    }

    /// The group of a list for the function.
    pub(crate) fn of_function(&self, list: u32) -> Option<u32> {
        self.group(list, FUNCTION_ATTRIBUTES)
    }

    /// Reads the block of groups.
    pub(crate) fn read_groups(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        stream.for_each_record(|record| {
            let mut operands = Cursor::new(record);
            if AttributeCode(record.code) != AttributeCode::GRP_CODE_ENTRY {
                return Err(operands.error("the record of an attribute is unknown"));
            }
            let number = operands.next_u32()?;
            let index = operands.next_u32()?;
            let mut attributes = Vec::new();
            while operands.left() > 0 {
                attributes.push(read_attribute(&mut operands)?);
            }
            attributes.sort();
            let next = u32::try_from(self.groups.len()).unwrap_or(u32::MAX);
            self.by_number.insert(number, next);
            self.groups.push(Group {
                index,
                attributes: attributes.into(),
            });
            Ok(record.operands.len() * size_of::<Attribute>())
        })
    }

    /// Reads the block of lists.
    pub(crate) fn read_lists(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        stream.for_each_record(|record| {
            let mut operands = Cursor::new(record);
            if AttributeCode(record.code) != AttributeCode::ENTRY {
                return Err(operands.error("the record of an attribute is unknown"));
            }
            let mut list = BTreeMap::new();
            while operands.left() > 0 {
                let index = self.by_number.get(&operands.next_u32()?).copied();
                let group = index.and_then(|index| self.groups.get(index as usize));
                let (Some(index), Some(group)) = (index, group) else {
                    return Err(operands.error("a group of attributes is unknown"));
                };
                if !group.attributes.is_empty() {
                    list.entry(group.index).or_insert(index);
                }
            }
            self.lists.push(list);
            Ok(4 * size_of_val(record.operands))
        })
    }
}

fn read_attribute(operands: &mut Cursor<'_>) -> Result<Attribute> {
    let form = AttributeForm(operands.next_u32()?);
    match form {
        AttributeForm::Kind | AttributeForm::KindAndValue => {
            let kind = operands.next_u32()?;
            let entry = entry(&AttributeKind::TABLE, kind)
                .ok_or_else(|| operands.error("the kind of an attribute is unknown"))?;
            if form == AttributeForm::KindAndValue {
                return Ok(Attribute::Value(operands.next()?, kind));
            }
            Ok(match entry.attribute("rank") {
                Some(dxc_format::runtime::shape::Attribute::Int(rank)) => {
                    Attribute::Kind(rank, kind)
                }
                _ => Attribute::Kind(i64::MAX, kind),
            })
        }
        AttributeForm::Text => Ok(Attribute::Text(read_text(operands)?, Box::default())),
        AttributeForm::TextAndValue => {
            let name = read_text(operands)?;
            Ok(Attribute::Text(name, read_text(operands)?))
        }
        _ => Err(operands.error("the form of an attribute is unknown")),
    }
}

/// Reads a text up to its NUL.
fn read_text(operands: &mut Cursor<'_>) -> Result<Box<[u8]>> {
    let mut text = Vec::new();
    loop {
        match low_byte(operands.next()?) {
            0 => return Ok(text.into()),
            letter => text.push(letter),
        }
    }
}
