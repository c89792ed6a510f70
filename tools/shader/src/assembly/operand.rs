//! Converts operands between values and tokens.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::lengths::immediate_count;
use crate::instructions::{ExtendedOperandToken, IndexRepresentation, OperandToken, OperandType};
use dxc_format::{Error, ErrorKind, Result};

/// An operand: registers, or immediate numbers. A 64-bit number is stored as two, the low half first.
///
/// When it is written, its first token receives the number of indices and how each is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Operand {
    /// The first token.
    pub token: OperandToken,
    /// The extended operand tokens.
    pub extended: Vec<ExtendedOperandToken>,
    /// The indices, at most three.
    pub indices: Vec<Index>,
    /// The numbers of an immediate operand.
    pub immediates: Vec<u32>,
}

/// An index of an operand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Index {
    /// A number of 32 bits.
    Immediate32(u32),
    /// A number of 64 bits.
    Immediate64(u64),
    /// The value of an operand.
    Relative(Box<Operand>),
    /// A number of 32 bits, and the value of an operand.
    Immediate32PlusRelative(u32, Box<Operand>),
    /// A number of 64 bits, and the value of an operand.
    Immediate64PlusRelative(u64, Box<Operand>),
}

impl Operand {
    /// The kind of registers or numbers.
    pub fn kind(&self) -> OperandType {
        self.token.kind()
    }

    /// The number in the index at position `place`; `None` if there is none.
    pub fn index(&self, place: usize) -> Option<u64> {
        self.indices.get(place)?.parts().0
    }

    /// Appends its tokens.
    pub(super) fn write(&self, words: &mut Vec<u32>) -> Result<()> {
        let mut token = self.token;
        token.set_is_extended(u8::from(!self.extended.is_empty()))?;
        let dimension = u8::try_from(self.indices.len()).unwrap_or(u8::MAX);
        token.set_dimension(dimension)?;
        let setters = [
            OperandToken::set_index0,
            OperandToken::set_index1,
            OperandToken::set_index2,
        ];
        for (set, index) in setters.into_iter().zip(&self.indices) {
            set(&mut token, index.representation())?;
        }
        words.push(token.0);
        for (place, extended) in self.extended.iter().enumerate() {
            let mut extended = *extended;
            extended.set_is_extended(u8::from(place + 1 < self.extended.len()))?;
            words.push(extended.0);
        }
        for index in &self.indices {
            index.write(words)?;
        }
        self.check_immediates(token)?;
        words.extend(&self.immediates);
        Ok(())
    }

    /// Checks that a reader would read this number of immediates.
    fn check_immediates(&self, token: OperandToken) -> Result<()> {
        let expected = immediate_count(token).map(u64::from);
        let found = self.immediates.len() as u64;
        if expected == Some(found) {
            return Ok(());
        }
        let kind = ErrorKind::CountDiffers {
            rule: "the components of the operand",
            expected: expected.unwrap_or_default(),
            found,
        };
        Err(Error::new(kind, 0).within("immediates"))
    }
}

impl Index {
    /// Its representation.
    pub fn representation(&self) -> IndexRepresentation {
        match self {
            Self::Immediate32(_) => IndexRepresentation::IMMEDIATE32,
            Self::Immediate64(_) => IndexRepresentation::IMMEDIATE64,
            Self::Relative(_) => IndexRepresentation::RELATIVE,
            Self::Immediate32PlusRelative(..) => IndexRepresentation::IMMEDIATE32_PLUS_RELATIVE,
            Self::Immediate64PlusRelative(..) => IndexRepresentation::IMMEDIATE64_PLUS_RELATIVE,
        }
    }

    /// Its number, and the operand whose value is added.
    pub fn parts(&self) -> (Option<u64>, Option<&Operand>) {
        match self {
            Self::Immediate32(number) => (Some((*number).into()), None),
            Self::Immediate64(number) => (Some(*number), None),
            Self::Relative(operand) => (None, Some(operand)),
            Self::Immediate32PlusRelative(number, operand) => {
                (Some((*number).into()), Some(operand))
            }
            Self::Immediate64PlusRelative(number, operand) => (Some(*number), Some(operand)),
        }
    }

    fn write(&self, words: &mut Vec<u32>) -> Result<()> {
        let (number, relative) = self.parts();
        let is_wide = matches!(
            self,
            Self::Immediate64(_) | Self::Immediate64PlusRelative(..)
        );
        let high = number.filter(|_| is_wide).map(|number| number >> 32);
        words.extend(high.into_iter().chain(number).map(low));
        relative.map_or(Ok(()), |operand| operand.write(words))
    }
}

#[allow(clippy::cast_possible_truncation)]
fn low(number: u64) -> u32 {
    number as u32
}
