//! Tests programs of SHDR and SHEX (their instructions, declarations and text), and the text of programs of Aon9.

use dxc_format::level9::{Level9Program, Level9ProgramView};
use dxc_format::parts;
use dxc_format::tokens::{TokenizedProgram, TokenizedProgramView};
use dxc_shader::assembly::Instruction;
use dxc_shader::instructions::{Opcode, OperandType};
use dxc_shader::level9_instructions::Level9Opcode;
use fastrand::Rng;

use crate::Maker;
use crate::limits::{TEXT, VALUE};

/// A real program, or instructions that are generated from the table of opcodes; it may be damaged.
pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    if maker.rng.u8(..4) == 0 {
        return make_level9(&mut maker.rng);
    }
    let part = maker
        .rng
        .choice([parts::SHEX, parts::SHDR])
        .unwrap_or_default();
    let real = maker.real(part);
    let rng = &mut maker.rng;
    let real = real.filter(|_| rng.bool());
    let mut words: Vec<u32> = match real {
        Some(bytes) => bytes
            .as_chunks()
            .0
            .iter()
            .map(|word| u32::from_le_bytes(*word))
            .collect(),
        None => made(rng),
    };
    for _ in 0..rng.usize(..6) {
        damage(&mut words, rng);
    }
    words.truncate(1 << 12);
    if let Some(length) = words.len().try_into().ok().filter(|_| rng.u8(..8) > 0)
        && let Some(word) = words.get_mut(1)
    {
        *word = length;
    }
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// A program of Aon9, XNAS or XNAP with known opcodes, which may be damaged.
fn make_level9(rng: &mut Rng) -> Vec<u8> {
    let versions = [
        0xfffe_0200,
        0xfffe_0101,
        0xffff_0201,
        0xffff_0104,
        0x1234_0000,
    ];
    let mut words = vec![rng.choice(versions).unwrap_or_default()];
    for _ in 0..rng.usize(..24) {
        let opcode = rng.choice(Level9Opcode::TABLE.values);
        let opcode = opcode.map_or(0, |entry| entry.value);
        words.push(u32::try_from(opcode).unwrap_or_default() | rng.u32(..) & 0x7fff_0000);
        // The highest bit of operands is set; that of values need not be.
        let operands = rng.usize(..6);
        words.extend((0..operands).map(|_| rng.u32(..) | u32::from(rng.u8(..8) > 0) << 31));
    }
    for _ in 0..rng.usize(..4) {
        damage(&mut words, rng);
    }
    let mut program = Level9Program::default();
    program.code = words.into_iter().flat_map(u32::to_le_bytes).collect();
    let mut bytes = program.to_bytes().unwrap_or_default();
    if rng.u8(..4) == 0 && !bytes.is_empty() {
        let at = rng.usize(..bytes.len());
        bytes[at] ^= 1 << rng.u32(..8);
    }
    bytes
}

/// A program of known opcodes, each with random operands.
fn made(rng: &mut Rng) -> Vec<u32> {
    let version = rng
        .choice([0x40, 0x50, 0x5_0051, 0x3_0050])
        .unwrap_or_default();
    let mut words = vec![version, 0];
    for _ in 0..rng.usize(..12) {
        let opcode = rng
            .choice(Opcode::TABLE.values)
            .map_or(0, |entry| entry.value);
        let opcode = u32::try_from(opcode).unwrap_or_default();
        let start = words.len();
        words.push(opcode | rng.u32(..) & 0x00ff_f800 | u32::from(rng.u8(..8) == 0) << 31);
        for _ in 0..rng.usize(..6) {
            operand(&mut words, rng, 0);
        }
        for _ in 0..rng.usize(..3) {
            words.push(rng.u32(..8));
        }
        let length = u32::try_from(words.len() - start).unwrap_or_default();
        words[start] |= (length & 0x7f) << 24;
    }
    words
}

fn operand(words: &mut Vec<u32>, rng: &mut Rng, depth: u32) {
    let kind = rng
        .choice(OperandType::TABLE.values)
        .map_or(0, |entry| entry.value);
    let kind = u32::try_from(kind).unwrap_or_default();
    let dimension = rng.u32(..4);
    let representations = [rng.u32(..5), rng.u32(..5), rng.u32(..5)];
    let is_extended = rng.u8(..6) == 0;
    let [first, second, third] = representations;
    words.push(
        rng.u32(..0x1000)
            | kind << 12
            | dimension << 20
            | first << 22
            | second << 25
            | third << 28
            | u32::from(is_extended) << 31,
    );
    if is_extended {
        words.push(rng.u32(..1 << 18));
    }
    for representation in representations.into_iter().take(dimension as usize) {
        if representation != 2 {
            words.push(rng.u32(..16));
        }
        if representation >= 2 && depth < 5 {
            operand(words, rng, depth + 1);
        }
    }
    for _ in 0..rng.usize(..5) {
        words.push(rng.u32(..));
    }
}

fn damage(words: &mut Vec<u32>, rng: &mut Rng) {
    if words.is_empty() {
        return;
    }
    let at = rng.usize(..words.len());
    match rng.u8(..5) {
        0 => words[at] ^= 1 << rng.u32(..32),
        1 => words[at] = rng.u32(..),
        2 => words.insert(at, rng.u32(..64)),
        3 => drop(words.remove(at)),
        _ => words.truncate(at),
    }
}

/// Checks that the text of Aon9 is bounded, and has a line for each instruction.
fn try_level9(input: &[u8]) {
    let Ok(program) = Level9ProgramView::parse(input) else {
        return;
    };
    let count = dxc_shader::level9::instructions(&program).count();
    assert!(count <= program.code().len() / 4);
    let text = TEXT.hold(input.len(), || {
        dxc_shader::level9::disassemble(&program).to_string()
    });
    assert!(text.lines().count() > count);
}

pub(crate) fn try_tokens(input: &[u8]) {
    try_level9(input);
    let Ok(program) = TokenizedProgramView::parse(input) else {
        return;
    };
    let instructions: Vec<Instruction> = VALUE.hold(input.len(), || {
        dxc_shader::assembly::instructions(&program).collect()
    });
    let mut value = TokenizedProgram::default();
    assert_eq!(
        dxc_shader::assembly::set_instructions(&mut value, &instructions),
        Ok(())
    );
    assert!(program.tokens().iter().eq(value.tokens.iter().copied()));
    let declarations = dxc_shader::assembly::declarations(&program);
    let declared = declarations.bindings().count() + declarations.registers().count();
    assert!(declared <= instructions.len());
    declarations.thread_group();
    let text = TEXT.hold(input.len(), || {
        dxc_shader::assembly::disassemble(&program).to_string()
    });
    assert!(text.lines().count() > instructions.len());
}
