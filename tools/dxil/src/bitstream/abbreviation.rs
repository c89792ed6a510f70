//! Reads abbreviations, which define the encodings of the operands of records.

use alloc::vec::Vec;

use super::bits::Bits;
use crate::bitcode::{
    AbbreviationEncoding as Encoding, CHAR6_WIDTH, ENCODING_DATA_WIDTH, ENCODING_WIDTH,
    LENGTH_WIDTH, LITERAL_WIDTH, OPERAND_COUNT_WIDTH,
};
use crate::bitcode_error;
use crate::budgets::Budgets;
use crate::cursor::number;
use dxc_format::Result;

/// The characters of [`Encoding::Char6`].
const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// The encoding of one integer.
#[derive(Clone, Copy, Debug)]
enum Scalar {
    Literal(u64),
    Fixed(u32),
    Vbr(u32),
    Char6,
}

/// The encoding of the last operand, if it is not a single integer.
#[derive(Clone, Copy, Debug)]
enum Tail {
    Array(Scalar),
    Blob,
}

/// The abbreviations of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Abbreviations {
    all: Vec<Abbreviation>,
    /// The codes and the operands of all abbreviations.
    scalars: Vec<Scalar>,
}

/// The encoding of a record; the first operand is the code.
#[derive(Clone, Copy, Debug)]
struct Abbreviation {
    /// The index of the code and the operands in the scalars of all abbreviations.
    start: u32,
    end: u32,
    tail: Option<Tail>,
}

/// The encoding of a record, which borrows from the abbreviations of a block.
#[derive(Clone, Copy)]
pub(super) struct Encoded<'a> {
    code: Scalar,
    scalars: &'a [Scalar],
    tail: Option<Tail>,
}

impl Abbreviations {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<Encoded<'_>> {
        let Abbreviation { start, end, tail } = *self.all.get(index)?;
        let scalars = self.scalars.get(start as usize..end as usize)?;
        let (code, scalars) = scalars.split_first()?;
        Some(Encoded {
            code: *code,
            scalars,
            tail,
        })
    }

    /// Reads a definition, and counts its memory.
    pub(super) fn define(&mut self, bits: &mut Bits<'_>, budgets: &mut Budgets) -> Result<()> {
        let at = bits.position();
        let mut left = bits.read_vbr_u32(OPERAND_COUNT_WIDTH)?;
        let (start, mut tail) = (self.scalars.len(), None);
        budgets.take_memory(size_of::<Abbreviation>())?;
        while left > 0 {
            left -= 1;
            let scalar = if bits.read(1)? == 1 {
                Scalar::Literal(bits.read_vbr(LITERAL_WIDTH)?)
            } else {
                match Encoding(bits.read_u32(ENCODING_WIDTH)?) {
                    Encoding::Array if left == 1 => {
                        tail = Some(Tail::Array(define_element(bits)?));
                        break;
                    }
                    Encoding::Blob if left == 0 => {
                        tail = Some(Tail::Blob);
                        break;
                    }
                    encoding => define_scalar(bits, encoding)?,
                }
            };
            budgets.take_memory(size_of::<Scalar>())?;
            self.scalars.push(scalar);
        }
        if start == self.scalars.len() {
            return Err(bitcode_error(
                "an abbreviation does not begin with a code",
                at,
            ));
        }
        self.all.push(Abbreviation {
            start: number(start),
            end: number(self.scalars.len()),
            tail,
        });
        Ok(())
    }
}

impl Encoded<'_> {
    /// Reads a record: its code, its operands (including the elements of an array), and its blob. Counts a step for
    /// each operand before it is read.
    pub(super) fn read<'a>(
        &self,
        bits: &mut Bits<'a>,
        operands: &mut Vec<u64>,
        budgets: &mut Budgets,
    ) -> Result<(u64, Option<&'a [u8]>)> {
        budgets.take_steps(self.scalars.len() as u64)?;
        let code = self.code.read(bits)?;
        for scalar in self.scalars {
            operands.push(scalar.read(bits)?);
        }
        let mut blob = None;
        match self.tail {
            None => {}
            Some(Tail::Array(element)) => {
                let at = bits.position();
                let len = bits.read_vbr_u32(LENGTH_WIDTH)?;
                // An element has at least one bit.
                if len as usize > bits.left() {
                    return Err(bitcode_error("an array exceeds its block", at));
                }
                budgets.take_steps(len.into())?;
                element.read_all(len, bits, operands)?;
            }
            Some(Tail::Blob) => {
                let len = bits.read_vbr_u32(LENGTH_WIDTH)?;
                bits.align()?;
                blob = Some(bits.read_bytes(len)?);
                bits.align()?;
            }
        }
        Ok((code, blob))
    }
}

/// Reads the encoding of an array's elements. It is not a literal, so that each element has at least one bit.
fn define_element(bits: &mut Bits<'_>) -> Result<Scalar> {
    let at = bits.position();
    if bits.read(1)? == 0 {
        let encoding = Encoding(bits.read_u32(ENCODING_WIDTH)?);
        let element = define_scalar(bits, encoding)?;
        if !matches!(element, Scalar::Literal(_)) {
            return Ok(element);
        }
    }
    Err(bitcode_error("the elements of an array have no bits", at))
}

/// Reads the rest of an integer's encoding. Like in LLVM, an integer of 0 bits is the literal 0.
fn define_scalar(bits: &mut Bits<'_>, encoding: Encoding) -> Result<Scalar> {
    let at = bits.position();
    if encoding == Encoding::Char6 {
        return Ok(Scalar::Char6);
    }
    if encoding != Encoding::Fixed && encoding != Encoding::VBR {
        return Err(bitcode_error(
            "an abbreviation has an unknown or misplaced encoding",
            at,
        ));
    }
    let width = bits.read_vbr_u32(ENCODING_DATA_WIDTH)?;
    match (encoding, width) {
        (_, 0) => Ok(Scalar::Literal(0)),
        (Encoding::Fixed, 1..=64) => Ok(Scalar::Fixed(width)),
        (Encoding::VBR, 2..=64) => Ok(Scalar::Vbr(width)),
        _ => Err(bitcode_error(
            "an abbreviation has an operand of an illegal width",
            at,
        )),
    }
}

impl Scalar {
    /// Reads this many elements of an array. The encoding is matched once for all elements.
    fn read_all(self, len: u32, bits: &mut Bits<'_>, operands: &mut Vec<u64>) -> Result<()> {
        match self {
            Self::Fixed(width) => push_all(len, operands, || bits.read(width)),
            Self::Vbr(width) => push_all(len, operands, || bits.read_vbr(width)),
            Self::Literal(_) | Self::Char6 => push_all(len, operands, || self.read(bits)),
        }
    }

    fn read(self, bits: &mut Bits<'_>) -> Result<u64> {
        match self {
            Self::Literal(value) => Ok(value),
            Self::Fixed(width) => bits.read(width),
            Self::Vbr(width) => bits.read_vbr(width),
            Self::Char6 => {
                let index = bits.read_u32(CHAR6_WIDTH)?;
                Ok(CHAR6
                    .get(index as usize)
                    .copied()
                    .unwrap_or_default()
                    .into())
            }
        }
    }
}

fn push_all(
    len: u32,
    operands: &mut Vec<u64>,
    mut read: impl FnMut() -> Result<u64>,
) -> Result<()> {
    for _ in 0..len {
        operands.push(read()?);
    }
    Ok(())
}
