//! The references of a value and of the lists that it references, in the order in which a writer reaches them.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::refer::references;
use super::reference::{Names, Reference};
use super::{LISTS, LayOut, STRINGS, Table, TableContent};
use crate::read::reader::MOST_CLAIMS;
use crate::shape::ListOf;
use crate::shape::NONE;

/// The references of a value, and those of the lists that they use.
#[doc(hidden)]
pub struct Expanded {
    /// Strings of a list come after the first reference to the list.
    pub references: Vec<Reference>,
    lists: Vec<List>,
    /// The index of each list in `lists`, by the list's kind and the number that references it.
    list_indices: BTreeMap<(&'static str, u64), usize>,
    /// Whether lists overlap so much that not all of them were expanded.
    pub is_aliased: bool,
}

/// The key of a referenced list in the map. Lists of rows have a name; bit 32 distinguishes lists of strings from lists
/// of numbers.
fn list_key(of: ListOf, at: u32) -> (&'static str, u64) {
    match of {
        ListOf::Numbers => ("", at.into()),
        ListOf::Strings => ("", u64::from(at) | 1 << u32::BITS),
        ListOf::Rows(name) => (name, at.into()),
    }
}

/// A referenced list.
struct List {
    numbers: Vec<u32>,
    /// The range of its strings in `references`.
    strings: Range<usize>,
}

impl Expanded {
    pub fn new<T: LayOut>(value: &mut T, args: T::Args) -> Self {
        let found = references(value, args);
        Self::within(found, &value.tables(args))
    }

    /// Collects references to tables, and the references in the lists that they use.
    fn within(mut found: Vec<Reference>, tables: &[Table<'_>]) -> Self {
        let mut expanded = Self {
            references: Vec::new(),
            lists: Vec::new(),
            list_indices: BTreeMap::new(),
            is_aliased: false,
        };
        let names = tables.iter().find_map(|table| match table.content {
            TableContent::Strings { .. } => Some(table.name),
            _ => None,
        });
        let lists = tables.iter().find_map(|table| match &table.content {
            TableContent::Lists(numbers) => Some((table.name, numbers.as_slice())),
            _ => None,
        });
        for reference in &mut found {
            if reference.table == STRINGS {
                reference.table = names.unwrap_or(STRINGS);
            }
        }
        let is_list = |reference: &Reference| matches!(reference.names, Names::List { .. });
        if !found.iter().any(is_list) {
            expanded.references = found;
            return expanded;
        }
        let (lists_name, numbers) = lists.unwrap_or((LISTS, &[]));
        let mut left = numbers.len().saturating_mul(MOST_CLAIMS);
        for mut reference in found {
            let Names::List { of } = reference.names else {
                expanded.references.push(reference);
                continue;
            };
            reference.table = lists_name;
            expanded.references.push(reference.clone());
            let is_known = expanded.list(of, reference.number).is_some();
            let Some(list) = list(numbers, reference.number).filter(|_| !is_known) else {
                continue;
            };
            let Some(rest) = left.checked_sub(list.len()) else {
                expanded.is_aliased = true;
                continue;
            };
            left = rest;
            expanded.add(&reference, of, list, names.unwrap_or(STRINGS));
        }
        expanded
    }

    /// Adds the list of a reference, and its strings.
    fn add(&mut self, by: &Reference, of: ListOf, numbers: &[u32], table: &'static str) {
        let start = self.references.len();
        if of == ListOf::Strings {
            let strings = numbers.iter().enumerate();
            self.references
                .extend(strings.map(|(index, number)| Reference {
                    element: Some(index),
                    number: *number,
                    was: *number,
                    table,
                    names: Names::String {
                        last: false,
                        optional: false,
                    },
                    ..by.clone()
                }));
        }
        let list = List {
            numbers: numbers.to_vec(),
            strings: start..self.references.len(),
        };
        self.list_indices
            .insert(list_key(of, by.number), self.lists.len());
        self.lists.push(list);
    }

    /// The list at an index of the table of lists, with its index in `lists`.
    fn list(&self, of: ListOf, at: u32) -> Option<(usize, &List)> {
        let index = *self.list_indices.get(&list_key(of, at))?;
        Some((index, self.lists.get(index)?))
    }

    /// The content of the list of a reference, with the new offsets of its strings from `renumbered`.
    pub fn content(&self, of: ListOf, at: u32, renumbered: &[Reference]) -> Option<Vec<u32>> {
        let (_, list) = self.list(of, at)?;
        Some(match of {
            ListOf::Strings => {
                let strings = renumbered.get(list.strings.clone()).unwrap_or_default();
                strings.iter().map(|string| string.number).collect()
            }
            _ => list.numbers.clone(),
        })
    }

    /// The references of the value's records, from a visitor.
    pub fn own(references: &[Reference]) -> impl Iterator<Item = &Reference> {
        references
            .iter()
            .filter(|reference| reference.element.is_none())
    }

    /// The rank of each reference: the step in which a writer reaches its target. A writer reaches a row at the first
    /// reference to it, and the content of a list before the list. DXC adds rows in that order: of several lists with
    /// rows of one table, the list with the first row comes first.
    #[cfg_attr(debug_assertions, inline)]
    pub fn ranks(&self) -> Vec<usize> {
        let groups = self.groups();
        let mut rows: BTreeMap<(&str, u64), usize> = BTreeMap::new();
        for (group, range) in groups.iter().enumerate() {
            if let Some(first) = self.references.get(range.start)
                && let Some(index) = first.place.index
            {
                rows.entry((first.record, index as u64)).or_insert(group);
            }
        }
        let mut ranks = vec![0; self.references.len()];
        let mut visited = vec![false; groups.len()];
        let mut rank = 0..;
        let mut steps: Vec<Step> = (0..groups.len()).rev().map(Step::Group).collect();
        // The content of a list is visited once.
        let mut listed = vec![false; self.lists.len()];
        while let Some(step) = steps.pop() {
            let group = match step {
                Step::Reference(index) => {
                    ranks[index] = rank.next().unwrap_or_default();
                    continue;
                }
                Step::Group(group) if core::mem::replace(&mut visited[group], true) => continue,
                Step::Group(group) => group,
            };
            for index in self.in_order(groups[group].clone()).into_iter().rev() {
                steps.push(Step::Reference(index));
                let reference = &self.references[index];
                let row =
                    |of, number: u32| rows.get(&(of, number.into())).copied().map(Step::Group);
                match reference.names {
                    Names::Row { of } => steps.extend(row(of, reference.number)),
                    Names::List {
                        of: of @ ListOf::Rows(name),
                    } => {
                        if let Some((list, List { numbers, .. })) = self.list(of, reference.number)
                            && !core::mem::replace(&mut listed[list], true)
                        {
                            let numbers = numbers.iter().rev();
                            steps.extend(numbers.filter_map(|number| row(name, *number)));
                        }
                    }
                    _ => {}
                }
            }
        }
        ranks
    }

    /// The references of each record.
    fn groups(&self) -> Vec<Range<usize>> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        for (index, reference) in self.references.iter().enumerate() {
            let before = index
                .checked_sub(1)
                .and_then(|before| self.references.get(before));
            let is_same =
                before.is_some_and(|before| alloc::rc::Rc::ptr_eq(&before.place, &reference.place));
            match groups.last_mut() {
                Some(group) if is_same => group.end = index + 1,
                _ => groups.push(index..index + 1),
            }
        }
        groups
    }

