//! References into the tables of RDAT, with the tables looked up once.

use alloc::vec::Vec;
use core::mem::discriminant;

use super::{List, Listed, Tabled};
use crate::generated::rdat::{BytesRef, RuntimeDataContentView, RuntimeDataView, SubobjectRecord};
use crate::generated::rts0::RootSignatureView;
use crate::runtime::{ListRef, Result, RowRef, Run, StringRef, Strings};
use crate::runtime_data;

/// Resolves references in RDAT; use it for many of them.
///
/// [`RuntimeDataView`] has the same methods, but searches its tables for each reference. A hostile file may have very
/// many tables.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/lib_workgraph.sm68.dxil").unwrap();
/// let data = dxc_format::Container::parse(file)?.rdat()?.unwrap();
/// let lookup = data.lookup();
/// for function in data.functions() {
///     assert_eq!(lookup.string(function.name), data.string(function.name));
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Lookup<'a> {
    /// The first table of each kind.
    contents: Vec<RuntimeDataContentView<'a>>,
}

impl<'a> RuntimeDataView<'a> {
    /// Looks up the tables once, to resolve many references to strings, rows, lists and bytes.
    #[cfg_attr(debug_assertions, inline)]
    pub fn lookup(&self) -> Lookup<'a> {
        let mut contents: Vec<RuntimeDataContentView<'a>> = Vec::new();
        for content in self.contents() {
            let kind = discriminant(&content);
            if contents.iter().all(|known| discriminant(known) != kind) {
                contents.push(content);
            }
        }
        Lookup { contents }
    }
}

impl<'a> Lookup<'a> {
    fn contents(&self) -> impl Iterator<Item = RuntimeDataContentView<'a>> {
        self.contents.iter().copied()
    }

    /// The first table with records of this type; empty if there is none.
    pub fn rows<T: Tabled>(&self) -> Run<'a, T> {
        runtime_data::rows(self.contents())
    }

    /// The strings; empty if there are none.
    pub fn strings(&self) -> Strings<'a> {
        runtime_data::strings(self.contents())
    }

    /// The string at an offset; `None` if there is none, or it is not UTF-8.
    pub fn string(&self, name: StringRef) -> Option<&'a str> {
        self.strings().get(name.number())
    }

    /// The string at an offset, as bytes.
    pub fn string_bytes(&self, name: StringRef) -> Option<&'a [u8]> {
        self.strings().bytes(name.number())
    }

    /// The row with an index.
    pub fn row<T: Tabled>(&self, row: RowRef<T>) -> Option<T> {
        self.rows().get(usize::try_from(row.number()).ok()?)
    }

    /// The bytes that a record references; `None` if they are not within the raw bytes.
    pub fn bytes(&self, bytes: BytesRef) -> Option<&'a [u8]> {
        runtime_data::bytes(runtime_data::raw_bytes(self.contents()), bytes)
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

    /// The list at an index; empty also if it exceeds its table.
    pub fn list<T: Listed>(&self, list: ListRef<T>) -> List<'a, T> {
        let lists = runtime_data::lists(self.contents());
        List::new(lists, list, T::table(self.contents()))
    }
}
