//! From the pieces of a walk to single values, each with its path: one function over the tables, for every type.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::leaf_room::LeafRoom;
use super::limits::Limits;
use super::shape::{BitField, EnumTable, How, Layout, ListOf, Shape, Shown, number};
use super::tables::{Extent, PartTables, RowName};
use super::walk::{Content, Piece, Sink};
use super::walk_path::WalkPath;

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
}

/// The properties of a leaf besides its bytes.
#[derive(Clone, Copy, Default)]
struct About {
    key: &'static str,
    reserved: bool,
    computed: bool,
}

impl About {
    fn of(shown: &Shown) -> Self {
        Self {
            key: shown.key,
            reserved: false,
            computed: shown.computed || shown.how == How::Never,
        }
    }
}

/// The target of a leaf's reference.
#[derive(Clone, Copy, Debug)]
enum Named {
    /// A string of a table, or of the first one; whether it counts from the part's start.
    String {
        table: Option<&'static str>,
        from_part: bool,
    },
    /// A run with this many numbers.
    Run { table: &'static str, len: u64 },
    /// A list of the first lists, after its length.
    List { of: ListOf },
    /// A record of the first run of its type.
    Row { of: &'static str },
    /// An entry of a pool, by offset.
    Place { pool: &'static str },
}

/// The target of a leaf, as readable text.
struct Resolved {
    value: String,
    text: String,
    /// The offset of the table that contains it.
    table: Option<Extent>,
}

/// The maximum number of a run's elements to show.
const MOST_SHOWN: usize = 32;

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

    /// Stores the target of the next leaf.
    fn note(&mut self, named: Named) {
        if !self.room.is_full() {
            self.named.push((self.leaves.len(), named));
        }
    }

    /// Leaves with long names and lists in full, for comparisons. Leaves may share one, so the total is limited to a
    /// multiple of the part.
    pub(crate) fn in_full(self) -> Self {
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

    /// The leaves, in the order of the walk.
    pub fn into_vec(mut self) -> Vec<Leaf> {
        let named = core::mem::take(&mut self.named);
        for (_, named) in &named {
            if let Named::Row { of }
            | Named::List {
                of: ListOf::Rows(of),
            } = named
                && self.row_names.iter().all(|known| known.0 != *of)
            {
                self.row_names.push((of, self.tables.row_names(of)));
            }
        }
        let mut tables = Vec::new();
        for (index, named) in named {
            let found = self
                .leaves
                .get(index)
                .and_then(|leaf| self.resolve(named, leaf));
            let (Some(found), Some(leaf)) = (found, self.leaves.get_mut(index)) else {
                continue;
            };
            self.room.take_text(found.value.len() + found.text.len());
            (leaf.value, leaf.text, leaf.resolved) = (found.value, found.text, true);
            leaf.names = matches!(named, Named::String { .. });
            if let Some(table) = found.table.filter(|table| !tables.contains(table)) {
                tables.push(table);
            }
        }
        // Tables are shown by the references to them.
        for (at, size) in tables {
            let within = |leaf: &&mut Leaf| leaf.at >= at && leaf.at - at < size;
            self.leaves
                .iter_mut()
                .filter(within)
                .for_each(|leaf| leaf.computed = true);
        }
        self.leaves
    }

    /// Resolves the target of a leaf.
    fn resolve(&self, named: Named, leaf: &Leaf) -> Option<Resolved> {
        let number = number(self.slice(leaf.at, leaf.size));
        let (value, text, table) = match named {
            Named::Place { pool } => {
                let text = format!("{pool}[{}]", self.tables.pooled(pool, number)?);
                (format!("{text} ({number})"), text, None)
            }
            Named::Row { of } => {
                let path = self.row_path(of, number)?;
                match self.row_name(of, number) {
                    Some(name) => (format!("{path} \"{name}\" ({number})"), name, None),
                    None => (format!("{path} ({number})"), format!("#{number}"), None),
                }
            }
            Named::String { table, from_part } => {
                let table = self.tables.strings(table)?;
                let text = self.string(table, number, from_part)?;
                (format!("\"{text}\" ({})", leaf.value), text, Some(table))
            }
            Named::Run { table, len } => {
                let table = self.tables.table(table)?;
                let numbers = self.tables.numbers(table, number, len)?;
                let text = self.list(numbers, ListOf::Numbers);
                (format!("{text} ({})", leaf.value), text, Some(table))
            }
            Named::List { of } => {
                let text = self.list(self.tables.list(number)?, of);
                (format!("{text} ({})", leaf.value), text, self.tables.lists)
            }
        };
        Some(Resolved { value, text, table })
    }

    /// The string at an offset of a table.
    fn string(&self, table: Extent, offset: u64, from_part: bool) -> Option<String> {
        let offset = u32::try_from(offset).ok()?;
        let base = if from_part { table.0 } else { 0 };
        // An offset before the table is the null reference.
        let offset = offset.checked_sub(u32::try_from(base).ok()?)?;
        let text = self.tables.string(table, offset)?;
        Some(self.shown_text(text))
    }

    /// The start of a name, within the limit on length.
    fn shown_text(&self, text: &[u8]) -> String {
        match text.get(..self.room.most_text()) {
            Some(shown) if shown.len() < text.len() && !self.room.may_show_more(text.len()) => {
                let rest = text.len() - shown.len();
                format!("{} .. ({rest} more)", shown.escape_ascii())
            }
            _ => format!("{}", text.escape_ascii()),
        }
    }

    /// Where a record is.
    fn row_path(&self, of: &str, number: u64) -> Option<String> {
        let is_there = number < self.tables.row_count(of) as u64;
        let (_, run) = self.runs.iter().find(|known| known.0 == of)?;
        is_there.then(|| format!("{run}[{number}]"))
    }

    /// The name of a record; for duplicates, with its number.
    fn row_name(&self, of: &str, number: u64) -> Option<String> {
        let (_, names) = self.row_names.iter().find(|known| known.0 == of)?;
        let name = (*names.get(usize::try_from(number).ok()?)?)?;
        let text = self.shown_text(name.text);
        Some(match name.is_one {
            true => text,
            false => format!("{text}#{number}"),
        })
    }

    /// The target of an element of a list.
    fn element(&self, of: ListOf, number: u64) -> String {
        let name = match of {
            ListOf::Numbers => return format!("{number}"),
            ListOf::Rows(of) => self.row_name(of, number),
            ListOf::Strings => {
                let table = self.tables.strings(None);
                table.and_then(|table| self.string(table, number, false))
            }
        };
        name.unwrap_or_else(|| format!("#{number}"))
    }

    /// The content of a list with these elements.
    fn list(&self, numbers: &[u8], of: ListOf) -> String {
        let mut text = String::new();
        let most = self.room.most_text();
        for (index, bytes) in numbers.chunks_exact(size_of::<u32>()).enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            let element = self.element(of, number(bytes));
            let shown = text.len() + separator.len() + element.len();
            // Elements may repeat one long name.
            let is_long = index >= MOST_SHOWN || (index > 0 && shown > most);
            if is_long && !self.room.may_show_more(separator.len() + element.len()) {
                text.push_str(", ..");
                break;
            }
            text.push_str(separator);
            text.push_str(&element);
        }
        format!("[{text}]")
    }

    /// Splits bytes of a fixed-size record into leaves.
    pub fn record(&mut self, layout: &Layout, at: usize) {
        for field in layout.fields {
            let path = self.path.inner(field.name);
            let about = About {
                reserved: field.reserved,
                ..About::of(&field.shown)
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
                    let chosen = About {
                        key: arm.shown.key,
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
                            About {
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

    fn value(&mut self, path: String, at: usize, size: usize, shape: Shape, about: About) {
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
                    Shape::Name {
                        table, from_part, ..
                    } => Some(Named::String { table, from_part }),
                    Shape::List { of } => Some(Named::List { of }),
                    Shape::Row { of } => Some(Named::Row { of }),
                    _ => None,
                };
                named.into_iter().for_each(|named| self.note(named));
                self.push(path, at, size, shape, about);
            }
        }
    }

    fn push(&mut self, path: String, at: usize, size: usize, shape: Shape, about: About) {
        if !self.room.take_leaf() {
            return;
        }
        let bytes = self.slice(at, size);
        self.leaves.push(Leaf {
            path,
            at,
            size,
            value: shape.show(bytes),
            text: shape.say(bytes),
            bits: bits(shape, bytes),
            shape: Some(shape),
            key: about.key,
            reserved: about.reserved,
            computed: about.computed,
            resolved: false,
            names: false,
        });
    }

    /// Bytes without fields.
    fn plain(&mut self, path: String, at: usize, size: usize, about: About) {
        if !self.room.take_leaf() {
            return;
        }
        self.leaves.push(Leaf {
            path,
            at,
            size,
            value: String::new(),
            text: plain(self.slice(at, size)),
            bits: Vec::new(),
            shape: None,
            key: about.key,
            reserved: about.reserved,
            computed: about.computed,
            resolved: false,
            names: false,
        });
    }

    /// Text that is stored inline.
    fn text(&mut self, path: String, at: usize, size: usize, text: &[u8], about: About) {
        if !self.room.take_leaf() {
            return;
        }
        let text = format!("{}", text.escape_ascii());
        self.leaves.push(Leaf {
            path,
            at,
            size,
            value: format!("\"{text}\""),
            text,
            bits: Vec::new(),
            shape: None,
            key: about.key,
            reserved: about.reserved,
            computed: about.computed,
            resolved: true,
            names: !about.computed,
        });
    }

    /// `known` bytes of a shape, and a newer version's bytes up to `size`.
    fn known(
        &mut self,
        path: String,
        at: usize,
        shape: Shape,
        known: (usize, usize),
        about: About,
    ) {
        let (known, size) = known;
        let tail = format!("{path}.tail");
        self.value(path, at, known, shape, about);
        if size > known {
            self.plain(tail, at + known, size - known, About::default());
        }
    }

    /// Strings in sequence, each with its NUL.
    fn strings(&mut self, path: &str, at: usize, size: usize, shown: &Shown) {
        let mut start = at;
        let mut keys = shown.named.iter();
        for text in self.slice(at, size).split_inclusive(|byte| *byte == 0) {
            let about = About {
                key: keys.next().unwrap_or(&shown.key),
                ..About::of(shown)
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
    let fields = table.fields.iter().map(|field| (field, field.of(whole)));
    let fields = fields.filter(|(field, value)| !field.reserved || *value != 0);
    let say =
        |(field, value): (&BitField, u64)| (field.name, field.shape.say(&value.to_le_bytes()));
    fields.map(say).collect()
}

/// Bytes without a meaning: all of a few, or how many they are.
fn plain(bytes: &[u8]) -> String {
    match bytes.len() {
        0..=MOST_BYTES => Shape::Bytes.say(bytes),
        many => format!("{many} bytes"),
    }
}

impl Sink for Leaves<'_> {
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
        let about = About::of(shown);
        match content {
            Content::Bytes if shown.how == How::Text => {
                let text = self.slice(at, size);
                self.text(path, at, size, text, about);
            }
            Content::Value(shape) => self.value(path, at, size, shape, about),
            Content::Sized { shape, known } => self.known(path, at, shape, (known, size), about),
            Content::Run {
                shape,
                known,
                stride,
            } => {
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
                let about = About {
                    computed: true,
                    ..About::default()
                };
                self.plain(self.path.inner("padding"), at, size, about);
            }
            Content::Bytes | Content::Trailing => self.plain(path, at, size, about),
        }
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, _: &'static Shown) {
        self.path.enter(name, index);
    }

    fn leave(&mut self) {
        self.path.leave();
    }

    fn pooled(&mut self, pool: &'static str, index: usize, at: u32) {
        Sink::pooled(&mut self.tables, pool, index, at);
    }
}
