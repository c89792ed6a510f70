//! Errors with the position in a stream; a failed read returns the stream to its position.

use alloc::boxed::Box;
use alloc::vec;

use binrw::BinResult;
use binrw::error::{Backtrace, BacktraceFrame};
use binrw::io::{self, Read, Seek, SeekFrom};

use crate::error::Error;

/// Converts an error in a value that begins at this position.
pub(super) fn at(position: u64) -> impl Fn(Error) -> binrw::Error {
    move |error| binrw::Error::Custom {
        pos: position.saturating_add(error.offset() as u64),
        err: Box::new(error),
    }
}

/// The error for a stream that ends inside of a value of a known size. binrw has the same for its own types.
pub(super) fn end_of_stream(error: Error) -> binrw::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, error).into()
}

/// Returns the stream to a position after an error, as binrw's own types do.
///
/// It is inlined: if a function received the stream, the compiler could not keep a `Cursor` in registers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put_back(stream: &mut impl Seek, position: u64, error: binrw::Error) -> binrw::Error {
    match stream.seek(SeekFrom::Start(position)) {
        Ok(_) => error,
        Err(seeking) => not_put_back(seeking, error),
    }
}

/// The error of the failed seek is the outer one, as in binrw.
#[cold]
#[inline(never)]
fn not_put_back(seeking: io::Error, error: binrw::Error) -> binrw::Error {
    let reason = BacktraceFrame::Message("rewinding after a failure".into());
    binrw::Error::Backtrace(Backtrace::new(seeking.into(), vec![reason, error.into()]))
}

/// Reads a value of any size; after an error, the stream is at its position before.
pub(super) fn restoring<R: Read + Seek, V>(
    reader: &mut R,
    read: impl FnOnce(&mut R, u64) -> BinResult<V>,
) -> BinResult<V> {
    let position = reader.stream_position()?;
    read(reader, position).map_err(|error| put_back(reader, position, error))
}
