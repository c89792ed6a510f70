//! The offsets of a part's pieces in documents, if they differ from a new layout.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::asked::{Asked, LONGEST_GAP};
use super::node::{Map, Node};
use super::problem::Problem;
use super::source::Source;
use super::value::{each, numbers, text, unsigned};
use crate::runtime::piece_layout::{PieceLayout, unclaimed};
use crate::runtime::shape::Shown;
use crate::runtime::walk::{Content, Piece, Sink};
use crate::runtime::walk_path::WalkPath;
use crate::runtime::{Error, Sequence};

type Result<T> = core::result::Result<T, Problem>;

/// A layout that is not the one that a writer would choose.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Places {
    /// The number of bytes, if it differs.
    size: Option<usize>,
    /// Pieces that do not follow those before them as they would.
    moved: Vec<(String, usize)>,
    /// The byte between pieces, if it differs from a writer's padding.
    fill: Option<u8>,
    /// The bytes between pieces that differ from `fill`.
    gaps: Gaps,
}

/// Bytes that nothing claims, and where they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Gaps(pub(super) Vec<(usize, Vec<u8>)>);

impl Places {
    /// Compares the offsets of pieces in `wanted` with those of the writer's layout `usual`; none if the pieces differ.
    pub(super) fn between<T: Sequence>(usual: &[u8], wanted: &[u8], args: T::Args) -> Option<Self> {
        let old = Pieces::read::<T>(wanted, args).ok()?;
        let new = Pieces::of_size::<T>(usual, wanted.len(), args).ok()?;
        let sizes = |pieces: &Pieces| pieces.all.iter().map(|piece| piece.2).collect::<Vec<_>>();
        if sizes(&new) != sizes(&old) {
            return None;
        }
        let (mut moved, mut shift) = (Vec::new(), 0);
        for ((path, new_at, _), (_, old_at, _)) in new.all.iter().zip(&old.all) {
            if shifted(*new_at, shift) != *old_at {
                moved.push((path.clone(), *old_at));
                shift = shift_by(*new_at, *old_at, shift);
            }
        }
        let unclaimed = old.unclaimed(wanted);
        let fill = most_common(&unclaimed);
        let is_fill = |gap: &[u8]| gap.iter().all(|byte| *byte == fill);
        let gaps = unclaimed
            .into_iter()
            .filter(|(_, gap)| gap.len() > LONGEST_GAP || !is_fill(gap));
        let gaps = Gaps(gaps.map(|(at, gap)| (at, gap.to_vec())).collect());
        // Paddings of one part may have different fill bytes.
        let is_usual =
            fill == new.fill(usual) && new.unclaimed(usual).iter().all(|(_, gap)| is_fill(gap));
        Some(Self {
            size: (usual.len() != wanted.len()).then_some(wanted.len()),
            moved,
            fill: (!is_usual).then_some(fill),
            gaps,
        })
    }

    /// The layout of a value, for the writer's layout `usual`.
    pub(super) fn layout<T: Sequence>(
        &self,
        usual: &[u8],
        args: T::Args,
        asked: &mut Asked,
    ) -> Result<PieceLayout> {
        let size = self.size.unwrap_or(usual.len());
        let new = Pieces::of_size::<T>(usual, size, args)?;
        let given = usual.len().saturating_add(self.gaps.len());
        if !asked.take(size.saturating_sub(given)) {
            let what = format!("{size} bytes exceed the limit of a document");
            return Err(Problem::new(what).within("Size"));
        }
        let moved = self.moved.iter().map(|(path, at)| (path.as_str(), *at));
        let moved: BTreeMap<_, _> = moved.collect();
        self.check(&new, size)?;
        let (mut shift, mut pieces) = (0usize, Vec::with_capacity(new.all.len()));
        for (path, at, len) in &new.all {
            let at = match moved.get(path.as_str()) {
                None => shifted(*at, shift),
                Some(to) => {
                    shift = shift_by(*at, *to, shift);
                    *to
                }
            };
            if at.checked_add(*len).is_none_or(|end| end > size) {
                let what = format!("{path} would be past the end");
                return Err(Problem::new(what).within("Places"));
            }
            pieces.push((at, *len));
        }
        let fill = self.fill.unwrap_or_else(|| new.fill(usual));
        let mut bytes = vec![fill; size];
        self.gaps.put(&mut bytes);
        Ok(PieceLayout { pieces, bytes })
    }

    /// Refuses unknown pieces, and bytes that exceed the size.
    fn check(&self, pieces: &Pieces, size: usize) -> Result<()> {
        let known: BTreeSet<&str> = pieces.all.iter().map(|piece| &*piece.0).collect();
        let unknown = |(path, _): &(String, usize)| !known.contains(&**path);
        if let Some(index) = self.moved.iter().position(unknown) {
            let (path, _) = &self.moved[index];
            let problem = Problem::new(format!("there is no `{path}`"));
            let problem = problem.meant(path, "pieces", known).within("Piece");
            return Err(problem.within_index(index).within("Places"));
        }
        self.gaps.check(size)
    }

    pub(super) fn show(&self, layout: &mut Map) {
        if let Some(size) = self.size {
            layout.push("Size", Node::from(size as u64));
        }
        let moved = self.moved.iter().map(|(path, at)| {
            let path = Node::Text(path.clone());
            Node::map([("Piece", path), ("At", (*at as u64).into())])
        });
        layout.push_list("Places", moved);
        if let Some(fill) = self.fill {
            layout.push("Fill", fill.into());
        }
        self.gaps.show(layout);
    }

