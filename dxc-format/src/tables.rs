//! The tables that records name strings and runs of numbers from: looking names up, and laying tables out anew.
//!
//! A number that names something stays a number in its record. `element.name_in(part)` and its like resolve it, a
//! table's `intern` makes it, and `part.lay_out(style)` replaces all tables by those that a writer would have made.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::strings::NO_STRING;
use crate::versioned::Losses;
use crate::{Error, ErrorKind, Result, Run, StringTable, Strings};

/// A part, or a view of one, that holds tables: where records find what they name.
///
/// Each sequence with tables implements it, for its view and for a reference to its value.
pub trait Tables<'t>: Copy {
    /// The numbers of a table.
    type Numbers: Numbers;

    /// A table of strings, by the name of its field.
    fn strings(self, table: &str) -> Option<Strings<'t>>;

    /// A table of numbers, by the name of its field.
    fn numbers(self, table: &str) -> Option<Self::Numbers>;
}

/// Numbers one behind the other: [`Run<u32>`] in a view, `&[u32]` in an owned value.
pub trait Numbers: Copy {
    /// Number `index`; `None` if there are not so many.
    fn number(self, index: usize) -> Option<u32>;

    /// `len` numbers from number `start` on; `None` if there are not so many.
    fn range(self, start: u32, len: u32) -> Option<Self>;
}

impl Numbers for Run<'_, u32> {
    #[inline]
    fn number(self, index: usize) -> Option<u32> {
        self.get(index)
    }

    #[inline]
    fn range(self, start: u32, len: u32) -> Option<Self> {
        Run::range(&self, start, len)
    }
}

impl Numbers for &[u32] {
    #[inline]
    fn number(self, index: usize) -> Option<u32> {
        self.get(index).copied()
    }

    #[inline]
    fn range(self, start: u32, len: u32) -> Option<Self> {
        self.get(start as usize..)?.get(..len as usize)
    }
}

/// An owned table of numbers that records name runs of.
///
/// ```
/// use dxc_format::IndexTable;
///
/// let mut indices = vec![0, 1, 2];
/// assert_eq!(indices.intern(&[1, 2]), 1);
/// assert_eq!(indices.intern(&[2, 3]), 3);
/// assert_eq!(indices, [0, 1, 2, 2, 3]);
/// ```
pub trait IndexTable {
    /// Where a run begins; it is added if the table does not have it. Nothing that is in the table moves.
    fn intern(&mut self, run: &[u32]) -> u32;
}

impl IndexTable for Vec<u32> {
    fn intern(&mut self, run: &[u32]) -> u32 {
        let mut runs = self.windows(run.len().max(1));
        let found = match run {
            [] => Some(0),
            _ => runs.position(|other| other == run),
        };
        let start = found.unwrap_or_else(|| {
            let end = self.len();
            self.extend_from_slice(run);
            end
        });
        // A table of 4 GiB numbers cannot be written.
        u32::try_from(start).unwrap_or(u32::MAX)
    }
}

/// Who would have laid the tables out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableStyle {
    /// As DXC does: strings in the order in which records name them.
    Dxc,
    /// As LLVM does, which merges the strings of some parts: one that ends another is stored within it.
    Llvm,
}

/// What a number of a record names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Names {
    /// A string, by its offset.
    String {
        /// Whether it stands behind all others of a new table.
        last: bool,
        /// Whether a number may stand for none.
        optional: bool,
    },
    /// A run of `len` numbers, by its first index.
    Run { len: u32 },
}

/// A record of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Place {
    pub field: &'static str,
    pub index: Option<usize>,
}

/// A number of a record, and what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Reference {
    pub place: Place,
    pub field: &'static str,
    pub number: u32,
    pub table: &'static str,
    pub names: Names,
}

/// Is told of each number that names something, and gives the one that takes its place.
#[doc(hidden)]
pub type Visit<'v> = dyn FnMut(Reference) -> u32 + 'v;

impl Reference {
    pub fn new(
        place: Place,
        field: &'static str,
        number: u32,
        table: &'static str,
        names: Names,
    ) -> Self {
        Self {
            place,
            field,
            number,
            table,
            names,
        }
    }

    fn path(&self) -> String {
        let Place { field, index } = self.place;
        match index {
            Some(index) => format!("{field}[{index}].{}", self.field),
            None => format!("{field}.{}", self.field),
        }
    }

