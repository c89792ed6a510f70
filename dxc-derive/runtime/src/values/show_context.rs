//! Converts the bytes of values and records to the keys of a document.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::node::{Map, Node};
use super::show::Outside;
use super::shown_tables::Tables;
use super::shown_value::{entries, float, fourcc, offset, owned, with_tail};
use crate::read::reader::MOST_CLAIMS;
use crate::read::walk::Content;
use crate::shape::{
    BitsTable, DocumentForm, EnumTable, EnumValue, Layout, ListOf, LlvmKey, NONE, NameOrigin,
    Shape, UnionTable, ValueForm, number, signed_number,
};
use crate::strings::{NO_STRING, relative};
use crate::{Fixed, FourCC};

/// The context of the bytes that are shown.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) tables: &'a Tables<'a>,
    pub(super) outside: Option<Outside>,
    /// The LLVM whose keys are shown; without one, all keys are.
    pub(super) llvm: Option<u32>,
}

impl<'a> Context<'a> {
    pub(super) fn slice(&self, at: usize, size: usize) -> &'a [u8] {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.get(..size).unwrap_or_default()
    }

    /// The map at a path; missing keys are added. `None` if the LLVM lacks one of the keys.
    pub(super) fn descend<'m>(
        &self,
        root: &'m mut Map,
        path: &[(&'static DocumentForm, Option<usize>)],
    ) -> Option<&'m mut Map> {
        let mut map = root;
        for (shown, index) in path {
            if !self.has_key(shown) {
                return None;
            }
            if shown.flat {
                continue;
            }
            let key = shown.key_for(self.llvm);
            let node = match index {
                None => map.entry(key, || Node::Map(Map::default()))?,
                Some(index) => {
                    let Node::List(list) = map.entry(key, || Node::List(Vec::new()))? else {
                        return None;
                    };
                    if *index == list.len() {
                        // The element before it receives no further keys.
                        list.last_mut().into_iter().for_each(Node::shrink);
                        list.push(Node::Map(Map::default()));
                    }
                    list.get_mut(*index)?
                }
            };
            let Node::Map(inner) = node else {
                return None;
            };
            map = inner;
        }
        Some(map)
    }

    /// Whether a key is shown. Keys that LLVM added for computed values are redundant.
    pub(super) fn has_key(&self, shown: &DocumentForm) -> bool {
        match self.llvm {
            Some(llvm) => shown.has_key(llvm),
            None => !(shown.computed && matches!(shown.llvm, LlvmKey::Since(_))),
        }
    }

    /// Adds a key that no LLVM has.
    pub(super) fn push_extension(
        &self,
        map: &mut Map,
        key: impl Into<Cow<'static, str>>,
        value: Node,
    ) {
        let key = key.into();
        match self.llvm {
            Some(_) => self.leave_out(&key),
            None => map.push(key, value),
        }
    }

    /// Records a key that the LLVM does not have.
    pub(super) fn leave_out(&self, key: &str) {
        if self.llvm.is_some() {
            self.tables.left_out.borrow_mut().add(key);
        }
    }

    /// Enters a value: the next keys are below its key.
    pub(super) fn enter(&self, shown: &DocumentForm) {
        if !shown.flat && self.llvm.is_some() {
            let key = shown.key_for(self.llvm);
            self.tables.left_out.borrow_mut().path.push(key);
        }
    }

    pub(super) fn leave(&self, shown: &DocumentForm) {
        if !shown.flat && self.llvm.is_some() {
            self.tables.left_out.borrow_mut().path.pop();
        }
    }

    /// Calls `show` for the keys below that of a value.
    pub(super) fn within<T>(&self, shown: &DocumentForm, show: impl FnOnce() -> T) -> T {
        self.enter(shown);
        let value = show();
        self.leave(shown);
        value
    }

    /// Adds the entries of a table of strings, if the LLVM has a key for them.
    pub(super) fn add_entries(
        &self,
        content: &Content,
        bytes: &[u8],
        shown: &DocumentForm,
        map: &mut Map,
    ) {
        let is_newer = matches!((content, shown.llvm), (Content::Strings, LlvmKey::Since(_)));
        let is_shown = is_newer && self.llvm.is_some_and(|llvm| shown.has_key(llvm));
        if is_shown && self.may_show(bytes.len()) {
            map.push(shown.key_for(self.llvm), entries(bytes));
        }
    }

    /// Shows a record of a run, or a single value.
    pub(super) fn row(&self, shape: Shape, known: usize, row: &[u8], form: ValueForm) -> Node {
        let (known, tail) = row.split_at(known.min(row.len()));
        let Shape::Record(layout) = shape else {
            return with_tail(self.single(shape, known, form), tail);
        };
        let mut map = Map::default();
        self.fields(layout, known, &mut map);
        if !tail.is_empty() {
            self.push_extension(&mut map, "Tail", Node::bytes(tail));
        }
        let mut row = Node::Map(map);
        row.shrink();
        row
    }

    pub(super) fn fields(&self, layout: &Layout, record: &[u8], map: &mut Map) {
        for field in layout.fields {
            let rest = record.get(field.at..).unwrap_or_default();
            let bytes = rest.get(..field.size).unwrap_or_default();
            // Reserved bytes are shown if they are not 0.
            let is_row = matches!(field.shape, Shape::Row { .. } | Shape::List { .. });
            if field.reserved && is_zero(bytes) && !is_row {
                continue;
            }
            if field.reserved && !matches!(field.shape, Shape::Record(_) | Shape::Union(_)) {
                let value = self.single(field.shape, bytes, field.shown.form);
                self.push_extension(map, field.shown.key_for(self.llvm), value);
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

    /// Shows a record whose size selects its version: the version, the record, and the bytes after the newest version.
    pub(super) fn sized(
        &self,
        shape: Shape,
        known: usize,
        bytes: &[u8],
        shown: &'static DocumentForm,
        map: &mut Map,
    ) {
        if let (Some(key), Shape::Record(layout)) = (shown.version, shape) {
            // The newest version that the LLVM knows.
            let known = self.llvm.map_or(layout, |llvm| layout.for_llvm(llvm));
            if let Some(newer) = layout.version.filter(|_| known.version != layout.version) {
                self.leave_out(&format!("{key} {newer}"));
            }
            map.push(key, known.version.map_or(Node::Nothing, Node::from));
        }
        let (known, tail) = bytes.split_at(known.min(bytes.len()));
        self.value(shape, known, shown, map, None);
        if tail.is_empty() {
            return;
        }
        if let Some(map) = self.descend(map, &[(shown, None)]) {
            self.within(shown, || {
                self.push_extension(map, "Tail", Node::bytes(tail))
            });
        }
    }

    /// Adds a value, or its fields, below its key or in place of that key. `source_field` is the number of another
    /// field that it depends on: the selector of a union, or the length of a run.
    pub(super) fn value(
        &self,
        shape: Shape,
        bytes: &[u8],
        shown: &DocumentForm,
        map: &mut Map,
        source_field: Option<u64>,
    ) {
        if is_left_out(shape, bytes, shown) {
            return;
        }
        let key = shown.key_for(self.llvm);
        if !self.has_key(shown) {
            if !shown.computed && !is_zero(bytes) {
                self.leave_out(key);
            }
            return;
        }
        let is_extension = shown.llvm == LlvmKey::Never;
        let is_nested = match shape {
            Shape::Record(_) | Shape::Union(_) => true,
            Shape::Bits(_) | Shape::Flags(_) => !is_extension,
            _ => false,
        };
        if !is_nested {
            let node = match shape {
                Shape::Indices { table, .. } => {
                    self.indices(table, number(bytes), source_field.unwrap_or_default())
                }
                _ => self.single(shape, bytes, shown.form),
            };
            return map.push(key, node);
        }
        let mut inner = Map::default();
        let fields = if shown.flat { &mut *map } else { &mut inner };
        self.within(shown, || match shape {
            Shape::Record(layout) => self.fields(layout, bytes, fields),
            Shape::Union(table) => self.union(table, bytes, shown, fields, source_field),
            Shape::Bits(table) => self.bits(table, number(bytes), fields),
            Shape::Flags(table) => {
                let unknown = if shown.flat { key } else { "Unknown" };
                self.flags(table, number(bytes), shown.form, unknown, fields);
            }
            _ => {}
        });
        if !shown.flat {
            map.push(key, Node::Map(inner));
        }
    }

    fn bits(&self, table: &BitsTable, whole: u64, map: &mut Map) {
        for field in table.fields {
            let value = field.extract(whole);
            if field.reserved && value == 0 {
                continue;
            }
            let key = field.shown.key_for(self.llvm);
            let value = match field.shape {
                Shape::Truth => Node::Truth(value != 0),
                shape => self.single(shape, &value.to_le_bytes(), field.shown.form),
            };
            if field.reserved {
                self.push_extension(map, key, value)
            } else {
                map.push(key, value)
            }
        }
    }

    fn union(
        &self,
        table: &UnionTable,
        bytes: &[u8],
        shown: &DocumentForm,
        map: &mut Map,
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
        let key = shown.key_for(self.llvm);
        match selector.and_then(|selector| table.arm(selector)) {
            Some(arm) => {
                let (known, rest) = bytes.split_at(arm.size.min(bytes.len()));
                match arm.shape {
                    Shape::Record(layout) => self.fields(layout, known, map),
                    shape => self.value(shape, known, &arm.shown, map, None),
                }
                if !is_zero(rest) {
                    self.push_extension(map, format!("{key}Rest"), Node::bytes(rest));
                }
            }
            None if !is_zero(bytes) => self.push_extension(map, key, Node::bytes(bytes)),
            None => {}
        }
    }

    /// Shows a value without inner fields.
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
            Shape::Enum(table) if form != ValueForm::Number => self.named(table, value),
            Shape::Signed => signed_number(bytes).into(),
            // LLVM's documents show only this number with a sign.
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

    /// Shows a value of an enum by its name, or by its number if it has none.
    fn named(&self, table: &EnumTable, value: u64) -> Node {
        let entry = table.by_value(value);
        if self.llvm.is_some() && entry.is_none_or(|entry| entry.unmirrored) {
            self.tables.left_out.borrow_mut().has_unnamed = true;
        }
        match entry {
            Some(entry) => Node::Text(table.shown_name_for(entry, self.llvm).into()),
            None => value.into(),
        }
    }

    /// Shows an element of an array.
    fn element(&self, shape: Shape, bytes: &[u8], form: ValueForm) -> Node {
        let Shape::Record(layout) = shape else {
            return self.single(shape, bytes, form);
        };
        let mut record = Map::default();
        self.fields(layout, bytes, &mut record);
        Node::Map(record)
    }

    /// Shows a run of a table; its first index and its length, if it is not within the table.
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

    /// Shows a string; its offset in its table, if there is no string.
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

    /// Whether `len` more bytes of referenced entries may be shown: many references may have the same target.
    fn may_show(&self, len: usize) -> bool {
        let named = self.tables.named.get().saturating_add(len);
        self.tables.named.set(named);
        named <= self.bytes.len().saturating_mul(MOST_CLAIMS)
    }

    /// Shows a row by its name, or by its number if other rows have the same name.
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

    /// Shows a list; the index of its length, if there is no such list.
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
        map: &mut Map,
    ) {
        // LLVM's documents show a marker of its tables like a flag.
        let has_markers = table.mirrors.is_some() && self.llvm.is_some();
        let is_shown = |entry: &&EnumValue| {
            if entry.marker {
                has_markers && !entry.unmirrored
            } else {
                !entry.alias
            }
        };
        let (_, mut rest) = table.split(value);
        let named = table.values.iter().filter(|entry| entry.value != 0);
        for entry in named.filter(is_shown) {
            let key = table.shown_name_for(entry, self.llvm);
            let is_set = entry.value & value == entry.value;
            match entry.unmirrored {
                true if is_set => self.push_extension(map, key, Node::Truth(true)),
                false if is_set || form != ValueForm::Set => map.push(key, Node::Truth(is_set)),
                _ => {}
            }
            if is_set {
                rest &= !entry.value;
            }
        }
        if rest != 0 {
            self.push_extension(map, unknown, rest.into());
        }
    }
}

/// Whether all bits of a number are set.
fn is_all_ones(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == u8::MAX)
}

/// Whether all bytes are 0.
fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// Whether a document needs the span. If a document lacks a key, `build` writes 0, or no bytes.
pub(super) fn is_set(content: &Content, bytes: &[u8]) -> bool {
    match content {
        Content::Value(_) | Content::Sized { .. } | Content::Offset { .. } => !is_zero(bytes),
        _ => !bytes.is_empty(),
    }
}

/// Whether a document omits a value.
fn is_left_out(shape: Shape, bytes: &[u8], shown: &DocumentForm) -> bool {
    let has_key = shown.llvm != LlvmKey::Never;
    match shape {
        _ if shown.form == ValueForm::Never => true,
        // The length is shown together with it.
        Shape::Indices { .. } => false,
        // References without a target are omitted.
        Shape::Row { .. } | Shape::List { .. } => number(bytes) == NONE.into(),
        // The key of flags shows that the record has the larger of two sizes.
        Shape::Flags(_) if !has_key => false,
        // Documents omit a value that is 0.
        _ if !has_key => is_zero(bytes),
        Shape::Name { null, .. } => null.map(u64::from) == Some(number(bytes)),
        _ => false,
    }
}
