//! From the pieces of a walk to single values, each with its path: one function over the tables, for every type.

mod resolve;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use self::resolve::Named;
use crate::field_room::FieldRoom;
use crate::limits::Limits;
use crate::shape::{BitField, DocumentForm, EnumTable, Layout, Shape, ValueForm, number};
use crate::tables::{PartTables, RowName};
use crate::walk::{Content, Piece, Sink};
use crate::walk_path::WalkPath;

/// A single value of a part, or bytes without fields.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldValue {
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
    /// ValueForm documents and texts show it.
    pub form: ValueForm,
    /// Its doc in the schema, as Markdown.
    pub doc: &'static str,
}

/// A group of field_values: a record or a run that is a field of the part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldGroup {
    /// Where it belongs, such as `info`.
    pub path: String,
    /// The version of its records, where their size tells it.
    pub version: Option<u32>,
    /// Its doc in the schema, as Markdown.
    pub doc: &'static str,
}

impl FieldValue {
    /// A field_value without a value.
    fn new(path: String, at: usize, size: usize, shown: &DocumentForm) -> Self {
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
            computed: shown.computed || shown.form == ValueForm::Never,
            resolved: false,
            names: false,
            form: shown.form,
            doc: shown.doc,
        }
    }
}

/// The most bytes without a meaning that are shown one by one.
const MOST_BYTES: usize = 16;

