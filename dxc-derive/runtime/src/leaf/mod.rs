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

/// The properties of a leaf besides its bytes.
#[derive(Clone, Copy, Default)]
struct LeafProperties {
    key: &'static str,
    reserved: bool,
    computed: bool,
    how: How,
    doc: &'static str,
}

impl LeafProperties {
    fn of(shown: &Shown) -> Self {
        Self {
            key: shown.key,
            reserved: false,
            computed: shown.computed || shown.how == How::Never,
            how: shown.how,
            doc: shown.doc,
        }
    }

    /// A leaf without a value.
    fn leaf(self, path: String, at: usize, size: usize) -> Leaf {
        Leaf {
            path,
            at,
            size,
            value: String::new(),
            text: String::new(),
            bits: Vec::new(),
            shape: None,
            key: self.key,
            reserved: self.reserved,
            computed: self.computed,
            resolved: false,
            names: false,
            how: self.how,
            doc: self.doc,
        }
    }
}

/// The most bytes without a meaning that are shown one by one.
const MOST_BYTES: usize = 16;

/// A sink that splits every piece into leaves.
///
/// ```
/// use dxc_format::{Leaves, PartView, parts};
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

    /// Leaves with long names and lists in full, for comparisons. Leaves may share one, so the total is limited to a
    /// multiple of the part.
    #[doc(hidden)]
    pub fn in_full(self) -> Self {
        let room = LeafRoom::in_full(self.bytes.len());
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
            let about = LeafProperties {
                reserved: field.reserved,
                ..LeafProperties::of(&field.shown)
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
                    let name = format!("{path}.{}", arm.name);
                    let chosen = LeafProperties {
                        key: arm.shown.key,
                        doc: arm.shown.doc,
                        ..about
                    };
                    self.value(name, at + field.at, arm.size, arm.shape, chosen);
                    let rest = field.size - arm.size;
                    if rest > 0 {
                        self.push(
                            format!("{path}.rest"),
                            at + field.at + arm.size,
                            rest,
                            Shape::Bytes,
                            LeafProperties {
                                reserved: true,
                                ..about
                            },
                        );
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
            self.value(path, at + field.at, field.size, field.shape, about);
        }
    }

    fn slice(&self, at: usize, size: usize) -> &'a [u8] {
        self.tables.slice((at, size))
    }

    #[cfg_attr(debug_assertions, inline)]
    fn value(&mut self, path: String, at: usize, size: usize, shape: Shape, about: LeafProperties) {
        match shape {
            Shape::Record(layout) => {
                self.path.enter_path(path);
                self.record(layout, at);
                self.path.leave();
            }
            Shape::Array(of, stride) if !of.is_single() => {
                for index in 0..size / stride.max(1) {
                    self.value(
                        format!("{path}[{index}]"),
                        at + index * stride,
                        stride,
                        *of,
                        about,
                    );
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
                self.push(path, at, size, shape, about);
            }
        }
    }

    /// Adds a leaf, if there is room for it.
    fn add(&mut self, leaf: impl FnOnce(&Self) -> Leaf) {
        if self.room.take_leaf() {
            self.leaves.push(leaf(self));
        }
    }

    fn push(&mut self, path: String, at: usize, size: usize, shape: Shape, about: LeafProperties) {
        self.add(|leaves| {
            let bytes = leaves.slice(at, size);
            Leaf {
                value: shape.show(bytes),
                text: say(shape, bytes, about.how),
                bits: bits(shape, bytes),
                shape: Some(shape),
                ..about.leaf(path, at, size)
            }
        });
    }

    /// Bytes without fields.
    fn plain(&mut self, path: String, at: usize, size: usize, about: LeafProperties) {
        self.add(|leaves| Leaf {
            text: plain(leaves.slice(at, size)),
            ..about.leaf(path, at, size)
        });
    }

    /// Text that is stored inline.
    fn text(&mut self, path: String, at: usize, size: usize, text: &[u8], about: LeafProperties) {
        self.add(|_| {
            let text = format!("{}", text.escape_ascii());
            Leaf {
                value: format!("\"{text}\""),
                text,
                resolved: true,
                names: !about.computed,
                ..about.leaf(path, at, size)
            }
        });
    }

    /// `known` bytes of a shape, and a newer version's bytes up to `size`.
    #[cfg_attr(debug_assertions, inline)]
    fn known(
        &mut self,
        path: String,
        at: usize,
        shape: Shape,
        known: (usize, usize),
        about: LeafProperties,
    ) {
        let (known, size) = known;
        let tail = format!("{path}.tail");
        self.value(path, at, known, shape, about);
        if size > known {
            self.plain(tail, at + known, size - known, LeafProperties::default());
        }
    }

    /// Strings in sequence, each with its NUL.
    fn strings(&mut self, path: &str, at: usize, size: usize, shown: &Shown) {
        let mut start = at;
        let mut keys = shown.named.iter();
        for text in self.slice(at, size).split_inclusive(|byte| *byte == 0) {
            let about = LeafProperties {
                key: keys.next().unwrap_or(&shown.key),
                ..LeafProperties::of(shown)
            };
            let path = format!("{path}[{}]", start - at);
            let string = text.strip_suffix(&[0]).unwrap_or(text);
            self.text(path, start, text.len(), string, about);
            start += text.len();
        }
    }
}

/// The fields that are packed into a number, but for those that are reserved and 0.
fn bits(shape: Shape, bytes: &[u8]) -> Vec<(&'static str, String)> {
    let Shape::Bits(table) = shape else {
        return Vec::new();
    };
    let whole = number(bytes);
    let fields = table
        .fields
        .iter()
        .map(|field| (field, field.extract(whole)));
    let fields = fields.filter(|(field, value)| !field.reserved || *value != 0);
    let say = |(field, value): (&BitField, u64)| (field.name, say_bits(field, value));
    fields.map(say).collect()
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
        let path = self.path.inner(name);
        let about = LeafProperties::of(shown);
        match content {
            Content::Bytes if shown.how == How::Text => {
                let text = self.slice(at, size);
                self.text(path, at, size, text, about);
            }
            Content::Value(shape) => self.value(path, at, size, shape, about),
            Content::Sized { shape, known } => {
                self.group(&path, shown, Some(shape));
                self.known(path, at, shape, (known, size), about);
            }
            Content::Run {
                shape,
                known,
                stride,
            } => {
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
                    self.known(path, at + index * stride, shape, (known, stride), about);
                }
            }
            Content::Strings => self.strings(&path, at, size, shown),
            Content::Text => {
                let text = self.slice(at, size.saturating_sub(1));
                self.text(path, at, size, text, about);
            }
            Content::Place { pool, .. } => {
                self.note(Named::Place { pool });
                self.value(path, at, size, Shape::Unsigned, about);
            }
            Content::Padding { .. } => {
                let about = LeafProperties {
                    computed: true,
                    ..LeafProperties::default()
                };
                self.plain(self.path.inner("padding"), at, size, about);
            }
            Content::Bytes | Content::Trailing => self.plain(path, at, size, about),
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
