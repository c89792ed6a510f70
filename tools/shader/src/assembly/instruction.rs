//! Converts instructions between values and tokens.

use alloc::vec::Vec;

use super::lengths::has_long_length;
use super::operand::Operand;
use crate::instructions::{CustomDataToken, ExtendedOpcodeToken, Opcode, OpcodeToken};
use dxc_format::tokens::TokenizedProgram;
use dxc_format::{Error, ErrorKind, Result};

/// An instruction or a declaration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Instruction {
    /// An opcode with its operands.
    Operation(Operation),
    /// Custom data, such as the immediate constant buffer.
    CustomData(CustomData),
    /// Tokens that are not decoded: the opcode is unknown, or its operands exceed its length.
    Unknown(Vec<u32>),
}

/// An opcode with its operands.
///
/// When it is written, its length is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Operation {
    /// The first token.
    pub token: OpcodeToken,
    /// The extended opcode tokens.
    pub extended: Vec<ExtendedOpcodeToken>,
    /// The tokens before the first operand: the number of the method that [`Opcode::INTERFACE_CALL`] calls.
    pub leading: Vec<u32>,
    /// The operands.
    pub operands: Vec<Operand>,
    /// The tokens after the last operand, such as the return types of [`Opcode::DCL_RESOURCE`].
    pub payload: Vec<u32>,
}

/// Custom data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CustomData {
    /// The first token, which contains the class.
    pub token: CustomDataToken,
    /// The data.
    pub data: Vec<u32>,
}

impl Instruction {
    /// The opcode.
    pub fn opcode(&self) -> Opcode {
        match self {
            Self::Operation(operation) => operation.opcode(),
            Self::CustomData(custom) => custom.token.opcode(),
            Self::Unknown(words) => {
                let token = words.first().copied().unwrap_or_default();
                OpcodeToken(token).opcode()
            }
        }
    }

    /// Its tokens.
    ///
    /// # Errors
    /// If it has more tokens than its length field can store, or an operand has more or fewer indices or numbers than
    /// its first token can encode.
    pub fn to_words(&self) -> Result<Vec<u32>> {
        let mut words = Vec::new();
        self.write(&mut words)?;
        Ok(words)
    }

    fn write(&self, words: &mut Vec<u32>) -> Result<()> {
        match self {
            Self::Operation(operation) => operation.write(words),
            Self::CustomData(custom) => custom.write(words),
            Self::Unknown(unknown) => {
                words.extend(unknown);
                Ok(())
            }
        }
    }
}

impl Operation {
    /// The opcode.
    pub fn opcode(&self) -> Opcode {
        self.token.opcode()
    }

    fn write(&self, words: &mut Vec<u32>) -> Result<()> {
        let mut token = self.token;
        let is_long = has_long_length(token);
        let start = words.len();
        words.push(token.0);
        if is_long {
            words.push(0);
        } else {
            token.set_is_extended(u8::from(!self.extended.is_empty()))?;
        }
        for (place, extended) in self.extended.iter().enumerate() {
            let mut extended = *extended;
            extended.set_is_extended(u8::from(place + 1 < self.extended.len()))?;
            words.push(extended.0);
        }
        words.extend(&self.leading);
        for (place, operand) in self.operands.iter().enumerate() {
            operand
                .write(words)
                .map_err(|error| error.within("operands").within_index(place))?;
        }
        words.extend(&self.payload);
        let length = length(words.len() - start)?;
        if !is_long {
            token.set_length(u8::try_from(length).unwrap_or(u8::MAX))?;
        }
        set(words, start, token.0);
        if is_long {
            set(words, start + 1, length);
        }
        Ok(())
    }
}

impl CustomData {
    fn write(&self, words: &mut Vec<u32>) -> Result<()> {
        let mut token = self.token;
        token.set_opcode(Opcode::CUSTOMDATA)?;
        words.push(token.0);
        words.push(length(self.data.len() + 2)?);
        words.extend(&self.data);
        Ok(())
    }
}

fn set(words: &mut [u32], at: usize, value: u32) {
    if let Some(word) = words.get_mut(at) {
        *word = value;
    }
}

fn length(words: usize) -> Result<u32> {
    let too_large = |_| {
        let value = Some(words as u64);
        Error::new(ErrorKind::TooLarge { value, bits: 32 }, 0).within("length")
    };
    u32::try_from(words).map_err(too_large)
}

/// Replaces all tokens with those of instructions.
///
/// # Errors
/// Those of [`Instruction::to_words`]; the program is unchanged then.
pub fn set_instructions(
    program: &mut TokenizedProgram,
    instructions: &[Instruction],
) -> Result<()> {
    let mut tokens = Vec::with_capacity(program.tokens.len());
    for (place, instruction) in instructions.iter().enumerate() {
        instruction
            .write(&mut tokens)
            .map_err(|error| error.within_index(place))?;
    }
    program.tokens = tokens;
    Ok(())
}
