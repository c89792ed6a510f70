//! The generic walk: every reader reports the interpretation of its bytes to a sink.
//!
//! The hex view, the inspector, original layouts and coverage are sinks. The reader of a view uses the sink `()`, which
//! costs nothing.

use crate::shape::{DocumentForm, Shape};

/// A span of a part: some of its bytes, and their interpretation.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The field's name; empty for padding.
    pub name: &'static str,
    /// Its offset, in bytes from the start of the part's data.
    pub at: usize,
    /// Its size in bytes.
    pub size: usize,
    /// Its interpretation.
    pub content: Content,
    /// Its form in documents.
    pub shown: &'static DocumentForm,
}

/// The interpretation of a span's bytes.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// One value.
    Value(Shape),
    /// Contiguous records of one type.
    Run {
        /// The shape of a record.
        shape: Shape,
        /// The number of a record's bytes that this version defines.
        known: usize,
        /// The size of a record; more than `known` if a newer version wrote it.
        stride: usize,
    },
    /// One value, and its tail from a newer version.
    Sized {
        /// The shape of the value.
        shape: Shape,
        /// The number of its bytes that this version defines.
        known: usize,
    },
    /// NUL-terminated strings.
    Strings,
    /// One string, and the NUL that ends it.
    Text,
    /// A `u32` that references an entry of a pool by its offset.
    Offset {
        /// The pool.
        pool: &'static str,
        /// The null reference, if there is one.
        null: Option<u32>,
    },
    /// Bytes without fields.
    Bytes,
    /// Padding up to a multiple of the alignment.
    Padding {
        /// The expected number of padding bytes; the part may end earlier.
        expected: usize,
    },
    /// Bytes after the last field.
    Trailing,
}

/// Receives the spans of a walk, in the order in which a writer stores them.
pub trait Sink {
    /// Receives a span.
    fn span(&mut self, span: Span);

    /// The next spans are within a field, or a record of it.
    fn enter(&mut self, _name: &'static str, _index: Option<usize>, _shown: &'static DocumentForm) {
    }

    /// The next span contains several runs, with these numbers of records.
    fn split(&mut self, _lengths: &mut dyn Iterator<Item = usize>) {}

    /// The spans after this are no longer within the field or record that was entered last.
    fn leave(&mut self) {}

    /// Receives a value that the file does not contain, but documents show.
    fn absent(&mut self, _shown: &'static DocumentForm) {}

    /// Receives the offset `at` of entry `index` of a pool.
    fn pooled(&mut self, _pool: &'static str, _index: usize, _at: u32) {}

    /// Whether to check the values; otherwise they were checked before.
    fn checks(&self) -> bool {
        true
    }

    /// Whether it receives spans.
    fn listens(&self) -> bool {
        true
    }

    /// Whether it receives references to pools, even without spans.
    fn notes(&self) -> bool {
        self.listens()
    }
}

/// A sink that ignores everything.
impl Sink for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn span(&mut self, _: Span) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn listens(&self) -> bool {
        false
    }
}

/// A sink that ignores everything, for bytes that were checked before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known;

impl Sink for Known {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn span(&mut self, _: Span) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn checks(&self) -> bool {
        false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn listens(&self) -> bool {
        false
    }
}

/// A sink for readers. Debug builds query its methods at run time, so that each reader is compiled once.
#[cfg(debug_assertions)]
#[doc(hidden)]
pub fn borrowed<'s, S: Sink>(sink: &'s mut S) -> &'s mut (dyn Sink + 's) {
    sink
}

/// A sink for readers. In optimized builds, readers are compiled for each sink, and ignored reports cost nothing.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[inline(always)]
pub fn borrowed<S: Sink>(sink: &mut S) -> &mut S {
    sink
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn span(&mut self, span: Span) {
        S::span(self, span);
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, shown: &'static DocumentForm) {
        S::enter(self, name, index, shown);
    }

    fn split(&mut self, lengths: &mut dyn Iterator<Item = usize>) {
        S::split(self, lengths);
    }

    fn leave(&mut self) {
        S::leave(self);
    }

    fn absent(&mut self, shown: &'static DocumentForm) {
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

/// The document form of a part that is kept as bytes.
#[doc(hidden)]
pub const OPAQUE: &DocumentForm = &DocumentForm::new("Data");

/// Reports a part that is kept as bytes to a sink.
pub fn opaque<S: Sink + ?Sized>(bytes: &[u8], sink: &mut S) {
    sink.span(Span {
        name: "data",
        at: 0,
        size: bytes.len(),
        content: Content::Bytes,
        shown: OPAQUE,
    });
}
