//! The meaning of RDAT's tables: [strings](RuntimeDataView::string), [rows](RuntimeDataView::row),
//! [lists](RuntimeDataView::list) and [bytes](RuntimeDataView::bytes), which records reference by number. To resolve
//! many references, use [`RuntimeDataView::lookup`], which searches the tables once.
//!
//! The records themselves are in [`rdat`](crate::rdat).
//!
//! ```
//! # fn main() -> Result<(), dxc_format::Error> {
//! use dxc_format::Container;
//!
//! # let file = &std::fs::read("tests/data/dxc/lib_workgraph.sm68.dxil").unwrap();
//! let container = Container::parse(file)?;
//! let data = container.rdat()?.unwrap();
//! let lookup = data.lookup();
//! for function in data.functions() {
//!     let name = lookup.string(function.unmangled_name);
//!     let resources = lookup.list(function.resources).count();
//!     println!("{name:?} uses {resources} resources");
//! }
//! let leaf = data.functions().get(1).unwrap();
//! let node = data.row(leaf.shader().and_then(|shader| shader.node(leaf.shader_kind)).unwrap());
//! assert_eq!(data.string(leaf.name), Some("leaf0"));
//! assert_eq!(data.list(node.unwrap().inputs).count(), 1);
//! # Ok(())
//! # }
//! ```

use alloc::vec::Vec;

use memchr::memmem;

mod lookup;

use crate::generated::rdat::{
    BytesRef, FunctionRecord, IndexArrays, PdbInfo, RecordTable, ResourceRecord, RuntimeData,
    RuntimeDataContent, RuntimeDataContentView, RuntimeDataEntry, RuntimeDataKind,
    RuntimeDataTable, RuntimeDataView, SubobjectRecord,
};
use crate::generated::rts0::RootSignatureView;
use crate::runtime::nested::Arm;
use crate::runtime::run::RunIter;
use crate::runtime::shape::NONE as NO_ROW;
use crate::runtime::strings::NO_STRING;
use crate::runtime::tables::{LISTS, ListInterner, STRINGS, Tables, intern_list};
use crate::runtime::{
    BySize, ListItem, ListRef, Result, RowRef, Run, Strided, StringRef, StringTable, Strings,
};
pub use lookup::Lookup;

/// Adds records, strings and lists, with a table for them if there is none.
///
/// ```
/// use dxc_format::rdat::{ResourceRecord, RuntimeData};
/// use dxc_format::{TableStyle, types::ListRef};
///
/// # fn main() -> dxc_format::Result<()> {
/// let mut data = RuntimeData::default();
/// let name = data.intern("main");
/// assert_eq!(data.intern("main"), name);
/// let resources: ListRef<ResourceRecord> = data.intern_list(&[0, 2]);
/// let exports = data.intern_strings(["main", "other"]);
/// // A record holds them; the tables can be laid out as DXC does once all records do.
/// # let _ = (resources, exports);
/// data.lay_out(TableStyle::Dxc)?;
/// # Ok(())
/// # }
/// ```
impl RuntimeData {
    /// Returns the reference of a string, and adds the string if it is missing. Existing entries do not move. A text
    /// with a NUL is not a string: the result is 0xffffffff, the null reference.
    ///
    /// Each call searches the strings; [`intern_all`](Self::intern_all) indexes them once.
    pub fn intern(&mut self, text: &str) -> StringRef {
        let strings = self.table_of_strings();
        StringRef(strings.map_or(NO_STRING, |strings| strings.intern(text)))
    }

    /// Returns the reference of a list, and adds the list if it is missing. It holds indices of rows, or numbers.
    /// Existing entries do not move.
    ///
    /// Each call searches the lists; [`intern_lists`](Self::intern_lists) indexes them once.
    pub fn intern_list<T: ListItem>(&mut self, numbers: &[u32]) -> ListRef<T> {
        let lists = self.table_of_lists();
        lists.map_or(ListRef::NONE, |lists| {
            ListRef::new(intern_list(lists, numbers))
        })
    }

