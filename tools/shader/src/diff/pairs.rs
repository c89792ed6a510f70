//! Pairs the items of two lists by key.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

/// Pairs each old item with the next unpaired new item of the same key, if there is one; the remaining new items
/// follow, in order.
pub(super) fn paired<K: Ord, T>(
    old: impl Iterator<Item = (K, T)>,
    new: impl Iterator<Item = (K, T)>,
) -> Vec<(Option<T>, Option<T>)> {
    let mut left: BTreeMap<K, VecDeque<(usize, T)>> = BTreeMap::new();
    for (place, (key, one)) in new.enumerate() {
        left.entry(key).or_default().push_back((place, one));
    }
    let mut pairs = Vec::new();
    for (key, one) in old {
        let other = left.get_mut(&key).and_then(VecDeque::pop_front);
        pairs.push((Some(one), other.map(|(_, other)| other)));
    }
    let mut left: Vec<_> = left.into_values().flatten().collect();
    left.sort_by_key(|(place, _)| *place);
    pairs.extend(left.into_iter().map(|(_, one)| (None, Some(one))));
    pairs
}
