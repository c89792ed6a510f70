//! Reads and writes the content of parts, which extends to the end of the stream.

use alloc::vec::Vec;

use binrw::BinResult;
use binrw::io::{Read, Seek, Write};

use super::position::{at, restoring};
use crate::error::Result;

/// Reads all bytes that remain.
pub fn read_rest<T>(
    reader: &mut (impl Read + Seek),
    parse: impl FnOnce(&[u8]) -> Result<T>,
) -> BinResult<T> {
    restoring(reader, |reader, position| {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        parse(&bytes).map_err(at(position))
    })
}

/// Writes the bytes of a value.
pub fn write_bytes(writer: &mut (impl Write + Seek), bytes: Result<Vec<u8>>) -> BinResult<()> {
    match bytes {
        Ok(bytes) => Ok(writer.write_all(&bytes)?),
        Err(error) => Err(at(writer.stream_position()?)(error)),
    }
}
