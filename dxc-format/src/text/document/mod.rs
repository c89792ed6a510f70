//! Containers as documents: YAML and JSON, in the shape that LLVM's `obj2yaml` prints and `yaml2obj` reads.
//!
//! The mapping is led by words of the schema. A document of a file has up to two parts:
//!
//! - what LLVM 22's tools know, in their keys: `yaml2obj` reads it;
//! - the [rest](Document::rest): parts, versions and bits that LLVM 22 has no keys for, and where the file is not what
//!   DXC would have written. In YAML it is a second document of the same stream, `--- !dxcontainer-rest`, which
//!   `yaml2obj` passes over; in JSON it is the key `Rest`.
//!
//! So a document that nobody edited is built into the bytes that it was made of. Of the layout the rest has as little as
//! that takes. A part's `Layout` may say
//!
//! - `Tables`: `LLVM`, if LLVM would have laid them out so; else what they hold, string by string,
//! - `Numbers`: what names another place of a table than the first one that says the same,
//! - `Places`, `Size`, `Fill`, `Gaps`: the pieces that lie elsewhere than in a new layout, and what is between them.
//!
//! Paths are those of `inspect --format hex`. The container's own `Gaps` are bytes between parts; `Stated` in its
//! `Header` stands for a value that is what the first document says, and would be computed otherwise: the digest, the
//! size, the offsets of parts. Nothing is said of what follows from the rest.
//!
//! Whoever edits a value in between gets all else kept: names that are new are added to tables, pieces keep their
//! places while they fit, and the digest is computed. Whoever takes a part away, or an element of a list, takes it from the
//! rest, too: what that says of what is not there is refused.
//!
//! Every [`Problem`] has the path of what is wrong, such as `Parts[2].PSVInfo.Version` or `Rest.Parts[0].Layout.Size`; where
//! the document was read from YAML, its line and column, too.
//!
//! ```
//! use dxc_format::document::Document;
//! use dxc_format::{Container, TableStyle};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let file = &std::fs::read("../tests/data/dxc/vs_basic.sm60.dxil").unwrap()[..];
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
mod build;
mod draft;
mod file;
mod keys;
mod node;
#[cfg(feature = "yaml")]
mod origin;
mod part;
mod path;
mod places;
mod problem;
mod record;
mod rest;
mod rows;
mod scope;
#[cfg(feature = "yaml")]
mod seek;
mod show;
mod shown_tables;
mod source;
mod source_info;
mod tables;
mod text;
mod value;
#[cfg(feature = "yaml")]
mod yaml;
#[cfg(feature = "yaml")]
mod yaml_error;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

#[doc(hidden)]
use self::asked::Asked;
use self::draft::DraftMap;
pub use self::keys::{FieldKey, Inner};
pub use self::node::{Map, Node};
#[doc(hidden)]
use self::part::PartLayout;
pub use self::part::Task;
pub use self::problem::Problem;
#[doc(hidden)]
use self::rest::{Rest, RestOfPart, merged};
pub use self::scope::Scope;
use self::show::{Outside, Show};
use self::shown_tables::Tables;
#[doc(hidden)]
pub use self::source::{FromDocument, PartFromDocument, Source};
pub use self::tables::{Numbered, Settling, numbered, settle};
#[doc(hidden)]
use crate::container::{Container, RawPart};
use crate::generated::constants::ShaderStage;
use crate::generated::header::{Header, PartHeader};
use crate::generated::parts::PartView;
use crate::runtime::{Error, ErrorKind, Fixed, PartInfo, Result, Sequence, TableStyle};

/// What a part's data holds, as a document without the key of the part.
///
/// ```
/// use dxc_format::document::{Node, build, show};
/// use dxc_format::{TableStyle, features::FeatureInfo};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let node = show::<FeatureInfo>(&[1, 0, 0, 0, 0, 0, 0, 0], ())?;
/// let Node::Map(map) = &node else { panic!() };
/// assert_eq!(map.get("Doubles"), Some(&Node::Truth(true)));
/// assert_eq!(build::<FeatureInfo>(&node, (), TableStyle::Dxc)?, [1, 0, 0, 0, 0, 0, 0, 0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Names the field, its offset and what was expected.
pub fn show<T: Sequence>(bytes: &[u8], args: T::Args) -> Result<Node> {
    let mut tables = Tables::new(bytes);
    T::walk(bytes, args, &mut tables)?;
    let mut show = Show::new(bytes, &tables, None);
    T::walk(bytes, args, &mut show)?;
    Ok(Node::Map(show.into_map().whole()))
}

/// A part's data from what [`show()`] gives.
///
/// # Errors
/// Names the key whose value cannot be.
pub fn build<T>(
    node: &Node,
    args: <T as FromDocument>::Args,
    style: TableStyle,
) -> Result<Vec<u8>, Problem>
where
    T: FromDocument + Sequence<Args = <T as FromDocument>::Args>,
{
    built::<T>(node, args, style, &PartLayout::default())
}

