//! Plans layouts in which the structures of pools are near their references.
//!
//! A rehearsal records the spans and references of a value; then it is written into the layout computed from these.

use alloc::vec;
use alloc::vec::Vec;

use crate::write::span_layout::SpanLayout;

/// The events of a rehearsal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// The next span.
    Span,
    /// A string that was already written at this offset.
    Again(usize),
    /// The next span is aligned to this many bytes.
    Pad(usize, u8),
    /// Padding that is relative to another offset; it cannot be planned.
    PadWithin,
    /// A reference to a structure of the pool.
    Link(u32),
    /// Contiguous structures begin.
    Run,
    /// A structure of the pool begins.
    Pooled,
    /// The inline part of the next structure begins.
    Inline,
    /// The placed fields of the next structure begin.
    Content,
    /// The structures end.
    End,
}

/// The maximum depth of references to follow; deeper structures are at the pool's location.
const DEEPEST: usize = 64;

/// A node of the tree from which the layout is made.
#[derive(Debug)]
enum Node {
    Span(usize),
    Pad(usize, u8),
    Link(u32),
    /// Contiguous structures.
    Run(Vec<Item>),
    Pooled(u32),
}

/// A structure.
#[derive(Debug, Default)]
struct Item {
    inline: Vec<Node>,
    content: Vec<Node>,
}

/// The layout that places every structure of the pool after the placed fields of the structure that first references
/// it, and a structure's own placed fields before it. `None` if a span would have no offset.
#[cfg_attr(debug_assertions, inline)]
pub(crate) fn near(events: &[Event], spans: &[(usize, usize)]) -> Option<SpanLayout> {
    if events.iter().any(|event| matches!(event, Event::PadWithin)) {
        return None;
    }
    let texts = spans.iter().enumerate().filter(|(_, span)| span.1 > 0);
    let mut texts: Vec<_> = texts.map(|(index, (at, _))| (*at, index)).collect();
    texts.sort_unstable();
    let mut tree = Tree {
        events: events.iter().copied(),
        texts,
        next: 0,
        pool: Vec::new(),
    };
    let root = tree.item();
    let mut layout = Layout {
        spans,
        places: vec![None; spans.len()],
        is_done: vec![false; tree.pool.len()],
        pool: &tree.pool,
        bytes: Vec::new(),
    };
    layout.nodes(&root.inline, false, 0);
    let sizes = spans.iter().map(|(_, size)| *size);
    let places = layout.places.into_iter().zip(sizes);
    let places = places.map(|(at, size)| Some((at?, size)));
    Some(SpanLayout {
        spans: places.collect::<Option<_>>()?,
        bytes: layout.bytes,
    })
}

/// Builds a tree from the events.
struct Tree<E> {
    events: E,
    /// The spans that are not empty, as offset and index, sorted by offset.
    texts: Vec<(usize, usize)>,
    /// The index of the next span.
    next: usize,
    pool: Vec<Vec<Item>>,
}

impl<E: Iterator<Item = Event>> Tree<E> {
    /// Parses a structure, or the whole value; nodes belong to `inline` until an event begins its content.
    fn item(&mut self) -> Item {
        self.run().pop().unwrap_or_default()
    }

    /// The index of the first span at an offset.
    fn text(&self, at: usize) -> Option<usize> {
        let found = self.texts.binary_search_by_key(&at, |text| text.0).ok()?;
        Some(self.texts.get(found)?.1)
    }

    fn run(&mut self) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        // The number of items whose content has begun.
        let mut contents = 0;
        while let Some(event) = self.events.next() {
            let node = match event {
                Event::End => break,
                Event::Inline => {
                    items.push(Item::default());
                    continue;
                }
                Event::Content => {
                    contents += 1;
                    continue;
                }
                Event::Span => {
                    self.next += 1;
                    Node::Span(self.next - 1)
                }
                Event::Again(at) => match self.text(at) {
                    Some(index) => Node::Span(index),
                    None => continue,
                },
                Event::PadWithin => continue,
                Event::Pad(to, fill) => Node::Pad(to, fill),
                Event::Link(number) => Node::Link(number),
                Event::Run => Node::Run(self.run()),
                Event::Pooled => {
                    let run = self.run();
                    self.pool.push(run);
                    Node::Pooled(u32::try_from(self.pool.len() - 1).unwrap_or(u32::MAX))
                }
            };
            if items.is_empty() {
                items.push(Item::default());
            }
            let nodes = match contents {
                0 => items.last_mut().map(|item| &mut item.inline),
                begun => items.get_mut(begun - 1).map(|item| &mut item.content),
            };
            if let Some(nodes) = nodes {
                nodes.push(node);
            }
        }
        items
    }
}

/// A layout under construction.
struct Layout<'p> {
    spans: &'p [(usize, usize)],
    places: Vec<Option<usize>>,
    /// For each structure of the pool, whether it has an offset.
    is_done: Vec<bool>,
    pool: &'p [Vec<Item>],
    /// The bytes of the layout: padding, and space for spans.
    bytes: Vec<u8>,
}

impl Layout<'_> {
    fn nodes(&mut self, nodes: &[Node], is_late: bool, depth: usize) {
        let mut pad = None;
        for node in nodes {
            match node {
                Node::Pad(to, fill) => pad = Some((*to, *fill)),
                Node::Span(index) => self.span(*index, pad.take()),
                Node::Run(run) => self.run(run, pad.take(), is_late, depth),
                Node::Pooled(index) => self.pooled(*index, depth),
                Node::Link(_) => {}
            }
        }
        // The end of the part is padded, too.
        self.pad(pad);
    }

    /// Places structures: their inline parts first, or, if they are `late`, last.
    fn run(&mut self, run: &[Item], pad: Option<(usize, u8)>, is_late: bool, depth: usize) {
        let contents = |layout: &mut Self| {
            for item in run {
                layout.nodes(&item.content, is_late, depth);
                layout.named_in(&item.inline, depth);
            }
        };
        if is_late {
            contents(self);
        }
        self.pad(pad);
        for item in run {
            self.nodes(&item.inline, false, depth);
        }
        if !is_late {
            contents(self);
        }
    }

    /// Places the structures that nodes reference.
    fn named_in(&mut self, nodes: &[Node], depth: usize) {
        for node in nodes {
            if let Node::Link(number) = node {
                self.pooled(*number, depth);
            }
        }
    }

    fn pooled(&mut self, index: u32, depth: usize) {
        let at = index as usize;
        let (Some(done), Some(run)) = (self.is_done.get_mut(at), self.pool.get(at)) else {
            return;
        };
        if depth < DEEPEST && !core::mem::replace(done, true) {
            for item in run {
                self.nodes(&item.inline, true, depth + 1);
            }
        }
    }

    fn pad(&mut self, pad: Option<(usize, u8)>) {
        if let Some((to, fill)) = pad {
            self.bytes
                .resize(self.bytes.len().next_multiple_of(to), fill);
        }
    }

    fn span(&mut self, index: usize, pad: Option<(usize, u8)>) {
        if let (Some(None), Some((_, size))) = (self.places.get(index), self.spans.get(index)) {
            self.pad(pad);
            let at = self.bytes.len();
            if let Some(place) = self.places.get_mut(index) {
                *place = Some(at);
            }
            self.bytes.resize(at + size, 0);
        }
    }
}
