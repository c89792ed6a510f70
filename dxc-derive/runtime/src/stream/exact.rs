//! Reads and writes values of a constant size, with one call of the stream and no allocation.

use binrw::BinResult;
use binrw::io::{Read, Seek, Write};

use super::position::{at, put_back};
use crate::error::Result;
use crate::fixed::Fixed;
use crate::records::row::Row;

/// Reads `SIZE` bytes. A constant lets the compiler copy them without a call.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_exact<T, const SIZE: usize>(
    reader: &mut (impl Read + Seek),
    decode: impl FnOnce(&[u8; SIZE]) -> Result<T>,
) -> BinResult<T> {
    // After a failed `read_exact`, the position of the stream is undefined.
    let position = reader.stream_position()?;
    let mut bytes = [0; SIZE];
    let error = match reader.read_exact(&mut bytes) {
        Ok(()) => match decode(&bytes) {
            Ok(value) => return Ok(value),
            Err(error) => at(position)(error),
        },
        Err(error) => error.into(),
    };
    Err(put_back(reader, position, error))
}

/// Writes `SIZE` bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_exact<const SIZE: usize>(
    writer: &mut (impl Write + Seek),
    encode: impl FnOnce(&mut [u8; SIZE]) -> Result<()>,
) -> BinResult<()> {
    let mut bytes = [0; SIZE];
    match encode(&mut bytes) {
        Ok(()) => Ok(writer.write_all(&bytes)?),
        Err(error) => Err(at(writer.stream_position()?)(error)),
    }
}

/// Reads a value of a fixed size; `SIZE` is that of the type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_fixed<T: Fixed, const SIZE: usize>(reader: &mut (impl Read + Seek)) -> BinResult<T> {
    read_exact::<T, SIZE>(reader, |bytes| {
        let value = T::decode(bytes).unwrap_or_default();
        value.check()?;
        Ok(value)
    })
}

/// Writes a value of a fixed size; `SIZE` is that of the type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_fixed<T: Fixed, const SIZE: usize>(
    value: &T,
    writer: &mut (impl Write + Seek),
) -> BinResult<()> {
    write_exact::<SIZE>(writer, |bytes| {
        value.check()?;
        value.encode(bytes);
        Ok(())
    })
}

/// Reads a record in a version of `SIZE` bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_row<T: Row, const SIZE: usize>(
    reader: &mut (impl Read + Seek),
    context: T::Context,
) -> BinResult<T> {
    read_exact::<T, SIZE>(reader, |bytes| {
        Ok(T::read_row(bytes, context).unwrap_or_default())
    })
}

/// Writes a record in a version of `SIZE` bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_row<T: Row, const SIZE: usize>(
    record: &T,
    writer: &mut (impl Write + Seek),
    context: T::Context,
) -> BinResult<()> {
    write_exact::<SIZE>(writer, |bytes| record.write_row(context, bytes))
}
