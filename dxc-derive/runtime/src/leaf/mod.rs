//! From the pieces of a walk to single values, each with its path: one function over the tables, for every type.

mod leaf_path;
mod resolve;
mod value;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use self::leaf_path::LeafPath;
use self::resolve::Named;
pub use self::value::Leaf;
use self::value::Source;
use crate::leaf_room::LeafRoom;
use crate::limits::Limits;
use crate::shape::{EnumTable, How, Layout, Shape, Shown, number};
use crate::tables::{PartTables, RowName};
use crate::walk::{Content, Piece, Sink};

/// A group of leaves: a record or a run that is a field of the part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeafGroup {
    /// Where it belongs, such as `info`.
    pub path: String,
    /// The version of its records, where their size tells it.
    pub version: Option<u32>,
    /// Its doc in the schema, as Markdown.
    pub doc: &'static str,
}

/// A sink that splits every piece into leaves.
///
/// ```
/// use dxc_format::{Leaves, PartView, parts};
///
/// let data = [3, 0, 0, 0, 0, 0, 0, 0];
/// let mut leaves = Leaves::new(&data);
/// PartView::walk(parts::SFI0, &data, &mut leaves)?;
/// let flags = &leaves.into_vec()[0];
/// assert_eq!(flags.path(), "flags");
/// assert_eq!(flags.value(), "Doubles | ComputeShadersPlusRawAndStructuredBuffers (0x3)");
/// # Ok::<(), dxc_format::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Leaves<'a> {
    bytes: &'a [u8],
    /// The paths of the structures that the walk is in, the innermost last.
    paths: Vec<Arc<str>>,
    leaves: Vec<Leaf<'a>>,
    tables: PartTables<'a>,
    /// The path of the first run of records of each name.
    runs: Vec<(&'static str, Arc<str>)>,
    /// The names of rows, for references to them.
    row_names: Vec<(&'static str, Vec<Option<RowName<'a>>>)>,
    /// The leaves that are references.
    named: Vec<(usize, Named)>,
    /// The selector of unions that is not stored in the part: its enum and its value.
    selector: Option<(&'static EnumTable, u64)>,
    room: LeafRoom,
    groups: Vec<LeafGroup>,
}

impl<'a> Leaves<'a> {
    /// A sink for a walk over these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            paths: Vec::new(),
            leaves: Vec::new(),
            tables: PartTables::new(bytes),
            runs: Vec::new(),
            row_names: Vec::new(),
            named: Vec::new(),
            selector: None,
            room: LeafRoom::unlimited(),
            groups: Vec::new(),
        }
    }

    /// Leaves within the [memory](Limits::memory) of these limits: further leaves are [counted](Self::left_out), and
    /// names that many leaves share are truncated.
    ///
    /// ```
    /// use dxc_format::{Leaves, Limits, PartView, parts};
    ///
    /// let mut limits = Limits::NONE;
    /// limits.memory = 0;
    /// let mut leaves = Leaves::new(&[0; 8]).within(&limits);
    /// PartView::walk(parts::SFI0, &[0; 8], &mut leaves)?;
    /// assert!(leaves.left_out() > 0);
    /// assert!(leaves.into_vec().is_empty());
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    #[must_use]
    pub fn within(self, limits: &Limits) -> Self {
        let room = LeafRoom::within(limits);
        Self { room, ..self }
    }

    /// The number of leaves that exceeded the limit.
    pub fn left_out(&self) -> usize {
        self.room.left_out()
    }

    /// The records and runs that are fields of the part.
    pub fn groups(&self) -> &[LeafGroup] {
        &self.groups
    }

    /// Notes a field of the part that holds leaves; those of records in runs are not noted.
    fn group(&mut self, path: &str, shown: &Shown, shape: Option<Shape>) {
        let version = match shape {
            Some(Shape::Record(layout)) => layout.version,
            _ => None,
        };
        if !path.contains('[') && !self.room.is_full() {
            self.groups.push(LeafGroup {
                path: path.into(),
                version,
                doc: shown.doc,
            });
        }
    }

    /// Stores the target of the next leaf.
    fn note(&mut self, named: Named) {
        if !self.room.is_full() {
            self.named.push((self.leaves.len(), named));
        }
    }

    /// At most so many leaves, with long names and lists in full, for comparisons. Leaves may share one, so the total is
    /// limited to a multiple of the part.
    #[doc(hidden)]
    pub fn in_full(self, leaves: usize) -> Self {
        let room = LeafRoom::in_full(leaves, self.bytes.len());
        Self { room, ..self }
    }

    /// Leaves with the selector of unions, where the part does not store it.
    #[must_use]
    pub fn selected_by(self, values: &'static EnumTable, value: u64) -> Self {
        Self {
            selector: Some((values, value)),
            ..self
        }
    }

    /// A path in the innermost structure.
    fn inner(&self, name: &'static str) -> LeafPath {
        LeafPath::new(self.paths.last(), name)
    }

    /// A leaf without a value yet.
    fn leaf(&self, path: LeafPath, (at, size): (usize, usize), shown: &'static Shown) -> Leaf<'a> {
        Leaf {
            size,
            ..Leaf::new(path, at, self.slice(at, size), shown)
        }
    }

    /// Splits bytes of a fixed-size record into leaves.
    pub fn record(&mut self, layout: &'static Layout, at: usize) {
        for field in layout.fields {
            let extent = (at + field.at, field.size);
            let mut leaf = self.leaf(self.inner(field.name), extent, &field.shown);
            leaf.reserved = field.reserved;
            if let Shape::Union(union) = field.shape {
                // The selector is next to the union, before or after it.
                let record = self.slice(at, layout.size);
                let inside = layout.field_bytes(union.selector, record);
                let outside = self
                    .selector
                    .filter(|(values, _)| union.is_selected_by(values));
                let selector = inside
                    .map(|(_, bytes)| number(bytes))
                    .or(outside.map(|(_, value)| value));
                if let Some(arm) = selector.and_then(|selector| union.arm(selector)) {
                    let path = leaf.path.to_shared();
                    let of_arm = LeafPath::new(Some(&path), arm.name);
                    let mut chosen = self.leaf(of_arm, (extent.0, arm.size), &arm.shown);
                    (chosen.reserved, chosen.computed) = (leaf.reserved, leaf.computed);
                    chosen.how = leaf.how;
                    self.value(chosen, arm.shape);
                    if field.size > arm.size {
                        let rest = (extent.0 + arm.size, field.size - arm.size);
                        let of_rest = LeafPath::new(Some(&path), "rest");
                        let mut rest = self.leaf(of_rest, rest, &field.shown);
                        rest.reserved = true;
                        self.push(rest, Shape::Bytes);
                    }
                    continue;
                }
            }
            if let Shape::Indices { table, len } = field.shape {
                let record = self.slice(at, layout.size);
                if let Some((_, len)) = layout.field_bytes(len, record) {
                    let len = number(len);
                    self.note(Named::Run { table, len });
                }
            }
            self.value(leaf, field.shape);
        }
    }

    fn slice(&self, at: usize, size: usize) -> &'a [u8] {
        self.tables.slice((at, size))
    }

    #[cfg_attr(debug_assertions, inline)]
    fn value(&mut self, leaf: Leaf<'a>, shape: Shape) {
        match shape {
            Shape::Record(layout) => {
                self.paths.push(leaf.path.to_shared());
                self.record(layout, leaf.at);
                self.paths.pop();
            }
            Shape::Array(of, stride) if !of.is_single() => {
                let path = leaf.path.to_shared();
                for index in 0..leaf.size() / stride.max(1) {
                    let mut element = leaf.clone();
                    element.path = LeafPath::new(Some(&path), "").at(index);
                    element.at += index * stride;
                    element.size = stride;
                    element.bytes = self.slice(element.at, stride);
                    self.value(element, *of);
                }
            }
            shape => {
                let named = match shape {
                    Shape::Name { table, from, .. } => Some(Named::String { table, from }),
                    Shape::List { of } => Some(Named::List { of }),
                    Shape::Row { of } => Some(Named::Row { of }),
                    _ => None,
                };
                named.into_iter().for_each(|named| self.note(named));
                self.push(leaf, shape);
            }
        }
    }

    /// Adds a leaf, if there is room for it.
    fn add(&mut self, leaf: Leaf<'a>, source: Source<'a>) {
        if self.room.take_leaf() {
            self.leaves.push(Leaf { source, ..leaf });
        }
    }

    fn push(&mut self, leaf: Leaf<'a>, shape: Shape) {
        self.add(leaf, Source::Bytes(shape));
    }

    /// `known` bytes of a shape, and a newer version's bytes up to the leaf's size.
    #[cfg_attr(debug_assertions, inline)]
    fn known(&mut self, leaf: Leaf<'a>, shape: Shape, known: usize) {
        let (at, size) = (leaf.at, leaf.size);
        let tail = (size > known).then(|| leaf.path.to_shared());
        let known_leaf = Leaf {
            size: known,
            bytes: self.slice(at, known),
            ..leaf
        };
        self.value(known_leaf, shape);
        if let Some(path) = tail {
            let path = LeafPath::new(Some(&path), "tail");
            let tail = self.leaf(path, (at + known, size - known), &Shown::FLAT);
            self.add(tail, Source::Plain);
        }
    }

    /// Strings in sequence, each with its NUL.
    fn strings(&mut self, path: &LeafPath, at: usize, size: usize, shown: &'static Shown) {
        let (outer, mut start) = (path.to_shared(), at);
        let mut keys = shown.named.iter();
        for text in self.slice(at, size).split_inclusive(|byte| *byte == 0) {
            let path = LeafPath::new(Some(&outer), "").at(start - at);
            let mut leaf = Leaf::new(path, start, text, shown);
            leaf.key = keys.next().unwrap_or(&shown.key);
            start += text.len();
            let text = text.strip_suffix(&[0]).unwrap_or(text);
            self.add(leaf, Source::Text(text));
        }
    }
}

