//! New layouts of tables, from the references of records.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem::discriminant;

use super::declaration::{LISTS, STRINGS, TableDeclaration, TableKind};
use super::expanded::{Expanded, list};
use super::list_interner::ListInterner;
use super::lookup::{Numbers, Tables};
use super::refer::refer;
use super::reference::{Names, Reference};
use super::run_interner::RunInterner;
use crate::error::{Error, ErrorKind, Result};
use crate::fields::Visitor;
use crate::fields::field::Field;
use crate::read::reader::MOST_CLAIMS;
use crate::records::unknown::Unknown as _;
use crate::shape::NONE;
use crate::strings::{NO_STRING, StringEnds, StringTable, Strings, push_string};
use crate::structures::sequence::Sequence;

/// The compiler whose layout a new table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableStyle {
    /// DXC's layout: strings in the order of their references.
    Dxc,
    /// LLVM's layout. Some parts merge strings: a string that is the end of another one is stored within that one.
    Llvm,
}

/// A table of a sequence, borrowed.
#[doc(hidden)]
pub struct Table<'t> {
    pub name: &'static str,
    /// Padded to a multiple of this many bytes.
    pub round: usize,
    /// Its layout rules.
    kind: TableKind,
    pub content: TableContent<'t>,
}

/// The content of a table.
#[doc(hidden)]
pub enum TableContent<'t> {
    Strings {
        table: &'t mut StringTable,
    },
    /// Numbers; records reference runs of them.
    Numbers(&'t mut Vec<u32>),
    /// Lists, each after its length.
    Lists(&'t mut Vec<u32>),
}

/// The content of a part, with the tables that it may have.
#[doc(hidden)]
pub trait LayOut: Sequence + Clone {
    /// All tables that are fields of the sequence itself.
    const TABLES: &'static [TableDeclaration];

    /// Whether structures have tables, or records that reference their entries.
    const REFERS: bool;

    /// The tables that the value can store. If the sequence itself has no table of a kind, references use the first one
    /// of its structures, which has a name for its kind. Other tables of structures are content.
    fn tables(&mut self, args: Self::Args) -> Vec<Table<'_>> {
        let mut borrowed = BorrowedTables {
            own: Self::TABLES,
            ..BorrowedTables::default()
        };
        self.visit(Some(args), &mut borrowed);
        borrowed.tables
    }
}

/// Collects the tables of a value.
#[derive(Default)]
struct BorrowedTables<'t> {
    /// The tables of the sequence itself.
    own: &'static [TableDeclaration],
    tables: Vec<Table<'t>>,
    /// The number of structures that contain the next field.
    depth: usize,
}

impl<'t> BorrowedTables<'t> {
    fn push(&mut self, table: &TableDeclaration, content: TableContent<'t>) {
        let TableDeclaration { name, round, kind } = *table;
        let is_own = |own: &TableDeclaration| discriminant(&own.kind) == discriminant(&kind);
        if self.depth > 0 && self.own.iter().any(is_own) {
            return;
        }
        let name = match &content {
            _ if self.depth == 0 => name,
            TableContent::Strings { .. } => STRINGS,
            _ => LISTS,
        };
        if self.tables.iter().all(|first| first.name != name) {
            self.tables.push(Table {
                name,
                round,
                kind,
                content,
            });
        }
    }
}

impl<'t> Visitor<'t> for BorrowedTables<'t> {
    fn enter(&mut self, _: &'static Field, _: Option<usize>) {
        self.depth += 1;
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn strings(
        &mut self,
        _: &'static Field,
        strings: &'t mut StringTable,
        table: &'static TableDeclaration,
    ) {
        self.push(table, TableContent::Strings { table: strings });
    }

    fn numbers(
        &mut self,
        _: &'static Field,
        numbers: &'t mut Vec<u32>,
        table: &'static TableDeclaration,
    ) {
        let content = match table.kind {
            TableKind::Lists => TableContent::Lists(numbers),
            _ => TableContent::Numbers(numbers),
        };
        self.push(table, content);
    }
}