/// A sink that splits every piece into field_values.
///
/// ```
/// use dxc_format::{PartView, types::FieldValues, parts};
///
/// let data = [3, 0, 0, 0, 0, 0, 0, 0];
/// let mut field_values = FieldValues::new(&data);
/// PartView::walk(parts::SFI0, &data, &mut field_values)?;
/// let flags = &field_values.into_vec()[0];
/// assert_eq!(flags.path, "flags");
/// assert_eq!(flags.value, "Doubles | ComputeShadersPlusRawAndStructuredBuffers (0x3)");
/// # Ok::<(), dxc_format::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FieldValues<'a> {
    bytes: &'a [u8],
    path: WalkPath,
    field_values: Vec<FieldValue>,
    tables: PartTables<'a>,
    /// The path of the first run of records of each name.
    runs: Vec<(&'static str, String)>,
    /// The names of rows, for references to them.
    row_names: Vec<(&'static str, Vec<Option<RowName<'a>>>)>,
    /// The field_values that are references.
    named: Vec<(usize, Named)>,
    /// The selector of unions that is not stored in the part: its enum and its value.
    selector: Option<(&'static EnumTable, u64)>,
    room: FieldRoom,
    groups: Vec<FieldGroup>,
}

impl<'a> FieldValues<'a> {
    /// A sink for a walk over these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            path: WalkPath::default(),
            field_values: Vec::new(),
            tables: PartTables::new(bytes),
            runs: Vec::new(),
            row_names: Vec::new(),
            named: Vec::new(),
            selector: None,
            room: FieldRoom::unlimited(),
            groups: Vec::new(),
        }
    }

    /// FieldValues within the [memory](Limits::memory) of these limits: further field_values are [counted](Self::left_out), and
    /// names that many field_values share are truncated.
    ///
    /// ```
    /// use dxc_format::{Limits, PartView, types::FieldValues, parts};
    ///
    /// let mut limits = Limits::NONE;
    /// limits.memory = 0;
    /// let mut field_values = FieldValues::new(&[0; 8]).within(&limits);
    /// PartView::walk(parts::SFI0, &[0; 8], &mut field_values)?;
    /// assert!(field_values.left_out() > 0);
    /// assert!(field_values.into_vec().is_empty());
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    #[must_use]
    pub fn within(self, limits: &Limits) -> Self {
        let room = FieldRoom::within(limits);
        Self { room, ..self }
    }

    /// The number of field_values that exceeded the limit.
    pub fn left_out(&self) -> usize {
        self.room.left_out()
    }

    /// The records and runs that are fields of the part.
    pub fn groups(&self) -> &[FieldGroup] {
        &self.groups
    }

    /// Notes a field of the part that holds field_values; those of records in runs are not noted.
    fn group(&mut self, path: &str, shown: &DocumentForm, shape: Option<Shape>) {
        let version = match shape {
            Some(Shape::Record(layout)) => layout.version,
            _ => None,
        };
        if !path.contains('[') && !self.room.is_full() {
            self.groups.push(FieldGroup {
                path: path.into(),
                version,
                doc: shown.doc,
            });
        }
    }

    /// Stores the target of the next field_value.
    fn note(&mut self, named: Named) {
        if !self.room.is_full() {
            self.named.push((self.field_values.len(), named));
        }
    }

    /// At most so many field_values, with long names and lists in full, for comparisons. FieldValues may share one, so the total is
    /// limited to a multiple of the part.
    #[doc(hidden)]
    pub fn in_full(self, field_values: usize) -> Self {
        let room = FieldRoom::in_full(field_values, self.bytes.len());
        Self { room, ..self }
    }

    /// FieldValues with the selector of unions, where the part does not store it.
    #[must_use]
    pub fn selected_by(self, values: &'static EnumTable, value: u64) -> Self {
        Self {
            selector: Some((values, value)),
            ..self
        }
    }

    /// Splits bytes of a fixed-size record into field_values.
    pub fn record(&mut self, layout: &Layout, at: usize) {
        for field in layout.fields {
            let path = self.path.inner(field.name);
            let mut field_value = FieldValue {
                reserved: field.reserved,
                ..FieldValue::new(path, at + field.at, field.size, &field.shown)
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
                    let path = core::mem::take(&mut field_value.path);
                    let chosen = FieldValue {
                        path: format!("{path}.{}", arm.name),
                        size: arm.size,
                        key: arm.shown.key,
                        doc: arm.shown.doc,
                        ..field_value.clone()
                    };
                    self.value(chosen, arm.shape);
                    if field_value.size > arm.size {
                        let rest = FieldValue {
                            path: format!("{path}.rest"),
                            at: field_value.at + arm.size,
                            size: field_value.size - arm.size,
                            reserved: true,
                            ..field_value
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
            self.value(field_value, field.shape);
        }
    }

    fn slice(&self, at: usize, size: usize) -> &'a [u8] {
        self.tables.slice((at, size))
    }

    #[cfg_attr(debug_assertions, inline)]
    fn value(&mut self, mut field_value: FieldValue, shape: Shape) {
        match shape {
            Shape::Record(layout) => {
                self.path.enter_path(field_value.path);
                self.record(layout, field_value.at);
                self.path.leave();
            }
            Shape::Array(of, stride) if !of.is_single() => {
                let path = core::mem::take(&mut field_value.path);
                for index in 0..field_value.size / stride.max(1) {
                    let element = FieldValue {
                        path: format!("{path}[{index}]"),
                        at: field_value.at + index * stride,
                        size: stride,
                        ..field_value.clone()
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
                self.push(field_value, shape);
            }
        }
    }

    /// Adds a field_value, if there is room for it.
    fn add(&mut self, field_value: impl FnOnce(&Self) -> FieldValue) {
        if self.room.take_leaf() {
            self.field_values.push(field_value(self));
        }
    }

    fn push(&mut self, field_value: FieldValue, shape: Shape) {
        self.add(|field_values| {
            let bytes = field_values.slice(field_value.at, field_value.size);
            FieldValue {
                value: shape.show(bytes),
                text: say(shape, bytes, field_value.form),
                bits: bits(shape, bytes),
                shape: Some(shape),
                ..field_value
            }
        });
    }

    /// Bytes without fields.
    fn plain(&mut self, field_value: FieldValue) {
        self.add(|field_values| FieldValue {
            text: plain(field_values.slice(field_value.at, field_value.size)),
            ..field_value
        });
    }

    /// Text that is stored inline.
    fn text(&mut self, field_value: FieldValue, text: &[u8]) {
        self.add(|_| {
            let text = format!("{}", text.escape_ascii());
            FieldValue {
                value: format!("\"{text}\""),
                text,
                resolved: true,
                names: !field_value.computed,
                ..field_value
            }
        });
    }

    /// `known` bytes of a shape, and a newer version's bytes up to the field_value's size.
    #[cfg_attr(debug_assertions, inline)]
    fn known(&mut self, field_value: FieldValue, shape: Shape, known: usize) {
        let (at, size) = (
            field_value.at + known,
            field_value.size.saturating_sub(known),
        );
        let tail = (size > 0).then(|| format!("{}.tail", field_value.path));
        self.value(
            FieldValue {
                size: known,
                ..field_value
            },
            shape,
        );
        if let Some(tail) = tail {
            self.plain(FieldValue::new(tail, at, size, &DocumentForm::FLAT));
        }
    }

    /// Strings in sequence, each with its NUL.
    fn strings(&mut self, path: &str, at: usize, size: usize, shown: &DocumentForm) {
        let mut start = at;
        let mut keys = shown.named.iter();
        for text in self.slice(at, size).split_inclusive(|byte| *byte == 0) {
            let path = format!("{path}[{}]", start - at);
            let field_value = FieldValue {
                key: keys.next().unwrap_or(&shown.key),
                ..FieldValue::new(path, start, text.len(), shown)
            };
            self.text(field_value, text.strip_suffix(&[0]).unwrap_or(text));
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
fn say(shape: Shape, bytes: &[u8], form: ValueForm) -> String {
    let letters = match (shape, bytes) {
        (Shape::Unsigned, [byte]) => form.say(u64::from(*byte)),
        (Shape::Bits(table), _) => table.say_version(number(bytes)),
        _ => None,
    };
    letters.unwrap_or_else(|| shape.say(bytes))
}

/// A field of some bits in as few words as possible.
fn say_bits(field: &BitField, value: u64) -> String {
    let letters = field.shown.form.say(value);
    letters.unwrap_or_else(|| field.shape.say(&value.to_le_bytes()))
}

/// Bytes without a meaning: all of a few, or how many they are.
fn plain(bytes: &[u8]) -> String {
    match bytes.len() {
        0..=MOST_BYTES => Shape::Bytes.say(bytes),
        many => format!("{many} bytes"),
    }
}

impl Sink for FieldValues<'_> {
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
        let field_value = FieldValue::new(self.path.inner(name), at, size, shown);
        match content {
            Content::Bytes if shown.form == ValueForm::Text => {
                self.text(field_value, self.slice(at, size))
            }
            Content::Value(shape) => self.value(field_value, shape),
            Content::Sized { shape, known } => {
                self.group(&field_value.path, shown, Some(shape));
                self.known(field_value, shape, known);
            }
            Content::Run {
                shape,
                known,
                stride,
            } => {
                let path = field_value.path;
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
                    let record = FieldValue::new(path, at + index * stride, stride, shown);
                    self.known(record, shape, known);
                }
            }
            Content::Strings => self.strings(&field_value.path, at, size, shown),
            Content::Text => self.text(field_value, self.slice(at, size.saturating_sub(1))),
            Content::Place { pool, .. } => {
                self.note(Named::Place { pool });
                self.value(field_value, Shape::Unsigned);
            }
            Content::Padding { .. } => {
                let path = self.path.inner("padding");
                self.plain(FieldValue {
                    computed: true,
                    ..FieldValue::new(path, at, size, &DocumentForm::FLAT)
                });
            }
            Content::Bytes | Content::Trailing => self.plain(field_value),
        }
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, shown: &'static DocumentForm) {
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
