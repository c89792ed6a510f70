//! Prints operands and constants.

use alloc::string::String;

use super::types::too_deep;
use super::{MAX_DEPTH, Printer, Typed, comma, when};
use crate::bitcode::{
    BinaryOpcode, BinaryOpcodeFlags, CastOpcode, ConstantsCode, ExactFlags, FunctionCode,
    Predicate, TypeCode, WrapFlags,
};
use dxc_format::runtime::int::FromInt as _;
use dxc_format::runtime::newtype::{BitValue, Bits};

use crate::cursor::bytes_of;
use crate::instruction::Operand;
use crate::tables::text_of;
use crate::types::{Type, TypeId};
use crate::value::{Kind, ValueId, rotate_sign};
use crate::{Result, print_error};

impl Printer<'_, '_> {
    /// Prints an operand of an instruction with its type.
    pub(super) fn push_typed_operand(&mut self, operand: Operand) -> Result<()> {
        match operand {
            Operand::Value(id) => put!(self, Typed(id)),
            Operand::Metadata(_) => {
                put!(
                    self,
                    TypeCode::METADATA.text().unwrap_or_default(),
                    " ",
                    operand
                );
            }
        }
        Ok(())
    }

    /// Prints an operand of an instruction.
    pub(super) fn push_operand(&mut self, operand: Operand) -> Result<()> {
        match operand {
            Operand::Value(id) => put!(self, id),
            Operand::Metadata(_) if self.references.is_some() => self.push("!"),
            Operand::Metadata(id) => self.push_metadata(id)?,
        }
        Ok(())
    }

    /// Prints the name or the number of a function or a global variable.
    fn push_symbol_name(&mut self, id: ValueId) {
        let index = id.0 as usize;
        if let Some(known) = self.symbols.get(index).filter(|known| !known.is_empty()) {
            return self.out.push_str(known);
        }
        let start = self.out.len();
        match self.module.names.get(id.0) {
            Some(name) => self.push_name("@", name),
            None => {
                self.push("@");
                let slot = self.slots.global(id);
                self.push_number(slot);
            }
        }
        self.symbols
            .resize(self.symbols.len().max(index + 1), String::new());
        self.symbols[index] = self.out[start..].into();
    }

    pub(super) fn push_typed_at(&mut self, id: ValueId, depth: u32) -> Result<()> {
        let ty = self.scope().type_of(id);
        let ty = ty.ok_or_else(|| print_error("a value is unknown"))?;
        put!(self, ty, " ");
        self.push_value_at(id, depth)
    }

    /// Prints a value; a constant may contain other constants.
    pub(super) fn push_value_at(&mut self, id: ValueId, depth: u32) -> Result<()> {
        self.check()?;
        let Some((value, numbers)) = self.scope().value(id) else {
            return Err(print_error("a value is unknown"));
        };
        match value.kind() {
            Kind::Variable(_) | Kind::Function | Kind::Alias(_) => self.push_symbol_name(id),
            Kind::Argument | Kind::Instruction(_) => self.push_local(id),
            Kind::Constant(constant) => {
                let operands = constant.operands(numbers);
                return self.push_constant(constant.code(), value.ty, operands, depth);
            }
        }
        Ok(())
    }

    /// Prints an argument or the result of an instruction.
    pub(super) fn push_local(&mut self, id: ValueId) {
        let Some(body) = self.body else {
            return self.push("<badref>");
        };
        if self.references.is_some() {
            return self.refer((id.0 as usize).wrapping_sub(body.first_value()));
        }
        match body.names.get(id.0) {
            Some(name) => self.push_name("%", name),
            None => {
                let index = (id.0 as usize).wrapping_sub(body.first_value());
                let slot = self.local.values.get(index).copied();
                self.push("%");
                self.push_number(slot.unwrap_or_default());
            }
        }
    }

    fn push_constant(
        &mut self,
        code: ConstantsCode,
        ty: TypeId,
        operands: &[u64],
        depth: u32,
    ) -> Result<()> {
        self.check()?;
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let depth = depth + 1;
        match code {
            ConstantsCode::NULL => self.push_null(ty),
            ConstantsCode::UNDEF => self.push("undef"),
            ConstantsCode::INTEGER => self.push_integer(ty, rotate_sign(first(operands))),
            ConstantsCode::WIDE_INTEGER => self.push_wide(operands),
            ConstantsCode::FLOAT => match self.scope().types().get(ty) {
                Some(Type::Word(code)) => self.push_float(*code, operands),
                _ => self.push("undef"),
            },
            ConstantsCode::AGGREGATE => return self.push_aggregate(ty, operands, depth),
            ConstantsCode::STRING | ConstantsCode::CSTRING | ConstantsCode::DATA => {
                return self.push_data(code, ty, operands);
            }
            ConstantsCode::INLINEASM | ConstantsCode::INLINEASM_OLD => {
                return self.push_assembly(code, operands);
            }
            code => return self.push_expression(code, ty, operands, depth),
        }
        Ok(())
    }

