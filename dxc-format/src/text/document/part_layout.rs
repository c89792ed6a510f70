//! The layout of a part, if it differs from a usual writer's.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::node::{Map, Node};
use super::places::{Gaps, Places};
use super::problem::Problem;
use super::source::Source;
use super::value::{unsigned, wrong};
use crate::runtime::TableStyle;

type Result<T> = core::result::Result<T, Problem>;

/// The key of a part's layout in the rest.
pub(super) const LAYOUT: &str = "Layout";

/// The differences between the bytes of a part and those of a usual writer for the same value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartLayout {
    /// The writer whose table layout it is.
    pub(super) style: Option<TableStyle>,
    /// The initial content of tables, by field.
    pub(super) tables: Map,
    /// References that do not use the first of several equal entries, by path.
    pub(super) numbers: BTreeMap<String, u32>,
    pub(super) places: Option<Places>,
    /// Bytes that replace built ones, unless other keys determine them.
    pub(super) patch: Option<Patch>,
}

/// Bytes that replace built ones, and the size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Patch {
    pub(super) size: usize,
    pub(super) bytes: Gaps,
}

impl PartLayout {
    /// Whether it is the layout of a usual writer.
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Refuses keys for tables, for parts without tables.
    pub(super) fn check_without_tables(&self) -> Result<()> {
        let key = match (self.tables.0.is_empty(), self.numbers.is_empty()) {
            (false, _) => "Tables",
            (true, false) => "Numbers",
            (true, true) => return Ok(()),
        };
        let problem = Problem::new("this part has no tables").of_key(key);
        Err(problem.within(LAYOUT).with_whole_path())
    }

    pub(super) fn show(&self) -> Map {
        let mut layout = Map::default();
        if self.style == Some(TableStyle::Llvm) {
            layout.push("Tables", Node::Text("LLVM".into()));
        }
        if !self.tables.0.is_empty() {
            layout.push("Tables", Node::Map(self.tables.clone()));
        }
        if !self.numbers.is_empty() {
            let numbers = self.numbers.iter();
            let numbers = numbers.map(|(path, number)| (path.clone().into(), (*number).into()));
            layout.push("Numbers", Node::Map(Map(numbers.collect())));
        }
        if let Some(places) = &self.places {
            places.show(&mut layout);
        }
        if let Some(Patch { size, bytes }) = &self.patch {
            let mut patch = Map::default();
            let note = "These bytes replace built ones; no key describes them.";
            patch.push("Note", Node::Text(note.into()));
            patch.push("Size", Node::from(*size as u64));
            bytes.show(&mut patch);
            layout.push("Patch", Node::Map(patch));
        }
        layout
    }

    pub(super) fn read(node: &Node) -> Result<Self> {
        let source = Source::of(node)?;
        let mut layout = Self::default();
        source.read("Tables", |node| {
            match node {
                Node::Text(style) if style == "LLVM" => layout.style = Some(TableStyle::Llvm),
                Node::Text(style) if style == "DXC" => layout.style = Some(TableStyle::Dxc),
                Node::Map(tables) => layout.tables = tables.clone(),
                other => return wrong("`LLVM`, `DXC`, or tables", other),
            }
            Ok(())
        })?;
        layout.numbers = source.read("Numbers", read_numbers)?.unwrap_or_default();
        layout.places = Places::read(&source)?;
        layout.patch = source.read("Patch", Patch::read)?;
        source.finish()?;
        Ok(layout)
    }
}

fn read_numbers(node: &Node) -> Result<BTreeMap<String, u32>> {
    let Node::Map(numbers) = node else {
        return wrong("a map", node);
    };
    let numbers = numbers.0.iter().map(|(path, node)| {
        let number = unsigned(node).map_err(|problem: Problem| problem.within(path))?;
        Ok((path.clone().into_owned(), number))
    });
    numbers.collect()
}

impl Patch {
    /// All bytes, if they replace all of the built ones.
    pub(super) fn all_bytes(&self) -> Option<&[u8]> {
        match self.bytes.0.as_slice() {
            [] if self.size == 0 => Some(&[]),
            [(0, bytes)] if bytes.len() == self.size => Some(bytes),
            _ => None,
        }
    }

    /// The bytes of `wanted` that differ from `bytes`, and all of those past its end.
    pub(super) fn over(bytes: &[u8], wanted: &[u8]) -> Self {
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
            size: wanted.len(),
            bytes: Gaps(runs),
        }
    }

    fn read(node: &Node) -> Result<Self> {
        let patch = Source::whole(node, |source| {
            source.get("Note");
            Ok(Self {
                size: source.size("Size")?,
                bytes: Gaps::read(source)?,
            })
        })?;
        patch.bytes.check(patch.size)?;
        Ok(patch)
    }
}