    /// Returns the references of strings like [`intern`](Self::intern), also of thousands.
    ///
    /// ```
    /// use dxc_format::rdat::RuntimeData;
    ///
    /// let mut data = RuntimeData::default();
    /// let names = data.intern_all(["main", "other", "main"]);
    /// assert_eq!(names[0], names[2]);
    /// assert_eq!(names[1], data.intern("other"));
    /// ```
    pub fn intern_all<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) -> Vec<StringRef> {
        let mut interner = self.table_of_strings().map(StringTable::interner);
        let mut intern = |text| match &mut interner {
            Some(interner) => interner.intern(text),
            None => NO_STRING,
        };
        texts
            .into_iter()
            .map(|text| StringRef(intern(text)))
            .collect()
    }

    /// Returns the references of lists like [`intern_list`](Self::intern_list), also of thousands.
    pub fn intern_lists<'t, T: ListItem>(
        &mut self,
        lists: impl IntoIterator<Item = &'t [u32]>,
    ) -> Vec<ListRef<T>> {
        let mut interner = self.table_of_lists().map(ListInterner::new);
        let mut intern = |list| match &mut interner {
            Some(interner) => interner.intern(list),
            None => NO_ROW,
        };
        lists
            .into_iter()
            .map(|list| ListRef::new(intern(list)))
            .collect()
    }

    /// Returns the reference of a list of strings; adds the list and the strings if they are missing.
    pub fn intern_strings<'t>(
        &mut self,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> ListRef<StringRef> {
        let numbers = texts.into_iter().map(|text| self.intern(text).number());
        let numbers: Vec<u32> = numbers.collect();
        self.intern_list(&numbers)
    }

    /// Returns the reference of bytes, such as those of a root signature, and adds them if they are missing. Existing
    /// entries do not move.
    ///
    /// ```
    /// use dxc_format::constants::RootFlags;
    /// use dxc_format::rdat::{RuntimeData, RuntimeDataView, SubobjectKind, SubobjectRecord};
    /// use dxc_format::rts0::RootSignature;
    ///
    /// # fn main() -> dxc_format::Result<()> {
    /// let mut signature = RootSignature::default();
    /// signature.flags = RootFlags::LocalRootSignature;
    /// let mut data = RuntimeData::default();
    /// let mut subobject = SubobjectRecord::new(0);
    /// subobject.kind = SubobjectKind::LocalRootSignature;
    /// subobject.name = data.intern("local");
    /// subobject.content.set_root_signature(data.intern_bytes(&signature.to_bytes()?));
    /// data.push(subobject);
    ///
    /// let bytes = data.to_bytes()?;
    /// let data = RuntimeDataView::parse(&bytes)?;
    /// let (name, read) = data.root_signatures().next().unwrap();
    /// assert_eq!((name, read?.flags()), ("local", signature.flags));
    /// # Ok(())
    /// # }
    /// ```
    pub fn intern_bytes(&mut self, bytes: &[u8]) -> BytesRef {
        let table = self.table_of_bytes();
        let offset = table.map(|table| {
            memmem::find(table, bytes).unwrap_or_else(|| {
                table.extend_from_slice(bytes);
                table.len() - bytes.len()
            })
        });
        // Bytes after 4 GiB cannot be referenced.
        let number = |number: usize| u32::try_from(number).unwrap_or(NO_STRING);
        BytesRef {
            offset: offset.map_or(NO_STRING, number),
            size: number(bytes.len()),
        }
    }

    /// The records of a type, to edit them; `None` if no table holds such records. If several tables do, it is the
    /// first.
    ///
    /// ```
    /// use dxc_format::Container;
    /// use dxc_format::rdat::FunctionRecord;
    ///
    /// # fn main() -> dxc_format::Result<()> {
    /// # let file = &std::fs::read("tests/data/dxc/lib_raytracing.sm66.dxil").unwrap();
    /// let mut data = Container::parse(file)?.rdat()?.unwrap().to_value();
    /// for function in data.rows_mut::<FunctionRecord>().into_iter().flatten() {
    ///     function.payload_size_in_bytes = 16;
    /// }
    /// # assert_eq!(data.rows_mut::<FunctionRecord>().unwrap()[6].payload_size_in_bytes, 16);
    /// # Ok(())
    /// # }
    /// ```
    pub fn rows_mut<T: Tabled>(&mut self) -> Option<&mut Strided<T>> {
        let mut tables = self.tables.iter_mut().map(|entry| &mut entry.table.content);
        tables.find_map(T::rows_mut)
    }

    /// Appends a record to the first table of its type, and returns its reference. The table is added if there is none.
    ///
    /// ```
    /// use dxc_format::rdat::{FunctionRecord, ResourceRecord, RuntimeData};
    ///
    /// # fn main() -> dxc_format::Result<()> {
    /// let mut data = RuntimeData::default();
    /// let mut texture = ResourceRecord::new(0);
    /// texture.name = data.intern("texture");
    /// let texture = data.push(texture);
    ///
    /// let mut function = FunctionRecord::new(0);
    /// function.name = data.intern("main");
    /// function.resources = data.intern_list(&[texture.number()]);
    /// data.push(function);
    ///
    /// let bytes = data.to_bytes()?;
    /// let view = dxc_format::rdat::RuntimeDataView::parse(&bytes)?;
    /// let resource = view.list(view.functions().get(0).unwrap().resources).flatten().next();
    /// assert_eq!(view.string(resource.unwrap().name), Some("texture"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn push<T: Tabled>(&mut self, row: T) -> RowRef<T> {
        let rows = self.held_or_added(T::rows_mut, T::empty_table);
        let number = rows.map(|rows| {
            rows.push(row);
            u32::try_from(rows.len() - 1).unwrap_or(NO_ROW)
        });
        RowRef::new(number.unwrap_or(NO_ROW))
    }

    /// The strings; if there is no table of strings, adds one that begins with the empty string.
    fn table_of_strings(&mut self) -> Option<&mut StringTable> {
        self.held_or_added(
            |content| match content {
                RuntimeDataContent::Strings(strings) => Some(strings),
                _ => None,
            },
            || RuntimeDataTable {
                kind: RuntimeDataKind::StringBuffer,
                content: RuntimeDataContent::Strings([""].into_iter().collect()),
            },
        )
    }

    /// The lists; adds a table of lists if there is none.
    fn table_of_lists(&mut self) -> Option<&mut Vec<u32>> {
        let lists = self.held_or_added(IndexArrays::held, empty_table::<IndexArrays>);
        lists.map(|lists| &mut lists.numbers)
    }

    /// The bytes that records reference; adds a table of bytes if there is none.
    fn table_of_bytes(&mut self) -> Option<&mut Vec<u8>> {
        self.held_or_added(
            |content| match content {
                RuntimeDataContent::RawBytes(bytes) => Some(bytes),
                _ => None,
            },
            || RuntimeDataTable {
                kind: RuntimeDataKind::RawBytes,
                content: RuntimeDataContent::RawBytes(Vec::new()),
            },
        )
    }

    /// The content of the first table of this kind; adds a table if there is none.
    fn held_or_added<T>(
        &mut self,
        held: fn(&mut RuntimeDataContent) -> Option<&mut T>,
        empty: fn() -> RuntimeDataTable,
    ) -> Option<&mut T> {
        let mut contents = self.tables.iter_mut().map(|entry| &mut entry.table.content);
        if !contents.any(|content| held(content).is_some()) {
            self.tables.push(RuntimeDataEntry { table: empty() });
        }
        let mut contents = self.tables.iter_mut().map(|entry| &mut entry.table.content);
        contents.find_map(held)
    }
}

