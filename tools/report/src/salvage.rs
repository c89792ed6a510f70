//! Finds the parts of a container, also in damaged files.

use std::collections::BTreeSet;

use dxc_format::header::{self, Header, PartHeader};
use dxc_format::{Container, FourCC, types::Fixed};

/// A part, with those of its bytes that the file contains.
#[derive(Clone, Copy, Debug)]
pub struct FoundPart<'a> {
    /// Its FourCC.
    pub fourcc: FourCC,
    /// The offset of its header.
    pub offset: usize,
    /// The offset of its data.
    pub data_offset: usize,
    /// Its data; shorter than `size` if the file is truncated.
    pub data: &'a [u8],
    /// The size that its header states.
    pub size: usize,
}

/// The parts of a container. If it cannot be opened, the parts that its directory still references.
pub fn parts(bytes: &[u8]) -> Box<dyn Iterator<Item = FoundPart<'_>> + '_> {
    if let Ok(container) = Container::parse(bytes) {
        return Box::new(container.parts().map(|part| FoundPart {
            fourcc: part.fourcc,
            offset: part.offset,
            data_offset: part.data_offset,
            data: part.data,
            size: part.data.len(),
        }));
    }
    let mut seen = BTreeSet::new();
    let entries = directory(bytes)
        .into_iter()
        .filter_map(|offset| usize::try_from(offset).ok());
    let entries = entries.filter(move |offset| seen.insert(*offset));
    Box::new(entries.filter_map(|offset| place(bytes, offset)))
}

/// The directory entries that are inside of the file. If their number is wrong, the directory ends where the first part
/// begins.
pub(crate) fn directory(bytes: &[u8]) -> Vec<u32> {
    let header = Header::decode(bytes).filter(|header| header.magic == header::MAGIC);
    let count = header.map_or(0, |header| {
        usize::try_from(header.part_count).unwrap_or(usize::MAX)
    });
    let is_whole = Container::parse(bytes).is_ok();
    let entries = bytes.get(Header::SIZE..).unwrap_or_default();
    let entries = entries.chunks_exact(ENTRY).filter_map(u32::decode);
    let (mut found, mut end) = (Vec::new(), bytes.len());
    for (index, entry) in entries.take(count).enumerate() {
        if !is_whole && Header::SIZE + index * ENTRY >= end {
            break;
        }
        found.push(entry);
        let offset = usize::try_from(entry).unwrap_or(usize::MAX);
        if place(bytes, offset).is_some() {
            end = end.min(offset);
        }
    }
    found
}

/// The size of a directory entry.
pub(crate) const ENTRY: usize = <u32 as Fixed>::SIZE;

/// The part at an offset, if there may be one.
fn place(bytes: &[u8], offset: usize) -> Option<FoundPart<'_>> {
    let header = PartHeader::decode(bytes.get(offset..)?).filter(|_| offset >= Header::SIZE)?;
    let is_name = header.fourcc.0.iter().all(u8::is_ascii_graphic);
    let size = usize::try_from(header.size).ok()?;
    let rest = bytes.get(offset + PartHeader::SIZE..)?;
    is_name.then_some(FoundPart {
        fourcc: header.fourcc,
        offset,
        data_offset: offset + PartHeader::SIZE,
        data: rest.get(..size).unwrap_or(rest),
        size,
    })
}
