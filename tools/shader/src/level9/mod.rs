//! Borrowed views of the instructions of Aon9, XNAS and XNAP. They are decoded on access, without allocations.

mod text;

use core::iter::FusedIterator;

use crate::level9_instructions::{
    Level9CommentToken, Level9DeclarationToken, Level9Opcode, Level9OpcodeToken, Level9ReadToken,
    Level9RegisterType, Level9ValueOpcode, Level9WriteToken,
};
use dxc_format::level9::{Level9Kind, Level9ProgramView, Level9Version};
use dxc_format::types::Run;

pub use text::Level9Assembly;
pub use text::disassemble;
pub(crate) use text::{programs, write_section};

/// The first major version in which a token states its length, and a relative operand is followed by its address.
const SINCE_LENGTHS: u8 = 2;

/// The declarations and instructions, in order, without comments.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_format::level9::Level9Program;
/// use dxc_shader::level9_instructions::Level9Opcode;
///
/// // ps_2_0; mov oC0, c1
/// let words: [u32; 5] = [0xffff_0200, 0x0200_0001, 0x800f_0800, 0xa0e4_0001, 0xffff];
/// let mut program = Level9Program::default();
/// program.code = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let bytes = program.to_bytes()?;
/// let program = dxc_format::level9::Level9ProgramView::parse(&bytes)?;
/// let opcodes: Vec<Level9Opcode> = dxc_shader::level9::instructions(&program).map(|each| each.token.opcode()).collect();
/// assert_eq!(opcodes, [Level9Opcode::MOV]);
/// # Ok(())
/// # }
/// ```
pub fn instructions<'a>(program: &Level9ProgramView<'a>) -> Level9Instructions<'a> {
    let words = Run::packed(program.code(), ());
    Level9Instructions {
        version: Level9Version(words.get(0).unwrap_or_default()),
        words,
        at: 1,
        is_ended: false,
    }
}

/// The declarations and instructions of a program.
#[derive(Clone, Debug)]
pub struct Level9Instructions<'a> {
    version: Level9Version,
    words: Run<'a, u32>,
    at: usize,
    is_ended: bool,
}

impl Level9Instructions<'_> {
    /// The shader model and the kind of shader, from the first token; 0 if there is none.
    pub fn version(&self) -> Level9Version {
        self.version
    }

    /// Whether the last instruction was [`Level9Opcode::END`], not just the end of the tokens.
    pub fn is_ended(&self) -> bool {
        self.is_ended
    }
}

impl<'a> Iterator for Level9Instructions<'a> {
    type Item = Level9InstructionView<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_ended {
            let token = Level9OpcodeToken(self.words.get(self.at)?);
            self.at = self.at.saturating_add(1);
            match token.opcode() {
                Level9Opcode::END => self.is_ended = true,
                Level9Opcode::COMMENT => {
                    let length = Level9CommentToken(token.0).length();
                    self.at = self.at.saturating_add(length.into());
                }
                _ => {
                    let mut rest = Operands::new(self.words, self.at, self.version);
                    let instruction = Level9InstructionView::read(token, &mut rest);
                    self.at = rest.at;
                    return Some(instruction);
                }
            }
        }
        None
    }
}

impl FusedIterator for Level9Instructions<'_> {}

/// An instruction or a declaration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Level9InstructionView<'a> {
    /// The first token.
    pub token: Level9OpcodeToken,
    /// The token that states what [`Level9Opcode::DCL`] declares.
    pub declaration: Option<Level9DeclarationToken>,
    /// The operand that is written.
    pub written: Option<Level9OperandView<Level9WriteToken>>,
    /// The instruction runs where this predicate is true.
    pub predicate: Option<Level9ReadToken>,
    /// The numbers of a constant.
    pub values: Run<'a, u32>,
    operands: Operands<'a>,
}

impl<'a> Level9InstructionView<'a> {
    /// Reads the operands after a token, and moves behind them.
    fn read(token: Level9OpcodeToken, rest: &mut Operands<'a>) -> Self {
        let opcode = token.opcode();
        let declaration = match opcode {
            Level9Opcode::DCL => rest.token().map(Level9DeclarationToken),
            _ => None,
        };
        let written = rest.written(opcode);
        let predicate = match token.is_predicated() {
            0 => None,
            _ => rest.token().map(Level9ReadToken),
        };
        let values = rest.values(opcode);
        let operands = *rest;
        rest.by_ref().for_each(drop);
        Self {
            token,
            declaration,
            written,
            predicate,
            values,
            operands,
        }
    }
}

