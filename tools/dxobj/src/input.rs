//! Reads a container from a file: as a whole or, if it is large, without bytes that contain no fields.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use dxc_format::digest::{Hasher, Verdict};
use dxc_format::header::{Header, PartHeader};
use dxc_format::runtime::shape::{DocumentForm, ValueForm};
use dxc_format::runtime::walk::{Content, Sink, Span};
use dxc_format::scan;
use dxc_format::{Container, FourCC, PartView, RawPart, digest, types::Fixed};
use dxobj_report::guess;

use crate::bare::{self, Bare};
use crate::found::Found;
use crate::json::Line;
use crate::problem::Problem;
use crate::stamp::Stamp;
use crate::stream::BLOCK;

/// Files larger than this are read only where needed.
const LARGE: u64 = 16 << 20;

/// The number of bytes of each part that are always read: they identify its kind.
const HEAD: usize = 4 << 10;

/// The contents of a large container that a command needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The fields of parts. Raw bytes after them are read when the command requests them.
    Fields,
    /// Also the bitcode of programs, which the command decodes.
    Programs,
}

/// A file that was read.
pub(crate) struct Input {
    /// The name, as users gave it.
    pub(crate) name: String,
    /// The location of the file.
    pub(crate) found: Found,
    /// The bytes of the container; zeros where the [`file`](Self::file) was not read.
    pub(crate) bytes: Vec<u8>,
    /// Whether the bytes are the container of a PDB file.
    pub(crate) is_in_pdb: bool,
    /// The open file, unless all of it was read.
    pub(crate) file: Option<ByNeed>,
    /// The stamp of the file when it was read.
    pub(crate) stamp: Option<Stamp>,
    /// The kind of the content, if the file has no container; `bytes` is a container that was made around it.
    pub(crate) bare: Option<Bare>,
}

/// A file whose bytes are read when needed.
pub(crate) struct ByNeed {
    file: RefCell<Option<File>>,
    need: Need,
}

impl ByNeed {
    pub(crate) fn new(file: File, need: Need) -> Self {
        let file = RefCell::new(Some(file));
        Self { file, need }
    }

    /// Calls a function with the open file.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&File) -> io::Result<T>) -> io::Result<T> {
        let file = self.file.borrow();
        let closed = || io::Error::other("the file was closed");
        work(file.as_ref().ok_or_else(closed)?)
    }

    /// Closes the file before it is replaced: not every system can replace an open one.
    pub(crate) fn close(&self) {
        self.file.replace(None);
    }
}

impl Input {
    /// Makes an input from all bytes of a file.
    pub(crate) fn new(found: &Found, bytes: Vec<u8>) -> Self {
        Self {
            name: found.name(),
            found: found.clone(),
            bytes,
            is_in_pdb: false,
            file: None,
            stamp: None,
            bare: None,
        }
    }

    /// Like [`new`](Self::new), but the file may also be a part or a program without a container.
    pub(crate) fn of_any(found: &Found, bytes: Vec<u8>) -> Self {
        match bare::wrap(&bytes) {
            Some((bare, bytes)) => Self {
                bare: Some(bare),
                ..Self::new(found, bytes)
            },
            None => Self::new(found, bytes),
        }
    }

    /// Treats a file without a container as the data of a part, as `dxobj extract` writes it.
    pub(crate) fn of_part(self, fourcc: FourCC) -> Self {
        let data = match self.bare {
            None if scan::is_container(&self.bytes) => return self,
            None => Some(&*self.bytes),
            Some(bare) => bare.data(&self.bytes),
        };
        match data.and_then(|data| bare::wrap_data(fourcc, data)) {
            Some((bare, bytes)) => Self {
                bare: Some(bare),
                bytes,
                ..self
            },
            None => self,
        }
    }

    /// Refuses a file that has no container.
    pub(crate) fn refuse_bare(&self, refused: &str) -> Result<(), Problem> {
        let Some(bare) = self.bare else {
            return Ok(());
        };
        let problem = self.problem(format!("it is {}, which {refused}", bare.kind));
        Err(problem.hint("`dxobj set PART DATA CONTAINER` puts it into a container"))
    }