/// Replaces the tables of a value by those of a writer. Refuses if unrecognized bytes may reference entries that would
/// move.
#[doc(hidden)]
pub fn lay_out_known<T: LayOut>(value: &mut T, args: T::Args, style: TableStyle) -> Result<()> {
    let all = lay_out_new(value, args, style, PinnedTables::default())?;
    let stays =
        |(table, laid_out): (&Table<'_>, &NewTable)| laid_out.keeps(&table.content, table.round);
    let moved = value
        .tables(args)
        .iter()
        .zip(&all.tables)
        .find(|pair| !stays(*pair))
        .map(|(table, _)| table.name);
    if let Some(table) = moved
        && let Some(path) = value.unknown()
    {
        return Err(Error::without_byte(ErrorKind::MayName { table }).within(&path));
    }
    all.replace(value, args);
    Ok(())
}

/// Replaces the tables of a value by `pinned`, followed by the referenced entries that `pinned` lacks.
#[doc(hidden)]
pub fn extend<'t, T: LayOut>(
    value: &mut T,
    args: T::Args,
    pinned: impl Tables<'t>,
    style: TableStyle,
) -> Result<()> {
    let mut all = PinnedTables::default();
    for Table { name, .. } in value.tables(args) {
        all.tables.entry(name).or_insert_with(|| {
            let numbers = pinned.numbers(name).into_iter();
            let numbers = numbers.flat_map(|all| (0..).map_while(move |at| all.number(at)));
            PinnedTable {
                strings: pinned.strings(name).unwrap_or_default(),
                numbers: numbers.collect(),
            }
        });
    }
    lay_out_new(value, args, style, all)?.replace(value, args);
    Ok(())
}

/// Tables whose entries do not move, by name.
#[doc(hidden)]
#[derive(Default)]
pub struct PinnedTables<'t> {
    tables: BTreeMap<&'static str, PinnedTable<'t>>,
    /// Numbers outside of the tables, which reference no entry.
    stated: Stated<'t>,
}

/// The content of a table whose entries do not move: strings, or numbers.
#[derive(Default)]
struct PinnedTable<'t> {
    strings: Strings<'t>,
    numbers: Vec<u32>,
}

impl<'t> PinnedTables<'t> {
    /// No pinned tables; `stated` selects numbers that reference no entry.
    pub fn nothing(stated: &'t dyn Fn(&Reference) -> bool) -> Self {
        Self {
            stated: Some(stated),
            ..Self::default()
        }
    }
}

/// The new tables of a value, and its references with their old and new numbers.
#[doc(hidden)]
pub struct NewTables {
    tables: Vec<NewTable>,
    pub old: Expanded,
    pub new: Vec<Reference>,
}

impl NewTables {
    /// Stores the tables in the value.
    pub fn replace_tables<T: LayOut>(&mut self, value: &mut T, args: T::Args) {
        let laid_out = core::mem::take(&mut self.tables);
        for (Table { content, .. }, laid_out) in value.tables(args).into_iter().zip(laid_out) {
            match (content, laid_out) {
                (TableContent::Strings { table }, NewTable::Strings(bytes)) => table.0 = bytes,
                (
                    TableContent::Numbers(table) | TableContent::Lists(table),
                    NewTable::Numbers(numbers),
                ) => *table = numbers,
                _ => {}
            }
        }
    }

    /// Stores the tables in the value, and the references in its records.
    fn replace<T: LayOut>(mut self, value: &mut T, args: T::Args) {
        self.replace_tables(value, args);
        renumber(value, args, &self.new);
    }
}

/// Stores new references in the records of the value that they came from.
#[doc(hidden)]
pub fn renumber<T: LayOut>(value: &mut T, args: T::Args, new: &[Reference]) {
    let mut new = Expanded::own(new);
    refer(value, args, &mut |old| {
        new.next().map_or(old.number, |new| new.number)
    });
}

