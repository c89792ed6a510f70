//! Reads files that have no container around them: a part with its header (`dxc -Fre`), a bare DXIL program, or FXC's
//! PDB. They are wrapped in a container that has nothing else.

use dxc_format::header::PartHeader;
use dxc_format::pdb::Streams;
use dxc_format::{Builder, Container, ErrorKind, FourCC, PartInfo, PartView};
use dxc_format::{parts, scan, types::Fixed};
use dxc_shader::sources;

/// The content of a file without a container.
#[derive(Clone, Copy)]
pub(crate) struct Bare {
    /// Its kind.
    pub(crate) kind: &'static str,
    /// The number of bytes of the container made by [`wrap`] that precede the bytes of the file.
    pub(crate) before: usize,
}

impl Bare {
    /// The bytes of the file, as the container made by [`wrap`] contains them; `None` if they begin with a part header.
    pub(crate) fn data(self, container: &[u8]) -> Option<&[u8]> {
        let first = Container::parse(container).ok()?.part(0)?;
        (self.before == first.data_offset).then_some(first.data)
    }
}

/// The FourCC and the data of a part, if the bytes are exactly a part with its header.
pub(crate) fn part(bytes: &[u8]) -> Option<(FourCC, &[u8])> {
    let header = PartHeader::decode(bytes)?;
    let data = bytes.get(PartHeader::SIZE..)?;
    let is_known = PartInfo::of_fourcc(header.fourcc).next().is_some();
    let is_whole = usize::try_from(header.size).is_ok_and(|size| size == data.len());
    (is_known && is_whole).then_some((header.fourcc, data))
}

/// Whether a file that begins with these bytes may be a part or a program.
pub(crate) fn may_begin(bytes: &[u8]) -> bool {
    let header = PartHeader::decode(bytes);
    let is_known = |header: PartHeader| PartInfo::of_fourcc(header.fourcc).next().is_some();
    let is_program = match PartView::parse(parts::DXIL, bytes) {
        Ok(part) => matches!(part, PartView::Program(_)),
        // The bitcode begins within these bytes, and ends after them.
        Err(error) => matches!(error.kind(), ErrorKind::Truncated { .. }),
    };
    header.is_some_and(is_known) || is_program
}

/// Wraps the content of a file in a container with no other part, if the file is a part or a program.
pub(crate) fn wrap(bytes: &[u8]) -> Option<(Bare, Vec<u8>)> {
    if scan::is_container(bytes) {
        return None;
    }
    let part = part(bytes);
    let (kind, fourcc, data) = match part {
        Some((fourcc, data)) => ("a part without a container", fourcc, data),
        None if is_fxc_pdb(bytes) => ("FXC's PDB, without a container", parts::SPDB, bytes),
        None => match PartView::parse(parts::DXIL, bytes) {
            Ok(PartView::Program(_)) => ("a DXIL program without a container", parts::DXIL, bytes),
            _ => return None,
        },
    };
    let (bare, container) = wrap_data(fourcc, data)?;
    let header = part.map_or(0, |_| PartHeader::SIZE);
    let before = bare.before - header;
    Some((Bare { kind, before }, container))
}

/// Makes a container whose only part has this data.
pub(crate) fn wrap_data(fourcc: FourCC, data: &[u8]) -> Option<(Bare, Vec<u8>)> {
    let mut builder = Builder::new();
    builder.push(fourcc, data);
    let container = builder.to_bytes().ok()?;
    let before = Container::parse(&container).ok()?.part(0)?.data_offset;
    let kind = "the data of a part, without a container";
    Some((Bare { kind, before }, container))
}

/// Whether the bytes are a PDB that FXC wrote.
fn is_fxc_pdb(bytes: &[u8]) -> bool {
    let is_fxc = Streams::of_bytes(bytes).and_then(|mut streams| sources::is_fxc_pdb(&mut streams));
    is_fxc.unwrap_or_default()
}
