//! Adds positions in a stream to errors; after a failed read, the stream returns to its initial position.

use alloc::boxed::Box;
use alloc::vec;

use binrw::BinResult;
use binrw::error::{Backtrace, BacktraceFrame};
use binrw::io::{self, Read, Seek, SeekFrom};

use crate::error::Error;

/// Converts an error in a value that begins at this position of a stream.
pub(super) fn at(position: u64) -> impl Fn(Error) -> binrw::Error {
    move |error| binrw::Error::Custom {
        pos: position.saturating_add(error.offset() as u64),
        err: Box::new(error),
    }
}

/// The error for a stream that ends inside of a value of a known size, as binrw reports it for its own types.
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

/// Like binrw, reports the failed seek as the outer error.
#[cold]
#[inline(never)]
fn not_put_back(seeking: io::Error, error: binrw::Error) -> binrw::Error {
    let reason = BacktraceFrame::Message("rewinding after a failure".into());
    binrw::Error::Backtrace(Backtrace::new(seeking.into(), vec![reason, error.into()]))
}

/// Reads a value of any size; after an error, the stream is back at its initial position.
pub(super) fn restoring<R: Read + Seek, V>(
    reader: &mut R,
    read: impl FnOnce(&mut R, u64) -> BinResult<V>,
) -> BinResult<V> {
    let position = reader.stream_position()?;
    read(reader, position).map_err(|error| put_back(reader, position, error))
}
