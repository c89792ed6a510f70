//! The subset of LLVM bitcode that DXIL's metadata needs: [the bitstream](Bitstream), and [a module](Module) with its
//! types, constants, names and metadata. Functions are skipped; instructions are not read.
//!
//! [`dxil`](crate) interprets the metadata.

mod abbreviation;
mod bits;
mod bitstream;
mod constants;
mod data_layout;
mod metadata;
mod metadata_table;
mod module;
mod operands;
mod types;
mod value;
mod wrapper;

pub use bitstream::{Bitstream, Block, Event, Record};
pub use data_layout::DataLayout;
pub use metadata::{Metadata, Node};
pub use module::Module;
pub use types::{Type, TypeId};
pub use value::{Constant, Value, ValueId, ValueKind};
pub use wrapper::{is_bitcode, unwrap_bitcode};

use dxc_format::runtime::{Error, Limits, Result};

#[cold]
pub(crate) fn bitcode_error(problem: &'static str, position: usize) -> Error {
    Error::bitcode(problem, position)
}

/// The default limits of a reader: an operand takes at least one bit, and most take several. Unlike those of
/// [`Limits::of_input`], they are multiples of the input however small it is.
pub fn limits(len: usize) -> Limits {
    let mut limits = Limits::of_input(len);
    limits.memory = (len as u64).saturating_mul(128);
    limits.steps = (len as u64).saturating_mul(16);
    limits
}

/// Reads the records of a block up to its end, and skips nested blocks. `read` receives the position of each record in bits, and
/// returns the memory that its result uses.
///
/// # Errors
/// Those of `read`, and those of the stream.
pub fn records(
    stream: &mut Bitstream<'_>,
    mut read: impl FnMut(&Record<'_>, usize) -> Result<usize>,
) -> Result<()> {
    loop {
        let at = stream.position();
        match stream.next()? {
            None | Some(Event::Exit(_)) => return Ok(()),
            Some(Event::Enter(_)) => stream.skip_block(),
            Some(Event::Record(record)) => {
                let size = read(&record, at)?;
                stream.budgets.take_memory(size)?;
            }
        }
    }
}
