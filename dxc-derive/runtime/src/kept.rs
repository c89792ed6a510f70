//! Layouts that are there before a value is written into them, and the record of a rehearsal.

use alloc::vec::Vec;

use super::piece_layout::PieceLayout;
use super::plan::{Event, near};

/// A layout, while a value is written into it.
#[derive(Debug)]
pub(crate) struct Kept<'w> {
    pub(crate) layout: &'w PieceLayout,
    /// Its next piece.
    next: usize,
    /// Whether a piece differed in size from the layout.
    misfit: bool,
    /// Where the last piece ended.
    pub(crate) at: usize,
    /// The end of the furthest piece.
    pub(crate) reached: usize,
    /// Whether the layout is or was planned rather than read.
    pub(crate) is_new: bool,
    /// The record of a rehearsal, which writes nothing.
    pub(crate) seen: Option<Seen>,
}

/// The record of a rehearsal.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) events: Vec<Event>,
    /// Place and size, in the order in which they are written.
    pieces: Vec<(usize, usize)>,
    /// Fields that the value's version lacks.
    pub(crate) absent: Vec<&'static str>,
}

impl<'w> Kept<'w> {
    /// A layout that was read.
    pub(crate) fn read(layout: &'w PieceLayout) -> Self {
        Self {
            layout,
            next: 0,
            misfit: false,
            at: 0,
            reached: 0,
            is_new: false,
            seen: None,
        }
    }

    /// A layout that was planned.
    pub(crate) fn planned(layout: &'w PieceLayout) -> Self {
        Self {
            is_new: true,
            ..Self::read(layout)
        }
    }

    /// No layout yet, which a rehearsal records.
    pub(crate) fn rehearsed(nothing: &'w PieceLayout) -> Self {
        Self {
            seen: Some(Seen::default()),
            ..Self::planned(nothing)
        }
    }

    /// Whether every piece was written at its offset.
    pub(crate) fn is_laid_out(&self) -> bool {
        !self.misfit && self.next == self.layout.pieces.len()
    }

    /// The offset of the next piece, if the layout has one.
    pub(crate) fn next_at(&self) -> Option<usize> {
        let piece = self.layout.pieces.get(self.next);
        piece.map(|(at, _)| *at)
    }

    /// The offset of the next piece; `end`, if its size differs.
    pub(crate) fn reserve(&mut self, size: usize, end: usize) -> usize {
        let piece = self.layout.pieces.get(self.next);
        self.next += 1;
        let at = match piece {
            Some((at, remembered)) if *remembered == size => *at,
            _ => {
                self.misfit = true;
                end
            }
        };
        self.pass(at + size);
        if let Some(seen) = &mut self.seen {
            seen.events.push(Event::Piece);
            seen.pieces.push((at, size));
        }
        at
    }

    /// Continues after a piece that ends there.
    pub(crate) fn pass(&mut self, end: usize) {
        self.at = end;
        self.reached = self.reached.max(end);
    }
}

impl Seen {
    /// A layout with the entries of a pool near their references.
    pub(crate) fn plan(&self) -> Option<PieceLayout> {
        near(&self.events, &self.pieces)
    }
}
