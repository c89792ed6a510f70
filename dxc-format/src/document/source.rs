//! From a document to values: led by the same tables that show them.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::Sized;

use super::keys::{FieldKey, keyed};
use super::node::{Map, Node};
use super::problem::Problem;
use super::value::{each, fits, float, integer, list, named, numbers, put, text, wrong};
use crate::run::{BySize, Row};
use crate::shape::{BitsTable, EnumTable, How, Layout, Shape, Shown, UnionTable, number};
use crate::{Fixed, FourCC, Strided, StringTable, TableStyle, Text};

type Result<T> = core::result::Result<T, Problem>;

/// What a document can be turned into.
pub trait FromDocument: Sized {
    /// What it takes from whoever holds it.
    type Args: Copy;

    /// What documents call the fields.
    const KEYS: &'static [FieldKey] = &[];

    /// Reads a value; what is left out is 0 or empty.
    ///
    /// # Errors
    /// Names the key whose value cannot be.
    fn build(source: &Source<'_>, args: Self::Args, scope: &mut Scope) -> Result<Self>;

    /// Lays the tables out as a writer would.
    ///
    /// # Errors
    /// If a record names what no table has.
    fn settle(&mut self, _args: Self::Args, _style: TableStyle) -> crate::Result<()> {
        Ok(())
    }
}

/// The parts of a container, as `#[derive(Part)]` knows them.
pub trait PartFromDocument {
    /// The data of a part; nothing if the document does not say what it holds.
    ///
    /// # Errors
    /// Names the key whose value cannot be.
    fn build(fourcc: FourCC, source: &Source<'_>, style: TableStyle) -> Result<Option<Vec<u8>>>;
}

/// Tables by their names.
type Tables<T> = BTreeMap<&'static str, Vec<T>>;

/// The tables of a part while its records are read, and what stands outside of it.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    strings: Tables<u8>,
    numbers: Tables<u32>,
    /// The version of the record that its size tells.
    version: Option<u32>,
}

/// A map that is being read.
#[derive(Clone, Debug)]
pub struct Source<'d> {
    map: &'d Map,
    /// Which keys were asked for.
    taken: Rc<[Cell<bool>]>,
}

impl Scope {
    /// The strings that records named.
    pub fn strings(&mut self, table: &'static str) -> StringTable {
        StringTable(self.strings.remove(table).unwrap_or_default())
    }

    /// The numbers that records named runs of.
    pub fn numbers(&mut self, table: &'static str) -> Vec<u32> {
        self.numbers.remove(table).unwrap_or_default()
    }

    /// Adds a string; no offset is 0, which may stand for none.
    fn add_string(&mut self, table: &'static str, text: &str) -> usize {
        let bytes = self.strings.entry(table).or_default();
        if bytes.is_empty() {
            bytes.push(0);
        }
        let at = bytes.len();
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
        at
    }

    fn add_run(&mut self, table: &'static str, run: &[u32]) -> usize {
        let numbers = self.numbers.entry(table).or_default();
        let at = numbers.len();
        numbers.extend_from_slice(run);
        at
    }
}

impl<'d> Source<'d> {
    /// The keys of a map.
    pub(super) fn new(map: &'d Map) -> Self {
        let taken = map.0.iter().map(|_| Cell::new(false)).collect();
        Self { map, taken }
    }

    /// The keys of a value that must be a map.
    pub(super) fn of(node: &'d Node) -> Result<Self> {
        match node {
            Node::Map(map) => Ok(Self::new(map)),
            other => wrong("a map", other),
        }
    }

