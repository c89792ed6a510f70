//! A part of a document: built, or compared with what it was.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::asked::Asked;
use super::keys::keyed;
use super::node::{Map, Node};
use super::places::{Gaps, Places};
use super::problem::Problem;
use super::rest::LAYOUT;
use super::source::{FromDocument, Source};
use super::tables::{Settling, differing};
use super::value::{integer, wrong};
use crate::runtime::shape::How;
use crate::runtime::{Sequence, TableStyle};

type Result<T> = core::result::Result<T, Problem>;

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
    size: usize,
    bytes: Gaps,
}

/// What is to be done with a part of a document.
#[derive(Debug)]
pub enum Task<'t> {
    /// Its bytes are wanted.
    #[doc(hidden)]
    Build {
        style: TableStyle,
        /// Nothing, once it was used.
        layout: Option<&'t PartLayout>,
        asked: &'t mut Asked,
    },
    /// These are its bytes, and the layout is wanted that gives them.
    #[doc(hidden)]
    Compare {
        bytes: &'t [u8],
        layout: PartLayout,
        asked: &'t mut Asked,
    },
}

impl Task<'_> {
    /// Does it, and returns the bytes.
    pub(super) fn run<T: FromDocument + Sequence<Args = <T as FromDocument>::Args>>(
        &mut self,
        source: &Source<'_>,
        args: <T as FromDocument>::Args,
    ) -> Result<Vec<u8>> {
        match self {
            Self::Build {
                style,
                layout,
                asked,
            } => {
                let usual = PartLayout::default();
                let layout = layout.take().unwrap_or(&usual);
                let built = build::<T>(source, args, *style, layout, **asked);
                let whole = layout.patch.as_ref().and_then(Patch::whole);
                // It was not built when the document was made, either; what was edited since would be lost.
                let is_shown = |bytes: &&[u8]| {
                    let shown = super::show::<T>(bytes, args);
                    shown.is_ok_and(|shown| source.shows(&shown))
                };
                match built {
                    Ok((built, after)) => {
                        **asked = after;
                        Ok(built)
                    }
                    Err(problem) => Ok(whole.filter(is_shown).ok_or(problem)?.to_vec()),
                }
            }
            Self::Compare {
                bytes,
                layout,
                asked,
            } => {
                (*layout, **asked) = compare::<T>(source, args, bytes, **asked)?;
                Ok(bytes.to_vec())
            }
        }
    }
}

/// The bytes of a part, in a layout; and what may still be asked for.
fn build<T: FromDocument + Sequence<Args = <T as FromDocument>::Args>>(
    source: &Source<'_>,
    args: <T as FromDocument>::Args,
    style: TableStyle,
    layout: &PartLayout,
    asked: Asked,
) -> Result<(Vec<u8>, Asked)> {
    let (mut value, mut asked) = settled::<T>(source, args, style, layout, asked)?;
    let mut bytes = value.to_bytes(args).map_err(keyed::<T>)?;
    if let Some(places) = &layout.places {
        let memory = places.memory::<T>(&bytes, args, &mut asked);
        let memory = memory.map_err(|problem| problem.within(LAYOUT).whole())?;
        if !value.remember(memory) {
            let problem = Problem::new("all that it has lies where it must");
            return Err(problem.within(LAYOUT).whole());
        }
        bytes = value.to_bytes(args).map_err(keyed::<T>)?;
    }
    if let Some(Patch { size, bytes: over }) = &layout.patch {
        // Whoever edited it has other bytes there.
        if *size == bytes.len() || over.len() >= size.saturating_sub(bytes.len()) {
            bytes.resize(*size, 0);
            over.put(&mut bytes);
        }
    }
    Ok((bytes, asked))
}

/// The value of a part, its tables laid out; and what may still be asked for.
fn settled<T: FromDocument>(
    source: &Source<'_>,
    args: T::Args,
    style: TableStyle,
    layout: &PartLayout,
    asked: Asked,
) -> Result<(T, Asked)> {
    if !T::HAS_TABLES {
        layout.check_without_tables()?;
    }
    let (mut value, scope) = source.whole::<T>(args, asked)?;
    let settling = Settling {
        style: layout.style.unwrap_or(style),
        scope: &scope,
        layout,
    };
    value.settle(args, &settling)?;
    Ok((value, scope.asked))
}

/// The least layout that gives the bytes of a part, and what may still be asked for behind it.
fn compare<T: FromDocument + Sequence<Args = <T as FromDocument>::Args>>(
    source: &Source<'_>,
    args: <T as FromDocument>::Args,
    bytes: &[u8],
    asked: Asked,
) -> Result<(PartLayout, Asked)> {
    let built = |layout: &PartLayout| build::<T>(source, args, TableStyle::Dxc, layout, asked);
    let fitting = |layout: &PartLayout| {
        let built = built(layout).ok();
        built.and_then(|(built, after)| (built == bytes).then_some(after))
    };
    let mut layout = PartLayout::default();
    if let Some(after) = fitting(&layout) {
        return Ok((layout, after));
    }
    if T::HAS_TABLES {
        layout.style = Some(TableStyle::Llvm);
        if let Some(after) = fitting(&layout) {
            return Ok((layout, after));
        }
        layout.style = None;
        let wanted = T::from_bytes(bytes, args)?.numbered(args);
        let numbered = |layout: &PartLayout| {
            let value = settled::<T>(source, args, TableStyle::Dxc, layout, asked);
            value
                .map(|(mut value, _)| value.numbered(args))
                .unwrap_or_default()
        };
        layout.tables = differing(&wanted, &numbered(&layout));
        let found = numbered(&layout);
        let found: BTreeMap<_, _> = found.numbers.into_iter().collect();
        let others = wanted.numbers.into_iter();
        let others = others.filter(|(path, number)| found.get(path) != Some(number));
        layout.numbers = others.collect();
        if let Some(after) = fitting(&layout) {
            return Ok((layout, after));
        }
    }
    let (usual, after) = built(&layout).unwrap_or((Vec::new(), asked));
    layout.places = Places::between::<T>(&usual, bytes, args);
    if let Some(after) = fitting(&layout) {
        return Ok((layout, after));
    }
    layout.places = None;
    layout.patch = Some(Patch::over(&usual, bytes));
    Ok((layout, after))
}

impl PartLayout {
    /// Whether a usual writer lays it out so.
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Refuses what it has of tables, for parts that have none.
    fn check_without_tables(&self) -> Result<()> {
        let key = match (self.tables.0.is_empty(), self.numbers.is_empty()) {
            (false, _) => "Tables",
            (true, false) => "Numbers",
            (true, true) => return Ok(()),
        };
        let problem = Problem::new("this part has no tables").of_key(key);
        Err(problem.within(LAYOUT).whole())
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
    fn whole(&self) -> Option<&[u8]> {
        match self.bytes.0.as_slice() {
            [] if self.size == 0 => Some(&[]),
            [(0, bytes)] if bytes.len() == self.size => Some(bytes),
            _ => None,
        }
    }

    /// What turns bytes into others; all of those that stand behind the end.
    fn over(bytes: &[u8], wanted: &[u8]) -> Self {
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
