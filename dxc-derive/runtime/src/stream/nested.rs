//! Reads and writes nested structures, whose sizes vary.

use alloc::vec;
use alloc::vec::Vec;

use binrw::BinResult;
use binrw::io::{Read, Seek, SeekFrom, Write};

use super::position::{at, end_of_stream, put_back};
use crate::error::{Error, ErrorKind};
use crate::read::reader::Reader;
use crate::read::walk::borrowed;
use crate::structures::nested::Nested;
use crate::write::writer::Writer;

/// The number of bytes to read first: most structures are smaller, and later bytes are not read repeatedly.
const FIRST: usize = 512;

/// Reads a structure at the stream's position, which then moves to the end of its inline part.
///
/// Offsets are relative to the start of the stream. A reference to a pool remains the offset in the file.
pub fn read_nested<T: Nested>(reader: &mut (impl Read + Seek), args: T::Args) -> BinResult<T> {
    let place = begin_of::<T>(reader)?;
    let (position, ..) = place;
    read_at(reader, args, place).map_err(|error| put_back(reader, position, error))
}

fn read_at<T: Nested>(
    reader: &mut (impl Read + Seek),
    args: T::Args,
    (position, begin, start): (u64, u64, usize),
) -> BinResult<T> {
    if T::PLACES {
        reader.seek(SeekFrom::Start(begin))?;
    }
    let mut bytes = Vec::new();
    let mut enough = if T::TAKES_REST {
        usize::MAX
    } else {
        start.saturating_add(FIRST)
    };
    loop {
        let missing = enough.saturating_sub(bytes.len()) as u64;
        let found = reader.by_ref().take(missing).read_to_end(&mut bytes)? as u64;
        let mut source = Reader::new(&bytes);
        source.jump(start);
        let read = T::read_whole(&mut source, args, borrowed(&mut ()));
        // If a field extends to the end of these bytes, it might be longer in the stream.
        if found < missing || read.is_ok() && source.reached() < bytes.len() {
            let view = read.map_err(|error| {
                if has_ended::<T>(&bytes, start, args, &error) {
                    end_of_stream(error)
                } else {
                    at(begin)(error)
                }
            });
            let value = T::from_view(&view?);
            let taken = bytes.get(start..source.at()).unwrap_or_default();
            if !T::PLACES && !source.is_canonical() {
                check_kept(&value, args, taken, position)?;
            }
            reader.seek(SeekFrom::Start(begin.saturating_add(source.at() as u64)))?;
            return Ok(value);
        }
        enough = enough.saturating_mul(2);
    }
}

/// Whether an error means that the stream, which contains these bytes, ends within an inline part of a known size, or
/// before any structure.
fn has_ended<T: Nested>(bytes: &[u8], start: usize, args: T::Args, error: &Error) -> bool {
    let left = bytes.len().saturating_sub(start);
    let is_short = T::inline_size(args).is_some_and(|size| left < size);
    matches!(error.kind(), ErrorKind::Truncated { .. }) && (left == 0 || is_short)
}

/// Refuses a structure that would not write the bytes that it was read from.
///
/// Only the value of a part stores the bytes of newer versions and other writers in gaps, for all of its content.
fn check_kept<T: Nested>(value: &T, args: T::Args, taken: &[u8], position: u64) -> BinResult<()> {
    let mut written = Vec::new();
    if Writer::new(&mut written).alone(value, args).is_err() || written == taken {
        // The writer reports this error.
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
    let (_, begin, start) = begin_of::<T>(writer)?;
    // Offsets are relative to the start of the stream.
    let mut bytes = vec![0; start];
    let written = Writer::going_on(&mut bytes).alone(value, args);
    written.map_err(at(begin))?;
    Ok(writer.write_all(bytes.get(start..).unwrap_or_default())?)
}

/// Returns the position of a stream, the position from which a structure's offsets count, and the distance between
/// both, unless the distance exceeds the largest offset.
fn begin_of<T: Nested>(stream: &mut impl Seek) -> BinResult<(u64, u64, usize)> {
    let position = stream.stream_position()?;
    let begin = if T::PLACES { 0 } else { position };
    let distance = position - begin;
    let start = u32::try_from(distance).ok();
    let too_far = || {
        let (value, bits) = (Some(distance), u32::BITS);
        at(position)(Error::new(ErrorKind::TooLarge { value, bits }, 0))
    };
    let start = start.and_then(|start| usize::try_from(start).ok());
    Ok((position, begin, start.ok_or_else(too_far)?))
}
