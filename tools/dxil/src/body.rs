//! Reads the bodies of functions: blocks of instructions, and the constants, metadata and names of the function.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::bitcode::{BlockId, FunctionCode, MetadataCode, UseListCode, ValueSymtabCode};
use crate::bitcode_error;
use crate::bitstream::{Bitstream, Event, Record};
use crate::budgets::Budgets;
use crate::cursor::number;
use crate::cursor::{Cursor, bytes_of};
use crate::fold::fold_constants;
use crate::globals::FunctionRecord;
use crate::instruction::{Instruction, Location, Operand};
use crate::metadata::MetadataTable;
use crate::module::Module;
use crate::names::{NAME_SIZE, Named, Names};
use crate::scope::Scope;
use crate::types::{Type, TypeId, TypeScope, Types};
use crate::value::{Kind, Value, ValueId, Values};
use dxc_format::Result;

mod accesses;
mod form;
mod read;

pub(crate) use form::Form;
use form::Forms;
pub(crate) use read::ends_block;

/// The body of a function.
///
/// ```
/// # fn main() -> dxil::Result<()> {
/// # let file = std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
/// # let container = dxc_format::Container::parse(&file)?;
/// let program = container.dxil()?.unwrap();
/// let module = dxil::Module::parse(program.bitcode())?;
/// let body = module.function("main").unwrap().body()?.unwrap();
/// assert_eq!(body.block_count(), 1);
/// let last = body.instructions().last().unwrap();
/// assert_eq!(dxil::instruction_name(&last), "ret");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Body<'m> {
    module: &'m Module<'m>,
    /// The types that the function needs and the module does not have.
    pub(crate) types: Types,
    /// The parameters, the constants and the results. Their numbers follow those of the module's values.
    pub(crate) values: Values,
    pub(crate) metadata: MetadataTable,
    pub(crate) parameters: u32,
    pub(crate) records: Vec<InstructionRecord>,
    forms: Forms,
    operands: Vec<Operand>,
    numbers: Vec<u32>,
    /// The range of instructions of each block.
    pub(crate) blocks: Vec<Range<u32>>,
    /// The number of blocks that the function declares.
    declared_blocks: u32,
    pub(crate) locations: Vec<Location>,
    /// Metadata attachments of instructions: the instruction, the kind and the node, sorted.
    attachments: Vec<(u32, u32, u32)>,
    /// Metadata attachments of the function: the kind and the node.
    pub(crate) function_attachments: Vec<(u32, u32)>,
    pub(crate) names: Names,
    /// For a block, the new index of each branch to it, beginning with the last branch.
    pub(crate) branch_orders: Vec<(u32, Box<[u32]>)>,
    /// The largest number of a referenced value.
    largest: u32,
}

/// An instruction. Its operands are in the vectors of its body, and end where those of the next instruction begin.
#[derive(Clone, Debug)]
pub(crate) struct InstructionRecord {
    /// The index of its form.
    form: u32,
    /// The number of its result, or [`NO_RESULT`].
    result: u32,
    /// The index of the first of its operands, and of the first of its numbers.
    operands: u32,
    numbers: u32,
    /// The index of its location plus 1.
    pub(crate) location: u32,
}

/// The number of records and operands that may be read before their memory is counted.
const COUNTED: usize = 256;

/// The block size from which a function counts as large, in bytes.
const LARGE: usize = 64 << 10;

/// The memory for printing a value: its number; and for printing a block: its number and its predecessors.
const VALUE_IN_TEXT: usize = 5;
const BLOCK_IN_TEXT: usize = 64;

/// The value of `result` for an instruction without a result.
const NO_RESULT: u32 = u32::MAX;

impl InstructionRecord {
    /// The value of its result, if it has one.
    pub(crate) fn result(&self) -> Option<ValueId> {
        (self.result != NO_RESULT).then_some(ValueId(self.result))
    }
}

