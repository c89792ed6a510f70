//! Prints floats of constants in FXC's format: `%.9g` of its C library.

use core::fmt;

/// The number of digits.
const DIGITS: usize = 9;

/// The bits of the NaN that invalid operations result in; it is printed by a name.
const INDEFINITE: u32 = 0xffc0_0000;

/// Prints a float with 9 significant digits, without trailing zeros; an exponent has three digits.
pub(super) fn write_float(f: &mut fmt::Formatter<'_>, number: f32) -> fmt::Result {
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if number.is_infinite() {
        return write!(f, "{sign}1.#INF");
    }
    if number.to_bits() == INDEFINITE {
        return write!(f, "{sign}1.#IND");
    }
    if number.is_nan() {
        return write!(f, "{sign}1.#QNAN");
    }
    let text = alloc::format!("{:.*e}", DIGITS - 1, f64::from(number.abs()));
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    f.write_str(sign)?;
    let decimals = usize::try_from(exponent).map(|exponent| (DIGITS - 1).checked_sub(exponent));
    match (exponent, decimals) {
        (-4..0, _) => {
            let decimals = DIGITS - 1 + exponent.unsigned_abs() as usize;
            f.write_str(trim(&alloc::format!("{:.decimals$}", number.abs())))
        }
        (_, Ok(Some(decimals))) => {
            f.write_str(trim(&alloc::format!("{:.decimals$}", number.abs())))
        }
        _ => {
            let sign = if exponent < 0 { '-' } else { '+' };
            write!(f, "{}e{sign}{:03}", trim(digits), exponent.unsigned_abs())
        }
    }
}

/// A number without trailing zeros in its decimals.
fn trim(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}
