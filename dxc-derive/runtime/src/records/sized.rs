//! A single record whose size is stored in the file, with the tail of a newer version.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::records::row::{BySize, Row, TAIL, show_bytes};

/// A record whose size is stored in the file: the newest known version that fits, and the tail of a newer one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SizedRecord<T, Tail = Vec<u8>> {
    /// The fields that a known version has.
    pub record: T,
    /// The tail.
    pub tail: Tail,
}

/// A [`SizedRecord`] record of a view.
pub type SizedView<'a, T> = SizedRecord<T, &'a [u8]>;

impl<T: Copy> Copy for SizedRecord<T, &[u8]> {}

impl<'a, T: Row<Context = ()>> SizedView<'a, T> {
    /// Reads the record at the start of `bytes`, whose length is the stated size.
    #[inline]
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let (_, known) = T::known((), bytes.len());
        Some(Self {
            record: T::read_row(bytes, ())?,
            tail: bytes.get(known..)?,
        })
    }

    /// The owned form.
    #[inline]
    pub fn to_value(&self) -> SizedRecord<T> {
        SizedRecord {
            record: self.record,
            tail: self.tail.to_vec(),
        }
    }
}

impl<T, Tail> Deref for SizedRecord<T, Tail> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.record
    }
}

impl<T, Tail> DerefMut for SizedRecord<T, Tail> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.record
    }
}

impl<T: BySize, Tail: AsRef<[u8]>> SizedRecord<T, Tail> {
    /// The size in the file, in bytes.
    pub fn size(&self) -> usize {
        self.known() + self.tail.as_ref().len()
    }

    /// The version that the record is in.
    pub fn version(&self) -> u32 {
        self.record.version()
    }

    /// The number of those bytes that a known version defines.
    pub fn known(&self) -> usize {
        self.record.own_size(())
    }
}

impl<T: BySize> SizedRecord<T> {
    /// Whether the record is of a newer version than this one, or of an unknown one.
    #[doc(hidden)]
    pub fn is_newer(&self, version: u32) -> bool {
        self.record.version() > version || !self.tail.is_empty()
    }

    /// Converts the record to a version, and reports each loss: the field's name, and its value.
    pub(crate) fn move_to(&mut self, version: u32, lost: &mut dyn FnMut(&'static str, String)) {
        if !self.tail.is_empty() {
            lost(TAIL, show_bytes(&self.tail));
        }
        self.tail.clear();
        self.record.move_to((), version, lost);
    }
}
