//! A container as a document.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use crate::extension::{Extension, PartExtension};
use dxc_format::PartInfo;
use dxc_format::constants::ShaderStage;
use dxc_format::header::{Header, PartHeader};
use dxc_format::parts::{self, PartView};
use dxc_format::{Container, RawPart};
use dxc_runtime::limits::Budget;
use dxc_runtime::values::build_or_compare::BuildOrCompare;
use dxc_runtime::values::part_layout::PartLayout;
use dxc_runtime::values::requested::Requested;
use dxc_runtime::values::show::{Outside, Show, record};
use dxc_runtime::values::shown_tables::Tables;
use dxc_runtime::values::split_node::SplitMap;
use dxc_runtime::values::{Map, Node};
use dxc_runtime::{Error, ErrorKind, Fixed, Limits, Result};

use crate::origin::Origin;
use crate::{build, file, source_info};

/// The memory of a part without content, in the tree and in its text.
const PART: usize = 1024;

/// The LLVM whose tools read the first document, unless another one is asked for.
pub const LLVM: u32 = 22;

/// A container as a document.
///
/// It is a tree that serde reads and writes, as JSON or another format; YAML has separate methods.
///
/// ```
/// use dxc_document::Document;
/// use dxc_format::{Container, TableStyle, constants::FeatureFlags};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let document = Document::from_yaml("
/// Parts:
///   - Name: SFI0
///     Flags:
///       WaveOps: true
/// ")?;
/// let bytes = document.to_bytes(TableStyle::Dxc)?;
/// let container = Container::parse(&bytes)?;
/// assert_eq!(container.sfi0()?.unwrap().flags(), FeatureFlags::WaveOps);
///
/// let shown = Document::of(&container)?.to_yaml()?;
/// assert!(shown.starts_with("--- !dxcontainer\nHeader:\n"));
/// # Ok(())
/// # }
/// ```
#[doc = include_str!("two_documents.md")]
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub(crate) node: Node,
    pub(crate) extension: Option<Node>,
    pub(crate) origin: Origin,
}

impl Document {
    /// Both documents.
    pub(crate) fn new(node: Node, extension: Option<Node>) -> Self {
        Self {
            node,
            extension,
            origin: Origin::default(),
        }
    }

    /// The document of a container.
    ///
    /// # Errors
    /// If a part's data is invalid, or directory entries reference the same bytes so often that the parts exceed four
    /// times the size of the file.
    pub fn of(container: &Container<'_>) -> Result<Self> {
        Self::of_within(container, &Limits::of_input(container.as_bytes().len()))
    }

    /// Like [`of`](Self::of), for the tools of another LLVM: the first document has the parts that this LLVM knows.
    ///
    /// ```
    /// use dxc_document::Document;
    /// use dxc_format::{Container, TableStyle};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let built = Document::from_yaml("Parts: [{ Name: ILDN, DebugName: { DebugName: vs.pdb } }]")?;
    /// let bytes = built.to_bytes(TableStyle::Llvm)?;
    /// let container = Container::parse(&bytes)?;
    /// let has_name = |document: Document| {
    ///     serde_json::to_string(document.node()).is_ok_and(|text| text.contains("vs.pdb"))
    /// };
    /// assert!(!has_name(Document::of(&container)?));
    /// assert!(has_name(Document::for_llvm(&container, 23)?));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`of`](Self::of).
    pub fn for_llvm(container: &Container<'_>, llvm: u32) -> Result<Self> {
        let limits = Limits::of_input(container.as_bytes().len());
        Self::new_within(container, &limits, llvm, Unreadable::Refused)
    }

    /// Like [`for_llvm`](Self::for_llvm), but a part that this version cannot read is stored as bytes, with a note of the
    /// reason. Such parts may be damaged, or of a newer version of the format. Also returns their errors.
    ///
    /// ```
    /// use dxc_document::Document;
    /// use dxc_format::{Builder, Container, TableStyle, parts};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut builder = Builder::new();
    /// builder.set(parts::SFI0, [1, 2, 3].as_slice());
    /// let bytes = builder.to_bytes()?;
    /// let container = Container::parse(&bytes)?;
    /// assert!(Document::of(&container).is_err());
    /// let (document, errors) = Document::with_unreadable(&container, 22)?;
    /// assert_eq!(errors.len(), 1);
    /// assert_eq!(document.to_bytes(TableStyle::Dxc)?, bytes);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If directory entries reference the same bytes so often that the parts exceed four times the size of the file.
    pub fn with_unreadable(container: &Container<'_>, llvm: u32) -> Result<(Self, Vec<Error>)> {
        let limits = Limits::of_input(container.as_bytes().len());
        let mut errors = Vec::new();
        let unreadable = Unreadable::AsBytes(&mut errors);
        let document = Self::new_within(container, &limits, llvm, unreadable)?;
        Ok((document, errors))
    }

    /// Like [`of`](Self::of), but with other limits: the parts together may have [`Limits::claims`] bytes.
    ///
    /// # Errors
    /// Those of [`of`](Self::of).
    pub fn of_within(container: &Container<'_>, limits: &Limits) -> Result<Self> {
        Self::new_within(container, limits, LLVM, Unreadable::Refused)
    }

