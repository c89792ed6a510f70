//! Modules: everything but the bodies of functions.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bitcode::{BlockId, ModuleCode, ValueSymtabCode};
use crate::llvm::{Bitstream, Event, Record};

use crate::attributes::Attributes;
use crate::bitcode_error;
use crate::body::{self, Body};
use crate::cursor::{Cursor, bytes_of};
use crate::function::Function;
use crate::globals::{
    Alias, Comdat, FunctionRecord, Variable, read_alias, read_function, read_variable,
};
use crate::llvm::records;
use crate::metadata::MetadataTable;
use crate::names::Names;
use crate::print::{Listing, Printer};
use crate::resource::Resources;
use crate::types::{Type, TypeId, Types};
use crate::unnumbered::UnnumberedFunction;
use crate::value::{Kind, Value, ValueId, Values};
use dxc_format::{Limits, Result};

/// A module of DXIL.
///
/// The bodies of functions are read when they are asked for: [`Function::body`].
#[derive(Clone, Debug)]
pub struct Module<'a> {
    pub(crate) stream: Bitstream<'a>,
    pub(crate) limits: Limits,
    pub(crate) types: Types,
    pub(crate) values: Values,
    pub(crate) names: Names,
    pub(crate) variables: Vec<Variable>,
    pub(crate) functions: Vec<FunctionRecord>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) metadata: MetadataTable,
    pub(crate) attributes: Attributes,
    pub(crate) triple: Box<[u8]>,
    pub(crate) data_layout: Box<[u8]>,
    pub(crate) assembly: Box<[u8]>,
    pub(crate) sections: Vec<Box<[u8]>>,
    pub(crate) collectors: Vec<Box<[u8]>>,
    pub(crate) comdats: Vec<Comdat>,
    pub(crate) resources: Resources,
    /// Whether instructions count values backwards from themselves.
    pub(crate) is_relative: bool,
}

impl<'a> Module<'a> {
    /// Reads a module from LLVM bitcode.
    ///
    /// # Errors
    /// If the bitcode is damaged, or has no module.
    pub fn parse(bitcode: &'a [u8]) -> Result<Self> {
        Self::parse_within(bitcode, default_limits(bitcode.len()))
    }

    /// [`parse`](Self::parse) with other limits.
    ///
    /// # Errors
    /// If the bitcode is damaged, has no module, or exceeds a limit.
    pub fn parse_within(bitcode: &'a [u8], limits: Limits) -> Result<Self> {
        let mut stream = Bitstream::new_within(bitcode, limits)?;
        while let Some(event) = stream.next()? {
            match event {
                Event::Enter(BlockId::MODULE) => {
                    let empty = Bitstream::new_within(bitcode, limits)?;
                    return Self::read(empty, stream, limits);
                }
                Event::Enter(_) => stream.skip_block(),
                _ => {}
            }
        }
        Err(bitcode_error("it contains no module", stream.position()))
    }

