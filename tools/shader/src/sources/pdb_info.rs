//! Reads PDBI: its tables, compressed or not, and the sources and arguments in them.

use alloc::string::String;

use super::source_info::{Argument, SourceFile, Sources, text};
use dxc_format::rdat::{PdbInfo, PdbSource, RuntimeData, RuntimeDataView};
use dxc_format::runtime::limits::Budget;
use dxc_format::runtime::nested::Arm;
use dxc_format::runtime::reader::MOST_CLAIMS;
use dxc_format::srci::PdbInfoPartView;
use dxc_format::{
    Error, ErrorKind, Limits, Result,
    types::{Fixed, Lookup, StringRef, Tabled},
};

/// The files and the arguments of a PDBI part.
///
/// # Errors
/// If the tables are damaged, a list or a string is not within its table, or a limit is exceeded. By default the tables
/// take up to 64 times the part, and the lists reference up to four times the tables.
pub fn read_pdb_info(part: &PdbInfoPartView<'_>) -> Result<Sources> {
    read_pdb_info_within(part, None)
}

/// The files and the arguments, with limits; `None` for the default ones.
pub(super) fn read_pdb_info_within(
    part: &PdbInfoPartView<'_>,
    limits: Option<&Limits>,
) -> Result<Sources> {
    let tables = limits.map_or_else(|| part.tables(), |limits| part.tables_within(limits))?;
    let claims = limits.map_or(Limits::of_input(tables.len()).claims, |limits| {
        limits.claims
    });
    let sources = sources(&tables, Budget::new("claims", claims));
    sources.map_err(|error| error.within("data").within_unpacked())
}

/// The budget for a file or an argument in addition to its strings, which may be empty: four times the size of a list
/// of two strings, so that entries without repetitions never exceed the limit.
const ENTRY: usize = MOST_CLAIMS * 2 * <u32 as Fixed>::SIZE;

/// The tables, and the budget for the strings read from them: lists may reference a string many times.
struct Tables<'a> {
    data: RuntimeDataView<'a>,
    lookup: Lookup<'a, RuntimeData>,
    budget: Budget,
}

/// The sources that the tables contain.
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

    /// Adds the path of a row to an error in one of its fields: the first table with such rows.
    #[cold]
    fn within_row<T: Tabled<RuntimeData>>(
        &self,
        kind: ErrorKind,
        row: usize,
        field: &str,
    ) -> Error {
        let mut contents = self.data.contents();
        let table = contents.position(|content| T::Table::chosen(content).is_some());
        let error = Error::without_byte(kind).within(field).within_index(row);
        let error = error.within("rows").within("content").within("table");
        let error = error.within_index(table.unwrap_or_default());
        error.within("tables")
    }
}
