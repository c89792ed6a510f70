//! Layouts into which a value is written, and the record of a rehearsal.

use alloc::vec::Vec;

use crate::write::plan::{Event, near};
use crate::write::span_layout::SpanLayout;

/// The state of writing a value into a layout.
#[derive(Debug)]
pub(crate) struct Pinned<'w> {
    pub(crate) layout: &'w SpanLayout,
    /// The index of the next span.
    next: usize,
    /// Whether a span differed in size from the layout.
    misfit: bool,
    /// The end of the last span.
    pub(crate) at: usize,
    /// The end of the furthest span.
    pub(crate) reached: usize,
    /// Whether the layout was planned, or is being planned, rather than read.
    pub(crate) is_new: bool,
    /// The record of a rehearsal, which writes nothing.
    pub(crate) seen: Option<Seen>,
}

/// The record of a rehearsal.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) events: Vec<Event>,
    /// The offset and size of each span, in the order in which they are written.
    spans: Vec<(usize, usize)>,
    /// Fields that the value's version lacks.
    pub(crate) absent: Vec<&'static str>,
}

impl<'w> Pinned<'w> {
    /// Creates the state for a layout that was read.
    pub(crate) fn read(layout: &'w SpanLayout) -> Self {
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

    /// Creates the state for a layout that was planned.
    pub(crate) fn planned(layout: &'w SpanLayout) -> Self {
        Self {
            is_new: true,
            ..Self::read(layout)
        }
    }

    /// Creates the state for a rehearsal, which records a layout.
    pub(crate) fn rehearsed(nothing: &'w SpanLayout) -> Self {
        Self {
            seen: Some(Seen::default()),
            ..Self::planned(nothing)
        }
    }

    /// Whether every span was written at its offset.
    pub(crate) fn is_laid_out(&self) -> bool {
        !self.misfit && self.next == self.layout.spans.len()
    }

    /// The offset of the next span, if the layout has one.
    pub(crate) fn next_at(&self) -> Option<usize> {
        let span = self.layout.spans.get(self.next);
        span.map(|(at, _)| *at)
    }

    /// The offset of the next span; `end`, if its size differs from the layout's.
    pub(crate) fn reserve(&mut self, size: usize, end: usize) -> usize {
        let span = self.layout.spans.get(self.next);
        self.next += 1;
        let at = match span {
            Some((at, remembered)) if *remembered == size => *at,
            _ => {
                self.misfit = true;
                end
            }
        };
        self.pass(at + size);
        if let Some(seen) = &mut self.seen {
            seen.events.push(Event::Span);
            seen.spans.push((at, size));
        }
        at
    }

    /// Continues after a span that ends at `end`.
    pub(crate) fn pass(&mut self, end: usize) {
        self.at = end;
        self.reached = self.reached.max(end);
    }
}

impl Seen {
    /// Plans a layout with the structures of a pool near their references.
    pub(crate) fn plan(&self) -> Option<SpanLayout> {
        near(&self.events, &self.spans)
    }
}
