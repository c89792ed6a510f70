//! Reads the wrapper that some tools put around bitcode.

use crate::bitcode::{BITCODE_MAGIC, BitcodeWrapper, WRAPPER_MAGIC};
use crate::bitcode_error;
use dxc_format::runtime::{Fixed, Result};

/// Whether bytes begin like LLVM bitcode, with or without a wrapper.
///
/// ```
/// assert!(dxil::bitstream::is_bitcode(b"BC\xc0\xde"));
/// assert!(!dxil::bitstream::is_bitcode(b"DXBC"));
/// ```
pub fn is_bitcode(bytes: &[u8]) -> bool {
    let magic = u32::decode(bytes);
    magic.is_some_and(|magic| [BITCODE_MAGIC, WRAPPER_MAGIC].contains(&magic))
}

/// The bitcode in a wrapper; bitcode without a wrapper is returned unchanged.
///
/// # Errors
/// If the bytes are not bitcode, or end before the bitcode in the wrapper does.
pub fn unwrap_bitcode(bytes: &[u8]) -> Result<&[u8]> {
    if u32::decode(bytes) != Some(WRAPPER_MAGIC) {
        return if is_bitcode(bytes) {
            Ok(bytes)
        } else {
            Err(bitcode_error("it does not begin with the magic number", 0))
        };
    }
    let inner = BitcodeWrapper::decode(bytes).and_then(|wrapper| {
        let from = usize::try_from(wrapper.bitcode_offset).ok()?;
        let size = usize::try_from(wrapper.bitcode_size).ok()?;
        bytes.get(from..)?.get(..size)
    });
    match inner {
        Some(inner) if u32::decode(inner) == Some(BITCODE_MAGIC) => Ok(inner),
        Some(_) => Err(bitcode_error("the wrapper contains no bitcode", 0)),
        None => Err(bitcode_error(
            "it ends before the bitcode in its wrapper",
            0,
        )),
    }
}
