//! The generic walk: every reader tells a sink which bytes it took for what.
//!
//! The hex view, the inspector, the memory of layouts and coverage are sinks; the reader of a view walks with `()`,
//! which costs nothing.

use super::shape::{Shape, Shown};

/// A piece of a part: some of its bytes, and what they are.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The field's name; empty for padding.
    pub name: &'static str,
    /// Where it begins, in bytes from the start of the part's data.
    pub at: usize,
    /// Its size in bytes.
    pub size: usize,
    /// What it is.
    pub content: Content,
    /// How documents show it.
    pub shown: &'static Shown,
}

/// What the bytes of a piece are.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Content {
    /// One value.
    Value(Shape),
    /// Equal records one behind the other.
    Run {
        /// What a record is.
        shape: Shape,
        /// How many bytes of a record have a meaning.
        known: usize,
        /// How many bytes a record takes; more than `known` where a newer version wrote it.
        stride: usize,
    },
    /// One value, and what a newer version keeps behind it.
    Sized {
        /// What the value is.
        shape: Shape,
        /// How many of its bytes have a meaning.
        known: usize,
    },
    /// NUL-terminated strings.
    Strings,
    /// One string, and the NUL that ends it.
    Text,
    /// A `u32` that names what is in a pool, by its place.
    Place {
        /// The pool.
        pool: &'static str,
        /// The number that names nothing, if there is one.
        null: Option<u32>,
    },
    /// Bytes that the part carries for somebody else.
    Bytes,
    /// Bytes up to the next multiple of something.
    Padding {
        /// How many there should be; the part may end before.
        expected: usize,
    },
    /// Bytes behind the last field.
    Trailing,
}

/// Whoever listens to a walk. The pieces come in the order in which they would be written.
pub trait Sink {
    /// A piece.
    fn piece(&mut self, piece: Piece);

    /// The pieces that follow lie within a field, or a record of it.
    fn enter(&mut self, _name: &'static str, _index: Option<usize>, _shown: &'static Shown) {}

    /// The next piece holds several runs, with so many records each.
    fn split(&mut self, _lengths: &mut dyn Iterator<Item = usize>) {}

    /// The pieces that follow no longer do.
    fn leave(&mut self) {}

    /// A value is not there that documents show nevertheless.
    fn absent(&mut self, _shown: &'static Shown) {}

    /// What is at index `index` of a pool lies at `at`.
    fn pooled(&mut self, _pool: &'static str, _index: usize, _at: u32) {}

    /// Whether all is to be checked; if not, it was before.
    fn checks(&self) -> bool {
        true
    }

    /// Whether it is to be told of pieces.
    fn listens(&self) -> bool {
        true
    }

    /// Whether it is to be told of numbers that name what is in a pool, even if of nothing else.
    fn notes(&self) -> bool {
        self.listens()
    }
}

/// Nobody listens.
impl Sink for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn piece(&mut self, _: Piece) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn listens(&self) -> bool {
        false
    }
}

/// Nobody listens, and everything was checked before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known;

impl Sink for Known {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn piece(&mut self, _: Piece) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn checks(&self) -> bool {
        false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn listens(&self) -> bool {
        false
    }
}

/// A sink as readers take it. Debug builds ask it what it listens to while they run, so that each reader is compiled once.
#[cfg(debug_assertions)]
#[doc(hidden)]
pub fn lent<'s, S: Sink>(sink: &'s mut S) -> &'s mut (dyn Sink + 's) {
    sink
}

/// A sink as readers take it. Where code is optimised, readers know who listens, and what nobody hears costs nothing.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[inline(always)]
pub fn lent<S: Sink>(sink: &mut S) -> &mut S {
    sink
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn piece(&mut self, piece: Piece) {
        S::piece(self, piece);
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, shown: &'static Shown) {
        S::enter(self, name, index, shown);
    }

    fn split(&mut self, lengths: &mut dyn Iterator<Item = usize>) {
        S::split(self, lengths);
    }

    fn leave(&mut self) {
        S::leave(self);
    }

    fn absent(&mut self, shown: &'static Shown) {
        S::absent(self, shown);
    }

    fn pooled(&mut self, pool: &'static str, index: usize, at: u32) {
        S::pooled(self, pool, index, at);
    }

    fn checks(&self) -> bool {
        S::checks(self)
    }

    fn listens(&self) -> bool {
        S::listens(self)
    }

    fn notes(&self) -> bool {
        S::notes(self)
    }
}

/// How documents show a part that nobody reads.
pub(crate) const OPAQUE: &Shown = &Shown::new("Data");

/// Tells a sink of a part that nobody reads.
pub fn opaque<S: Sink + ?Sized>(bytes: &[u8], sink: &mut S) {
    sink.piece(Piece {
        name: "data",
        at: 0,
        size: bytes.len(),
        content: Content::Bytes,
        shown: OPAQUE,
    });
}
