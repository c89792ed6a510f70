//! Tables laid out anew, from what records name.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::IndexTable;
use super::reference::{Names, Reference, Visit, references};
use crate::{ErrorKind, Result, StringTable, Strings};

/// Who would have laid the tables out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableStyle {
    /// As DXC does: strings in the order in which records name them.
    Dxc,
    /// As LLVM does, which merges the strings of some parts: one that ends another is stored within it.
    Llvm,
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
