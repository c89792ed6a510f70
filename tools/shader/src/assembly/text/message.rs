//! Prints comments, and messages of `printf` and `errorf`, in FXC's format.

use alloc::vec::Vec;
use core::fmt;

use super::UNREADABLE;
use super::number::NumberFormat;
use super::operand::Spelling;
use crate::assembly::read::read_operands;
use crate::instructions::{ShaderMessage, ShaderMessageFormat};
use dxc_format::types::{Fixed, Run};
use dxc_text::Printable;

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Prints a comment, up to its first NUL.
pub(super) fn write_comment(f: &mut fmt::Formatter<'_>, data: &[u32]) -> fmt::Result {
    let bytes = bytes(data);
    let text = bytes.split(|byte| *byte == 0).next();
    let text = alloc::string::String::from_utf8_lossy(text.unwrap_or_default());
    write!(f, "// COMMENT: {}", Printable(&text))
}

/// Prints a message: its operation, its text, and its operands.
pub(super) fn write(f: &mut fmt::Formatter<'_>, data: &[u32], spelling: Spelling) -> fmt::Result {
    let bytes = bytes(data);
    let parts = ShaderMessage::decode(&bytes).and_then(|message| {
        let behind = bytes.get(ShaderMessage::SIZE..)?;
        let operands = usize::try_from(message.operand_words)
            .ok()?
            .checked_mul(4)?;
        let (operands, text) = behind.split_at_checked(operands)?;
        let text = text.get(..usize::try_from(message.text_length).ok()?)?;
        Some((message, operands, core::str::from_utf8(text).ok()?))
    });
    let Some((message, operands, text)) = parts else {
        return f.write_str(UNREADABLE);
    };
    let name = match message.format {
        ShaderMessageFormat::ANSI_PRINTF => message.id.fxc(),
        _ => None,
    };
    let name = name.unwrap_or("<unknown>");
    write!(f, "{name} \"{}\"", Printable(text))?;
    for operand in read_operands(Run::packed(operands, ())) {
        f.write_str(", ")?;
        spelling.write_operand(f, &operand, NumberFormat::Any, None)?;
    }
    Ok(())
}
