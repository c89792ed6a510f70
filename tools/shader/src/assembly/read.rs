//! Reads instructions from tokens.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::instruction::{CustomData, Instruction, Operation};
use super::lengths::{has_long_length, immediate_count, leading_words};
use super::operand::{Index, Operand};
use crate::instructions::{
    CustomDataToken, ExtendedOpcodeToken, ExtendedOperandToken, IndexRepresentation, Opcode,
    OpcodeToken, OperandToken,
};
use dxc_format::tokens::{TokenizedProgram, TokenizedProgramView};
use dxc_format::types::Run;

/// The maximum nesting of operands in indices. Known files have one level.
const DEPTH: u32 = 3;

/// The declarations and instructions, in order.
///
/// If the length of one is 0 or exceeds the program, it has all remaining tokens and is the last.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_shader::instructions::Opcode;
///
/// // ps_5_0; mov o0.x, l(1.000000); ret
/// let words: [u32; 8] = [0x50, 8, 0x0500_0036, 0x0010_2012, 0, 0x4001, 0x3f80_0000, 0x0100_003e];
/// let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let program = dxc_format::tokens::TokenizedProgramView::parse(&bytes)?;
/// let opcodes: Vec<Opcode> = dxc_shader::assembly::instructions(&program).map(|each| each.opcode()).collect();
/// assert_eq!(opcodes, [Opcode::MOV, Opcode::RET]);
/// # Ok(())
/// # }
/// ```
pub fn instructions<'a>(
    program: &TokenizedProgramView<'a>,
) -> impl Iterator<Item = Instruction> + use<'a> {
    read(program.tokens())
}

/// The declarations and instructions as values; [`set_instructions`](super::set_instructions) writes them back.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_shader::assembly::Instruction;
/// use dxc_format::tokens::TokenizedProgram;
///
/// let mut program = TokenizedProgram::default();
/// program.tokens = vec![0x0500_0036, 0x0010_2012, 0, 0x4001, 0x3f80_0000, 0x0100_003e];
/// let mut instructions = dxc_shader::assembly::read_instructions(&program);
/// if let Some(Instruction::Operation(mov)) = instructions.first_mut() {
///     mov.operands[1].immediates = vec![2.5_f32.to_bits()];
/// }
/// dxc_shader::assembly::set_instructions(&mut program, &instructions)?;
/// assert_eq!(program.tokens[4], 0x4020_0000);
/// # Ok(())
/// # }
/// ```
pub fn read_instructions(program: &TokenizedProgram) -> Vec<Instruction> {
    let bytes: Vec<u8> = program
        .tokens
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    read(Run::packed(&bytes, ())).collect()
}

/// The operations among the instructions.
pub(crate) fn operations<'a>(
    program: &TokenizedProgramView<'a>,
) -> impl Iterator<Item = Operation> + use<'a> {
    instructions(program).filter_map(|instruction| match instruction {
        Instruction::Operation(operation) => Some(operation),
        _ => None,
    })
}

/// The instructions in a run of tokens, which must begin with an instruction.
pub(super) fn read<'a>(mut words: Run<'a, u32>) -> impl Iterator<Item = Instruction> + use<'a> {
    core::iter::from_fn(move || {
        let (first, rest) = split_first(words)?;
        words = rest;
        Some(Instruction::read(first))
    })
}

/// The operands in a run of tokens, such as those of a message.
pub(super) fn read_operands<'a>(
    mut words: Run<'a, u32>,
) -> impl Iterator<Item = Operand> + use<'a> {
    core::iter::from_fn(move || {
        let (operand, rest) = Operand::read(words, DEPTH)?;
        words = rest;
        Some(operand)
    })
}

/// The tokens of the first instruction, and those after it.
fn split_first(words: Run<'_, u32>) -> Option<(Run<'_, u32>, Run<'_, u32>)> {
    let token = OpcodeToken(words.get(0)?);
    let length = if has_long_length(token) || token.opcode() == Opcode::CUSTOMDATA {
        words.get(1).unwrap_or_default()
    } else {
        token.length().into()
    };
    let whole = (words, Run::empty(()));
    match length {
        0 => Some(whole),
        length => Some(split(words, length).unwrap_or(whole)),
    }
}

fn count(words: Run<'_, u32>) -> u32 {
    u32::try_from(words.len()).unwrap_or(u32::MAX)
}

/// Splits a run after the first `len` tokens.
fn split(words: Run<'_, u32>, len: u32) -> Option<(Run<'_, u32>, Run<'_, u32>)> {
    let rest = count(words).checked_sub(len)?;
    Some((words.range(0, len)?, words.range(len, rest)?))
}

