//! Resolves the numbers of values and metadata in a function, or in the module.

use crate::bitcode::ConstantsCode;
use crate::body::Body;
use crate::cursor::number;
use crate::metadata::{Entry, MetadataTable, reference};
use crate::module::Module;
use crate::types::{TypeId, TypeScope};
use crate::value::{Constant, Kind, Value, ValueId};

/// The values and the metadata that a function, or the module, references by numbers.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'m> {
    pub(crate) module: &'m Module<'m>,
    pub(crate) body: Option<&'m Body<'m>>,
}

impl<'m> Scope<'m> {
    /// The types that a function, or the module, references by numbers.
    pub(crate) fn types(self) -> TypeScope<'m> {
        TypeScope {
            module: &self.module.types,
            function: self.body.map(|body| &body.types),
        }
    }

    /// A value, with the operands of its constant.
    pub(crate) fn value(self, id: ValueId) -> Option<(Value, &'m [u64])> {
        let module = &self.module.values;
        let index = id.0 as usize;
        if let Some(value) = module.values.get(index) {
            return Some((*value, &module.numbers));
        }
        let body = self.body?;
        let value = body.values.values.get(index - module.values.len())?;
        Some((*value, &body.values.numbers))
    }

    pub(crate) fn type_of(self, id: ValueId) -> Option<TypeId> {
        self.value(id).map(|(value, _)| value.ty)
    }

    /// The constant with this number, with its operands.
    pub(crate) fn constant(self, id: ValueId) -> Option<(Constant, &'m [u64])> {
        let (value, numbers) = self.value(id)?;
        match value.kind() {
            Kind::Constant(constant) => Some((constant, constant.operands(numbers))),
            _ => None,
        }
    }

    /// The value of an integer constant.
    pub(crate) fn integer(self, id: ValueId) -> Option<i64> {
        let (value, numbers) = self.value(id)?;
        match value.kind() {
            Kind::Constant(constant) => constant.integer(numbers),
            _ => None,
        }
    }

    /// The bytes of the string that a record references.
    pub(crate) fn referenced_string(self, stored: u64) -> &'m [u8] {
        let found = reference(stored).and_then(|id| self.metadata(id));
        found.map_or(&[], |(entry, table)| table.string(entry))
    }

    /// An entry of metadata, with the table that contains it.
    pub(crate) fn metadata(self, id: u32) -> Option<(Entry, &'m MetadataTable)> {
        let module = &self.module.metadata;
        if let Some(entry) = module.get(id) {
            return Some((entry, module));
        }
        let body = self.body?;
        let index = id.checked_sub(number(module.len()))?;
        Some((body.metadata.get(index)?, &body.metadata))
    }
}

impl<'a> Module<'a> {
    /// The value of an integer constant.
    pub fn integer(&self, id: ValueId) -> Option<i64> {
        self.scope().integer(id)
    }

    /// The type of a constant; for a global variable or function, its own type, not the type of the pointer to it.
    pub(crate) fn value_type(&self, id: ValueId) -> Option<TypeId> {
        let (value, _) = self.scope().value(id)?;
        match value.kind() {
            Kind::Constant(_) => Some(value.ty),
            _ => self.pointee(value.ty).or(Some(value.ty)),
        }
    }

    /// The type of a value; for a global variable or function, the type of the pointer to it.
    pub(crate) fn type_of(&self, id: ValueId) -> Option<TypeId> {
        self.scope().type_of(id)
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

    /// The elements of an array or a vector of numbers; `None` if it is not such a constant, or if all elements are 0.
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
}
