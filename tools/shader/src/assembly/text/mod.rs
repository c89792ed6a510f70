//! Prints programs of SHDR and SHEX like FXC.

mod bindings;
mod buffers;
mod declaration;
mod interfaces;
mod listing;
mod message;
mod number;
mod operand;
mod signatures;

use core::fmt;

use crate::assembly::{Instruction, Operation};
use crate::instructions::{
    BlockOpcode, CustomDataClass, ExtendedOpcodeType, InfoReturnType, InstructionToken, Opcode,
    ResourceDimension, ResourceDimensionToken, ResourceReturnToken, SampleControlsToken,
    SampleInfoToken, SyncFlags, SyncToken,
};
use crate::psv0::TargetProfile;
use dxc_format::rdef::ResourceReturnType;
use dxc_format::tokens::TokenizedProgramView;
pub use listing::{Listing, listing, listing_within};
use number::NumberFormat;
pub(crate) use operand::Components;
use operand::{Spelling, min_precision};

/// The maximum indentation: the shader models' limit on nested blocks.
const DEPTH: i64 = 64;

/// FXC's text for a value without a name.
const UNDEFINED: &str = "???";

/// FXC's text for custom data that it does not print.
const UNREADABLE: &str = "undecipherable custom data";

/// A program as assembly text in FXC's format.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// // ps_5_0; mov o0.x, l(1.000000); ret
/// let words: [u32; 8] = [0x50, 8, 0x0500_0036, 0x0010_2012, 0, 0x4001, 0x3f80_0000, 0x0100_003e];
/// let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let program = dxc_format::tokens::TokenizedProgramView::parse(&bytes)?;
/// assert_eq!(dxc_shader::assembly::disassemble(&program).to_string(), "ps_5_0\nmov o0.x, l(1.000000)\nret \n");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Assembly<'a> {
    program: TokenizedProgramView<'a>,
}

/// The program as assembly text, to print.
pub fn disassemble<'a>(program: &TokenizedProgramView<'a>) -> Assembly<'a> {
    Assembly { program: *program }
}

impl fmt::Display for Assembly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = self.program.version();
        writeln!(f, "{}", TargetProfile::new(version))?;
        let spelling = Spelling {
            has_ranges: (version.major(), version.minor()) >= (5, 1),
        };
        let mut depth = 0_i64;
        for instruction in crate::assembly::instructions(&self.program) {
            let block = BlockOpcode(instruction.opcode().0);
            depth = (depth - i64::from(block.closes().unwrap_or(0))).max(0);
            for _ in 0..depth.min(DEPTH) {
                f.write_str("  ")?;
            }
            depth += i64::from(block.opens().unwrap_or(0));
            write_instruction(f, &instruction, spelling)?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Prints an instruction as assembly text.
fn write_instruction(
    f: &mut fmt::Formatter<'_>,
    instruction: &Instruction,
    spelling: Spelling,
) -> fmt::Result {
    match instruction {
        Instruction::Operation(operation) => {
            let text = OperationText {
                operation,
                spelling,
            };
            match operation.opcode().fxc().unwrap_or_default() {
                mnemonic if mnemonic.starts_with("dcl_") => text.write_declaration(f, mnemonic),
                mnemonic => text.write_instruction(f, mnemonic),
            }
        }
        Instruction::CustomData(custom) => match custom.token.class() {
            CustomDataClass::DCL_IMMEDIATE_CONSTANT_BUFFER => {
                number::write_immediate_constant_buffer(f, &custom.data)
            }
            CustomDataClass::SHADER_MESSAGE => message::write(f, &custom.data, spelling),
            CustomDataClass::COMMENT => message::write_comment(f, &custom.data),
            _ => f.write_str(UNREADABLE),
        },
        Instruction::Unknown(words) => {
            f.write_str("unknown")?;
            let mut words = words.iter();
            words.try_for_each(|word| write!(f, " 0x{word:08x}"))
        }
    }
}

/// An operation, with the shader model whose syntax is used.
struct OperationText<'a> {
    operation: &'a Operation,
    spelling: Spelling,
}

