//! Bytes that may be compressed: decompressed on request, up to their stated size and within limits.

use alloc::borrow::Cow;

use crate::generated::srci::{
    Compression, PdbInfoPart, PdbInfoPartView, SourceContents, SourceContentsView,
};
use crate::runtime::computed::Computed;
use crate::runtime::int::int;
use crate::runtime::limits::Budget;
use crate::runtime::{Error, ErrorKind, Limits, Result};
#[cfg(feature = "zlib")]
use miniz_oxide::deflate::CompressionLevel;

/// Bytes as a part stores them.
///
/// ```
/// use dxc_format::types::Compressed;
/// use dxc_format::srci::Compression;
///
/// let text = b"float4 main() : SV_Target { return 0; }".as_slice();
/// let packed = Compressed::new(text, Compression::None)?;
/// assert_eq!(&*packed.unpack()?, text);
/// # Ok::<(), dxc_format::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Compressed<'a> {
    /// The bytes, possibly compressed.
    pub stored: Cow<'a, [u8]>,
    /// The compression method.
    pub compression: Compression,
    /// The number of uncompressed bytes.
    pub size: u32,
}

impl<'a> Compressed<'a> {
    /// The bytes uncompressed; the stored ones, if they are not compressed. There are [`size`](Self::size) bytes.
    ///
    /// The default of [`Limits::unpacked`] is 64 times the stored size. Bytes with a higher ratio need
    /// [`unpack_within`](Self::unpack_within).
    ///
    /// # Errors
    /// Returns the errors of [`unpack_within`](Self::unpack_within).
    pub fn unpack(&self) -> Result<Cow<'a, [u8]>> {
        self.unpack_within(&Limits::of_input(self.stored.len()))
    }

    /// Like [`unpack`](Self::unpack), but with other limits.
    ///
    /// ```
    /// use dxc_format::{ErrorKind, Limits, types::Compressed};
    /// use dxc_format::srci::Compression;
    ///
    /// let packed = Compressed::new(vec![0; 1 << 20], Compression::Zlib)?;
    /// assert!(matches!(packed.unpack().unwrap_err().kind(), ErrorKind::Limit { name: "unpacked", .. }));
    /// let mut limits = Limits::of_input(packed.stored.len());
    /// limits.unpacked = 1 << 20;
    /// assert_eq!(packed.unpack_within(&limits)?.len(), 1 << 20);
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] if their stated size exceeds the limits; if they are damaged or differ from their stated
    /// size, or if the compression method is unknown or needs the feature `zlib`.
    pub fn unpack_within(&self, limits: &Limits) -> Result<Cow<'a, [u8]>> {
        self.unpack_from(&mut Budget::new("unpacked", limits.unpacked))
    }

    /// Like [`unpack_within`](Self::unpack_within), but takes the size from a budget.
    pub fn unpack_from(&self, budget: &mut Budget) -> Result<Cow<'a, [u8]>> {
        budget.take(self.size).map_err(Error::without_byte)?;
        let unpacked = match self.compression {
            Compression::None => Some(self.stored.clone()),
            #[cfg(feature = "zlib")]
            Compression::Zlib => {
                let limit = usize::try_from(self.size).unwrap_or(usize::MAX);
                let unpacked = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
                unpacked(&self.stored, limit).ok().map(Cow::Owned)
            }
            other => return Err(unsupported(other)),
        };
        let expected = self.size.into();
        unpacked
            .filter(|bytes| bytes.len() as u64 == expected)
            .ok_or_else(|| Error::without_byte(ErrorKind::Damaged { expected }))
    }

    /// Compresses bytes.
    ///
    /// # Errors
    /// If they exceed 4 GiB, or the compression method is unknown or needs the feature `zlib`.
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
            other => return Err(unsupported(other)),
        };
        Ok(Self {
            stored,
            compression,
            size,
        })
    }
}

impl<'a> SourceContentsView<'a> {
    /// The texts as they are stored.
    pub fn packed(&self) -> Compressed<'a> {
        Compressed {
            stored: self.entries.into(),
            compression: self.compression,
            size: self.uncompressed_size,
        }
    }
}

impl SourceContents {
    /// Stores texts, which are [`SourceTexts`](crate::srci::SourceTexts) as bytes.
    pub fn pack(&mut self, texts: Compressed<'_>) {
        self.compression = texts.compression;
        self.uncompressed_size = texts.size;
        self.entries = texts.stored.into_owned();
    }
}

impl<'a> PdbInfoPartView<'a> {
    /// The tables as they are stored.
    pub fn packed(&self) -> Compressed<'a> {
        Compressed {
            stored: self.data().into(),
            compression: self.compression(),
            size: self.uncompressed_size(),
        }
    }

    /// The tables as bytes, uncompressed; [`RuntimeDataView::parse`](crate::rdat::RuntimeDataView::parse) reads them.
    ///
    /// # Errors
    /// If they are damaged, or larger than 64 times the part, the default of [`Limits::unpacked`].
    pub fn tables(&self) -> Result<Cow<'a, [u8]>> {
        self.tables_within(&Limits::of_input(self.as_bytes().len()))
    }

    /// Like [`tables`](Self::tables), but with other limits.
    ///
    /// # Errors
    /// If they are damaged, or larger than the limits allow.
    pub fn tables_within(&self, limits: &Limits) -> Result<Cow<'a, [u8]>> {
        let tables = self.packed().unpack_within(limits);
        tables.map_err(|error| error.within("data"))
    }
}

impl PdbInfoPart {
    /// Stores tables, which are [`RuntimeData`](crate::rdat::RuntimeData) as bytes.
    pub fn pack(&mut self, tables: Compressed<'_>) {
        self.compression = tables.compression;
        self.uncompressed_size = tables.size;
        self.data = tables.stored.into_owned();
    }
}

/// The error for a compression method that this crate does not support, or only with a feature.
fn unsupported(compression: Compression) -> Error {
    let method = compression.0.into();
    Error::without_byte(match compression {
        Compression::Zlib => ErrorKind::NoFeature { feature: "zlib" },
        _ => ErrorKind::NoCompression { method },
    })
}