impl<'m> Body<'m> {
    /// The number of basic blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The instructions, in order.
    pub fn instructions(&self) -> impl ExactSizeIterator<Item = Instruction<'_>> {
        (0..self.records.len()).map(|index| self.instruction(index))
    }

    /// The instruction with this index.
    pub(crate) fn instruction(&self, index: usize) -> Instruction<'_> {
        let record = &self.records[index];
        let location = (record.location as usize).checked_sub(1);
        let form = self.form(record);
        let next = self.records.get(index + 1);
        let ends = next.map(|next| (next.operands as usize, next.numbers as usize));
        let ends = ends.unwrap_or((self.operands.len(), self.numbers.len()));
        Instruction {
            scope: self.scope(),
            code: form.code,
            details: form.details,
            ty: form.ty,
            result: record.result(),
            operands: &self.operands[record.operands as usize..ends.0],
            numbers: &self.numbers[record.numbers as usize..ends.1],
            index: number(index),
            location: location.and_then(|index| self.locations.get(index).copied()),
        }
    }

    /// The instruction that defines a value.
    pub(crate) fn definition(&self, id: ValueId) -> Option<Instruction<'_>> {
        match self.scope().value(id)?.0.kind() {
            Kind::Instruction(index) => Some(self.instruction(index as usize)),
            _ => None,
        }
    }

    /// The code, the details and the type of an instruction.
    pub(crate) fn form(&self, record: &InstructionRecord) -> &Form {
        &self.forms.all[record.form as usize]
    }

    /// The scope for the numbers in this body.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope {
            module: self.module,
            body: Some(self),
        }
    }

    /// The metadata attachments of an instruction, as kind and node; the location is not among them.
    pub(crate) fn attachments(&self, instruction: u32) -> &[(u32, u32, u32)] {
        if self.attachments.is_empty() {
            return &[];
        }
        let start = self
            .attachments
            .partition_point(|attachment| attachment.0 < instruction);
        let rest = &self.attachments[start..];
        let len = rest
            .iter()
            .take_while(|attachment| attachment.0 == instruction)
            .count();
        &rest[..len]
    }

    /// The number of the first value that does not belong to the module.
    pub(crate) fn first_value(&self) -> usize {
        self.module.values.values.len()
    }

    /// The number of the next value.
    fn next_value(&self) -> u32 {
        number(self.first_value() + self.values.values.len())
    }

    fn types(&self) -> TypeScope<'_> {
        self.scope().types()
    }

    /// The number of a type. It is added if the module does not have it.
    fn intern(&mut self, ty: Type) -> TypeId {
        let known = self.module.types.find(&ty);
        known.unwrap_or_else(|| self.types.intern(ty))
    }

    fn type_of(&self, id: ValueId) -> Option<TypeId> {
        self.scope().type_of(id)
    }
}

/// Reads the body of a function; `None` for a declaration.
pub(crate) fn read<'m>(
    module: &'m Module<'_>,
    function: &'m FunctionRecord,
    stream: &mut Bitstream<'_>,
) -> Result<Option<Body<'m>>> {
    let Some(block) = function.block else {
        return if function.is_declaration {
            Ok(None)
        } else {
            Err(bitcode_error("a function has no body", stream.position()))
        };
    };
    let mut body = Body {
        module,
        types: Types::behind(&module.types),
        values: Values::default(),
        metadata: MetadataTable::default(),
        parameters: 0,
        records: Vec::new(),
        forms: Forms::default(),
        operands: Vec::new(),
        numbers: Vec::new(),
        blocks: Vec::new(),
        declared_blocks: 0,
        locations: Vec::new(),
        attachments: Vec::new(),
        function_attachments: Vec::new(),
        names: Names::default(),
        branch_orders: Vec::new(),
        largest: 0,
    };
    if let Some(Type::Function { parameters, .. }) = module.get_type(function.symbol.ty) {
        let kind = Kind::Argument;
        let arguments = parameters.iter().map(|ty| Value::new(*ty, kind));
        body.values.values.extend(arguments);
        body.parameters = number(parameters.len());
    }
    // Large vectors are reserved at once: while a vector grows, it is in memory twice. Reserved memory that is never
    // used is not allocated by the system.
    if block.len() >= LARGE {
        body.records.reserve(block.len() / 2);
        body.operands.reserve(block.len());
        body.values.values.reserve(block.len() / 2);
    }
    stream.enter_block(block);
    body.read(stream)?;
    Ok(Some(body))
}

