//! The offsets and sizes of the spans of a part.

use alloc::vec::Vec;

use crate::read::walk::{Content, Sink, Span};

/// A layout: the offset of each span, and the bytes between spans.
#[derive(Clone, Debug, Default)]
pub struct SpanLayout {
    /// The offset and size of each span, in the order of the walk.
    pub spans: Vec<(usize, usize)>,
    /// All bytes; those of spans will be overwritten.
    pub bytes: Vec<u8>,
}

/// The bytes that none of the spans claims, with their offsets.
pub fn unclaimed(mut spans: Vec<(usize, usize)>, bytes: &[u8]) -> Vec<(usize, &[u8])> {
    spans.retain(|(_, size)| *size > 0);
    spans.push((bytes.len(), 0));
    spans.sort_unstable();
    let (mut unclaimed, mut end) = (Vec::new(), 0);
    for (at, size) in spans {
        let gap = bytes.get(end..at).filter(|gap| !gap.is_empty());
        unclaimed.extend(gap.map(|gap| (end, gap)));
        end = end.max(at.saturating_add(size));
    }
    unclaimed
}

/// Collects the offsets of spans, without padding, so that its bytes are kept.
pub(crate) struct Spans(pub(crate) Vec<(usize, usize)>);

impl Sink for Spans {
    fn span(&mut self, span: Span) {
        if !matches!(span.content, Content::Padding { .. }) {
            self.0.push((span.at, span.size));
        }
    }
}
