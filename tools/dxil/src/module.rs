//! Modules: everything but the bodies of functions.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::attributes::Attributes;
use crate::bitcode::{BlockId, ConstantsCode, ModuleCode, ValueSymtabCode};
use crate::bitcode_error;
use crate::bitstream::{Bitstream, Event, Record};
use crate::budgets::module_limits;
use crate::cursor::{Cursor, bytes_of};
use crate::fold::fold_constants;
use crate::function::Function;
use crate::globals::{
    Alias, Comdat, FunctionRecord, GlobalVariable, add_own_comdats, read_alias, read_function,
    read_variable,
};
use crate::handle::Resources;
use crate::metadata::MetadataTable;
use crate::names::{NAME_SIZE, Named, Names};
use crate::print::{Bodies, Listing, Nodes, Printer};
use crate::scope::Scope;
use crate::types::{Type, TypeId, TypeReader, Types};
use crate::unnumbered::UnnumberedFunction;
use crate::value::{Kind, Value, ValueId, Values};
use dxc_format::{Limits, Result};

/// A module of LLVM bitcode, such as that of DXIL.
///
/// The bodies of functions are read when they are asked for: [`Function::body`].
///
/// ```
/// # fn main() -> dxil::Result<()> {
/// # let file = std::fs::read("tests/data/vs_basic.sm60.dxil").unwrap();
/// # let container = dxc_format::Container::parse(&file)?;
/// let program = container.dxil()?.unwrap();
/// let module = dxil::Module::parse(program.bitcode())?;
/// assert_eq!(module.triple(), b"dxil-ms-dx");
/// assert!(module.function("main").is_some());
/// assert!(module.named_metadata().any(|name| name == b"dx.entryPoints"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Module<'a> {
    pub(crate) stream: Bitstream<'a>,
    pub(crate) limits: Limits,
    pub(crate) types: Types,
    pub(crate) values: Values,
    pub(crate) names: Names,
    pub(crate) variables: Vec<GlobalVariable>,
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
        Self::parse_within(bitcode, module_limits(bitcode.len()))
    }

    /// [`parse`](Self::parse) with other limits.
    ///
    /// # Errors
    /// If the bitcode is damaged, has no module, or exceeds a limit.
    pub fn parse_within(bitcode: &'a [u8], limits: Limits) -> Result<Self> {
        let mut stream = Bitstream::new_within(bitcode, limits)?;
        while let Some(event) = stream.next()? {
            match event {
                Event::Enter(BlockId::MODULE) => return Self::read(stream, limits),
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
        self.types.scope().get(id)
    }

    /// The types, by their numbers.
    pub fn types(&self) -> &[Type] {
        self.types.all()
    }

    /// The types of the fields of a structure; nothing of any other type.
    pub fn fields(&self, id: TypeId) -> &[TypeId] {
        self.get_type(id).map_or(&[], Type::fields)
    }

    /// The global variables.
    pub fn global_variables(&self) -> &[GlobalVariable] {
        &self.variables
    }

    /// The name of a function or a global variable; empty if it has none.
    pub fn name(&self, id: ValueId) -> &[u8] {
        self.names.get(id.0).unwrap_or_default()
    }

    /// The integer that a constant is.
    pub fn integer(&self, id: ValueId) -> Option<i64> {
        self.scope().integer(id)
    }

    /// The target triple.
    pub fn triple(&self) -> &[u8] {
        &self.triple
    }

    /// The data layout.
    pub fn data_layout(&self) -> &[u8] {
        &self.data_layout
    }

    /// The limits that the module is read within.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The type of a constant; of a global variable or function, its own, not that of the pointer to it.
    pub(crate) fn value_type(&self, id: ValueId) -> Option<TypeId> {
        let (value, _) = self.scope().value(id)?;
        match value.kind() {
            Kind::Constant(_) => Some(value.ty),
            _ => self.pointee(value.ty).or(Some(value.ty)),
        }
    }

    /// The type of a value; of a global variable or function, that of the pointer to it.
    pub(crate) fn type_of(&self, id: ValueId) -> Option<TypeId> {
        self.scope().type_of(id)
    }

    /// The type that a pointer points to.
    pub(crate) fn pointee(&self, pointer: TypeId) -> Option<TypeId> {
        self.types.scope().pointee(pointer).map(|(ty, _)| ty)
    }

    /// The bits of a 32-bit floating-point constant.
    pub(crate) fn float_bits(&self, id: ValueId) -> Option<u32> {
        match self.scope().constant(id)? {
            (constant, [bits, ..]) if constant.code() == ConstantsCode::FLOAT => {
                u32::try_from(*bits).ok()
            }
            (constant, _) if constant.code() == ConstantsCode::NULL => Some(0),
            _ => None,
        }
    }

    /// The elements of an array or a vector of numbers; none of one that is all zeros.
    pub(crate) fn data(&self, id: ValueId) -> Option<impl Iterator<Item = u64> + use<'_, 'a>> {
        let (constant, operands) = self.scope().constant(id)?;
        let (operands, end): (_, &[u64]) = match constant.code() {
            ConstantsCode::DATA | ConstantsCode::STRING => (operands, &[]),
            ConstantsCode::CSTRING => (operands, &[0]),
            ConstantsCode::NULL => (&[][..], &[]),
            _ => return None,
        };
        Some(operands.iter().chain(end).copied())
    }

    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope {
            module: self,
            body: None,
        }
    }

    /// The text that `dxc -dumpbin` prints from `target datalayout` on.
    ///
    #[doc = include_str!("printed.md")]
    /// # Errors
    /// If the body of a function is damaged, or the text exceeds the limit of the output.
    pub fn print(&self) -> Result<String> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        Printer::new(&bodies, &nodes, None).print_module(&bodies)
    }

    /// Writes the text of [`print`](Self::print), function by function. If it exceeds `most` bytes, as many lines as are within the
    /// limit are written.
    ///
    /// # Errors
    /// Like [`print`](Self::print), or if `to` does not accept the text.
    pub fn write(&self, most: u64, to: &mut dyn fmt::Write) -> Result<()> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        Printer::new(&bodies, &nodes, Some(to)).write_module(&bodies, most)
    }

    /// Like [`print`](Self::print), but the text ends where it would exceed `most` bytes, and has the offsets of the
    /// instructions.
    ///
    /// # Errors
    /// If the body of a function is damaged.
    pub fn print_listing(&self, most: u64) -> Result<Listing> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        Printer::new(&bodies, &nodes, None).print_listing(&bodies, most)
    }

    /// Writes the text of one function of this module, with the numbers of metadata that it has in the text of the module.
    ///
    /// # Errors
    /// Like [`write`](Self::write).
    pub fn write_function(
        &self,
        function: Function<'_>,
        most: u64,
        to: &mut dyn fmt::Write,
    ) -> Result<()> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        let wanted = self.functions.iter();
        let wanted = wanted
            .take_while(|record| record.value != function.value())
            .count();
        Printer::new(&bodies, &nodes, Some(to)).write_function(&bodies, wanted, most)
    }

    /// The functions that have bodies, as lines without the numbers of values and blocks: to compare them with those of
    /// another module.
    ///
    /// # Errors
    /// Like [`print`](Self::print).
    pub fn unnumbered_functions(&self) -> Result<Vec<UnnumberedFunction<'_>>> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        Printer::new(&bodies, &nodes, None).unnumber_functions(&bodies, self.functions())
    }

    fn read(mut stream: Bitstream<'a>, limits: Limits) -> Result<Self> {
        let mut module = Self {
            stream: stream.clone(),
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
        let mut next_body = 0;
        loop {
            match stream.next()? {
                None | Some(Event::Exit(_)) => break,
                Some(Event::Record(record)) => {
                    let size = size_of::<FunctionRecord>() + size_of_val(record.operands);
                    module.read_record(&record)?;
                    stream.take_memory(size)?;
                }
                Some(Event::Enter(BlockId::FUNCTION)) => {
                    module.add_body(&mut next_body, &stream)?;
                    stream.skip_block();
                }
                Some(Event::Enter(block)) => module.read_block(block, &mut stream)?,
            }
        }
        module.names.finish(&mut stream.budgets)?;
        add_own_comdats(&mut module);
        module.resources = Resources::find(&module, &mut stream.budgets);
        module.stream = stream;
        Ok(module)
    }

    fn read_block(&mut self, block: BlockId, stream: &mut Bitstream<'a>) -> Result<()> {
        match block {
            BlockId::PARAMATTR_GROUP => self.attributes.read_groups(stream),
            BlockId::PARAMATTR => self.attributes.read_lists(stream),
            BlockId::TYPE => {
                if !self.types.all().is_empty() {
                    let problem = "there are several tables of types";
                    return Err(bitcode_error(problem, stream.position()));
                }
                self.types = TypeReader::default().read(stream)?;
                Ok(())
            }
            BlockId::CONSTANTS => {
                let i32 = self.types.intern(Type::Integer { width: 32 });
                let first = self.values.values.len();
                self.values.read_constants(stream, &self.types, i32)?;
                fold_constants(&mut self.values, None, first, self.types.scope());
                Ok(())
            }
            BlockId::METADATA => self.metadata.read(stream),
            BlockId::VALUE_SYMTAB => self.read_names(stream),
            _ => {
                stream.skip_block();
                Ok(())
            }
        }
    }

    fn read_record(&mut self, record: &Record<'_>) -> Result<()> {
        let mut operands = Cursor::new(record);
        let text = || bytes_of(record.operands).collect::<Box<[u8]>>();
        match ModuleCode(record.code) {
            ModuleCode::VERSION => {
                self.is_relative = match record.operands.first() {
                    Some(0) => false,
                    Some(1) => true,
                    _ => return Err(operands.error("the version of the bitcode is unknown")),
                }
            }
            ModuleCode::TRIPLE => self.triple = text(),
            ModuleCode::DATALAYOUT => self.data_layout = text(),
            ModuleCode::ASM => self.assembly = text(),
            ModuleCode::SECTIONNAME => self.sections.push(text()),
            ModuleCode::GCNAME => self.collectors.push(text()),
            ModuleCode::COMDAT => self.comdats.push(Comdat {
                kind: operands.next_u32()?,
                name: {
                    let len = usize::try_from(operands.next()?).unwrap_or(usize::MAX);
                    bytes_of(operands.rest()).take(len).collect()
                },
            }),
            ModuleCode::GLOBALVAR => {
                let variable = read_variable(record, &mut self.types)?;
                let ty = variable.symbol.pointer;
                self.add_value(ty, Kind::Variable(number(self.variables.len())));
                self.variables.push(variable);
            }
            ModuleCode::FUNCTION => {
                let value = ValueId(number(self.values.values.len()));
                let function = read_function(record, &mut self.types, value)?;
                let ty = function.symbol.pointer;
                self.add_value(ty, Kind::Function);
                self.functions.push(function);
            }
            ModuleCode::ALIAS => {
                let alias = read_alias(record, &mut self.types)?;
                let ty = alias.symbol.pointer;
                self.add_value(ty, Kind::Alias(number(self.aliases.len())));
                self.aliases.push(alias);
            }
            ModuleCode::PURGEVALS => {
                let count = operands.next()?;
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                self.values.values.truncate(count);
            }
            // As in LLVM, unknown records are ignored.
            _ => {}
        }
        Ok(())
    }

    fn add_value(&mut self, ty: TypeId, kind: Kind) {
        self.values.values.push(Value::new(ty, kind));
    }

    fn read_names(&mut self, stream: &mut Bitstream<'_>) -> Result<()> {
        let names = &mut self.names;
        let count = self.values.values.len();
        stream.for_each_record(|record| {
            let mut operands = Cursor::new(record);
            if ValueSymtabCode(record.code) != ValueSymtabCode::ENTRY {
                return Ok(0);
            }
            let value = operands.next_low()?;
            if value as usize >= count {
                return Err(operands.error("an unknown value has a name"));
            }
            names.add(Named::Value(value), bytes_of(operands.rest()));
            Ok(record.operands.len() + NAME_SIZE)
        })
    }

    /// Gives the innermost block to the next function with a body: their blocks are in the same order.
    fn add_body(&mut self, next: &mut usize, stream: &Bitstream<'_>) -> Result<()> {
        let mut rest = self.functions.iter_mut().enumerate().skip(*next);
        let Some((index, function)) = rest.find(|(_, function)| !function.is_declaration) else {
            let problem = "a body belongs to no function";
            return Err(bitcode_error(problem, stream.position()));
        };
        function.block = stream.block();
        *next = index + 1;
        Ok(())
    }
}

pub(crate) fn number(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
