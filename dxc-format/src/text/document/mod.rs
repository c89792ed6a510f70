//! Containers as documents: YAML and JSON, in the shape that LLVM's `obj2yaml` prints and `yaml2obj` reads.
//!
//! A document of a file has up to two parts:
//!
//! - the content that LLVM's tools know, in their keys: `yaml2obj` reads it. It is for LLVM 22, or for a later LLVM that
//!   knows [more parts](Document::for_llvm);
//! - the [rest](Document::rest): parts, versions and bits that this LLVM has no keys for, and differences from DXC's
//!   layout. In YAML it is a second document of the stream, `--- !dxcontainer-rest`, which `yaml2obj` ignores; in JSON
//!   it is the key `Rest`.
//!
//! So an unedited document builds the bytes that it was made from. The rest contains as little of the layout as that
//! needs. A part's `Layout` may have the keys
//!
//! - `Tables`: `LLVM`, if LLVM would have laid them out so,
//! - `Patch`: the size, the bytes that differ from those of a usual writer, and the checksum of the usual bytes. It is
//!   ignored if the part was edited, since the checksum differs then.
//!
//! The container's own `Gaps` are bytes between parts; `Stated` in its
//! `Header` keeps the value of the first document instead of a computed one: the digest, the size, the offsets of
//! parts. Values that follow from the rest are omitted.
//!
//! Counts, and sizes that are too small, are computed whatever a document states, since an edit may change them; a larger
//! size leaves room.
//!
//! When you edit a value, its part is laid out like a new one, all other parts are kept, and the digest is computed. When you remove a part, or an element of a list, remove it from the rest, too:
//! entries of the rest for missing parts and elements are refused.
//!
//! Every [`Problem`] has the path of the invalid value, such as `Parts[2].PSVInfo.Version` or
//! `Rest.Parts[0].Layout.Patch.Size`; if the document was read from YAML, also its line and column.
//!
//! Values of parts have the same keys, for any format of serde; those whose layout follows from the FourCC, such as
//! signatures, have [`show()`] and [`build`]. Enums, flags, packed bits and records have the form that they have in a part,
//! unless they reference tables of it; a record with versions by size has the key `Version`:
//!
//! ```
//! use dxc_format::constants::ShaderKind;
//! use dxc_format::features::FeatureInfo;
//!
//! let info: FeatureInfo = serde_json::from_str(r#"{ "WaveOps": true }"#)?;
//! assert!(serde_json::to_string(&info)?.contains(r#""WaveOps":true"#));
//! assert_eq!(serde_json::to_string(&ShaderKind::Pixel)?, r#""Pixel""#);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! ```
//! use dxc_format::document::Document;
//! use dxc_format::{Container, TableStyle};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap()[..];
//! let text = Document::of(&Container::parse(file)?)?.to_yaml()?;
//! assert_eq!(Document::from_yaml(&text)?.to_bytes(TableStyle::Dxc)?, file);
//!
//! let edited = text.replace("Name: TEXCOORD", "Name: TEXTURE_COORDINATE");
//! let bytes = Document::from_yaml(&edited)?.to_bytes(TableStyle::Dxc)?;
//! assert_eq!(Container::parse(&bytes)?.verify_digest().to_string(), "matches");
//! # Ok(())
//! # }
//! ```

mod asked;
mod base64;
mod build;
mod build_value;
mod data;
mod draft;
mod file;
mod gaps;
mod keys;
mod kinds;
mod node;
#[cfg(feature = "yaml")]
mod origin;
mod packed;
mod part_layout;
mod path;
mod problem;
mod record;
mod rest;
mod rows;
mod scope;
#[cfg(feature = "yaml")]
mod seek;
#[doc(hidden)]
pub mod serde_value;
mod show;
mod shown_tables;
mod source;
mod source_info;
mod tables;
mod task;
mod text;
mod value;
#[cfg(feature = "yaml")]
mod yaml;
#[cfg(feature = "yaml")]
mod yaml_error;
#[cfg(feature = "yaml")]
mod yaml_reader;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use self::asked::Asked;
pub use self::data::{build, build_in, layout, show};
use self::draft::DraftMap;
pub use self::node::{Map, Node};
use self::part_layout::PartLayout;
pub use self::problem::Problem;
use self::rest::{Rest, RestOfPart, merged};
use self::show::{Outside, Show};
use self::shown_tables::Tables;
use self::task::Task;
use crate::container::{Container, RawPart};
use crate::generated::constants::ShaderStage;
use crate::generated::header::{Header, PartHeader};
use crate::generated::parts::{self, PartView};
use crate::runtime::limits::Budget;
use crate::runtime::{Error, Fixed, Limits, PartInfo, Result};

/// The memory of a part without content, in the tree and in its text.
const PART: usize = 1024;

