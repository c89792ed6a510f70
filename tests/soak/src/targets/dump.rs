//! Tests dumps of DXIL: the output of `dxc -dumpbin` for a container.

use dxc_format::program::Program;
use dxc_format::{Container, Limits, parts};

use super::bitcode;
use crate::Maker;
use crate::limits::{DUMP, hold_steps};

/// The maximum size of the line that ends a truncated text, and of the line break before it.
const NOTE: usize = 64;

/// A real container with the program of another one, or any container.
pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    match maker.rng.u8(..8) {
        0 => return maker.multiplied(),
        1 => return maker.container(),
        _ => {}
    }
    let seeds = maker.seeds;
    let file = maker.rng.choice(&seeds.containers);
    let file = file.map_or(&[][..], Vec::as_slice);
    let Ok(container) = Container::parse(file) else {
        return file.to_vec();
    };
    let mut builder = container.to_builder();
    for part in [parts::DXIL, parts::STAT] {
        let program = container.find(part).filter(|_| maker.rng.bool());
        let program = program.and_then(|part| Program::parse(part.data).ok());
        if let Some(mut program) = program {
            program.bitcode = bitcode::make_module(maker);
            // Parts that cannot be written stay unchanged.
            let _ = builder.set_part(part, program);
        }
    }
    builder.to_bytes().unwrap_or_default()
}

/// Checks that a dump takes memory, steps and output in proportion to the file, and that a dump with a smaller limit is
/// a prefix.
pub(crate) fn try_dump(file: &[u8]) {
    let Ok(container) = Container::parse(file) else {
        return;
    };
    let print = || dxc_shader::dump(&container).map(|dump| dump.map(|dump| dump.to_string()));
    let Ok(Some(text)) = hold_steps(file.len(), || DUMP.hold(file.len(), print)) else {
        return;
    };
    let mut limits = Limits::of_input(file.len());
    assert!(text.len() as u64 <= limits.output + NOTE as u64);
    limits.output = (text.len() / 2) as u64;
    let cut =
        dxc_shader::dump_within(&container, limits).map(|dump| dump.map(|dump| dump.to_string()));
    let cut = cut.ok().flatten().unwrap_or_default();
    assert!(cut.len() <= text.len() / 2 + NOTE);
    let common = cut.bytes().zip(text.bytes()).take_while(|(a, b)| a == b);
    assert!(common.count() + NOTE >= cut.len());
}