    /// The layout in a document, if it has one.
    pub(super) fn read(source: &Source<'_>) -> Result<Option<Self>> {
        let size = source.read("Size", unsigned::<u32>)?;
        let places = Self {
            size: size.map(|size| size as usize),
            fill: source.read("Fill", unsigned)?,
            moved: source
                .read("Places", |node| each(node, moved))?
                .unwrap_or_default(),
            gaps: Gaps::read(source)?,
        };
        Ok((places != Self::default()).then_some(places))
    }
}

/// The offset of a piece after a shift of earlier ones; at 0, only the start itself can be.
fn shifted(at: usize, shift: usize) -> usize {
    match at {
        0 => 0,
        _ => at.wrapping_add(shift),
    }
}

/// The shift of the pieces that follow a moved one.
fn shift_by(at: usize, to: usize, shift: usize) -> usize {
    match at {
        0 => shift,
        _ => to.wrapping_sub(at),
    }
}

fn moved(node: &Node) -> Result<(String, usize)> {
    Source::whole(node, |source| {
        let path = source.read("Piece", text)?;
        Ok((path.unwrap_or_default(), source.size("At")?))
    })
}

impl Gaps {
    pub(super) fn len(&self) -> usize {
        self.0
            .iter()
            .fold(0, |sum, (_, gap)| sum.saturating_add(gap.len()))
    }

    pub(super) fn show(&self, layout: &mut Map) {
        let gaps = self.0.iter().map(|(at, bytes)| {
            let bytes = Node::bytes(bytes);
            Node::map([("At", (*at as u64).into()), ("Bytes", bytes)])
        });
        layout.push_list("Gaps", gaps);
    }

    pub(super) fn read(source: &Source<'_>) -> Result<Self> {
        let gap = |source: &Source<'_>| {
            let at = source.size("At")?;
            let bytes = source.read("Bytes", numbers)?;
            Ok((at, bytes.unwrap_or_default()))
        };
        let gaps = source.read("Gaps", |node| each(node, |node| Source::whole(node, gap)));
        Ok(Self(gaps?.unwrap_or_default()))
    }

    /// Refuses bytes that exceed the size.
    pub(super) fn check(&self, size: usize) -> Result<()> {
        let is_within = |(at, gap): &(usize, Vec<u8>)| {
            let end = at.checked_add(gap.len());
            end.is_some_and(|end| end <= size)
        };
        match self.0.iter().position(|gap| !is_within(gap)) {
            Some(index) => Err(Problem::new(format!("bytes past the end at {size}"))
                .within_index(index)
                .within("Gaps")),
            None => Ok(()),
        }
    }

    /// Copies them to their offsets, except for those past the end.
    pub(super) fn put(&self, out: &mut [u8]) {
        for (at, gap) in &self.0 {
            self::put(out, *at, gap);
        }
    }
}

/// Copies bytes to an offset, unless they exceed the end.
pub(super) fn put(out: &mut [u8], at: usize, bytes: &[u8]) {
    let rest = out.get_mut(at..);
    if let Some(room) = rest.and_then(|rest| rest.get_mut(..bytes.len())) {
        room.copy_from_slice(bytes);
    }
}

/// Unclaimed bytes, with their offsets in the whole.
type Unclaimed<'b> = Vec<(usize, &'b [u8])>;

/// The most common byte; 0 if there are none.
fn most_common(unclaimed: &Unclaimed<'_>) -> u8 {
    let mut counts = [0usize; 256];
    for byte in unclaimed.iter().flat_map(|(_, gap)| gap.iter()) {
        counts[usize::from(*byte)] += 1;
    }
    let most = counts
        .iter()
        .enumerate()
        .rev()
        .max_by_key(|(_, count)| **count);
    most.and_then(|(byte, _)| u8::try_from(byte).ok())
        .unwrap_or_default()
}

/// Every piece except for padding: its path, its offset and its size.
#[derive(Debug, Default)]
struct Pieces {
    all: Vec<(String, usize, usize)>,
    path: WalkPath,
    /// The number of uses per path.
    seen: BTreeMap<String, usize>,
    /// Whether there are bytes after the last field.
    trails: bool,
}

impl Pieces {
    fn read<T: Sequence>(bytes: &[u8], args: T::Args) -> core::result::Result<Self, Error> {
        let mut pieces = Self::default();
        T::walk(bytes, args, &mut pieces)?;
        Ok(pieces)
    }

    /// The pieces of the first `size` bytes. The last piece may absorb the padding at the end, except for trailing
    /// bytes.
    fn of_size<T: Sequence>(
        bytes: &[u8],
        size: usize,
        args: T::Args,
    ) -> core::result::Result<Self, Error> {
        let whole = Self::read::<T>(bytes, args)?;
        let cut = bytes.get(..size).filter(|_| !whole.trails);
        Ok(cut
            .and_then(|bytes| Self::read::<T>(bytes, args).ok())
            .unwrap_or(whole))
    }

    fn unclaimed<'b>(&self, bytes: &'b [u8]) -> Unclaimed<'b> {
        let claimed = self.all.iter().map(|(_, at, size)| (*at, *size));
        unclaimed(claimed.collect(), bytes)
    }

    /// The padding byte of a writer.
    fn fill(&self, bytes: &[u8]) -> u8 {
        most_common(&self.unclaimed(bytes))
    }
}

impl Sink for Pieces {
    fn piece(&mut self, piece: Piece) {
        if matches!(piece.content, Content::Padding { .. }) {
            return;
        }
        self.trails |= matches!(piece.content, Content::Trailing) && piece.size > 0;
        let mut path = self.path.inner(piece.name);
        let seen = self.seen.entry(path.clone()).or_default();
        if *seen > 0 {
            path = format!("{path}+{seen}");
        }
        *seen += 1;
        self.all.push((path, piece.at, piece.size));
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, _: &'static Shown) {
        self.path.enter(name, index);
    }

    fn leave(&mut self) {
        self.path.leave();
    }
}
