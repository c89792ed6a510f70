//! Metadata: strings, values, nodes and debug information.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::bitcode::MetadataCode;
use crate::llvm::Bitstream;

use crate::bitcode_error;
use crate::cursor::{Cursor, bytes_of};
use crate::llvm::records;
use dxc_format::Result;

/// Metadata: the record that it is read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) code: MetadataCode,
    start: u32,
    len: u32,
}

/// A block of metadata of the module or of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct MetadataTable {
    pub(crate) entries: Vec<Entry>,
    /// The operands of all but strings.
    numbers: Vec<u64>,
    /// The concatenated strings.
    text: Vec<u8>,
    /// Named metadata, with the numbers of its nodes.
    pub(crate) named: Vec<(Box<[u8]>, Vec<u32>)>,
    named_by_name: BTreeMap<Box<[u8]>, usize>,
    /// The numbers and names of the kinds of attached metadata.
    kinds: BTreeMap<u32, Box<[u8]>>,
}

impl Entry {
    /// Whether it is a node: not a string or a value.
    pub(crate) fn is_node(self) -> bool {
        !matches!(
            self.code,
            MetadataCode::STRING | MetadataCode::VALUE | MetadataCode::OLD_FN_NODE
        )
    }
}

impl MetadataTable {
    /// The operands of an entry that is no string.
    pub(crate) fn operands(&self, entry: Entry) -> &[u64] {
        slice(&self.numbers, entry)
    }

    /// The bytes of a string.
    pub(crate) fn string(&self, entry: Entry) -> &[u8] {
        match entry.code {
            MetadataCode::STRING => slice(&self.text, entry),
            _ => &[],
        }
    }

    /// The name of a kind of attached metadata.
    pub(crate) fn kind(&self, number: u32) -> Option<&[u8]> {
        self.kinds.get(&number).map(|name| &**name)
    }

    /// Reads a block of metadata.
    pub(crate) fn read(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        let mut name: Option<Box<[u8]>> = None;
        records(stream, |record, at| {
            let code = MetadataCode(record.code);
            match code {
                MetadataCode::NAME => name = Some(bytes_of(record.operands).collect()),
                MetadataCode::NAMED_NODE => {
                    let mut operands = Cursor::new(record, at);
                    let mut nodes = Vec::with_capacity(operands.left());
                    while operands.left() > 0 {
                        nodes.push(operands.next_u32()?);
                    }
                    self.add_named(name.take().unwrap_or_default(), nodes);
                }
                MetadataCode::KIND => {
                    let mut operands = Cursor::new(record, at);
                    let number = operands.next_u32()?;
                    self.kinds
                        .insert(number, bytes_of(operands.rest()).collect());
                }
                MetadataCode::STRING => {
                    let entry = make_entry(code, self.text.len(), record.operands.len(), at)?;
                    self.text.extend(bytes_of(record.operands));
                    self.entries.push(entry);
                }
                _ => {
                    if MetadataCode::TABLE.by_value(code.0.into()).is_none() {
                        return Err(bitcode_error("the record of metadata is unknown", at));
                    }
                    let entry = make_entry(code, self.numbers.len(), record.operands.len(), at)?;
                    self.numbers.extend_from_slice(record.operands);
                    self.entries.push(entry);
                }
            }
            Ok(size_of::<Entry>() + size_of_val(record.operands))
        })
    }

    /// Nodes of one name follow one another, even if they come from several records.
    fn add_named(&mut self, name: Box<[u8]>, nodes: Vec<u32>) {
        let next = self.named.len();
        let index = *self.named_by_name.entry(name.clone()).or_insert(next);
        match self.named.get_mut(index) {
            Some((_, known)) => known.extend(nodes),
            None => self.named.push((name, nodes)),
        }
    }
}

fn make_entry(code: MetadataCode, start: usize, len: usize, at: usize) -> Result<Entry> {
    let too_much = |_| bitcode_error("there is too much metadata", at);
    Ok(Entry {
        code,
        start: u32::try_from(start).map_err(too_much)?,
        len: u32::try_from(len).map_err(too_much)?,
    })
}

fn slice<T>(all: &[T], entry: Entry) -> &[T] {
    let start = entry.start as usize;
    all.get(start..start + entry.len as usize)
        .unwrap_or_default()
}
