//! From the pieces of a walk to single values, each with its path: one function over the tables, for every type.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Strings;
use crate::shape::{How, Layout, Shape, Shown, number};
use crate::walk::{Content, Piece, Sink};

/// A single value of a part, or bytes without fields.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leaf {
    /// Where it belongs, such as `elements[3].mask`.
    pub path: String,
    /// Where it begins, in bytes from the start of the part's data.
    pub at: usize,
    /// Its size in bytes.
    pub size: usize,
    /// The value as a person reads it, names beside raw numbers; empty for bytes without fields.
    pub value: String,
    /// Whether it is kept but has no meaning.
    pub reserved: bool,
}

/// What a leaf names.
#[derive(Clone, Copy, Debug)]
enum Named {
    /// A string; whether it counts from the part's start.
    String {
        table: &'static str,
        from_part: bool,
    },
    /// A run of so many numbers.
    Run { table: &'static str, len: u64 },
}

/// How many numbers of a run are shown.
const MOST_SHOWN: usize = 32;

/// The most bytes of a name that are shown, which others may share.
const MOST_TEXT: usize = 1024;

/// A sink that takes every piece apart.
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
    path: Vec<String>,
    leaves: Vec<Leaf>,
    /// Where each table of strings or numbers lies: its name, its place and its size.
    tables: Vec<(&'static str, usize, usize)>,
    /// The leaves that name something.
    named: Vec<(usize, Named)>,
}

impl<'a> Leaves<'a> {
    /// A sink for a walk over these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            path: Vec::new(),
            leaves: Vec::new(),
            tables: Vec::new(),
            named: Vec::new(),
        }
    }

    /// The leaves, in the order of the walk.
    pub fn into_vec(mut self) -> Vec<Leaf> {
        for (index, named) in core::mem::take(&mut self.named) {
            let Some(leaf) = self.leaves.get(index) else {
                continue;
            };
            let offset = number(self.slice(leaf.at, leaf.size));
            let text = usize::try_from(offset).ok().and_then(|offset| match named {
                Named::String { table, from_part } => self.string(table, offset, from_part),
                Named::Run { table, len } => self.run(table, offset, len),
            });
            if let (Some(text), Some(leaf)) = (text, self.leaves.get_mut(index)) {
                leaf.value = format!("{text} ({})", leaf.value);
            }
        }
        self.leaves
    }

    fn table(&self, name: &str) -> Option<(usize, usize)> {
        let table = self.tables.iter().find(|table| table.0 == name)?;
        Some((table.1, table.2))
    }

    /// The string at an offset.
    fn string(&self, table: &str, offset: usize, from_part: bool) -> Option<String> {
        let (table, _) = self.table(table)?;
        if from_part && offset < table {
            // The number that names no string.
            return None;
        }
        let base = if from_part { 0 } else { table };
        let strings = Strings(self.bytes.get(base..)?);
        let text = strings.bytes(u32::try_from(offset).ok()?)?;
        let shown = text.get(..MOST_TEXT).unwrap_or(text);
        let more = if shown.len() < text.len() { " .." } else { "" };
        Some(format!("\"{}\"{more}", shown.escape_ascii()))
    }

    /// The numbers from an index on.
    fn run(&self, table: &str, start: usize, len: u64) -> Option<String> {
        let (at, size) = self.table(table)?;
        let numbers = self.slice(at, size).chunks_exact(size_of::<u32>());
        let len = usize::try_from(len).ok()?;
        if start.checked_add(len)? > numbers.len() {
            return None;
        }
        let shown = numbers.skip(start).take(len.min(MOST_SHOWN));
        let shown: Vec<String> = shown.map(|bytes| format!("{}", number(bytes))).collect();
        let rest = if len > MOST_SHOWN { ", .." } else { "" };
        Some(format!("[{}{rest}]", shown.join(", ")))
    }

    /// Takes bytes apart that hold a fixed record.
    pub fn record(&mut self, layout: &Layout, at: usize) {
        for field in layout.fields {
            let path = self.inner(field.name);
            if let Shape::Union(union) = field.shape {
                // The selector stands beside the union, before it or behind.
                let record = self.slice(at, layout.size);
                let selector = layout
                    .field_bytes(union.selector, record)
                    .map(|(_, bytes)| number(bytes));
                if let Some(arm) = selector.and_then(|selector| union.arm(selector)) {
                    let name = format!("{path}.{}", arm.name);
                    self.value(name, at + field.at, arm.size, arm.shape, field.reserved);
                    let rest = field.size - arm.size;
                    if rest > 0 {
                        self.push(
                            format!("{path}.rest"),
                            at + field.at + arm.size,
                            rest,
                            Shape::Bytes,
                            true,
                        );
                    }
                    continue;
                }
            }
            if let Shape::Indices { table, len } = field.shape {
                let record = self.slice(at, layout.size);
                if let Some((_, len)) = layout.field_bytes(len, record) {
                    let len = number(len);
                    self.named
                        .push((self.leaves.len(), Named::Run { table, len }));
                }
            }
            self.value(path, at + field.at, field.size, field.shape, field.reserved);
        }
    }

    fn slice(&self, at: usize, size: usize) -> &'a [u8] {
        self.bytes
            .get(at..)
            .and_then(|rest| rest.get(..size))
            .unwrap_or(&[])
    }

    fn inner(&self, name: &str) -> String {
        match self.path.last().filter(|outer| !outer.is_empty()) {
            Some(outer) if name.is_empty() => outer.clone(),
            Some(outer) => format!("{outer}.{name}"),
            None => name.into(),
        }
    }

    fn value(&mut self, path: String, at: usize, size: usize, shape: Shape, reserved: bool) {
        match shape {
            Shape::Record(layout) => {
                self.path.push(path);
                self.record(layout, at);
                self.path.pop();
            }
            Shape::Array(of, stride) if !of.is_single() => {
                for index in 0..size / stride.max(1) {
                    self.value(
                        format!("{path}[{index}]"),
                        at + index * stride,
                        stride,
                        *of,
                        reserved,
                    );
                }
            }
            shape => {
                if let Shape::Name {
                    table, from_part, ..
                } = shape
                {
                    self.named
                        .push((self.leaves.len(), Named::String { table, from_part }));
                }
                self.push(path, at, size, shape, reserved);
            }
        }
    }

    fn push(&mut self, path: String, at: usize, size: usize, shape: Shape, reserved: bool) {
        let value = shape.show(self.slice(at, size));
        self.leaves.push(Leaf {
            path,
            at,
            size,
            value,
            reserved,
        });
    }

    fn plain(&mut self, path: String, at: usize, size: usize) {
        self.leaves.push(Leaf {
            path,
            at,
            size,
            value: String::new(),
            reserved: false,
        });
    }

    /// `known` bytes of a shape, and a newer version's bytes up to `size`.
    fn known(&mut self, path: String, at: usize, shape: Shape, known: usize, size: usize) {
        let tail = format!("{path}.tail");
        self.value(path, at, known, shape, false);
        if size > known {
            self.plain(tail, at + known, size - known);
        }
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
        let path = self.inner(name);
        match content {
            Content::Bytes if shown.how == How::Text => {
                let value = format!("\"{}\"", self.slice(at, size).escape_ascii());
                self.leaves.push(Leaf {
                    path,
                    at,
                    size,
                    value,
                    reserved: false,
                });
            }
            Content::Value(shape) => self.value(path, at, size, shape, false),
            Content::Sized { shape, known } => self.known(path, at, shape, known, size),
            Content::Run {
                shape,
                known,
                stride,
            } => {
                self.tables.push((name, at, size));
                for index in 0..size / stride.max(1) {
                    self.known(
                        format!("{path}[{index}]"),
                        at + index * stride,
                        shape,
                        known,
                        stride,
                    );
                }
            }
            Content::Strings => {
                self.tables.push((name, at, size));
                let mut start = at;
                for text in self.slice(at, size).split_inclusive(|byte| *byte == 0) {
                    let value = format!(
                        "\"{}\"",
                        text.strip_suffix(&[0]).unwrap_or(text).escape_ascii()
                    );
                    let path = format!("{path}[{}]", start - at);
                    self.leaves.push(Leaf {
                        path,
                        at: start,
                        size: text.len(),
                        value,
                        reserved: false,
                    });
                    start += text.len();
                }
            }
            Content::Text => {
                let text = self.slice(at, size.saturating_sub(1)).escape_ascii();
                let value = format!("\"{text}\"");
                self.leaves.push(Leaf {
                    path,
                    at,
                    size,
                    value,
                    reserved: false,
                });
            }
            Content::Place { .. } => self.value(path, at, size, Shape::Unsigned, false),
            Content::Padding { .. } => self.plain(self.inner("padding"), at, size),
            Content::Bytes | Content::Trailing => self.plain(path, at, size),
        }
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, _: &'static Shown) {
        let path = self.inner(name);
        self.path.push(match index {
            Some(index) => format!("{path}[{index}]"),
            None => path,
        });
    }

    fn leave(&mut self) {
        self.path.pop();
    }
}