    /// Converts an offset of the container to an offset of the file.
    pub(crate) fn place(&self, offset: usize) -> usize {
        offset.saturating_sub(self.bare.map_or(0, |bare| bare.before))
    }

    /// The container of the input. If only needed bytes of the [file](Self::file) were read, bytes without fields at
    /// the end of parts, and between parts, are zeros.
    pub(crate) fn container(&self) -> Result<Container<'_>, Problem> {
        Container::parse(&self.bytes).map_err(|error| {
            let problem = self.problem(error);
            match self.hint() {
                Some(hint) => problem.hint(hint),
                None => problem,
            }
        })
    }

    /// The probable format of a file that is not a container; only its beginning was read.
    fn hint(&self) -> Option<String> {
        let is_cut = self.bytes.len() == BLOCK && self.found.path.is_file();
        let file = is_cut.then(|| File::open(&self.found.path).ok()).flatten();
        let mut bytes = Vec::new();
        match file.map(|file| file.take(LARGE).read_to_end(&mut bytes)) {
            Some(Ok(_)) => guess::hint(&bytes),
            _ => guess::hint(&self.bytes),
        }
    }

    /// A JSON line about the file.
    pub(crate) fn line<T>(&self, content: T) -> Line<T> {
        Line::new(&self.found.path, content)
    }

    /// A problem with the file.
    pub(crate) fn problem(&self, what: impl Display) -> Problem {
        self.found.problem(what)
    }

    /// The verdict on the digest; bytes that were not read yet are read for it.
    pub(crate) fn verdict(&self, container: &Container<'_>) -> Result<Verdict, Problem> {
        let found = container.digest();
        if self.file.is_none() || found.is_special() {
            return Ok(container.verify_digest());
        }
        let mut hasher = Hasher::new();
        for block in self.blocks(digest::content(container.file())) {
            hasher.update(&block.map_err(|error| self.problem(error))?);
        }
        Ok(hasher.verdict(found))
    }

    /// Whether all bytes of a part were read.
    pub(crate) fn is_read(&self, part: &RawPart<'_>) -> bool {
        let need = self.file.as_ref().map(|file| file.need);
        need.is_none_or(|need| is_read(part.fourcc, part.data, need))
    }

    /// The data of a part, which is read if it was not read yet.
    pub(crate) fn data<'a>(&self, part: &RawPart<'a>) -> Result<Cow<'a, [u8]>, Problem> {
        if self.is_read(part) {
            Ok(part.data.into())
        } else {
            self.read(part.data).map_err(|error| self.problem(error))
        }
    }

    /// The offset of bytes that are borrowed from the container.
    pub(crate) fn offset_of(&self, bytes: &[u8]) -> Option<usize> {
        let (own, begin) = (self.bytes.as_ptr_range(), bytes.as_ptr());
        own.contains(&begin)
            .then(|| begin.addr() - own.start.addr())
    }

    /// The bytes of the file for bytes that are borrowed from the container; other bytes are returned unchanged.
    pub(crate) fn read<'a>(&self, bytes: &'a [u8]) -> io::Result<Cow<'a, [u8]>> {
        match self.file.as_ref().zip(self.offset_of(bytes)) {
            None => Ok(bytes.into()),
            Some((file, at)) => {
                let mut read = vec![0; bytes.len()];
                file.with(|file| read_at(file, at, &mut read))?;
                Ok(read.into())
            }
        }
    }

    /// Like [`read`](Self::read), but returns the bytes in blocks.
    pub(crate) fn blocks<'a>(
        &self,
        bytes: &'a [u8],
    ) -> impl Iterator<Item = io::Result<Cow<'a, [u8]>>> {
        bytes.chunks(BLOCK).map(|block| self.read(block))
    }
}

/// Whether all bytes of a part must be read. They need not if its fields end within its [head](HEAD), and only raw
/// bytes follow that the command does not need.
fn is_read(fourcc: FourCC, data: &[u8], need: Need) -> bool {
    let is_program = || matches!(PartView::parse(fourcc, data), Ok(PartView::Program(_)));
    if need == Need::Programs && is_program() {
        return true;
    }
    let mut behind = BytesBehind {
        size: data.len(),
        is_found: false,
        depth: 0,
    };
    let walked = PartView::walk(fourcc, data, &mut behind);
    data.len() <= HEAD || walked.is_err() || !behind.is_found
}