impl OperationText<'_> {
    fn write_instruction(&self, f: &mut fmt::Formatter<'_>, mnemonic: &str) -> fmt::Result {
        let opcode = self.operation.opcode();
        f.write_str(mnemonic)?;
        self.write_extended(f)?;
        self.write_suffixes(f)?;
        // FXC prints a blank after each mnemonic except this one.
        f.write_str(if opcode == Opcode::SYNC { "" } else { " " })?;
        let format = NumberFormat::new(opcode);
        let converted = opcode.converts().unwrap_or(0);
        let mut target = None;
        for (place, operand) in self.operation.operands.iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            f.write_str(separator)?;
            let target = *target.get_or_insert_with(|| min_precision(operand));
            let target = Some(target).filter(|_| converted >> place & 1 != 0);
            self.spelling.write_operand(f, operand, format, target)?;
        }
        self.write_method(f)
    }

    /// Prints the index of the method that an interface call references.
    fn write_method(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.operation.leading.first() {
            Some(method) => write!(f, "[{method}]"),
            None => Ok(()),
        }
    }

    /// Prints the suffixes of a mnemonic: the result of a query, the flags of a barrier, or the condition.
    fn write_suffixes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token = InstructionToken(self.operation.token.0);
        let opcode = self.operation.opcode();
        match opcode {
            Opcode::SYNC => write_sync(f, SyncToken(token.0).flags())?,
            Opcode::RESINFO => {
                f.write_str(token.return_type().fxc().unwrap_or_default())?;
            }
            Opcode::SAMPLE_INFO => {
                let is_uint = SampleInfoToken(token.0).is_uint();
                f.write_str(InfoReturnType(2 * is_uint).fxc().unwrap_or_default())?;
            }
            _ => {}
        }
        if has_condition(opcode) {
            f.write_str(if token.test_nonzero() != 0 {
                "_nz"
            } else {
                "_z"
            })?;
        }
        Ok(())
    }

    /// Prints whether the result is clamped, and which of its components are precise.
    fn write_modifiers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token = InstructionToken(self.operation.token.0);
        f.write_str(if token.saturate() != 0 { "_sat" } else { "" })?;
        match token.precise() {
            0 => Ok(()),
            0xf => f.write_str(" [precise]"),
            mask => write!(f, " [precise({})]", Components(mask)),
        }
    }

    /// Prints the texel offsets of an instruction, its modifiers, and the resource that it reads.
    fn write_extended(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tokens = [None; 4];
        for token in &self.operation.extended {
            if let Some(known) = tokens.get_mut(usize::from(token.kind().0)) {
                *known = Some(token.0);
            }
        }
        let of_kind = |kind: ExtendedOpcodeType| tokens[usize::from(kind.0) & 3];
        let offsets = of_kind(ExtendedOpcodeType::SAMPLE_CONTROLS).map(SampleControlsToken);
        let dimension = of_kind(ExtendedOpcodeType::RESOURCE_DIM).map(ResourceDimensionToken);
        let returns = of_kind(ExtendedOpcodeType::RESOURCE_RETURN_TYPE).map(ResourceReturnToken);
        f.write_str(if offsets.is_some() { "_aoffimmi" } else { "" })?;
        f.write_str(match (dimension, returns) {
            (None, None) => "",
            _ => "_indexable",
        })?;
        self.write_modifiers(f)?;
        if let Some(offsets) = offsets {
            let [u, v, w] = [offsets.u(), offsets.v(), offsets.w()].map(signed);
            write!(f, "({u},{v},{w})")?;
        }
        if let Some(token) = dimension {
            let name = dimension_name(token.dimension());
            match token.stride() {
                0 => write!(f, "({name})")?,
                stride => write!(f, "({name}, stride={stride})")?,
            }
        }
        match returns {
            Some(token) => write_return_types(f, [token.x(), token.y(), token.z(), token.w()]),
            None => Ok(()),
        }
    }
}

/// Prints four return types in parentheses.
fn write_return_types(f: &mut fmt::Formatter<'_>, types: [ResourceReturnType; 4]) -> fmt::Result {
    let [x, y, z, w] = types.map(return_type_name);
    write!(f, "({x},{y},{z},{w})")
}

/// The name of a type that reading a resource returns.
fn return_type_name(what: ResourceReturnType) -> &'static str {
    what.fxc().unwrap_or("<unknown resource return type>")
}

/// The name of a resource's dimension.
fn dimension_name(dimension: ResourceDimension) -> &'static str {
    dimension.fxc().unwrap_or("<unknown dimension>")
}

/// Converts 4 bits to a signed number.
fn signed(bits: u8) -> i8 {
    (bits.cast_signed() << 4) >> 4
}

fn has_condition(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::BREAKC
            | Opcode::CALLC
            | Opcode::CONTINUEC
            | Opcode::DISCARD
            | Opcode::IF
            | Opcode::RETC
    )
}

/// Prints the suffixes of a barrier in FXC's order: the widest scope first. It includes the narrower scope of UAVs.
fn write_sync(f: &mut fmt::Formatter<'_>, mut flags: SyncFlags) -> fmt::Result {
    if flags.contains(SyncFlags::UNORDERED_ACCESS_VIEW_MEMORY_GLOBAL) {
        flags.set(SyncFlags::UNORDERED_ACCESS_VIEW_MEMORY_GROUP, false);
    }
    let mut set = SyncFlags::all_values().rev();
    set.try_for_each(|flag| {
        if !flags.contains(flag) {
            Ok(())
        } else {
            f.write_str(flag.fxc().unwrap_or_default())
        }
    })
}
