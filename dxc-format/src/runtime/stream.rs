//! `binrw::BinRead` and `binrw::BinWrite`: each type is read and written at once, not field by field.
//!
//! The format is little-endian, whatever endianness a caller asks for. Offsets of errors count from where the stream
//! stood, the position of binrw's error from its beginning.

#[cfg(feature = "binrw")]
pub use binrw;

#[cfg(feature = "binrw")]
mod read_and_write {
    use alloc::boxed::Box;
    use alloc::format;
    use alloc::vec;
    use alloc::vec::Vec;

    use binrw::io::{Read, Seek, Write};
    use binrw::meta::{EndianKind, ReadEndian, WriteEndian};
    use binrw::{BinRead, BinResult, BinWrite, Endian};

    use crate::runtime::error::{Error, ErrorKind};
    use crate::runtime::fixed::Fixed;
    use crate::runtime::run::{BySize, Row, SizedRecord, SizedView};

    /// The error of something that began at a position of the stream.
    fn at(position: u64) -> impl Fn(Error) -> binrw::Error {
        move |error| binrw::Error::Custom {
            pos: position.saturating_add(error.offset() as u64),
            err: Box::new(error),
        }
    }

    /// Reads a fixed size at once.
    pub fn read_fixed<T: Fixed, const N: usize>(reader: &mut impl Read) -> BinResult<T> {
        let mut bytes = [0; N];
        reader.read_exact(&mut bytes)?;
        // The macro passes the type's own size.
        Ok(T::decode(&bytes).unwrap_or_default())
    }

    /// Reads everything that is left.
    pub fn read_rest<T>(
        reader: &mut (impl Read + Seek),
        parse: impl FnOnce(&[u8]) -> crate::runtime::error::Result<T>,
    ) -> BinResult<T> {
        let position = reader.stream_position()?;
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        parse(&bytes).map_err(at(position))
    }

    /// Writes what a value makes of itself.
    pub fn write_bytes(
        writer: &mut (impl Write + Seek),
        bytes: crate::runtime::error::Result<Vec<u8>>,
    ) -> BinResult<()> {
        let position = writer.stream_position()?;
        Ok(writer.write_all(&bytes.map_err(at(position))?)?)
    }

    /// Reads a record whose version a context tells.
    pub fn read_row<T: Row>(reader: &mut impl Read, context: T::Context) -> BinResult<T> {
        let mut bytes = vec![0; T::size(context)];
        reader.read_exact(&mut bytes)?;
        Ok(T::read(&bytes, context).unwrap_or_default())
    }

    /// Writes a record as its version has it.
    pub fn write_row<T: Row>(
        record: &T,
        writer: &mut (impl Write + Seek),
        context: T::Context,
    ) -> BinResult<()> {
        let mut bytes = vec![0; record.own_size(context)];
        let written = record.write(context, &mut bytes);
        write_bytes(writer, written.map(|()| bytes))
    }

    /// Reads a record whose size tells its version: of so many bytes, or of all that are left.
    pub fn read_sized<T: BySize>(
        reader: &mut (impl Read + Seek),
        size: Option<usize>,
    ) -> BinResult<SizedRecord<T>> {
        let position = reader.stream_position()?;
        let mut bytes = Vec::new();
        match size {
            // A size is believed as far as there are bytes.
            Some(size) => reader.take(size as u64).read_to_end(&mut bytes)?,
            None => reader.read_to_end(&mut bytes)?,
        };
        let needed = size.unwrap_or_default().max(T::size(()));
        let (needed, available) = (needed as u64, bytes.len() as u64);
        let short = || at(position)(Error::new(ErrorKind::Truncated { needed, available }, 0));
        let view = SizedView::<T>::read(&bytes).filter(|_| available >= needed);
        Ok(view.ok_or_else(short)?.to_value())
    }

    /// Reads a record whose size tells its version, and of which no bytes are unknown.
    pub fn read_known<T: BySize>(
        reader: &mut (impl Read + Seek),
        size: Option<usize>,
    ) -> BinResult<T> {
        let position = reader.stream_position()?;
        let SizedRecord { record, tail } = read_sized::<T>(reader, size)?;
        match tail.len() {
            0 => Ok(record),
            unknown => Err(binrw::Error::AssertFail {
                pos: position.saturating_add(T::size_of_version(record.version()) as u64),
                message: format!(
                    "{unknown} bytes of a later version, which `SizedRecord` would keep"
                ),
            }),
        }
    }

    /// As [`read_sized`] does: the size, or all that is left.
    impl<T: BySize> BinRead for SizedRecord<T> {
        type Args<'a> = Option<usize>;

        fn read_options<R: Read + Seek>(
            reader: &mut R,
            _: Endian,
            size: Option<usize>,
        ) -> BinResult<Self> {
            read_sized(reader, size)
        }
    }

    impl<T: BySize> BinWrite for SizedRecord<T> {
        type Args<'a> = ();

