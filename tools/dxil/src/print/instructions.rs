//! Prints instructions.

use super::nodes::Node;
use super::{Printer, Typed, comma, when};
use crate::bitcode::{
    AllocaFlags, AtomicOrdering, BinaryOpcode, CallFlags, CallingConvention, FastMathFlags,
    FunctionCode, TypeCode,
};

use crate::instruction::{Access, Details, Instruction, Operand, instruction_name};
use crate::types::{Type, TypeId};
use crate::{Result, print_error};

impl Printer<'_, '_> {
    pub(super) fn print_instruction(
        &mut self,
        instruction: &Instruction<'_>,
        index: u32,
    ) -> Result<()> {
        if let Some(offsets) = &mut self.offsets {
            offsets.push(self.taken + self.out.len());
        }
        self.push("  ");
        self.push_instruction(instruction)?;
        if let Some(location) = instruction.location.filter(|location| location.scope != 0)
            && let Some(body) = self.body
        {
            let node = self.slots.of_location(location, self.nodes, body);
            self.push_attached(", ", 0, node)?;
        }
        self.push_attachments(index)?;
        self.push_comment(instruction)?;
        self.end_line()
    }

    /// Prints an instruction: the result, the keywords and the operands.
    pub(super) fn push_instruction(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        if let Some(id) = instruction.result {
            self.push_local(id);
            self.push(" = ");
        }
        self.push_words(instruction);
        self.push_operands(instruction)?;
        self.push_end(instruction)
    }

    /// Prints the metadata attachments of an instruction, without its location.
    pub(super) fn push_attachments(&mut self, index: u32) -> Result<()> {
        if let Some(body) = self.body {
            for (_, kind, node) in body.attachments(index) {
                let node = self.node(*node);
                self.push_attached(", ", *kind, node)?;
                self.check()?;
            }
        }
        Ok(())
    }

    /// Prints the name of the instruction with its keywords.
    fn push_words(&mut self, instruction: &Instruction<'_>) {
        if let Details::Call { flags, .. } = instruction.details {
            let flag = match flags.0 & CallFlags::MustTail.0 {
                0 => flags.0 & CallFlags::Tail.0,
                must_tail => must_tail,
            };
            if flag != 0 {
                self.push(CallFlags(flag).text().unwrap_or_default());
                self.push(" ");
            }
        }
        self.push(instruction_name(instruction));
        match instruction.details {
            Details::Access(access) if instruction.code != FunctionCode::INST_FENCE => {
                let is_atomic = access.ordering != AtomicOrdering::NOTATOMIC;
                self.push(when(is_atomic, " atomic"));
                self.push(when(access.is_volatile, " volatile"));
            }
            Details::CompareExchange {
                access, is_weak, ..
            } => {
                self.push(when(is_weak, " weak"));
                self.push(when(access.is_volatile, " volatile"));
            }
            Details::Atomic { operation, access } => {
                self.push(when(access.is_volatile, " volatile"));
                self.push(" ");
                self.push(operation.text().unwrap_or_default());
            }
            Details::Binary { opcode, flags } => {
                self.push_operation_flags(instruction, opcode, flags);
            }
            Details::Compare { predicate, flags } => {
                self.push_fast_math(flags.0);
                self.push(" ");
                self.push(predicate.text().unwrap_or("unknown"));
            }
            Details::Address { is_inbounds, .. } => {
                self.push(when(is_inbounds, " inbounds"));
            }
            _ => {}
        }
    }

    fn push_operation_flags(
        &mut self,
        instruction: &Instruction<'_>,
        opcode: BinaryOpcode,
        flags: u32,
    ) {
        let is_float = instruction
            .ty
            .is_some_and(|ty| self.scope().types().is_float(ty));
        if is_float {
            return self.push_fast_math(flags);
        }
        self.push_binary_flags(opcode, flags.into());
    }

    fn push_fast_math(&mut self, flags: u32) {
        // The first flag implies the others.
        let flags = match flags & FastMathFlags::UnsafeAlgebra.0 {
            0 => flags,
            fast => fast,
        };
        self.push_flags(flags.into(), FastMathFlags::text);
    }

