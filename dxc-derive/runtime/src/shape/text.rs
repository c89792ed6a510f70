//! Values as text, by their shapes.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::numbers::{number, signed_number};
use super::{BitsTable, Shape};
use crate::fixed::fourcc::FourCC;
use crate::shape::shown::ValueForm;

/// Whether raw numbers are added to names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Always,
    Alone,
}

/// Whether a number is 0xffffffff, which means none or unbounded.
fn is_none(bytes: &[u8]) -> bool {
    bytes == [u8::MAX; size_of::<u32>()]
}

/// Appends a number as decimal text, in a fraction of the time that [`write!`] needs.
fn push_decimal(text: &mut String, mut number: u64) {
    // A 64-bit number has at most 20 digits.
    let (mut digits, mut at) = ([b'0'; 20], 19);
    while number > 9 {
        digits[at] += u8::try_from(number % 10).unwrap_or_default();
        number /= 10;
        at -= 1;
    }
    digits[at] += u8::try_from(number).unwrap_or_default();
    text.push_str(core::str::from_utf8(&digits[at..]).unwrap_or_default());
}

impl BitsTable {
    /// Formats a number with a version in short form, such as `6.0 Pixel`; the version's highest bits come first.
    pub(crate) fn say_version(&self, whole: u64) -> Option<String> {
        if !self.has_version() {
            return None;
        }
        let mut text = String::new();
        let (version, others): (Vec<_>, Vec<_>) = self
            .values(whole)
            .partition(|(field, _)| field.shown.form == ValueForm::Version);
        for (field, value) in version.into_iter().rev() {
            let point = if text.is_empty() { "" } else { "." };
            text.push_str(point);
            text.push_str(&field.shape.say(&value.to_le_bytes()));
        }
        for (field, value) in others {
            text.push(' ');
            if !matches!(field.shape, Shape::Enum(_)) {
                text.push_str(field.name);
                text.push(' ');
            }
            text.push_str(&field.shape.say(&value.to_le_bytes()));
        }
        Some(text)
    }
}

impl Shape {
    /// The value in `bytes` as readable text, with names in addition to the raw number.
    pub fn show(&self, bytes: &[u8]) -> String {
        self.text(bytes, Numbers::Always)
    }

    /// The value in `bytes` in short form: its name, or its number if it has none.
    pub fn say(&self, bytes: &[u8]) -> String {
        self.text(bytes, Numbers::Alone)
    }

    /// Like [`say`](Self::say), but appends to a text.
    pub(crate) fn say_in(&self, text: &mut String, bytes: &[u8]) {
        // Writing into a String never fails.
        let _ = self.fmt(text, bytes, Numbers::Alone);
    }

    fn text(&self, bytes: &[u8], numbers: Numbers) -> String {
        // Most texts are a number, or a name and a number, and need one allocation.
        let mut text = String::with_capacity(32);
        // Writing into a String never fails.
        let _ = self.fmt(&mut text, bytes, numbers);
        text
    }

    fn fmt(&self, f: &mut String, bytes: &[u8], numbers: Numbers) -> fmt::Result {
        let value = number(bytes.get(..8).unwrap_or(bytes));
        let with_number = numbers == Numbers::Always;
        match self {
            Self::Unsigned if !with_number && is_none(bytes) => write!(f, "{value:#x}"),
            Self::Row { .. } | Self::List { .. } if is_none(bytes) => {
                f.write_str("none")?;
                number_behind(f, value, numbers)
            }
            Self::Unsigned
            | Self::Name { .. }
            | Self::Indices { .. }
            | Self::Row { .. }
            | Self::List { .. } => {
                push_decimal(f, value);
                Ok(())
            }
            Self::Signed => write!(f, "{}", signed_number(bytes)),
            Self::Float => match (bytes.try_into(), bytes.try_into()) {
                (Ok(bytes), _) => write!(f, "{:?}", f32::from_le_bytes(bytes)),
                (_, Ok(bytes)) => write!(f, "{:?}", f64::from_le_bytes(bytes)),
                _ => write!(f, "{value:#x}"),
            },
            Self::Truth if value > 1 && with_number => write!(f, "true ({value})"),
            Self::Truth => write!(f, "{}", value != 0),
            Self::FourCC => match bytes.try_into() {
                Ok(bytes) => write!(f, "\"{}\"", FourCC(bytes)),
                Err(_) => write!(f, "{value:#x}"),
            },
            Self::Bytes | Self::Union(_) => {
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
            Self::Enum(table) if with_number => match table.by_value(value) {
                Some(entry) if !entry.marker => write!(f, "{} ({value})", entry.name),
                Some(_) => table.fmt_value(f, value),
                None => write!(f, "unknown ({value})"),
            },
            Self::Enum(table) => table.fmt_value(f, value),
            Self::Flags(table) => {
                table.fmt_flags(f, value)?;
                number_behind(f, value, numbers)
            }
            Self::Bits(table) => {
                let mut separator = "";
                for (field, part) in table.values(value) {
                    write!(f, "{separator}{} ", field.name)?;
                    field.shape.fmt(f, &part.to_le_bytes(), numbers)?;
                    separator = ", ";
                }
                number_behind(f, value, numbers)
            }
            Self::Record(layout) => {
                let mut separator = "{ ";
                for field in layout.fields {
                    write!(f, "{separator}{} ", field.name)?;
                    field.shape.fmt(
                        f,
                        bytes.get(field.at..field.at + field.size).unwrap_or(&[]),
                        numbers,
                    )?;
                    separator = ", ";
                }
                f.write_str(" }")
            }
            Self::Array(shape, size) => {
                let mut separator = "[";
                for element in bytes.chunks(*size) {
                    f.write_str(separator)?;
                    shape.fmt(f, element, numbers)?;
                    separator = ", ";
                }
                f.write_str("]")
            }
        }
    }
}

/// Appends a number in parentheses, if numbers are printed with names.
fn number_behind(f: &mut String, value: u64, numbers: Numbers) -> fmt::Result {
    if numbers == Numbers::Always {
        write!(f, " ({value:#x})")
    } else {
        Ok(())
    }
}
