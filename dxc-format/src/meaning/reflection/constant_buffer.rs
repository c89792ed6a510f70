//! Constant buffers and their variables.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::dxil::{DxilModule, Resource, ResourceProperties};
use super::super::llvm::{Type, TypeId};
use super::variable_type::{MAX_DEPTH, Types, VariableType};
use crate::generated::constants::{ResourceClass, ResourceKind};
use crate::generated::dxil_metadata::ROW_SIZE;
use crate::generated::rdef::{ConstantBufferType, ShaderVariableFlags};
use crate::runtime::Result;

/// A constant buffer or texture buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ConstantBuffer {
    /// The name.
    pub name: String,
    /// Whether it is a constant buffer or a texture buffer.
    pub buffer_type: ConstantBufferType,
    /// The size in bytes, a multiple of 16.
    pub size: u32,
    /// The variables; none if the program has lost their layout.
    pub variables: Vec<Variable>,
}

/// A variable of a constant buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The offset in the buffer, in bytes.
    pub offset: u32,
    /// The size in bytes.
    pub size: u32,
    /// Whether the shader uses it.
    pub flags: ShaderVariableFlags,
    /// The type.
    pub ty: VariableType,
}

/// The constant buffers and texture buffers of a module, in the order of its resources.
pub(super) fn read(module: &DxilModule) -> Result<Vec<ConstantBuffer>> {
    let mut types = Types::new(module);
    let buffers = module.resources.iter().filter_map(|resource| {
        let buffer_type = match (resource.class, resource.kind) {
            (_, ResourceKind::TBuffer) => ConstantBufferType::TBUFFER,
            (ResourceClass::CBuffer, _) => ConstantBufferType::CBUFFER,
            _ => return None,
        };
        let buffer = read_buffer(&mut types, resource, buffer_type);
        Some(buffer.map_err(|error| error.within(&resource.name)))
    });
    buffers.collect()
}

fn read_buffer(
    types: &mut Types<'_>,
    resource: &Resource,
    buffer_type: ConstantBufferType,
) -> Result<ConstantBuffer> {
    let variables = read_variables(types, resource.ty)?;
    let end = |variable: &Variable| variable.offset.saturating_add(variable.size);
    let size = match resource.properties {
        ResourceProperties::CBuffer { size } => size,
        _ => variables.iter().map(end).max().unwrap_or(0),
    };
    Ok(ConstantBuffer {
        name: resource.name.clone(),
        buffer_type,
        size: size.checked_next_multiple_of(ROW_SIZE).unwrap_or(size),
        variables,
    })
}

fn read_variables(types: &mut Types<'_>, ty: TypeId) -> Result<Vec<Variable>> {
    let module = &types.module.module;
    let mut ty = ty;
    // The type of an array of buffers; a table of types may contain cycles.
    for _ in 0..MAX_DEPTH {
        match module.get_type(ty) {
            Some(Type::Array { element, .. }) => ty = *element,
            _ => break,
        }
    }
    let fields = module.get_type(ty).map_or(&[][..], Type::fields);
    let Some(annotation) = types.of_struct(ty) else {
        return Ok(Vec::new());
    };
    let is_only_one = fields.len() < 2;
    let mut variables = Vec::new();
    for (field, annotation) in fields.iter().zip(&annotation.fields) {
        let offset = annotation.offset.unwrap_or(0);
        let (ty, size) = types.read(*field, annotation, offset, 0)?;
        let used = is_only_one || annotation.is_used;
        types.take_memory(annotation.name.as_ref().map_or(0, String::len))?;
        variables.push(Variable {
            name: annotation.name.clone().unwrap_or_default(),
            offset,
            size,
            flags: match used {
                true => ShaderVariableFlags::USED,
                false => ShaderVariableFlags::empty(),
            },
            ty,
        });
    }
    Ok(variables)
}
