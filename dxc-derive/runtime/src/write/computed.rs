//! Computes values from the rest of a value, and checks those that are stored.

use crate::error::{Error, ErrorKind, FirstBytes, Result};
use crate::fixed::Fixed;
use crate::fixed::array::Array;
use crate::fixed::fourcc::FourCC;
use crate::fixed::int::{FromInt, Int, ToInt, argument};
use crate::records::row::Row;
use crate::records::strided::Strided;

/// The value of a computed field.
pub trait Computed<T: Fixed>: Copy {
    /// The value, converted to the type of the field.
    ///
    /// # Errors
    /// Returns an error if the value overflows the field.
    fn value(self) -> Result<T>;

    /// Refuses a field with any other value.
    ///
    /// # Errors
    /// Returns an error if the field differs; `rule` is the expression for its value.
    fn check(self, found: T, rule: &'static str) -> Result<(), ErrorKind>;
}

impl<T: Fixed + ToInt + FromInt> Computed<T> for Int {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self) -> Result<T> {
        argument(self).map_err(|kind| Error::new(kind, 0))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check(self, found: T, rule: &'static str) -> Result<(), ErrorKind> {
        if self == found {
            return Ok(());
        }
        let found = found.to_int().get().unwrap_or_default();
        Err(ErrorKind::Mismatch {
            rule,
            expected: self.get(),
            found,
        })
    }
}

impl Computed<FourCC> for FourCC {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self) -> Result<FourCC> {
        Ok(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check(self, found: FourCC, _: &'static str) -> Result<(), ErrorKind> {
        if self == found {
            Ok(())
        } else {
            Err(ErrorKind::Magic {
                expected: self,
                found,
            })
        }
    }
}

impl Computed<FourCC> for &'static [u8; 4] {
    fn value(self) -> Result<FourCC> {
        Ok(FourCC(*self))
    }

    fn check(self, found: FourCC, rule: &'static str) -> Result<(), ErrorKind> {
        FourCC(*self).check(found, rule)
    }
}

impl<const N: usize> Computed<[u8; N]> for &'static [u8; N]
where
    [u8; N]: Default,
{
    fn value(self) -> Result<[u8; N]> {
        Ok(*self)
    }

    fn check(self, found: [u8; N], _: &'static str) -> Result<(), ErrorKind> {
        same_bytes(self, &found)
    }
}

impl<const N: usize> Computed<Array<u8, N>> for &'static [u8; N] {
    fn value(self) -> Result<Array<u8, N>> {
        Ok(Array(*self))
    }

    fn check(self, found: Array<u8, N>, _: &'static str) -> Result<(), ErrorKind> {
        same_bytes(self, &*found)
    }
}

impl Computed<[u8; 4]> for FourCC {
    fn value(self) -> Result<[u8; 4]> {
        Ok(self.0)
    }

    fn check(self, found: [u8; 4], rule: &'static str) -> Result<(), ErrorKind> {
        self.check(FourCC(found), rule)
    }
}

fn same_bytes(expected: &'static [u8], found: &[u8]) -> Result<(), ErrorKind> {
    if expected == found {
        Ok(())
    } else {
        Err(ErrorKind::Bytes {
            expected,
            found: FirstBytes::of(found),
        })
    }
}

/// The error for a run without a count.
#[cold]
pub fn uncounted(error: &Error, run: &str) -> Error {
    Error::new(error.kind().clone(), error.offset()).within(run)
}

/// Refuses a run whose length differs from the rest of the value.
///
/// # Errors
/// If the two differ, or the count overflows 64 bits.
pub fn same_count(expected: Int, found: usize, rule: &'static str) -> Result<()> {
    let kind = match expected.get() {
        Some(expected) if expected == found as u64 => return Ok(()),
        Some(expected) => ErrorKind::CountDiffers {
            rule,
            expected,
            found: found as u64,
        },
        None => ErrorKind::Overflow { rule },
    };
    Err(Error::without_byte(kind))
}

/// Refuses records whose stride differs from the stored one.
///
/// # Errors
/// If the two differ, and there are records.
pub fn same_stride<T: Row<Context = ()>>(
    expected: Int,
    rows: &Strided<T>,
    rule: &'static str,
) -> Result<()> {
    if rows.is_empty() || expected == rows.stride() {
        return Ok(());
    }
    Err(other_stride(expected, rows.stride(), rule))
}

#[cold]
fn other_stride(expected: Int, stride: u32, rule: &'static str) -> Error {
    let (expected, found) = (expected.get(), stride.into());
    let kind = ErrorKind::Mismatch {
        rule,
        expected,
        found,
    };
    Error::without_byte(kind)
}

/// Refuses records with an invalid field; the first is written at `at`.
///
/// # Errors
/// Returns the error of `check`, with the field and the record's index.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check_rows<T>(
    rows: &[T],
    at: usize,
    field: &str,
    check: impl Fn(&T) -> Result<(), ErrorKind>,
) -> Result<()> {
    for (index, row) in rows.iter().enumerate() {
        if let Err(kind) = check(row) {
            return Err(Error::new(kind, at).within(field).within_index(index));
        }
    }
    Ok(())
}
