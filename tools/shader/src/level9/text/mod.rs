//! Prints Aon9, XNAS and XNAP like FXC: the mappings of registers, and the program.

mod instruction;
mod mappings;
mod number;
mod operand;
mod slots;

use alloc::vec::Vec;
use core::fmt;

use crate::level9_instructions::{Level9BlockOpcode, Level9Opcode, Level9Part, Level9ShaderModel};
use dxc_format::Container;
use dxc_format::level9::{Level9ProgramView, Level9Version};
use dxc_format::runtime::attributes::Attributes;
use dxc_format::{FourCC, Result};
use slots::Slots;

/// The maximum indentation. The shader models allow 24 nested blocks.
const DEPTH: i64 = 64;

/// The name of a value in FXC's listings.
fn spelled(value: impl Attributes) -> &'static str {
    value.text("fxc").unwrap_or_default()
}

/// The programs for feature level 9 of a container, with their titles, in FXC's order.
pub(crate) fn programs<'a>(
    container: &Container<'a>,
) -> Result<Vec<(&'static str, Level9ProgramView<'a>)>> {
    let mut programs = Vec::new();
    for entry in Level9Part::TABLE.values {
        let [fourcc @ .., _, _, _, _] = entry.value.to_le_bytes();
        for part in container.find_all(FourCC(fourcc)) {
            let program = Level9ProgramView::parse(part.data)
                .map_err(|error| error.within_part(part.fourcc, part.data_offset))?;
            programs.push((entry.text("fxc"), program));
        }
    }
    Ok(programs)
}

/// Prints the mappings of a program, its title and its instructions.
pub(crate) fn write_section(
    f: &mut dyn fmt::Write,
    title: &str,
    program: &Level9ProgramView<'_>,
) -> fmt::Result {
    f.write_str("//\n")?;
    mappings::write_mappings(f, program)?;
    write!(
        f,
        "// {title} shader bytecode:\n//\n{}",
        disassemble(program)
    )
}

/// A program for feature level 9 as assembly text in FXC's format.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_format::level9::{Level9Program, Level9ProgramView};
///
/// // ps_2_0; mov oC0, c1
/// let words: [u32; 5] = [0xffff_0200, 0x0200_0001, 0x800f_0800, 0xa0e4_0001, 0xffff];
/// let mut program = Level9Program::default();
/// program.code = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let bytes = program.to_bytes()?;
/// let text = dxc_shader::level9::disassemble(&Level9ProgramView::parse(&bytes)?).to_string();
/// assert_eq!(text, "    ps_2_0\n    mov oC0, c1\n\n// approximately 1 instruction slot used\n");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Level9Assembly<'a> {
    program: Level9ProgramView<'a>,
}

/// The program as assembly text, to print.
pub fn disassemble<'a>(program: &Level9ProgramView<'a>) -> Level9Assembly<'a> {
    Level9Assembly { program: *program }
}

impl fmt::Display for Level9Assembly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut instructions = crate::level9::instructions(&self.program);
        let version = instructions.version();
        write_version(f, version)?;
        let mut slots = Slots::new(version);
        let mut depth = 0_i64;
        for instruction in &mut instructions {
            let opcode = instruction.token.opcode();
            depth = (depth - indentation(opcode, "closes")).max(0);
            for _ in 0..=depth.min(DEPTH) {
                f.write_str("  ")?;
            }
            f.write_str(match instruction.token.is_coissued() {
                0 => "  ",
                _ => "+ ",
            })?;
            depth += indentation(opcode, "opens");
            instruction::write_instruction(f, &instruction, version)?;
            f.write_str("\n")?;
            slots.count(&instruction);
        }
        if !instructions.is_ended() {
            f.write_str("// The tokens end without `END`.\n")?;
        }
        write!(f, "\n// approximately {slots}\n")
    }
}

/// Prints the shader model, such as `ps_2_x`.
fn write_version(f: &mut fmt::Formatter<'_>, version: Level9Version) -> fmt::Result {
    let kind = spelled(version.kind());
    if kind.is_empty() {
        return writeln!(f, "    unknown version 0x{:08x}", version.0);
    }
    let (major, minor) = (version.major(), version.minor());
    match spelled(Level9ShaderModel(u16::from_be_bytes([major, minor]))) {
        "" => writeln!(f, "    {kind}_{major}_{minor}"),
        model => writeln!(f, "    {kind}_{model}"),
    }
}

/// The change of indentation at an opcode.
fn indentation(opcode: Level9Opcode, column: &str) -> i64 {
    Level9BlockOpcode(opcode.0).number(column).unwrap_or(0)
}
