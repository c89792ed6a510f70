//! Splits the spans of a walk into single values, each with its path. One function over the tables does this for every
//! type.

mod field_path;
mod resolve;
mod value;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use self::field_path::FieldPath;
use self::resolve::Named;
pub use self::value::FieldValue;
use self::value::Source;
use crate::limits::Limits;
use crate::limits::field_room::{FieldRoom, width};
use crate::read::walk::{Content, Sink, Span};
use crate::shape::{DocumentForm, EnumTable, Layout, Shape, ValueForm, number};
use crate::tables::{PartTables, RowName};

/// A group of field values: a record or a run that is a field of the part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldGroup {
    /// Its path in the part, such as `info`.
    pub path: String,
    /// The version of its records, if their size determines the version.
    pub version: Option<u32>,
    /// Its doc in the schema, as Markdown.
    pub doc: &'static str,
}

/// A sink that splits every span into field values.
///
/// ```
/// use dxc_format::{PartView, types::FieldValues, parts};
///
/// let data = [3, 0, 0, 0, 0, 0, 0, 0];
/// let mut field_values = FieldValues::new(&data);
/// PartView::walk(parts::SFI0, &data, &mut field_values)?;
/// let flags = &field_values.into_vec()[0];
/// assert_eq!(flags.path(), "flags");
/// assert_eq!(flags.value(), "Doubles | ComputeShadersPlusRawAndStructuredBuffers (0x3)");
/// # Ok::<(), dxc_format::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FieldValues<'a> {
    bytes: &'a [u8],
    /// The paths of the structures that the walk is in, the innermost last.
    paths: Vec<Arc<str>>,
    field_values: Vec<FieldValue<'a>>,
    tables: PartTables<'a>,
    /// The path of the first run of records of each name.
    runs: Vec<(&'static str, Arc<str>)>,
    /// The names of rows, for references to them.
    row_names: Vec<(&'static str, Vec<Option<RowName<'a>>>)>,
    /// The field values that are references.
    named: Vec<(usize, Named)>,
    /// The selector of unions that is not stored in the part: its enum and its value.
    selector: Option<(&'static EnumTable, u64)>,
    room: FieldRoom,
    groups: Vec<FieldGroup>,
    /// Whether a run of numbers is one field value.
    are_runs_whole: bool,
}

impl<'a> FieldValues<'a> {
    /// A sink for a walk over these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            paths: Vec::new(),
            field_values: Vec::new(),
            tables: PartTables::new(bytes),
            runs: Vec::new(),
            row_names: Vec::new(),
            named: Vec::new(),
            selector: None,
            room: FieldRoom::unlimited(),
            groups: Vec::new(),
            are_runs_whole: false,
        }
    }

    /// Field values where a run of unsigned numbers is one, whose [numbers](FieldValue::show_numbers) have no paths.
    #[doc(hidden)]
    #[must_use]
    pub fn with_whole_runs(self) -> Self {
        Self {
            are_runs_whole: true,
            ..self
        }
    }

    /// Limits the field values to the [memory](Limits::memory) of these limits. Further field values are
    /// [counted](Self::left_out), and names that many field values share are truncated.
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

    /// The number of field values that exceeded the limit.
    pub fn left_out(&self) -> usize {
        self.room.left_out()
    }

    /// The records and runs that are fields of the part.
    pub fn groups(&self) -> &[FieldGroup] {
        &self.groups
    }

    /// Records a group of the part, if it contains field values. Groups within records of runs are not recorded.
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

    /// Stores the target of the next field value.
    fn note(&mut self, named: Named) {
        if !self.room.is_full() {
            self.named.push((self.field_values.len(), named));
        }
    }

    /// Limits the number of field values to `field_values`, and shows long names and lists in full, for comparisons.
    /// Field values may share one, so the total is limited to a multiple of the part.
    #[doc(hidden)]
    pub fn in_full(self, field_values: usize) -> Self {
        let room = FieldRoom::in_full(field_values, self.bytes.len());
        Self { room, ..self }
    }

    /// Field values with the selector of unions, where the part does not store it.
    #[must_use]
    pub fn selected_by(self, values: &'static EnumTable, value: u64) -> Self {
        Self {
            selector: Some((values, value)),
            ..self
        }
    }

    /// The path of a field of the innermost structure.
    fn inner(&self, name: &'static str) -> FieldPath {
        FieldPath::new(self.paths.last(), name)
    }

    /// Creates a field value whose value is not set yet.
    fn field_value(
        &self,
        path: FieldPath,
        (at, size): (usize, usize),
        shown: &'static DocumentForm,
    ) -> FieldValue<'a> {
        FieldValue {
            size,
            ..FieldValue::new(path, at, self.slice(at, size), shown)
        }
    }

    /// Splits bytes of a fixed-size record into field values.
    pub fn record(&mut self, layout: &'static Layout, at: usize) {
        for field in layout.fields {
            let extent = (at + field.at, field.size);
            let mut field_value = self.field_value(self.inner(field.name), extent, &field.shown);
            field_value.reserved = field.reserved;
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
                    let path = field_value.path.to_shared();
                    let of_arm = FieldPath::new(Some(&path), arm.name);
                    let mut chosen = self.field_value(of_arm, (extent.0, arm.size), &arm.shown);
                    (chosen.reserved, chosen.computed) =
                        (field_value.reserved, field_value.computed);
                    chosen.form = field_value.form;
                    self.value(chosen, arm.shape);
                    if field.size > arm.size {
                        let rest = (extent.0 + arm.size, field.size - arm.size);
                        let of_rest = FieldPath::new(Some(&path), "rest");
                        let mut rest = self.field_value(of_rest, rest, &field.shown);
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
            self.value(field_value, field.shape);
        }
    }

    fn slice(&self, at: usize, size: usize) -> &'a [u8] {
        self.tables.slice((at, size))
    }

    #[cfg_attr(debug_assertions, inline)]
    fn value(&mut self, field_value: FieldValue<'a>, shape: Shape) {
        match shape {
            Shape::Record(layout) => {
                self.paths.push(field_value.path.to_shared());
                self.record(layout, field_value.at);
                self.paths.pop();
            }
            Shape::Array(of, stride) if !of.is_single() => {
                let path = field_value.path.to_shared();
                for index in 0..field_value.size() / stride.max(1) {
                    let mut element = field_value.clone();
                    element.path = FieldPath::new(Some(&path), "").at(index);
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
                self.push(field_value, shape);
            }
        }
    }

    /// Adds a field value, unless the limit is reached.
    fn add(&mut self, field_value: FieldValue<'a>, source: Source<'a>) {
        if self.room.take_field() {
            self.field_values.push(FieldValue {
                source,
                ..field_value
            });
        }
    }

    fn push(&mut self, field_value: FieldValue<'a>, shape: Shape) {
        self.add(field_value, Source::Bytes(shape));
    }

    /// `known` bytes of a shape, and a newer version's bytes up to the field value's size.
    #[cfg_attr(debug_assertions, inline)]
    fn known(&mut self, field_value: FieldValue<'a>, shape: Shape, known: usize) {
        let (at, size) = (field_value.at, field_value.size);
        let tail = (size > known).then(|| field_value.path.to_shared());
        let known_value = FieldValue {
            size: known,
            bytes: self.slice(at, known),
            ..field_value
        };
        self.value(known_value, shape);
        if let Some(path) = tail {
            let path = FieldPath::new(Some(&path), "tail");
            let tail = self.field_value(path, (at + known, size - known), &DocumentForm::FLAT);
            self.add(tail, Source::Plain);
        }
    }

    /// Strings in sequence, each with its NUL.
    fn strings(&mut self, path: &FieldPath, at: usize, size: usize, shown: &'static DocumentForm) {
        let (outer, mut start) = (path.to_shared(), at);
        let mut keys = shown.named.iter();
        for text in self.slice(at, size).split_inclusive(|byte| *byte == 0) {
            let path = FieldPath::new(Some(&outer), "").at(start - at);
            let mut field_value = FieldValue::new(path, start, text, shown);
            field_value.key = keys.next().unwrap_or(&shown.key);
            start += text.len();
            let text = text.strip_suffix(&[0]).unwrap_or(text);
            self.add(field_value, Source::Text(text));
        }
    }
}

