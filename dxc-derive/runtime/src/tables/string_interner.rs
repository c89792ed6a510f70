//! Finds strings in a growing table. A string may be the end of a longer one.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::strings::{NO_STRING, Strings, nul, push_string};

/// Adds many strings to a table, and finds each in a few steps.
///
/// It is the result of [`StringTable::interner`](crate::StringTable::interner).
#[derive(Debug)]
pub struct StringInterner<'t> {
    table: &'t mut Vec<u8>,
    /// The offset of each string, by its bytes in reverse order.
    places: BTreeMap<Vec<u8>, usize>,
}

impl<'t> StringInterner<'t> {
    /// Indexes the strings of a table.
    pub fn new(table: &'t mut Vec<u8>) -> Self {
        let mut places = BTreeMap::new();
        for (at, text) in Strings(table).entries() {
            places.entry(backwards(text)).or_insert(at);
        }
        Self { table, places }
    }

    /// Returns the offset of a string, and adds the string if the table lacks it. Existing entries do not move.
    ///
    /// Like [`StringTable::intern`](crate::StringTable::intern), it returns [`NO_STRING`] for a text with a NUL, and
    /// for a table of 4 GiB. If the table has a string several times, it may be any of them.
    pub fn intern(&mut self, text: impl AsRef<[u8]>) -> u32 {
        let text = text.as_ref();
        if nul(text).is_some() {
            return NO_STRING;
        }
        let key = backwards(text);
        let found = self.places.range(key.clone()..).next();
        let found = found.filter(|(other, _)| other.starts_with(&key));
        let at = match found {
            Some((other, at)) => at + other.len() - key.len(),
            None => {
                let at = push_string(self.table, text);
                self.places.insert(key, at);
                at
            }
        };
        u32::try_from(at).unwrap_or(NO_STRING)
    }

    /// The bytes of the table so far.
    pub fn table(&self) -> &[u8] {
        self.table
    }
}

fn backwards(text: &[u8]) -> Vec<u8> {
    text.iter().rev().copied().collect()
}

#[cfg(test)]
mod tests {
    use crate::StringTable;
    use alloc::format;

    /// The expected result is that of a search through the whole table; both return an offset of the same string.
    #[test]
    fn strings_are_those_of_a_search() {
        let (mut indexed, mut plain) = (StringTable::default(), StringTable::default());
        for table in [&mut indexed, &mut plain] {
            table.0 = b"COLOR\0\0TEXCOORD\0no end".to_vec();
        }
        let mut interner = indexed.interner();
        let texts = (0..300).map(|at| format!("{}", at * at % 97));
        let texts = texts.chain(["", "COORD", "no end", "OR", "A\0B"].map(Into::into));
        for text in texts {
            let (found, known) = (interner.intern(&text), plain.intern(&text));
            let table = crate::Strings(interner.table());
            assert_eq!(table.get(found), plain.get(known), "{text}");
        }
        assert_eq!(indexed.len(), plain.len());
    }
}