/// The content of new tables, after the pinned entries.
#[doc(hidden)]
pub fn lay_out_new<T: LayOut>(
    value: &mut T,
    args: T::Args,
    style: TableStyle,
    pinned: PinnedTables<'_>,
) -> Result<NewTables> {
    let old = Expanded::new(value, args);
    new_tables(old, &value.tables(args), style, pinned)
}

/// Lays out tables, and the references to them.
#[cfg_attr(debug_assertions, inline)]
fn new_tables(
    mut old: Expanded,
    tables: &[Table<'_>],
    style: TableStyle,
    mut pinned: PinnedTables<'_>,
) -> Result<NewTables> {
    if old.is_aliased {
        return Err(Error::without_byte(ErrorKind::Aliased));
    }
    let (ranks, mut new) = (old.ranks(), core::mem::take(&mut old.references));
    let mut laid_out: Vec<NewTable> = Vec::new();
    for Table {
        name,
        kind,
        content,
        ..
    } in tables
    {
        // Lists of strings contain the new offsets of strings, so they come last.
        if let TableContent::Lists(_) = content {
            laid_out.push(NewTable::Numbers(Vec::new()));
            continue;
        }
        let named = in_order(&new, &ranks, name, pinned.stated);
        let PinnedTable { strings, numbers } = pinned.tables.remove(name).unwrap_or_default();
        laid_out.push(match content {
            TableContent::Strings { table } => {
                let (nul_first, repeats, merges) = match *kind {
                    TableKind::Strings {
                        nul_first,
                        repeats,
                        merges,
                    } => (nul_first, repeats, merges),
                    _ => Default::default(),
                };
                let strings = NewStrings {
                    table: table.as_strings(),
                    pinned: strings,
                    nul_first,
                };
                NewTable::Strings(match style {
                    TableStyle::Llvm if merges => strings.merged(&mut new, named)?,
                    TableStyle::Llvm => strings.in_order(&mut new, named, false)?,
                    TableStyle::Dxc => strings.in_order(&mut new, named, repeats)?,
                })
            }
            TableContent::Numbers(table) | TableContent::Lists(table) => {
                NewTable::Numbers(runs(table, &numbers, &mut new, &named)?)
            }
        });
    }
    for (Table { name, content, .. }, laid_out) in tables.iter().zip(&mut laid_out) {
        if let TableContent::Lists(_) = content {
            let named = in_order(&new, &ranks, name, pinned.stated);
            let pinned = pinned.tables.remove(name).unwrap_or_default();
            *laid_out = NewTable::Numbers(lists(&old, &pinned.numbers, &mut new, &named)?);
        }
    }
    Ok(NewTables {
        tables: laid_out,
        old,
        new,
    })
}

/// A new table.
enum NewTable {
    Strings(Vec<u8>),
    Numbers(Vec<u32>),
}

impl NewTable {
    /// Whether this table contains all of the old one at the same offsets; padding may be removed.
    fn keeps(&self, old: &TableContent<'_>, round: usize) -> bool {
        match (self, old) {
            (Self::Strings(new), TableContent::Strings { table }) => {
                let (known, padding) = table.0.split_at(new.len().min(table.len()));
                let is_padding = table.len() <= new.len().next_multiple_of(round);
                new.starts_with(known) && is_padding && padding.iter().all(|byte| *byte == 0)
            }
            (Self::Numbers(new), TableContent::Numbers(table) | TableContent::Lists(table)) => {
                new.starts_with(table)
            }
            _ => false,
        }
    }
}

/// Decides whether a number references no entry.
type Stated<'s> = Option<&'s dyn Fn(&Reference) -> bool>;

/// The references to a table, in the order in which a writer reaches their targets.
#[cfg_attr(debug_assertions, inline)]
fn in_order(
    references: &[Reference],
    ranks: &[usize],
    table: &str,
    stated: Stated<'_>,
) -> Vec<usize> {
    let named = references.iter().zip(ranks).enumerate();
    let named = named.filter(|(_, (one, _))| {
        one.table == table && stated.is_none_or(|is_stated| !is_stated(one))
    });
    let mut named: Vec<(usize, usize)> = named.map(|(index, (_, rank))| (*rank, index)).collect();
    named.sort_unstable();
    named.into_iter().map(|(_, index)| index).collect()
}

/// Lays out lists in order after the pinned ones: each at its old index, or at that of an equal list in the table, or
/// else at the table's end.
fn lists(
    old: &Expanded,
    pinned: &[u32],
    new: &mut [Reference],
    named: &[usize],
) -> Result<Vec<u32>> {
    let mut table = pinned.to_vec();
    let mut lists = ListInterner::new(&mut table);
    for index in named.iter().copied() {
        let reference = &new[index];
        let (Names::List { of }, start) = (reference.names, reference.number) else {
            continue;
        };
        if start == NONE {
            continue;
        }
        let Some(content) = old.content(of, start, new) else {
            return Err(reference.error(ErrorKind::NoRun { start, len: 1 }));
        };
        if list(pinned, start) != Some(content.as_slice()) {
            new[index].number = offset(lists.index_of(&content), &new[index])?;
        }
    }
    Ok(table)
}

/// Lays out runs in order after the pinned ones: each at its old index, or at that of an equal run in the table, or
/// else at the table's end.
fn runs(old: &[u32], pinned: &[u32], new: &mut [Reference], named: &[usize]) -> Result<Vec<u32>> {
    let mut table = pinned.to_vec();
    let mut runs = RunInterner::new(&mut table);
    for reference in named.iter().copied() {
        let reference = &mut new[reference];
        if let Names::Run { len } = reference.names {
            let run = reference.run(old, len)?;
            let stays = pinned.range(reference.number, len) == Some(run);
            if !stays {
                reference.number = offset(runs.index_of(run), reference)?;
            }
        }
    }
    Ok(table)
}

/// The content of a new table of strings.
struct NewStrings<'t> {
    table: Strings<'t>,
    /// The bytes that the table begins with.
    pinned: Strings<'t>,
    nul_first: bool,
}

