//! Bytes that may be compressed: undone when asked for, and never to more bytes than they are said to hold.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::generated::srci::Compression;
use crate::{Error, ErrorKind, Result};

/// Bytes as a part stores them.
///
/// ```
/// use dxc_format::Packed;
///
/// let packed = Packed::zlib(b"float4 main() : SV_Target { return 0; }")?;
/// assert_eq!(&*packed.unpack()?, b"float4 main() : SV_Target { return 0; }");
/// # Ok::<(), dxc_format::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Packed<'a> {
    /// The bytes, perhaps compressed.
    pub stored: Cow<'a, [u8]>,
    /// How they are compressed.
    pub compression: Compression,
    /// How many there are uncompressed.
    pub size: u32,
}

impl<'a> Packed<'a> {
    /// The bytes uncompressed; those that are stored, if they are that already.
    ///
    /// # Errors
    /// If they are damaged, are not as many as they are said to be, or were compressed in a way that is not known or
    /// needs the feature `zlib`.
    pub fn unpack(&self) -> Result<Cow<'a, [u8]>> {
        let unpacked = match self.compression {
            Compression::None => Some(self.stored.clone()),
            #[cfg(feature = "zlib")]
            Compression::Zlib => {
                let limit = usize::try_from(self.size).unwrap_or(usize::MAX);
                let unpacked = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
                unpacked(&self.stored, limit).ok().map(Cow::Owned)
            }
            other => {
                let method = other.0.into();
                return Err(Error::new(ErrorKind::NoCompression { method }, 0));
            }
        };
        let expected = self.size.into();
        unpacked
            .filter(|bytes| bytes.len() as u64 == expected)
            .ok_or_else(|| Error::new(ErrorKind::Damaged { expected }, 0))
    }

    /// Bytes as they are.
    ///
    /// # Errors
    /// If there are 4 GiB of them.
    pub fn plain(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self> {
        let stored = bytes.into();
        Ok(Self {
            size: size(&stored)?,
            stored,
            compression: Compression::None,
        })
    }
}

#[cfg(feature = "zlib")]
impl Packed<'_> {
    /// Compresses bytes.
    ///
    /// # Errors
    /// If there are 4 GiB of them.
    pub fn zlib(bytes: &[u8]) -> Result<Self> {
        const LEVEL: u8 = 6;
        let stored: Vec<u8> = miniz_oxide::deflate::compress_to_vec_zlib(bytes, LEVEL);
        Ok(Self {
            stored: stored.into(),
            compression: Compression::Zlib,
            size: size(bytes)?,
        })
    }
}

fn size(bytes: &[u8]) -> Result<u32> {
    let value = Some(bytes.len() as u64);
    let too_large = ErrorKind::TooLarge { value, bits: 32 };
    u32::try_from(bytes.len()).map_err(|_| Error::new(too_large, 0))
}
