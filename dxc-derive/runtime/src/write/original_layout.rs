//! The bytes from which an owned value was read.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::write::span_layout::{SpanLayout, unclaimed};

/// The bytes that a value was read from, if their layout differs from that of a new value.
///
/// They do not affect equality, and `Debug` prints no content. `A` are the arguments of the value.
#[derive(Clone)]
pub struct OriginalLayout<A = ()>(Option<Box<Read<A>>>);

#[derive(Clone)]
struct Read<A> {
    bytes: Vec<u8>,
    args: A,
    layout: LayoutOf<A>,
}

/// Finds the layout of bytes that were read with these arguments.
type LayoutOf<A> = fn(&[u8], A) -> SpanLayout;

impl<A: Copy> OriginalLayout<A> {
    /// The bytes that a value with these arguments was read from.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    pub fn new(bytes: &[u8], args: A, layout: LayoutOf<A>) -> Self {
        Self(Some(Box::new(Read {
            bytes: bytes.to_vec(),
            args,
            layout,
        })))
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.0.as_deref().map(|read| &*read.bytes)
    }

    /// Their layout.
    pub(crate) fn layout(&self) -> Option<SpanLayout> {
        let read = self.0.as_deref()?;
        Some((read.layout)(&read.bytes, read.args))
    }

    /// The first unclaimed bytes that are not padding. Padding is one repeated byte.
    pub(crate) fn gap(&self) -> Option<Vec<u8>> {
        let SpanLayout { spans, bytes } = self.layout()?;
        let gaps = unclaimed(spans, &bytes);
        let mut gaps = gaps.into_iter().map(|(_, gap)| gap);
        let gap = gaps.find(|gap| gap.windows(2).any(|pair| pair[0] != pair[1]));
        gap.map(<[u8]>::to_vec)
    }

    /// Drops the bytes: the value is written like a new one.
    pub fn forget(&mut self) {
        self.0 = None;
    }
}

impl<A> Default for OriginalLayout<A> {
    fn default() -> Self {
        Self(None)
    }
}

impl<A> PartialEq for OriginalLayout<A> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<A> Eq for OriginalLayout<A> {}

impl<A> core::hash::Hash for OriginalLayout<A> {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {}
}

impl<A> core::fmt::Debug for OriginalLayout<A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if self.0.is_some() {
            "as read"
        } else {
            "canonical"
        })
    }
}