        fn write_options<W: Write + Seek>(
            &self,
            writer: &mut W,
            _: Endian,
            (): (),
        ) -> BinResult<()> {
            write_row(&self.record, writer, ())?;
            Ok(writer.write_all(&self.tail)?)
        }
    }

    impl<T: BySize> ReadEndian for SizedRecord<T> {
        const ENDIAN: EndianKind = EndianKind::Endian(Endian::Little);
    }

    impl<T: BySize> WriteEndian for SizedRecord<T> {
        const ENDIAN: EndianKind = EndianKind::Endian(Endian::Little);
    }
}

#[cfg(feature = "binrw")]
pub use read_and_write::{
    read_fixed, read_known, read_rest, read_row, read_sized, write_bytes, write_row,
};

/// `BinRead` and `BinWrite`: what it takes, how it is read from `reader`, and how `value` is written to `writer`.
#[cfg(feature = "binrw")]
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw {
    (
        $name:ident: $read_args:ty, $write_args:ty,
        |$reader:ident, $given:pat_param| $read:expr,
        |$value:ident, $writer:ident, $told:pat_param| $write:expr $(,)?
    ) => {
        impl $crate::runtime::stream::binrw::BinRead for $name {
            type Args<'a> = $read_args;

            fn read_options<
                R: $crate::runtime::stream::binrw::io::Read + $crate::runtime::stream::binrw::io::Seek,
            >(
                $reader: &mut R,
                _: $crate::runtime::stream::binrw::Endian,
                $given: $read_args,
            ) -> $crate::runtime::stream::binrw::BinResult<Self> {
                $read
            }
        }

        impl $crate::runtime::stream::binrw::BinWrite for $name {
            type Args<'a> = $write_args;

            fn write_options<
                W: $crate::runtime::stream::binrw::io::Write + $crate::runtime::stream::binrw::io::Seek,
            >(
                &self,
                $writer: &mut W,
                _: $crate::runtime::stream::binrw::Endian,
                $told: $write_args,
            ) -> $crate::runtime::stream::binrw::BinResult<()> {
                let $value = self;
                $write
            }
        }

        impl $crate::runtime::stream::binrw::meta::ReadEndian for $name {
            const ENDIAN: $crate::runtime::stream::binrw::meta::EndianKind =
                $crate::runtime::stream::binrw::meta::EndianKind::Endian(
                    $crate::runtime::stream::binrw::Endian::Little,
                );
        }

        impl $crate::runtime::stream::binrw::meta::WriteEndian for $name {
            const ENDIAN: $crate::runtime::stream::binrw::meta::EndianKind =
                $crate::runtime::stream::binrw::meta::EndianKind::Endian(
                    $crate::runtime::stream::binrw::Endian::Little,
                );
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
    ($name:ident) => {
        $crate::__binrw! {
            $name: (), (),
            |reader, ()| $crate::runtime::stream::read_fixed::<Self, { <$name as $crate::runtime::Fixed>::SIZE }>(reader),
            |value, writer, ()| {
                let mut bytes = [0; <$name as $crate::runtime::Fixed>::SIZE];
                $crate::runtime::Fixed::encode(value, &mut bytes);
                Ok(writer.write_all(&bytes)?)
            },
        }
    };
}

/// Of a version that values tell.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_row {
    ($name:ident) => {
        $crate::__binrw! {
            $name: <Self as $crate::runtime::Row>::Context, <Self as $crate::runtime::Row>::Context,
            |reader, context| $crate::runtime::stream::read_row(reader, context),
            |value, writer, context| $crate::runtime::stream::write_row(value, writer, context),
        }
    };
}

/// Of a version that the size tells: all that is left, unless a size is given.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_by_size {
    ($name:ident) => {
        $crate::__binrw! {
            $name: ::core::option::Option<usize>, (),
            |reader, size| $crate::runtime::stream::read_known(reader, size),
            |value, writer, ()| $crate::runtime::stream::write_row(value, writer, ()),
        }
    };
}

/// What a part holds: it takes the rest of the stream, which callers bound with `take_seek`.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_sequence {
    ($name:ident, $args:ty) => {
        $crate::__binrw! {
            $name: $args, $args,
            |reader, args| $crate::runtime::stream::read_rest(reader, |bytes| {
                <Self as $crate::runtime::Sequence>::from_bytes(bytes, args)
            }),
            |value, writer, args| $crate::runtime::stream::write_bytes(
                writer,
                <Self as $crate::runtime::Sequence>::to_bytes(value, args),
            ),
        }
    };
}

/// A part, of which the FourCC is told: it takes the rest of the stream.
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_part {
    ($name:ident) => {
        $crate::__binrw! {
            $name: $crate::runtime::FourCC, $crate::runtime::FourCC,
            |reader, fourcc| $crate::runtime::stream::read_rest(reader, |bytes| Self::parse(fourcc, bytes)),
            |value, writer, fourcc| $crate::runtime::stream::write_bytes(writer, value.to_bytes(fourcc)),
        }
    };
}

/// Whatever documents need.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __document {
    ($($item:item)*) => { $($item)* };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __document {
    ($($item:item)*) => {};
}
