//! Finds equal items by their hashes.

use alloc::vec;
use alloc::vec::Vec;

/// The maximum number of items with neighboring hashes to compare. Beyond that, items count as different; this only
/// happens in files that were made for it.
const MOST_PROBES: usize = 64;

/// A hash table of items that all differ, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unique {
    /// The numbers of the items plus 1; each item is at the first free slot after the one that its hash selects.
    slots: Vec<u32>,
    len: usize,
}

impl Unique {
    /// Creates a table for this many items.
    pub(crate) fn new(len: usize) -> Self {
        Self {
            slots: vec![0; (2 * len).next_power_of_two()],
            len: 0,
        }
    }

    /// Whether the table has any slots.
    pub(crate) fn has_room(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Whether the table has no free slot for another item.
    pub(crate) fn is_full(&self) -> bool {
        2 * self.len >= self.slots.len()
    }

    /// The number of an equal item, if there is one.
    pub(crate) fn find(&self, hash: u64, is_equal: impl Fn(u32) -> bool) -> Option<u32> {
        let places = places(hash, self.slots.len());
        let items = places.map_while(|place| self.slots[place].checked_sub(1));
        items.into_iter().find(|item| is_equal(*item))
    }

    /// Adds an item that is not equal to any other.
    pub(crate) fn add(&mut self, hash: u64, item: u32) {
        self.len += 1;
        let mut places = places(hash, self.slots.len());
        if let Some(place) = places.find(|place| self.slots[*place] == 0) {
            self.slots[place] = item.saturating_add(1);
        }
    }

    /// The number of an equal item; if there is none, the item is added.
    pub(crate) fn find_or_add(
        &mut self,
        hash: u64,
        item: u32,
        is_equal: impl Fn(u32) -> bool,
    ) -> u32 {
        for place in places(hash, self.slots.len()) {
            match self.slots[place].checked_sub(1) {
                Some(other) if is_equal(other) => return other,
                Some(_) => {}
                None => {
                    self.slots[place] = item.saturating_add(1);
                    self.len += 1;
                    break;
                }
            }
        }
        item
    }
}

/// The slots to probe for a hash; `count` is a power of 2.
fn places(hash: u64, count: usize) -> impl Iterator<Item = usize> {
    // The high bits of the hash depend on all of its input.
    let start = usize::try_from(hash >> 32).unwrap_or_default();
    let probes = 0..count.min(MOST_PROBES);
    probes.map(move |probe| (start + probe) & (count - 1))
}

/// A hash of numbers.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new(seed: u64) -> Self {
        let mut hash = Self(0);
        hash.add(seed);
        hash
    }

    pub(crate) fn add(&mut self, number: u64) {
        // The fractional part of the golden ratio.
        let product = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }

    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        for byte in rest {
            self.add((*byte).into());
        }
        self.add(bytes.len() as u64);
    }

    pub(crate) fn finish(self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
