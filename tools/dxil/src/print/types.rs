//! Prints types.

use super::{MAX_DEPTH, Printer, comma, when};
use crate::print_error;
use crate::types::{Struct, Type, TypeId};
use dxc_format::{Error, Result};

impl Printer<'_, '_> {
    /// Prints a type; for a structure with a name, the name.
    pub(super) fn push_type(&mut self, id: TypeId) -> Result<()> {
        self.check()?;
        let index = id.0 as usize;
        if let Some(Some(text)) = self.types.get(index) {
            self.out.push_str(text);
            return Ok(());
        }
        let start = self.out.len();
        self.write_type(id, 0)?;
        if self.types.len() <= index {
            self.types.resize(self.module.types().len(), None);
        }
        // The texts of a function's own types are not kept: the next function has other types.
        if let Some(known) = self.types.get_mut(index) {
            *known = Some(self.out[start..].into());
        }
        Ok(())
    }

    fn write_type(&mut self, id: TypeId, depth: u32) -> Result<()> {
        self.check()?;
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let depth = depth + 1;
        match self.scope().types().get(id) {
            None => return Err(print_error("a type is unknown")),
            Some(Type::Word(code)) => self.push(code.text().unwrap_or_default()),
            Some(Type::Integer { width }) => put!(self, "i", *width),
            Some(Type::Pointer {
                pointee,
                address_space,
            }) => {
                self.write_type(*pointee, depth)?;
                if *address_space != 0 {
                    put!(self, " addrspace(", *address_space, ")");
                }
                self.push("*");
            }
            Some(Type::Array { len, element }) => {
                put!(self, "[", *len, " x ");
                self.write_type(*element, depth)?;
                self.push("]");
            }
            Some(Type::Vector { len, element }) => {
                put!(self, "<", *len, " x ");
                self.write_type(*element, depth)?;
                self.push(">");
            }
            Some(Type::Struct(ty)) if ty.is_literal => self.write_fields(ty, depth)?,
            Some(Type::Struct(ty)) => match &ty.name {
                Some(name) => self.push_name("%", name),
                None => put!(self, "%", self.slots.struct_number(id)),
            },
            Some(Type::Function {
                result,
                parameters,
                is_variadic,
            }) => {
                self.write_type(*result, depth)?;
                self.push(" (");
                for (index, parameter) in parameters.iter().enumerate() {
                    self.push(comma(index));
                    self.write_type(*parameter, depth)?;
                }
                self.push_ellipsis(*is_variadic, parameters);
                self.push(")");
            }
        }
        Ok(())
    }

    /// Prints the ellipsis of a variadic function.
    pub(super) fn push_ellipsis(&mut self, is_variadic: bool, parameters: &[TypeId]) {
        if is_variadic {
            self.push(comma(parameters.len()));
            self.push("...");
        }
    }

    /// Prints the fields of a structure.
    pub(super) fn write_fields(&mut self, ty: &Struct, depth: u32) -> Result<()> {
        if ty.is_opaque {
            self.push("opaque");
            return Ok(());
        }
        self.push(when(ty.is_packed, "<"));
        for (index, field) in ty.fields.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "{ " });
            self.write_type(*field, depth)?;
        }
        self.push(if ty.fields.is_empty() { "{}" } else { " }" });
        self.push(when(ty.is_packed, ">"));
        Ok(())
    }
}

#[cold]
pub(super) fn too_deep() -> Error {
    print_error("types or constants contain one another too deeply")
}
