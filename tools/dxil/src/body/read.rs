//! Reads the records of instructions.

use crate::bitcode::{
    BinaryOpcode, CALLING_CONVENTION, CallFlags, CallingConvention, CastOpcode, FastMathFlags,
    FunctionCode, Predicate, TypeCode,
};

use super::{Body, Form, InstructionRecord, NO_RESULT};
use crate::cursor::Cursor;
use crate::cursor::number;
use crate::instruction::{Details, Operand};
use crate::types::{Type, TypeId};
use crate::value::{Kind, Value, ValueId, rotate_sign};
use dxc_format::Result;

/// The type of the result of an instruction, and its details.
pub(super) type TypeAndDetails = (Option<TypeId>, Details);

impl Body<'_> {
    pub(super) fn read_instruction(
        &mut self,
        code: FunctionCode,
        operands: &mut Cursor<'_>,
    ) -> Result<()> {
        let first = (self.operands.len(), self.numbers.len());
        let (ty, details) = self.read_by_code(code, operands)?;
        let types = self.types();
        let has_result = ty.is_some_and(|ty| !types.is_word(ty, TypeCode::VOID));
        let result = has_result.then(|| ValueId(self.next_value()));
        if let Some(ty) = ty.filter(|_| has_result) {
            let kind = Kind::Instruction(number(self.records.len()));
            self.values.values.push(Value::new(ty, kind));
        }
        let index = number(self.records.len());
        let is_begin = match self.blocks.last() {
            None => true,
            Some(block) => block.start != block.end,
        };
        if is_begin {
            if self.blocks.len() >= self.declared_blocks as usize {
                return Err(operands.error("an instruction is in no block"));
            }
            self.blocks.push(index..index);
        }
        self.records.push(InstructionRecord {
            form: self.forms.add(Form { code, details, ty }),
            result: result.map_or(NO_RESULT, |result| result.0),
            operands: number(first.0),
            numbers: number(first.1),
            location: 0,
        });
        // A block is only added when its last instruction is read.
        if ends_block(code)
            && let Some(block) = self.blocks.last_mut()
        {
            block.end = index + 1;
        }
        Ok(())
    }

    fn read_by_code(
        &mut self,
        code: FunctionCode,
        operands: &mut Cursor<'_>,
    ) -> Result<TypeAndDetails> {
        match code {
            FunctionCode::INST_BINOP => self.read_binary(operands),
            FunctionCode::INST_CAST => self.read_cast(operands),
            FunctionCode::INST_CMP | FunctionCode::INST_CMP2 => self.read_comparison(operands),
            FunctionCode::INST_SELECT | FunctionCode::INST_VSELECT => {
                self.read_select(code, operands)
            }
            FunctionCode::INST_EXTRACTELT
            | FunctionCode::INST_INSERTELT
            | FunctionCode::INST_SHUFFLEVEC => self.read_vector(code, operands),
            FunctionCode::INST_EXTRACTVAL | FunctionCode::INST_INSERTVAL => {
                self.read_aggregate(code, operands)
            }
            FunctionCode::INST_RET => {
                if operands.left() > 0 {
                    self.push_value(operands)?;
                }
                Ok((None, Details::None))
            }
            FunctionCode::INST_BR => self.read_branch(operands),
            FunctionCode::INST_SWITCH => self.read_switch(operands),
            FunctionCode::INST_INDIRECTBR => {
                operands.next_type(&self.module.types)?;
                self.push_known(operands)?;
                while operands.left() > 0 {
                    self.push_block(operands)?;
                }
                Ok((None, Details::None))
            }
            FunctionCode::INST_UNREACHABLE => Ok((None, Details::None)),
            FunctionCode::INST_RESUME => {
                self.push_value(operands)?;
                Ok((None, Details::None))
            }
            FunctionCode::INST_PHI => self.read_phi(operands),
            FunctionCode::INST_CALL => self.read_call(operands),
            FunctionCode::INST_VAARG => {
                operands.next_type(&self.module.types)?;
                self.push_known(operands)?;
                let ty = operands.next_type(&self.module.types)?;
                Ok((Some(ty), Details::None))
            }
            code => self.read_access(code, operands),
        }
    }

    fn read_binary(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        let ty = self.push_value(operands)?;
        self.push_known(operands)?;
        let opcode = BinaryOpcode(operands.next_u32()?);
        if !opcode.is_known() {
            return Err(operands.error("the operation of an instruction is unknown"));
        }
        let flags = operands.next_u32_or_0()?;
        Ok((Some(ty), Details::Binary { opcode, flags }))
    }

    fn read_cast(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        self.push_value(operands)?;
        let ty = operands.next_type(&self.module.types)?;
        let opcode = CastOpcode(operands.next_u32()?);
        if !opcode.is_known() {
            return Err(operands.error("the operation of an instruction is unknown"));
        }
        Ok((Some(ty), Details::Cast(opcode)))
    }

    fn read_comparison(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        let ty = self.push_value(operands)?;
        self.push_known(operands)?;
        let predicate = Predicate(operands.next_u32()?);
        let flags = FastMathFlags(operands.next_u32_or_0()?);
        let boolean = self.intern(Type::Integer { width: 1 });
        let result = match self.types().vector(ty) {
            Some((len, _)) => self.intern(Type::Vector {
                len,
                element: boolean,
            }),
            None => boolean,
        };
        Ok((Some(result), Details::Compare { predicate, flags }))
    }

    fn read_select(
        &mut self,
        code: FunctionCode,
        operands: &mut Cursor<'_>,
    ) -> Result<TypeAndDetails> {
        let (chosen, ty) = self.read_value(operands)?;
        let other = self.read_known(operands)?;
        let condition = match code {
            FunctionCode::INST_SELECT => self.read_known(operands)?,
            _ => self.read_value(operands)?.0,
        };
        self.operands
            .extend([condition, chosen, other].map(Operand::Value));
        Ok((Some(ty), Details::None))
    }

    fn read_vector(
        &mut self,
        code: FunctionCode,
        operands: &mut Cursor<'_>,
    ) -> Result<TypeAndDetails> {
        let vector = self.push_value(operands)?;
        let element = self.types().vector(vector).map(|(_, element)| element);
        let mut ty = match code {
            FunctionCode::INST_EXTRACTELT => element,
            _ => Some(vector),
        };
        if code != FunctionCode::INST_EXTRACTELT {
            self.push_known(operands)?;
        }
        let last = self.push_value(operands)?;
        if code == FunctionCode::INST_SHUFFLEVEC {
            let len = self.types().vector(last).map(|(len, _)| len);
            let both = len.zip(element);
            ty = both.map(|(len, element)| self.intern(Type::Vector { len, element }));
        }
        let ty = ty.ok_or_else(|| operands.error("the type of a vector is unknown"))?;
        Ok((Some(ty), Details::None))
    }

    fn read_aggregate(
        &mut self,
        code: FunctionCode,
        operands: &mut Cursor<'_>,
    ) -> Result<TypeAndDetails> {
        let aggregate = self.push_value(operands)?;
        if code == FunctionCode::INST_INSERTVAL {
            self.push_value(operands)?;
        }
        let mut ty = aggregate;
        while operands.left() > 0 {
            let index = operands.next_u32()?;
            let member = self.types().member(ty, index.into());
            ty = member.ok_or_else(|| operands.error("a member of a value is unknown"))?;
            self.numbers.push(index);
        }
        let ty = match code {
            FunctionCode::INST_INSERTVAL => aggregate,
            _ => ty,
        };
        Ok((Some(ty), Details::None))
    }

    fn read_branch(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        self.push_block(operands)?;
        if operands.left() > 0 {
            self.push_block(operands)?;
            self.push_known(operands)?;
        }
        Ok((None, Details::None))
    }

    fn read_switch(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        operands.next_type(&self.module.types)?;
        self.push_known(operands)?;
        self.push_block(operands)?;
        while operands.left() > 0 {
            let case = ValueId(operands.next_u32()?);
            self.note(case);
            self.operands.push(Operand::Value(case));
            self.push_block(operands)?;
        }
        Ok((None, Details::None))
    }

    fn read_phi(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        let ty = operands.next_type(&self.module.types)?;
        while operands.left() > 0 {
            let stored = operands.next()?;
            let id = if self.module.is_relative {
                i64::from(self.next_value()).wrapping_sub(rotate_sign(stored))
            } else {
                stored.cast_signed()
            };
            let id = u32::try_from(id);
            let id = ValueId(id.map_err(|_| operands.error("the number of a value is illegal"))?);
            self.note(id);
            self.operands.push(Operand::Value(id));
            self.push_block(operands)?;
        }
        Ok((Some(ty), Details::None))
    }

    fn read_call(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        let attributes = operands.next_u32()?;
        let stored = operands.next_u32()?;
        let flags = CallFlags(stored);
        let explicit = match stored & CallFlags::ExplicitType.0 {
            0 => None,
            _ => Some(operands.next_type(&self.module.types)?),
        };
        let (callee, pointer) = self.read_value(operands)?;
        let function = explicit.or_else(|| Some(self.types().pointee(pointer)?.0));
        let function = function.ok_or_else(|| operands.error("what is called is no function"))?;
        let Some(Type::Function {
            result,
            parameters,
            is_variadic,
        }) = self.module.get_type(function)
        else {
            return Err(operands.error("what is called is no function"));
        };
        let types = self.module.types.scope();
        for parameter in parameters {
            if types.is_word(*parameter, TypeCode::METADATA) {
                let id = self.read_id(operands)?;
                self.operands.push(Operand::Metadata(id));
            } else {
                self.push_known(operands)?
            }
        }
        while *is_variadic && operands.left() > 0 {
            self.push_value(operands)?;
        }
        self.operands.push(Operand::Value(callee));
        let known = CallFlags::Tail.0 | CallFlags::MustTail.0 | CallFlags::ExplicitType.0;
        let details = Details::Call {
            attributes,
            convention: CallingConvention((stored & !known) >> CALLING_CONVENTION),
            flags,
            function,
        };
        Ok((Some(*result), details))
    }

    /// Reads the number of a value or of metadata.
    fn read_id(&self, operands: &mut Cursor<'_>) -> Result<u32> {
        let stored = operands.next_u32()?;
        Ok(if self.module.is_relative {
            self.next_value().wrapping_sub(stored)
        } else {
            stored
        })
    }

    /// Reads the number of a value whose type is known.
    pub(super) fn read_known(&mut self, operands: &mut Cursor<'_>) -> Result<ValueId> {
        let id = ValueId(self.read_id(operands)?);
        self.note(id);
        Ok(id)
    }

    /// Reads the number of a value; for a value that is defined later, its type follows.
    pub(super) fn read_value(&mut self, operands: &mut Cursor<'_>) -> Result<(ValueId, TypeId)> {
        let id = self.read_known(operands)?;
        let ty = if id.0 < self.next_value() {
            self.type_of(id)
        } else {
            Some(operands.next_type(&self.module.types)?)
        };
        let ty = ty.ok_or_else(|| operands.error("an instruction refers to an unknown value"))?;
        Ok((id, ty))
    }

    pub(super) fn push_known(&mut self, operands: &mut Cursor<'_>) -> Result<()> {
        let id = self.read_known(operands)?;
        self.operands.push(Operand::Value(id));
        Ok(())
    }

    pub(super) fn push_value(&mut self, operands: &mut Cursor<'_>) -> Result<TypeId> {
        let (id, ty) = self.read_value(operands)?;
        self.operands.push(Operand::Value(id));
        Ok(ty)
    }

    fn push_block(&mut self, operands: &mut Cursor<'_>) -> Result<()> {
        let block = operands.next_u32()?;
        if block >= self.declared_blocks {
            return Err(operands.error("an instruction refers to an unknown block"));
        }
        self.numbers.push(block);
        Ok(())
    }

    /// Records a number, which is checked at the end of the function.
    fn note(&mut self, id: ValueId) {
        self.largest = self.largest.max(id.0);
    }
}

/// Whether an instruction is the last one of its block.
pub(crate) fn ends_block(code: FunctionCode) -> bool {
    matches!(
        code,
        FunctionCode::INST_RET
            | FunctionCode::INST_BR
            | FunctionCode::INST_SWITCH
            | FunctionCode::INST_INDIRECTBR
            | FunctionCode::INST_UNREACHABLE
            | FunctionCode::INST_RESUME
    )
}
