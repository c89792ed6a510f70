//! Assembles the parts of a document to a container: their offsets, the bytes between them, and the digest.

use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::file_layout::FileLayout;
use dxc_format::digest::Digest;
use dxc_format::header::{Header, MAX_FILE_SIZE, PartHeader};
use dxc_runtime::limits::Budget;
use dxc_runtime::values::DocumentError;
use dxc_runtime::values::gaps::put;
use dxc_runtime::values::part_layout::LAYOUT;
use dxc_runtime::values::requested::Requested;
use dxc_runtime::{Fixed, FourCC, Limits, TableStyle};

type Result<T> = core::result::Result<T, DocumentError>;

/// The key of a container's layout in a document.
pub(crate) const HEADER: &str = "Header";

/// The size of an entry of the directory of parts.
const ENTRY: usize = u32::SIZE;

/// A part: its data, and the size that the document states.
pub(crate) struct BuiltPart {
    pub(crate) fourcc: FourCC,
    pub(crate) data: Vec<u8>,
    pub(crate) stated: Option<u32>,
}

/// The container properties that a document states.
pub(crate) struct Stated {
    pub(crate) header: Header,
    /// The offsets of parts, if the document states them.
    pub(crate) offsets: Vec<u32>,
    pub(crate) has_hash: bool,
}

/// A container that is being built.
pub(crate) struct File<'f> {
    pub(crate) stated: Stated,
    pub(crate) parts: &'f [BuiltPart],
    pub(crate) layout: &'f FileLayout,
    pub(crate) style: TableStyle,
    pub(crate) limits: &'f Limits,
}

/// The offsets of the parts, and the end of the last one.
struct Layout {
    places: Vec<usize>,
    size: usize,
}

