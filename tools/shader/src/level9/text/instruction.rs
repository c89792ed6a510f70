//! Prints instructions like FXC.

use core::fmt;

use super::number::write_float;
use super::operand::{write_read, write_register, write_swizzle, write_written};
use crate::level9::{Level9InstructionView, is_pixel, operands, read_register};
use crate::level9_instructions::{
    Level9CompareOpcode, Level9Comparison, Level9DeclarationToken, Level9OldOpcode, Level9Opcode,
    Level9OpcodeToken, Level9ReadToken, Level9SourceModifier, Level9TextureControl,
    Level9TextureType, Level9WriteModifiers, Level9WriteToken,
};
use dxc_format::level9::Level9Version;

/// The text for values without a name.
const UNKNOWN: &str = "unknown";

pub(super) fn write_instruction(
    f: &mut fmt::Formatter<'_>,
    instruction: &Level9InstructionView<'_>,
    version: Level9Version,
) -> fmt::Result {
    if let Some(predicate) = instruction.predicate {
        write_predicate(f, predicate, version)?;
    }
    write_mnemonic(f, instruction.token, version)?;
    if let Some(declaration) = instruction.declaration {
        write_declaration(f, declaration, version)?;
    }
    if let Some(written) = &instruction.written {
        write_modifiers(f, written.token)?;
    }
    let mut separator = " ";
    if let Some(written) = &instruction.written {
        f.write_str(separator)?;
        separator = ", ";
        write_written(f, written, version)?;
    }
    for value in instruction.values.iter() {
        f.write_str(separator)?;
        separator = ", ";
        match instruction.token.opcode() {
            Level9Opcode::DEFB => write!(f, "{}", value != 0)?,
            Level9Opcode::DEFI => write!(f, "{}", value.cast_signed())?,
            _ => write_float(f, f32::from_bits(value))?,
        }
    }
    for operand in operands(instruction) {
        f.write_str(separator)?;
        separator = ", ";
        write_read(f, &operand, version)?;
    }
    Ok(())
}

/// Prints the predicate before an instruction; its only modifier is `!`.
fn write_predicate(
    f: &mut fmt::Formatter<'_>,
    token: Level9ReadToken,
    version: Level9Version,
) -> fmt::Result {
    let is_negated = token.modifier() == Level9SourceModifier::NOT;
    f.write_str(if is_negated { "(!" } else { "(" })?;
    write_register(f, read_register(token), token.number(), version)?;
    write_swizzle(f, token)?;
    f.write_str(") ")
}

/// Prints the mnemonic, and the suffix that its controls determine.
fn write_mnemonic(
    f: &mut fmt::Formatter<'_>,
    token: Level9OpcodeToken,
    version: Level9Version,
) -> fmt::Result {
    let opcode = token.opcode();
    // Pixel shader 1.4 is the first version with the mnemonics of shader model 2.0.
    let is_old = version.major() < 2 && !(is_pixel(version) && version.minor() >= 4);
    let old = Level9OldOpcode(opcode.0).fxc().filter(|_| is_old);
    f.write_str(old.or(opcode.fxc()).unwrap_or("???"))?;
    if old.is_some() {
        return Ok(());
    }
    if Level9CompareOpcode(opcode.0).is_known() {
        return f.write_str(Level9Comparison(token.controls()).fxc().unwrap_or_default());
    }
    match opcode {
        Level9Opcode::TEX => f.write_str(
            Level9TextureControl(token.controls())
                .fxc()
                .unwrap_or_default(),
        ),
        _ => Ok(()),
    }
}

/// Prints the semantic of an input or output, or the dimension of a texture.
fn write_declaration(
    f: &mut fmt::Formatter<'_>,
    token: Level9DeclarationToken,
    version: Level9Version,
) -> fmt::Result {
    let operand = u32::from(token.is_operand()) << 31;
    match token.texture() {
        // Inputs of pixel shaders 2.0 have no semantic.
        Level9TextureType::UNKNOWN if is_pixel(version) && token.0 == operand => Ok(()),
        Level9TextureType::UNKNOWN => {
            let usage = token.usage().fxc().unwrap_or(UNKNOWN);
            write!(f, "_{usage}")?;
            match token.index() {
                0 => Ok(()),
                index => write!(f, "{index}"),
            }
        }
        texture => write!(f, "_{}", texture.fxc().unwrap_or(UNKNOWN)),
    }
}

/// Prints the suffixes that the written operand determines.
fn write_modifiers(f: &mut fmt::Formatter<'_>, token: Level9WriteToken) -> fmt::Result {
    f.write_str(token.shift().fxc().unwrap_or_default())?;
    let mut set =
        Level9WriteModifiers::all_values().filter(|flag| token.modifiers().contains(*flag));
    set.try_for_each(|flag| f.write_str(flag.fxc().unwrap_or_default()))
}
