//! The instructions of SHDR and SHEX: views, values that write the same tokens, their declarations, and their text.

mod declared;
mod text;
mod values;

use dxc_format::Container;
use dxc_format::instructions::{Opcode, OperandType};
use dxc_format::tokens::TokenizedProgramView;

/// The tokens of an instruction: the first one receives the length.
pub(crate) fn instruction(opcode: Opcode, controls: u32, rest: &[&[u32]]) -> Vec<u32> {
    let mut words = vec![u32::from(opcode.0) | controls];
    words.extend(rest.iter().copied().flatten());
    words[0] |= u32::try_from(words.len()).unwrap() << 24;
    words
}

/// The first bits of an operand: components by mask, by swizzle, one of four, one, and none.
pub(crate) const XYZW: u32 = 0xf2;
pub(crate) const XYZ: u32 = 0x72;
pub(crate) const SWIZZLE_XYZX: u32 = 0x246;
pub(crate) const SWIZZLE_XYZW: u32 = 0xe46;
pub(crate) const SELECT_Y: u32 = 0x1a;
pub(crate) const SCALAR: u32 = 1;
pub(crate) const NONE: u32 = 0;

/// The extended bit of a first token.
pub(crate) const EXTENDED: u32 = 1 << 31;

pub(crate) fn register(kind: OperandType, components: u32, indices: &[u32]) -> Vec<u32> {
    let dimension = u32::try_from(indices.len()).unwrap();
    let mut words = vec![components | u32::from(kind.0) << 12 | dimension << 20];
    words.extend(indices);
    words
}

pub(crate) fn immediates(numbers: &[u32]) -> Vec<u32> {
    let components = if numbers.len() == 1 { SCALAR } else { 2 };
    let mut words = vec![components | u32::from(OperandType::IMMEDIATE32.0) << 12];
    words.extend(numbers);
    words
}

/// The bytes of a program: `version` is 0x50 of a pixel shader of shader model 5.0.
pub(crate) fn program(version: u32, instructions: &[Vec<u32>]) -> Vec<u8> {
    let tokens = instructions.concat();
    let length = u32::try_from(tokens.len() + 2).unwrap();
    tests::words(&[&[version, length], &*tokens].concat())
}

pub(crate) fn text(version: u32, instructions: &[Vec<u32>]) -> String {
    let bytes = program(version, instructions);
    let program = TokenizedProgramView::parse(&bytes).unwrap();
    program.assembly().to_string()
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
