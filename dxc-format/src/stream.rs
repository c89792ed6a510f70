//! `binrw::BinRead` and `binrw::BinWrite`: each type is read and written at once, not field by field.

#[cfg(feature = "binrw")]
#[doc(hidden)]
pub use binrw;

/// Reads a fixed size at once.
#[cfg(feature = "binrw")]
#[doc(hidden)]
pub fn read_fixed<T: crate::Fixed, const N: usize>(
    reader: &mut (impl binrw::io::Read + binrw::io::Seek),
) -> binrw::BinResult<T> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes)?;
    // The macro passes the type's own size.
    Ok(T::decode(&bytes).unwrap_or_default())
}

/// Reads everything that is left.
#[cfg(feature = "binrw")]
#[doc(hidden)]
pub fn read_rest(
    reader: &mut (impl binrw::io::Read + binrw::io::Seek),
) -> binrw::BinResult<alloc::vec::Vec<u8>> {
    let mut bytes = alloc::vec::Vec::new();
    reader.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// `BinRead` and `BinWrite` of a fixed size. The format is little-endian whatever the caller says.
#[cfg(feature = "binrw")]
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_fixed {
    ($name:ident) => {
        impl $crate::stream::binrw::BinRead for $name {
            type Args<'a> = ();

            fn read_options<
                R: $crate::stream::binrw::io::Read + $crate::stream::binrw::io::Seek,
            >(
                reader: &mut R,
                _: $crate::stream::binrw::Endian,
                (): (),
            ) -> $crate::stream::binrw::BinResult<Self> {
                $crate::stream::read_fixed::<Self, { <$name as $crate::Fixed>::SIZE }>(reader)
            }
        }

        impl $crate::stream::binrw::BinWrite for $name {
            type Args<'a> = ();

            fn write_options<
                W: $crate::stream::binrw::io::Write + $crate::stream::binrw::io::Seek,
            >(
                &self,
                writer: &mut W,
                _: $crate::stream::binrw::Endian,
                (): (),
            ) -> $crate::stream::binrw::BinResult<()> {
                let mut bytes = [0; <$name as $crate::Fixed>::SIZE];
                $crate::Fixed::encode(self, &mut bytes);
                Ok(writer.write_all(&bytes)?)
            }
        }
    };
}

/// `BinRead` and `BinWrite` of a part: it takes the rest of the stream, which callers bound with `take_seek`.
#[cfg(feature = "binrw")]
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_sequence {
    ($name:ident, $args:ty) => {
        impl $crate::stream::binrw::BinRead for $name {
            type Args<'a> = $args;

            fn read_options<
                R: $crate::stream::binrw::io::Read + $crate::stream::binrw::io::Seek,
            >(
                reader: &mut R,
                _: $crate::stream::binrw::Endian,
                args: $args,
            ) -> $crate::stream::binrw::BinResult<Self> {
                let bytes = $crate::stream::read_rest(reader)?;
                Ok(<Self as $crate::Sequence>::from_bytes(&bytes, args)?)
            }
        }

        impl $crate::stream::binrw::BinWrite for $name {
            type Args<'a> = $args;

            fn write_options<
                W: $crate::stream::binrw::io::Write + $crate::stream::binrw::io::Seek,
            >(
                &self,
                writer: &mut W,
                _: $crate::stream::binrw::Endian,
                args: $args,
            ) -> $crate::stream::binrw::BinResult<()> {
                Ok(writer.write_all(&<Self as $crate::Sequence>::to_bytes(self, args)?)?)
            }
        }
    };
}

#[cfg(not(feature = "binrw"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_fixed {
    ($($anything:tt)*) => {};
}

#[cfg(not(feature = "binrw"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __binrw_sequence {
    ($($anything:tt)*) => {};
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
