//! Bitstreams: nested blocks of records.

mod abbreviation;
mod bits;
mod wrapper;

pub use wrapper::{is_bitcode, unwrap_bitcode};

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::bitcode::{
    AbbreviationId, BITCODE_MAGIC, BLOCK_ID_WIDTH, BLOCK_SIZE_WIDTH, BlockId, BlockInfoCode,
    CODE_LEN_WIDTH, RECORD_WIDTH, TOP_LEVEL_WIDTH,
};
use crate::bitcode_error;
use crate::budgets::{Budgets, limits};
use abbreviation::Abbreviations;
use bits::Bits;
use dxc_format::{Limits, Result};

/// A bitstream: nested blocks of records, read from front to back.
///
/// The reader stores the state of the current blocks, and the operands of one record. It counts a step for each block,
/// record and operand ([`Limits::steps`]): abbreviations can expand a few bits to many operands.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_format::Container;
/// use dxil::bitcode::BlockId;
/// use dxil::bitstream::{Bitstream, Event};
///
/// # let file = &std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
/// let program = Container::parse(file)?.dxil()?.unwrap();
/// let mut stream = Bitstream::new(program.bitcode())?;
/// let mut blocks = 0;
/// while let Some(event) = stream.next()? {
///     match event {
///         Event::Enter(BlockId::FUNCTION) => stream.skip_block(),
///         Event::Enter(_) => blocks += 1,
///         Event::Record(record) => println!("{}: {:?}", record.code, record.operands),
///         _ => {}
///     }
/// }
/// assert!(blocks > 3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Bitstream<'a> {
    bits: Bits<'a>,
    /// The open blocks, outermost first.
    scopes: Vec<Scope>,
    /// The abbreviations that [`BlockId::BLOCKINFO`] defines for other blocks.
    infos: Arc<BTreeMap<BlockId, Abbreviations>>,
    /// The block for which [`BlockId::BLOCKINFO`] currently defines abbreviations.
    described: Option<BlockId>,
    operands: Vec<u64>,
    pub(crate) budgets: Budgets,
}

/// An open block.
#[derive(Clone, Debug)]
struct Scope {
    id: BlockId,
    /// The width of abbreviation IDs.
    width: u32,
    /// The end of the block around it.
    outer_end: usize,
    /// The number of its abbreviations from [`BlockId::BLOCKINFO`].
    described: usize,
    abbreviations: Abbreviations,
}

/// The span of a block, to read it later: [`Bitstream::block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    id: BlockId,
    width: u32,
    position: usize,
    end: usize,
}

impl Block {
    /// The length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.end.saturating_sub(self.position) / 8
    }
}

/// The next event of a bitstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'s> {
    /// A block begins.
    Enter(BlockId),
    /// A block ends.
    Exit(BlockId),
    /// A record of the innermost block.
    Record(Record<'s>),
}

/// A record of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record<'s> {
    /// The code; its meaning depends on the block.
    pub code: u32,
    /// The operands, with the elements of an array at the end.
    pub operands: &'s [u64],
    /// The blob at its end, if it has one.
    pub blob: Option<&'s [u8]>,
    /// The offset in bits.
    pub offset: usize,
}