/// Finds raw bytes that extend from the head of a part to its end.
struct BytesBehind {
    size: usize,
    is_found: bool,
    /// The nesting depth of the next span: other fields may reference the bytes of nested tables.
    depth: usize,
}

impl Sink for BytesBehind {
    fn span(&mut self, span: Span) {
        let is_plain = match span.content {
            Content::Bytes => span.shown.form != ValueForm::Text,
            Content::Trailing => true,
            _ => false,
        };
        self.is_found |=
            is_plain && self.depth <= 1 && span.at <= HEAD && span.at + span.size == self.size;
    }

    fn enter(&mut self, _: &'static str, _: Option<usize>, _: &'static DocumentForm) {
        self.depth += 1;
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// Whether a file begins like a container and is large enough to read only what is needed.
pub(crate) fn is_large(file: &File) -> bool {
    let is_large = |file: &File| {
        let known = file.metadata()?;
        io::Result::Ok(known.is_file() && known.len() > LARGE && known.len() <= u32::MAX.into())
    };
    let mut magic = [0; 4];
    is_large(file).unwrap_or_default()
        && read_at(file, 0, &mut magic).is_ok()
        && scan::is_container(&magic)
}

/// Whether the parts of a container follow each other, after its directory, without overlaps.
pub(crate) fn is_in_sequence(container: &Container<'_>) -> bool {
    let mut end = Header::SIZE + container.len() * u32::SIZE;
    container.parts().all(|part| {
        let is_next = part.offset >= end;
        end = part.data_offset + part.data.len();
        is_next
    })
}

/// Reads a container: its header, its directory, and its parts without the raw bytes after their fields. The rest is
/// zero: systems allocate no memory for zeros that are never written.
pub(crate) fn read_by_need(file: &File, need: Need) -> io::Result<Vec<u8>> {
    let len = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
    let mut bytes = vec![0; len];
    let header = bytes.get_mut(..Header::SIZE).unwrap_or_default();
    read_at(file, 0, header)?;
    let count = Header::decode(header).map_or(0, |header| header.part_count);
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let end = count
        .saturating_mul(u32::SIZE)
        .saturating_add(Header::SIZE)
        .min(len);
    let directory = bytes.get_mut(Header::SIZE..end).unwrap_or_default();
    read_at(file, Header::SIZE, directory)?;
    let offsets = directory.chunks_exact(u32::SIZE).filter_map(u32::decode);
    let mut offsets: Vec<usize> = offsets
        .filter_map(|offset| offset.try_into().ok())
        .collect();
    offsets.sort_unstable();
    offsets.dedup();
    if offsets.len().saturating_mul(HEAD) > len {
        read_at(file, 0, &mut bytes)?;
        return Ok(bytes);
    }
    // The bytes from the last part's offset up to here were read: parts may overlap.
    let mut read = 0;
    for offset in offsets {
        let mut read_to = |bytes: &mut [u8], end: usize| {
            let (from, end) = (read.max(offset), end.min(len));
            read = read.max(end);
            let unread = bytes.get_mut(from..end);
            unread.map_or(Ok(()), |unread| read_at(file, from, unread))
        };
        let begin = offset.saturating_add(PartHeader::SIZE);
        read_to(&mut bytes, begin.saturating_add(HEAD))?;
        let part = PartHeader::decode(bytes.get(offset..).unwrap_or_default());
        let Some(part) = part else {
            continue;
        };
        let size = usize::try_from(part.size).unwrap_or(usize::MAX);
        let end = begin.saturating_add(size).min(len);
        let data = bytes.get(begin..end).unwrap_or_default();
        if is_read(part.fourcc, data, need) {
            read_to(&mut bytes, end)?;
        }
    }
    Ok(bytes)
}

/// Fills a buffer from an offset of a file.
fn read_at(mut file: &File, at: usize, buffer: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at as u64))?;
    file.read_exact(buffer)
}
