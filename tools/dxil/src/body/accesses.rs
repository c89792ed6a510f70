//! Reads the records of instructions that access memory or compute addresses.

use crate::bitcode::{
    AllocaFlags, AtomicOperation, AtomicOrdering, FunctionCode, SynchronizationScope,
};

use super::Body;
use super::read::TypeAndDetails;
use crate::cursor::Cursor;
use crate::instruction::{Access, Details, Operand};
use crate::types::{Struct, Type, TypeId};
use crate::value::ValueId;
use dxc_format::Result;

impl Body<'_> {
    pub(super) fn read_access(
        &mut self,
        code: FunctionCode,
        operands: &mut Cursor<'_>,
    ) -> Result<TypeAndDetails> {
        match code {
            FunctionCode::INST_GEP
            | FunctionCode::INST_GEP_OLD
            | FunctionCode::INST_INBOUNDS_GEP_OLD => self.read_address(code, operands),
            FunctionCode::INST_ALLOCA => self.read_alloca(operands),
            FunctionCode::INST_LOAD | FunctionCode::INST_LOADATOMIC => {
                self.read_load(code, operands)
            }
            FunctionCode::INST_STORE
            | FunctionCode::INST_STORE_OLD
            | FunctionCode::INST_STOREATOMIC
            | FunctionCode::INST_STOREATOMIC_OLD => self.read_store(code, operands),
            FunctionCode::INST_CMPXCHG => self.read_exchange(operands),
            FunctionCode::INST_ATOMICRMW => self.read_atomic(operands),
            FunctionCode::INST_FENCE => {
                let access = read_ordering(operands, 0, false)?;
                Ok((None, Details::Access(access)))
            }
            _ => Err(operands.error("the record of a function is unknown")),
        }
    }

    fn read_address(
        &mut self,
        code: FunctionCode,
        operands: &mut Cursor<'_>,
    ) -> Result<TypeAndDetails> {
        let (is_inbounds, source) = match code {
            FunctionCode::INST_GEP => (
                operands.next_bool()?,
                Some(operands.next_type(&self.module.types)?),
            ),
            code => (code == FunctionCode::INST_INBOUNDS_GEP_OLD, None),
        };
        let base = self.push_value(operands)?;
        // If the base or an index is a vector, the result is a vector of addresses.
        let mut vector = self.types().vector(base);
        let pointer = vector.map_or(base, |(_, pointer)| pointer);
        let pointee = self.types().pointee(pointer);
        let (pointee, address_space) =
            pointee.ok_or_else(|| operands.error("an address is not that of a pointer"))?;
        let source = source.unwrap_or(pointee);
        let mut ty = source;
        let mut is_first = true;
        while operands.left() > 0 {
            let (id, index) = self.read_value(operands)?;
            self.operands.push(Operand::Value(id));
            vector = vector.or_else(|| self.types().vector(index));
            if !core::mem::take(&mut is_first) {
                ty = self.member(ty, id, operands)?;
            }
        }
        let mut result = self.intern(Type::Pointer {
            pointee: ty,
            address_space,
        });
        if let Some((len, _)) = vector {
            result = self.intern(Type::Vector {
                len,
                element: result,
            });
        }
        let details = Details::Address {
            source,
            is_inbounds,
        };
        Ok((Some(result), details))
    }

    /// The type of a member at the value of an index; for structures, the index must be a constant.
    fn member(&self, ty: TypeId, index: ValueId, operands: &Cursor<'_>) -> Result<TypeId> {
        let types = self.types();
        let member = types.element(ty).or_else(|| {
            let index = self.scope().integer(index)?;
            types.member(ty, u64::try_from(index).ok()?)
        });
        member.ok_or_else(|| operands.error("a member of a value is unknown"))
    }

    fn read_alloca(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        let stored = operands.next_type(&self.module.types)?;
        operands.next_type(&self.module.types)?;
        let size = ValueId(operands.next_u32()?);
        self.largest = self.largest.max(size.0);
        self.operands.push(Operand::Value(size));
        let flags = AllocaFlags(operands.next_u32()?);
        let known = AllocaFlags::InAlloca.0 | AllocaFlags::ExplicitType.0;
        let alignment = operands.alignment((flags.0 & !known).into())?;
        let ty = match flags.0 & AllocaFlags::ExplicitType.0 {
            0 => self.pointee(stored, operands)?,
            _ => stored,
        };
        let pointer = self.intern(Type::Pointer {
            pointee: ty,
            address_space: 0,
        });
        let details = Details::Alloca {
            ty,
            alignment,
            flags,
        };
        Ok((Some(pointer), details))
    }

    fn read_load(
        &mut self,
        code: FunctionCode,
        operands: &mut Cursor<'_>,
    ) -> Result<TypeAndDetails> {
        let pointer = self.push_value(operands)?;
        let is_atomic = code == FunctionCode::INST_LOADATOMIC;
        let rest = if is_atomic { 4 } else { 2 };
        let ty = if operands.left() > rest {
            operands.next_type(&self.module.types)?
        } else {
            self.pointee(pointer, operands)?
        };
        let access = read_memory(operands, is_atomic)?;
        Ok((Some(ty), Details::Access(access)))
    }

    fn read_store(
        &mut self,
        code: FunctionCode,
        operands: &mut Cursor<'_>,
    ) -> Result<TypeAndDetails> {
        let (pointer, _) = self.read_value(operands)?;
        let is_old = matches!(
            code,
            FunctionCode::INST_STORE_OLD | FunctionCode::INST_STOREATOMIC_OLD
        );
        let value = if is_old {
            self.read_known(operands)?
        } else {
            self.read_value(operands)?.0
        };
        self.operands.extend([value, pointer].map(Operand::Value));
        let is_atomic = matches!(
            code,
            FunctionCode::INST_STOREATOMIC | FunctionCode::INST_STOREATOMIC_OLD
        );
        let access = read_memory(operands, is_atomic)?;
        Ok((None, Details::Access(access)))
    }

    fn read_exchange(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        self.push_value(operands)?;
        let compared = self.push_value(operands)?;
        self.push_known(operands)?;
        let is_volatile = operands.next_bool()?;
        let access = read_ordering(operands, 0, is_volatile)?;
        let failure = AtomicOrdering(operands.next_u32()?);
        let is_weak = operands.next_or_0() != 0;
        let boolean = self.intern(Type::Integer { width: 1 });
        let ty = self.intern(Type::Struct(Struct::literal(&[compared, boolean])));
        let details = Details::CompareExchange {
            access,
            failure,
            is_weak,
        };
        Ok((Some(ty), details))
    }

    fn read_atomic(&mut self, operands: &mut Cursor<'_>) -> Result<TypeAndDetails> {
        let pointer = self.push_value(operands)?;
        self.push_known(operands)?;
        let ty = self.pointee(pointer, operands)?;
        let operation = AtomicOperation(operands.next_u32()?);
        if !operation.is_known() {
            return Err(operands.error("the operation of an instruction is unknown"));
        }
        let is_volatile = operands.next_bool()?;
        let access = read_ordering(operands, 0, is_volatile)?;
        Ok((Some(ty), Details::Atomic { operation, access }))
    }

    fn pointee(&self, pointer: TypeId, operands: &Cursor<'_>) -> Result<TypeId> {
        let pointee = self.types().pointee(pointer);
        let pointee = pointee.ok_or_else(|| operands.error("memory is accessed by no pointer"))?;
        Ok(pointee.0)
    }
}

/// Reads the last operands of a load or a store.
fn read_memory(operands: &mut Cursor<'_>, is_atomic: bool) -> Result<Access> {
    let stored = operands.next()?;
    let alignment = operands.alignment(stored)?;
    let is_volatile = operands.next_bool()?;
    if is_atomic {
        read_ordering(operands, alignment, is_volatile)
    } else {
        Ok(Access {
            alignment,
            is_volatile,
            ordering: AtomicOrdering::NOTATOMIC,
            scope: SynchronizationScope::CROSSTHREAD,
        })
    }
}

fn read_ordering(operands: &mut Cursor<'_>, alignment: u32, is_volatile: bool) -> Result<Access> {
    Ok(Access {
        alignment,
        is_volatile,
        ordering: AtomicOrdering(operands.next_u32()?),
        scope: SynchronizationScope(operands.next_u32()?),
    })
}
