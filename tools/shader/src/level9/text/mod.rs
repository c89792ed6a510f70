//! Prints Aon9, XNAS and XNAP like FXC: the mappings of registers, and the program.

mod instruction;
mod mappings;
mod number;
mod operand;
mod slots;

use alloc::vec::Vec;
use core::fmt;

use crate::level9_instructions::{Level9BlockOpcode, Level9Part, Level9ShaderModel};
use dxc_format::Container;
use dxc_format::level9::{Level9ProgramView, Level9Version};
use dxc_format::{FourCC, Result};
use slots::Slots;

/// The maximum indentation. The shader models allow 24 nested blocks.
const DEPTH: i64 = 64;

/// The programs for feature level 9 of a container, with their titles, in FXC's order.
pub(crate) fn programs<'a>(
    container: &Container<'a>,
) -> Result<Vec<(&'static str, Level9ProgramView<'a>)>> {
    let mut programs = Vec::new();
    for kind in Level9Part::all_values() {
        for part in container.find_all(FourCC(kind.0.to_le_bytes())) {
            let program = Level9ProgramView::parse(part.data)
                .map_err(|error| error.within_part(part.fourcc, part.data_offset))?;
            programs.push((kind.fxc().unwrap_or_default(), program));
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
            let block = Level9BlockOpcode(opcode.0);
            depth = (depth - i64::from(block.closes().unwrap_or(0))).max(0);
            for _ in 0..=depth.min(DEPTH) {
                f.write_str("  ")?;
            }
            f.write_str(match instruction.token.is_coissued() {
                0 => "  ",
                _ => "+ ",
            })?;
            depth += i64::from(block.opens().unwrap_or(0));
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
    let kind = version.kind().fxc().unwrap_or_default();
    if kind.is_empty() {
        return writeln!(f, "    unknown version 0x{:08x}", version.0);
    }
    let (major, minor) = (version.major(), version.minor());
    match Level9ShaderModel(u16::from_be_bytes([major, minor]))
        .fxc()
        .unwrap_or_default()
    {
        "" => writeln!(f, "    {kind}_{major}_{minor}"),
        model => writeln!(f, "    {kind}_{model}"),
    }
}