/// The strings and the lists, for [`RuntimeData::extend_tables`].
impl<'a> Tables<'a> for RuntimeDataView<'a> {
    type Numbers = Run<'a, u32>;

    #[cfg_attr(debug_assertions, inline)]
    fn strings(self, table: &str) -> Option<Strings<'a>> {
        (table == STRINGS).then(|| RuntimeDataView::strings(&self))
    }

    #[cfg_attr(debug_assertions, inline)]
    fn numbers(self, table: &str) -> Option<Self::Numbers> {
        (table == LISTS).then(|| self.lists())
    }
}

impl<'a> Tables<'a> for &'a RuntimeData {
    type Numbers = &'a [u32];

    #[cfg_attr(debug_assertions, inline)]
    fn strings(self, table: &str) -> Option<Strings<'a>> {
        let mut contents = self.tables.iter().map(|entry| &entry.table.content);
        contents.find_map(|content| match content {
            RuntimeDataContent::Strings(strings) if table == STRINGS => Some(strings.as_strings()),
            _ => None,
        })
    }

    #[cfg_attr(debug_assertions, inline)]
    fn numbers(self, table: &str) -> Option<Self::Numbers> {
        let mut contents = self.tables.iter().map(|entry| &entry.table.content);
        contents.find_map(|content| match content {
            RuntimeDataContent::IndexArrays(lists) if table == LISTS => {
                Some(lists.numbers.as_slice())
            }
            _ => None,
        })
    }
}