/// The number of bytes for names in addition to [`MOST_CLAIMS`] tables: a small table may have one name for many
/// records.
const MOST_REPEATED: usize = 1 << 16;

impl<'t> NewStrings<'t> {
    /// The references with their strings, except those whose strings equal pinned ones; strings that must come last are
    /// at the end.
    ///
    /// References may use all suffixes of one long string, and where strings repeat, one long string many times: the
    /// compared bytes are limited to a multiple of the table.
    fn named(
        &self,
        references: &[Reference],
        order: Vec<usize>,
        repeats: bool,
    ) -> Result<Vec<(usize, &'t [u8])>> {
        let (mut named, mut lasts) = (Vec::new(), Vec::new());
        let (table, pinned) = (StringEnds::of(self.table), StringEnds::of(self.pinned));
        // Each target is resolved once.
        let (mut texts, mut known) = (Vec::new(), BTreeMap::new());
        let mut left = self.table.len().saturating_mul(MOST_CLAIMS) + MOST_REPEATED;
        for index in order {
            let reference = &references[index];
            let Names::String { optional, last } = reference.names else {
                continue;
            };
            if optional && reference.number == NO_STRING {
                continue;
            }
            let at = *known.entry(reference.number).or_insert(texts.len());
            let is_new = at == texts.len();
            let text: Option<&[u8]> = if is_new {
                Some(self.text(reference, &table)?)
            } else {
                texts[at]
            };
            if is_new || repeats {
                let claimed = left.checked_sub(text.map_or(0, <[u8]>::len));
                left = claimed.ok_or_else(|| reference.error(ErrorKind::Aliased))?;
            }
            if is_new {
                texts.push(text.filter(|text| pinned.bytes(reference.number) != Some(text)));
            }
            let text = texts[at];
            let those = if last { &mut lasts } else { &mut named };
            those.extend(text.map(|text| (index, text)));
        }
        named.append(&mut lasts);
        Ok(named)
    }

