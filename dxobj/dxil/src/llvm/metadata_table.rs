//! The block of metadata: strings, values, and nodes with their operands.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::bitstream::{Bitstream, Record};
use super::operands::{low_byte, read_text, to_u32};
use super::types::Type;
use super::value::ValueId;
use super::{bitcode_error, records};
use crate::bitcode::MetadataCode;
use dxc_format::runtime::Result;

/// Metadata in the module.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    String(Range<u32>),
    Value(ValueId),
    /// A range of `operands`.
    Node(Range<u32>),
    /// A part of debug information.
    Other,
}

/// The target of a node's operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reference {
    None,
    Metadata(u32),
    /// Of a node in the older form.
    Value(ValueId),
}

/// All metadata of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct MetadataTable {
    pub(super) entries: Vec<Entry>,
    pub(super) operands: Vec<Reference>,
    /// The concatenated strings.
    pub(super) text: Vec<u8>,
    pub(super) named: Vec<(String, Range<u32>)>,
}

impl MetadataTable {
    /// Reads a block of metadata of the module.
    pub(super) fn read(&mut self, stream: &mut Bitstream<'_>, types: &[Type]) -> Result<()> {
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
                    let entry = self.read_entry(record, types, at)?;
                    self.entries.push(entry);
                }
            }
            Ok(size_of::<Entry>() + size_of_val(record.operands))
        })
    }

    fn read_entry(&mut self, record: &Record<'_>, types: &[Type], at: usize) -> Result<Entry> {
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
fn old_reference(types: &[Type], ty: u64, id: u64, at: usize) -> Result<Reference> {
    let ty = usize::try_from(ty).ok().and_then(|ty| types.get(ty));
    let ty = ty.ok_or_else(|| bitcode_error("the type of a metadata operand is unknown", at))?;
    let id = to_u32(id, at)?;
    Ok(match ty {
        Type::Metadata => Reference::Metadata(id),
        Type::Void => Reference::None,
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

pub(super) fn slice<'a, T>(all: &'a [T], range: &Range<u32>) -> &'a [T] {
    all.get(range.start as usize..range.end as usize)
        .unwrap_or_default()
}