/// Records that have a table in RDAT.
pub trait Tabled: BySize {
    /// The table, if it is the one.
    #[doc(hidden)]
    fn rows<'a>(content: RuntimeDataContentView<'a>) -> Option<Run<'a, Self>>;

    /// The records of a table, if it is the one.
    #[doc(hidden)]
    fn rows_mut(content: &mut RuntimeDataContent) -> Option<&mut Strided<Self>>;

    /// A table for them.
    #[doc(hidden)]
    fn empty_table() -> RuntimeDataTable;
}

impl<T: BySize> Tabled for T
where
    RecordTable<T>: Arm<RuntimeDataContent, Selector = RuntimeDataKind>,
    for<'a> RecordTable<T>:
        crate::runtime::Nested<View<'a> = crate::generated::rdat::RecordTableView<'a, T>>,
{
    fn rows<'a>(content: RuntimeDataContentView<'a>) -> Option<Run<'a, Self>> {
        RecordTable::<T>::chosen(content).map(|table| table.rows)
    }

    fn rows_mut(content: &mut RuntimeDataContent) -> Option<&mut Strided<Self>> {
        RecordTable::<T>::held(content).map(|table| &mut table.rows)
    }

    fn empty_table() -> RuntimeDataTable {
        empty_table::<RecordTable<T>>()
    }
}

/// A table of the kind that its content has.
fn empty_table<T>() -> RuntimeDataTable
where
    T: Arm<RuntimeDataContent, Selector = RuntimeDataKind> + Default,
{
    RuntimeDataTable {
        kind: T::SELECTOR,
        content: T::default().into_choice(),
    }
}

/// Types of list items in RDAT.
pub trait Listed: ListItem {
    /// The item that a number refers to.
    type Item<'a>;
    /// The type of that table.
    #[doc(hidden)]
    type Table<'a>: Copy;

    /// The table that the numbers of a list refer to.
    #[doc(hidden)]
    fn table<'a>(contents: impl Iterator<Item = RuntimeDataContentView<'a>>) -> Self::Table<'a>;

    /// Resolves a number.
    #[doc(hidden)]
    fn find<'a>(table: Self::Table<'a>, number: u32) -> Option<Self::Item<'a>>;
}

impl Listed for u32 {
    type Item<'a> = u32;
    type Table<'a> = ();

    fn table<'a>(_: impl Iterator<Item = RuntimeDataContentView<'a>>) -> Self::Table<'a> {}

    fn find<'a>((): Self::Table<'a>, number: u32) -> Option<Self::Item<'a>> {
        Some(number)
    }
}

