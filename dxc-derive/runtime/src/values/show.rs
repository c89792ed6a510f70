//! From the spans of a walk to a document.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::node::Node;
use super::shown_tables::Tables;
use super::shown_value::{
    entries, float, fourcc, is_text, offset, owned, strings, text, texts, with_tail,
};
use super::split_node::{SplitMap, SplitNode};
use crate::read::reader::MOST_CLAIMS;
use crate::read::walk::{Content, Sink, Span};
use crate::shape::{
    BitsTable, DocumentForm, EnumTable, EnumValue, Layout, ListOf, LlvmKey, NONE, NameOrigin,
    Shape, UnionTable, ValueForm, number, signed_number,
};
use crate::strings::{NO_STRING, relative};
use crate::{Fixed, FourCC, Result, Sequence};

/// A selector that stands outside of the part.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// The values of which it is one.
    pub values: &'static EnumTable,
    pub value: u64,
}

/// The context of the bytes that are shown.
#[derive(Clone, Copy)]
struct Context<'a> {
    bytes: &'a [u8],
    tables: &'a Tables<'a>,
    outside: Option<Outside>,
    /// The LLVM whose tools read the document; 0 for none.
    llvm: u32,
}

/// A sink that makes a document.
pub struct Show<'a> {
    context: Context<'a>,
    root: SplitMap,
    path: Vec<(&'static DocumentForm, Option<usize>)>,
    lengths: Option<Vec<usize>>,
    /// Whether the strings and the lists were met that are shown where they are named.
    met: (bool, bool),
    /// Whether LLVM has no key of the part, so that runs without entries are left out.
    is_extension: bool,
    /// The key of the part, if LLVM's documents leave out a part whose values are 0.
    set_only: Option<&'static str>,
}

impl<'a> Show<'a> {
    /// Shows what the spans of `bytes` hold.
    pub fn new(bytes: &'a [u8], tables: &'a Tables<'a>, outside: Option<Outside>) -> Self {
        Self {
            context: Context {
                bytes,
                tables,
                outside,
                llvm: 0,
            },
            root: SplitMap::default(),
            path: Vec::new(),
            lengths: None,
            met: (false, false),
            is_extension: false,
            set_only: None,
        }
    }

    /// Shows the keys that documents of an LLVM have.
    pub fn llvm(mut self, llvm: u32) -> Self {
        self.context.llvm = llvm;
        self
    }

    /// Shows a part that LLVM does not have. A part without a run is written like one with an empty run, so that a new
    /// run in the schema changes no document of older files.
    pub fn extension(self, is_extension: bool) -> Self {
        Self {
            is_extension,
            ..self
        }
    }

    /// Whether a span follows from the records that reference it.
    fn is_named(&mut self, content: &Content, shown: &DocumentForm) -> bool {
        let tables = self.context.tables;
        match content {
            Content::Strings if shown.named.is_empty() => {
                !core::mem::replace(&mut self.met.0, true) && tables.names_strings
            }
            Content::Run { .. } if shown.lists => {
                !core::mem::replace(&mut self.met.1, true) && tables.names_lists
            }
            _ => false,
        }
    }

    pub fn into_map(self) -> SplitMap {
        match self.set_only {
            Some(key) if self.context.llvm > 0 => self.root.without_zeros(key),
            _ => self.root,
        }
    }
}

/// A part's data as a document, without the key of the part.
///
/// ```
/// use dxc_format::runtime::values::{Node, build, show};
/// use dxc_format::{TableStyle, features::FeatureInfoPart};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let node = show::<FeatureInfoPart>(&[1, 0, 0, 0, 0, 0, 0, 0], ())?;
/// let Node::Map(map) = &node else { panic!() };
/// assert_eq!(map.get("Doubles"), Some(&Node::Truth(true)));
/// assert_eq!(build::<FeatureInfoPart>(&node, (), TableStyle::Dxc)?, [1, 0, 0, 0, 0, 0, 0, 0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The error contains the field, its offset and the expected value.
pub fn show<T: Sequence>(bytes: &[u8], args: T::Args) -> Result<Node> {
    let mut tables = Tables::new(bytes);
    T::walk(bytes, args, &mut tables)?;
    let mut show = Show::new(bytes, &tables, None);
    T::walk(bytes, args, &mut show)?;
    Ok(Node::Map(show.into_map().into_whole_map()))
}

