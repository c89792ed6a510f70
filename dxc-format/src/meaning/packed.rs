//! Bytes that may be compressed: undone when asked for, and never to more bytes than they are said to hold.

use alloc::borrow::Cow;

use crate::generated::srci::Compression;
use crate::runtime::int::int;
use crate::runtime::writer::Computed;
use crate::runtime::{Error, ErrorKind, Result};
#[cfg(feature = "zlib")]
use miniz_oxide::deflate::CompressionLevel;

/// How many times what was stored is unpacked at most where nobody said how much is wanted: sources grow less, and what
/// grows more is a bomb.
pub(crate) const MOST_GROWTH: usize = 64;

/// Bytes as a part stores them.
///
/// ```
/// use dxc_format::{Packed, srci::Compression};
///
/// let text = b"float4 main() : SV_Target { return 0; }".as_slice();
/// let packed = Packed::new(text, Compression::None)?;
/// assert_eq!(&*packed.unpack()?, text);
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
    /// The bytes uncompressed; those that are stored, if they are that already. There are as many as
    /// [`size`](Self::size) says, which a stranger may have chosen: look at it first.
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
                return Err(Error::without_byte(ErrorKind::NoCompression { method }));
            }
        };
        let expected = self.size.into();
        unpacked
            .filter(|bytes| bytes.len() as u64 == expected)
            .ok_or_else(|| Error::without_byte(ErrorKind::Damaged { expected }))
    }

    /// The same, but no more than is left of a budget, which shrinks by what is unpacked.
    pub(crate) fn unpack_within(&self, budget: &mut usize) -> Result<Cow<'a, [u8]>> {
        let left = usize::try_from(self.size).ok();
        let left = left.and_then(|size| budget.checked_sub(size));
        *budget = left.ok_or_else(|| {
            let (size, limit) = (self.size.into(), *budget as u64);
            Error::without_byte(ErrorKind::Expands { size, limit })
        })?;
        self.unpack()
    }

    /// Bytes, compressed.
    ///
    /// # Errors
    /// If there are 4 GiB of them, or this way of compressing is not known or needs the feature `zlib`.
    pub fn new(bytes: impl Into<Cow<'a, [u8]>>, compression: Compression) -> Result<Self> {
        let bytes = bytes.into();
        let size = Computed::<u32>::value(int(bytes.len()))?;
        let stored = match compression {
            Compression::None => bytes,
            #[cfg(feature = "zlib")]
            Compression::Zlib => {
                let level = CompressionLevel::DefaultLevel as u8;
                miniz_oxide::deflate::compress_to_vec_zlib(&bytes, level).into()
            }
            other => {
                let method = other.0.into();
                return Err(Error::without_byte(ErrorKind::NoCompression { method }));
            }
        };
        Ok(Self {
            stored,
            compression,
            size,
        })
    }
}