    fn push_null(&mut self, ty: TypeId) {
        match self.scope().types().get(ty) {
            Some(Type::Integer { .. }) => self.push_integer(ty, 0),
            Some(Type::Word(code)) => self.push_float(*code, &[]),
            Some(Type::Pointer { .. }) => self.push("null"),
            _ => self.push("zeroinitializer"),
        }
    }

    fn push_integer(&mut self, ty: TypeId, value: i64) {
        match self.scope().types().get(ty) {
            Some(Type::Integer { width: 1 }) => {
                self.push(if value & 1 == 0 { "false" } else { "true" });
            }
            Some(Type::Integer { width }) if *width < 64 => {
                let unused = 64 - (*width).max(1);
                self.push_signed(value << unused >> unused);
            }
            _ => self.push_signed(value),
        }
    }

    /// Prints an integer of more than 64 bits; only those that fit into 128 bits are exact.
    fn push_wide(&mut self, operands: &[u64]) {
        use core::fmt::Write;
        let mut words = operands.iter().map(|word| rotate_sign(*word));
        let low = words.next().unwrap_or_default().cast_unsigned();
        let high = words.next().unwrap_or_default();
        let value = i128::from(high) << 64 | i128::from(low);
        write!(self.out, "{value}").unwrap_or_default();
    }

    fn push_aggregate(&mut self, ty: TypeId, operands: &[u64], depth: u32) -> Result<()> {
        let (open, close, is_struct) = match self.scope().types().get(ty) {
            Some(Type::Array { .. }) => ("[", "]", false),
            Some(Type::Vector { .. }) => ("<", ">", false),
            Some(Type::Struct(ty)) if ty.is_packed => ("<{", "}>", true),
            _ => ("{", "}", true),
        };
        self.push(open);
        for (index, operand) in operands.iter().enumerate() {
            self.push(comma(index));
            self.push(when(index == 0 && is_struct, " "));
            self.push_typed_at(value_id(*operand)?, depth)?;
        }
        self.push(when(is_struct && !operands.is_empty(), " "));
        self.push(close);
        Ok(())
    }

    fn push_data(&mut self, code: ConstantsCode, ty: TypeId, operands: &[u64]) -> Result<()> {
        let types = self.scope().types();
        let element = types.element(ty);
        let element = element.ok_or_else(|| print_error("an array has another type"))?;
        let is_array = matches!(types.get(ty), Some(Type::Array { .. }));
        if is_array && matches!(types.get(element), Some(Type::Integer { width: 8 })) {
            self.push("c\"");
            let bytes: alloc::vec::Vec<u8> = bytes_of(operands).collect();
            self.push_escaped(&bytes);
            put!(self, when(code == ConstantsCode::CSTRING, "\\00"), "\"");
            return Ok(());
        }
        self.push(if is_array { "[" } else { "<" });
        for (index, operand) in operands.iter().enumerate() {
            put!(self, comma(index), element, " ");
            match types.get(element) {
                Some(Type::Word(code)) => self.push_float(*code, &[*operand]),
                _ => self.push_integer(element, operand.cast_signed()),
            }
            self.check()?;
        }
        self.push(if is_array { "]" } else { ">" });
        Ok(())
    }

    fn push_assembly(&mut self, code: ConstantsCode, operands: &[u64]) -> Result<()> {
        let short = || print_error("the record of a constant is too short");
        let [flags, len, rest @ ..] = operands else {
            return Err(short());
        };
        let len = usize::try_from(*len).map_err(|_| short())?;
        let (text, rest) = rest.split_at_checked(len).ok_or_else(short)?;
        let (_, constraints) = rest.split_first().ok_or_else(short)?;
        self.push("asm ");
        self.push(when(flags & 1 != 0, "sideeffect "));
        self.push(when(flags & 2 != 0, "alignstack "));
        let is_intel = code == ConstantsCode::INLINEASM && flags >> 2 != 0;
        self.push(when(is_intel, "inteldialect "));
        for (separator, text) in [("\"", text), ("\", \"", constraints)] {
            self.push(separator);
            let bytes: alloc::vec::Vec<u8> = bytes_of(text).collect();
            self.push_escaped(&bytes);
        }
        self.push("\"");
        Ok(())
    }

