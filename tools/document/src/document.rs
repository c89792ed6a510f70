//! Converts a container to a document.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::file_layout::FileLayout;
use dxc_format::PartInfo;
use dxc_format::constants::ShaderStage;
use dxc_format::header::{Header, PartHeader};
use dxc_format::parts::{self, PartView};
use dxc_format::{Container, RawPart};
use dxc_runtime::limits::Budget;
use dxc_runtime::values::build_or_compare::BuildOrCompare;
use dxc_runtime::values::part_layout::{LAYOUT, PartLayout};
use dxc_runtime::values::requested::Requested;
use dxc_runtime::values::show::{Outside, Show, record};
use dxc_runtime::values::shown_tables::Tables;
use dxc_runtime::values::{DocumentError, Map, Node};
use dxc_runtime::{Error, ErrorKind, Fixed, Limits, Result};

use crate::{build, file, locate, source_info};

/// The estimated memory of a part without its content, in the tree and in its text.
const PART: usize = 1024;

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
#[doc = include_str!("layout.md")]
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) node: Node,
    /// The LLVM version whose keys the document is limited to; `None` if it has all keys.
    pub(crate) llvm: Option<u32>,
    left_out: Vec<String>,
    /// The text that the document was read from, if it was read from text.
    pub(crate) origin: Option<Box<str>>,
}

