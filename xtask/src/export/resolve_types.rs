//! Types and expressions of the resolved model.

use super::format::{Argument, Parameter, Type};
use super::tree::{Expression, Scope};
use crate::expression;
use crate::model::{self, Base, Field, Schema};

impl<'s> Scope<'s> {
    /// The scope of an item with these parameters.
    pub(super) fn new(schema: &'s Schema, takes: &'s [model::Parameter]) -> Self {
        let parameters = takes.iter();
        let names = parameters.map(|parameter| (&*parameter.name.value, Some(&parameter.ty.base)));
        let names = names.collect();
        Self { schema, names }
    }

    /// Returns the scope with the fields of a sequence.
    pub(super) fn with_fields(mut self, fields: &'s [Field]) -> Self {
        let fields = fields.iter().filter(|field| field.has_name_and_type());
        let named = fields.map(|field| (&*field.name.value, Some(&field.ty.base)));
        self.names.extend(named);
        self
    }

    /// The expression, if there is one.
    pub(super) fn optional(
        &self,
        of: &Option<expression::Expression>,
    ) -> Result<Option<Expression>, String> {
        of.as_ref().map(|of| self.resolve(of)).transpose()
    }

    pub(super) fn parameters(&self, takes: &[model::Parameter]) -> Result<Vec<Parameter>, String> {
        let parameter = |parameter: &model::Parameter| {
            Ok(Parameter {
                name: parameter.name.value.clone(),
                ty: self.ty(&parameter.ty)?,
            })
        };
        takes.iter().map(parameter).collect()
    }

    /// The size of a type in bytes, if it is fixed.
    pub(super) fn size(&self, ty: &model::Type) -> Option<u64> {
        self.schema.size(&ty.base)
    }

    /// The type, if there is one.
    pub(super) fn optional_ty(&self, ty: &Option<model::Type>) -> Result<Option<Type>, String> {
        ty.as_ref().map(|ty| self.ty(ty)).transpose()
    }

    pub(super) fn ty(&self, ty: &model::Type) -> Result<Type, String> {
        match self.type_of(&ty.base) {
            Type::Item { name, .. } => {
                let arguments = self.schema.arguments(ty);
                let argument = |(argument, is_record): (&expression::Expression, bool)| {
                    Ok(match is_record {
                        true => Argument::Record(argument.text().value.clone()),
                        false => Argument::Value(self.resolve(argument)?),
                    })
                };
                let arguments = arguments.map(argument).collect::<Result<_, String>>()?;
                Ok(Type::Item { name, arguments })
            }
            other => Ok(other),
        }
    }

    /// A type without its arguments.
    fn type_of(&self, base: &Base) -> Type {
        let boxed = |base: &Base| Box::new(self.type_of(base));
        match base {
            Base::Integer(bits) => Type::Integer { bits: *bits },
            Base::Signed(bits) => Type::Signed { bits: *bits },
            Base::F32 => Type::Float,
            Base::Bool8 => Type::Boolean,
            Base::FourCC => Type::FourCc,
            Base::Bytes => Type::Bytes,
            Base::Strings => Type::Strings,
            Base::Lists => Type::Lists,
            Base::CStr => Type::CString,
            Base::Array(of, count) => Type::Array {
                of: boxed(of),
                count: *count,
            },
            Base::Item(name) => Type::Item {
                name: name.clone(),
                arguments: Vec::new(),
            },
            Base::StringRef => Type::StringReference,
            Base::RowRef(of) => Type::RowReference { of: boxed(of) },
            Base::ListRef(of) => Type::ListReference { of: boxed(of) },
            // Padding has none.
            Base::Record | Base::Padding => Type::Record,
        }
    }
}
