//! From the pieces of a walk to single values, each with its path: one function over the tables, for every type.

mod resolve;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use self::resolve::Named;
use crate::leaf_room::LeafRoom;
use crate::limits::Limits;
use crate::shape::{BitField, EnumTable, How, Layout, Shape, Shown, number};
use crate::tables::{PartTables, RowName};
use crate::walk::{Content, Piece, Sink};
use crate::walk_path::WalkPath;

/// A single value of a part, or bytes without fields.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leaf {
    /// Its path, such as `elements[3].mask`.
    pub path: String,
    /// Where it begins, in bytes from the start of the part's data.
    pub at: usize,
    /// Its size in bytes.
    pub size: usize,
    /// The value as readable text, with names beside raw numbers; empty for bytes without fields.
    pub value: String,
    /// The value in short form: the entry that it references, or the name of the value, or else the number.
    pub text: String,
    /// The fields that are packed into it, each with its text.
    pub bits: Vec<(&'static str, String)>,
    /// The interpretation of its bytes; `None` for text, and for bytes without fields.
    pub shape: Option<Shape>,
    /// Its key in documents.
    pub key: &'static str,
    /// Whether it is reserved: kept without a meaning.
    pub reserved: bool,
    /// Whether it is computed from other fields: a count, an offset, a table of strings.
    pub computed: bool,
    /// Whether the text is the entry that the number references.
    pub resolved: bool,
    /// Whether the text is a string of the part: a name.
    pub names: bool,
    /// How documents and texts show it.
    pub how: How,
    /// Its doc in the schema, as Markdown.
    pub doc: &'static str,
}

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

impl Leaf {
    /// A leaf without a value.
    fn new(path: String, at: usize, size: usize, shown: &Shown) -> Self {
        Self {
            path,
            at,
            size,
            value: String::new(),
            text: String::new(),
            bits: Vec::new(),
            shape: None,
            key: shown.key,
            reserved: false,
            computed: shown.computed || shown.how == How::Never,
            resolved: false,
            names: false,
            how: shown.how,
            doc: shown.doc,
        }
    }
}

/// The most bytes without a meaning that are shown one by one.
const MOST_BYTES: usize = 16;

