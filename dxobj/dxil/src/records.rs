//! The records of a block.

use dxc_format::llvm::{Bitstream, Event, Record};

use crate::Result;

/// Reads the records of a block up to its end, and skips nested blocks. `read` receives the offset of each record, and
/// returns the memory that its result uses.
pub(crate) fn records(
    stream: &mut Bitstream<'_>,
    mut read: impl FnMut(&Record<'_>, usize) -> Result<usize>,
) -> Result<()> {
    loop {
        let at = stream.offset();
        match stream.next()? {
            None | Some(Event::Exit(_)) => return Ok(()),
            Some(Event::Enter(_)) => stream.skip_block(),
            Some(Event::Record(record)) => {
                let size = read(&record, at)?;
                stream.take_memory(size)?;
            }
        }
    }
}