impl Sink for Leaves<'_> {
    #[cfg_attr(debug_assertions, inline)]
    fn piece(&mut self, piece: Piece) {
        let Piece {
            name,
            at,
            size,
            content,
            shown,
        } = piece;
        self.tables.piece(piece);
        let leaf = self.leaf(self.inner(name), (at, size), shown);
        match content {
            Content::Bytes if shown.how == How::Text => {
                let text = leaf.bytes;
                self.add(leaf, Source::Text(text));
            }
            Content::Value(shape) => self.value(leaf, shape),
            Content::Sized { shape, known } => {
                self.group(&leaf.path.to_shared(), shown, Some(shape));
                self.known(leaf, shape, known);
            }
            Content::Run {
                shape,
                known,
                stride,
            } => {
                let path = leaf.path.to_shared();
                self.group(&path, shown, Some(shape));
                if let Shape::Record(layout) = shape
                    && self.runs.iter().all(|known| known.0 != layout.name)
                {
                    self.runs.push((layout.name, Arc::clone(&path)));
                }
                let count = size / stride.max(1);
                for index in 0..count {
                    if self.room.is_full() {
                        self.room.leave_out(count - index, shape);
                        break;
                    }
                    let of_record = LeafPath::new(Some(&path), "").at(index);
                    let record = self.leaf(of_record, (at + index * stride, stride), shown);
                    self.known(record, shape, known);
                }
            }
            Content::Strings => self.strings(&leaf.path, at, size, shown),
            Content::Text => {
                let text = leaf.bytes.split_last().map_or(leaf.bytes, |(_, text)| text);
                self.add(leaf, Source::Text(text));
            }
            Content::Place { pool, .. } => {
                self.note(Named::Place { pool });
                self.value(leaf, Shape::Unsigned);
            }
            Content::Padding { .. } => {
                let path = self.inner("padding");
                let mut padding = self.leaf(path, (at, size), &Shown::FLAT);
                padding.computed = true;
                self.add(padding, Source::Plain);
            }
            Content::Bytes | Content::Trailing => self.add(leaf, Source::Plain),
        }
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, shown: &'static Shown) {
        let path = self.inner(name);
        if matches!(index, None | Some(0)) {
            self.group(&path.to_shared(), shown, None);
        }
        let path = match index {
            Some(index) => path.at(index),
            None => path,
        };
        self.paths.push(path.to_shared());
    }

    fn leave(&mut self) {
        self.paths.pop();
    }

    fn pooled(&mut self, pool: &'static str, index: usize, at: u32) {
        Sink::pooled(&mut self.tables, pool, index, at);
    }
}