impl Listed for StringRef {
    type Item<'a> = &'a str;
    type Table<'a> = Strings<'a>;

    fn table<'a>(contents: impl Iterator<Item = RuntimeDataContentView<'a>>) -> Self::Table<'a> {
        strings(contents)
    }

    fn find<'a>(table: Self::Table<'a>, number: u32) -> Option<Self::Item<'a>> {
        table.get(number)
    }
}

impl<T: Tabled> Listed for T {
    type Item<'a> = T;
    type Table<'a> = Run<'a, T>;

    fn table<'a>(contents: impl Iterator<Item = RuntimeDataContentView<'a>>) -> Self::Table<'a> {
        rows(contents)
    }

    fn find<'a>(table: Self::Table<'a>, number: u32) -> Option<Self::Item<'a>> {
        table.get(usize::try_from(number).ok()?)
    }
}

/// A list of items, with `None` for each invalid reference.
#[derive(Clone)]
pub struct List<'a, T: Listed> {
    numbers: RunIter<'a, u32>,
    table: T::Table<'a>,
}

impl<'a, T: Listed> List<'a, T> {
    /// The list at an index of all lists; empty if it exceeds them.
    pub(super) fn new(lists: Run<'a, u32>, list: ListRef<T>, table: T::Table<'a>) -> Self {
        let start = usize::try_from(list.number()).ok();
        let numbers = start.and_then(|start| {
            let len = lists.get(start)?;
            lists.range(list.number().checked_add(1)?, len)
        });
        let numbers = numbers.unwrap_or(Run::empty(())).iter();
        Self { numbers, table }
    }

    /// The remaining numbers.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u32> + Clone + use<'a, T> {
        self.numbers.clone()
    }
}

impl<'a, T: Listed> Iterator for List<'a, T> {
    type Item = Option<T::Item<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.numbers.next()?;
        Some(T::find(self.table, number))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.numbers.size_hint()
    }
}

impl<T: Listed> ExactSizeIterator for List<'_, T> {}