    /// The string of a reference in the old table.
    fn text(&self, reference: &Reference, table: &StringEnds<'t>) -> Result<&'t [u8]> {
        // In a new table, 0 references its initial NUL.
        if self.nul_first && self.table.is_empty() && reference.number == 0 {
            return Ok(&[]);
        }
        let text = table.bytes(reference.number);
        text.ok_or_else(|| reference.no_string(self.table))
    }

    /// The initial bytes of a table.
    fn begun(&self) -> Vec<u8> {
        let mut bytes = self.pinned.0.to_vec();
        if bytes.last().map_or(self.nul_first, |last| *last != 0) {
            bytes.push(0);
        }
        bytes
    }

    /// The pinned strings, and the first offset of each.
    fn known(&self) -> BTreeMap<&'t [u8], usize> {
        let mut known = BTreeMap::new();
        for (at, text) in self.pinned.entries() {
            known.entry(text).or_insert(at);
        }
        known
    }

    /// Writes strings in the order of their references, once each or once for each reference; pinned strings are not
    /// repeated.
    #[cfg_attr(debug_assertions, inline)]
    fn in_order(
        &self,
        references: &mut [Reference],
        order: Vec<usize>,
        repeats: bool,
    ) -> Result<Vec<u8>> {
        let (mut bytes, pinned) = (self.begun(), self.known());
        let (mut known, mut placed) = (pinned.clone(), BTreeMap::new());
        if self.nul_first && pinned.is_empty() {
            known.insert(&[][..], 0);
        }
        for (index, text) in self.named(references, order, repeats)? {
            let reference = &mut references[index];
            let number = reference.number;
            let may_repeat = !text.is_empty() || is_last(reference);
            if repeats && may_repeat && !pinned.contains_key(text) {
                let at = push_string(&mut bytes, text);
                known.entry(text).or_insert(at);
                reference.number = offset(at, reference)?;
                continue;
            }
            // A long string is compared once per number.
            let at = *placed.entry(number).or_insert_with(|| {
                let text = known.entry(text);
                *text.or_insert_with_key(|text| push_string(&mut bytes, text))
            });
            reference.number = offset(at, reference)?;
        }
        Ok(bytes)
    }

    /// Writes strings sorted by their ends: compared from the last character, the greatest first. A string that is the
    /// end of the string before it is stored within that one.
    #[cfg_attr(debug_assertions, inline)]
    fn merged(&self, references: &mut [Reference], order: Vec<usize>) -> Result<Vec<u8>> {
        let (named, known) = (self.named(references, order, false)?, self.known());
        let numbers = named.iter().map(|(index, _)| references[*index].number);
        let texts = numbers.zip(named.iter().map(|(_, text)| *text));
        let mut texts: Vec<(u32, &[u8])> = texts.collect();
        // A long string is compared once per number.
        texts.sort_unstable_by_key(|(number, _)| *number);
        texts.dedup_by_key(|(number, _)| *number);
        texts.sort_by(|(_, text), (_, other)| other.iter().rev().cmp(text.iter().rev()));
        let (mut bytes, mut last) = (self.begun(), &[][..]);
        let mut placed = BTreeMap::new();
        for (number, text) in texts {
            let at = if let Some(at) = known.get(text) {
                *at
            } else if last.ends_with(text) && !bytes.is_empty() {
                bytes.len() - text.len() - 1
            } else {
                last = text;
                push_string(&mut bytes, text)
            };
            placed.insert(number, at);
        }
        for (index, _) in named {
            let reference = &mut references[index];
            if let Some(at) = placed.get(&reference.number) {
                reference.number = offset(*at, reference)?;
            }
        }
        Ok(bytes)
    }
}

fn is_last(reference: &Reference) -> bool {
    matches!(reference.names, Names::String { last: true, .. })
}

/// An offset in the form in which records store it.
fn offset(at: usize, reference: &Reference) -> Result<u32> {
    let value = Some(at as u64);
    u32::try_from(at).map_err(|_| reference.error(ErrorKind::TooLarge { value, bits: 32 }))
}
