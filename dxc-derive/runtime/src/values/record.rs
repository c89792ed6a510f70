//! Converts documents to the bytes of records, by the tables that describe how they are shown.

use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::node::{Map, Node};
use super::problem::DocumentError;
use super::scope::Scope;
use super::source::Source;
use super::value::{
    each, each_of, fits, float_bits, integer, list, named, numbers, signed_integer, unsigned, wrong,
};
use crate::shape::{
    BitsTable, DocumentForm, EnumTable, Field, Layout, ListOf, LlvmKey, NONE, Shape, UnionTable,
    ValueForm, number, put_number,
};
use crate::strings::{NO_STRING, absolute};
use crate::{FourCC, Row};

type Result<T> = core::result::Result<T, DocumentError>;

impl Source<'_> {
    /// Stores a value in its bytes, which initially are those of a new value.
    pub(super) fn value(
        &self,
        shape: Shape,
        shown: &DocumentForm,
        bytes: &mut [u8],
        scope: &mut Scope,
    ) -> Result<()> {
        // Documents show it as a number.
        let is_number = shown.llvm == LlvmKey::Never && shape.is_single();
        match shape {
            Shape::Record(layout) => {
                self.inner(shown, |source| source.fields(layout, bytes, scope))
            }
            // Without a record that contains the selector, the arm is unknown.
            Shape::Union(_) => self.inner(shown, |source| {
                source.plain(Shape::Bytes, shown, bytes, scope)
            }),
            _ if is_number => self.plain(shape, shown, bytes, scope),
            Shape::Bits(table) => {
                let new = number(bytes);
                let whole = self.inner(shown, |source| source.bits(table, new))?;
                put_number(bytes, whole);
                Ok(())
            }
            Shape::Flags(_) if !shown.flat && !self.has(shown) => Ok(()),
            Shape::Flags(table) => {
                let unknown = if shown.flat {
                    self.key(shown)
                } else {
                    "Unknown"
                };
                let whole =
                    self.inner(shown, |source| source.flags(table, unknown, bytes.len()))?;
                put_number(bytes, whole);
                Ok(())
            }
            _ => self.plain(shape, shown, bytes, scope),
        }
    }

    /// Stores the value below a key in its bytes.
    fn plain(
        &self,
        shape: Shape,
        shown: &DocumentForm,
        bytes: &mut [u8],
        scope: &mut Scope,
    ) -> Result<()> {
        let stored = self.read(self.key(shown), |node| {
            single(node, shape, bytes, shown.form, scope)
        })?;
        // Null references are omitted.
        let null = match shape {
            Shape::Name { null, .. } => null,
            Shape::Row { .. } | Shape::List { .. } => Some(NONE),
            _ => None,
        };
        if let (None, Some(null)) = (stored, null) {
            put_number(bytes, null.into());
        }
        Ok(())
    }

    pub(super) fn fields(
        &self,
        layout: &Layout,
        record: &mut [u8],
        scope: &mut Scope,
    ) -> Result<()> {
        // A selector may follow its union, and a length its list.
        for field in layout.fields {
            let is_last = matches!(field.shape, Shape::Union(_) | Shape::Indices { .. });
            if is_last || field.shown.form == ValueForm::Never {
                continue;
            }
            self.value(field.shape, &field.shown, field_bytes(field, record), scope)?;
        }
        for field in layout.fields {
            match field.shape {
                Shape::Union(table) => {
                    let selector = layout
                        .field_bytes(table.selector, record)
                        .map(|(_, bytes)| number(bytes));
                    let bytes = field_bytes(field, record);
                    self.union(table, selector, &field.shown, bytes, scope)?;
                }
                Shape::Indices { table, len } => {
                    let key = self.key(&field.shown);
                    let read = self.indices(table, key, scope);
                    let placed = read.and_then(|(start, count)| {
                        place(layout, field.name, start, record)?;
                        place(layout, len, count, record)
                    });
                    placed.map_err(|problem| problem.within(key))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads packed bits; `whole` contains those of a new value.
    fn bits(&self, table: &BitsTable, mut whole: u64) -> Result<u64> {
        for field in table.fields {
            let key = self.key(&field.shown);
            let limit = u64::MAX >> (64 - field.bits);
            let value = self.read(key, |node| {
                let value: i128 = match (field.shape, node) {
                    (Shape::Enum(table), Node::Text(name)) => named(table, name)?.into(),
                    (_, Node::Truth(truth)) => (*truth).into(),
                    (_, Node::Number(number)) => number.get(),
                    (_, other) => return wrong("a number", other),
                };
                let held = u64::try_from(value).ok().filter(|value| *value <= limit);
                held.ok_or_else(|| {
                    DocumentError::new(format!("{value} has more than {} bits", field.bits))
                })
            })?;
            // A reserved field is omitted if it is 0.
            if value.is_some() || field.reserved {
                whole &= !(limit << field.at);
                whole |= value.unwrap_or_default() << field.at;
            }
        }
        Ok(whole)
    }

    fn flags(&self, table: &EnumTable, unknown: &'static str, size: usize) -> Result<u64> {
        let mut whole = 0;
        for entry in table.values.iter().filter(|entry| entry.value != 0) {
            let key = self.one_of(table.shown_name(entry), table.shown_names(entry));
            let is_set = self.read(key, |node| match node {
                Node::Truth(is_set) => Ok(*is_set),
                Node::Number(number) if matches!(number.get(), 0 | 1) => Ok(number.get() == 1),
                other => wrong("true or false", other),
            })?;
            if is_set == Some(true) {
                whole |= entry.value;
            }
        }
        let unknown = self.read(unknown, |node| integer(node, size, ValueForm::Plain))?;
        Ok(whole | unknown.unwrap_or_default())
    }

    fn union(
        &self,
        table: &UnionTable,
        inside: Option<u64>,
        shown: &DocumentForm,
        bytes: &mut [u8],
        scope: &mut Scope,
    ) -> Result<()> {
        let selector = match inside {
            Some(selector) => Some(selector),
            None => self.read(table.selector_key, unsigned)?,
        };
        self.inner(shown, |source| {
            let key = source.key(shown);
            let all = source.read(key, |node| {
                single(node, Shape::Bytes, bytes, ValueForm::Plain, scope)
            })?;
            if all.is_some() {
                return Ok(());
            }
            let Some(arm) = selector.and_then(|selector| table.arm(selector)) else {
                return Ok(());
            };
            let (known, rest) = bytes.split_at_mut(arm.size.min(bytes.len()));
            match arm.shape {
                Shape::Record(layout) => source.fields(layout, known, scope),
                shape => source.value(shape, &arm.shown, known, scope),
            }?;
            let rest_of = |key| format!("{key}Rest");
            let mut keys = shown.keys().map(rest_of);
            let known_key = keys.find(|key| source.has_key(key));
            let key = known_key.unwrap_or_else(|| rest_of(shown.key));
            match source.take(&key) {
                Some(node) => single(node, Shape::Bytes, rest, ValueForm::Plain, scope)
                    .map_err(|problem| problem.within(&key)),
                None => Ok(()),
            }
        })
    }

    /// Reads a run of a table; returns its first index and its length.
    fn indices(
        &self,
        table: &'static str,
        key: &'static str,
        scope: &mut Scope,
    ) -> Result<(usize, usize)> {
        let Some(node) = self.get(key) else {
            return Ok((0, 0));
        };
        let Node::Map(map) = node else {
            scope.needs_part("the `Start` and the `Length` of the numbers")?;
            let run = numbers(node)?;
            return Ok((scope.add_run(table, &run), run.len()));
        };
        let source = Source::new(map);
        let (start, len) = (source.read("Start", unsigned)?, source.size("Length")?);
        source.finish()?;
        Ok((scope.state(table, start.unwrap_or_default()), len))
    }
}

/// Stores a count in a field.
fn place(layout: &Layout, name: &str, value: usize, record: &mut [u8]) -> Result<()> {
    if let Some(field) = layout.fields.iter().find(|field| field.name == name) {
        put_number(field_bytes(field, record), fits(value as i128, field.size)?);
    }
    Ok(())
}

/// The bytes of a field in its record.
fn field_bytes<'r>(field: &Field, record: &'r mut [u8]) -> &'r mut [u8] {
    let rest = record.get_mut(field.at..).unwrap_or_default();
    rest.get_mut(..field.size).unwrap_or_default()
}

/// The bytes of a new record.
pub(super) fn canonical<R: Row + Default>(context: R::Context, size: usize) -> Vec<u8> {
    let mut bytes = vec![0; size];
    // A new record can be written in every version.
    let _ = R::default().write_row(context, &mut bytes);
    bytes
}

/// Reads a record of a list; the bytes initially are those of a new one.
pub(super) fn row(
    node: &Node,
    shape: Shape,
    mut bytes: Vec<u8>,
    form: ValueForm,
    scope: &mut Scope,
) -> Result<Vec<u8>> {
    let Shape::Record(layout) = shape else {
        // If it also has bytes of a newer version, its value has a separate key.
        let known = match node {
            Node::Map(map) => map.get("Value"),
            _ => None,
        };
        single(known.unwrap_or(node), shape, &mut bytes, form, scope)?;
        return Ok(bytes);
    };
    let source = Source::of(node)?;
    source.fields(layout, &mut bytes, scope)?;
    // The run stores the bytes of the newer version.
    source.get("Tail");
    source.finish()?;
    Ok(bytes)
}

/// The bytes of a newer version.
pub(super) fn tail(node: &Node) -> Result<Vec<u8>> {
    let tail = match node {
        Node::Map(map) => map.get("Tail").map(numbers).transpose(),
        _ => Ok(None),
    };
    let tail = tail.map_err(|problem| problem.within("Tail"))?;
    Ok(tail.unwrap_or_default())
}

/// Stores a value without inner fields in its bytes.
fn single(
    node: &Node,
    shape: Shape,
    bytes: &mut [u8],
    form: ValueForm,
    scope: &mut Scope,
) -> Result<()> {
    let value = match (shape, node) {
        (
            Shape::Name {
                table, from, null, ..
            },
            node,
        ) => {
            let offset = u32::try_from(fits(name(node, table, scope)? as i128, bytes.len())?);
            // The part's own offset is not known yet; its records count from 0.
            let base = from.base(0).unwrap_or_default();
            absolute(offset.unwrap_or(NO_STRING), base, null).into()
        }
        (Shape::Row { of }, node) => row_number(node, of, scope)?.into(),
        (Shape::List { of }, node) => fits(list_at(node, of, scope)? as i128, bytes.len())?,
        (Shape::Float, node) => float_bits(node, bytes.len())?,
        (Shape::Signed, node) => signed_integer(node, bytes.len())?,
        (Shape::Truth, Node::Truth(truth)) => (*truth).into(),
        (Shape::FourCC, Node::Text(text)) => match text.parse::<FourCC>() {
            Ok(fourcc) => fourcc.to_u32().into(),
            Err(problem) => return Err(DocumentError::new(problem.to_string())),
        },
        (Shape::Enum(table), Node::Text(name)) => named(table, name)?,
        (Shape::FourCC, node) if !matches!(node, Node::List(_) | Node::Bytes(_)) => {
            return wrong("four characters", node);
        }
        (Shape::Enum(_), node) if !matches!(node, Node::Number(_) | Node::Truth(_)) => {
            return wrong("the name of a value, or its number", node);
        }
        (Shape::FourCC | Shape::Bytes | Shape::Record(_) | Shape::Union(_), node) => {
            return elements(node, Shape::Unsigned, 1, bytes, form, scope);
        }
        (Shape::Array(of, size), node) => return elements(node, *of, size, bytes, form, scope),
        (_, node) => integer(node, bytes.len(), form)?,
    };
    put_number(bytes, value);
    Ok(())
}

/// The offset of a string that a document references, or the placeholder of a null reference.
fn name(node: &Node, table: Option<&'static str>, scope: &mut Scope) -> Result<usize> {
    let of = scope.strings_of(table);
    if !matches!(node, Node::Map(_)) {
        scope.needs_part("the `Offset` of the string")?;
    }
    match (node, table) {
        (Node::Text(text), _) => Ok(scope.add_string(of, text)),
        // YAML readers convert some names to numbers.
        (Node::Number(number), Some(_)) => Ok(scope.add_string(of, &number.get().to_string())),
        (Node::Map(map), _) => offset(map, of, scope),
        (other, _) => wrong("a name", other),
    }
}

/// The placeholder for a stated reference to a table.
fn offset(map: &Map, table: &'static str, scope: &mut Scope) -> Result<usize> {
    let source = Source::new(map);
    let offset = source.read("Offset", unsigned)?;
    let offset = offset.ok_or_else(|| DocumentError::new("expected a name or its `Offset`"))?;
    source.finish()?;
    Ok(scope.state(table, offset))
}

/// The index of a row that a document references, or its placeholder.
fn row_number(node: &Node, of: &'static str, scope: &mut Scope) -> Result<u32> {
    match node {
        Node::Text(name) => {
            scope.needs_part("the number of the row")?;
            Ok(scope.row(of, name))
        }
        Node::Number(_) => Ok(scope.row_number(unsigned(node)?)),
        other => wrong("the name of a row, or its number", other),
    }
}

/// The index of a list with the content in the document.
fn list_at(node: &Node, of: ListOf, scope: &mut Scope) -> Result<usize> {
    if let Node::Map(map) = node {
        let table = scope.lists();
        return offset(map, table, scope);
    }
    scope.needs_part("the `Offset` of the list")?;
    let content = each(node, |element| match of {
        ListOf::Strings => {
            let at = name(element, None, scope)?;
            Ok(u32::try_from(at).unwrap_or(u32::MAX))
        }
        ListOf::Rows(of) => row_number(element, of, scope),
        ListOf::Numbers => unsigned(element),
    })?;
    Ok(scope.add_list(&content))
}

/// Stores a list of values in their bytes.
fn elements(
    node: &Node,
    of: Shape,
    size: usize,
    bytes: &mut [u8],
    form: ValueForm,
    scope: &mut Scope,
) -> Result<()> {
    let list = list(node)?;
    let expected = bytes.len() / size.max(1);
    if list.len() != expected {
        let what = format!("expected {expected} values, found {}", list.len());
        return Err(DocumentError::new(what));
    }
    let mut elements = bytes.chunks_mut(size.max(1));
    each_of(&list, |node| {
        let bytes = elements.next().unwrap_or_default();
        match (of, node) {
            (Shape::Record(layout), Node::Map(_)) => {
                Source::whole(node, |source| source.fields(layout, bytes, scope))
            }
            _ => single(node, of, bytes, form, scope),
        }
    })?;
    Ok(())
}