/// Adds the fields of a record that stands alone.
pub fn record(layout: &Layout, bytes: &[u8], map: &mut SplitMap) {
    let context = Context {
        bytes,
        tables: &Tables::default(),
        outside: None,
        llvm: 0,
    };
    context.fields(layout, bytes, map);
}

/// The map that a path leads to; what is missing on the way is added.
fn descend<'m>(
    root: &'m mut SplitMap,
    path: &[(&'static DocumentForm, Option<usize>)],
    llvm: u32,
) -> Option<&'m mut SplitMap> {
    let mut map = root;
    for (shown, index) in path {
        if shown.flat {
            continue;
        }
        let draft = match index {
            None => map.entry(shown.key_for(llvm), || SplitNode::Map(SplitMap::default()))?,
            Some(index) => {
                let SplitNode::List(list) =
                    map.entry(shown.key_for(llvm), || SplitNode::List(Vec::new()))?
                else {
                    return None;
                };
                if *index == list.len() {
                    list.push(SplitNode::Map(SplitMap::default()));
                }
                list.get_mut(*index)?
            }
        };
        let SplitNode::Map(inner) = draft else {
            return None;
        };
        map = inner;
    }
    Some(map)
}

impl Sink for Show<'_> {
    fn span(&mut self, span: Span) {
        let Span {
            at,
            size,
            content,
            shown,
            ..
        } = span;
        let (context, lengths) = (self.context, self.lengths.take());
        if self.is_named(&content, shown) && shown.llvm == LlvmKey::Always {
            return;
        }
        let Some(map) = descend(&mut self.root, &self.path, self.context.llvm) else {
            return;
        };
        let bytes = context.slice(at, size);
        let key = shown.key_for(context.llvm);
        if shown.form == ValueForm::Never {
            return context.add_entries(&content, bytes, shown, map);
        }
        match content {
            Content::Value(shape) => context.value(shape, bytes, shown, map, None),
            Content::Sized { shape, known } => context.sized(shape, known, bytes, shown, map),
            Content::Run {
                shape,
                known,
                stride,
            } => {
                let mut rows = bytes
                    .chunks_exact(stride.max(1))
                    .map(|row| context.row(shape, known, row, shown.form));
                let list: Vec<SplitNode> = match lengths {
                    Some(lengths) => lengths
                        .into_iter()
                        .map(|length| SplitNode::List(rows.by_ref().take(length).collect()))
                        .collect(),
                    None => rows.collect(),
                };
                let is_extension = shown.llvm == LlvmKey::Never;
                match is_extension {
                    _ if (self.is_extension || is_extension) && list.is_empty() => {}
                    _ if shown.form == ValueForm::Set && context.llvm > 0 && list.is_empty() => {}
                    true => {
                        map.push_extension(key, SplitNode::List(list).into_whole_node());
                    }
                    false => map.nest(key, SplitNode::List(list).settled()),
                }
            }
            // A run of structures without any has no bytes, either.
            Content::Bytes if self.is_extension && bytes.is_empty() => {}
            Content::Bytes if shown.form == ValueForm::Text && is_text(bytes) => {
                map.push(key, text(bytes));
            }
            Content::Bytes => map.push(key, Node::bytes(bytes)),
            Content::Strings if !shown.named.is_empty() => strings(bytes, shown, key, map),
            Content::Text => map.push(key, text(bytes.strip_suffix(&[0]).unwrap_or_default())),
            Content::Offset { null, .. } if null.map(u64::from) == Some(number(bytes)) => {}
            Content::Offset { pool, .. } => {
                let place = number(bytes);
                let index = context.tables.places.pooled(pool, place);
                let index = index.map(|index| Node::from(index as u64));
                map.push(key, index.unwrap_or_else(|| offset(place)));
            }
            Content::Trailing if bytes.is_empty() => {}
            Content::Trailing => map.push_extension(key, Node::bytes(bytes)),
            Content::Strings => map.push(key, texts(bytes)),
            Content::Padding { .. } => {}
        }
    }

    fn enter(&mut self, _: &'static str, index: Option<usize>, shown: &'static DocumentForm) {
        if self.path.is_empty() && index.is_none() && shown.form == ValueForm::Set {
            self.set_only = Some(shown.key_for(self.context.llvm));
        }
        self.path.push((shown, index));
    }

    fn leave(&mut self) {
        self.path.pop();
    }

    fn absent(&mut self, shown: &'static DocumentForm) {
        let layout = shown.absent.filter(|_| self.context.llvm > 0);
        let value = layout.map_or(0, |layout| self.context.for_llvm(layout).size as u64);
        if let Some(map) = descend(&mut self.root, &self.path, self.context.llvm) {
            map.push(shown.key_for(self.context.llvm), value.into());
        }
    }

    fn split(&mut self, lengths: &mut dyn Iterator<Item = usize>) {
        self.lengths = Some(lengths.collect());
    }
}

