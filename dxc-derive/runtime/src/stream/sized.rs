//! Reads and writes records whose size in the file selects their version.

use alloc::format;
use alloc::vec::Vec;

use binrw::BinResult;
use binrw::io::{ErrorKind::Interrupted, Read, Seek, Write};

use super::position::{at, end_of_stream, put_back, restoring};
use crate::error::{Error, ErrorKind};
use crate::records::row::{BySize, Row};
use crate::records::sized::{SizedRecord, SizedView};
use crate::write::writer::SMALL;

/// The largest number of bytes that are read without an allocation.
const BUFFER: usize = 2 * SMALL;

/// Reads a record whose stated size is the size of a version.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_version<T: BySize, const SIZE: usize>(reader: &mut (impl Read + Seek)) -> BinResult<T> {
    let position = reader.stream_position()?;
    let mut bytes = [0; SIZE];
    match reader.read_exact(&mut bytes) {
        Ok(()) => Ok(T::read_row(&bytes, ()).unwrap_or_default()),
        Err(error) => {
            let error = put_back(reader, position, error.into());
            Err(end_in_record::<T>(reader, SIZE, error))
        }
    }
}

/// Adds the stated size, and that of the rest of the stream, to the error of a stream that ends in a record.
#[cold]
#[inline(never)]
fn end_in_record<T: BySize>(
    reader: &mut (impl Read + Seek),
    size: usize,
    error: binrw::Error,
) -> binrw::Error {
    if error.is_eof() {
        read_known::<T>(reader, Some(size)).err().unwrap_or(error)
    } else {
        error
    }
}

/// Reads a record without unrecognized bytes. A stated size beyond that of a version skips the bytes after the version.
pub fn read_known<T: BySize>(reader: &mut (impl Read + Seek), size: Option<usize>) -> BinResult<T> {
    restoring(reader, |reader, position| {
        let decoded = size.map(|size| size.min(T::NEWEST));
        let (record, unrecognized) = with_bytes(reader, decoded, |bytes| {
            let SizedView { record, tail } = sized::<T>(bytes, (decoded, size), position)?;
            Ok((record, tail.len()))
        })?;
        match (size, decoded) {
            (Some(size), Some(decoded)) => {
                let skipped = skip(reader, size - decoded)?;
                match decoded + skipped {
                    available if available < size => Err(end_of_stream(truncated(size, available))),
                    _ => Ok(record),
                }
            }
            _ if unrecognized == 0 => Ok(record),
            // The caller may have forgotten to state the size.
            _ => Err(binrw::Error::AssertFail {
                pos: position.saturating_add(record.own_size(()) as u64),
                message: format!(
                    "{unrecognized} bytes after version {}: pass the size of the record, or read a `SizedRecord`, which keeps \
                    them",
                    record.version()
                ),
            }),
        }
    })
}

/// Reads a record of this size, or of all bytes that remain, and keeps the unrecognized ones.
pub fn read_sized<T: BySize>(
    reader: &mut (impl Read + Seek),
    size: Option<usize>,
) -> BinResult<SizedRecord<T>> {
    restoring(reader, |reader, position| {
        with_bytes(reader, size, |bytes| {
            Ok(sized::<T>(bytes, (size, size), position)?.to_value())
        })
    })
}

/// Writes a record of any size, and the bytes after it.
pub fn write_sized<T: Row>(
    record: &T,
    writer: &mut (impl Write + Seek),
    context: T::Context,
    tail: &[u8],
) -> BinResult<()> {
    let size = record.own_size(context);
    let (mut buffer, mut large) = ([0; BUFFER], Vec::new());
    let bytes = match buffer.get_mut(..size) {
        Some(bytes) => bytes,
        None => {
            large.resize(size, 0);
            &mut large
        }
    };
    match record.write_row(context, bytes) {
        Ok(()) => writer.write_all(bytes)?,
        Err(error) => return Err(at(writer.stream_position()?)(error)),
    }
    Ok(writer.write_all(tail)?)
}

/// Reads a record of the `stated` size at `position` from its `requested` bytes, or from all remaining bytes.
fn sized<T: BySize>(
    bytes: &[u8],
    (requested, stated): (Option<usize>, Option<usize>),
    position: u64,
) -> BinResult<SizedView<'_, T>> {
    let has_ended = requested.is_none_or(|requested| bytes.len() < requested);
    let view = SizedView::<T>::read(bytes).filter(|_| requested.is_none() || !has_ended);
    view.ok_or_else(|| {
        let needed = stated.unwrap_or_default().max(T::size(()));
        let error = truncated(needed, bytes.len());
        if has_ended {
            end_of_stream(error)
        } else {
            at(position)(error)
        }
    })
}

fn truncated(needed: usize, available: usize) -> Error {
    let (needed, available) = (needed as u64, available as u64);
    Error::new(ErrorKind::Truncated { needed, available }, 0)
}

/// Passes the next `size` bytes, or all remaining ones, to a closure; fewer if the stream ends before. Memory grows
/// with the bytes in the stream, not with the stated size.
fn with_bytes<V>(
    reader: &mut impl Read,
    size: Option<usize>,
    use_bytes: impl FnOnce(&[u8]) -> BinResult<V>,
) -> BinResult<V> {
    let mut buffer = [0; BUFFER];
    let limit = size.unwrap_or(usize::MAX);
    let len = fill(reader, &mut buffer, limit)?;
    let bytes = buffer.get(..len).unwrap_or_default();
    if len < BUFFER || limit == BUFFER {
        return use_bytes(bytes);
    }
    let mut bytes = bytes.to_vec();
    let rest = limit - BUFFER;
    match size {
        Some(_) => reader.take(rest as u64).read_to_end(&mut bytes)?,
        None => reader.read_to_end(&mut bytes)?,
    };
    use_bytes(&bytes)
}

/// Skips this many bytes, or fewer if the stream ends before that; returns the number of skipped bytes. A seek would go
/// beyond the end.
pub(super) fn skip(reader: &mut impl Read, count: usize) -> BinResult<usize> {
    let (mut buffer, mut skipped) = ([0; BUFFER], 0);
    while skipped < count {
        match fill(reader, &mut buffer, count - skipped)? {
            0 => break,
            read => skipped += read,
        }
    }
    Ok(skipped)
}

/// Reads up to `limit` bytes to the start of a buffer, fewer only if the buffer is full or the stream ends.
fn fill(reader: &mut impl Read, buffer: &mut [u8], limit: usize) -> BinResult<usize> {
    let (mut len, end) = (0, limit.min(buffer.len()));
    while let Some(free) = buffer.get_mut(len..end).filter(|free| !free.is_empty()) {
        match reader.read(free) {
            Ok(0) => break,
            Ok(read) => len += read,
            Err(error) if error.kind() == Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(len)
}
