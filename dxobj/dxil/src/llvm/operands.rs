//! Operands of records.

use alloc::string::String;
use alloc::vec::Vec;

use super::bitcode_error;
use super::bitstream::Record;
use dxc_format::runtime::Result;

pub(super) fn operand(record: &Record<'_>, index: u32, at: usize) -> Result<u64> {
    let operand = record.operands.get(index as usize).copied();
    operand.ok_or_else(|| bitcode_error("a record of the module is too short", at))
}

pub(super) fn to_u32(value: u64, at: usize) -> Result<u32> {
    u32::try_from(value).map_err(|_| bitcode_error("a number exceeds 32 bits", at))
}

/// A string of operands; bytes that are not UTF-8 are replaced.
pub(super) fn read_text(operands: &[u64]) -> String {
    let bytes: Vec<u8> = operands.iter().map(|letter| low_byte(*letter)).collect();
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The letter that an operand of a string is.
pub(super) fn low_byte(operand: u64) -> u8 {
    let [low, ..] = operand.to_le_bytes();
    low
}