/// A sink that splits every piece into leaves.
///
/// ```
/// use dxc_format::{PartView, types::Leaves, parts};
///
/// let data = [3, 0, 0, 0, 0, 0, 0, 0];
/// let mut leaves = Leaves::new(&data);
/// PartView::walk(parts::SFI0, &data, &mut leaves)?;
/// let flags = &leaves.into_vec()[0];
/// assert_eq!(flags.path, "flags");
/// assert_eq!(flags.value, "Doubles | ComputeShadersPlusRawAndStructuredBuffers (0x3)");
/// # Ok::<(), dxc_format::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Leaves<'a> {
    bytes: &'a [u8],
    path: WalkPath,
    leaves: Vec<Leaf>,
    tables: PartTables<'a>,
    /// The path of the first run of records of each name.
    runs: Vec<(&'static str, String)>,
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
            path: WalkPath::default(),
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
    /// use dxc_format::{Limits, PartView, types::Leaves, parts};
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

    /// Splits bytes of a fixed-size record into leaves.
    pub fn record(&mut self, layout: &Layout, at: usize) {
        for field in layout.fields {
            let path = self.path.inner(field.name);
            let mut leaf = Leaf {
                reserved: field.reserved,
                ..Leaf::new(path, at + field.at, field.size, &field.shown)
            };
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
                    let path = core::mem::take(&mut leaf.path);
                    let chosen = Leaf {
                        path: format!("{path}.{}", arm.name),
                        size: arm.size,
                        key: arm.shown.key,
                        doc: arm.shown.doc,
                        ..leaf.clone()
                    };
                    self.value(chosen, arm.shape);
                    if leaf.size > arm.size {
                        let rest = Leaf {
                            path: format!("{path}.rest"),
                            at: leaf.at + arm.size,
                            size: leaf.size - arm.size,
                            reserved: true,
                            ..leaf
                        };
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
    fn value(&mut self, mut leaf: Leaf, shape: Shape) {
        match shape {
            Shape::Record(layout) => {
                self.path.enter_path(leaf.path);
                self.record(layout, leaf.at);
                self.path.leave();
            }
            Shape::Array(of, stride) if !of.is_single() => {
                let path = core::mem::take(&mut leaf.path);
                for index in 0..leaf.size / stride.max(1) {
                    let element = Leaf {
                        path: format!("{path}[{index}]"),
                        at: leaf.at + index * stride,
                        size: stride,
                        ..leaf.clone()
                    };
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
    fn add(&mut self, leaf: impl FnOnce(&Self) -> Leaf) {
        if self.room.take_leaf() {
            self.leaves.push(leaf(self));
        }
    }

    fn push(&mut self, leaf: Leaf, shape: Shape) {
        self.add(|leaves| {
            let bytes = leaves.slice(leaf.at, leaf.size);
            Leaf {
                value: shape.show(bytes),
                text: say(shape, bytes, leaf.how),
                bits: bits(shape, bytes),
                shape: Some(shape),
                ..leaf
            }
        });
    }

    /// Bytes without fields.
    fn plain(&mut self, leaf: Leaf) {
        self.add(|leaves| Leaf {
            text: plain(leaves.slice(leaf.at, leaf.size)),
            ..leaf
        });
    }

    /// Text that is stored inline.
    fn text(&mut self, leaf: Leaf, text: &[u8]) {
        self.add(|_| {
            let text = format!("{}", text.escape_ascii());
            Leaf {
                value: format!("\"{text}\""),
                text,
                resolved: true,
                names: !leaf.computed,
                ..leaf
            }
        });
    }

    /// `known` bytes of a shape, and a newer version's bytes up to the leaf's size.
    #[cfg_attr(debug_assertions, inline)]
    fn known(&mut self, leaf: Leaf, shape: Shape, known: usize) {
        let (at, size) = (leaf.at + known, leaf.size.saturating_sub(known));
        let tail = (size > 0).then(|| format!("{}.tail", leaf.path));
        self.value(
            Leaf {
                size: known,
                ..leaf
            },
            shape,
        );
        if let Some(tail) = tail {
            self.plain(Leaf::new(tail, at, size, &Shown::FLAT));
        }
    }

    /// Strings in sequence, each with its NUL.
    fn strings(&mut self, path: &str, at: usize, size: usize, shown: &Shown) {
        let mut start = at;
        let mut keys = shown.named.iter();
        for text in self.slice(at, size).split_inclusive(|byte| *byte == 0) {
            let path = format!("{path}[{}]", start - at);
            let leaf = Leaf {
                key: keys.next().unwrap_or(&shown.key),
                ..Leaf::new(path, start, text.len(), shown)
            };
            self.text(leaf, text.strip_suffix(&[0]).unwrap_or(text));
            start += text.len();
        }
    }
}

/// The fields that are packed into a number, but for those that are reserved and 0.
fn bits(shape: Shape, bytes: &[u8]) -> Vec<(&'static str, String)> {
    let Shape::Bits(table) = shape else {
        return Vec::new();
    };
    let say = |(field, value): (&BitField, u64)| (field.name, say_bits(field, value));
    table.values(number(bytes)).map(say).collect()
}

/// A value in as few words as possible, as its schema wants it said.
fn say(shape: Shape, bytes: &[u8], how: How) -> String {
    let letters = match (shape, bytes) {
        (Shape::Unsigned, [byte]) => how.say(u64::from(*byte)),
        (Shape::Bits(table), _) => table.say_version(number(bytes)),
        _ => None,
    };
    letters.unwrap_or_else(|| shape.say(bytes))
}

/// A field of some bits in as few words as possible.
fn say_bits(field: &BitField, value: u64) -> String {
    let letters = field.shown.how.say(value);
    letters.unwrap_or_else(|| field.shape.say(&value.to_le_bytes()))
}

/// Bytes without a meaning: all of a few, or how many they are.
fn plain(bytes: &[u8]) -> String {
    match bytes.len() {
        0..=MOST_BYTES => Shape::Bytes.say(bytes),
        many => format!("{many} bytes"),
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
        let leaf = Leaf::new(self.path.inner(name), at, size, shown);
        match content {
            Content::Bytes if shown.how == How::Text => self.text(leaf, self.slice(at, size)),
            Content::Value(shape) => self.value(leaf, shape),
            Content::Sized { shape, known } => {
                self.group(&leaf.path, shown, Some(shape));
                self.known(leaf, shape, known);
            }
            Content::Run {
                shape,
                known,
                stride,
            } => {
                let path = leaf.path;
                self.group(&path, shown, Some(shape));
                if let Shape::Record(layout) = shape
                    && self.runs.iter().all(|known| known.0 != layout.name)
                {
                    self.runs.push((layout.name, path.clone()));
                }
                let count = size / stride.max(1);
                for index in 0..count {
                    if self.room.is_full() {
                        self.room.leave_out(count - index, shape);
                        break;
                    }
                    let path = format!("{path}[{index}]");
                    let record = Leaf::new(path, at + index * stride, stride, shown);
                    self.known(record, shape, known);
                }
            }
            Content::Strings => self.strings(&leaf.path, at, size, shown),
            Content::Text => self.text(leaf, self.slice(at, size.saturating_sub(1))),
            Content::Place { pool, .. } => {
                self.note(Named::Place { pool });
                self.value(leaf, Shape::Unsigned);
            }
            Content::Padding { .. } => {
                let path = self.path.inner("padding");
                self.plain(Leaf {
                    computed: true,
                    ..Leaf::new(path, at, size, &Shown::FLAT)
                });
            }
            Content::Bytes | Content::Trailing => self.plain(leaf),
        }
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, shown: &'static Shown) {
        if matches!(index, None | Some(0)) {
            let path = self.path.inner(name);
            self.group(&path, shown, None);
        }
        self.path.enter(name, index);
    }

    fn leave(&mut self) {
        self.path.leave();
    }

    fn pooled(&mut self, pool: &'static str, index: usize, at: u32) {
        Sink::pooled(&mut self.tables, pool, index, at);
    }
}