    /// The value of a key; nothing also if it is empty.
    pub(super) fn get(&self, key: &str) -> Option<&'d Node> {
        let at = self.map.0.iter().position(|(known, _)| known == key)?;
        self.taken[at].set(true);
        match &self.map.0[at].1 {
            Node::Nothing => None,
            value => Some(value),
        }
    }

    /// Refuses keys that nobody asked for.
    pub(super) fn finish(&self) -> Result<()> {
        let left = self.map.0.iter().zip(self.taken.iter());
        match left.into_iter().find(|(_, taken)| !taken.get()) {
            Some(((key, _), _)) => Err(Problem::new("unknown key").within(key)),
            None => Ok(()),
        }
    }

    /// What reads the keys of an inner map, or these if it is flattened, and then refuses those that are left.
    pub fn inner<T>(
        &self,
        shown: &Shown,
        read: impl FnOnce(&Source<'_>) -> Result<T>,
    ) -> Result<T> {
        if shown.flat {
            return read(self);
        }
        let empty = Map::default();
        let inner = match self.get(shown.key) {
            Some(node) => Source::of(node).map_err(|problem| problem.within(shown.key))?,
            None => Source::new(&empty),
        };
        let read = read(&inner).and_then(|value| inner.finish().map(|()| value));
        read.map_err(|problem| problem.within(shown.key))
    }

    /// Whether a key is there.
    pub fn has(&self, shown: &Shown) -> bool {
        !shown.flat && self.get(shown.key).is_some()
    }

    /// A value of a fixed size; what is never shown is 0.
    pub fn fixed<T: Fixed + Default>(&self, shown: &Shown, scope: &mut Scope) -> Result<T> {
        let mut bytes = vec![0; T::SIZE];
        if shown.how != How::Never {
            self.value(T::SHAPE, shown, &mut bytes, scope)?;
        }
        Ok(T::decode(&bytes).unwrap_or_default())
    }

    /// A value of a fixed size, if it is there.
    pub fn optional<T: Fixed + Default>(
        &self,
        shown: &Shown,
        scope: &mut Scope,
    ) -> Result<Option<T>> {
        match self.has(shown) {
            true => self.fixed(shown, scope).map(Some),
            false => Ok(None),
        }
    }

    /// Bytes.
    pub fn bytes(&self, shown: &Shown) -> Result<Vec<u8>> {
        let bytes = match (self.get(shown.key), shown.how) {
            (None, _) => Ok(Vec::new()),
            (Some(node), How::Text) if !matches!(node, Node::List(_)) => {
                text(node).map(String::into_bytes)
            }
            (Some(node), _) => numbers(node),
        };
        bytes.map_err(|problem| problem.within(shown.key))
    }

    /// Strings one behind the other, which have a key each; or the bytes of all of them.
    pub fn strings(&self, shown: &Shown) -> Result<StringTable> {
        if self.get(shown.key).is_some() {
            return self.bytes(shown).map(StringTable);
        }
        let mut strings = Vec::new();
        let mut len = 0;
        for key in shown.named {
            let string = self.get(key).map_or(Ok(String::new()), text);
            strings.extend(string.map_err(|problem| problem.within(key))?.into_bytes());
            strings.push(0);
            // Nothing is said of those behind the last one.
            if self.get(key).is_some() {
                len = strings.len();
            }
        }
        strings.truncate(len);
        Ok(StringTable(strings))
    }

    /// Strings, each with its NUL: a text, several, or bytes that are none.
    pub fn texts(&self, shown: &Shown) -> Result<Vec<u8>> {
        let Some(node) = self.get(shown.key) else {
            return Ok(Vec::new());
        };
        let nodes = match node {
            Node::List(nodes) if nodes.iter().all(|node| matches!(node, Node::Text(_))) => nodes,
            Node::List(_) => return self.bytes(shown),
            node => core::slice::from_ref(node),
        };
        let texts = each(nodes, |node| match node {
            Node::Text(text) => Ok([text.as_bytes(), &[0]].concat()),
            other => wrong("a text", other),
        });
        let texts = texts.map_err(|problem| problem.within(shown.key))?;
        Ok(texts.concat())
    }

    /// Records of a run; `several` runs are lists in a list.
    pub fn run<R: Row + Default>(
        &self,
        shown: &Shown,
        context: R::Context,
        several: bool,
        scope: &mut Scope,
    ) -> Result<Vec<R>> {
        let nothing = Node::List(Vec::new());
        let node = match shown.how {
            How::Never => &nothing,
            _ => self.get(shown.key).unwrap_or(&nothing),
        };
        let row = |node: &Node, scope: &mut Scope| {
            let (shape, size) = R::known(context, R::size(context));
            let bytes = self::row(node, shape, usual::<R>(context, size), shown.how, scope)?;
            R::read(&bytes, context).ok_or_else(|| Problem::new("no such record"))
        };
        let run = |list: &[Node], scope: &mut Scope| each(list, |node| row(node, &mut *scope));
        let rows = list(node).and_then(|nodes| match several {
            true => Ok(each(nodes, |node| run(list(node)?, scope))?.concat()),
            false => run(nodes, scope),
        });
        rows.map_err(|problem| problem.within(shown.key))
    }

    /// Records whose stride tells their version: the stated one, or that of the version of the whole.
    pub fn strided<R: Row<Context = ()>>(
        &self,
        shown: &Shown,
        stated: Option<u32>,
        scope: &mut Scope,
    ) -> Result<Strided<R>> {
        let usual = R::size_in((), scope.version.unwrap_or(u32::MAX));
        let stride = stated
            .filter(|stride| *stride as usize >= R::size(()))
            .map_or(usual, |stride| stride as usize);
        let mut rows = Strided::new(u32::try_from(stride).unwrap_or_default());
        let Some(node) = self.get(shown.key) else {
            return Ok(rows);
        };
        let (shape, known) = R::known((), stride);
        let read = list(node).and_then(|nodes| {
            each(nodes, |node| {
                let mut bytes = self::row(node, shape, vec![0; known], shown.how, scope)?;
                bytes.resize(stride.min(known + tail(node)?.len()), 0);
                let record = R::read(&bytes, ()).ok_or_else(|| Problem::new("no such record"))?;
                rows.push_with_tail(record, &tail(node)?);
                Ok(())
            })
        });
        read.map_err(|problem| problem.within(shown.key))?;
        Ok(rows)
    }

    /// A record whose size tells its version, which has a key of its own; the newest one without it.
    pub fn sized<R: BySize + Default>(
        &self,
        shown: &Shown,
        scope: &mut Scope,
    ) -> Result<crate::Sized<R>> {
        let version = match shown.version.and_then(|key| Some((key, self.get(key)?))) {
            Some((key, node)) => {
                integer(node, 4, How::Usual).map_err(|problem| problem.within(key))?
            }
            None => u32::MAX.into(),
        };
        let version = u32::try_from(version).unwrap_or(u32::MAX);
        let size = R::size_of_version(version);
        let (shape, _) = R::known((), size);
        scope.version = Some(version);
        let mut bytes = vec![0; size];
        self.value(shape, shown, &mut bytes, scope)?;
        let tail = match self.get("Tail") {
            Some(node) => numbers(node).map_err(|problem| problem.within("Tail"))?,
            None => Vec::new(),
        };
        let record = R::read(&bytes, ()).unwrap_or_default();
        Ok(crate::Sized { record, tail })
    }

    /// A string that stands alone: a text, or its bytes.
    pub fn text(&self, shown: &Shown) -> Result<Text> {
        match self.get(shown.key) {
            None => Ok(Text::default()),
            Some(Node::Text(text)) => Ok(Text::from(text.as_ref())),
            Some(_) => self.bytes(shown).map(Text),
        }
    }

    /// Structures of a list.
    pub fn items<T: FromDocument>(
        &self,
        shown: &Shown,
        args: T::Args,
        scope: &mut Scope,
    ) -> Result<Vec<T>> {
        let Some(node) = self.get(shown.key) else {
            return Ok(Vec::new());
        };
        let items = list(node).and_then(|nodes| {
            each(nodes, |node| {
                let source = Source::of(node)?;
                let item = T::build(&source, args, scope)?;
                source.finish().map(|()| item)
            })
        });
        items.map_err(|problem| problem.within(shown.key))
    }

    /// The data of a part that has a type; nothing if its key is not there.
    pub fn part<T: FromDocument + crate::Sequence<Args = <T as FromDocument>::Args>>(
        &self,
        args: <T as FromDocument>::Args,
        style: TableStyle,
    ) -> Result<Option<Vec<u8>>> {
        if !T::SHOWN.flat && !self.has(T::SHOWN) {
            return Ok(None);
        }
        self.inner(T::SHOWN, |source| source.data::<T>(args, style).map(Some))
    }

    /// The data of a part, from its keys.
    pub(super) fn data<T: FromDocument + crate::Sequence<Args = <T as FromDocument>::Args>>(
        &self,
        args: <T as FromDocument>::Args,
        style: TableStyle,
    ) -> Result<Vec<u8>> {
        let mut value = <T as FromDocument>::build(self, args, &mut Scope::default())?;
        self.finish()?;
        value.settle(args, style).map_err(keyed::<T>)?;
        crate::Sequence::to_bytes(&value, args).map_err(keyed::<T>)
    }

    /// The data of a part without a type; nothing if its key is not there.
    pub fn opaque(&self) -> Result<Option<Vec<u8>>> {
        let shown = crate::walk::OPAQUE;
        self.has(shown).then(|| self.bytes(shown)).transpose()
    }

    /// A record that stands alone.
    pub fn record<R: Row + Default>(
        &self,
        shown: &Shown,
        context: R::Context,
        scope: &mut Scope,
    ) -> Result<R> {
        let (shape, size) = R::known(context, R::size(context));
        let mut bytes = usual::<R>(context, size);
        self.value(shape, shown, &mut bytes, scope)?;
        R::read(&bytes, context).ok_or_else(|| Problem::new("no such record"))
    }

    /// Puts a value into its bytes, which are 0.
    fn value(
        &self,
        shape: Shape,
        shown: &Shown,
        bytes: &mut [u8],
        scope: &mut Scope,
    ) -> Result<()> {
        match shape {
            Shape::Record(layout) => {
                self.inner(shown, |source| source.fields(layout, bytes, scope))
            }
            Shape::Bits(table) => {
                let whole = self.inner(shown, |source| source.bits(table))?;
                put(bytes, whole);
                Ok(())
            }
            Shape::Flags(table) => {
                let unknown = if shown.flat { shown.key } else { "Unknown" };
                let whole =
                    self.inner(shown, |source| source.flags(table, unknown, bytes.len()))?;
                put(bytes, whole);
                Ok(())
            }
            _ => match self.get(shown.key) {
                Some(node) => single(node, shape, bytes, shown.how, scope)
                    .map_err(|problem| problem.within(shown.key)),
                None => Ok(()),
            },
        }
    }

    pub(super) fn fields(
        &self,
        layout: &Layout,
        record: &mut [u8],
        scope: &mut Scope,
    ) -> Result<()> {
        // A selector may stand behind the union that it selects, and a length behind its run.
        for field in layout.fields {
            let is_last = matches!(field.shape, Shape::Union(_) | Shape::Indices { .. });
            if is_last || field.shown.how == How::Never {
                continue;
            }
            let rest = record.get_mut(field.at..).unwrap_or_default();
            let bytes = rest.get_mut(..field.size).unwrap_or_default();
            self.value(field.shape, &field.shown, bytes, scope)?;
        }
        for field in layout.fields {
            match field.shape {
                Shape::Union(table) => {
                    let selector = layout
                        .field_bytes(table.selector, record)
                        .map(|(_, bytes)| number(bytes));
                    let rest = record.get_mut(field.at..).unwrap_or_default();
                    let bytes = rest.get_mut(..field.size).unwrap_or_default();
                    self.union(table, selector, &field.shown, bytes, scope)?;
                }
                Shape::Indices { table, len } => {
                    let read = self.indices(table, field.shown.key, scope);
                    let placed = read.and_then(|(start, count)| {
                        place(layout, field.name, start, record)?;
                        place(layout, len, count, record)
                    });
                    placed.map_err(|problem| problem.within(field.shown.key))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn bits(&self, table: &BitsTable) -> Result<u64> {
        let mut whole = 0;
        for field in table.fields {
            let key = field.shown.key;
            let Some(node) = self.get(key) else { continue };
            let value = match (field.shape, node) {
                (Shape::Enum(table), Node::Text(name)) => named(table, name).map(i128::from),
                (_, Node::Truth(truth)) => Ok((*truth).into()),
                (_, Node::Number(number)) => Ok(*number),
                (_, other) => wrong("a number", other),
            };
            let value = value.and_then(|value| {
                let limit = u64::MAX >> (64 - field.bits);
                u64::try_from(value)
                    .ok()
                    .filter(|value| *value <= limit)
                    .ok_or_else(|| {
                        Problem::new(format!("{value} has more than {} bits", field.bits))
                    })
            });
            whole |= value.map_err(|problem| problem.within(key))? << field.at;
        }
        Ok(whole)
    }

    fn flags(&self, table: &EnumTable, unknown: &str, size: usize) -> Result<u64> {
        let mut whole = 0;
        for entry in table.values.iter().filter(|entry| entry.value != 0) {
            let key = table.shown_name(entry);
            match self.get(key) {
                Some(Node::Truth(true)) | Some(Node::Number(1)) => whole |= entry.value,
                Some(Node::Truth(false)) | Some(Node::Number(0)) | None => {}
                Some(other) => {
                    return wrong("true or false", other).map_err(|problem| problem.within(key));
                }
            }
        }
        if let Some(node) = self.get(unknown) {
            whole |= integer(node, size, How::Usual).map_err(|problem| problem.within(unknown))?;
        }
        Ok(whole)
    }

    fn union(
        &self,
        table: &UnionTable,
        inside: Option<u64>,
        shown: &Shown,
        bytes: &mut [u8],
        scope: &mut Scope,
    ) -> Result<()> {
        let outside = || self.get(table.selector_key);
        let selector = match inside {
            Some(selector) => Some(selector),
            None => outside()
                .map(|node| integer(node, 8, How::Usual))
                .transpose()
                .map_err(|problem| problem.within(table.selector_key))?,
        };
        self.inner(shown, |source| {
            if let Some(node) = source.get(shown.key) {
                return single(node, Shape::Bytes, bytes, How::Usual, scope)
                    .map_err(|problem| problem.within(shown.key));
            }
            let Some(arm) = selector.and_then(|selector| table.arm(selector)) else {
                return Ok(());
            };
            let (known, rest) = bytes.split_at_mut(arm.size.min(bytes.len()));
            match arm.shape {
                Shape::Record(layout) => source.fields(layout, known, scope),
                shape => source.value(shape, &arm.shown, known, scope),
            }?;
            let key = format!("{}Rest", shown.key);
            match source.get(&key) {
                Some(node) => single(node, Shape::Bytes, rest, How::Usual, scope)
                    .map_err(|problem| problem.within(&key)),
                None => Ok(()),
            }
        })
    }

    /// A run of a table: where it begins, and its length.
    fn indices(&self, table: &'static str, key: &str, scope: &mut Scope) -> Result<(usize, usize)> {
        let Some(node) = self.get(key) else {
            return Ok((0, 0));
        };
        let run = numbers(node)?;
        Ok((scope.add_run(table, &run), run.len()))
    }
}

/// Puts a count into a field.
fn place(layout: &Layout, name: &str, value: usize, record: &mut [u8]) -> Result<()> {
    if let Some(field) = layout.fields.iter().find(|field| field.name == name) {
        let value = fits(value as i128, field.size)?;
        let rest = record.get_mut(field.at..).unwrap_or_default();
        put(rest.get_mut(..field.size).unwrap_or_default(), value);
    }
    Ok(())
}

/// The bytes of a new record.
fn usual<R: Row + Default>(context: R::Context, size: usize) -> Vec<u8> {
    let mut bytes = vec![0; size];
    // A new record can be written in every version.
    let _ = R::default().write(context, &mut bytes);
    bytes
}

/// A record of a list, over the bytes of a new one.
fn row(
    node: &Node,
    shape: Shape,
    mut bytes: Vec<u8>,
    how: How,
    scope: &mut Scope,
) -> Result<Vec<u8>> {
    let Shape::Record(layout) = shape else {
        single(node, shape, &mut bytes, how, scope)?;
        return Ok(bytes);
    };
    let source = Source::of(node)?;
    source.fields(layout, &mut bytes, scope)?;
    // The bytes of a newer version are the run's.
    source.get("Tail");
    source.finish()?;
    Ok(bytes)
}

/// The bytes of a newer version.
fn tail(node: &Node) -> Result<Vec<u8>> {
    match node {
        Node::Map(map) => match map.get("Tail") {
            Some(node) => numbers(node).map_err(|problem| problem.within("Tail")),
            None => Ok(Vec::new()),
        },
        _ => Ok(Vec::new()),
    }
}

/// Puts a value without fields into its bytes.
fn single(node: &Node, shape: Shape, bytes: &mut [u8], how: How, scope: &mut Scope) -> Result<()> {
    let value = match (shape, node) {
        (Shape::Name { table, .. }, node) => {
            let at = match node {
                Node::Text(text) => scope.add_string(table, text),
                // YAML takes some names for numbers.
                Node::Number(number) => scope.add_string(table, &number.to_string()),
                other => return wrong("a name", other),
            };
            fits(at as i128, bytes.len())?
        }
        (Shape::Float, node) => float(node)?.to_bits().into(),
        (Shape::Truth, Node::Truth(truth)) => (*truth).into(),
        (Shape::FourCC, Node::Text(text)) => match text.parse::<FourCC>() {
            Ok(fourcc) => fourcc.to_u32().into(),
            Err(problem) => return Err(Problem::new(problem.to_string())),
        },
        (Shape::Enum(table), Node::Text(name)) => named(table, name)?,
        (Shape::FourCC, node) if !matches!(node, Node::List(_)) => {
            return wrong("four characters", node);
        }
        (Shape::FourCC | Shape::Bytes, node) => {
            return elements(node, Shape::Unsigned, 1, bytes, how, scope);
        }
        (Shape::Array(of, size), node) => return elements(node, *of, size, bytes, how, scope),
        (_, node) => integer(node, bytes.len(), how)?,
    };
    put(bytes, value);
    Ok(())
}

/// Puts a list of so many values into their bytes.
fn elements(
    node: &Node,
    of: Shape,
    size: usize,
    bytes: &mut [u8],
    how: How,
    scope: &mut Scope,
) -> Result<()> {
    let list = list(node)?;
    let expected = bytes.len() / size.max(1);
    if list.len() != expected {
        let what = format!("expected {expected} values, found {}", list.len());
        return Err(Problem::new(what));
    }
    let all = list.iter().zip(bytes.chunks_mut(size.max(1))).enumerate();
    for (index, (node, bytes)) in all {
        single(node, of, bytes, how, scope).map_err(|problem| problem.within_index(index))?;
    }
    Ok(())
}