    /// Orders the references of a record: as its fields, but the strings of a list before the list, and lists of rows
    /// of one table by their first rows.
    fn in_order(&self, group: Range<usize>) -> Vec<usize> {
        let is_element = |index: &usize| self.references[*index].element.is_some();
        let mut fields: Vec<usize> = group.clone().filter(|index| !is_element(index)).collect();
        let rows = |index: &usize| match self.references[*index].names {
            Names::List {
                of: of @ ListOf::Rows(_),
            } => Some(of),
            _ => None,
        };
        let first_row = |index: &usize| {
            let reference = &self.references[*index];
            let list = rows(index).and_then(|of| self.list(of, reference.number));
            let first = list.and_then(|(_, list)| list.numbers.first().copied());
            first.unwrap_or(NONE)
        };
        for (at, index) in fields.clone().iter().enumerate() {
            let Some(of) = rows(index) else { continue };
            // The remaining positions of such lists receive them in order.
            let left = (at..fields.len()).filter(|other| rows(&fields[*other]) == Some(of));
            if let Some(first) = left.min_by_key(|other| first_row(&fields[*other])) {
                fields.swap(at, first);
            }
        }
        let with_strings = |index: usize| {
            let mut strings = index + 1;
            while strings < group.end && is_element(&strings) {
                strings += 1;
            }
            (index + 1..strings).chain([index])
        };
        fields.into_iter().flat_map(with_strings).collect()
    }
}

/// A step of a writer.
enum Step {
    /// The references of a record.
    Group(usize),
    /// A reference, after its content.
    Reference(usize),
}

/// The list whose length is at an index.
#[doc(hidden)]
pub fn list(numbers: &[u32], at: u32) -> Option<&[u32]> {
    let rest = numbers.get(usize::try_from(at).ok()?..)?;
    let (len, rest) = rest.split_first()?;
    rest.get(..usize::try_from(*len).ok()?)
}
