//! How values are read from streams and written to them.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use binrw::io::{Read, Seek, SeekFrom, Write};
use binrw::meta::EndianKind;
use binrw::{BinResult, Endian};

use crate::error::{Error, ErrorKind, Result};
use crate::fixed::Fixed;
use crate::nested::Nested;
use crate::reader::Reader;
use crate::row::{BySize, Row};
use crate::sized::{SizedRecord, SizedView};
use crate::walk::borrowed;
use crate::writer::{SMALL, Writer};

/// The byte order of all types.
pub const LITTLE: EndianKind = EndianKind::Endian(Endian::Little);

/// The error of something that began at a position of the stream.
fn at(position: u64) -> impl Fn(Error) -> binrw::Error {
    move |error| binrw::Error::Custom {
        pos: position.saturating_add(error.offset() as u64),
        err: Box::new(error),
    }
}

/// The error for a stream that ends inside of something of a known size, as binrw has it for its own types.
fn end_of_stream(error: Error) -> binrw::Error {
    binrw::io::Error::new(binrw::io::ErrorKind::UnexpectedEof, error).into()
}

/// Lends a buffer of this many bytes, which is allocated only if it is large.
fn with_bytes<V>(size: usize, job: impl FnOnce(&mut [u8]) -> V) -> V {
    match [0; SMALL].get_mut(..size) {
        Some(bytes) => job(bytes),
        None => job(&mut vec![0; size]),
    }
}

/// Reads a fixed size at once.
pub fn read_fixed<T: Fixed>(reader: &mut (impl Read + Seek)) -> BinResult<T> {
    let value: T = with_bytes(T::SIZE, |bytes| -> BinResult<T> {
        reader.read_exact(bytes)?;
        // The bytes match the stated size.
        Ok(T::decode(bytes).unwrap_or_default())
    })?;
    match value.check() {
        Ok(()) => Ok(value),
        Err(error) => {
            let end = reader.stream_position()?;
            Err(at(end.saturating_sub(T::SIZE as u64))(error))
        }
    }
}

/// Writes a fixed size at once.
pub fn write_fixed<T: Fixed>(value: &T, writer: &mut (impl Write + Seek)) -> BinResult<()> {
    if let Err(error) = value.check() {
        return Err(at(writer.stream_position()?)(error));
    }
    with_bytes(T::SIZE, |bytes| {
        value.encode(bytes);
        Ok(writer.write_all(bytes)?)
    })
}

/// Reads everything that is left.
pub fn read_rest<T>(
    reader: &mut (impl Read + Seek),
    parse: impl FnOnce(&[u8]) -> Result<T>,
) -> BinResult<T> {
    let position = reader.stream_position()?;
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    parse(&bytes).map_err(at(position))
}

/// Reads this many bytes.
pub fn read_exact<T>(
    reader: &mut (impl Read + Seek),
    size: usize,
    parse: impl FnOnce(&[u8]) -> Result<T>,
) -> BinResult<T> {
    let position = reader.stream_position()?;
    let mut bytes = vec![0; size];
    reader.read_exact(&mut bytes)?;
    parse(&bytes).map_err(at(position))
}

/// Writes the bytes of a value.
pub fn write_bytes(writer: &mut (impl Write + Seek), bytes: Result<Vec<u8>>) -> BinResult<()> {
    let position = writer.stream_position()?;
    Ok(writer.write_all(&bytes.map_err(at(position))?)?)
}

/// Reads a record whose version the context determines.
pub fn read_row<T: Row>(reader: &mut impl Read, context: T::Context) -> BinResult<T> {
    let mut bytes = vec![0; T::size(context)];
    reader.read_exact(&mut bytes)?;
    Ok(T::read_row(&bytes, context).unwrap_or_default())
}

/// Writes a record as its version has it.
pub fn write_row<T: Row>(
    record: &T,
    writer: &mut (impl Write + Seek),
    context: T::Context,
) -> BinResult<()> {
    let mut bytes = vec![0; record.own_size(context)];
    let written = record.write_row(context, &mut bytes);
    write_bytes(writer, written.map(|()| bytes))
}

/// Reads a record whose size determines its version: of this many bytes, or of all that remain.
pub fn read_sized<T: BySize>(
    reader: &mut (impl Read + Seek),
    size: Option<usize>,
) -> BinResult<SizedRecord<T>> {
    let position = reader.stream_position()?;
    let mut bytes = Vec::new();
    match size {
        // A stated size is used only as far as there are bytes.
        Some(size) => reader.take(size as u64).read_to_end(&mut bytes)?,
        None => reader.read_to_end(&mut bytes)?,
    };
    let needed = size.unwrap_or_default().max(T::size(()));
    let has_ended = size.is_none_or(|size| bytes.len() < size);
    let (needed, available) = (needed as u64, bytes.len() as u64);
    let short = || {
        let error = Error::new(ErrorKind::Truncated { needed, available }, 0);
        match has_ended {
            true => end_of_stream(error),
            false => at(position)(error),
        }
    };
    let view = SizedView::<T>::read(&bytes).filter(|_| available >= needed);
    Ok(view.ok_or_else(short)?.to_value())
}

/// Reads a record whose size determines its version, without unknown bytes.
pub fn read_known<T: BySize>(reader: &mut (impl Read + Seek), size: Option<usize>) -> BinResult<T> {
    let position = reader.stream_position()?;
    let SizedRecord { record, tail } = read_sized::<T>(reader, size)?;
    match tail.len() {
        0 => Ok(record),
        unknown => Err(binrw::Error::AssertFail {
            pos: position.saturating_add(record.own_size(()) as u64),
            message: format!(
                "{unknown} bytes behind the newest version: pass the size of the record, or read a `SizedRecord`, which keeps them"
            ),
        }),
    }
}

/// Writes a record and its tail.
pub fn write_sized<T: BySize>(
    record: &SizedRecord<T>,
    writer: &mut (impl Write + Seek),
) -> BinResult<()> {
    write_row(&record.record, writer, ())?;
    Ok(writer.write_all(&record.tail)?)
}

/// The number of bytes to read first: most structures are smaller, and later bytes are not read repeatedly.
const FIRST: usize = 512;

/// Reads a structure at the stream's position, which then moves to the end of its inline part.
///
/// Offsets are relative to the start of the stream. A reference to a pool remains the offset in the file.
pub fn read_nested<T: Nested>(reader: &mut (impl Read + Seek), args: T::Args) -> BinResult<T> {
    let (position, begin, start) = begin_of::<T>(reader)?;
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
        let read = T::read_whole(&mut source, args, borrowed(&mut ()));
        // A field that reaches the end of these bytes might extend further.
        if found < missing || read.is_ok() && source.reached() < bytes.len() {
            let view = read.map_err(|error| match has_ended::<T>(&bytes, start, args, &error) {
                true => end_of_stream(error),
                false => at(begin)(error),
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

/// Whether an error means that the stream, which has these bytes, ends before the inline part of a known size does, or
/// where any structure begins.
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
    let (_, begin, start) = begin_of::<T>(writer)?;
    // Offsets include the bytes before it.
    let mut bytes = vec![0; start];
    let written = Writer::going_on(&mut bytes).alone(value, args);
    written.map_err(at(begin))?;
    Ok(writer.write_all(bytes.get(start..).unwrap_or_default())?)
}

/// The position of a stream, the one that the offsets of a structure there count from, and the distance between both, if
/// an offset in a part can be as large.
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