/// The operands that an instruction reads.
pub fn operands<'a>(
    instruction: &Level9InstructionView<'a>,
) -> impl Iterator<Item = Level9OperandView<Level9ReadToken>> + use<'a> {
    instruction.operands
}

/// An operand: a register, and optionally an address that is added to its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level9OperandView<T> {
    /// Its token.
    pub token: T,
    /// The value that is added to the number of the register.
    pub address: Option<Level9Address>,
}

/// The value that is added to the number of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level9Address {
    /// The first component of the address register, before shader model 2.0.
    Implied,
    /// A component of a register.
    Register(Level9ReadToken),
}

/// The operands at the start of the rest of a program.
#[derive(Clone, Copy, Debug)]
struct Operands<'a> {
    words: Run<'a, u32>,
    at: usize,
    version: Level9Version,
}

impl<'a> Operands<'a> {
    fn new(words: Run<'a, u32>, at: usize, version: Level9Version) -> Self {
        Self { words, at, version }
    }

    /// The next token of the program.
    fn word(&mut self) -> Option<u32> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    /// The next token, if it belongs to the instruction.
    fn token(&mut self) -> Option<u32> {
        let word = self.words.get(self.at)?;
        if Level9OpcodeToken(word).is_operand() == 0 {
            return None;
        }
        self.word()
    }

    fn address(&mut self, is_relative: u8) -> Option<Level9Address> {
        match (is_relative, self.version.major() >= SINCE_LENGTHS) {
            (0, _) => None,
            (_, false) => Some(Level9Address::Implied),
            (_, true) => self
                .word()
                .map(|word| Level9Address::Register(Level9ReadToken(word))),
        }
    }

    fn written(&mut self, opcode: Level9Opcode) -> Option<Level9OperandView<Level9WriteToken>> {
        // Unknown opcodes are assumed to write their first operand, since most opcodes do.
        if opcode.is_known() && !opcode.writes() {
            return None;
        }
        let token = Level9WriteToken(self.token()?);
        let address = self.address(token.is_relative());
        Some(Level9OperandView { token, address })
    }

    fn values(&mut self, opcode: Level9Opcode) -> Run<'a, u32> {
        let Some(count) = Level9ValueOpcode(opcode.0).values() else {
            return Run::empty(());
        };
        let count = u32::try_from(count).unwrap_or_default();
        let left = self.words.len().saturating_sub(self.at);
        let count = count.min(u32::try_from(left).unwrap_or(u32::MAX));
        let values = u32::try_from(self.at)
            .ok()
            .and_then(|at| self.words.range(at, count));
        self.at += count as usize;
        values.unwrap_or(Run::empty(()))
    }
}

impl Iterator for Operands<'_> {
    type Item = Level9OperandView<Level9ReadToken>;

    fn next(&mut self) -> Option<Self::Item> {
        let token = Level9ReadToken(self.token()?);
        let address = self.address(token.is_relative());
        Some(Level9OperandView { token, address })
    }
}

/// The kind of register that an instruction writes.
pub fn written_register(token: Level9WriteToken) -> Level9RegisterType {
    register_type(token.kind_high(), token.kind_low())
}

/// The kind of register that an instruction reads.
pub fn read_register(token: Level9ReadToken) -> Level9RegisterType {
    register_type(token.kind_high(), token.kind_low())
}

/// The numbers of the four components that an instruction reads: 0 is x, 3 is w.
pub fn components(token: Level9ReadToken) -> [u8; 4] {
    [0, 2, 4, 6].map(|shift| token.swizzle() >> shift & 3)
}

/// Combines the two fields of the kind of register.
fn register_type(high: u8, low: u8) -> Level9RegisterType {
    Level9RegisterType(high << 3 | low)
}

/// Whether a version is that of a pixel shader.
pub(crate) fn is_pixel(version: Level9Version) -> bool {
    version.kind() == Level9Kind::Pixel
}
