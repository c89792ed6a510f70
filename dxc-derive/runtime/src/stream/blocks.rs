//! Reads many records in blocks, for `parse_with` of binrw.

use alloc::vec;
use alloc::vec::Vec;

use binrw::io::{Read, Seek};
use binrw::{BinResult, Endian};

use super::StreamArgs;
use super::position::{at, end_of_stream, restoring};
use super::sized::skip;
use crate::records::row::{BySize, Row, too_short};

/// The number of bytes that are read with one call.
const BLOCK: usize = 1 << 12;

/// Reads `count` records in blocks, with the arguments of one record.
///
/// binrw's own `count` reads the elements of a `Vec` one by one; this takes about a fourth of the instructions. A record whose size
/// selects its version is in its first version; [`strided`] takes the size.
///
/// Memory is bounded by the stream, not by `count`: at most a block of 4 KiB, and twice the size of the records that
/// the stream has. After an error, the stream is back at its initial position.
pub fn count<T: Row<Context: StreamArgs>, R: Read + Seek>(
    count: usize,
) -> impl Fn(&mut R, Endian, <T::Context as StreamArgs>::Stated) -> BinResult<Vec<T>> {
    move |reader, _, stated| {
        let context = StreamArgs::of_stated(stated);
        read_rows(reader, count, T::size(context), context)
    }
}

/// Reads `count` records of `stride` bytes each in blocks. The stride selects the version.
///
/// The bytes of a stride that no known version defines are skipped. Memory is bounded like that of [`count`]; a longer
/// stride does not add to it.
pub fn strided<T: BySize, R: Read + Seek>(
    count: usize,
    stride: usize,
) -> impl Fn(&mut R, Endian, ()) -> BinResult<Vec<T>> {
    move |reader, _, ()| read_rows(reader, count, stride, ())
}

fn read_rows<T: Row>(
    reader: &mut (impl Read + Seek),
    count: usize,
    stride: usize,
    context: T::Context,
) -> BinResult<Vec<T>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    restoring(reader, |reader, position| {
        // Without this minimum, reading records of 0 bytes would never end.
        let needed = T::size(context).max(1);
        if stride < needed {
            return Err(at(position)(too_short(needed, stride)));
        }
        // A stride that is longer than the version is not buffered completely.
        let len = stride.min(T::NEWEST.max(BLOCK));
        let at_once = (BLOCK / len).clamp(1, count);
        let (mut rows, mut buffer) = (Vec::with_capacity(at_once), vec![0; at_once * len]);
        while rows.len() < count {
            let size = at_once.min(count - rows.len()) * len;
            let block = buffer.get_mut(..size).unwrap_or_default();
            reader.read_exact(block)?;
            for bytes in block.chunks_exact(len) {
                let row = if T::is_newest(context, stride) {
                    T::read_newest(bytes, context)
                } else {
                    T::read_row(bytes, context)
                };
                let row = row.unwrap_or_default();
                row.check_row().map_err(|error| {
                    let before = (rows.len() as u64).saturating_mul(stride as u64);
                    at(position.saturating_add(before))(error)
                })?;
                rows.push(row);
            }
            let rest = stride - len;
            let skipped = skip(reader, rest)?;
            if skipped < rest {
                return Err(end_of_stream(too_short(stride, len + skipped)));
            }
        }
        Ok(rows)
    })
}