impl File<'_> {
    /// The bytes of the container.
    pub(crate) fn write(&self, requested: &mut Requested) -> Result<Vec<u8>> {
        let stated = self.stated_layout(requested)?;
        // Parts may overlap each other and the header, if their bytes are equal there.
        let agreed = |layout: Layout| {
            let out = self.put(&layout);
            out.map(|out| self.agree(&out, &layout.places).then_some(out))
        };
        let mut out = match stated.map(agreed).transpose()?.flatten() {
            Some(out) => {
                self.check_gaps(out.len())?;
                out
            }
            None => {
                let layout = self.lay_out_in_sequence(requested)?;
                // If the parts are not at the stated offsets, gaps are kept as far as they fit.
                if !self.layout.is_stated() {
                    self.check_gaps(layout.size)?;
                }
                self.put(&layout)?
            }
        };
        out.extend_from_slice(&self.layout.trailing);
        Ok(out)
    }

    fn check_gaps(&self, size: usize) -> Result<()> {
        let outcome = self.layout.gaps.check(size);
        outcome.map_err(|problem| problem.within(LAYOUT))
    }

    /// Writes the header of the container.
    fn put_header(&self, out: &mut [u8]) {
        let size = u32::try_from(out.len()).unwrap_or(u32::MAX);
        let Stated {
            mut header,
            has_hash,
            ..
        } = self.stated;
        let is_llvm = self.style == TableStyle::Llvm;
        header.file_size = if is_llvm {
            header.file_size.max(size)
        } else {
            size
        };
        header.encode(out);
        let is_special = Digest(header.digest).is_special();
        let keeps = is_llvm || is_special || self.layout.states_hash;
        if !has_hash || !keeps {
            header.digest = Digest::of_file(out).0;
            header.encode(out);
        }
    }

    /// Places the parts in sequence; in LLVM's style, none is placed before its stated offset.
    fn lay_out_in_sequence(&self, requested: &mut Requested) -> Result<Layout> {
        let (mut places, mut size) = (Vec::new(), directory_end(self.parts.len()));
        for (index, part) in self.parts.iter().enumerate() {
            let offset = self.stated.offsets.get(index);
            let offset = offset.filter(|_| self.style == TableStyle::Llvm);
            let offset = offset.map_or(size, |offset| size.max(*offset as usize));
            let zeros = requested.zeros(offset - size);
            zeros.map_err(|problem| problem.within("PartOffsets").within(HEADER))?;
            places.push(offset);
            size = offset + PartHeader::SIZE + part.data.len();
        }
        let end = size.max(self.stated_end());
        let zeros = requested.zeros(end - size);
        zeros.map_err(|problem| problem.within("FileSize").within(HEADER))?;
        Ok(Layout { places, size: end })
    }

    /// The file size in the document, if the style is LLVM's and bytes follow the end that the header states; otherwise
    /// 0.
    fn stated_end(&self) -> usize {
        let follows = !self.layout.trailing.is_empty();
        match self.style {
            TableStyle::Llvm if follows => self.stated.header.file_size as usize,
            _ => 0,
        }
    }

    /// The offsets that the document states, if its layout requires them and every part has its original size.
    fn stated_layout(&self, requested: &mut Requested) -> Result<Option<Layout>> {
        let Stated {
            header, offsets, ..
        } = &self.stated;
        let FileLayout {
            states_places,
            states_size,
            gaps,
            ..
        } = self.layout;
        let stays =
            |part: &BuiltPart| part.stated.map(|size| size as usize) == Some(part.data.len());
        if !self.layout.is_stated() || !self.parts.iter().all(stays) {
            return Ok(None);
        }
        let layout = if *states_places {
            Layout {
                places: offsets.iter().map(|offset| *offset as usize).collect(),
                size: 0,
            }
        } else {
            self.lay_out_in_sequence(requested)?
        };
        if layout.places.len() != self.parts.len() {
            return Ok(None);
        }
        let ends = layout.places.iter().zip(self.parts);
        let ends = ends.map(|(at, part)| at.saturating_add(PartHeader::SIZE + part.data.len()));
        let directory_end = directory_end(self.parts.len());
        let sizes = self
            .parts
            .iter()
            .map(|part| PartHeader::SIZE + part.data.len());
        let given = sizes.fold(directory_end + gaps.size(), usize::saturating_add);
        let stated = if *states_size {
            header.file_size as usize
        } else {
            0
        };
        let size = ends.fold(directory_end.max(stated), usize::max);
        let zeros = requested.zeros(size.saturating_sub(given));
        zeros.map_err(|problem| problem.within(HEADER))?;
        Ok(Some(Layout { size, ..layout }))
    }

    /// Writes the header, the directory, the parts, and the bytes between them.
    fn put(&self, layout: &Layout) -> Result<Vec<u8>> {
        if layout.size > MAX_FILE_SIZE as usize {
            let what = format!(
                "{} bytes, where a container has at most {MAX_FILE_SIZE}",
                layout.size
            );
            return Err(DocumentError::new(what).within("FileSize").within(HEADER));
        }
        let output = Budget::new("output", self.limits.output).take(layout.size);
        output.map_err(|kind| DocumentError::new(kind.to_string()).within(HEADER))?;
        let mut out = vec![0; layout.size];
        self.layout.gaps.put(&mut out);
        let mut write = |at: usize, bytes: &[u8]| put(&mut out, at, bytes);
        for (index, (part, at)) in self.parts.iter().zip(&layout.places).enumerate() {
            let place = u32::try_from(*at).unwrap_or(u32::MAX);
            let mut entry = [0; ENTRY];
            place.encode(&mut entry);
            write(Header::SIZE + index * ENTRY, &entry);
            write(*at, &part_header(part.fourcc, &part.data));
            write(*at + PartHeader::SIZE, &part.data);
        }
        self.put_header(&mut out);
        Ok(out)
    }

    /// Whether the output has the bytes of every part at its offset.
    fn agree(&self, out: &[u8], places: &[usize]) -> bool {
        let at = |at: usize| out.get(at..).unwrap_or_default();
        let entries = at(Header::SIZE).chunks_exact(ENTRY);
        let mut directory = entries.filter_map(u32::decode);
        let mut parts = self.parts.iter().zip(places);
        parts.all(|(part, place)| {
            directory.next().map(u64::from) == Some(*place as u64)
                && at(*place).starts_with(&part_header(part.fourcc, &part.data))
                && at(*place + PartHeader::SIZE).starts_with(&part.data)
        })
    }
}

/// The header of a part with this data.
pub(crate) fn part_header(fourcc: FourCC, data: &[u8]) -> [u8; PartHeader::SIZE] {
    let size = u32::try_from(data.len()).unwrap_or(u32::MAX);
    let mut bytes = [0; PartHeader::SIZE];
    let mut header = PartHeader::default();
    (header.fourcc, header.size) = (fourcc, size);
    header.encode(&mut bytes);
    bytes
}

/// The end of the directory for this many parts.
pub(crate) fn directory_end(parts: usize) -> usize {
    Header::SIZE + parts * ENTRY
}
