//! Containers as documents: YAML and JSON, in the shape that LLVM's `obj2yaml` prints and `yaml2obj` reads.
//!
//! The mapping is led by words of the schema. What LLVM does not show has keys of its own, so that as little as
//! possible is lost: unknown bits and values, the bytes of parts without a type, longer records of newer versions.
//! A document tells what a container means; the order of strings and gaps between pieces are no part of that.

mod build;
mod node;
mod problem;
mod show;
mod source;
mod text;
mod value;

use alloc::vec::Vec;

pub use self::node::{Map, Node};
pub use self::problem::Problem;
use self::show::{Outside, Show, Tables};
#[doc(hidden)]
pub use self::source::{FromDocument, PartFromDocument, Scope, Source};
use crate::header::{Header, PartHeader};
use crate::{Container, Fixed, PartView, Result};

/// A container as a document.
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
            all.push(Node::Map(show.into_map()));
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