impl<'a> RuntimeDataView<'a> {
    /// The content of each table, in the directory's order.
    pub fn contents(&self) -> impl Iterator<Item = RuntimeDataContentView<'a>> {
        self.tables().iter().map(|entry| entry.table.content)
    }

    /// The first table with records of this type; empty if there is none.
    pub fn rows<T: Tabled>(&self) -> Run<'a, T> {
        rows(self.contents())
    }

    /// The functions.
    #[cfg_attr(debug_assertions, inline)]
    pub fn functions(&self) -> Run<'a, FunctionRecord> {
        self.rows()
    }

    /// The resources.
    #[cfg_attr(debug_assertions, inline)]
    pub fn resources(&self) -> Run<'a, ResourceRecord> {
        self.rows()
    }

    /// The subobjects.
    #[cfg_attr(debug_assertions, inline)]
    pub fn subobjects(&self) -> Run<'a, SubobjectRecord> {
        self.rows()
    }

    /// The compilation arguments and sources, in a PDB.
    #[cfg_attr(debug_assertions, inline)]
    pub fn pdb_infos(&self) -> Run<'a, PdbInfo> {
        self.rows()
    }

    /// The strings; empty if there are none.
    #[cfg_attr(debug_assertions, inline)]
    pub fn strings(&self) -> Strings<'a> {
        strings(self.contents())
    }

    /// The bytes that records reference; empty if there are none.
    #[cfg_attr(debug_assertions, inline)]
    pub fn raw_bytes(&self) -> &'a [u8] {
        raw_bytes(self.contents())
    }

    /// The lists, each after its length; empty if there are none.
    #[cfg_attr(debug_assertions, inline)]
    fn lists(&self) -> Run<'a, u32> {
        lists(self.contents())
    }

    /// The string at an offset; `None` if there is none, or it is not UTF-8.
    #[cfg_attr(debug_assertions, inline)]
    pub fn string(&self, name: StringRef) -> Option<&'a str> {
        self.strings().get(name.number())
    }

    /// The string at an offset, as bytes.
    #[cfg_attr(debug_assertions, inline)]
    pub fn string_bytes(&self, name: StringRef) -> Option<&'a [u8]> {
        self.strings().bytes(name.number())
    }

    /// The row with an index.
    pub fn row<T: Tabled>(&self, row: RowRef<T>) -> Option<T> {
        self.rows().get(usize::try_from(row.number()).ok()?)
    }

    /// The bytes that a record references; `None` if they are not within the raw bytes.
    #[cfg_attr(debug_assertions, inline)]
    pub fn bytes(&self, bytes: BytesRef) -> Option<&'a [u8]> {
        self::bytes(self.raw_bytes(), bytes)
    }

    /// The root signature of a subobject; `None` if it is another kind, or not within the raw bytes.
    #[cfg_attr(debug_assertions, inline)]
    pub fn root_signature(
        &self,
        subobject: &SubobjectRecord,
    ) -> Option<Result<RootSignatureView<'a>>> {
        let bytes = subobject.content.root_signature(subobject.kind)?;
        self.bytes(bytes).map(RootSignatureView::parse)
    }

    /// The root signatures of subobjects that are within the raw bytes, each with its subobject's name; an error for
    /// one that cannot be read.
    #[cfg_attr(debug_assertions, inline)]
    pub fn root_signatures(
        &self,
    ) -> impl Iterator<Item = (&'a str, Result<RootSignatureView<'a>>)> + use<'_, 'a> {
        let (subobjects, lookup) = (self.subobjects().into_iter(), self.lookup());
        subobjects.filter_map(move |subobject| {
            let name = lookup.string(subobject.name).unwrap_or_default();
            Some((name, lookup.root_signature(&subobject)?))
        })
    }

    /// The list at an index; empty also if it exceeds its table.
    pub fn list<T: Listed>(&self, list: ListRef<T>) -> List<'a, T> {
        List::new(self.lists(), list, T::table(self.contents()))
    }
}

/// The first table with records of this type; empty if there is none.
pub(super) fn rows<'a, T: Tabled>(
    mut contents: impl Iterator<Item = RuntimeDataContentView<'a>>,
) -> Run<'a, T> {
    contents.find_map(T::rows).unwrap_or(Run::empty(()))
}

/// The first table of strings; empty if there is none.
pub(super) fn strings<'a>(
    mut contents: impl Iterator<Item = RuntimeDataContentView<'a>>,
) -> Strings<'a> {
    let strings = contents.find_map(|content| match content {
        RuntimeDataContentView::Strings(strings) => Some(strings),
        _ => None,
    });
    strings.unwrap_or_default()
}

/// The first table of bytes that records reference; empty if there is none.
pub(super) fn raw_bytes<'a>(
    mut contents: impl Iterator<Item = RuntimeDataContentView<'a>>,
) -> &'a [u8] {
    let bytes = contents.find_map(|content| match content {
        RuntimeDataContentView::RawBytes(bytes) => Some(bytes),
        _ => None,
    });
    bytes.unwrap_or_default()
}

/// The first table of lists, each after its length; empty if there is none.
pub(super) fn lists<'a>(
    mut contents: impl Iterator<Item = RuntimeDataContentView<'a>>,
) -> Run<'a, u32> {
    let lists = contents.find_map(IndexArrays::chosen);
    lists.map_or(Run::empty(()), |lists| lists.numbers)
}

/// The bytes that a record references; `None` if they are not within the raw bytes.
pub(super) fn bytes(raw: &[u8], bytes: BytesRef) -> Option<&[u8]> {
    let start = usize::try_from(bytes.offset).ok()?;
    let size = usize::try_from(bytes.size).ok()?;
    raw.get(start..)?.get(..size)
}
