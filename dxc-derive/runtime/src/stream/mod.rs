//! `binrw::BinRead` and `binrw::BinWrite`: each type is read and written as a whole, not field by field.
//!
//! The format is always little-endian; the caller's endianness is ignored. Offsets in errors are relative to the
//! stream's initial position. The position in binrw's error is relative to the start of the stream.

#[cfg(feature = "binrw")]
mod blocks;
#[cfg(feature = "binrw")]
mod exact;
#[cfg(feature = "binrw")]
mod layout_args;
#[cfg(feature = "binrw")]
mod nested;
#[cfg(feature = "binrw")]
mod part;
#[cfg(feature = "binrw")]
mod position;
#[cfg(feature = "binrw")]
mod sized;

#[cfg(feature = "binrw")]
pub use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
    meta::{EndianKind, ReadEndian, WriteEndian},
};
#[cfg(feature = "binrw")]
pub use blocks::{count, strided};
#[cfg(feature = "binrw")]
pub use exact::{read_exact, read_fixed, read_row, write_fixed, write_row};
#[cfg(feature = "binrw")]
pub use layout_args::{LayoutArgs, StreamArgs};
#[cfg(feature = "binrw")]
pub use nested::{read_nested, write_nested};
#[cfg(feature = "binrw")]
pub use part::{read_rest, write_bytes};
#[cfg(feature = "binrw")]
pub use sized::{read_known, read_sized, read_version, write_sized};

/// The byte order of all types.
#[cfg(feature = "binrw")]
pub const LITTLE: EndianKind = EndianKind::Endian(Endian::Little);

/// `BinRead` and `BinWrite` of a type: the doc, the arguments, and how to read from `reader` and write to `writer`.
#[cfg(feature = "binrw")]
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw {
    (
        [$($generics:tt)*] $name:ty:
        $(#[$read_doc:meta])*
        ($read_args:ty) |$reader:ident, $given:pat_param| $read:expr,
        $(#[$write_doc:meta])*
        ($write_args:ty) |$value:ident, $writer:ident, $args:pat_param| $write:expr $(,)?
    ) => {
        $(#[$read_doc])*
        impl<$($generics)*> $crate::stream::BinRead for $name {
            type Args<'a> = $read_args;

            #[inline]
            fn read_options<__R: $crate::stream::Read + $crate::stream::Seek>(
                $reader: &mut __R,
                _: $crate::stream::Endian,
                $given: <Self as $crate::stream::BinRead>::Args<'_>,
            ) -> $crate::stream::BinResult<Self> {
                $read
            }
        }

        $(#[$write_doc])*
        impl<$($generics)*> $crate::stream::BinWrite for $name {
            type Args<'a> = $write_args;

            #[inline]
            fn write_options<__W: $crate::stream::Write + $crate::stream::Seek>(
                &$value,
                $writer: &mut __W,
                _: $crate::stream::Endian,
                $args: <Self as $crate::stream::BinWrite>::Args<'_>,
            ) -> $crate::stream::BinResult<()> {
                $write
            }
        }

        impl<$($generics)*> $crate::stream::ReadEndian for $name {
            const ENDIAN: $crate::stream::EndianKind = $crate::stream::LITTLE;
        }

        impl<$($generics)*> $crate::stream::WriteEndian for $name {
            const ENDIAN: $crate::stream::EndianKind = $crate::stream::LITTLE;
        }
    };
}

#[cfg(not(feature = "binrw"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw {
    ($($anything:tt)*) => {};
}

/// Of a fixed size.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_fixed {
    ($name:ty) => {
        $crate::__binrw! {
            [] $name:
            /// Always little-endian; the endianness of the caller is ignored.
            (()) |reader, ()|
                $crate::stream::read_fixed::<Self, { <$name as $crate::Fixed>::SIZE }>(reader),
            (()) |self, writer, ()|
                $crate::stream::write_fixed::<Self, { <$name as $crate::Fixed>::SIZE }>(self, writer),
        }
    };
}

/// For a union, whose value is an array of bytes.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_union {
    ($name:ty) => {
        $crate::__binrw! {
            [] $name:
            /// Always little-endian; the endianness of the caller is ignored.
            (()) |reader, ()| $crate::stream::read_exact::<Self, { <$name as $crate::Fixed>::SIZE }>(
                reader,
                |bytes| Ok(Self(*bytes)),
            ),
            (()) |self, writer, ()| Ok($crate::stream::Write::write_all(writer, &self.0)?),
        }
    };
}

crate::__binrw_fixed!(crate::FourCC);
crate::__binrw_fixed!(crate::Bool8);
crate::__binrw_fixed!(crate::F32);
crate::__binrw_fixed!(crate::F64);
crate::__binrw! {
    [T: crate::BySize] crate::SizedRecord<T>:
    /// The size in bytes, or `None` for all bytes up to the end of the stream.
    (Option<usize>) |reader, size| read_sized(reader, size),
    (()) |self, writer, ()| write_sized(&self.record, writer, (), &self.tail),
}

/// For a record whose version values determine; the sizes are those of all versions.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_row {
    ($name:ty, [$($size:expr),* $(,)?]) => {
        $crate::__binrw! {
            [] $name:
            /// Its argument determines its version, and so its size.
            ///
            /// Always little-endian; the endianness of the caller is ignored.
            (<<Self as $crate::Row>::Context as $crate::stream::StreamArgs>::Stated) |reader, stated| {
                let context = $crate::stream::StreamArgs::of_stated(stated);
                match <Self as $crate::Row>::size(context) {
                    $(size if size == $size =>
                        $crate::stream::read_row::<Self, { $size }>(reader, context),)*
                    _ => $crate::stream::read_row::<Self, { <$name as $crate::Row>::NEWEST }>(reader, context),
                }
            },
            (<<Self as $crate::Row>::Context as $crate::stream::StreamArgs>::Stated) |self, writer, stated| {
                let context = $crate::stream::StreamArgs::of_stated(stated);
                match <Self as $crate::Row>::own_size(self, context) {
                    $(size if size == $size =>
                        $crate::stream::write_row::<Self, { $size }>(self, writer, context),)*
                    _ => $crate::stream::write_sized(self, writer, context, &[]),
                }
            },
        }
    };
}