    fn push_operands(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        match (instruction.code, instruction.details) {
            (FunctionCode::INST_BR, _) => self.push_branch(instruction)?,
            (FunctionCode::INST_SWITCH, _) => self.push_switch(instruction)?,
            (FunctionCode::INST_INDIRECTBR, _) => {
                self.push(" ");
                self.push_all(instruction, true)?;
                for (index, block) in instruction.numbers.iter().enumerate() {
                    self.push(if index > 0 { ", " } else { ", [" });
                    self.push_label(*block);
                    self.check()?;
                }
                self.push("]");
            }
            (FunctionCode::INST_PHI, _) => self.push_phi(instruction)?,
            (FunctionCode::INST_EXTRACTVAL | FunctionCode::INST_INSERTVAL, _) => {
                self.push(" ");
                self.push_all(instruction, true)?;
                for index in instruction.numbers {
                    put!(self, ", ", *index);
                }
            }
            (FunctionCode::INST_RET, _) if instruction.operands.is_empty() => {
                put!(self, " ", TypeCode::VOID.text().unwrap_or_default());
            }
            (_, Details::Call { .. }) => self.push_call(instruction)?,
            (_, Details::Alloca { .. }) => self.push_alloca(instruction)?,
            (code @ (FunctionCode::INST_CAST | FunctionCode::INST_VAARG), _) => {
                self.push(" ");
                self.push_all(instruction, true)?;
                let is_cast = code == FunctionCode::INST_CAST;
                put!(
                    self,
                    if is_cast { " to " } else { ", " },
                    result_type(instruction)?
                );
            }
            _ if instruction.operands.is_empty() => {}
            _ => self.push_usual(instruction)?,
        }
        Ok(())
    }

    /// Prints all operands, separated by commas.
    fn push_all(&mut self, instruction: &Instruction<'_>, with_types: bool) -> Result<()> {
        for (index, operand) in instruction.operands.iter().enumerate() {
            self.push(comma(index));
            if with_types {
                put!(self, Typed(*operand))
            } else {
                put!(self, *operand)
            }
        }
        Ok(())
    }

    /// Prints operands; if all have the same type, it is printed once.
    fn push_usual(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        match instruction.details {
            Details::Address { source, .. } => put!(self, " ", source, ","),
            Details::Access(_) if instruction.ty.is_some() => {
                put!(self, " ", result_type(instruction)?, ",");
            }
            _ => {}
        }
        let types = instruction.operands.iter().map(|operand| match operand {
            Operand::Value(id) => self.scope().type_of(*id),
            Operand::Metadata(_) => None,
        });
        let mut types = types.peekable();
        let first: Option<TypeId> = types.peek().copied().flatten();
        let always = matches!(
            instruction.code,
            FunctionCode::INST_SELECT
                | FunctionCode::INST_VSELECT
                | FunctionCode::INST_STORE
                | FunctionCode::INST_STORE_OLD
                | FunctionCode::INST_STOREATOMIC
                | FunctionCode::INST_STOREATOMIC_OLD
                | FunctionCode::INST_SHUFFLEVEC
                | FunctionCode::INST_RET
        );
        let with_types = always || types.any(|ty| ty != first);
        self.push(" ");
        if let Some(first) = first.filter(|_| !with_types) {
            put!(self, first, " ");
        }
        self.push_all(instruction, with_types)
    }

    fn push_branch(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        self.push(" ");
        self.push_all(instruction, true)?;
        for (index, block) in instruction.numbers.iter().enumerate() {
            self.push(comma(index + instruction.operands.len()));
            self.push_label(*block);
        }
        Ok(())
    }

    fn push_switch(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let (Some((condition, cases)), Some((default, blocks))) = (
            instruction.operands.split_first(),
            instruction.numbers.split_first(),
        ) else {
            return Ok(());
        };
        put!(self, " ", Typed(*condition), ", ");
        self.push_label(*default);
        self.push(" [");
        for (case, block) in cases.iter().zip(blocks) {
            self.end_line()?;
            put!(self, "    ", Typed(*case), ", ");
            self.push_label(*block);
        }
        self.end_line()?;
        self.push("  ]");
        Ok(())
    }

    fn push_phi(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        put!(self, " ", result_type(instruction)?);
        let incoming = instruction.operands.iter().zip(instruction.numbers);
        for (index, (value, block)) in incoming.enumerate() {
            put!(self, when(index > 0, ","), " [ ", *value, ", ");
            self.push_block(*block);
            self.push(" ]");
            self.check()?;
        }
        Ok(())
    }

