//! Little-endian bytes as numbers.

/// Up to eight little-endian bytes as a number.
pub fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Up to eight little-endian bytes as a number with a sign.
pub fn signed_number(bytes: &[u8]) -> i64 {
    let unused = 64 - 8 * bytes.len().clamp(1, 8);
    (number(bytes) << unused).cast_signed() >> unused
}

/// Writes a number into up to eight bytes, little-endian.
#[doc(hidden)]
pub fn put_number(bytes: &mut [u8], value: u64) {
    let both = bytes.iter_mut().zip(value.to_le_bytes());
    both.for_each(|(byte, value)| *byte = value);
}
