//! Directories: parts whose tables each have a kind, and whose records reference rows, strings, lists and bytes of other
//! tables by number.

use alloc::vec::Vec;
use core::fmt;
use core::mem::discriminant;

use crate::records::row::BySize;
use crate::records::row_ref::RowRef;
use crate::records::run::Run;
use crate::records::strided::Strided;
use crate::shape::NONE;
use crate::strings::{StringTable, Strings};
use crate::structures::nested::{Arm, Nested};
use crate::structures::sequence::Sequence;

/// A part that is a directory: its entries are tables of several kinds.
///
/// Its view returns the first table of each kind, and resolves the references of records. To resolve many, use its
/// [`Lookup`], which searches the tables once. The value adds rows, strings, lists and bytes, with a table for them if
/// there is none:
///
/// ```
/// use dxc_format::rdat::{FunctionRecord, ResourceRecord, RuntimeData, RuntimeDataView};
/// use dxc_format::TableStyle;
///
/// # fn main() -> dxc_format::Result<()> {
/// let mut data = RuntimeData::default();
/// let mut texture = ResourceRecord::new(0);
/// texture.name = data.intern("texture");
/// assert_eq!(data.intern("texture"), texture.name);
/// let texture = data.push(texture);
///
/// let mut function = FunctionRecord::new(0);
/// function.name = data.intern("main");
/// function.resources = data.intern_list(&[texture.number()]);
/// function.dependencies = data.intern_strings(["one", "other"]);
/// data.push(function);
/// for function in data.rows_mut::<FunctionRecord>().into_iter().flatten() {
///     function.payload_size_in_bytes = 16;
/// }
/// // Once records have all references, the tables can be laid out like DXC does.
/// data.lay_out(TableStyle::Dxc)?;
///
/// let bytes = data.to_bytes()?;
/// let view = RuntimeDataView::parse(&bytes)?;
/// let function = view.functions().get(0).unwrap();
/// assert_eq!(view.string(function.name), Some("main"));
/// let resource = view.list(function.resources).flatten().next();
/// assert_eq!(view.string(resource.unwrap().name), Some("texture"));
/// assert_eq!(view.list(function.dependencies).flatten().collect::<Vec<_>>(), ["one", "other"]);
/// # Ok(())
/// # }
/// ```
///
/// Many strings or lists are added at once, and bytes such as those of a root signature:
///
/// ```
/// use dxc_format::constants::RootFlags;
/// use dxc_format::rdat::{RuntimeData, RuntimeDataView, SubobjectKind, SubobjectRecord};
/// use dxc_format::rts0::{RootSignature, RootSignatureView};
///
/// # fn main() -> dxc_format::Result<()> {
/// let mut data = RuntimeData::default();
/// let names = data.intern_all(["main", "other", "main"]);
/// assert_eq!(names[0], names[2]);
/// assert_eq!(names[1], data.intern("other"));
///
/// let mut signature = RootSignature::default();
/// signature.flags = RootFlags::LocalRootSignature;
/// let mut subobject = SubobjectRecord::new(0);
/// subobject.kind = SubobjectKind::LocalRootSignature;
/// subobject.content.set_root_signature(data.intern_bytes(&signature.to_bytes()?));
/// data.push(subobject);
///
/// let bytes = data.to_bytes()?;
/// let view = RuntimeDataView::parse(&bytes)?;
/// let subobject = view.subobjects().get(0).unwrap();
/// let reference = subobject.content.root_signature(subobject.kind).unwrap();
/// let read = RootSignatureView::parse(view.bytes(reference).unwrap())?;
/// assert_eq!(read.flags(), signature.flags);
/// # Ok(())
/// # }
/// ```
pub trait Directory: Sequence {
    /// The content of a table.
    #[doc(hidden)]
    type Content: DirectoryContent;

    /// The content of each table, in order.
    #[doc(hidden)]
    fn contents(&self) -> impl Iterator<Item = &Self::Content>;

    /// The content of each table, to edit it.
    #[doc(hidden)]
    fn contents_mut(&mut self) -> impl Iterator<Item = &mut Self::Content>;

    /// Appends a table of this kind.
    #[doc(hidden)]
    fn add(&mut self, kind: Kind<Self>, content: Self::Content);
}

/// The selector of a table's content.
#[doc(hidden)]
pub type Kind<D> = <<D as Directory>::Content as DirectoryContent>::Kind;

/// The borrowed content of a table.
#[doc(hidden)]
pub type ContentView<'a, D> = <<D as Directory>::Content as Nested>::View<'a>;

/// The content of a directory's tables: a choice.
#[doc(hidden)]
pub trait DirectoryContent: Nested {
    /// The selector.
    type Kind;