    fn push_expression(
        &mut self,
        code: ConstantsCode,
        ty: TypeId,
        operands: &[u64],
        depth: u32,
    ) -> Result<()> {
        match (code, operands) {
            (ConstantsCode::CE_CAST, [opcode, _, value, ..]) => {
                put!(
                    self,
                    text_of(*opcode, CastOpcode::text).unwrap_or_default(),
                    " ("
                );
                self.push_typed_at(value_id(*value)?, depth)?;
                put!(self, " to ", ty, ")");
                Ok(())
            }
            (ConstantsCode::CE_GEP | ConstantsCode::CE_INBOUNDS_GEP, _) => {
                self.push_address(code, operands, depth)
            }
            (ConstantsCode::CE_BINOP, [opcode, left, right, rest @ ..]) => {
                let opcode = BinaryOpcode::from_int(*opcode).filter(|opcode| opcode.is_known());
                let opcode = opcode.ok_or_else(|| print_error("an operation is unknown"))?;
                let name = if self.scope().types().is_float(ty) {
                    opcode.float()
                } else {
                    opcode.text()
                };
                self.push(name.unwrap_or_default());
                self.push_binary_flags(opcode, first(rest));
                self.push_list(&[*left, *right], depth)
            }
            (ConstantsCode::CE_CMP, [compared, left, right, predicate, ..]) => {
                let ty = TypeId(value_id(*compared)?.0);
                let name = if self.scope().types().is_float(ty) {
                    FunctionCode::INST_CMP2.float()
                } else {
                    FunctionCode::INST_CMP2.text()
                };
                let predicate = text_of(*predicate, Predicate::text);
                put!(
                    self,
                    name.unwrap_or_default(),
                    " ",
                    predicate.unwrap_or_default()
                );
                self.push_list(&[*left, *right], depth)
            }
            (code, operands) => self.push_other(code, operands, depth),
        }
    }

    /// Prints a constant expression as the name of an instruction and its operands.
    fn push_other(&mut self, code: ConstantsCode, operands: &[u64], depth: u32) -> Result<()> {
        let (instruction, operands): (_, &[u64]) = match (code, operands) {
            (ConstantsCode::CE_SELECT, [a, b, c, ..]) => {
                (FunctionCode::INST_VSELECT, &[*a, *b, *c])
            }
            (ConstantsCode::CE_EXTRACTELT, [_, a, b] | [_, a, _, b]) => {
                (FunctionCode::INST_EXTRACTELT, &[*a, *b])
            }
            (ConstantsCode::CE_INSERTELT, [a, b, c] | [a, b, _, c]) => {
                (FunctionCode::INST_INSERTELT, &[*a, *b, *c])
            }
            (ConstantsCode::CE_SHUFFLEVEC, [a, b, c])
            | (ConstantsCode::CE_SHUFVEC_EX, [_, a, b, c]) => {
                (FunctionCode::INST_SHUFFLEVEC, &[*a, *b, *c])
            }
            _ => return Err(print_error("the record of a constant is unknown")),
        };
        self.push(instruction.text().unwrap_or_default());
        self.push_list(operands, depth)
    }

    fn push_list(&mut self, operands: &[u64], depth: u32) -> Result<()> {
        self.push(" (");
        for (index, operand) in operands.iter().enumerate() {
            self.push(comma(index));
            self.push_typed_at(value_id(*operand)?, depth)?;
        }
        self.push(")");
        Ok(())
    }

    fn push_address(&mut self, code: ConstantsCode, operands: &[u64], depth: u32) -> Result<()> {
        let inbounds = when(code == ConstantsCode::CE_INBOUNDS_GEP, " inbounds");
        put!(
            self,
            FunctionCode::INST_GEP.text().unwrap_or_default(),
            inbounds,
            " ("
        );
        // The first operand may be the type that the pointer points to.
        let (pairs, _) = match operands {
            [_, rest @ ..] if operands.len() % 2 == 1 => rest.as_chunks(),
            _ => operands.as_chunks(),
        };
        let base = pairs.first().map(|[_, id]| value_id(*id)).transpose()?;
        let pointer = base.and_then(|base| self.scope().type_of(base));
        let pointee = pointer.and_then(|pointer| self.scope().types().pointee(pointer));
        let (pointee, _) =
            pointee.ok_or_else(|| print_error("an address is not that of a pointer"))?;
        put!(self, pointee);
        for [_, id] in pairs {
            self.push(", ");
            self.push_typed_at(value_id(*id)?, depth)?;
        }
        self.push(")");
        Ok(())
    }

    /// Prints the flags of a binary operation, such as `nsw`.
    pub(super) fn push_binary_flags(&mut self, opcode: BinaryOpcode, flags: u64) {
        match opcode.flags() {
            Some(BinaryOpcodeFlags::Wrap) => self.push_flags(flags, WrapFlags::text),
            Some(BinaryOpcodeFlags::Exact) => self.push_flags(flags, ExactFlags::text),
            None => {}
        }
    }

    /// Prints the keywords of the flags that are set.
    pub(super) fn push_flags<F: BitValue>(
        &mut self,
        flags: u64,
        text: fn(F) -> Option<&'static str>,
    ) {
        for word in Bits::of(F::from_bits(flags)).filter_map(text) {
            self.push(" ");
            self.push(word);
        }
    }
}

fn first(operands: &[u64]) -> u64 {
    operands.first().copied().unwrap_or_default()
}

fn value_id(operand: u64) -> Result<ValueId> {
    let id = u32::try_from(operand).map(ValueId);
    id.map_err(|_| print_error("an operand exceeds 32 bits"))
}