impl<'a> Bitstream<'a> {
    /// A reader at the beginning of LLVM bitcode.
    ///
    /// # Errors
    /// If the bytes do not begin with the magic number of bitcode.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        Self::new_within(bytes, limits(bytes.len()))
    }

    /// [`new`](Self::new) with other limits.
    ///
    /// # Errors
    /// If the bytes do not begin with the magic number of bitcode.
    pub fn new_within(bytes: &'a [u8], limits: Limits) -> Result<Self> {
        let mut bits = Bits::new(bytes);
        if bits.read_u32(u32::BITS).ok() != Some(BITCODE_MAGIC) {
            return Err(bitcode_error("it does not begin with the magic number", 0));
        }
        Ok(Self {
            bits,
            scopes: Vec::new(),
            infos: Arc::default(),
            described: None,
            operands: Vec::new(),
            budgets: Budgets::new(&limits),
        })
    }

    /// The next block or record; `None` at the end of the stream.
    ///
    /// The reader itself reads [`BlockId::BLOCKINFO`], which has abbreviations of other blocks.
    ///
    /// # Errors
    /// If the stream is damaged, or takes more steps than its limits allow.
    // The result borrows the operands, so this cannot be an iterator.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<Event<'_>>> {
        loop {
            self.budgets.take_steps(1)?;
            let block = self.scopes.last().map(|scope| scope.id);
            let in_info = block == Some(BlockId::BLOCKINFO);
            let offset = self.position();
            match self.read_abbreviation_id()? {
                None => return Ok(None),
                Some(AbbreviationId::EnterSubBlock) => match self.enter()? {
                    BlockId::BLOCKINFO => {}
                    id => return Ok(Some(Event::Enter(id))),
                },
                Some(AbbreviationId::EndBlock) => match self.exit()? {
                    BlockId::BLOCKINFO => {}
                    id => return Ok(Some(Event::Exit(id))),
                },
                Some(AbbreviationId::DefineAbbrev) => self.define()?,
                Some(id) if in_info => self.read_info(id, offset)?,
                Some(id) => {
                    let record = self.read_record(id, offset);
                    return record.map(|record| Some(Event::Record(record)));
                }
            }
        }
    }

    /// Skips the rest of the innermost block, without an [`Event::Exit`].
    pub fn skip_block(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            self.bits.skip_to_end();
            self.bits.set_end(scope.outer_end);
        }
    }

    /// The innermost block, directly after its [`Event::Enter`].
    pub fn block(&self) -> Option<Block> {
        let scope = self.scopes.last()?;
        Some(Block {
            id: scope.id,
            width: scope.width,
            position: self.bits.position(),
            end: self.bits.end(),
        })
    }

    /// Moves to the beginning of a block of this stream, which becomes the only open block. The limits are not reset.
    pub fn enter_block(&mut self, block: Block) {
        self.scopes.clear();
        self.bits.seek(block.position, block.end);
        self.scopes.push(Scope {
            id: block.id,
            width: block.width,
            outer_end: block.end,
            described: self.infos.get(&block.id).map_or(0, Abbreviations::len),
            abbreviations: Abbreviations::default(),
        });
    }

    /// Counts memory that a caller keeps ([`Limits::memory`]).
    ///
    /// # Errors
    /// If it exceeds the limit.
    pub fn take_memory(&mut self, bytes: usize) -> Result<()> {
        self.budgets.take_memory(bytes)
    }

    /// Reads the records of the innermost block up to its end, and skips nested blocks. `read` returns the memory that
    /// its result uses.
    pub(crate) fn for_each_record(
        &mut self,
        mut read: impl FnMut(&Record<'_>) -> Result<usize>,
    ) -> Result<()> {
        loop {
            match self.next()? {
                None | Some(Event::Exit(_)) => return Ok(()),
                Some(Event::Enter(_)) => self.skip_block(),
                Some(Event::Record(record)) => {
                    let size = read(&record)?;
                    self.budgets.take_memory(size)?;
                }
            }
        }
    }

    /// The current offset in bits.
    pub fn position(&self) -> usize {
        self.bits.position()
    }

    /// The next abbreviation ID; `None` at the end of the stream.
    fn read_abbreviation_id(&mut self) -> Result<Option<AbbreviationId>> {
        let at = self.position();
        if let Some(scope) = self.scopes.last() {
            return Ok(Some(AbbreviationId(self.bits.read_u32(scope.width)?)));
        }
        // Blocks begin and end at multiples of 32 bits, so fewer bits are padding.
        if self.bits.left() < 32 {
            return Ok(None);
        }
        match AbbreviationId(self.bits.read_u32(TOP_LEVEL_WIDTH)?) {
            id @ AbbreviationId::EnterSubBlock => Ok(Some(id)),
            _ => Err(bitcode_error(
                "something other than a block is outside of all blocks",
                at,
            )),
        }
    }

    fn enter(&mut self) -> Result<BlockId> {
        let at = self.position();
        let id = BlockId(self.bits.read_vbr_u32(BLOCK_ID_WIDTH)?);
        let width = self.bits.read_vbr_u32(CODE_LEN_WIDTH)?;
        if !(1..=u32::BITS).contains(&width) {
            return Err(bitcode_error(
                "a block has abbreviation IDs of an illegal width",
                at,
            ));
        }
        self.bits.align()?;
        let words = self.bits.read_u32(BLOCK_SIZE_WIDTH)? as usize;
        let len = words.checked_mul(32).filter(|len| *len <= self.bits.left());
        let len = len.ok_or_else(|| bitcode_error("a block exceeds the block around it", at))?;
        let outer_end = self.bits.end();
        self.bits.set_end(self.bits.position() + len);
        self.described = None;
        self.scopes.push(Scope {
            id,
            width,
            outer_end,
            described: self.infos.get(&id).map_or(0, Abbreviations::len),
            abbreviations: Abbreviations::default(),
        });
        Ok(id)
    }

    fn exit(&mut self) -> Result<BlockId> {
        self.bits.align()?;
        let Some(scope) = self.scopes.pop().filter(|_| self.bits.left() == 0) else {
            return Err(bitcode_error(
                "a block ends before its stated end",
                self.position(),
            ));
        };
        self.bits.set_end(scope.outer_end);
        Ok(scope.id)
    }

    fn define(&mut self) -> Result<()> {
        let at = self.position();
        let abbreviations = match self.scopes.last_mut() {
            Some(scope) if scope.id != BlockId::BLOCKINFO => &mut scope.abbreviations,
            _ => {
                let outside = || bitcode_error("an abbreviation is outside of a block", at);
                let block = self.described.ok_or_else(outside)?;
                Arc::make_mut(&mut self.infos).entry(block).or_default()
            }
        };
        abbreviations.define(&mut self.bits, &mut self.budgets)
    }

    /// Reads a record of [`BlockId::BLOCKINFO`].
    fn read_info(&mut self, id: AbbreviationId, offset: usize) -> Result<()> {
        let record = self.read_record(id, offset)?;
        if BlockInfoCode(record.code) == BlockInfoCode::SETBID {
            let block = record.operands.first();
            let block = block.and_then(|block| u32::try_from(*block).ok());
            self.described = block.map(BlockId);
        }
        Ok(())
    }

    fn read_record(&mut self, id: AbbreviationId, offset: usize) -> Result<Record<'_>> {
        self.operands.clear();
        let (code, blob) = match id {
            AbbreviationId::UnabbrevRecord => (self.read_unabbreviated()?, None),
            id => self.read_abbreviated(id)?,
        };
        let code = u32::try_from(code);
        let code = code.map_err(|_| bitcode_error("a code exceeds 32 bits", offset))?;
        Ok(Record {
            code,
            operands: &self.operands,
            blob,
            offset,
        })
    }

    fn read_unabbreviated(&mut self) -> Result<u64> {
        let code = self.bits.read_vbr(RECORD_WIDTH)?;
        let count = self.bits.read_vbr_u32(RECORD_WIDTH)?;
        self.budgets.take_steps(count.into())?;
        for _ in 0..count {
            self.operands.push(self.bits.read_vbr(RECORD_WIDTH)?);
        }
        Ok(code)
    }

    fn read_abbreviated(&mut self, id: AbbreviationId) -> Result<(u64, Option<&'a [u8]>)> {
        let at = self.position();
        let Self {
            bits,
            scopes,
            infos,
            operands,
            budgets,
            ..
        } = self;
        let index = id.0.checked_sub(AbbreviationId::FirstApplicationAbbrev.0);
        let abbreviation = scopes.last().zip(index).and_then(|(scope, index)| {
            let index = index as usize;
            match index.checked_sub(scope.described) {
                Some(own) => scope.abbreviations.get(own),
                None => infos.get(&scope.id)?.get(index),
            }
        });
        let abbreviation = abbreviation
            .ok_or_else(|| bitcode_error("a record has an undefined abbreviation", at))?;
        abbreviation.read(bits, operands, budgets)
    }
}