    /// The table without records in a view.
    fn viewed<'a>(view: Self::View<'a>) -> Table<Strings<'a>, Run<'a, u32>, &'a [u8]>;

    /// The table without records in a value.
    fn held(&self) -> Table<&StringTable, &Vec<u32>, &Vec<u8>>;

    /// The table without records in a value, to edit it.
    fn held_mut(&mut self) -> Table<&mut StringTable, &mut Vec<u32>, &mut Vec<u8>>;

    /// A new table of this kind, if the directory can have one.
    fn new(table: Table<(), (), ()>) -> Option<(Self::Kind, Self)>;
}

/// A table without records.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Table<S, L, B> {
    /// Strings.
    Strings(S),
    /// Lists, each after its length.
    Lists(L),
    /// Bytes that records reference.
    Bytes(B),
    /// Any other content.
    Other,
}

impl<S, L, B> Table<S, L, B> {
    /// The strings.
    pub fn strings(self) -> Option<S> {
        match self {
            Self::Strings(strings) => Some(strings),
            _ => None,
        }
    }

    /// The lists.
    pub fn lists(self) -> Option<L> {
        match self {
            Self::Lists(lists) => Some(lists),
            _ => None,
        }
    }

    /// The bytes.
    pub fn bytes(self) -> Option<B> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}

/// A structure with records of one type.
#[doc(hidden)]
pub trait RecordTable: Nested {
    /// The record.
    type Row: BySize;

    /// The records of a view.
    fn rows<'a>(view: Self::View<'a>) -> Run<'a, Self::Row>;

    /// The records of a value.
    fn rows_mut(&mut self) -> &mut Strided<Self::Row>;
}

/// Records that have a table in the directory `D`.
pub trait Tabled<D: Directory>: BySize {
    /// The table.
    #[doc(hidden)]
    type Table: Arm<D::Content, Selector = Kind<D>> + RecordTable<Row = Self> + Default;
}

/// Records that reference bytes of the directory `D`, by their offset and their size.
pub trait Ranged<D: Directory>: Copy {
    /// The offset and the size.
    #[doc(hidden)]
    fn range(self) -> (u32, u32);
}

/// The first table with records of a type; empty if there is none.
#[doc(hidden)]
pub fn rows_in<'a, D: Directory, T: Tabled<D>>(
    mut contents: impl Iterator<Item = ContentView<'a, D>>,
) -> Run<'a, T> {
    let table = contents.find_map(T::Table::chosen);
    table.map_or(Run::empty(()), T::Table::rows)
}

/// The first table of strings; empty if there is none.
#[doc(hidden)]
pub fn strings_in<'a, D: Directory>(
    mut contents: impl Iterator<Item = ContentView<'a, D>>,
) -> Strings<'a> {
    let strings = contents.find_map(|content| D::Content::viewed(content).strings());
    strings.unwrap_or_default()
}

/// The first table of lists, each after its length; empty if there is none.
#[doc(hidden)]
pub fn lists_in<'a, D: Directory>(
    mut contents: impl Iterator<Item = ContentView<'a, D>>,
) -> Run<'a, u32> {
    let lists = contents.find_map(|content| D::Content::viewed(content).lists());
    lists.unwrap_or(Run::empty(()))
}

/// The bytes that a record references in the first table of bytes; `None` if they exceed it.
#[doc(hidden)]
pub fn bytes_in<'a, D: Directory>(
    mut contents: impl Iterator<Item = ContentView<'a, D>>,
    reference: impl Ranged<D>,
) -> Option<&'a [u8]> {
    let bytes = contents.find_map(|content| D::Content::viewed(content).bytes());
    let (offset, size) = reference.range();
    let rest = bytes
        .unwrap_or_default()
        .get(usize::try_from(offset).ok()?..)?;
    rest.get(..usize::try_from(size).ok()?)
}

/// The tables of a value that contain no records.
#[doc(hidden)]
pub fn tables<D: Directory>(
    directory: &D,
) -> impl Iterator<Item = Table<&StringTable, &Vec<u32>, &Vec<u8>>> {
    directory.contents().map(DirectoryContent::held)
}

/// The content of the first table of a kind; adds the table if there is none.
fn held_or_added<D: Directory, T: ?Sized>(
    directory: &mut D,
    held: impl Fn(&mut D::Content) -> Option<&mut T>,
    new: impl FnOnce() -> Option<(Kind<D>, D::Content)>,
) -> Option<&mut T> {
    if !directory
        .contents_mut()
        .any(|content| held(content).is_some())
    {
        let (kind, content) = new()?;
        directory.add(kind, content);
    }
    directory.contents_mut().find_map(held)
}

