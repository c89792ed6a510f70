//! Prints floating-point constants: decimal if that is exact, otherwise hexadecimal.

use core::fmt::Write;

use crate::bitcode::TypeCode;

use super::Printer;

impl Printer<'_, '_> {
    /// Prints a floating-point number that is given by its bits.
    pub(super) fn push_float(&mut self, code: TypeCode, words: &[u64]) {
        let bits = words.first().copied().unwrap_or_default();
        let [b0, b1, b2, b3, ..] = bits.to_le_bytes();
        let hex = match code {
            TypeCode::FLOAT => {
                return self.push_double(widen(u32::from_le_bytes([b0, b1, b2, b3])));
            }
            TypeCode::DOUBLE => return self.push_double(bits),
            TypeCode::HALF => write!(self.out, "0xH{:04X}", u16::from_le_bytes([b0, b1])),
            TypeCode::X86_FP80 => {
                let low = words.get(1).copied().unwrap_or_default() & 0xffff;
                write!(self.out, "0xK{:04X}{:016X}", bits >> 48, bits << 16 | low)
            }
            _ => {
                let letter = if code == TypeCode::FP128 { 'L' } else { 'M' };
                let high = words.get(1).copied().unwrap_or_default();
                write!(self.out, "0x{letter}{bits:016X}{high:016X}")
            }
        };
        // Writing to a string does not fail.
        hex.unwrap_or_default();
    }

    fn push_double(&mut self, bits: u64) {
        let value = f64::from_bits(bits);
        let start = self.out.len();
        if value.is_finite() {
            // Rust writes `1.000000e0`, and C `1.000000e+00`.
            let written = write!(self.out, "{value:.6e}").is_ok();
            let is_exact = self.out[start..]
                .parse()
                .is_ok_and(|parsed: f64| parsed.to_bits() == bits);
            if let Some(at) = self.out[start..].find('e').filter(|_| written && is_exact) {
                let exponent: i32 = self.out[start + at + 1..].parse().unwrap_or_default();
                self.out.truncate(start + at + 1);
                self.push(if exponent < 0 { "-" } else { "+" });
                self.push(if exponent.unsigned_abs() < 10 {
                    "0"
                } else {
                    ""
                });
                self.push_number(exponent.unsigned_abs());
                return;
            }
            self.out.truncate(start);
        }
        write!(self.out, "0x{bits:X}").unwrap_or_default();
    }
}

/// Converts the bits of a 32-bit number to those of the equal 64-bit number. The payload of a NaN is kept.
fn widen(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if !value.is_nan() {
        f64::from(value).to_bits()
    } else {
        let sign = u64::from(bits >> 31) << 63;
        sign | 0x7ff << 52 | u64::from(bits & 0x7f_ffff) << 29
    }
}
