//! LLVM bitcode: the bitstream, modules and their metadata.

use dxc_format::program::Program;
use dxc_format::{ErrorKind, Limits, parts};
use dxc_shader::reflection::ShaderReflection;
use dxil::DxilModule;
use dxil::bitstream::{Bitstream, Event};
use tests::bits::Bits;

use crate::limits::{BITCODE, DUMP, hold_steps};
use crate::{Maker, damage, kinds};

/// The bitcode of a real program.
fn real(maker: &mut Maker<'_>) -> Vec<u8> {
    let part = maker.rng.choice([parts::DXIL, parts::STAT]);
    let program = part.and_then(|part| maker.real(part));
    let program = program.and_then(|bytes| Program::parse(bytes).ok());
    program.map(|program| program.bitcode).unwrap_or_default()
}

/// A real bitstream with some bits changed.
pub(crate) fn make_bitstream(maker: &mut Maker<'_>) -> Vec<u8> {
    let mut bytes = real(maker);
    for _ in 0..maker.rng.usize(1..4) {
        if maker.rng.bool() && bytes.len() > 8 {
            let at = maker.rng.usize(4..bytes.len());
            bytes[at] ^= 1 << maker.rng.u8(..8);
        } else {
            damage::bytes(&mut bytes, &mut maker.rng)
        }
    }
    bytes
}

/// Checks that a stream ends, or is refused at an offset within it, and that blocks are left as often as they are
/// entered.
pub(crate) fn try_bitstream(bytes: &[u8]) {
    let depth = BITCODE.hold(bytes.len(), || {
        let mut stream = Bitstream::new(bytes)?;
        let (mut depth, mut end) = (0usize, 0);
        while let Some(event) = stream.next()? {
            match event {
                Event::Enter(_) => depth += 1,
                Event::Exit(_) => depth -= 1,
                Event::Record(_) => {}
            }
            assert!(stream.position() >= end && stream.position() <= 8 * bytes.len());
            end = stream.position();
        }
        Ok::<_, dxc_format::Error>(depth)
    });
    match depth {
        Ok(depth) => assert_eq!(depth, 0),
        Err(error) => check(&error, bytes),
    }
    try_functions(bytes);
}

/// The records of a real module with some operands changed, written without abbreviations.
pub(crate) fn make_module(maker: &mut Maker<'_>) -> Vec<u8> {
    let bitcode = real(maker);
    let mut bits = Bits::bitcode();
    let Ok(mut stream) = Bitstream::new(&bitcode) else {
        return bitcode;
    };
    // Usually one record of some hundreds is changed.
    let rarity = maker.rng.choice([20, 200, 1000]).unwrap_or(200);
    while let Ok(Some(event)) = stream.next() {
        match event {
            Event::Enter(id) => bits = bits.enter(id),
            Event::Exit(_) => bits = bits.exit(),
            Event::Record(record) => {
                let mut operands = record.operands.to_vec();
                let mut code = record.code;
                if maker.rng.u32(..rarity) == 0 {
                    change(&mut code, &mut operands, maker);
                }
                let times = maker
                    .rng
                    .choice([0, 2])
                    .filter(|_| maker.rng.u32(..4 * rarity) == 0);
                for _ in 0..times.unwrap_or(1) {
                    bits = bits.record(code, &operands);
                }
            }
        }
    }
    bits.bytes
}

/// Changes a code or an operand, or the number of operands.
fn change(code: &mut u32, operands: &mut Vec<u64>, maker: &mut Maker<'_>) {
    let rng = &mut maker.rng;
    let number = if rng.bool() {
        rng.u64(..64)
    } else {
        kinds::number(rng)
    };
    match rng.u8(..8) {
        0 => *code = rng.u32(..36),
        1 => operands.truncate(rng.usize(..operands.len() + 1)),
        2 => operands.push(number),
        _ if operands.is_empty() => operands.push(number),
        _ => {
            let at = rng.usize(..operands.len());
            operands[at] = number;
        }
    }
}

/// Checks that a module and its metadata take a multiple of the bitcode, or are refused.
pub(crate) fn try_module(bytes: &[u8]) {
    try_functions(bytes);
    match BITCODE.hold(bytes.len(), || DxilModule::parse(bytes)) {
        Ok(read) => {
            if let Err(error) = dxil::view_id_state(&read) {
                check(&error, bytes);
            }
            let reflect = || ShaderReflection::new(parts::DXIL, &read);
            if let Err(error) = BITCODE.hold(bytes.len(), reflect) {
                check(&error, bytes);
            }
        }
        Err(error) => {
            assert_eq!(DxilModule::parse(bytes).err().as_ref(), Some(&error));
            check(&error, bytes);
        }
    }
}

/// Checks that the functions of a module are read and printed within limits, or refused.
fn try_functions(bytes: &[u8]) {
    let most = Limits::of_input(bytes.len()).output;
    let Ok(module) = dxil::Module::parse(bytes) else {
        return;
    };
    match hold_steps(bytes.len(), || DUMP.hold(bytes.len(), || module.print())) {
        Ok(text) => assert!(text.len() as u64 <= most),
        Err(error) => check(&error, bytes),
    }
    let lines = || module.unnumbered_functions();
    match hold_steps(bytes.len(), || DUMP.hold(bytes.len(), lines)) {
        Ok(functions) => {
            let lines = functions.iter().flat_map(|function| function.lines.iter());
            assert!(lines.map(|line| line.text.len() as u64).sum::<u64>() <= most);
        }
        Err(error) => check(&error, bytes),
    }
    if let Ok(listing) = module.print_listing(most / 2) {
        assert!(listing.text.len() as u64 <= most / 2);
    }
    for body in module.functions().map(|function| function.body()) {
        match body {
            Ok(body) => {
                let body = body.as_ref();
                for instruction in body.iter().flat_map(|body| body.instructions()) {
                    let operands = instruction.operands.iter();
                    let resources = operands.filter_map(|operand| instruction.resource(*operand));
                    assert!(resources.count() <= instruction.operands.len());
                }
            }
            Err(error) => check(&error, bytes),
        }
    }
}

fn check(error: &dxc_format::Error, bytes: &[u8]) {
    let kind = error.kind();
    let is_known = matches!(kind, ErrorKind::Bitcode { .. } | ErrorKind::Limit { .. });
    assert!(is_known, "{error}");
    assert!(error.offset() <= bytes.len(), "{error}");
}
