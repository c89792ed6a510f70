//! Parses the numbers of textual IR.

use dxc_format::types::F32;

/// The bits of a double that a float does not have.
const LOST: u64 = (1 << 29) - 1;

/// The exponent bits of an infinite double or NaN.
const SPECIAL: u64 = 0x7ff << 52;

/// Parses an integer of this width, to the 32 bits of it that LLVM uses.
pub(super) fn integer(word: &str, width: u32) -> Option<u32> {
    let value: i128 = match word {
        "true" | "false" if width == 1 => i128::from(word == "true"),
        _ => match word.strip_prefix("u0x") {
            Some(digits) => i128::from_str_radix(digits, 16).ok()?,
            None => word.parse().ok()?,
        },
    };
    if !(1..=1 << 23).contains(&width) {
        return None;
    }
    // The number may be signed or unsigned.
    let bits = width.min(64);
    if value < -(1 << (bits - 1)) || value >= 1 << bits {
        return None;
    }
    if !(i128::from(i32::MIN)..=i128::from(u32::MAX)).contains(&value) {
        return None;
    }
    let mask = (1u64 << bits.min(32)) - 1;
    #[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation)] // Two's complement.
    Some((value as u64 & mask) as u32)
}

/// Parses a float: a decimal number with a point, or the bits of a double. A `float` must be exact; a `double` is
/// rounded to the nearest float.
pub(super) fn float(word: &str, double: bool) -> Option<F32> {
    let value = match word.strip_prefix("0x") {
        Some(digits) => f64::from_bits(u64::from_str_radix(digits, 16).ok()?),
        None if word.contains('.') => word.parse().ok()?,
        None => return None,
    };
    if value.is_nan() {
        let bits = value.to_bits();
        return (double || bits & LOST == 0).then(|| narrow(bits));
    }
    #[allow(clippy::cast_possible_truncation)] // Compared right after.
    let single = value as f32;
    (double || f64::from(single).to_bits() == value.to_bits()).then(|| F32::from(single))
}

/// Converts a NaN from double to float: its upper bits are kept.
fn narrow(bits: u64) -> F32 {
    let sign = bits >> 63 << 31;
    let payload = bits >> 29 & 0x7f_ffff;
    let bits = sign | 0x7f80_0000 | payload.max(u64::from(payload == 0));
    F32::from_bits(u32::try_from(bits).unwrap_or(u32::MAX))
}

/// The bits of the double for a float. A normal conversion would change NaNs.
pub(super) fn widen(float: F32) -> u64 {
    let value = float.get();
    if !value.is_nan() {
        return f64::from(value).to_bits();
    }
    let bits = u64::from(float.to_bits());
    bits >> 31 << 63 | SPECIAL | (bits & 0x7f_ffff) << 29
}
