//! The fields of a part, as far as it can be read.

use dxc_format::runtime::walk::{Content, Sink, Span};
use dxc_format::{FourCC, PartView};

/// Records all spans of a walk.
#[derive(Default)]
pub(crate) struct Spans(pub(crate) Vec<Span>);

impl Sink for Spans {
    fn span(&mut self, span: Span) {
        self.0.push(span);
    }
}

impl Spans {
    /// The spans of a part, up to the first error.
    pub(crate) fn of(fourcc: FourCC, bytes: &[u8]) -> Self {
        let mut spans = Self::default();
        // The fields before an error are also used.
        let _ = PartView::walk(fourcc, bytes, &mut spans);
        spans
    }

    /// The size of the field at an offset in bytes.
    pub(crate) fn width(&self, at: usize) -> usize {
        let found = self.0.iter().rev().find(|span| span.at == at);
        found.map_or(4, |span| span.size.min(8))
    }
}

/// Whether overlaps and gaps of a span are checked: this is so for all spans except padding.
pub(crate) fn claims(span: &Span) -> bool {
    !matches!(span.content, Content::Padding { .. }) && span.size > 0
}