    fn error(&self, kind: ErrorKind) -> Error {
        let error = Error::new(kind, 0).within(self.field);
        match self.place.index {
            Some(index) => error.within_index(index),
            None => error,
        }
        .within(self.place.field)
    }

    /// The string that it names in a table; none if it stands for none.
    pub(crate) fn string<'t>(
        &self,
        table: Strings<'t>,
        optional: bool,
    ) -> Result<Option<&'t [u8]>> {
        if optional && self.number == NO_STRING {
            return Ok(None);
        }
        let kind = match self.number as usize {
            at if at < table.len() => ErrorKind::Unterminated,
            _ => ErrorKind::NoString {
                offset: self.number.into(),
            },
        };
        table
            .bytes(self.number)
            .map(Some)
            .ok_or_else(|| self.error(kind))
    }

    /// The run that it names in a table.
    pub(crate) fn run<'t>(&self, table: &'t [u32], len: u32) -> Result<&'t [u32]> {
        let start = self.number;
        let run = table.range(start, len);
        run.ok_or_else(|| self.error(ErrorKind::NoRun { start, len }))
    }
}

/// What the declaration of a table says.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct TableFacts {
    pub name: &'static str,
    /// Padded to a multiple of this many bytes.
    pub round: usize,
}

/// A table of a sequence, lent.
#[doc(hidden)]
pub struct Table<'t> {
    pub name: &'static str,
    pub content: TableContent<'t>,
}

/// What a table holds, and how writers lay it out.
#[doc(hidden)]
pub enum TableContent<'t> {
    Strings {
        table: &'t mut StringTable,
        /// A new table begins with NUL.
        nul_first: bool,
        /// DXC stores a string as often as records name it.
        repeats: bool,
        /// LLVM stores a string that ends another within it.
        merges: bool,
    },
    Numbers(&'t mut Vec<u32>),
}

/// A sequence with tables.
#[doc(hidden)]
pub trait LayOut: crate::Sequence {
    /// All tables.
    const TABLES: &'static [TableFacts];

    /// The tables that the value has room for.
    fn tables(&mut self, args: Self::Args) -> Vec<Table<'_>>;

    /// Tells of each number that names something, in the order of the declaration.
    fn references(&self, args: Self::Args, visit: &mut Visit<'_>);

    /// Does the same, and puts other numbers in their place.
    fn renumber(&mut self, args: Self::Args, visit: &mut Visit<'_>);
}

/// Replaces the tables of a value by those that a writer would have made.
#[doc(hidden)]
pub fn lay_out<T: LayOut>(value: &mut T, args: T::Args, style: TableStyle) -> Result<()> {
    let old = references(value, args);
    let mut references = old.clone();
    let (mut tables, mut laid) = (value.tables(args), Vec::new());
    for Table { name, content } in &tables {
        let named = references.iter_mut().filter(|other| other.table == *name);
        laid.push(match content {
            TableContent::Strings {
                table,
                nul_first,
                repeats,
                merges,
            } => {
                let strings = NewStrings {
                    table: table.as_strings(),
                    nul_first: *nul_first,
                };
                Laid::Strings(match style {
                    TableStyle::Llvm if *merges => strings.merged(named)?,
                    _ => strings.in_order(named, style == TableStyle::Dxc && *repeats)?,
                })
            }
            TableContent::Numbers(table) => Laid::Numbers(runs(table, named)?),
        });
    }
    for (table, laid) in tables.iter_mut().zip(laid) {
        match (&mut table.content, laid) {
            (TableContent::Strings { table, .. }, Laid::Strings(bytes)) => table.0 = bytes,
            (TableContent::Numbers(table), Laid::Numbers(numbers)) => **table = numbers,
            _ => {}
        }
    }
    let mut new = references.into_iter().zip(old);
    value.renumber(args, &mut |reference| match new.next() {
        Some((new, old)) if old == reference => new.number,
        _ => reference.number,
    });
    Ok(())
}

/// All numbers of a value that name something.
#[doc(hidden)]
pub fn references<T: LayOut>(value: &T, args: T::Args) -> Vec<Reference> {
    let mut references = Vec::new();
    value.references(args, &mut |reference| {
        references.push(reference);
        reference.number
    });
    references
}

/// Says of lost numbers what they named; the empty string is no loss.
#[doc(hidden)]
pub fn resolve<T>(value: &T, references: &[Reference], lost: &mut Losses)
where
    for<'t> &'t T: Tables<'t, Numbers = &'t [u32]>,
{
    let paths = references
        .iter()
        .map(|reference| (reference.path(), reference));
    let by_path: BTreeMap<_, _> = paths.collect();
    lost.resolve(|path| {
        let reference = by_path.get(path)?;
        match reference.names {
            Names::String { .. } => {
                let text = value.strings(reference.table)?.bytes(reference.number)?;
                Some(match text {
                    [] => String::new(),
                    text => format!("\"{}\"", text.escape_ascii()),
                })
            }
            Names::Run { len } => {
                let run = value
                    .numbers(reference.table)?
                    .range(reference.number, len)?;
                Some(format!("{run:?}"))
            }
        }
    });
}

/// A new table.
enum Laid {
    Strings(Vec<u8>),
    Numbers(Vec<u32>),
}

/// Runs in order, each where the table has it already, or else behind it.
fn runs<'r>(old: &[u32], named: impl Iterator<Item = &'r mut Reference>) -> Result<Vec<u32>> {
    let mut table = Vec::new();
    for reference in named {
        if let Names::Run { len } = reference.names {
            reference.number = table.intern(reference.run(old, len)?);
        }
    }
    Ok(table)
}

/// What a new table of strings is made of.
struct NewStrings<'t> {
    table: Strings<'t>,
    nul_first: bool,
}