/// Splits a run after a chain of tokens: a bit of each token states whether another token follows.
fn split_chain(
    is_first: bool,
    words: Run<'_, u32>,
    is_followed: impl Fn(u32) -> u8,
) -> Option<(Run<'_, u32>, Run<'_, u32>)> {
    let (mut len, mut goes_on) = (0, is_first);
    while goes_on {
        goes_on = is_followed(words.get(len as usize)?) != 0;
        len += 1;
    }
    split(words, len)
}

impl Instruction {
    /// Decodes the instruction with these tokens.
    fn read(words: Run<'_, u32>) -> Self {
        let token = OpcodeToken(words.get(0).unwrap_or_default());
        let known = match token.opcode() {
            Opcode::CUSTOMDATA => CustomData::read(words).map(Self::CustomData),
            _ => Operation::read(token, words).map(Self::Operation),
        };
        known.unwrap_or_else(|| Self::Unknown(words.to_vec()))
    }
}

impl CustomData {
    fn read(words: Run<'_, u32>) -> Option<Self> {
        let (token, length) = (words.get(0)?, words.get(1)?);
        let (_, data) = split(words, 2).filter(|_| length == count(words))?;
        Some(Self {
            token: CustomDataToken(token),
            data: data.to_vec(),
        })
    }
}

impl Operation {
    /// Decodes an operation; `None` if the opcode is unknown, or the operands exceed the instruction.
    fn read(token: OpcodeToken, words: Run<'_, u32>) -> Option<Self> {
        let opcode = token.opcode();
        let is_long = has_long_length(token);
        let length = if is_long {
            words.get(1)?
        } else {
            token.length().into()
        };
        let (_, rest) = split(words, 1 + u32::from(is_long))?;
        let is_extended = token.is_extended() != 0 && !is_long;
        let is_followed = |word| ExtendedOpcodeToken(word).is_extended();
        let (extended, rest) = split_chain(is_extended, rest, is_followed)?;
        let (leading, mut payload) = split(rest, leading_words(opcode).unwrap_or(0))?;
        let mut operands = Vec::new();
        for _ in 0..opcode.operands()? {
            let (operand, behind) = Operand::read(payload, DEPTH)?;
            operands.push(operand);
            payload = behind;
        }
        (length == count(words)).then(|| Self {
            token,
            extended: extended.iter().map(ExtendedOpcodeToken).collect(),
            leading: leading.to_vec(),
            operands,
            payload: payload.to_vec(),
        })
    }
}

impl Operand {
    /// Decodes the operand at the start of the tokens, and returns the tokens after it.
    fn read(words: Run<'_, u32>, depth: u32) -> Option<(Self, Run<'_, u32>)> {
        let depth = depth.checked_sub(1)?;
        let token = OperandToken(words.get(0)?);
        let (_, rest) = split(words, 1)?;
        let is_followed = |word| ExtendedOperandToken(word).is_extended();
        let (extended, mut rest) = split_chain(token.is_extended() != 0, rest, is_followed)?;
        let mut indices = Vec::new();
        let representations = [token.index0(), token.index1(), token.index2()];
        for representation in representations.into_iter().take(token.dimension().into()) {
            let (index, behind) = Index::read(representation, rest, depth)?;
            indices.push(index);
            rest = behind;
        }
        let (immediates, rest) = split(rest, immediate_count(token)?)?;
        let operand = Self {
            token,
            extended: extended.iter().map(ExtendedOperandToken).collect(),
            indices,
            immediates: immediates.to_vec(),
        };
        Some((operand, rest))
    }
}

impl Index {
    fn read(
        representation: IndexRepresentation,
        words: Run<'_, u32>,
        depth: u32,
    ) -> Option<(Self, Run<'_, u32>)> {
        let length = u32::try_from(representation.words()?).ok()?;
        let (number, mut rest) = split(words, length)?;
        let mut relative = None;
        if representation.relative() {
            let (operand, behind) = Operand::read(rest, depth)?;
            relative = Some(Box::new(operand));
            rest = behind;
        }
        let wide = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        let index = match (number.get(0), number.get(1), relative) {
            (Some(number), None, None) => Self::Immediate32(number),
            (Some(high), Some(low), None) => Self::Immediate64(wide(high, low)),
            (Some(number), None, Some(operand)) => Self::Immediate32PlusRelative(number, operand),
            (Some(high), Some(low), Some(operand)) => {
                Self::Immediate64PlusRelative(wide(high, low), operand)
            }
            (None, _, operand) => Self::Relative(operand?),
        };
        Some((index, rest))
    }
}
