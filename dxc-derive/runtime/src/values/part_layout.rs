//! The layout of a part, if it differs from the canonical writer's.

use alloc::string::String;
use alloc::vec::Vec;

use super::gaps::Gaps;
use super::node::{Map, Node};
use super::problem::DocumentError;
use super::source::Source;
use super::value::{unsigned, wrong};
use crate::TableStyle;

type Result<T> = core::result::Result<T, DocumentError>;

/// The key of a part's layout in a document's extension.
pub const LAYOUT: &str = "Layout";

/// The differences between the bytes of a part and those of the canonical writer for the same value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartLayout {
    /// The writer whose table layout the part has.
    pub style: Option<TableStyle>,
    /// The bytes that differ from those that this writer would write.
    pub patch: Option<Patch>,
}

/// Bytes that replace built bytes, and the size of the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// The checksum of the built bytes to which it applies. An edited part has another checksum.
    checksum: u32,
    size: usize,
    bytes: Gaps,
    /// A note for readers of the document.
    note: String,
}

/// The note of a patch without another note.
const NOTE: &str = "These bytes replace built ones, unless the part was edited.";

impl PartLayout {
    /// Stores all bytes of a part without content, together with a note.
    pub fn of_bytes(bytes: &[u8], note: String) -> Self {
        let patch = Patch {
            note,
            ..Patch::over(&[], bytes)
        };
        Self {
            patch: Some(patch),
            ..Self::default()
        }
    }

    /// The bytes of a part whose content is not in the document.
    pub fn bytes(&self) -> Option<&[u8]> {
        let patch = self.patch.as_ref()?;
        patch
            .all_bytes()
            .filter(|_| patch.checksum == checksum(&[]))
    }

    /// Whether it is the layout of the canonical writer.
    pub fn is_canonical(&self) -> bool {
        *self == Self::default()
    }

    pub fn show(&self) -> Map {
        let mut layout = Map::default();
        if self.style == Some(TableStyle::Llvm) {
            layout.push("Tables", Node::Text("LLVM".into()));
        }
        if let Some(patch) = &self.patch {
            layout.push("Patch", Node::Map(patch.show()));
        }
        layout
    }

    pub fn read(node: &Node) -> Result<Self> {
        let source = Source::of(node)?;
        let mut layout = Self::default();
        source.read("Tables", |node| {
            match node {
                Node::Text(style) if style == "LLVM" => layout.style = Some(TableStyle::Llvm),
                Node::Text(style) if style == "DXC" => layout.style = Some(TableStyle::Dxc),
                other => return wrong("`LLVM` or `DXC`", other),
            }
            Ok(())
        })?;
        layout.patch = source.read("Patch", Patch::read)?;
        source.finish()?;
        Ok(layout)
    }
}

impl Patch {
    /// Replaces built bytes, unless the part was edited. A patch contains all bytes past the end of the built ones.
    pub fn apply(&self, built: &mut Vec<u8>) {
        let is_whole = self.bytes.size() >= self.size.saturating_sub(built.len());
        if is_whole && self.checksum == checksum(built) {
            built.resize(self.size, 0);
            self.bytes.put(built);
        }
    }

    /// All bytes of the part, if they replace all built ones.
    pub fn all_bytes(&self) -> Option<&[u8]> {
        match self.bytes.0.as_slice() {
            [] if self.size == 0 => Some(&[]),
            [(0, bytes)] if bytes.len() == self.size => Some(bytes),
            _ => None,
        }
    }

    /// Creates a patch with the bytes of `wanted` that differ from `bytes`, including all that are past its end.
    pub fn over(bytes: &[u8], wanted: &[u8]) -> Self {
        let mut runs: Vec<(usize, Vec<u8>)> = Vec::new();
        for (at, byte) in wanted.iter().enumerate() {
            // A byte past the end always differs.
            if bytes.get(at) == Some(byte) {
                continue;
            }
            match runs.last_mut() {
                Some((start, run)) if *start + run.len() == at => run.push(*byte),
                _ => runs.push((at, [*byte].into())),
            }
        }
        Self {
            checksum: checksum(bytes),
            size: wanted.len(),
            bytes: Gaps(runs),
            note: NOTE.into(),
        }
    }

    fn show(&self) -> Map {
        let mut patch = Map::default();
        patch.push("Note", Node::Text(self.note.clone().into()));
        patch.push("Checksum", Node::from(self.checksum));
        patch.push("Size", Node::from(self.size as u64));
        self.bytes.show(&mut patch);
        patch
    }

    fn read(node: &Node) -> Result<Self> {
        let patch = Source::whole(node, |source| {
            let note = match source.get("Note") {
                Some(Node::Text(note)) => note,
                _ => NOTE,
            };
            Ok(Self {
                note: note.into(),
                checksum: source.read("Checksum", unsigned)?.unwrap_or_default(),
                size: source.size("Size")?,
                bytes: Gaps::read(source)?,
            })
        })?;
        patch.bytes.check(patch.size)?;
        Ok(patch)
    }
}

/// The 32-bit FNV-1a hash.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, step)
}
