//! The layout of a container, if it differs from the layout that the writer uses.

use alloc::vec;
use alloc::vec::Vec;

use dxc_format::Container;
use dxc_format::digest::Digest;
use dxc_format::header::PartHeader;
use dxc_runtime::Fixed;
use dxc_runtime::span_layout::unclaimed;
use dxc_runtime::values::gaps::Gaps;
use dxc_runtime::values::requested::Requested;
use dxc_runtime::values::source::Source;
use dxc_runtime::values::value::{each, numbers, wrong};
use dxc_runtime::values::{DocumentError, Map, Node};

use super::file::directory_end;

type Result<T> = core::result::Result<T, DocumentError>;

/// The key with the names of the header keys whose values are used unchanged.
const STATED: &str = "Stated";

/// The maximum length of a gap of zeros that a document requests by its size; longer gaps are listed.
const LONGEST_GAP: usize = 1 << 16;

/// The differences between a container's layout and the one that the writer uses for its parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileLayout {
    /// Whether the digest in the document is used, even if it does not match.
    pub(crate) states_hash: bool,
    /// Whether the container has the size that the document's header states.
    pub(crate) states_size: bool,
    /// Whether the parts have the offsets that the document's header states.
    pub(crate) states_places: bool,
    /// The bytes between parts.
    pub(crate) gaps: Gaps,
    /// The bytes after the end that the header states.
    pub(crate) trailing: Vec<u8>,
}

impl FileLayout {
    /// The layout of a container: the offsets of its parts, the bytes between them, its digest.
    pub(crate) fn of(container: &Container<'_>, requested: &mut Requested) -> Self {
        let file = container.file();
        let digest = container.digest();
        let mut layout = Self {
            states_hash: !digest.is_special() && digest != Digest::of_file(file),
            trailing: container.trailing().to_vec(),
            ..Self::default()
        };
        let mut end = directory_end(container.len());
        let mut claimed = vec![(0, end)];
        for part in container.parts() {
            let size = PartHeader::SIZE + part.data.len();
            layout.states_places |= part.offset != end;
            end = part.offset + size;
            claimed.push((part.offset, size));
        }
        let farthest = claimed.iter().map(|(at, size)| at + size).max();
        layout.states_size = farthest != Some(file.len());
        for (at, gap) in unclaimed(claimed, file) {
            let is_short = gap.len() <= LONGEST_GAP && gap.iter().all(|byte| *byte == 0);
            if !(is_short && requested.take(gap.len())) {
                layout.gaps.0.push((at, gap.to_vec()));
            }
        }
        layout
    }

    /// Whether the parts are not laid out in sequence: the layout of the container or of a part is stated.
    pub(crate) fn is_stated(&self) -> bool {
        self.states_places || self.states_size
    }

    /// The keys of the layout; none if the writer would use the same layout.
    pub(crate) fn show(self) -> Map {
        let mut layout = Map::default();
        let stated = [
            ("Hash", self.states_hash),
            ("FileSize", self.states_size),
            ("PartOffsets", self.states_places),
        ];
        let stated = stated.into_iter().filter(|(_, is_stated)| *is_stated);
        layout.push_list(STATED, stated.map(|(key, _)| Node::Text(key.into())));
        self.gaps.show(&mut layout);
        if !self.trailing.is_empty() {
            layout.push("Trailing", Node::Bytes(self.trailing));
        }
        layout
    }

    pub(crate) fn read(node: &Node) -> Result<Self> {
        let mut layout = Self::default();
        Source::whole(node, |source| {
            source.read(STATED, |keys| {
                each(keys, |key| {
                    let stated = match key {
                        Node::Text(key) if key == "Hash" => &mut layout.states_hash,
                        Node::Text(key) if key == "FileSize" => &mut layout.states_size,
                        Node::Text(key) if key == "PartOffsets" => &mut layout.states_places,
                        other => return wrong("`Hash`, `FileSize` or `PartOffsets`", other),
                    };
                    *stated = true;
                    Ok(())
                })
            })?;
            layout.gaps = Gaps::read(source)?;
            layout.trailing = source.read("Trailing", numbers)?.unwrap_or_default();
            Ok(())
        })?;
        Ok(layout)
    }
}
