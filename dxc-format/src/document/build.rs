//! From a document to the bytes of a container.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::Document;
use super::node::Node;
use super::problem::Problem;
use super::source::{PartFromDocument, Scope, Source};
use super::source_info;
use super::value::{each, list};
use crate::builder::VERSION;
use crate::digest::Digest;
use crate::header::{Header, PartHeader};
use crate::parts::Part;
use crate::{Container, Fixed, PartView, TableStyle};

/// Parts are padded to a multiple of so many bytes.
const PADDING: usize = 4;

/// The most bytes that a document may ask for without giving them: gaps, and the rest of parts.
const MOST_FILLED: usize = 64 << 20;

impl Document {
    /// The bytes of the container that the document describes.
    ///
    /// Counts, sizes and offsets that follow from the rest are computed, whatever the document says of them. It may leave
    /// them out, and the hash, which is then the digest of the bytes. A size that is larger than what a part holds adds
    /// zeros, as an offset of a part does that lies behind the end of the one before.
    ///
    /// # Errors
    /// Names the key whose value cannot be.
    pub fn to_bytes(&self, style: TableStyle) -> Result<Vec<u8>, Problem> {
        let document = Source::of(&self.0)?;
        let parts = match document.get("Parts") {
            Some(node) => {
                let part = |node: &Node| match source_info::ungroup(node)? {
                    Some(node) => part(&node, style).map_err(source_info::place),
                    None => part(node, style),
                };
                let parts = list(node).and_then(|parts| each(parts, part));
                parts.map_err(|problem| problem.within("Parts"))?
            }
            None => Vec::new(),
        };
        let nothing = Node::Nothing;
        let header = document.get("Header").unwrap_or(&nothing);
        let out = file(header, &parts).map_err(|problem| problem.within("Header"))?;
        document.finish()?;
        Ok(out)
    }
}

/// A part: its header, and what it holds, which may be less than the header says.
struct BuiltPart {
    header: PartHeader,
    data: Vec<u8>,
}

fn part(node: &Node, style: TableStyle) -> Result<BuiltPart, Problem> {
    let source = Source::of(node)?;
    let mut header: PartHeader = record(&source)?;
    let data = Part::build(header.fourcc, &source, style)?;
    let mut data = data.unwrap_or_default();
    source.finish()?;
    // Older compilers do not pad, and padding holds nothing.
    let padding = data.get(header.size as usize..).unwrap_or_default();
    let is_padding = padding.len() < PADDING && padding.iter().all(|byte| *byte == 0);
    let rest = data.get(..header.size as usize).unwrap_or(&data);
    let is_stated = source.get("Size").is_some();
    if is_stated && is_padding && PartView::parse(header.fourcc, rest).is_ok() {
        data.truncate(header.size as usize);
    }
    let size = u32::try_from(data.len()).ok();
    let size = size.ok_or_else(|| Problem::new("holds more than 4 GiB"))?;
    header.size = header.size.max(size);
    Ok(BuiltPart { header, data })
}

/// The header, the directory and the parts.
fn file(node: &Node, parts: &[BuiltPart]) -> Result<Vec<u8>, Problem> {
    let empty = Node::Map(super::Map::default());
    let source = Source::of(match node {
        Node::Nothing => &empty,
        node => node,
    })?;
    let mut header: Header = record(&source)?;
    header.magic = Container::MAGIC;
    if source.get("Version").is_none() {
        header.version = VERSION;
    }
    header.part_count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
    let offsets = source.get("PartOffsets").map(list).transpose();
    let offsets = offsets.map_err(|problem| problem.within("PartOffsets"))?;
    source.finish()?;
    if let Some(offsets) = offsets
        && offsets.len() != parts.len()
    {
        let what = format!("has {} offsets for {} parts", offsets.len(), parts.len());
        return Err(Problem::new(what).within("PartOffsets"));
    }
    let directory = parts.len() * <u32 as Fixed>::SIZE;
    let mut out = vec![0; Header::SIZE + directory];
    let mut filled = 0;
    for (index, part) in parts.iter().enumerate() {
        let offset = match offsets.and_then(|offsets| offsets.get(index)) {
            Some(Node::Number(offset)) => usize::try_from(*offset).unwrap_or(usize::MAX),
            Some(_) => usize::MAX,
            None => out.len(),
        };
        let size = part.header.size as usize;
        let gap = offset.saturating_sub(out.len());
        filled += gap.saturating_add(size - part.data.len());
        if filled > MOST_FILLED {
            let what = format!("more than {MOST_FILLED} bytes of gaps and zeros");
            return Err(Problem::new(what));
        }
        out.resize(out.len() + gap, 0);
        let offset = out.len();
        let entry = Header::SIZE + index * <u32 as Fixed>::SIZE;
        let place = u32::try_from(offset).unwrap_or(u32::MAX);
        place.encode(out.get_mut(entry..).unwrap_or_default());
        let mut bytes = [0; PartHeader::SIZE];
        part.header.encode(&mut bytes);
        out.extend_from_slice(&bytes);
        out.extend_from_slice(&part.data);
        out.resize(out.len() + (size - part.data.len()), 0);
    }
    let size = u32::try_from(out.len()).unwrap_or(u32::MAX);
    header.file_size = header.file_size.max(size);
    header.encode(&mut out);
    if source.get("Hash").is_none() {
        header.digest = Digest::of_file(&out).0;
        header.encode(&mut out);
    }
    Ok(out)
}

/// A fixed record, from the keys of a map.
fn record<T: Fixed + Default>(source: &Source<'_>) -> Result<T, Problem> {
    source.fixed(&crate::shape::Shown::FLAT, &mut Scope::default())
}
