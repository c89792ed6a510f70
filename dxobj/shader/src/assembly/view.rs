//! Borrowed views of instructions and operands. They are decoded on access, and allocate nothing.

use core::iter::FusedIterator;

use crate::instructions::{
    ComponentCount, CustomDataClass, CustomDataToken, ExtendedOpcodeToken, ExtendedOperandToken,
    IndexRepresentation, InterfaceOpcode, Opcode, OpcodeToken, OperandToken, OperandType,
};
use dxc_format::runtime::shape::{Attribute, EnumTable};
use dxc_format::tokens::TokenizedProgramView;
use dxc_format::types::Run;

/// The maximum nesting of operands in indices. Known files have one level.
const DEPTH: u32 = 3;

/// The declarations and instructions, in order.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_shader::instructions::Opcode;
///
/// // ps_5_0; mov o0.x, l(1.000000); ret
/// let words: [u32; 8] = [0x50, 8, 0x0500_0036, 0x0010_2012, 0, 0x4001, 0x3f80_0000, 0x0100_003e];
/// let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let program = dxc_format::tokens::TokenizedProgramView::parse(&bytes)?;
/// let opcodes: Vec<Opcode> = dxc_shader::assembly::instructions(&program).map(|each| each.opcode()).collect();
/// assert_eq!(opcodes, [Opcode::MOV, Opcode::RET]);
/// # Ok(())
/// # }
/// ```
pub fn instructions<'a>(program: &TokenizedProgramView<'a>) -> Instructions<'a> {
    Instructions {
        words: program.tokens(),
        at: 0,
    }
}

/// The declarations and instructions of a program.
///
/// If the length of one is 0 or exceeds the program, it has all remaining tokens and is the last.
#[derive(Clone, Debug)]
pub struct Instructions<'a> {
    words: Run<'a, u32>,
    at: u32,
}

impl<'a> Instructions<'a> {
    /// The instructions in a run of tokens, which begins with an instruction.
    pub fn new(words: Run<'a, u32>) -> Self {
        Self { words, at: 0 }
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = InstructionView<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let (words, rest) = split_first(self.words)?;
        let at = self.at;
        self.words = rest;
        self.at = at.saturating_add(count(words));
        Some(InstructionView { words, at })
    }
}

impl FusedIterator for Instructions<'_> {}

/// The tokens of the first instruction, and those after it.
fn split_first(words: Run<'_, u32>) -> Option<(Run<'_, u32>, Run<'_, u32>)> {
    let token = OpcodeToken(words.get(0)?);
    let length = match has_long_length(token) || token.opcode() == Opcode::CUSTOMDATA {
        true => words.get(1).unwrap_or_default(),
        false => token.length().into(),
    };
    let whole = (words, Run::empty(()));
    match length {
        0 => Some(whole),
        length => Some(split(words, length).unwrap_or(whole)),
    }
}

/// Whether the length of an instruction is in its second token.
pub(super) fn has_long_length(token: OpcodeToken) -> bool {
    token.is_extended() != 0 && column(&LEADING, token.opcode()).is_some()
}

/// The number of operands of each opcode.
const OPERANDS: [u8; 256] = numbers(&Opcode::TABLE, "operands");
/// The number of tokens in front of the first operand, of the opcodes of interfaces.
const LEADING: [u8; 256] = numbers(&InterfaceOpcode::TABLE, "words");
/// The number of tokens of each representation of an index, and whether an operand follows.
const INDEX_WORDS: [u8; 8] = numbers(&IndexRepresentation::TABLE, "words");
const INDEX_RELATIVE: [u8; 8] = numbers(&IndexRepresentation::TABLE, "relative");

/// The entry for values that are not in the table.
const NOT_NAMED: u8 = u8::MAX;

/// The numbers of a column by their values, so that decoding searches no table.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
const fn numbers<const N: usize>(table: &EnumTable, column: &str) -> [u8; N] {
    let mut numbers = [NOT_NAMED; N];
    let mut place = 0;
    while place < table.values.len() {
        let entry = &table.values[place];
        let mut at = 0;
        while at < entry.attributes.len() {
            if let (name, Attribute::Int(number)) = entry.attributes[at]
                && is_equal(name, column)
            {
                numbers[entry.value as usize] = number as u8;
            }
            at += 1;
        }
        place += 1;
    }
    numbers
}

/// `==` for constants.
const fn is_equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

fn column(numbers: &[u8; 256], opcode: Opcode) -> Option<u32> {
    let number = numbers.get(usize::from(opcode.0))?;
    (*number != NOT_NAMED).then_some(u32::from(*number))
}

/// The number of operands; `None` if the opcode is unknown.
pub fn operand_count(opcode: Opcode) -> Option<u32> {
    column(&OPERANDS, opcode)
}

