//! Magic numbers: the expected FourCCs of records.

use crate::error::{Error, ErrorKind};
use crate::fixed::fourcc::FourCC;
use crate::shape::Layout;

impl FourCC {
    /// Refuses any other code in a field of a record.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn must_be(
        self,
        expected: Self,
        record: &'static Layout,
        field: usize,
    ) -> Result<(), WrongMagic> {
        if self == expected {
            Ok(())
        } else {
            Err(WrongMagic {
                expected,
                found: self,
                record,
                field,
            })
        }
    }
}

/// A wrong magic number: an [`Error`] before its allocation.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct WrongMagic {
    expected: FourCC,
    found: FourCC,
    record: &'static Layout,
    /// The index of the field in the record.
    field: usize,
}

impl From<WrongMagic> for Error {
    #[cold]
    fn from(wrong: WrongMagic) -> Self {
        let field = wrong.record.fields.get(wrong.field);
        let (name, at) = field.map_or(("", 0), |field| (field.name, field.at));
        let (expected, found) = (wrong.expected, wrong.found);
        Self::new(ErrorKind::Magic { expected, found }, at).within(name)
    }
}