impl Sink for FieldValues<'_> {
    #[cfg_attr(debug_assertions, inline)]
    fn span(&mut self, span: Span) {
        let Span {
            name,
            at,
            size,
            content,
            shown,
        } = span;
        self.tables.span(span);
        let field_value = self.field_value(self.inner(name), (at, size), shown);
        match content {
            Content::Bytes if shown.form == ValueForm::Text => {
                let text = field_value.bytes;
                self.add(field_value, Source::Text(text));
            }
            Content::Value(shape) => self.value(field_value, shape),
            Content::Sized { shape, known } => {
                self.group(&field_value.path.to_shared(), shown, Some(shape));
                self.known(field_value, shape, known);
            }
            Content::Run {
                shape,
                known,
                stride,
            } => {
                let path = field_value.path.to_shared();
                self.group(&path, shown, Some(shape));
                if let Shape::Record(layout) = shape
                    && self.runs.iter().all(|known| known.0 != layout.name)
                {
                    self.runs.push((layout.name, Arc::clone(&path)));
                }
                let count = size / stride.max(1);
                if self.are_runs_whole
                    && matches!(shape, Shape::Unsigned)
                    && known == stride
                    && count > 0
                    && shown.form != ValueForm::Set
                {
                    let size = stride * self.room.take_numbers(count);
                    let run = self.field_value(self.inner(name), (at, size), shown);
                    self.add(run, Source::Numbers(stride));
                    return;
                }
                let fields = count.saturating_mul(width(shape));
                self.field_values.reserve(self.room.left_of(fields));
                for index in 0..count {
                    if self.room.is_full() {
                        self.room.leave_out(count - index, shape);
                        break;
                    }
                    let of_record = FieldPath::new(Some(&path), "").at(index);
                    let record = self.field_value(of_record, (at + index * stride, stride), shown);
                    self.known(record, shape, known);
                }
            }
            Content::Strings => self.strings(&field_value.path, at, size, shown),
            Content::Text => {
                let text = field_value
                    .bytes
                    .split_last()
                    .map_or(field_value.bytes, |(_, text)| text);
                self.add(field_value, Source::Text(text));
            }
            Content::Offset { pool, .. } => {
                self.note(Named::Place { pool });
                self.value(field_value, Shape::Unsigned);
            }
            Content::Padding { .. } => {
                let path = self.inner("padding");
                let mut padding = self.field_value(path, (at, size), &DocumentForm::FLAT);
                padding.computed = true;
                self.add(padding, Source::Plain);
            }
            Content::Bytes | Content::Trailing => self.add(field_value, Source::Plain),
        }
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, shown: &'static DocumentForm) {
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