    fn new_within(
        container: &Container<'_>,
        limits: &Limits,
        llvm: u32,
        mut unreadable: Unreadable<'_>,
    ) -> Result<Self> {
        container.check_claims(limits)?;
        Budget::new("memory", limits.memory)
            .take(container.len().saturating_mul(PART))
            .map_err(Error::without_byte)?;
        let file = container.as_bytes();
        let mut header = SplitMap::default();
        let bytes = file.get(..Header::SIZE).unwrap_or_default();
        record(&Header::LAYOUT, bytes, &mut header);
        let offsets = container.parts().map(|part| (part.offset as u64).into());
        header.push("PartOffsets", Node::List(offsets.collect()));
        // PSV0 of version 0 does not store the stage; the program does.
        let stage = unreadable.known(container.shader_stage())?.flatten();
        let outside = stage.map(|stage| Outside {
            values: &ShaderStage::TABLE,
            value: stage.0.into(),
        });
        let (mut parts, mut extension, mut seen) =
            (Vec::new(), Extension::default(), BTreeMap::new());
        let mut requested = Requested::default();
        for part in container.parts() {
            let (first, more) = match show_part(&part, outside, llvm, &mut requested) {
                Ok(shown) => shown,
                Err(error) => {
                    let shown = unreadable_part(&part, &error);
                    unreadable.note(error.within_part(part.fourcc, part.data_offset))?;
                    shown
                }
            };
            parts.push(Node::Map(first));
            let index = seen.entry(part.fourcc).or_default();
            if !more.map.0.is_empty() || !more.layout.is_canonical() {
                extension.parts.insert((part.fourcc, *index), more);
            }
            *index += 1;
        }
        file::compare(container, &mut extension, &mut requested);
        let header = Node::Map(header.into_whole_map());
        let node = Node::map([("Header", header), ("Parts", Node::List(parts))]);
        Ok(Self::new(node, extension.show()))
    }

    /// The first document, in the keys of LLVM's tools.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The second document, if there is one: the remaining content of the container, and its layout.
    pub fn extension(&self) -> Option<&Node> {
        self.extension.as_ref()
    }

    /// The first document alone, for LLVM's tools.
    pub fn without_rest(self) -> Self {
        Self {
            extension: None,
            ..self
        }
    }
}

/// What happens to parts that this version cannot read.
enum Unreadable<'e> {
    /// The document has an error.
    Refused,
    /// They are stored as bytes, and their errors here.
    AsBytes(&'e mut Vec<Error>),
}

impl Unreadable<'_> {
    fn note(&mut self, error: Error) -> Result<()> {
        match self {
            // A part that expands beyond its limit can be read.
            Self::AsBytes(errors) if *error.kind() != ErrorKind::Aliased => {
                errors.push(error);
                Ok(())
            }
            _ => Err(error),
        }
    }

    /// A fact of the container; `None` if a part that has it cannot be read.
    fn known<T>(&self, fact: Result<T>) -> Result<Option<T>> {
        match self {
            Self::Refused => fact.map(Some),
            Self::AsBytes(_) => Ok(fact.ok()),
        }
    }
}

/// A part that cannot be read: its bytes, and the reason.
fn unreadable_part(part: &RawPart<'_>, error: &Error) -> (Map, PartExtension) {
    let mut header = SplitMap::default();
    let bytes = file::part_header(part.fourcc, part.data);
    record(&PartHeader::LAYOUT, &bytes, &mut header);
    let reason = format!("This version cannot read the part: {error}");
    let extension = PartExtension {
        layout: PartLayout::of_bytes(part.data, reason),
        ..PartExtension::default()
    };
    (header.into_whole_map(), extension)
}

/// The content of a part in both documents.
fn show_part(
    part: &RawPart<'_>,
    outside: Option<Outside>,
    llvm: u32,
    requested: &mut Requested,
) -> Result<(Map, PartExtension)> {
    let mut header = SplitMap::default();
    let bytes = file::part_header(part.fourcc, part.data);
    record(&PartHeader::LAYOUT, &bytes, &mut header);
    let since = PartInfo::find(part.fourcc, part.data).and_then(|info| info.llvm);
    let is_known = since.is_some_and(|since| since <= llvm);
    let content = || -> Result<SplitMap> {
        let mut tables = Tables::new(part.data);
        PartView::walk(part.fourcc, part.data, &mut tables)?;
        let mut show = Show::new(part.data, &tables, outside)
            .extension(!is_known)
            .llvm(llvm);
        PartView::walk(part.fourcc, part.data, &mut show)?;
        Ok(show.into_map())
    };
    let content_map = content()?;
    let is_grouped = part.fourcc == parts::SRCI;
    let is_split = is_known && !is_grouped && content_map.has_extension();
    let mut whole = content_map.into_whole_map();
    if is_grouped {
        source_info::group(&mut whole);
    }
    let is_first = is_known && !is_split && (!is_grouped || source_info::is_llvms(&whole));
    // All keys are built together. Two trees of a large part would take too much memory.
    let mut first = header.into_whole_map();
    let keys = first.0.len();
    first.0.extend(whole.0);
    let mut layout = PartLayout::default();
    let mut task = BuildOrCompare::Compare {
        bytes: part.data,
        layout: &mut layout,
        requested,
    };
    // `build` reports the error.
    let _ = build::part_data(&first, &mut task);
    let mut map = Map::default();
    if !is_first {
        map.0 = first.0.split_off(keys);
    }
    if is_split {
        drop(map);
        let (known, rest) = content()?.split();
        first.0.extend(known.0);
        map = rest;
    }
    let extension = PartExtension {
        place: 0,
        map,
        layout,
    };
    Ok((first, extension))
}
