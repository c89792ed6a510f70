//! How a part is laid out, where a usual writer would do it otherwise.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::node::{Map, Node};
use super::places::{Gaps, Places};
use super::problem::Problem;
use super::source::Source;
use super::value::{integer, wrong};
use crate::runtime::TableStyle;
use crate::runtime::shape::How;

type Result<T> = core::result::Result<T, Problem>;

/// The key of a part's layout in the rest.
pub(super) const LAYOUT: &str = "Layout";

/// How the bytes of a part differ from those that a usual writer would make of what it holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartLayout {
    /// Who would have laid its tables out.
    pub(super) style: Option<TableStyle>,
    /// What tables begin with, by their fields.
    pub(super) tables: Map,
    /// Numbers that name something else than its first place, by their paths.
    pub(super) numbers: BTreeMap<String, u32>,
    pub(super) places: Option<Places>,
    /// Bytes that take the place of what was built, if nothing else says them.
    pub(super) patch: Option<Patch>,
}

/// Bytes over what was built, and the size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Patch {
    pub(super) size: usize,
    pub(super) bytes: Gaps,
}

impl PartLayout {
    /// Whether a usual writer lays it out so.
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Refuses what it has of tables, for parts that have none.
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
            let note = "These bytes take the place of what is built, and nobody knows better.";
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
        match source.get("Tables") {
            None => {}
            Some(Node::Text(style)) if style == "LLVM" => layout.style = Some(TableStyle::Llvm),
            Some(Node::Text(style)) if style == "DXC" => layout.style = Some(TableStyle::Dxc),
            Some(Node::Map(tables)) => layout.tables = tables.clone(),
            Some(other) => {
                return wrong("`LLVM`, `DXC`, or tables", other)
                    .map_err(|problem: Problem| problem.within("Tables"));
            }
        }
        if let Some(node) = source.get("Numbers") {
            let Node::Map(numbers) = node else {
                return wrong("a map", node).map_err(|problem: Problem| problem.within("Numbers"));
            };
            for (path, number) in &numbers.0 {
                let number = integer(number, 4, How::Usual);
                let number = number.map_err(|problem| problem.within(path).within("Numbers"))?;
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                layout.numbers.insert(path.clone().into_owned(), number);
            }
        }
        layout.places = Places::read(&source)?;
        if let Some(node) = source.get("Patch") {
            let patch = Patch::read(node).map_err(|problem| problem.within("Patch"))?;
            layout.patch = Some(patch);
        }
        source.finish()?;
        Ok(layout)
    }
}

impl Patch {
    /// All bytes, if nothing of what is built stays.
    pub(super) fn all_bytes(&self) -> Option<&[u8]> {
        match self.bytes.0.as_slice() {
            [] if self.size == 0 => Some(&[]),
            [(0, bytes)] if bytes.len() == self.size => Some(bytes),
            _ => None,
        }
    }

    /// What turns bytes into others; all of those that stand behind the end.
    pub(super) fn over(bytes: &[u8], wanted: &[u8]) -> Self {
        let mut runs: Vec<(usize, Vec<u8>)> = Vec::new();
        for (at, byte) in wanted.iter().enumerate() {
            // What lies behind the end of the others tells that it does.
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
        let source = Source::of(node)?;
        source.get("Note");
        let size = source
            .get("Size")
            .map_or(Ok(0), |node| integer(node, 4, How::Usual));
        let size = size.map_err(|problem| problem.within("Size"))?;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let bytes = Gaps::read(&source)?;
        source.finish()?;
        bytes.check(size)?;
        Ok(Self { size, bytes })
    }
}
