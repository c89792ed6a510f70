//! `dxobj set --bitcode`: makes programs from LLVM bitcode.

use dxc_format::program::Program;
use dxc_format::{Builder, Container, FourCC, Part, PartView};
use dxil::bitstream;

use crate::files::Input;

/// Whether parts with this FourCC may be DXIL programs.
pub(super) fn is_program(fourcc: FourCC) -> bool {
    Part::from(Program::default()).to_bytes(fourcc).is_ok()
}

/// Makes the data of a part from bitcode. The header is that of the old program, with updated sizes and with the
/// versions that the bitcode's metadata states. A new program gets its header from the metadata, or from another
/// program of the container.
pub(super) fn of_bitcode(
    input: &Input,
    builder: &Builder<'_>,
    place: Option<usize>,
    fourcc: FourCC,
    bitcode: &[u8],
) -> Result<Vec<u8>, String> {
    if !is_program(fourcc) {
        return Err(format!("{fourcc} contains no LLVM bitcode"));
    }
    bitstream::unwrap_bitcode(bitcode).map_err(|error| error.to_string())?;
    let old = place.and_then(|place| builder.parts().get(place));
    let old = old.and_then(|old| old.to_bytes().ok());
    let old = old.and_then(|old| program(fourcc, &old));
    let program = match (old, dxil::program_from_bitcode(bitcode)) {
        (Some(old), _) => with_bitcode(old, bitcode),
        (None, Ok(program)) => Ok(program),
        (None, Err(unknown)) => match of_others(input) {
            Some(other) => with_bitcode(other, bitcode),
            None => Err(unknown),
        },
    };
    let part = program.map(Part::from);
    let bytes = part.and_then(|part| part.to_bytes(fourcc));
    bytes.map_err(|error| format!("no program header can be made: {error}"))
}

fn with_bitcode(mut program: Program, bitcode: &[u8]) -> dxc_format::Result<Program> {
    dxil::set_bitcode(&mut program, bitcode)?;
    Ok(program)
}

fn program(fourcc: FourCC, data: &[u8]) -> Option<Program> {
    match PartView::parse(fourcc, data) {
        Ok(PartView::Program(program)) => Some(program.to_value()),
        _ => None,
    }
}

/// The first program of the container in any part.
fn of_others(input: &Input) -> Option<Program> {
    let container = Container::parse(&input.bytes).ok()?;
    let mut parts = container.parts();
    parts.find_map(|part| program(part.fourcc, part.data))
}
