//! Finds the lines of two functions that correspond.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use dxil::{UnnumberedLine, UnnumberedLines};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// The depths to which the key of a line includes the definitions of its operands. An inserted line changes the keys of
/// up to that many lines after it; lines without a match are aligned again with the next depth.
const DEPTHS: [usize; 3] = [3, 1, 0];

/// The lines of a function, and the line that defines each value and block.
pub(super) struct Lines<'l> {
    pub(super) lines: &'l UnnumberedLines,
    /// For each value and block, the index of the line that defines it, plus 1.
    definitions: Vec<u32>,
}

impl<'l> Lines<'l> {
    pub(super) fn new(lines: &'l UnnumberedLines) -> Self {
        let mut definitions = vec![0; lines.name_count()];
        for (number, line) in (1..).zip(lines.iter()) {
            let defined = line.defines.map(|defined| defined as usize);
            if let Some(slot) = defined.and_then(|defined| definitions.get_mut(defined)) {
                *slot = number;
            }
        }
        Self { lines, definitions }
    }

    /// The line that defines a value or a block; `None` for a parameter.
    pub(super) fn definition(&self, of: u32) -> Option<usize> {
        let number = *self.definitions.get(of as usize)?;
        (number as usize).checked_sub(1)
    }

    /// The values and blocks that a line uses and that other lines define.
    pub(super) fn operands(&self, line: usize) -> impl Iterator<Item = u32> + use<'l> {
        let line = self.lines.get(line);
        let references = line.map_or(&[][..], |line| line.references);
        let skipped = usize::from(line.is_some_and(|line| line.defines.is_some()));
        references.iter().skip(skipped).copied()
    }

    fn is_block(&self, line: usize) -> bool {
        self.lines.get(line).is_some_and(is_block)
    }

    /// Hashes each line: its text and, down to a depth, the lines that define its operands.
    fn keys(&self, depth: usize) -> Vec<u64> {
        let texts: Vec<u64> = self.lines.iter().map(|line| hash(line.text)).collect();
        let mut keys = texts.clone();
        for _ in 0..depth {
            let next = texts.iter().enumerate();
            let next = next.map(|(index, text)| hash(&(text, self.operand_keys(index, &keys))));
            keys = next.collect();
        }
        keys
    }

    fn operand_keys(&self, index: usize, keys: &[u64]) -> Vec<u64> {
        let key = |line: usize| keys.get(line).copied().unwrap_or_default();
        let operands = self.operands(index);
        let mut found: Vec<u64> = operands
            .map(|operand| match self.definition(operand) {
                Some(line) => key(line),
                None => operand.into(),
            })
            .collect();
        // Blocks are told apart by their first instructions.
        if self.is_block(index) {
            found.push(key(index + 1));
        }
        found
    }
}

/// Whether a line is the beginning of a block.
pub(super) fn is_block(line: UnnumberedLine<'_>) -> bool {
    line.text == ":"
}

/// Pairs corresponding lines. `kind` returns the text that two lines must share if their operands differ.
pub(super) fn align(
    old: &Lines<'_>,
    new: &Lines<'_>,
    kind: fn(UnnumberedLine<'_>) -> &str,
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for depth in DEPTHS {
        pairs = fill(&pairs, &old.keys(depth), &new.keys(depth));
    }
    let kinds = |lines: &Lines<'_>| -> Vec<u64> {
        lines.lines.iter().map(|line| hash(kind(line))).collect()
    };
    pairs = fill(&pairs, &kinds(old), &kinds(new));
    align_blocks(old, new, &mut pairs);
    pairs
}

/// Aligns blocks that were moved: the order of blocks has no meaning.
fn align_blocks(old: &Lines<'_>, new: &Lines<'_>, pairs: &mut Vec<(usize, usize)>) {
    let texts = [old.keys(0), new.keys(0)];
    for depth in DEPTHS.into_iter().filter(|depth| *depth > 0) {
        let (old_rest, new_rest): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        let rest = [(old, old_rest), (new, new_rest)];
        let [olds, news] = rest.map(|(lines, taken)| blocks(lines, &taken, depth));
        let mut by_key: BTreeMap<u64, VecDeque<Vec<usize>>> = BTreeMap::new();
        for (key, block) in olds {
            by_key.entry(key).or_default().push_back(block);
        }
        for (key, block) in news {
            let Some(other) = by_key.get_mut(&key).and_then(VecDeque::pop_front) else {
                continue;
            };
            let keys = |block: &[usize], texts: &[u64]| -> Vec<u64> {
                block.iter().map(|line| texts[*line]).collect()
            };
            let aligned = fill(&[], &keys(&other, &texts[0]), &keys(&block, &texts[1]));
            pairs.extend(
                aligned
                    .into_iter()
                    .map(|(old, new)| (other[old], block[new])),
            );
        }
    }
}

/// The blocks that are not aligned yet, each with the key of its first line and with its lines that are not aligned.
fn blocks(lines: &Lines<'_>, taken: &[usize], depth: usize) -> Vec<(u64, Vec<usize>)> {
    let mut is_taken = vec![false; lines.lines.len()];
    taken.iter().for_each(|line| is_taken[*line] = true);
    let mut blocks: Vec<(u64, Vec<usize>)> = Vec::new();
    let mut is_open = false;
    for (index, key) in lines.keys(depth).into_iter().enumerate() {
        if lines.is_block(index) {
            is_open = !is_taken[index];
            blocks.extend(is_open.then_some((key, Vec::new())));
        }
        if let (true, false, Some((_, block))) = (is_open, is_taken[index], blocks.last_mut()) {
            block.push(index);
        }
    }
    blocks
}

/// Aligns the lines between the pairs that are already aligned.
fn fill(pairs: &[(usize, usize)], old: &[u64], new: &[u64]) -> Vec<(usize, usize)> {
    let mut filled = Vec::with_capacity(pairs.len());
    let (mut old_start, mut new_start) = (0, 0);
    for (old_end, new_end) in pairs.iter().copied().chain([(old.len(), new.len())]) {
        let gaps = [&old[old_start..old_end], &new[new_start..new_end]];
        if gaps.iter().all(|gap| !gap.is_empty()) {
            for operation in capture_diff_slices(Algorithm::Myers, gaps[0], gaps[1]) {
                if let DiffOp::Equal {
                    old_index,
                    new_index,
                    len,
                } = operation
                {
                    let pair =
                        |index| (old_start + old_index + index, new_start + new_index + index);
                    filled.extend((0..len).map(pair));
                }
            }
        }
        if old_end < old.len() && new_end < new.len() {
            filled.push((old_end, new_end));
        }
        (old_start, new_start) = (old_end + 1, new_end + 1);
    }
    filled
}

fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