/// The LLVM whose tools read the first document, unless another one is asked for.
pub const LLVM: u32 = 22;

/// A container as a document.
///
/// It is a tree that serde reads and writes, as JSON or another format; YAML has separate methods.
///
/// ```
/// use dxc_format::document::Document;
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
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    node: Node,
    rest: Option<Node>,
    #[cfg(feature = "yaml")]
    origin: origin::Origin,
}

impl Document {
    /// Both documents.
    fn new(node: Node, rest: Option<Node>) -> Self {
        Self {
            node,
            rest,
            #[cfg(feature = "yaml")]
            origin: origin::Origin::default(),
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
    /// use dxc_format::document::Document;
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
        Self::new_within(
            container,
            &Limits::of_input(container.as_bytes().len()),
            llvm,
        )
    }

    /// Like [`of`](Self::of), but with other limits: the parts together may have [`Limits::claims`] bytes.
    ///
    /// # Errors
    /// Those of [`of`](Self::of).
    pub fn of_within(container: &Container<'_>, limits: &Limits) -> Result<Self> {
        Self::new_within(container, limits, LLVM)
    }

    fn new_within(container: &Container<'_>, limits: &Limits, llvm: u32) -> Result<Self> {
        container.check_claims(limits)?;
        Budget::new("memory", limits.memory)
            .take(container.len().saturating_mul(PART))
            .map_err(Error::without_byte)?;
        let file = container.as_bytes();
        let mut header = DraftMap::default();
        let bytes = file.get(..Header::SIZE).unwrap_or_default();
        show::record(&Header::LAYOUT, bytes, &mut header);
        let offsets = container.parts().map(|part| (part.offset as u64).into());
        header.push("PartOffsets", Node::List(offsets.collect()));
        // PSV0 of version 0 does not store the stage; the program does.
        let outside = container.shader_stage()?.map(|stage| Outside {
            values: &ShaderStage::TABLE,
            value: stage.0.into(),
        });
        let (mut parts, mut rest, mut seen) = (Vec::new(), Rest::default(), BTreeMap::new());
        let mut asked = Asked::default();
        for part in container.parts() {
            let shown = show_part(&part, outside, llvm, &mut asked);
            let (first, more) =
                shown.map_err(|error| error.within_part(part.fourcc, part.data_offset()))?;
            parts.push(Node::Map(first));
            let index = seen.entry(part.fourcc).or_default();
            if !more.map.0.is_empty() || !more.layout.is_usual() {
                rest.parts.insert((part.fourcc, *index), more);
            }
            *index += 1;
        }
        file::compare(container, &mut rest, &mut asked);
        let header = Node::Map(header.into_whole_map());
        let node = Node::map([("Header", header), ("Parts", Node::List(parts))]);
        Ok(Self::new(node, rest.show()))
    }

    /// The first document, in the keys of LLVM's tools.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The second document, if there is one: the remaining content of the container, and its layout.
    pub fn rest(&self) -> Option<&Node> {
        self.rest.as_ref()
    }

    /// The first document alone, for LLVM's tools.
    pub fn without_rest(self) -> Self {
        Self { rest: None, ..self }
    }
}

/// The content of a part in both documents.
fn show_part(
    part: &RawPart<'_>,
    outside: Option<Outside>,
    llvm: u32,
    asked: &mut Asked,
) -> Result<(Map, RestOfPart)> {
    let mut header = DraftMap::default();
    let bytes = file::part_header(part.fourcc, part.data);
    show::record(&PartHeader::LAYOUT, &bytes, &mut header);
    let mut tables = Tables::new(part.data);
    PartView::walk(part.fourcc, part.data, &mut tables)?;
    let since = PartInfo::find(part.fourcc, part.data).and_then(|info| info.llvm);
    let is_known = since.is_some_and(|since| since <= llvm);
    let mut show = Show::new(part.data, &tables, outside).ours(!is_known);
    PartView::walk(part.fourcc, part.data, &mut show)?;
    let (known, rest) = match (is_known, part.fourcc) {
        (_, parts::SRCI) => {
            let mut all = show.into_map().into_whole_map();
            source_info::group(&mut all);
            match is_known && source_info::is_llvms(&all) {
                true => (all, Map::default()),
                false => (Map::default(), all),
            }
        }
        (true, _) => show.into_map().split(),
        (false, _) => (Map::default(), show.into_map().into_whole_map()),
    };
    let mut first = header.into_whole_map();
    first.0.extend(known.0);
    let mut layout = PartLayout::default();
    let mut task = Task::Compare {
        bytes: part.data,
        layout: &mut layout,
        asked,
    };
    // `build` reports the error.
    let _ = merged(&first, &rest).and_then(|all| build::part_data(&all, &mut task));
    let rest = RestOfPart {
        place: 0,
        map: rest,
        layout,
    };
    Ok((first, rest))
}
