//! Four-character codes.

use core::fmt;

/// A four-character code: the name of a part, or a magic number.
///
/// It need not be text: any four bytes are kept.
///
/// ```
/// use dxc_format::FourCC;
///
/// assert_eq!(FourCC(*b"PSV0").to_string(), "PSV0");
/// assert_eq!(FourCC(*b"A\0\xffB").to_string(), r"A\0\xffB");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FourCC(pub [u8; 4]);

impl FourCC {
    /// The code as text, if it is text.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.0).ok()
    }

    /// The code as the integer that compares equal to it in a little-endian file.
    pub const fn to_u32(self) -> u32 {
        u32::from_le_bytes(self.0)
    }
}

impl fmt::Display for FourCC {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            match byte {
                0 => f.write_str("\\0")?,
                b'\\' => f.write_str("\\\\")?,
                b' '..=b'~' => fmt::Write::write_char(f, char::from(byte))?,
                _ => write!(f, "\\x{byte:02x}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for FourCC {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FourCC({self})")
    }
}

impl From<[u8; 4]> for FourCC {
    fn from(bytes: [u8; 4]) -> Self {
        Self(bytes)
    }
}

/// Exactly four ASCII bytes; other texts are not a FourCC.
impl core::str::FromStr for FourCC {
    type Err = NotAFourCC;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes().try_into() {
            Ok(bytes) if text.is_ascii() => Ok(Self(bytes)),
            _ => Err(NotAFourCC),
        }
    }
}

/// A text that is not four ASCII characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAFourCC;

impl fmt::Display for NotAFourCC {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a FourCC is four ASCII characters")
    }
}

impl core::error::Error for NotAFourCC {}
