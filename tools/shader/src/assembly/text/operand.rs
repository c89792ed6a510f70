//! Prints operands like FXC.

use core::fmt;

use super::number::{NumberFormat, write_float};
use crate::assembly::{Index, Operand};
use crate::instructions::{
    ComponentCount, ExtendedOperandToken, ExtendedOperandType, OperandModifier, OperandType,
    OperandTypeBrackets, SelectionMode,
};
use dxc_format::constants::SigMinPrecision;

/// The syntax of registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling {
    /// Whether registers are declared as ranges, since shader model 5.1.
    pub(super) has_ranges: bool,
}

/// A mask of components, displayed by their letters.
#[derive(Clone, Copy)]
pub(crate) struct Components(pub(crate) u8);

impl fmt::Display for Components {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = "xyzw".chars().enumerate();
        let mut set = letters.filter(|(bit, _)| self.0 >> bit & 1 != 0);
        set.try_for_each(|(_, letter)| write!(f, "{letter}"))
    }
}

impl Spelling {
    /// Prints an operand: its register or its numbers, with modifiers. If the instruction converts its precision,
    /// `target` is the new one.
    pub(super) fn write_operand(
        self,
        f: &mut fmt::Formatter<'_>,
        operand: &Operand,
        format: NumberFormat,
        target: Option<SigMinPrecision>,
    ) -> fmt::Result {
        let modifier = modifier(operand);
        let (before, behind) = match modifier.map(|token| token.modifier()) {
            Some(OperandModifier::NEG) => ("-", ""),
            Some(OperandModifier::ABS) => ("|", "|"),
            Some(OperandModifier::ABSNEG) => ("-|", "|"),
            _ => ("", ""),
        };
        f.write_str(before)?;
        match operand.kind() {
            OperandType::IMMEDIATE32 => write_numbers(f, operand, format)?,
            OperandType::IMMEDIATE64 => write_doubles(f, operand)?,
            _ => {
                self.write_register(f, operand)?;
                write_components(f, operand)?;
            }
        }
        write_precision(f, min_precision(operand), target)?;
        if modifier.is_some_and(|token| token.non_uniform() != 0) {
            f.write_str(" { nonuniform }")?;
        }
        f.write_str(behind)
    }

    /// Prints a register and its indices.
    pub(super) fn write_register(
        self,
        f: &mut fmt::Formatter<'_>,
        operand: &Operand,
    ) -> fmt::Result {
        self.write_prefix(f, operand.kind())?;
        for (place, index) in operand.indices.iter().enumerate() {
            match index.parts().1 {
                None if !in_brackets(operand, place) => write!(f, "{}", Number(index))?,
                _ => self.write_index(f, index)?,
            }
        }
        Ok(())
    }

    /// Prints the letters of a register; those of resources are capitals if registers are declared as ranges.
    pub(super) fn write_prefix(self, f: &mut fmt::Formatter<'_>, kind: OperandType) -> fmt::Result {
        let name = kind.fxc().unwrap_or_default();
        if !(self.has_ranges && is_resource(kind)) {
            return f.write_str(name);
        }
        let mut letters = name.chars();
        letters.try_for_each(|letter| write!(f, "{}", letter.to_ascii_uppercase()))
    }

    /// Prints an index in brackets.
    fn write_index(self, f: &mut fmt::Formatter<'_>, index: &Index) -> fmt::Result {
        match index.parts().1 {
            None => write!(f, "[{}]", Number(index)),
            Some(operand) => {
                f.write_str("[")?;
                self.write_operand(f, operand, NumberFormat::Integer, None)?;
                write!(f, " + {}]", Number(index))
            }
        }
    }
}

fn is_resource(kind: OperandType) -> bool {
    matches!(
        kind,
        OperandType::SAMPLER
            | OperandType::RESOURCE
            | OperandType::CONSTANT_BUFFER
            | OperandType::UNORDERED_ACCESS_VIEW
    )
}

/// Displays the number of an index. Numbers of 32 bits are signed.
struct Number<'i>(&'i Index);

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Index::Immediate32(number) | Index::Immediate32PlusRelative(number, _) => {
                write!(f, "{}", number.cast_signed())
            }
            index => write!(f, "{}", index.parts().0.unwrap_or_default()),
        }
    }
}

/// Whether the index at position `place` of an operand is printed in brackets if it is a number.
fn in_brackets(operand: &Operand, place: usize) -> bool {
    let has_several = operand.token.dimension() > 1;
    match operand.kind().brackets() {
        Some(OperandTypeBrackets::Rest) => place > 0,
        Some(OperandTypeBrackets::Several) => has_several,
        Some(OperandTypeBrackets::Single) => place > 0 || !has_several,
        None => false,
    }
}

/// The modifier and the minimum precision of an operand.
fn modifier(operand: &Operand) -> Option<ExtendedOperandToken> {
    let mut extended = operand.extended.iter().copied();
    extended.find(|token| token.kind() == ExtendedOperandType::MODIFIER)
}

/// The minimum precision of an operand.
pub(super) fn min_precision(operand: &Operand) -> SigMinPrecision {
    modifier(operand).map_or(SigMinPrecision::Default, |token| token.min_precision())
}

/// Prints the minimum precision of an operand, and the one that it is converted to.
fn write_precision(
    f: &mut fmt::Formatter<'_>,
    own: SigMinPrecision,
    target: Option<SigMinPrecision>,
) -> fmt::Result {
    let name = |precision: SigMinPrecision| precision.dxc().unwrap_or("def32");
    match target.filter(|target| *target != own) {
        Some(target) => write!(f, " {{{} as {}}}", name(own), name(target)),
        None if own == SigMinPrecision::Default => Ok(()),
        None => write!(f, " {{{}}}", name(own)),
    }
}

/// Prints the components that an operand selects.
pub(super) fn write_components(f: &mut fmt::Formatter<'_>, operand: &Operand) -> fmt::Result {
    let token = operand.token;
    if token.components() != ComponentCount::FOUR {
        return Ok(());
    }
    let selection = token.selection();
    let letter = |place: u8| char::from(b"xyzw"[usize::from(selection >> (2 * place) & 3)]);
    match token.mode() {
        SelectionMode::MASK => write!(f, ".{}", Components(selection & 0xf)),
        SelectionMode::SWIZZLE => {
            let [x, y, z, w] = [0, 1, 2, 3].map(letter);
            write!(f, ".{x}{y}{z}{w}")
        }
        SelectionMode::SELECT_1 => write!(f, ".{}", letter(0)),
        _ => Ok(()),
    }
}

fn write_numbers(
    f: &mut fmt::Formatter<'_>,
    operand: &Operand,
    format: NumberFormat,
) -> fmt::Result {
    f.write_str("l(")?;
    for (place, number) in operand.immediates.iter().enumerate() {
        f.write_str(if place == 0 { "" } else { format.separator() })?;
        format.write(f, *number)?;
    }
    f.write_str(")")
}

fn write_doubles(f: &mut fmt::Formatter<'_>, operand: &Operand) -> fmt::Result {
    f.write_str("d(")?;
    let (numbers, _) = operand.immediates.as_chunks::<2>();
    for (place, [low, high]) in numbers.iter().enumerate() {
        let bits = u64::from(*high) << 32 | u64::from(*low);
        f.write_str(if place == 0 { "" } else { ", " })?;
        write_float(f, f64::from_bits(bits))?;
        f.write_str("l")?;
    }
    f.write_str(")")
}