/// The number of tokens in front of the first operand.
pub(crate) fn leading_words(opcode: Opcode) -> u32 {
    column(&LEADING, opcode).unwrap_or(0)
}

fn count(words: Run<'_, u32>) -> u32 {
    u32::try_from(words.len()).unwrap_or(u32::MAX)
}

/// The first `len` tokens, and the others.
fn split(words: Run<'_, u32>, len: u32) -> Option<(Run<'_, u32>, Run<'_, u32>)> {
    let rest = count(words).checked_sub(len)?;
    Some((words.range(0, len)?, words.range(len, rest)?))
}

/// An instruction or a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionView<'a> {
    words: Run<'a, u32>,
    at: u32,
}

impl<'a> InstructionView<'a> {
    /// The number of its first token in [`tokens`](TokenizedProgramView::tokens).
    pub fn at(&self) -> u32 {
        self.at
    }

    /// All of its tokens.
    pub fn words(&self) -> Run<'a, u32> {
        self.words
    }

    /// The first token.
    pub fn token(&self) -> OpcodeToken {
        OpcodeToken(self.words.get(0).unwrap_or_default())
    }

    /// The opcode.
    pub fn opcode(&self) -> Opcode {
        self.token().opcode()
    }

    /// The class and the content of custom data; `None` for other instructions.
    pub fn custom_data(&self) -> Option<(CustomDataClass, Run<'a, u32>)> {
        if self.opcode() != Opcode::CUSTOMDATA || self.words.get(1)? != count(self.words) {
            return None;
        }
        let class = CustomDataToken(self.token().0).class();
        Some((class, split(self.words, 2)?.1))
    }

    /// Its operands and the other tokens; `None` if it is custom data, if the opcode is unknown, or if the operands
    /// exceed the instruction.
    pub fn operation(&self) -> Option<OperationView<'a>> {
        let token = self.token();
        let opcode = token.opcode();
        let operands = operand_count(opcode)?;
        let is_long = has_long_length(token);
        let length = match is_long {
            true => self.words.get(1)?,
            false => token.length().into(),
        };
        if opcode == Opcode::CUSTOMDATA || length != count(self.words) {
            return None;
        }
        let (_, rest) = split(self.words, 1 + u32::from(is_long))?;
        let extended = match is_long {
            true => 0,
            false => chained(token.is_extended() != 0, rest, |word| {
                ExtendedOpcodeToken(word).is_extended() != 0
            })?,
        };
        let (extended, rest) = split(rest, extended)?;
        let (leading, rest) = split(rest, leading_words(opcode))?;
        let mut behind = rest;
        for _ in 0..operands {
            behind = OperandView::read(behind, DEPTH)?.1;
        }
        let (operands, _) = split(rest, count(rest) - count(behind))?;
        Some(OperationView {
            token,
            extended,
            leading,
            operands,
            payload: behind,
        })
    }
}

/// The number of tokens in a chain; a bit of each states whether another follows.
fn chained(first: bool, words: Run<'_, u32>, more: impl Fn(u32) -> bool) -> Option<u32> {
    let mut chained = 0;
    let mut goes_on = first;
    while goes_on {
        goes_on = more(words.get(chained as usize)?);
        chained += 1;
    }
    Some(chained)
}

/// The operands of an instruction, and its other tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperationView<'a> {
    token: OpcodeToken,
    extended: Run<'a, u32>,
    leading: Run<'a, u32>,
    operands: Run<'a, u32>,
    payload: Run<'a, u32>,
}

impl<'a> OperationView<'a> {
    /// The first token.
    pub fn token(&self) -> OpcodeToken {
        self.token
    }

    /// The tokens before the first operand: the number of the method that [`Opcode::INTERFACE_CALL`] calls.
    pub fn leading(&self) -> Run<'a, u32> {
        self.leading
    }

    /// The tokens after the last operand, such as the return types of [`Opcode::DCL_RESOURCE`].
    pub fn payload(&self) -> Run<'a, u32> {
        self.payload
    }

    /// The opcode.
    pub fn opcode(&self) -> Opcode {
        self.token.opcode()
    }

    /// The extended opcode tokens.
    pub fn extended(&self) -> impl Iterator<Item = ExtendedOpcodeToken> + use<'a> {
        self.extended.iter().map(ExtendedOpcodeToken)
    }

    /// The operands.
    pub fn operands(&self) -> OperandViews<'a> {
        OperandViews {
            words: self.operands,
        }
    }
}

/// The operands of an instruction.
#[derive(Clone, Debug)]
pub struct OperandViews<'a> {
    words: Run<'a, u32>,
}

impl<'a> OperandViews<'a> {
    /// The operands in a run of tokens, such as those of a message.
    pub fn new(words: Run<'a, u32>) -> Self {
        Self { words }
    }
}