    fn push_call(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let module = self.module;
        let Details::Call {
            attributes,
            convention,
            function,
            ..
        } = instruction.details
        else {
            return Ok(());
        };
        let (
            Some((callee, arguments)),
            Some(Type::Function {
                result,
                is_variadic,
                ..
            }),
        ) = (instruction.operands.split_last(), module.get_type(function))
        else {
            return Err(print_error("what is called is no function"));
        };
        if convention != CallingConvention::C {
            self.push(" ");
            self.push_convention(convention);
        }
        self.push_attributes_of(attributes, 0, " ", "")?;
        let ty = if *is_variadic { function } else { *result };
        put!(self, " ", ty, " ", *callee, "(");
        for (index, argument) in arguments.iter().enumerate() {
            self.push(comma(index));
            self.push_argument(*argument, attributes, index)?;
        }
        self.push(")");
        self.push_group_number(attributes)
    }

    /// Prints an argument; its attributes are between its type and its value.
    fn push_argument(&mut self, argument: Operand, attributes: u32, index: usize) -> Result<()> {
        match argument {
            Operand::Value(id) => {
                let ty = self.scope().type_of(id);
                put!(self, ty.ok_or_else(|| print_error("a value is unknown"))?);
            }
            Operand::Metadata(_) => self.push(TypeCode::METADATA.text().unwrap_or_default()),
        }
        let index = crate::cursor::number(index).saturating_add(1);
        self.push_attributes_of(attributes, index, " ", "")?;
        put!(self, " ", argument);
        Ok(())
    }

    fn push_alloca(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let Details::Alloca {
            ty,
            alignment,
            flags,
        } = instruction.details
        else {
            return Ok(());
        };
        self.push(" ");
        if flags.0 & AllocaFlags::InAlloca.0 != 0 {
            put!(self, AllocaFlags::InAlloca.text().unwrap_or_default(), " ");
        }
        put!(self, ty);
        if let Some(Operand::Value(size)) = instruction.operands.first() {
            let scope = self.scope();
            let size_type = scope
                .type_of(*size)
                .and_then(|ty| self.scope().types().get(ty));
            let is_usual = matches!(size_type, Some(Type::Integer { width: 32 }))
                && scope.integer(*size) == Some(1);
            if !is_usual {
                put!(self, ", ", Typed(*size));
            }
        }
        self.push_alignment(alignment)
    }

    fn push_alignment(&mut self, alignment: u32) -> Result<()> {
        if alignment != 0 {
            put!(self, ", align ", alignment);
        }
        Ok(())
    }

    /// Prints the properties of a memory access that follow its operands.
    fn push_end(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        match instruction.details {
            Details::Access(access) => {
                self.push_ordering(access, &[access.ordering]);
                self.push_alignment(access.alignment)?;
            }
            Details::CompareExchange {
                access, failure, ..
            } => self.push_ordering(access, &[access.ordering, failure]),
            Details::Atomic { access, .. } => self.push_ordering(access, &[access.ordering]),
            _ => {}
        }
        Ok(())
    }

    fn push_ordering(&mut self, access: Access, orderings: &[AtomicOrdering]) {
        if access.ordering == AtomicOrdering::NOTATOMIC {
            return;
        }
        let scope = access.scope.text().unwrap_or_default();
        let orderings = orderings
            .iter()
            .map(|ordering| ordering.text().unwrap_or_default());
        for word in core::iter::once(scope).chain(orderings) {
            self.push(if word.is_empty() { "" } else { " " });
            self.push(word);
        }
    }

    /// Prints a metadata attachment with the name of its kind.
    pub(super) fn push_attached(&mut self, separator: &str, kind: u32, node: Node) -> Result<()> {
        self.push(separator);
        match self.module.metadata.kind(kind) {
            Some(name) => {
                self.push("!");
                self.push_metadata_name(name);
            }
            None => put!(self, "!<unknown kind #", kind, ">"),
        }
        if self.references.is_none() {
            put!(self, " ", node);
        }
        Ok(())
    }
}

fn result_type(instruction: &Instruction<'_>) -> Result<TypeId> {
    let ty = instruction.ty;
    ty.ok_or_else(|| print_error("an instruction has no type"))
}