/// What else it takes to build a part's data from what [`show()`] gives: how it is laid out. Nothing, if
/// [`build`] gives it in the style of DXC.
///
/// ```
/// use dxc_format::document::{Node, build_in, layout, show};
/// use dxc_format::signature::{Signature, SignatureLayout};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // No elements, and a name that none of them has.
/// let bytes = *b"\0\0\0\0\x08\0\0\0TEX\0";
/// let node = show::<Signature>(&bytes, (SignatureLayout::MinPrecision,))?;
/// let layout = layout::<Signature>(&node, (SignatureLayout::MinPrecision,), &bytes)?;
/// assert_ne!(layout, Node::Nothing);
/// assert_eq!(build_in::<Signature>(&node, (SignatureLayout::MinPrecision,), &layout)?, bytes);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Names the key whose value cannot be.
pub fn layout<T>(
    node: &Node,
    args: <T as FromDocument>::Args,
    bytes: &[u8],
) -> Result<Node, Problem>
where
    T: FromDocument + Sequence<Args = <T as FromDocument>::Args>,
{
    let layout = PartLayout::default();
    let asked = &mut Asked::default();
    let mut task = Task::Compare {
        bytes,
        layout,
        asked,
    };
    task.run::<T>(&Source::of(node)?, args)?;
    Ok(match task {
        Task::Compare { layout, .. } if !layout.is_usual() => Node::Map(layout.show()),
        _ => Node::Nothing,
    })
}

/// A part's data from what [`show()`] and [`layout`] give.
///
/// # Errors
/// Names the key whose value cannot be.
pub fn build_in<T>(
    node: &Node,
    args: <T as FromDocument>::Args,
    layout: &Node,
) -> Result<Vec<u8>, Problem>
where
    T: FromDocument + Sequence<Args = <T as FromDocument>::Args>,
{
    let layout = match layout {
        Node::Nothing => PartLayout::default(),
        layout => PartLayout::read(layout).map_err(|problem| problem.within("Layout"))?,
    };
    built::<T>(node, args, TableStyle::Dxc, &layout)
}

/// A part's data from all that a document says of it.
fn built<T>(
    node: &Node,
    args: <T as FromDocument>::Args,
    style: TableStyle,
    layout: &PartLayout,
) -> Result<Vec<u8>, Problem>
where
    T: FromDocument + Sequence<Args = <T as FromDocument>::Args>,
{
    let source = Source::of(node)?;
    let asked = &mut Asked::default();
    let mut task = Task::Build {
        style,
        layout: Some(layout),
        asked,
    };
    let bytes = task.run::<T>(&source, args)?;
    source.finish()?;
    Ok(bytes)
}

/// A container as a document.
///
/// It is a tree that serde reads and writes, as JSON or anything else; YAML has methods of its own.
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

    /// What a container holds.
    ///
    /// # Errors
    /// If a part's data is not what it should be.
    pub fn of(container: &Container<'_>) -> Result<Self> {
        let file = container.as_bytes();
        let mut header = DraftMap::default();
        let bytes = file.get(..Header::SIZE).unwrap_or_default();
        show::record(&Header::LAYOUT, bytes, &mut header);
        let offsets = container.parts().map(|part| (part.offset as u64).into());
        header.push("PartOffsets", Node::List(offsets.collect()));
        // PSV0 of version 0 leaves its stage to the program.
        let outside = container.shader_stage()?.map(|stage| Outside {
            values: &ShaderStage::TABLE,
            value: stage.0.into(),
        });
        if container.is_aliased() {
            return Err(Error::without_byte(ErrorKind::Aliased));
        }
        let (mut parts, mut rest, mut seen) = (Vec::new(), Rest::default(), BTreeMap::new());
        let mut asked = Asked::default();
        for part in container.parts() {
            let shown = show_part(&part, outside, &mut asked);
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
        let mut map = Map::default();
        map.push("Header", Node::Map(header.whole()));
        map.push("Parts", Node::List(parts));
        Ok(Self::new(Node::Map(map), rest.show()))
    }

    /// The first document: what LLVM's tools have keys for.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The second document, if there is one: what else the container holds, and how it is laid out.
    pub fn rest(&self) -> Option<&Node> {
        self.rest.as_ref()
    }

    /// The first document alone, as LLVM's tools read it.
    pub fn without_rest(self) -> Self {
        Self { rest: None, ..self }
    }
}

/// What both documents say of a part.
fn show_part(
    part: &RawPart<'_>,
    outside: Option<Outside>,
    asked: &mut Asked,
) -> Result<(Map, RestOfPart)> {
    let mut header = DraftMap::default();
    let mut bytes = [0; PartHeader::SIZE];
    let size = u32::try_from(part.data.len()).unwrap_or(u32::MAX);
    PartHeader {
        fourcc: part.fourcc,
        size,
    }
    .encode(&mut bytes);
    show::record(&PartHeader::LAYOUT, &bytes, &mut header);
    let mut tables = Tables::new(part.data);
    PartView::walk(part.fourcc, part.data, &mut tables)?;
    let mut show = Show::new(part.data, &tables, outside);
    PartView::walk(part.fourcc, part.data, &mut show)?;
    let is_known = PartInfo::of(part.fourcc, part.data).is_some_and(|info| info.llvm);
    let (known, mut rest) = match is_known {
        true => show.into_map().split(),
        false => (Map::default(), show.into_map().whole()),
    };
    source_info::group(&mut rest);
    let mut first = header.whole();
    first.0.extend(known.0);
    *asked = asked.next_part();
    let mut task = Task::Compare {
        bytes: part.data,
        layout: PartLayout::default(),
        asked,
    };
    // What cannot be built from is said to whoever builds.
    let _ = merged(&first, &rest).and_then(|all| build::part_data(&all, &mut task));
    let layout = match task {
        Task::Compare { layout, .. } => layout,
        Task::Build { .. } => PartLayout::default(),
    };
    Ok((first, RestOfPart::new(rest, layout)))
}
