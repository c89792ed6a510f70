//! Reads metadata: strings, values, nodes and debug information.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::bitcode::{MetadataCode, MetadataKind};
use crate::bitstream::Bitstream;
use crate::cursor::{Cursor, bytes_of};
use crate::packed::Packed;
use crate::value::ValueId;
use dxc_format::Result;

/// The memory of a name or a kind in tables, without its characters.
const NAMED: usize = 128;

/// An entry of metadata: the record that defines it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) code: MetadataCode,
    start: u32,
    len: u32,
}

/// A block of metadata of the module or of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct MetadataTable {
    entries: Vec<Packed>,
    /// The operands of all entries that are not strings.
    numbers: Vec<u64>,
    /// The concatenated strings.
    text: Vec<u8>,
    /// Named metadata, with the numbers of its nodes.
    pub(crate) named: Vec<(Box<[u8]>, Vec<u32>)>,
    named_by_name: BTreeMap<Box<[u8]>, usize>,
    /// The kinds of attached metadata by number.
    kinds: BTreeMap<u32, AttachmentKind>,
    /// LLVM's numbers for names that [`MetadataKind`] does not have.
    kind_numbers: BTreeMap<Box<[u8]>, u32>,
}

/// A kind of attached metadata.
#[derive(Clone, Debug)]
struct AttachmentKind {
    name: Box<[u8]>,
    /// LLVM's number, which determines the order in which attachments are printed.
    number: u32,
}

/// Decodes a reference to metadata: the number plus 1; `None` for null.
pub(crate) fn reference(stored: u64) -> Option<u32> {
    u32::try_from(stored).ok()?.checked_sub(1)
}

impl Entry {
    fn of(packed: Packed) -> Self {
        Self {
            code: MetadataCode(packed.code()),
            start: packed.start(),
            len: packed.len(),
        }
    }

    /// Whether it is a node, and not a string or a value.
    pub(crate) fn is_node(self) -> bool {
        !matches!(
            self.code,
            MetadataCode::STRING | MetadataCode::VALUE | MetadataCode::OLD_FN_NODE
        )
    }
}

impl MetadataTable {
    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn get(&self, id: u32) -> Option<Entry> {
        self.entries.get(id as usize).copied().map(Entry::of)
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.entries.iter().copied().map(Entry::of)
    }

    /// The operands of an entry that is not a string.
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

    /// The value of an entry; its type precedes it.
    pub(crate) fn value(&self, entry: Entry) -> Option<ValueId> {
        match (entry.code, self.operands(entry)) {
            (MetadataCode::VALUE | MetadataCode::OLD_FN_NODE, [_, value]) => {
                u32::try_from(*value).ok().map(ValueId)
            }
            _ => None,
        }
    }

    /// The name of a kind of attached metadata.
    pub(crate) fn kind(&self, number: u32) -> Option<&[u8]> {
        self.kinds.get(&number).map(|kind| &*kind.name)
    }

    /// The sort key for kinds: LLVM's number. Unknown kinds come last.
    pub(crate) fn kind_order(&self, number: u32) -> (u32, u32) {
        let kind = self.kinds.get(&number);
        kind.map_or((u32::MAX, number), |kind| (kind.number, 0))
    }

    fn add_kind(&mut self, number: u32, name: Box<[u8]>) {
        let is_named =
            |kind: &MetadataKind| kind.text().is_some_and(|text| text.as_bytes() == &*name);
        let fixed = MetadataKind::all_values().find(is_named);
        let next = MetadataKind::TABLE.values.len() + self.kind_numbers.len();
        let next = crate::cursor::number(next);
        let kind = AttachmentKind {
            number: fixed.map_or_else(
                || *self.kind_numbers.entry(name.clone()).or_insert(next),
                |kind| kind.0,
            ),
            name,
        };
        self.kinds.insert(number, kind);
    }

    /// Reads a block of metadata.
    pub(crate) fn read(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        let mut name: Option<Box<[u8]>> = None;
        stream.for_each_record(|record| {
            let mut operands = Cursor::new(record);
            let code = MetadataCode(record.code);
            match code {
                MetadataCode::NAME => name = Some(bytes_of(record.operands).collect()),
                MetadataCode::NAMED_NODE => {
                    let nodes = operands.rest_as_u32()?;
                    self.add_named(name.take().unwrap_or_default(), nodes);
                }
                MetadataCode::KIND => {
                    let number = operands.next_u32()?;
                    self.add_kind(number, bytes_of(operands.rest()).collect());
                }
                // As in LLVM, unknown records are ignored.
                MetadataCode::ATTACHMENT => return Ok(0),
                _ if MetadataCode::TABLE.by_value(code.0.into()).is_none() => return Ok(0),
                _ => {
                    let start = match code {
                        MetadataCode::STRING => self.text.len(),
                        _ => self.numbers.len(),
                    };
                    let entry = Packed::new(code.0, start, record.operands.len());
                    let too_much = || operands.error("there is too much metadata");
                    self.entries.push(entry.ok_or_else(too_much)?);
                    let size = match code {
                        MetadataCode::STRING => {
                            self.text.extend(bytes_of(record.operands));
                            record.operands.len()
                        }
                        _ => {
                            self.numbers.extend_from_slice(record.operands);
                            size_of_val(record.operands)
                        }
                    };
                    return Ok(size_of::<Packed>() + size);
                }
            }
            // The name and the kind are also keys of maps.
            Ok(NAMED + 4 * size_of_val(record.operands))
        })
    }

    /// The numbers of the nodes of named metadata.
    pub(crate) fn named(&self, name: &[u8]) -> &[u32] {
        let index = self.named_by_name.get(name);
        let named = index.and_then(|index| self.named.get(*index));
        named.map_or(&[], |(_, nodes)| nodes)
    }

    /// Adds nodes to named metadata; several records may have the same name.
    fn add_named(&mut self, name: Box<[u8]>, nodes: Vec<u32>) {
        let next = self.named.len();
        let index = *self.named_by_name.entry(name.clone()).or_insert(next);
        match self.named.get_mut(index) {
            Some((_, known)) => known.extend(nodes),
            None => self.named.push((name, nodes)),
        }
    }
}

fn slice<T>(all: &[T], entry: Entry) -> &[T] {
    let start = entry.start as usize;
    all.get(start..start + entry.len as usize)
        .unwrap_or_default()
}
