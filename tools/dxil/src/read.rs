//! Reads modules from bitcode, without the bodies of functions.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::attributes::Attributes;
use crate::bitcode::{BlockId, ComdatSelectionKind, ModuleCode, ValueSymtabCode};
use crate::bitcode_error;
use crate::bitstream::{Bitstream, Event, Record};
use crate::budgets::module_limits;
use crate::cursor::{Cursor, bytes_of, number};
use crate::fold::fold_constants;
use crate::globals::{
    Comdat, FunctionRecord, OWN_COMDAT, read_alias, read_function, read_variable,
};
use crate::handle::find_resources;
use crate::metadata::MetadataTable;
use crate::module::Module;
use crate::names::{NAME_SIZE, Named, Names};
use crate::resource::Resources;
use crate::types::{Type, TypeId, TypeReader, Types};
use crate::value::{Kind, Value, ValueId, Values};
use dxc_format::{Limits, Result};

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
        module.resources = find_resources(&module, &mut stream.budgets);
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

    /// Assigns the innermost block to the next function with a body: blocks are in the order of the functions.
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

/// Adds the COMDATs that have the names of their symbols.
fn add_own_comdats(module: &mut Module<'_>) {
    let mut numbers: BTreeMap<Box<[u8]>, u32> = BTreeMap::new();
    for (comdat, number) in module.comdats.iter().zip(1..) {
        numbers.entry(comdat.name.clone()).or_insert(number);
    }
    let mut functions = module.functions.iter_mut();
    for (id, value) in (0..).zip(&module.values.values) {
        let symbol = match value.kind() {
            Kind::Variable(index) => {
                let variable = module.variables.get_mut(index as usize);
                variable.map(|variable| &mut variable.symbol)
            }
            Kind::Function => functions.next().map(|function| &mut function.symbol),
            _ => None,
        };
        let Some(symbol) = symbol.filter(|symbol| symbol.comdat == OWN_COMDAT) else {
            continue;
        };
        symbol.comdat = module.names.get(id).map_or(0, |name| {
            *numbers.entry(name.into()).or_insert_with_key(|name| {
                module.comdats.push(Comdat {
                    kind: ComdatSelectionKind::ANY.0,
                    name: name.clone(),
                });
                number(module.comdats.len())
            })
        });
    }
}