    /// The functions, declarations included.
    pub fn functions(&self) -> impl Iterator<Item = Function<'_>> {
        let functions = self.functions.iter();
        functions.map(|record| Function::new(self, record))
    }

    /// The function of a name.
    pub fn function(&self, name: &str) -> Option<Function<'_>> {
        self.functions()
            .find(|function| function.name() == name.as_bytes())
    }

    /// The type of a number.
    pub fn get_type(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id)
    }

    /// The number of its types.
    pub fn type_count(&self) -> usize {
        self.types.len()
    }

    /// The text that `dxc -dumpbin` prints from `target datalayout` on.
    ///
    /// # Errors
    /// If the body of a function is damaged, or the text exceeds the limit of the output.
    pub fn print(&self) -> Result<String> {
        let bodies = self.read_bodies()?;
        Printer::new(self, &bodies).print_module()
    }

    /// Like [`print`](Self::print), but the text ends where it would exceed `most` bytes, and has the places of the
    /// instructions.
    ///
    /// # Errors
    /// If the body of a function is damaged.
    pub fn print_listing(&self, most: u64) -> Result<Listing> {
        let bodies = self.read_bodies()?;
        Printer::new(self, &bodies).print_listing(most)
    }

    /// The text of one function of this module, with the numbers of metadata that it has in the text of the module.
    ///
    /// # Errors
    /// Like [`print`](Self::print).
    pub fn print_function(&self, function: Function<'_>) -> Result<String> {
        let bodies = self.read_bodies()?;
        let wanted = self.functions.iter();
        let wanted = wanted
            .take_while(|record| record.value != function.value())
            .count();
        Printer::new(self, &bodies).print_one_function(wanted)
    }

    /// The functions that have bodies, as lines without the numbers of values and blocks: to compare them with those of
    /// another module.
    ///
    /// # Errors
    /// Like [`print`](Self::print).
    pub fn unnumbered_functions(&self) -> Result<Vec<UnnumberedFunction<'_>>> {
        let bodies = self.read_bodies()?;
        Printer::new(self, &bodies).unnumber_functions(self.functions())
    }

    /// Reads the bodies of all functions, within one limit.
    fn read_bodies(&self) -> Result<Vec<Option<Body<'_>>>> {
        let mut stream = self.stream.clone();
        let functions = self.functions.iter();
        functions
            .map(|record| body::read(self, record, &mut stream))
            .collect()
    }

    fn read(empty: Bitstream<'a>, mut stream: Bitstream<'a>, limits: Limits) -> Result<Self> {
        let mut module = Self {
            stream: empty,
            limits,
            types: Types::default(),
            values: Values::default(),
            names: Names::default(),
            variables: Vec::new(),
            functions: Vec::new(),
            aliases: Vec::new(),
            metadata: MetadataTable::default(),
            attributes: Attributes::default(),
            triple: Box::default(),
            data_layout: Box::default(),
            assembly: Box::default(),
            sections: Vec::new(),
            collectors: Vec::new(),
            comdats: Vec::new(),
            resources: Resources::default(),
            is_relative: false,
        };
        let mut bodies = Bodies::default();
        loop {
            let at = stream.position();
            match stream.next()? {
                None | Some(Event::Exit(_)) => break,
                Some(Event::Record(record)) => {
                    let size = size_of::<FunctionRecord>() + size_of_val(record.operands);
                    module.read_record(&record, at)?;
                    stream.take_memory(size)?;
                }
                Some(Event::Enter(BlockId::FUNCTION)) => {
                    bodies.add(&mut module.functions, &stream, at)?;
                    stream.skip_block();
                }
                Some(Event::Enter(block)) => module.read_block(block, &mut stream)?,
            }
        }
        module.names.finish();
        module.resources = Resources::find(&module.metadata, &module.values);
        module.stream = stream;
        Ok(module)
    }

    fn read_block(&mut self, block: BlockId, stream: &mut Bitstream<'a>) -> Result<()> {
        match block {
            BlockId::PARAMATTR_GROUP => self.attributes.read_groups(stream),
            BlockId::PARAMATTR => self.attributes.read_lists(stream),
            BlockId::TYPE => self.types.read(stream),
            BlockId::CONSTANTS => self.values.read_constants(stream, &self.types),
            BlockId::METADATA => self.metadata.read(stream),
            BlockId::VALUE_SYMTAB => self.read_names(stream),
            _ => {
                stream.skip_block();
                Ok(())
            }
        }
    }

    fn read_record(&mut self, record: &Record<'_>, at: usize) -> Result<()> {
        let text = || bytes_of(record.operands).collect::<Box<[u8]>>();
        match ModuleCode(record.code) {
            ModuleCode::VERSION => {
                self.is_relative = match record.operands.first() {
                    Some(0) => false,
                    Some(1) => true,
                    _ => return Err(bitcode_error("the version of the bitcode is unknown", at)),
                }
            }
            ModuleCode::TRIPLE => self.triple = text(),
            ModuleCode::DATALAYOUT => self.data_layout = text(),
            ModuleCode::ASM => self.assembly = text(),
            ModuleCode::SECTIONNAME => self.sections.push(text()),
            ModuleCode::GCNAME => self.collectors.push(text()),
            ModuleCode::COMDAT => {
                let mut operands = Cursor::new(record, at);
                self.comdats.push(Comdat {
                    kind: operands.next_u32()?,
                    name: bytes_of(operands.rest()).skip(1).collect(),
                });
            }
            ModuleCode::GLOBALVAR => {
                let variable = read_variable(record, &self.types, at)?;
                let ty = variable.symbol.pointer;
                self.add_value(ty, Kind::Variable(number(self.variables.len())));
                self.variables.push(variable);
            }
            ModuleCode::FUNCTION => {
                let value = ValueId(number(self.values.values.len()));
                let function = read_function(record, &self.types, value, at)?;
                let ty = function.symbol.pointer;
                self.add_value(ty, Kind::Function);
                self.functions.push(function);
            }
            ModuleCode::ALIAS => {
                let alias = read_alias(record, &self.types, at)?;
                let ty = alias.symbol.pointer;
                self.add_value(ty, Kind::Alias(number(self.aliases.len())));
                self.aliases.push(alias);
            }
            ModuleCode::DEPLIB | ModuleCode::PURGEVALS => {}
            _ => return Err(bitcode_error("the record of a module is unknown", at)),
        }
        Ok(())
    }

    fn add_value(&mut self, ty: TypeId, kind: Kind) {
        self.values.values.push(Value { ty, kind });
    }

    fn read_names(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        let names = &mut self.names;
        records(stream, |record, at| {
            let mut operands = Cursor::new(record, at);
            if ValueSymtabCode(record.code) != ValueSymtabCode::ENTRY {
                return Err(operands.error("the record of a name is unknown"));
            }
            let value = operands.next_u32()?;
            names.add(value, bytes_of(operands.rest()));
            Ok(record.operands.len() + size_of::<[usize; 3]>())
        })
    }
}

/// Blocks of functions belong to the functions with bodies, in their order.
#[derive(Default)]
struct Bodies {
    next: usize,
}

impl Bodies {
    fn add(
        &mut self,
        functions: &mut [FunctionRecord],
        stream: &Bitstream<'_>,
        at: usize,
    ) -> Result<()> {
        let rest = functions.get_mut(self.next..).unwrap_or_default();
        let found = rest.iter().position(|function| !function.is_declaration);
        let Some((index, function)) = found.and_then(|index| Some((index, rest.get_mut(index)?)))
        else {
            return Err(bitcode_error("a body belongs to no function", at));
        };
        function.block = stream.block();
        self.next += index + 1;
        Ok(())
    }
}

pub(crate) fn number(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// The default limits: an operand takes at least one bit, and most take several.
fn default_limits(len: usize) -> Limits {
    let mut limits = Limits::of_input(len);
    limits.memory = limits.memory.max((len as u64).saturating_mul(128));
    limits
}
