//! PDBI: its tables, compressed or not, and the sources and arguments in them.

use alloc::borrow::Cow;
use alloc::string::String;

use super::packed::Packed;
use super::runtime_data::{Lookup, Tabled};
use super::sources::{Argument, SourceFile, Sources, text};
use crate::generated::rdat::{PdbInfo, PdbSource, RuntimeDataView};
use crate::generated::srci::{PdbInfoPart, PdbInfoPartView};
use crate::runtime::limits::Budget;
use crate::runtime::reader::MOST_CLAIMS;
use crate::runtime::{Error, ErrorKind, Fixed, Limits, Result, StringRef};

impl<'a> PdbInfoPartView<'a> {
    /// The tables as they are stored.
    pub fn packed(&self) -> Packed<'a> {
        Packed {
            stored: self.data().into(),
            compression: self.compression(),
            size: self.uncompressed_size(),
        }
    }

    /// The tables as bytes, uncompressed; [`RuntimeDataView::parse`](crate::rdat::RuntimeDataView::parse) reads them.
    ///
    /// # Errors
    /// If they are damaged, or larger than 64 times the part, the default of [`Limits::unpacked`].
    pub fn tables(&self) -> Result<Cow<'a, [u8]>> {
        self.tables_within(&Limits::of_input(self.as_bytes().len()))
    }

    /// Like [`tables`](Self::tables), but with other limits.
    ///
    /// # Errors
    /// If they are damaged, or larger than the limits allow.
    pub fn tables_within(&self, limits: &Limits) -> Result<Cow<'a, [u8]>> {
        let tables = self.packed().unpack_within(limits);
        tables.map_err(|error| error.within("data"))
    }

    /// The files and the arguments.
    ///
    /// # Errors
    /// If the tables are damaged, a list or a string is not within its table, or a limit is exceeded. By default the tables
    /// take up to 64 times the part, and the lists reference up to four times the tables.
    #[cfg_attr(debug_assertions, inline)]
    pub fn sources(&self) -> Result<Sources> {
        self.read_sources(None)
    }

    /// Like [`sources`](Self::sources), but with other limits: [`unpacked`](Limits::unpacked) and
    /// [`claims`](Limits::claims).
    ///
    /// # Errors
    /// Those of [`sources`](Self::sources).
    #[cfg_attr(debug_assertions, inline)]
    pub fn sources_within(&self, limits: &Limits) -> Result<Sources> {
        self.read_sources(Some(limits))
    }

    /// The files and the arguments, with limits; `None` for the default ones.
    #[cfg_attr(debug_assertions, inline)]
    pub(super) fn read_sources(&self, limits: Option<&Limits>) -> Result<Sources> {
        let tables = limits.map_or_else(|| self.tables(), |limits| self.tables_within(limits))?;
        let claims = limits.map_or(Limits::of_input(tables.len()).claims, |limits| {
            limits.claims
        });
        let sources = sources(&tables, Budget::new("claims", claims));
        sources.map_err(|error| error.within("data").within_unpacked())
    }
}

impl PdbInfoPart {
    /// Stores tables, which are [`RuntimeData`](crate::rdat::RuntimeData) as bytes.
    pub fn pack(&mut self, tables: Packed<'_>) {
        self.compression = tables.compression;
        self.uncompressed_size = tables.size;
        self.data = tables.stored.into_owned();
    }
}

/// The cost of a file or an argument besides its strings, which may be empty: four times the size of a list of two
/// strings, so that entries without repetitions never exceed the limit.
const ENTRY: usize = MOST_CLAIMS * 2 * <u32 as Fixed>::SIZE;

/// The tables, and the budget for the strings read from them: lists may reference a string many times.
struct Tables<'a> {
    data: RuntimeDataView<'a>,
    lookup: Lookup<'a>,
    budget: Budget,
}

/// The sources that the tables contain.
#[cfg_attr(debug_assertions, inline)]
fn sources(tables: &[u8], budget: Budget) -> Result<Sources> {
    let data = RuntimeDataView::parse(tables)?;
    let mut tables = Tables {
        data,
        lookup: data.lookup(),
        budget,
    };
    let mut sources = Sources::default();
    for (index, info) in data.pdb_infos().iter().enumerate() {
        tables.add_files(&mut sources, index, &info)?;
        let added = tables.add_arguments(&mut sources, &info);
        added.map_err(|kind| tables.within_row::<PdbInfo>(kind, index, "arguments"))?;
    }
    Ok(sources)
}

impl Tables<'_> {
    #[cfg_attr(debug_assertions, inline)]
    fn add_files(&mut self, sources: &mut Sources, index: usize, info: &PdbInfo) -> Result<()> {
        let rows = self.lookup.list(info.sources);
        for (row, source) in rows.numbers().zip(rows) {
            let named = match source {
                Some(source) => self.budget.take(ENTRY).map(|()| source),
                None => Err(ErrorKind::Outside {
                    offset: row.into(),
                    limit: self.lookup.rows::<PdbSource>().len() as u64,
                }),
            };
            let source =
                named.map_err(|kind| self.within_row::<PdbInfo>(kind, index, "sources"))?;
            let [name, text] =
                [(source.name, "name"), (source.content, "content")].map(|(string, field)| {
                    let found = self.string(string);
                    found.map_err(|kind| self.within_row::<PdbSource>(kind, row as usize, field))
                });
            sources.files.push(SourceFile {
                name: name?,
                text: text?,
            });
        }
        Ok(())
    }

    fn add_arguments(&mut self, sources: &mut Sources, info: &PdbInfo) -> Result<(), ErrorKind> {
        let mut arguments = self.lookup.list(info.arguments).numbers().map(StringRef);
        while let (Some(name), Some(value)) = (arguments.next(), arguments.next()) {
            self.budget.take(ENTRY)?;
            sources.arguments.push(Argument {
                name: self.string(name)?,
                value: self.string(value)?,
            });
        }
        Ok(())
    }

    fn string(&mut self, name: StringRef) -> Result<String, ErrorKind> {
        let offset = name.number().into();
        let bytes = self.lookup.string_bytes(name);
        let bytes = bytes.ok_or(ErrorKind::NoString { offset })?;
        self.budget.take(bytes.len())?;
        Ok(text(bytes))
    }

    /// An error in a field of a row, with the first table of such rows in its path.
    #[cold]
    fn within_row<T: Tabled>(&self, kind: ErrorKind, row: usize, field: &str) -> Error {
        let mut contents = self.data.contents();
        let table = contents.position(|content| T::rows(content).is_some());
        let error = Error::without_byte(kind).within(field).within_index(row);
        let error = error.within("rows").within("content").within("table");
        let error = error.within_index(table.unwrap_or_default());
        error.within("tables")
    }
}
