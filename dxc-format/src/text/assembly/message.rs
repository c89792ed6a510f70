//! Messages of `printf` and `errorf` in FXC's format.

use core::fmt;

use super::number::NumberFormat;
use super::operand::Spelling;
use super::spelled;
use crate::generated::instructions::ShaderMessage;
use crate::meaning::assembly::OperandViews;
use crate::runtime::{Fixed, Run};
use crate::text::printable::Printable;

/// A message: its operation, its text, and its operands.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    data: Run<'_, u32>,
    spelling: Spelling,
) -> fmt::Result {
    let bytes = data.as_bytes();
    let parts = ShaderMessage::decode(bytes).and_then(|message| {
        let behind = bytes.get(ShaderMessage::SIZE..)?;
        let operands = usize::try_from(message.operand_words)
            .ok()?
            .checked_mul(4)?;
        let (operands, text) = behind.split_at_checked(operands)?;
        let text = text.get(..usize::try_from(message.text_length).ok()?)?;
        Some((message, operands, core::str::from_utf8(text).ok()?))
    });
    let Some((message, operands, text)) = parts else {
        return write!(f, "customdata SHADER_MESSAGE, {} tokens", data.len());
    };
    let name = spelled(message.id);
    write!(f, "{name} \"{}\"", Printable(text))?;
    for operand in OperandViews::new(Run::packed(operands, ())) {
        f.write_str(", ")?;
        spelling.write_operand(f, &operand, NumberFormat::Any)?;
    }
    Ok(())
}
