//! LLVM bitcode: the bitstream, modules and their metadata.

use dxc_format::ErrorKind;
use dxc_format::bitcode::{
    AbbreviationId, BITCODE_MAGIC, BLOCK_ID_WIDTH, BLOCK_SIZE_WIDTH, CODE_LEN_WIDTH, RECORD_WIDTH,
    TOP_LEVEL_WIDTH,
};
use dxc_format::dxil::DxilModule;
use dxc_format::llvm::{Bitstream, Event, Module};
use dxc_format::parts;
use dxc_format::program::Program;
use dxc_format::reflection::ShaderReflection;

use crate::limits::BITCODE;
use crate::{Maker, damage, kinds};

/// The width of abbreviation IDs in blocks that are written here.
const WIDTH: u32 = 4;

/// The bitcode of a real program.
fn real(maker: &mut Maker<'_>) -> Vec<u8> {
    let part = maker.rng.choice([parts::DXIL, parts::STAT]);
    let programs = part.and_then(|part| maker.seeds.parts.get(&part));
    let program = maker.rng.choice(programs.map_or(&[][..], Vec::as_slice));
    let program = program.and_then(|bytes| Program::parse(bytes).ok());
    program.map(|program| program.bitcode).unwrap_or_default()
}

/// A real bitstream with other bits here and there.
pub(crate) fn make_bitstream(maker: &mut Maker<'_>) -> Vec<u8> {
    let mut bytes = real(maker);
    for _ in 0..maker.rng.usize(1..4) {
        match maker.rng.bool() && bytes.len() > 8 {
            // Sizes and abbreviations precede their blocks.
            true => {
                let at = maker.rng.usize(4..bytes.len());
                bytes[at] ^= 1 << maker.rng.u8(..8);
            }
            false => damage::bytes(&mut bytes, &mut maker.rng),
        }
    }
    bytes
}

/// A stream ends, or is refused at a byte that it has; blocks are left as often as they are entered.
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
            assert!(stream.offset() >= end && stream.offset() <= bytes.len());
            end = stream.offset();
        }
        Ok::<_, dxc_format::Error>(depth)
    });
    match depth {
        Ok(depth) => assert_eq!(depth, 0),
        Err(error) => check(&error, bytes),
    }
}

/// The records of a real module with other operands here and there, written without abbreviations.
pub(crate) fn make_module(maker: &mut Maker<'_>) -> Vec<u8> {
    let bitcode = real(maker);
    let mut writer = Writer::default();
    writer.put(BITCODE_MAGIC.into(), 32);
    let Ok(mut stream) = Bitstream::new(&bitcode) else {
        return bitcode;
    };
    // Mostly, one record of some hundreds is another.
    let rarity = maker.rng.choice([20, 200, 1000]).unwrap_or(200);
    while let Ok(Some(event)) = stream.next() {
        match event {
            Event::Enter(id) => writer.enter(id.0),
            Event::Exit(_) => writer.exit(),
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
                    writer.record(code, &operands);
                }
            }
        }
    }
    writer.bytes
}

/// Another code, another operand, or more or fewer of them.
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

/// A module and the content of its metadata take a multiple of the bitcode, or are refused.
pub(crate) fn try_module(bytes: &[u8]) {
    let module = BITCODE.hold(bytes.len(), || Module::parse(bytes));
    let read = BITCODE.hold(bytes.len(), || DxilModule::parse(bytes));
    match (module, read) {
        (Ok(module), Ok(read)) => {
            assert_eq!(module.types(), read.module.types());
            assert!(module.values().eq(read.module.values()));
            if let Err(error) = read.view_id_state() {
                check(&error, bytes);
            }
            let reflect = || ShaderReflection::new(parts::DXIL, &read);
            if let Err(error) = BITCODE.hold(bytes.len(), reflect) {
                check(&error, bytes);
            }
        }
        (Err(error), Err(again)) => {
            assert_eq!(error, again);
            check(&error, bytes);
        }
        (Ok(_), Err(error)) => check(&error, bytes),
        (Err(error), Ok(_)) => unreachable!("{error}"),
    }
}

fn check(error: &dxc_format::Error, bytes: &[u8]) {
    let kind = error.kind();
    let is_known = matches!(kind, ErrorKind::Bitcode { .. } | ErrorKind::Limit { .. });
    assert!(is_known, "{error}");
    assert!(error.offset() <= bytes.len(), "{error}");
}

/// Writes bitstreams without abbreviations.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// How many bits of the last byte are in use; 0 if all are.
    used: u32,
    /// Where the sizes of the blocks are that are written.
    sizes: Vec<usize>,
}

impl Writer {
    fn put(&mut self, value: u64, width: u32) {
        for bit in 0..width {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let is_set = u8::from(value >> bit & 1 == 1);
            if let Some(last) = self.bytes.last_mut() {
                *last |= is_set << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }

    fn put_vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.put(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.put(value, width);
    }

    fn put_id(&mut self, id: AbbreviationId) {
        let width = if self.sizes.is_empty() {
            TOP_LEVEL_WIDTH
        } else {
            WIDTH
        };
        self.put(id.0.into(), width);
    }

    fn align(&mut self) {
        self.used = 0;
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    fn enter(&mut self, block: u32) {
        self.put_id(AbbreviationId::EnterSubBlock);
        self.put_vbr(block.into(), BLOCK_ID_WIDTH);
        self.put_vbr(WIDTH.into(), CODE_LEN_WIDTH);
        self.align();
        self.sizes.push(self.bytes.len());
        self.put(0, BLOCK_SIZE_WIDTH);
    }

    fn exit(&mut self) {
        self.put_id(AbbreviationId::EndBlock);
        self.align();
        if let Some(at) = self.sizes.pop() {
            let words = (self.bytes.len() - at) / 4 - 1;
            kinds::put(&mut self.bytes[at..at + 4], words as u64);
        }
    }

    fn record(&mut self, code: u32, operands: &[u64]) {
        self.put_id(AbbreviationId::UnabbrevRecord);
        self.put_vbr(code.into(), RECORD_WIDTH);
        self.put_vbr(operands.len() as u64, RECORD_WIDTH);
        operands
            .iter()
            .for_each(|operand| self.put_vbr(*operand, RECORD_WIDTH));
    }
}