/// The strings, to add some.
#[doc(hidden)]
pub fn strings_of<D: Directory>(directory: &mut D) -> Option<&mut StringTable> {
    let new = || D::Content::new(Table::Strings(()));
    held_or_added(directory, |content| content.held_mut().strings(), new)
}

/// The lists, to add some.
#[doc(hidden)]
pub fn lists_of<D: Directory>(directory: &mut D) -> Option<&mut Vec<u32>> {
    let new = || D::Content::new(Table::Lists(()));
    held_or_added(directory, |content| content.held_mut().lists(), new)
}

/// Returns the offset and the size of bytes in the table of bytes, and adds them if the table lacks them. Bytes after 4
/// GiB cannot be referenced.
#[doc(hidden)]
pub fn intern_bytes<D: Directory>(directory: &mut D, bytes: &[u8]) -> (u32, u32) {
    let new = || D::Content::new(Table::Bytes(()));
    let table = held_or_added(directory, |content| content.held_mut().bytes(), new);
    let offset = table.map(|table| {
        memchr::memmem::find(table, bytes).unwrap_or_else(|| {
            table.extend_from_slice(bytes);
            table.len() - bytes.len()
        })
    });
    let number = |number: usize| u32::try_from(number).unwrap_or(NONE);
    (offset.map_or(NONE, number), number(bytes.len()))
}

/// The records of a type, to edit them.
#[doc(hidden)]
pub fn rows_of<D: Directory, T: Tabled<D>>(directory: &mut D) -> Option<&mut Strided<T>> {
    let table = directory.contents_mut().find_map(T::Table::held);
    table.map(T::Table::rows_mut)
}

/// Appends a record.
#[doc(hidden)]
pub fn push<D: Directory, T: Tabled<D>>(directory: &mut D, row: T) -> RowRef<T> {
    let new = || Some((T::Table::SELECTOR, T::Table::default().into_choice()));
    let table = held_or_added(directory, T::Table::held, new);
    let number = table.map(|table| {
        let rows = table.rows_mut();
        rows.push(row);
        u32::try_from(rows.len() - 1).unwrap_or(NONE)
    });
    RowRef::new(number.unwrap_or(NONE))
}

/// Looks up the tables of a directory once, to resolve many references.
///
/// The view has the same methods, but searches its tables for each reference. A hostile file may have very many tables.
///
/// ```
/// use dxc_format::rdat::{ResourceRecord, RuntimeData, RuntimeDataView};
///
/// # fn main() -> dxc_format::Result<()> {
/// let mut data = RuntimeData::default();
/// for name in ["texture", "buffer"] {
///     let mut resource = ResourceRecord::new(0);
///     resource.name = data.intern(name);
///     data.push(resource);
/// }
/// let bytes = data.to_bytes()?;
/// let view = RuntimeDataView::parse(&bytes)?;
/// let lookup = view.lookup();
/// let names = view.resources().into_iter().map(|resource| lookup.string(resource.name));
/// assert_eq!(names.flatten().collect::<Vec<_>>(), ["texture", "buffer"]);
/// # Ok(())
/// # }
/// ```
pub struct Lookup<'a, D: Directory> {
    /// The first table of each kind.
    contents: Vec<ContentView<'a, D>>,
}

impl<D: Directory> Clone for Lookup<'_, D> {
    fn clone(&self) -> Self {
        Self {
            contents: self.contents.clone(),
        }
    }
}

impl<D: Directory> fmt::Debug for Lookup<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lookup of {} tables", self.contents.len())
    }
}

impl<'a, D: Directory> Lookup<'a, D> {
    /// Looks up the first table of each kind.
    #[doc(hidden)]
    pub fn new(all: impl Iterator<Item = ContentView<'a, D>>) -> Self {
        let mut contents: Vec<ContentView<'a, D>> = Vec::new();
        for content in all {
            let kind = discriminant(&content);
            if contents.iter().all(|known| discriminant(known) != kind) {
                contents.push(content);
            }
        }
        Self { contents }
    }

    /// The content of the first table of each kind.
    pub fn contents(&self) -> impl Iterator<Item = ContentView<'a, D>> {
        self.contents.iter().copied()
    }

    /// The strings; empty if there are none.
    pub fn strings(&self) -> Strings<'a> {
        strings_in::<D>(self.contents())
    }

    /// The bytes that a record references; `None` if they are not within the table.
    pub fn bytes(&self, bytes: impl Ranged<D>) -> Option<&'a [u8]> {
        bytes_in::<D>(self.contents(), bytes)
    }

    crate::__look_ups!('a, D);
}