/// For a record whose size determines its version: the field with the index of its version, the sizes of older versions, and
/// that of the newest.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_by_size {
    ($name:ty, $version:ident, [$($index:literal => $size:expr),*], $newest:expr) => {
        $crate::__binrw! {
            [] $name:
            /// The size in bytes; `None` extends to the end.
            ///
            /// A size that no version has is read as the newest version that fits; the bytes after that version are
            /// skipped, and `SizedRecord` keeps them. Without a size, they are an error. The end is that of the stream, or
            /// of its `take_seek`. Always little-endian; the endianness of the caller is ignored.
            (::core::option::Option<usize>) |reader, size| match size {
                $(Some(size) if size == $size =>
                    $crate::stream::read_version::<Self, { $size }>(reader),)*
                Some(size) if size == $newest =>
                    $crate::stream::read_version::<Self, { $newest }>(reader),
                size => $crate::stream::read_known(reader, size),
            },
            (()) |self, writer, ()| match self.$version {
                $($index => $crate::stream::write_row::<Self, { $size }>(self, writer, ()),)*
                _ => $crate::stream::write_row::<Self, { $newest }>(self, writer, ()),
            },
        }
    };
}

/// For the content of a part: it extends to the end of the stream, which callers limit with `take_seek`.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_sequence {
    ($name:ty) => {
        $crate::__binrw! {
            [] $name:
            /// The part's data is all that is left of the stream.
            ///
            /// Its end is that of the stream, or of its `take_seek`. Always little-endian; the endianness of the caller
            /// is ignored.
            (<<Self as $crate::Fields>::Args as $crate::stream::StreamArgs>::Stated) |reader, stated|
                $crate::stream::read_rest(
                    reader,
                    |bytes| $crate::Sequence::from_bytes(bytes, $crate::stream::StreamArgs::of_stated(stated)),
                ),
            (<<Self as $crate::Fields>::Args as $crate::stream::StreamArgs>::Stated) |self, writer, stated|
                $crate::stream::write_bytes(
                    writer,
                    $crate::Sequence::to_bytes(self, $crate::stream::StreamArgs::of_stated(stated)),
                ),
        }
    };
}

/// For a part with a given FourCC: it extends to the end of the stream.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_part {
    ($name:ty) => {
        $crate::__binrw! {
            [] $name:
            /// Its argument is the FourCC; its data extends to the end of the stream.
            ///
            /// Its end is that of the stream, or of its `take_seek`. Always little-endian; the endianness of the caller
            /// is ignored.
            ($crate::stream::LayoutArgs<$crate::FourCC>) |reader, $crate::stream::LayoutArgs(fourcc)| $crate::stream::read_rest(
                reader,
                |bytes| Self::parse(fourcc, bytes),
            ),
            ($crate::stream::LayoutArgs<$crate::FourCC>) |self, writer, $crate::stream::LayoutArgs(fourcc)| $crate::stream::write_bytes(
                writer,
                self.to_bytes(fourcc),
            ),
        }
    };
}

/// A structure inside of a part.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_nested {
    ([$($generics:tt)*] $name:ty) => {
        $crate::__binrw! {
            [$($generics)*] $name:
            /// It begins at the stream's position, and the stream continues after it.
            ///
            /// A contiguous structure is refused if it would not write the bytes that it was read from, such as
            /// padding. For one with placed fields, the bytes between them are not kept.
            ///
            /// Its offsets are relative to the start of the stream. Always little-endian; the endianness of the caller
            /// is ignored.
            (<<Self as $crate::Fields>::Args as $crate::stream::StreamArgs>::Stated) |reader, stated|
                $crate::stream::read_nested(reader, $crate::stream::StreamArgs::of_stated(stated)),
            /// Its placed fields follow immediately.
            ///
            /// Its offsets count from the start of the stream.
            (<<Self as $crate::Fields>::Args as $crate::stream::StreamArgs>::Stated) |self, writer, stated|
                $crate::stream::write_nested(self, writer, $crate::stream::StreamArgs::of_stated(stated)),
        }
    };
}

/// The items that serde needs.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($($item:item)*) => { $($item)* };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($($item:item)*) => {};
}
