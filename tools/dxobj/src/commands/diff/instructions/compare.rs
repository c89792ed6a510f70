//! Computes the differences between the lines of two functions.

use std::ops::Range;

use dxil::UnnumberedLine;

use super::align::{Lines, align};

/// A difference between two functions: a removed, inserted or changed line, by its index.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) old: Option<usize>,
    pub(super) new: Option<usize>,
    /// The lines that differ only because they use the value that this line defines.
    pub(super) uses: Vec<Use>,
}

/// A reference to a line that only one function has, from a line that both have.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Use {
    /// The line of the old function that contains the reference.
    pub(super) line: usize,
    /// The referenced values, in the old and in the new function.
    pub(super) old: u32,
    pub(super) new: u32,
}

/// The corresponding lines of two functions, and their differences.
pub(super) struct Compared {
    /// For each line of the new function, the corresponding line of the old one.
    pub(super) old_of: Vec<Option<usize>>,
    pub(super) differences: Vec<Difference>,
}

/// Compares the lines of two functions.
pub(super) fn compare(
    old: &Lines<'_>,
    new: &Lines<'_>,
    kind: fn(UnnumberedLine<'_>) -> &str,
) -> Compared {
    let pairs = align(old, new, kind);
    let mut new_of = vec![None; old.lines.len()];
    let mut old_of = vec![None; new.lines.len()];
    for (old, new) in pairs {
        new_of[old] = Some(new);
        old_of[new] = Some(old);
    }
    let both = Both {
        old,
        new,
        new_of: &new_of,
        old_of: &old_of,
    };
    let differences = both.differences();
    Compared {
        old_of,
        differences,
    }
}

struct Both<'c, 'l> {
    old: &'c Lines<'l>,
    new: &'c Lines<'l>,
    new_of: &'c [Option<usize>],
    old_of: &'c [Option<usize>],
}

/// The way in which an operand differs.
enum Operand {
    Same,
    /// Only the new function has the line that defines it.
    Inserted(usize),
    /// Only the old function has the line that defines it.
    Removed(usize),
    Other,
}

impl Both<'_, '_> {
    /// The differences in order: lines that only one function has, and lines that differ in more than references to
    /// such lines.
    fn differences(&self) -> Vec<Difference> {
        let mut all = Vec::new();
        // For each line that only one function has, the index of its difference.
        let mut of_old = vec![None; self.new_of.len()];
        let mut of_new = vec![None; self.old_of.len()];
        let mut add = |old: Option<usize>, new: Option<usize>| {
            for slot in [
                old.map(|old| &mut of_old[old]),
                new.map(|new| &mut of_new[new]),
            ] {
                slot.into_iter().for_each(|slot| *slot = Some(all.len()));
            }
            let uses = Vec::new();
            all.push(Difference { old, new, uses });
        };
        let mut next_old = 0;
        for (new, old) in self.old_of.iter().enumerate() {
            let rest = self.new_of.get(next_old..).unwrap_or_default();
            let end = match *old {
                Some(old) => old,
                None => next_old + rest.iter().take_while(|new| new.is_none()).count(),
            };
            self.removed(next_old..end)
                .for_each(|old| add(Some(old), None));
            next_old = next_old.max(end);
            match *old {
                Some(old) if self.is_same(old, new) => {}
                old => add(old, Some(new)),
            }
        }
        let rest = next_old..self.new_of.len();
        self.removed(rest).for_each(|old| add(Some(old), None));
        for (old, new) in self.new_of.iter().enumerate() {
            let Some(new) = new.filter(|_| of_old[old].is_none()) else {
                continue;
            };
            for (one, other) in self.operands(old, new) {
                let difference = match self.compare_operands(one, other) {
                    Operand::Inserted(line) => of_new[line],
                    Operand::Removed(line) => of_old[line],
                    Operand::Same | Operand::Other => None,
                };
                if let Some(difference) = difference.and_then(|index: usize| all.get_mut(index)) {
                    let found = Use {
                        line: old,
                        old: one,
                        new: other,
                    };
                    if difference.uses.last() != Some(&found) {
                        difference.uses.push(found);
                    }
                }
            }
        }
        all
    }

    /// The old lines in a range that the new function does not have.
    fn removed(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        range.filter(|old| self.new_of[*old].is_none())
    }

    fn operands(&self, old: usize, new: usize) -> impl Iterator<Item = (u32, u32)> {
        self.old.operands(old).zip(self.new.operands(new))
    }

    /// Whether two corresponding lines differ only in references to lines that only one function has.
    fn is_same(&self, old: usize, new: usize) -> bool {
        let (Some(one), Some(other)) = (self.old.lines.get(old), self.new.lines.get(new)) else {
            return false;
        };
        let is_other =
            |(old, new): (u32, u32)| matches!(self.compare_operands(old, new), Operand::Other);
        one.text == other.text
            && one.offsets == other.offsets
            && !self.operands(old, new).any(is_other)
    }

    fn compare_operands(&self, old: u32, new: u32) -> Operand {
        let (one, other) = (self.old.definition(old), self.new.definition(new));
        match (one, other) {
            (None, None) if old == new => Operand::Same,
            (Some(one), Some(other)) if self.new_of[one] == Some(other) => Operand::Same,
            (_, Some(other)) if self.old_of[other].is_none() => Operand::Inserted(other),
            (Some(one), _) if self.new_of[one].is_none() => Operand::Removed(one),
            _ => Operand::Other,
        }
    }
}
