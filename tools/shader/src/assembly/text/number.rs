//! Prints numbers of instructions in FXC's format.

use core::fmt;

use crate::instructions::{Opcode, OpcodeNumbers};

/// The largest integer that is printed in decimal.
const DECIMAL: u32 = 10_000;

/// The NaN that processors return for invalid operations.
const INDEFINITE: u64 = 0xfff8_0000_0000_0000;

/// The smallest float with more than 17 digits.
const DIGITS: f64 = 1e17;

/// The format of a 32-bit number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberFormat {
    /// As a float.
    Float,
    /// As an integer, in hexadecimal if it is large.
    Integer,
    /// As a float if the bits are a normal float, otherwise as an integer.
    Any,
}

impl NumberFormat {
    /// The format of an instruction's operands.
    pub(super) fn new(opcode: Opcode) -> Self {
        match opcode.numbers() {
            Some(OpcodeNumbers::Float) => Self::Float,
            Some(OpcodeNumbers::Any) => Self::Any,
            None => Self::Integer,
        }
    }

    /// The separator between two numbers of an operand.
    pub(super) fn separator(self) -> &'static str {
        match self {
            Self::Any => ",",
            Self::Float | Self::Integer => ", ",
        }
    }

    pub(super) fn write(self, f: &mut fmt::Formatter<'_>, bits: u32) -> fmt::Result {
        let number = f32::from_bits(bits);
        let is_float = match self {
            Self::Float => true,
            Self::Integer => false,
            Self::Any => number.is_normal() || bits == (-0.0_f32).to_bits(),
        };
        if is_float {
            return write_float(f, number.into());
        }
        match bits.cast_signed() {
            signed if signed.unsigned_abs() <= DECIMAL => write!(f, "{signed}"),
            _ => write!(f, "0x{bits:08x}"),
        }
    }
}

/// A float with 6 decimals, like in FXC's C library: 17 digits, followed by zeros.
pub(super) fn write_float(f: &mut fmt::Formatter<'_>, number: f64) -> fmt::Result {
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if number.is_infinite() {
        return write!(f, "{sign}1.#INF00");
    }
    if number.is_nan() {
        let is_indefinite = number.to_bits() == INDEFINITE;
        return write!(
            f,
            "{sign}1.#{}",
            if is_indefinite { "IND00" } else { "QNAN0" }
        );
    }
    if number.abs() < DIGITS {
        return write!(f, "{number:.6}");
    }
    let text = alloc::format!("{:.16e}", number.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let zeros = exponent
        .parse::<usize>()
        .unwrap_or_default()
        .saturating_sub(16);
    f.write_str(sign)?;
    let mut digits = digits.chars().filter(char::is_ascii_digit);
    digits.try_for_each(|digit| write!(f, "{digit}"))?;
    write!(f, "{:0>zeros$}.000000", "")
}

/// Prints the values of the immediate constant buffer, one register per line. FXC omits an incomplete register at the
/// end.
pub(super) fn write_immediate_constant_buffer(
    f: &mut fmt::Formatter<'_>,
    values: &[u32],
) -> fmt::Result {
    f.write_str("dcl_immediateConstantBuffer { ")?;
    let whole = values.len() / 4 * 4;
    for (place, value) in values.iter().take(whole).enumerate() {
        f.write_str(match (place % 4, place) {
            (0, 0) => "{ ",
            (0, _) => ",\n                              { ",
            _ => ", ",
        })?;
        NumberFormat::Any.write(f, *value)?;
        f.write_str(if place % 4 == 3 { "}" } else { "" })?;
    }
    f.write_str(" }")
}