impl<'a> Iterator for OperandViews<'a> {
    type Item = OperandView<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let (operand, rest) = OperandView::read(self.words, DEPTH)?;
        self.words = rest;
        Some(operand)
    }
}

impl FusedIterator for OperandViews<'_> {}

/// An operand: registers, or numbers in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandView<'a> {
    token: OperandToken,
    extended: Run<'a, u32>,
    indices: Run<'a, u32>,
    immediates: Run<'a, u32>,
    depth: u32,
}

impl<'a> OperandView<'a> {
    /// The operand at the start of the tokens, and the tokens after it.
    fn read(words: Run<'a, u32>, depth: u32) -> Option<(Self, Run<'a, u32>)> {
        let depth = depth.checked_sub(1)?;
        let token = OperandToken(words.get(0)?);
        let (_, rest) = split(words, 1)?;
        let extended = chained(token.is_extended() != 0, rest, |word| {
            ExtendedOperandToken(word).is_extended() != 0
        })?;
        let (extended, rest) = split(rest, extended)?;
        let mut behind = rest;
        for representation in representations(token) {
            behind = IndexView::read(representation, behind, depth)?.1;
        }
        let (indices, rest) = split(rest, count(rest) - count(behind))?;
        let (immediates, rest) = split(rest, immediate_count(token)?)?;
        let operand = Self {
            token,
            extended,
            indices,
            immediates,
            depth,
        };
        Some((operand, rest))
    }

    /// The first token.
    pub fn token(&self) -> OperandToken {
        self.token
    }

    /// Which registers or numbers it is.
    pub fn kind(&self) -> OperandType {
        self.token.kind()
    }

    /// The extended operand tokens.
    pub fn extended(&self) -> impl Iterator<Item = ExtendedOperandToken> + use<'a> {
        self.extended.iter().map(ExtendedOperandToken)
    }

    /// The indices, such as a register's number.
    pub fn indices(&self) -> impl Iterator<Item = IndexView<'a>> + use<'a> {
        let (mut words, depth) = (self.indices, self.depth);
        representations(self.token).map_while(move |representation| {
            let (index, rest) = IndexView::read(representation, words, depth)?;
            words = rest;
            Some(index)
        })
    }

    /// The number at index `place`; `None` if there is none.
    pub fn index(&self, place: usize) -> Option<u64> {
        self.indices().nth(place)?.number()
    }

    /// The numbers of an immediate operand, each of 32 bits; a 64-bit number is two, the low half first.
    pub fn immediates(&self) -> Run<'a, u32> {
        self.immediates
    }
}

/// The representation of each index of an operand.
fn representations(token: OperandToken) -> impl Iterator<Item = IndexRepresentation> {
    let all = [token.index0(), token.index1(), token.index2()];
    all.into_iter().take(token.dimension().into())
}

/// The count of an operand's 32-bit numbers.
pub(super) fn immediate_count(token: OperandToken) -> Option<u32> {
    let width = match token.kind() {
        OperandType::IMMEDIATE32 => 1,
        OperandType::IMMEDIATE64 => 2,
        _ => return Some(0),
    };
    match token.components() {
        ComponentCount::ZERO => Some(0),
        ComponentCount::ONE => Some(width),
        // Four components hold two numbers of 64 bits.
        ComponentCount::FOUR => Some(4),
        _ => None,
    }
}

/// An index of an operand: a number, the value of an operand, or the sum of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexView<'a> {
    representation: IndexRepresentation,
    number: Run<'a, u32>,
    relative: Run<'a, u32>,
    depth: u32,
}

impl<'a> IndexView<'a> {
    fn read(
        representation: IndexRepresentation,
        words: Run<'a, u32>,
        depth: u32,
    ) -> Option<(Self, Run<'a, u32>)> {
        let place = usize::from(representation.0);
        let length = INDEX_WORDS
            .get(place)
            .filter(|length| **length != NOT_NAMED)?;
        let (number, rest) = split(words, u32::from(*length))?;
        let behind = match INDEX_RELATIVE.get(place) {
            Some(1) => OperandView::read(rest, depth)?.1,
            _ => rest,
        };
        let (relative, _) = split(rest, count(rest) - count(behind))?;
        let index = Self {
            representation,
            number,
            relative,
            depth,
        };
        Some((index, behind))
    }

    /// Its representation.
    pub fn representation(&self) -> IndexRepresentation {
        self.representation
    }

    /// The number; `None` if the index is only the value of an operand.
    pub fn number(&self) -> Option<u64> {
        let mut words = self.number.iter().map(u64::from);
        let first = words.next()?;
        Some(words.next().map_or(first, |low| first << 32 | low))
    }

    /// The operand whose value is added, if any.
    pub fn relative(&self) -> Option<OperandView<'a>> {
        OperandView::read(self.relative, self.depth).map(|(operand, _)| operand)
    }
}
