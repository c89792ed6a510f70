//! Structures inside of parts, from streams and to them.

use alloc::vec;
use alloc::vec::Vec;

use binrw::BinResult;
use binrw::io::{Read, Seek, SeekFrom, Write};

use super::at;
use crate::error::{Error, ErrorKind, Result};
use crate::nested::Nested;
use crate::reader::Reader;
use crate::walk::lent;
use crate::writer::Writer;

/// The number of bytes to read first: most structures are smaller, and later bytes are not read repeatedly.
const FIRST: usize = 512;

/// Reads a structure at the stream's position, which then moves to the end of its inline part.
///
/// Offsets are relative to the start of the stream. A reference to a pool remains the offset in the file.
pub fn read_nested<T: Nested>(reader: &mut (impl Read + Seek), args: T::Args) -> BinResult<T> {
    let position = reader.stream_position()?;
    let begin = if T::PLACES { 0 } else { position };
    let start = distance(begin, position).map_err(at(position))?;
    if T::PLACES {
        reader.seek(SeekFrom::Start(begin))?;
    }
    let mut bytes = Vec::new();
    let mut enough = match T::TAKES_REST {
        true => usize::MAX,
        false => start.saturating_add(FIRST),
    };
    loop {
        let missing = enough.saturating_sub(bytes.len()) as u64;
        let found = reader.by_ref().take(missing).read_to_end(&mut bytes)? as u64;
        let mut source = Reader::new(&bytes);
        source.jump(start);
        let read = T::read_whole(&mut source, args, lent(&mut ()));
        // A field that reaches the end of these bytes might extend further.
        if found < missing || read.is_ok() && source.reached() < bytes.len() {
            let value = T::from_view(&read.map_err(at(begin))?);
            let taken = bytes.get(start..source.at()).unwrap_or_default();
            if !T::PLACES && !source.is_usual() {
                check_kept(&value, args, taken, position)?;
            }
            reader.seek(SeekFrom::Start(begin.saturating_add(source.at() as u64)))?;
            return Ok(value);
        }
        enough = enough.saturating_mul(2);
    }
}

/// Refuses a structure that would not write the bytes that it was read from.
///
/// Only the value of a part stores the bytes of newer versions and other writers in gaps, for all of its content.
fn check_kept<T: Nested>(value: &T, args: T::Args, taken: &[u8], position: u64) -> BinResult<()> {
    let mut written = Vec::new();
    if Writer::new(&mut written).alone(value, args).is_err() || written == taken {
        // The writer reports the error.
        return Ok(());
    }
    let pairs = written.iter().zip(taken);
    let kept = pairs
        .take_while(|(written, taken)| written == taken)
        .count();
    Err(binrw::Error::AssertFail {
        pos: position.saturating_add(kept as u64),
        message: "a byte in a gap, which only the value of the whole part would keep".into(),
    })
}

/// Writes a structure at the stream's position, and after it its placed fields, with offsets relative to the start of
/// the stream.
pub fn write_nested<T: Nested>(
    value: &T,
    writer: &mut (impl Write + Seek),
    args: T::Args,
) -> BinResult<()> {
    let position = writer.stream_position()?;
    let begin = if T::PLACES { 0 } else { position };
    let start = distance(begin, position).map_err(at(position))?;
    // Offsets include the bytes before it.
    let mut bytes = vec![0; start];
    let written = Writer::going_on(&mut bytes).alone(value, args);
    written.map_err(at(begin))?;
    Ok(writer.write_all(bytes.get(start..).unwrap_or_default())?)
}

/// The distance between two positions, if an offset in a part can be as large.
fn distance(begin: u64, position: u64) -> Result<usize> {
    let distance = position.saturating_sub(begin);
    let place = u32::try_from(distance).ok();
    let too_far = || {
        let (value, bits) = (Some(distance), u32::BITS);
        Error::new(ErrorKind::TooLarge { value, bits }, 0)
    };
    let place = place.and_then(|place| usize::try_from(place).ok());
    place.ok_or_else(too_far)
}