impl<'a> Context<'a> {
    fn slice(&self, at: usize, size: usize) -> &'a [u8] {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.get(..size).unwrap_or_default()
    }

    /// Whether documents of the LLVM have a key.
    fn has_key(&self, shown: &DocumentForm) -> bool {
        match shown.llvm {
            LlvmKey::Since(since) => since <= self.llvm,
            LlvmKey::Always | LlvmKey::Never => true,
        }
    }

    /// The newest version of a record that the LLVM knows.
    fn for_llvm(&self, layout: &'static Layout) -> &'static Layout {
        match self.llvm {
            0 => layout,
            llvm => layout.for_llvm(llvm),
        }
    }

    /// Adds the entries of a table of strings, if the LLVM has a key for them.
    fn add_entries(
        &self,
        content: &Content,
        bytes: &[u8],
        shown: &DocumentForm,
        map: &mut SplitMap,
    ) {
        let is_shown = matches!((content, shown.llvm), (Content::Strings, LlvmKey::Since(_)));
        if is_shown && self.has_key(shown) && self.may_show(bytes.len()) {
            map.push(shown.key_for(self.llvm), entries(bytes));
        }
    }

    /// A record of a run, or a single value.
    fn row(&self, shape: Shape, known: usize, row: &[u8], form: ValueForm) -> SplitNode {
        let (known, tail) = row.split_at(known.min(row.len()));
        let Shape::Record(layout) = shape else {
            return SplitNode::Value(with_tail(self.single(shape, known, form), tail));
        };
        let mut map = SplitMap::default();
        self.fields(layout, known, &mut map);
        if !tail.is_empty() {
            map.push_extension("Tail", Node::bytes(tail));
        }
        SplitNode::Map(map).settled()
    }

    fn fields(&self, layout: &Layout, record: &[u8], map: &mut SplitMap) {
        for field in layout.fields {
            let rest = record.get(field.at..).unwrap_or_default();
            let bytes = rest.get(..field.size).unwrap_or_default();
            // Bytes without a meaning are shown if there are any.
            let is_row = matches!(field.shape, Shape::Row { .. } | Shape::List { .. });
            if field.reserved && bytes.iter().all(|byte| *byte == 0) && !is_row {
                continue;
            }
            if field.reserved && !matches!(field.shape, Shape::Record(_) | Shape::Union(_)) {
                let value = self.single(field.shape, bytes, field.shown.form);
                map.push_extension(field.shown.key_for(self.llvm), value);
                continue;
            }
            let source_field = match field.shape {
                Shape::Union(table) => layout.field_bytes(table.selector, record),
                Shape::Indices { len, .. } => layout.field_bytes(len, record),
                _ => None,
            };
            let source_field = source_field.map(|(_, bytes)| number(bytes));
            self.value(field.shape, bytes, &field.shown, map, source_field);
        }
    }

    /// A record whose size selects its version: the version, the record, and the bytes after the newest version.
    fn sized(
        &self,
        shape: Shape,
        known: usize,
        bytes: &[u8],
        shown: &'static DocumentForm,
        map: &mut SplitMap,
    ) {
        if let (Some(key), Shape::Record(layout)) = (shown.version, shape) {
            let version = |layout: &Layout| layout.version.map_or(Node::Nothing, Node::from);
            let known = self.for_llvm(layout);
            map.push(key, version(known));
            if known.version != layout.version {
                map.push_extension(newer(key), version(layout));
            }
        }
        let (known, tail) = bytes.split_at(known.min(bytes.len()));
        self.value(shape, known, shown, map, None);
        if tail.is_empty() {
            return;
        }
        if let Some(map) = descend(map, &[(shown, None)], self.llvm) {
            map.push_extension("Tail", Node::bytes(tail));
        }
    }

    /// Adds a value, or its fields, below its key or in place of it. `source_field` is the number of another field that it depends
    /// on: the selector of a union, or the length of a run.
    fn value(
        &self,
        shape: Shape,
        bytes: &[u8],
        shown: &DocumentForm,
        map: &mut SplitMap,
        source_field: Option<u64>,
    ) {
        if is_left_out(shape, bytes, shown) {
            return;
        }
        if !self.has_key(shown) {
            let mut newer = SplitMap::default();
            let known = Self {
                llvm: u32::MAX,
                ..*self
            };
            known.value(shape, bytes, shown, &mut newer, source_field);
            return if !shown.computed {
                map.push_extensions(newer)
            };
        }
        let key = shown.key_for(self.llvm);
        let is_extension = shown.llvm == LlvmKey::Never;
        let mut inner = SplitMap::default();
        let fields = match shown.flat && !is_extension {
            true => &mut *map,
            false => &mut inner,
        };
        match shape {
            Shape::Record(layout) => self.fields(layout, bytes, fields),
            Shape::Union(table) => self.union(table, bytes, shown, fields, source_field),
            Shape::Bits(table) if !is_extension => self.bits(table, number(bytes), fields),
            Shape::Flags(table) if !is_extension => {
                let unknown = if shown.flat { key } else { "Unknown" };
                self.flags(table, number(bytes), shown.form, unknown, fields);
            }
            Shape::Indices { table, .. } => {
                let run = self.indices(table, number(bytes), source_field.unwrap_or_default());
                return map.put(key, is_extension, run);
            }
            _ => {
                return map.put(key, is_extension, self.single(shape, bytes, shown.form));
            }
        }
        match (shown.flat, is_extension) {
            (true, true) => map.push_extensions(inner),
            (true, false) => {}
            (false, true) => map.push_extension(key, SplitNode::Map(inner).into_whole_node()),
            (false, false) => map.nest(key, SplitNode::Map(inner)),
        }
    }

    fn bits(&self, table: &BitsTable, whole: u64, map: &mut SplitMap) {
        for field in table.fields {
            let value = field.extract(whole);
            if field.reserved && value == 0 {
                continue;
            }
            let value = match field.shape {
                Shape::Truth => Node::Truth(value != 0),
                shape => self.single(shape, &value.to_le_bytes(), field.shown.form),
            };
            map.put(field.shown.key_for(self.llvm), field.reserved, value);
        }
    }

    fn union(
        &self,
        table: &UnionTable,
        bytes: &[u8],
        shown: &DocumentForm,
        map: &mut SplitMap,
        inside: Option<u64>,
    ) {
        let outside = self
            .outside
            .filter(|outside| table.is_selected_by(outside.values));
        let selector = match (inside, outside) {
            (None, Some(outside)) => {
                map.push(table.selector_key, Node::from(outside.value));
                Some(outside.value)
            }
            _ => inside,
        };
        let is_set = |bytes: &[u8]| bytes.iter().any(|byte| *byte != 0);
        let key = shown.key_for(self.llvm);
        match selector.and_then(|selector| table.arm(selector)) {
            Some(arm) => {
                let (known, rest) = bytes.split_at(arm.size.min(bytes.len()));
                match arm.shape {
                    Shape::Record(layout) => self.fields(layout, known, map),
                    shape => self.value(shape, known, &arm.shown, map, None),
                }
                if is_set(rest) {
                    map.push_extension(format!("{key}Rest"), Node::bytes(rest));
                }
            }
            None if is_set(bytes) => map.push_extension(key, Node::bytes(bytes)),
            None => {}
        }
    }

    /// A value without fields.
    fn single(&self, shape: Shape, bytes: &[u8], form: ValueForm) -> Node {
        let value = number(bytes);
        match shape {
            Shape::Float => float(bytes).unwrap_or_else(|| value.into()),
            Shape::FourCC => match bytes.try_into() {
                Ok(bytes) => fourcc(FourCC(bytes)),
                Err(_) => Node::bytes(bytes),
            },
            Shape::Name {
                table, from, null, ..
            } => self.name(table, from, null, value),
            Shape::Row { of } => self.row_name(of, value),
            Shape::List { of } => self.list(of, value),
            Shape::Enum(table) if form != ValueForm::Number => match table.by_value(value) {
                Some(entry) => Node::Text(table.shown_name_for(entry, self.llvm).into()),
                None => value.into(),
            },
            Shape::Signed => signed_number(bytes).into(),
            // LLVM's documents have a sign for this number alone.
            Shape::Unsigned if form == ValueForm::Signed && is_all_ones(bytes) => (-1i64).into(),
            Shape::Array(of, size) => Node::List(
                bytes
                    .chunks(size.max(1))
                    .map(|element| self.element(*of, element, form))
                    .collect(),
            ),
            Shape::Bytes | Shape::Record(_) | Shape::Union(_) => Node::bytes(bytes),
            _ => value.into(),
        }
    }

    /// An element of an array.
    fn element(&self, shape: Shape, bytes: &[u8], form: ValueForm) -> Node {
        let Shape::Record(layout) = shape else {
            return self.single(shape, bytes, form);
        };
        let mut record = SplitMap::default();
        self.fields(layout, bytes, &mut record);
        SplitNode::Map(record).into_whole_node()
    }

    /// A run of a table; where it begins and its length, if it does not lie within.
    fn indices(&self, table: &str, start: u64, len: u64) -> Node {
        let table = self.tables.places.table(table);
        let run = table.and_then(|table| self.tables.places.numbers(table, start, len));
        match run {
            Some(run) => {
                let numbers = run.chunks_exact(<u32 as Fixed>::SIZE);
                let numbers = numbers.filter_map(u32::decode);
                Node::List(numbers.map(Node::from).collect())
            }
            None => Node::map([("Start", start.into()), ("Length", len.into())]),
        }
    }

    /// A string; its offset in its table, if it names none.
    fn name(
        &self,
        table: Option<&'static str>,
        from: NameOrigin,
        null: Option<u32>,
        offset: u64,
    ) -> Node {
        let found = self.tables.places.strings(table);
        let base = from.base(found.map_or(0, |(at, _)| at)).unwrap_or_default();
        let offset = u32::try_from(offset).unwrap_or(NO_STRING);
        let offset = relative(offset, base, null);
        let bytes = found.and_then(|table| self.tables.places.string(table, offset));
        match bytes
            .filter(|name| self.may_show(name.len()))
            .map(core::str::from_utf8)
        {
            Some(Ok(name)) => owned(name),
            _ => self::offset(offset.into()),
        }
    }

    /// Whether so many bytes more may be shown of what records name: they may name one thing over and over.
    fn may_show(&self, len: usize) -> bool {
        let named = self.tables.named.get().saturating_add(len);
        self.tables.named.set(named);
        named <= self.bytes.len().saturating_mul(MOST_CLAIMS)
    }

    /// A row by what it is called, or by its number if others are called so, too.
    fn row_name(&self, of: &'static str, number: u64) -> Node {
        let mut names = self.tables.row_names.borrow_mut();
        let names = names.entry(of);
        let names = names.or_insert_with(|| self.tables.places.row_names(of));
        let name = usize::try_from(number)
            .ok()
            .and_then(|index| names.get(index).copied().flatten());
        let name = name.filter(|name| name.is_one);
        let name = name.and_then(|name| core::str::from_utf8(name.text).ok());
        let name = name.filter(|name| self.may_show(name.len()));
        name.map_or_else(|| number.into(), owned)
    }

    /// A list; the index of its length, if there is none.
    fn list(&self, of: ListOf, index: u64) -> Node {
        let found = self.tables.places.list(index);
        let found = found.filter(|numbers| self.may_show(numbers.len()));
        let Some(numbers) = found else {
            return offset(index);
        };
        let numbers = numbers.chunks_exact(<u32 as Fixed>::SIZE).map(number);
        Node::List(match of {
            ListOf::Numbers => numbers.map(Node::from).collect(),
            ListOf::Strings => numbers
                .map(|at| self.name(None, NameOrigin::Before(0), None, at))
                .collect(),
            ListOf::Rows(of) => numbers.map(|row| self.row_name(of, row)).collect(),
        })
    }

    fn flags(
        &self,
        table: &EnumTable,
        value: u64,
        form: ValueForm,
        unknown: &'static str,
        map: &mut SplitMap,
    ) {
        // LLVM's documents have a marker of its tables as if it were a flag.
        let is_shown = |entry: &&EnumValue| match entry.marker {
            true => table.mirrors.is_some() && !entry.unmirrored,
            false => !entry.alias,
        };
        let (_, mut rest) = table.split(value);
        let named = table.values.iter().filter(|entry| entry.value != 0);
        for entry in named.filter(is_shown) {
            let (key, is_set) = (
                table.shown_name_for(entry, self.llvm),
                entry.value & value == entry.value,
            );
            if is_set || !(entry.unmirrored || form == ValueForm::Set) {
                map.put(key, entry.unmirrored, Node::Truth(is_set));
            }
            if is_set {
                rest &= !entry.value;
            }
        }
        if rest != 0 {
            map.push_extension(Cow::Borrowed(unknown), rest.into());
        }
    }
}

/// Whether all bits of a number are set.
fn is_all_ones(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == u8::MAX)
}

/// The key of a version that LLVM does not know, beside that of the newest version that it knows.
pub(super) fn newer(key: &str) -> String {
    format!("Newer{key}")
}

/// Whether a document leaves a value out.
fn is_left_out(shape: Shape, bytes: &[u8], shown: &DocumentForm) -> bool {
    let has_key = shown.llvm != LlvmKey::Never;
    match shape {
        _ if shown.form == ValueForm::Never => true,
        // A length goes with it.
        Shape::Indices { .. } => false,
        // References without a target are omitted.
        Shape::Row { .. } | Shape::List { .. } => number(bytes) == NONE.into(),
        // Their key says that the record has the larger of two sizes.
        Shape::Flags(_) if !has_key => false,
        // In a document, what is left out is 0.
        _ if !has_key => bytes.iter().all(|byte| *byte == 0),
        Shape::Name { null, .. } => null.map(u64::from) == Some(number(bytes)),
        _ => false,
    }
}
