//! The names of values and blocks.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use crate::budgets::Budgets;
use crate::cursor::number;
use dxc_format::Result;

/// The item with a name: a value or a block, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Named {
    Value(u32),
    Block(u32),
}

/// The names of a module or a function, in one buffer. As in LLVM, no two values or blocks have the same name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    text: Vec<u8>,
    /// The names, sorted once all are read.
    ranges: Vec<(Named, Range<u32>)>,
}

/// The memory of a name without its characters; [`Names::finish`] also sorts the numbers of names.
pub(crate) const NAME_SIZE: usize = size_of::<(Named, Range<u32>)>() + 2 * size_of::<u32>();

/// The memory of a name while it is renamed, in addition to three copies of its characters.
const RENAMED_SIZE: usize = 256;

impl Names {
    pub(crate) fn add(&mut self, named: Named, name: impl Iterator<Item = u8>) {
        let start = number(self.text.len());
        self.text.extend(name);
        self.ranges.push((named, start..number(self.text.len())));
    }

    /// Sorts the names, and renames those that are equal to another name. If a value has several names, the last one is
    /// used.
    ///
    /// # Errors
    /// If renaming them exceeds the limit of memory.
    pub(crate) fn finish(&mut self, budgets: &mut Budgets) -> Result<()> {
        if self.ranges.len() < 2 {
            return Ok(());
        }
        let mut order: Vec<u32> = (0..number(self.ranges.len())).collect();
        let range = |index: &u32| &self.ranges[*index as usize];
        order.sort_unstable_by_key(|index| self.slice(&range(index).1));
        let is_shared = order
            .windows(2)
            .any(|pair| self.slice(&range(&pair[0]).1) == self.slice(&range(&pair[1]).1));
        order.sort_unstable_by_key(|index| range(index).0);
        let is_repeated = order
            .windows(2)
            .any(|pair| range(&pair[0]).0 == range(&pair[1]).0);
        drop(order);
        if is_repeated || is_shared {
            let size = RENAMED_SIZE * self.ranges.len() + 3 * self.text.len();
            budgets.take_memory(size)?;
            let order = core::mem::take(&mut self.ranges);
            self.rename(order);
        } else {
            self.ranges.sort_unstable_by_key(|(named, _)| *named);
        }
        Ok(())
    }

    /// Adds names in sequence like LLVM: if a name already exists, a number is appended.
    fn rename(&mut self, order: Vec<(Named, Range<u32>)>) {
        let mut names: BTreeMap<Named, Box<[u8]>> = BTreeMap::new();
        let mut taken: BTreeMap<Box<[u8]>, Named> = BTreeMap::new();
        let mut last = 0u32;
        for (named, range) in order {
            let mut name: Box<[u8]> = self.slice(&range).into();
            if names.get(&named) == Some(&name) {
                continue;
            }
            if let Some(old) = names.remove(&named) {
                taken.remove(&old);
            }
            if name.is_empty() {
                continue;
            }
            while taken.contains_key(&name) {
                last = last.wrapping_add(1);
                let mut longer = self.slice(&range).to_vec();
                push_decimal(&mut longer, last);
                name = longer.into();
            }
            taken.insert(name.clone(), named);
            names.insert(named, name);
        }
        for (named, name) in names {
            self.add(named, name.into_iter());
        }
    }

    fn slice(&self, range: &Range<u32>) -> &[u8] {
        let range = range.start as usize..range.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    /// The name of a value.
    pub(crate) fn get(&self, number: u32) -> Option<&[u8]> {
        self.find(Named::Value(number))
    }

    /// The name of a block.
    pub(crate) fn block(&self, number: u32) -> Option<&[u8]> {
        self.find(Named::Block(number))
    }

    fn find(&self, named: Named) -> Option<&[u8]> {
        if self.ranges.is_empty() {
            return None;
        }
        let found = self
            .ranges
            .binary_search_by_key(&named, |(named, _)| *named);
        let (_, range) = self.ranges.get(found.ok()?)?;
        Some(self.slice(range)).filter(|name| !name.is_empty())
    }
}

/// Adds the digits of a number.
pub(crate) fn push_decimal(text: &mut Vec<u8>, number: u32) {
    text.extend_from_slice(alloc::format!("{number}").as_bytes());
}