impl Body<'_> {
    fn read(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        let (mut counted, mut uncounted) = (self.size(), 0);
        stream.take_memory(counted)?;
        loop {
            match stream.next()? {
                None | Some(Event::Exit(_)) => break,
                Some(Event::Enter(block)) => {
                    stream.take_memory(self.size() - counted)?;
                    self.read_block(block, stream)?;
                    counted = self.size();
                }
                Some(Event::Record(record)) => {
                    uncounted += 1 + record.operands.len();
                    self.read_record(&record)?;
                    if uncounted >= COUNTED {
                        uncounted = 0;
                        let size = self.size();
                        stream.take_memory(size - counted)?;
                        counted = size;
                    }
                }
            }
        }
        stream.take_memory(self.size() - counted)?;
        self.finish(stream.position(), &mut stream.budgets)
    }

    /// The memory of the instructions that were read, and of their numbers in text.
    pub(crate) fn size(&self) -> usize {
        self.records.len() * size_of::<InstructionRecord>()
            + self.forms.all.len() * size_of::<Form>()
            + self.operands.len() * size_of::<Operand>()
            + self.numbers.len() * size_of::<u32>()
            + self.values.values.len() * (size_of::<Value>() + VALUE_IN_TEXT)
            + self.blocks.len() * (size_of::<Range<u32>>() + BLOCK_IN_TEXT)
            + self.locations.len() * size_of::<Location>()
            + self.types.all().len() * 3 * size_of::<Type>()
    }

    fn read_block(&mut self, block: BlockId, stream: &mut Bitstream<'_>) -> Result<()> {
        match block {
            BlockId::CONSTANTS => {
                let i32 = self.intern(Type::Integer { width: 32 });
                let module = self.module;
                let first = self.values.values.len();
                self.values.read_constants(stream, &module.types, i32)?;
                let types = TypeScope {
                    module: &module.types,
                    function: Some(&self.types),
                };
                fold_constants(&mut self.values, Some(&module.values), first, types);
                Ok(())
            }
            BlockId::METADATA => self.metadata.read(stream),
            BlockId::VALUE_SYMTAB => self.read_names(stream),
            BlockId::METADATA_ATTACHMENT => self.read_attachments(stream),
            BlockId::USELIST => self.read_orders(stream),
            _ => {
                stream.skip_block();
                Ok(())
            }
        }
    }

    fn read_names(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        stream.for_each_record(|record| {
            let mut operands = Cursor::new(record);
            let number = operands.next_low()?;
            let named = match ValueSymtabCode(record.code) {
                ValueSymtabCode::ENTRY => Named::Value(number),
                ValueSymtabCode::BBENTRY => Named::Block(number),
                _ => return Ok(0),
            };
            self.names.add(named, bytes_of(operands.rest()));
            Ok(record.operands.len() + NAME_SIZE)
        })
    }

    /// Reads the orders of the uses of blocks. The orders of the uses of values do not affect the text, so they are
    /// skipped.
    fn read_orders(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        stream.for_each_record(|record| {
            let mut operands = Cursor::new(record);
            match UseListCode(record.code) {
                UseListCode::BB => {}
                _ => return Ok(0),
            }
            let mut indices = operands.rest_as_u32()?;
            let short = || operands.error("a record is too short");
            let block = indices.pop().ok_or_else(short)?;
            self.branch_orders.push((block, indices.into()));
            Ok(size_of_val(record.operands))
        })
    }

    fn read_attachments(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        stream.for_each_record(|record| {
            let mut operands = Cursor::new(record);
            if MetadataCode(record.code) != MetadataCode::ATTACHMENT {
                return Ok(0);
            }
            let instruction = match operands.left() % 2 {
                0 => None,
                _ => Some(operands.next_u32()?),
            };
            while operands.left() > 0 {
                let (kind, node) = (operands.next_u32()?, operands.next_u32()?);
                match instruction {
                    Some(instruction) => self.attachments.push((instruction, kind, node)),
                    None => self.function_attachments.push((kind, node)),
                }
            }
            Ok(2 * size_of_val(record.operands))
        })
    }

    /// Makes the checks that need the whole body.
    fn finish(&mut self, at: usize, budgets: &mut Budgets) -> Result<()> {
        let problem = if self.blocks.len() != self.declared_blocks as usize {
            Some("a function has not as many blocks as it says")
        } else if self.blocks.last().is_some_and(Range::is_empty) {
            Some("the last block of a function does not end")
        } else if self.largest >= self.next_value() && !self.records.is_empty() {
            Some("an instruction refers to an unknown value")
        } else {
            None
        };
        if let Some(problem) = problem {
            return Err(bitcode_error(problem, at));
        }
        // If there are several attachments of a kind, the last one is used.
        let order = |kind: u32| self.module.metadata.kind_order(kind);
        self.attachments.reverse();
        self.attachments
            .sort_by_key(|(number, kind, _)| (*number, order(*kind)));
        self.attachments
            .dedup_by_key(|(number, kind, _)| (*number, order(*kind)));
        self.function_attachments.reverse();
        self.function_attachments
            .sort_by_key(|(kind, _)| order(*kind));
        self.function_attachments
            .dedup_by_key(|(kind, _)| order(*kind));
        self.names.finish(budgets)
    }

    fn read_record(&mut self, record: &Record<'_>) -> Result<()> {
        let mut operands = Cursor::new(record);
        match FunctionCode(record.code) {
            FunctionCode::DECLAREBLOCKS => {
                self.declared_blocks = operands.next_u32()?;
                Ok(())
            }
            FunctionCode::DEBUG_LOC => {
                self.locations.push(Location {
                    line: operands.next_u32()?,
                    column: operands.next_u32()?,
                    scope: operands.next_u32()?,
                    inlined_at: operands.next_u32()?,
                });
                self.set_location(&operands)
            }
            FunctionCode::DEBUG_LOC_AGAIN => self.set_location(&operands),
            code => self.read_instruction(code, &mut operands),
        }
    }

    /// Assigns the last location that was read to the last instruction.
    fn set_location(&mut self, operands: &Cursor<'_>) -> Result<()> {
        let location = number(self.locations.len());
        let last = self.records.last_mut();
        let last = last.ok_or_else(|| operands.error("a location has no instruction"))?;
        last.location = location;
        Ok(())
    }
}
