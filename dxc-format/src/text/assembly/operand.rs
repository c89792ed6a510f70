//! Operands as FXC prints them.

use core::fmt;

use super::number::{NumberFormat, write_float};
use super::spelled;
use crate::generated::constants::SigMinPrecision;
use crate::generated::instructions::{
    ComponentCount, ExtendedOperandType, OperandModifier, OperandType, SelectionMode,
};
use crate::meaning::assembly::{IndexView, OperandView};
use crate::meaning::columns::Columns;

/// The syntax of registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling {
    /// Whether registers are declared as ranges, since shader model 5.1.
    pub(super) has_ranges: bool,
}

/// Components by their letters: a mask.
#[derive(Clone, Copy)]
pub(in crate::text) struct Components(pub(in crate::text) u8);

impl fmt::Display for Components {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = "xyzw".chars().enumerate();
        let mut set = letters.filter(|(bit, _)| self.0 >> bit & 1 != 0);
        set.try_for_each(|(_, letter)| write!(f, "{letter}"))
    }
}

impl Spelling {
    /// An operand of an instruction: its register or its numbers, with modifiers.
    pub(super) fn write_operand(
        self,
        f: &mut fmt::Formatter<'_>,
        operand: &OperandView<'_>,
        format: NumberFormat,
    ) -> fmt::Result {
        let mut extended = operand.extended();
        let modifier = extended.find(|token| token.kind() == ExtendedOperandType::MODIFIER);
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
        let precision = modifier.map(|token| token.min_precision());
        if let Some(name) = precision.and_then(min_precision) {
            write!(f, " {{{name}}}")?;
        }
        f.write_str(behind)?;
        match modifier.is_some_and(|token| token.non_uniform() != 0) {
            true => f.write_str(" { nonuniform }"),
            false => Ok(()),
        }
    }

    /// A register and its indices.
    pub(super) fn write_register(
        self,
        f: &mut fmt::Formatter<'_>,
        operand: &OperandView<'_>,
    ) -> fmt::Result {
        self.write_prefix(f, operand.kind())?;
        let is_plain = first_is_plain(operand);
        for (place, index) in operand.indices().enumerate() {
            match (place, index.relative(), index.number()) {
                (0, None, Some(number)) if is_plain => write!(f, "{number}")?,
                _ => self.write_index(f, &index)?,
            }
        }
        Ok(())
    }

    /// The letters of a register; those of resources are capitals where registers are ranges.
    pub(super) fn write_prefix(self, f: &mut fmt::Formatter<'_>, kind: OperandType) -> fmt::Result {
        let name = spelled(kind);
        if !(self.has_ranges && is_resource(kind)) {
            return f.write_str(name);
        }
        let mut letters = name.chars();
        letters.try_for_each(|letter| write!(f, "{}", letter.to_ascii_uppercase()))
    }

    /// An index in brackets.
    fn write_index(self, f: &mut fmt::Formatter<'_>, index: &IndexView<'_>) -> fmt::Result {
        let number = index.number().unwrap_or_default();
        match index.relative() {
            None => write!(f, "[{number}]"),
            Some(operand) => {
                f.write_str("[")?;
                self.write_operand(f, &operand, NumberFormat::Integer)?;
                write!(f, " + {number}]")
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

/// Whether the first index follows the letters without brackets.
fn first_is_plain(operand: &OperandView<'_>) -> bool {
    match operand.kind() {
        OperandType::IMMEDIATE_CONSTANT_BUFFER | OperandType::THIS_POINTER => false,
        OperandType::INPUT
        | OperandType::INPUT_CONTROL_POINT
        | OperandType::OUTPUT_CONTROL_POINT => operand.token().dimension() == 1,
        _ => true,
    }
}

/// The components that an operand selects.
pub(super) fn write_components(
    f: &mut fmt::Formatter<'_>,
    operand: &OperandView<'_>,
) -> fmt::Result {
    let token = operand.token();
    if token.components() != ComponentCount::FOUR {
        return Ok(());
    }
    let selection = token.selection();
    let letter = |place: u8| char::from(b"xyzw"[usize::from(selection >> (2 * place) & 3)]);
    match token.mode() {
        SelectionMode::MASK if selection & 0xf == 0 => Ok(()),
        SelectionMode::MASK => write!(f, ".{}", Components(selection & 0xf)),
        SelectionMode::SWIZZLE => {
            let [x, y, z, w] = [0, 1, 2, 3].map(letter);
            write!(f, ".{x}{y}{z}{w}")
        }
        SelectionMode::SELECT_1 => write!(f, ".{}", letter(0)),
        _ => Ok(()),
    }
}

/// The minimum precision, if it is not the full one.
pub(super) fn min_precision(precision: SigMinPrecision) -> Option<&'static str> {
    precision.text("dxc")
}

fn write_numbers(
    f: &mut fmt::Formatter<'_>,
    operand: &OperandView<'_>,
    format: NumberFormat,
) -> fmt::Result {
    f.write_str("l(")?;
    for (place, number) in operand.immediates().iter().enumerate() {
        f.write_str(if place == 0 { "" } else { format.separator() })?;
        format.write(f, number)?;
    }
    f.write_str(")")
}

fn write_doubles(f: &mut fmt::Formatter<'_>, operand: &OperandView<'_>) -> fmt::Result {
    f.write_str("d(")?;
    let words = operand.immediates();
    let mut place = 0;
    while let (Some(high), Some(low)) = (words.get(place), words.get(place + 1)) {
        let bits = u64::from(high) << 32 | u64::from(low);
        let separator = if place == 0 { "" } else { ", " };
        f.write_str(separator)?;
        write_float(f, f64::from_bits(bits))?;
        f.write_str("l")?;
        place += 2;
    }
    f.write_str(")")
}