impl<'t> NewStrings<'t> {
    /// The references and their strings; those that stand last come last.
    fn named<'r>(
        &self,
        references: impl Iterator<Item = &'r mut Reference>,
    ) -> Result<Vec<(&'r mut Reference, &'t [u8])>> {
        let mut named = Vec::new();
        for reference in references {
            let Names::String { optional, .. } = reference.names else {
                continue;
            };
            // Where nobody has begun a table, 0 names what it will begin with.
            let is_first_nul = self.nul_first && self.table.is_empty() && reference.number == 0;
            let text = match is_first_nul {
                true => Some(&[][..]),
                false => reference.string(self.table, optional)?,
            };
            if let Some(text) = text {
                named.push((reference, text));
            }
        }
        named.sort_by_key(|(reference, _)| is_last(reference));
        Ok(named)
    }

    /// The bytes that a table begins with.
    fn begun(&self) -> Vec<u8> {
        if self.nul_first {
            [0].into()
        } else {
            Vec::new()
        }
    }

    /// Strings in the order of their names, each once, or as often as it is named.
    fn in_order<'r>(
        &self,
        references: impl Iterator<Item = &'r mut Reference>,
        repeats: bool,
    ) -> Result<Vec<u8>> {
        let (mut bytes, mut known) = (self.begun(), BTreeMap::new());
        if self.nul_first {
            known.insert(&[][..], 0);
        }
        for (reference, text) in self.named(references)? {
            let is_new = repeats && (!text.is_empty() || is_last(reference));
            let at = match known.get(text) {
                Some(at) if !is_new => *at,
                _ => append(&mut bytes, text),
            };
            known.entry(text).or_insert(at);
            reference.number = offset(at, reference)?;
        }
        Ok(bytes)
    }

    /// Strings sorted by their ends, the last letter first and the greatest before all; one that ends the string
    /// before it is stored within that.
    fn merged<'r>(&self, references: impl Iterator<Item = &'r mut Reference>) -> Result<Vec<u8>> {
        let mut named = self.named(references)?;
        named.sort_by(|(_, text), (_, other)| other.iter().rev().cmp(text.iter().rev()));
        let (mut bytes, mut last) = (self.begun(), &[][..]);
        for (reference, text) in named {
            let at = if last.ends_with(text) && !bytes.is_empty() {
                bytes.len() - text.len() - 1
            } else {
                last = text;
                append(&mut bytes, text)
            };
            reference.number = offset(at, reference)?;
        }
        Ok(bytes)
    }
}

fn is_last(reference: &Reference) -> bool {
    matches!(reference.names, Names::String { last: true, .. })
}

fn append(bytes: &mut Vec<u8>, text: &[u8]) -> usize {
    let at = bytes.len();
    bytes.extend_from_slice(text);
    bytes.push(0);
    at
}

/// An offset as records hold it.
fn offset(at: usize, reference: &Reference) -> Result<u32> {
    let value = Some(at as u64);
    u32::try_from(at).map_err(|_| reference.error(ErrorKind::TooLarge { value, bits: 32 }))
}