/// Documents with the same values are equal.
impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Document {
    /// A document that was read, and its text if it was read from text.
    pub(crate) fn new(node: Node, origin: Option<&str>) -> Self {
        Self {
            node,
            llvm: None,
            left_out: Vec::new(),
            origin: origin.map(Box::from),
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

    /// Like [`of`](Self::of), with the keys of an LLVM only: its `yaml2obj` reads the document.
    /// [`left_out`](Self::left_out) has the others.
    ///
    /// ```
    /// use dxc_document::Document;
    /// use dxc_format::{Container, TableStyle};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let built = Document::from_yaml("Parts: [{ Name: ILDN, DebugName: { DebugName: vs.pdb } }]")?;
    /// let bytes = built.to_bytes(TableStyle::Llvm)?;
    /// let container = Container::parse(&bytes)?;
    /// assert_eq!(Document::for_llvm(&container, 22)?.left_out(), ["ILDN: DebugName"]);
    /// let newer = Document::for_llvm(&container, 23)?;
    /// assert!(newer.left_out().is_empty());
    /// assert_eq!(newer, Document::of(&container)?);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`of`](Self::of).
    pub fn for_llvm(container: &Container<'_>, llvm: u32) -> Result<Self> {
        let limits = Limits::of_input(container.as_bytes().len());
        Self::new_within(container, &limits, Some(llvm), Unreadable::Refused)
    }

    /// Like [`of`](Self::of), or [`for_llvm`](Self::for_llvm) with an LLVM, but a part that this version cannot read is stored
    /// as bytes, with a note of the reason. Such parts may be damaged, or of a newer version of the format. Also returns
    /// their errors.
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
    /// let (document, errors) = Document::with_unreadable(&container, None)?;
    /// assert_eq!(errors.len(), 1);
    /// assert_eq!(document.to_bytes(TableStyle::Dxc)?, bytes);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If directory entries reference the same bytes so often that the parts exceed four times the size of the file.
    pub fn with_unreadable(
        container: &Container<'_>,
        llvm: Option<u32>,
    ) -> Result<(Self, Vec<Error>)> {
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
        Self::new_within(container, limits, None, Unreadable::Refused)
    }

    fn new_within(
        container: &Container<'_>,
        limits: &Limits,
        llvm: Option<u32>,
        mut unreadable: Unreadable<'_>,
    ) -> Result<Self> {
        container.check_claims(limits)?;
        Budget::new("memory", limits.memory)
            .take(container.len().saturating_mul(PART))
            .map_err(Error::without_byte)?;
        let file = container.as_bytes();
        let mut header = Map::default();
        let bytes = file.get(..Header::SIZE).unwrap_or_default();
        record(&Header::LAYOUT, bytes, llvm, &mut header);
        let offsets = container.parts().map(|part| (part.offset as u64).into());
        header.push("PartOffsets", Node::List(offsets.collect()));
        // PSV0 of version 0 does not store the stage; the program does.
        let stage = unreadable.known(container.shader_stage())?.flatten();
        let outside = stage.map(|stage| Outside {
            values: &ShaderStage::TABLE,
            value: stage.0.into(),
        });
        let (mut parts, mut left_out, mut requested) =
            (Vec::new(), Vec::new(), Requested::default());
        for part in container.parts() {
            let mut keys = BTreeSet::new();
            let shown = show_part(&part, outside, llvm, &mut keys, &mut requested);
            parts.push(Node::Map(match shown {
                Ok(shown) => shown,
                Err(error) => {
                    let shown = unreadable_part(&part, &error, llvm, &mut keys);
                    unreadable.note(error.within_part(part.fourcc, part.data_offset))?;
                    shown
                }
            }));
            if !keys.is_empty() {
                let keys: Vec<_> = keys.into_iter().collect();
                left_out.push(format!("{}: {}", part.fourcc, keys.join(", ")));
            }
        }
        let layout = FileLayout::of(container, &mut requested).show();
        let mut node = Map::default();
        node.push("Header", Node::Map(header));
        node.push("Parts", Node::List(parts));
        match llvm {
            _ if layout.0.is_empty() => {}
            Some(_) => left_out.push(LAYOUT.to_string()),
            None => node.push(LAYOUT, Node::Map(layout)),
        }
        Ok(Self {
            llvm,
            left_out,
            ..Self::new(Node::Map(node), None)
        })
    }

    /// The tree of the document.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The parts whose values are not all in a document for an LLVM: a line for each, with the keys that this LLVM does not
    /// have; all keys of the part, if this LLVM has no name for a value of an enum. The layout of parts is not among them.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }
}

impl Document {
    /// Adds the location of an error in the text that the document was read from, if it was read from text.
    pub(crate) fn located(&self, problem: DocumentError) -> DocumentError {
        match &self.origin {
            Some(text) => locate(problem, &self.node, text),
            None => problem,
        }
    }
}

/// The treatment of parts that this version cannot read.
enum Unreadable<'e> {
    /// Such a part is an error.
    Refused,
    /// Such parts are stored as raw bytes; their errors are added here.
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

    /// A property of the container; `None` if the part that stores it cannot be read.
    fn known<T>(&self, fact: Result<T>) -> Result<Option<T>> {
        match self {
            Self::Refused => fact.map(Some),
            Self::AsBytes(_) => Ok(fact.ok()),
        }
    }
}

/// The header of a part.
fn part_header(part: &RawPart<'_>, llvm: Option<u32>) -> Map {
    let mut map = Map::default();
    let bytes = file::part_header(part.fourcc, part.data);
    record(&PartHeader::LAYOUT, &bytes, llvm, &mut map);
    map
}

/// The node of a part that cannot be read: its raw bytes, and the reason.
fn unreadable_part(
    part: &RawPart<'_>,
    error: &Error,
    llvm: Option<u32>,
    left_out: &mut BTreeSet<String>,
) -> Map {
    let mut map = part_header(part, llvm);
    if llvm.is_some() {
        left_out.insert(LAYOUT.to_string());
        return map;
    }
    let reason = format!("This version cannot read the part: {error}");
    let layout = PartLayout::of_bytes(part.data, reason);
    map.push(LAYOUT, Node::Map(layout.show()));
    map
}

/// The node of a part: all of its keys and its layout, or only the keys of an LLVM. The keys that this LLVM does not
/// have are added to `left_out`.
fn show_part(
    part: &RawPart<'_>,
    outside: Option<Outside>,
    llvm: Option<u32>,
    left_out: &mut BTreeSet<String>,
    requested: &mut Requested,
) -> Result<Map> {
    let mut map = part_header(part, llvm);
    let since = PartInfo::find(part.fourcc, part.data).and_then(|info| info.llvm);
    let known_by = llvm.filter(|llvm| since.is_some_and(|since| since <= *llvm));
    let mut tables = Tables::new(part.data);
    PartView::walk(part.fourcc, part.data, &mut tables)?;
    let mut show = Show::new(part.data, &tables, outside)
        .extension(since.is_none())
        .llvm(known_by);
    PartView::walk(part.fourcc, part.data, &mut show)?;
    let mut content = show.into_map();
    let is_grouped = part.fourcc == parts::SRCI;
    if is_grouped {
        source_info::group(&mut content);
    }
    if llvm.is_some() {
        let own = tables.left_out.take();
        let is_grouped_by_llvm = !is_grouped || source_info::is_llvms(&content);
        if known_by.is_some() && !own.has_unnamed && is_grouped_by_llvm {
            *left_out = own.keys;
            map.0.extend(content.0);
        } else {
            left_out.extend(content.0.into_iter().map(|(key, _)| key.into_owned()));
        }
        return Ok(map);
    }
    map.0.extend(content.0);
    let mut layout = PartLayout::default();
    let mut task = BuildOrCompare::Compare {
        bytes: part.data,
        layout: &mut layout,
        requested,
    };
    // `build` reports the error.
    let _ = build::part_data(&map, &mut task);
    if !layout.is_canonical() {
        map.push(LAYOUT, Node::Map(layout.show()));
    }
    Ok(map)
}
