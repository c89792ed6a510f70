//! Containers as documents: YAML and JSON, in the shape that LLVM's `obj2yaml` prints and `yaml2obj` reads.
//!
//! The mapping is led by words of the schema. What LLVM does not show has keys of its own, so that as little as
//! possible is lost: unknown bits and values, the bytes of parts without a type, longer records of newer versions.
//! A document tells what a container means; the order of strings and gaps between pieces are no part of that.

mod build;
mod keys;
mod node;
mod problem;
mod show;
mod source;
mod source_info;
mod text;
mod value;

use alloc::vec::Vec;

#[doc(hidden)]
pub use self::keys::{FieldKey, Inner};
pub use self::node::{Map, Node};
pub use self::problem::Problem;
use self::show::{Outside, Show, Tables};
#[doc(hidden)]
pub use self::source::{FromDocument, PartFromDocument, Scope, Source};
use crate::header::{Header, PartHeader};
use crate::reader::MOST_CLAIMS;
use crate::{Container, Error, ErrorKind, Fixed, PartView, RawPart, Result, Sequence, TableStyle};

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
    let mut tables = Tables::default();
    T::walk(bytes, args, &mut tables)?;
    let mut show = Show::new(Map::default(), bytes, &tables, None);
    T::walk(bytes, args, &mut show)?;
    Ok(Node::Map(show.into_map()))
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
    Source::of(node)?.data::<T>(args, style)
}

/// A container as a document.
///
/// It is a tree that serde reads and writes, as JSON or anything else; YAML has methods of its own.
///
/// ```
/// use dxc_format::document::Document;
/// use dxc_format::{Container, TableStyle, TypedParts, constants::FeatureFlags};
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
/// assert_eq!(container.sfi0()?.unwrap().flags, FeatureFlags::WaveOps);
///
/// let shown = Document::of(&container)?.to_yaml()?;
/// assert!(shown.starts_with("--- !dxcontainer\nHeader:\n"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Document(Node);

impl Document {
    /// What a container holds.
    ///
    /// # Errors
    /// If a part's data is not what it should be.
    pub fn of(container: &Container<'_>) -> Result<Self> {
        let file = container.as_bytes();
        let mut header = Map::default();
        let bytes = file.get(..Header::SIZE).unwrap_or_default();
        show::record(&Header::LAYOUT, bytes, &mut header);
        let offsets = container.parts().map(|part| (part.offset as u64).into());
        header.push("PartOffsets", Node::List(offsets.collect()));
        // PSV0 of version 0 leaves its stage to the program.
        let outside = container.shader_stage()?.map(|stage| Outside {
            name: "shader_stage",
            value: stage.0.into(),
        });
        // Entries of the directory may lead to one part over and over.
        let shown = |sum: usize, part: RawPart<'_>| sum.saturating_add(part.data.len());
        if container.parts().fold(0, shown) > file.len().saturating_mul(MOST_CLAIMS) {
            return Err(Error::new(ErrorKind::Aliased, 0));
        }
        let mut all = Vec::new();
        for part in container.parts() {
            let mut map = Map::default();
            let start = file.get(part.offset..).unwrap_or_default();
            let bytes = start.get(..PartHeader::SIZE).unwrap_or_default();
            show::record(&PartHeader::LAYOUT, bytes, &mut map);
            let mut tables = Tables::default();
            PartView::walk(part.fourcc, part.data, &mut tables)?;
            let mut show = Show::new(map, part.data, &tables, outside);
            PartView::walk(part.fourcc, part.data, &mut show)?;
            let mut map = show.into_map();
            source_info::group(&mut map);
            all.push(Node::Map(map));
        }
        let mut map = Map::default();
        map.push("Header", Node::Map(header));
        map.push("Parts", Node::List(all));
        Ok(Self(Node::Map(map)))
    }

    /// The tree.
    pub fn node(&self) -> &Node {
        &self.0
    }
}
