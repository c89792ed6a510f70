//! Tests the instructions of SHDR and SHEX, their declarations, and their text.

mod declared;
mod text;
mod values;

use dxc_format::Container;
use dxc_format::tokens::TokenizedProgramView;
use dxc_shader::instructions::{Opcode, OperandType};

/// The tokens of an instruction: its name with the bits of its controls in hexadecimal, its operands, and plain tokens.
/// Such as `SYNC.5800`, or `DCL_RESOURCE.82000 RESOURCE.0[1] 0x5555`. Plain tokens alone have no name, and get no length.
pub(crate) fn instruction(text: &str) -> Vec<u32> {
    if text.starts_with(|letter: char| letter.is_ascii_digit()) {
        return operands(text);
    }
    let (opcode, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (name, controls) = opcode.split_once('.').unwrap_or((opcode, "0"));
    let mut tokens = vec![u32::from(Opcode::from_name(name).unwrap().0) | bits(controls)];
    tokens.extend(operands(rest));
    tokens[0] |= u32::try_from(tokens.len()).unwrap() << 24;
    tokens
}

/// Operands: their types, the bits of their components in hexadecimal, and their indices. Such as `TEMP.f2[0]`.
///
/// Components are by mask (`f2` is xyzw), by swizzle (`e46` is xyzw), one of four (`1a` is y), one (`1`), or none (`0`).
pub(crate) fn operands(text: &str) -> Vec<u32> {
    text.split_whitespace().flat_map(operand).collect()
}

fn operand(word: &str) -> Vec<u32> {
    let Some((kind, rest)) = word.split_once('.') else {
        return vec![number(word)];
    };
    let (components, indices) = rest.split_once('[').unwrap_or((rest, ""));
    let indices = indices.trim_end_matches(']').split_terminator(',');
    let indices: Vec<u32> = indices.map(number).collect();
    let dimension = u32::try_from(indices.len()).unwrap();
    let kind = u32::from(OperandType::from_name(kind).unwrap().0);
    [
        vec![bits(components) | kind << 12 | dimension << 20],
        indices,
    ]
    .concat()
}

fn bits(digits: &str) -> u32 {
    u32::from_str_radix(digits, 16).unwrap()
}

fn number(text: &str) -> u32 {
    match text.strip_prefix("0x") {
        Some(digits) => bits(digits),
        None => text.parse().unwrap(),
    }
}

/// The bytes of a program; `version` is 0x50 for a pixel shader of shader model 5.0. Each line is an instruction, with
/// an optional comment after it.
pub(crate) fn program(version: u32, instructions: &str) -> Vec<u8> {
    let lines = instructions.lines().map(|line| line.split("//").next());
    let lines = lines.flatten().map(str::trim);
    let tokens: Vec<u32> = lines.flat_map(instruction).collect();
    let length = u32::try_from(tokens.len() + 2).unwrap();
    tests::words(&[&[version, length], &*tokens].concat())
}

/// The programs of SHDR and SHEX in all available containers, by their paths.
pub(crate) fn programs() -> impl Iterator<
    Item = (
        &'static str,
        Container<'static>,
        TokenizedProgramView<'static>,
    ),
> {
    tests::each_container().filter_map(|(path, container)| {
        let program = container.shex().unwrap().or(container.shdr().unwrap());
        Some((path, container, program?))
    })
}
