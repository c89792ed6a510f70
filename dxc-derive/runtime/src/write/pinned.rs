//! Layouts that are there before a value is written into them, and the record of a rehearsal.

use alloc::vec::Vec;

use crate::write::plan::{Event, near};
use crate::write::span_layout::SpanLayout;

/// A layout, while a value is written into it.
#[derive(Debug)]
pub(crate) struct Pinned<'w> {
    pub(crate) layout: &'w SpanLayout,
    /// Its next span.
    next: usize,
    /// Whether a span differed in size from the layout.
    misfit: bool,
    /// Where the last span ended.
    pub(crate) at: usize,
    /// The end of the furthest span.
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
    spans: Vec<(usize, usize)>,
    /// Fields that the value's version lacks.
    pub(crate) absent: Vec<&'static str>,
}

impl<'w> Pinned<'w> {
    /// A layout that was read.
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

    /// A layout that was planned.
    pub(crate) fn planned(layout: &'w SpanLayout) -> Self {
        Self {
            is_new: true,
            ..Self::read(layout)
        }
    }

    /// No layout yet, which a rehearsal records.
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

    /// The offset of the next span; `end`, if its size differs.
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

    /// Continues after a span that ends there.
    pub(crate) fn pass(&mut self, end: usize) {
        self.at = end;
        self.reached = self.reached.max(end);
    }
}

impl Seen {
    /// A layout with the entries of a pool near their references.
    pub(crate) fn plan(&self) -> Option<SpanLayout> {
        near(&self.events, &self.spans)
    }
}
