//! Types and expressions of the resolved model.

use super::format::{Argument, Parameter, Type};
use super::tree::{Expression, Scope};
use crate::expression;
use crate::model::{self, Base, Item, Schema};

impl<'s> Scope<'s> {
    /// The scope of an item: its parameters, and the fields of a sequence.
    pub(super) fn of_item(schema: &'s Schema, item: &'s Item) -> Self {
        let takes = schema.takes(&item.name).iter();
        let takes = takes.map(|parameter| (&*parameter.name.value, &parameter.ty.base));
        let fields = item.content.sequence().map(|sequence| &*sequence.fields);
        let fields = fields.unwrap_or_default().iter();
        let fields = fields.filter(|field| field.has_name_and_type());
        let fields = fields.map(|field| (&*field.name.value, &field.ty.base));
        let names = takes.chain(fields).collect();
        Self { schema, names }
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
