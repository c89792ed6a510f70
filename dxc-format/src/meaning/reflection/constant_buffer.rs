//! Buffers and their variables.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::budgets::Budgets;
use super::super::dxil::{DxilModule, Resource, ResourceProperties};
use super::super::llvm::{Type, TypeId};
use super::variable_type::{MAX_DEPTH, Types, VariableType};
use crate::generated::constants::{ResourceClass, ResourceKind};
use crate::generated::dxil_metadata::ROW_SIZE;
use crate::generated::rdef::{
    ConstantBufferFlags, ConstantBufferType, ShaderVariableFlags, SlotRange,
};
use crate::runtime::{FourCC, Result};

/// The name of the only variable of a structured buffer.
pub(crate) const STRUCTURED_ELEMENT: &str = "$Element";

/// A buffer with a layout: a constant buffer, a texture buffer, or the elements of a structured buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ConstantBuffer {
    /// The part that stores it.
    pub part: FourCC,
    /// The name; empty if the part does not store it.
    pub name: String,
    /// The kind of buffer.
    pub buffer_type: ConstantBufferType,
    /// The size in bytes: of a constant buffer a multiple of 16, of a structured buffer that of an element.
    pub size: u32,
    /// The flags of its declaration, from RDEF.
    pub flags: ConstantBufferFlags,
    /// The variables; empty if the part does not store their layout.
    pub variables: Vec<Variable>,
}

/// A variable of a buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Variable {
    /// The name; `$Element` of a structured buffer.
    pub name: String,
    /// The offset in the buffer, in bytes.
    pub offset: u32,
    /// The size in bytes.
    pub size: u32,
    /// Whether the shader uses it.
    pub flags: ShaderVariableFlags,
    /// The type.
    pub ty: VariableType,
    /// The default value, as in the buffer; DXIL does not store it.
    pub default_value: Option<Vec<u8>>,
    /// The texture registers, from RDEF since shader model 5.
    pub textures: Option<SlotRange>,
    /// The sampler registers, from RDEF since shader model 5.
    pub samplers: Option<SlotRange>,
}

/// The buffers of a module, in the order of its resources; constant buffers come first.
pub(super) fn read(
    part: FourCC,
    module: &DxilModule,
    budgets: &mut Budgets,
) -> Result<Vec<ConstantBuffer>> {
    let mut types = Types::new(module, budgets);
    let mut buffers = Vec::new();
    for resource in &module.resources {
        let buffer_type = match (resource.class, resource.kind) {
            (_, ResourceKind::TBuffer) => ConstantBufferType::TBUFFER,
            (ResourceClass::CBuffer, _) => ConstantBufferType::CBUFFER,
            (_, ResourceKind::StructuredBuffer) => ConstantBufferType::RESOURCE_BIND_INFO,
            _ => continue,
        };
        types.budgets.take::<ConstantBuffer>()?;
        let name = types.budgets.copy(&resource.name)?;
        let read = match buffer_type {
            ConstantBufferType::RESOURCE_BIND_INFO => read_elements(&mut types, resource),
            _ => read_buffer(&mut types, resource),
        };
        let (size, variables) = read.map_err(|error| error.within(&resource.name))?;
        buffers.push(ConstantBuffer {
            part,
            name,
            buffer_type,
            size,
            variables,
            ..ConstantBuffer::default()
        });
    }
    buffers.sort_by_key(|buffer| buffer.buffer_type == ConstantBufferType::RESOURCE_BIND_INFO);
    Ok(buffers)
}

/// The size and the variables of a constant buffer or texture buffer.
fn read_buffer(types: &mut Types<'_>, resource: &Resource) -> Result<(u32, Vec<Variable>)> {
    let variables = read_variables(types, resource.ty)?;
    let end = |variable: &Variable| variable.offset.saturating_add(variable.size);
    let size = match resource.properties {
        ResourceProperties::CBuffer { size } => size,
        _ => variables.iter().map(end).max().unwrap_or(0),
    };
    let size = size.checked_next_multiple_of(ROW_SIZE).unwrap_or(size);
    Ok((size, variables))
}

/// The size and the variable of the elements of a structured buffer: the first field of its type, which is a class.
fn read_elements(types: &mut Types<'_>, resource: &Resource) -> Result<(u32, Vec<Variable>)> {
    let stride = match resource.properties {
        ResourceProperties::Srv { element, .. } | ResourceProperties::Uav { element, .. } => {
            element.stride
        }
        _ => None,
    };
    let size = stride.unwrap_or_default();
    let class = without_arrays(types.module, resource.ty);
    let field = types.module.module.fields(class).first();
    let annotation = types.of_struct(class);
    let annotation = annotation.and_then(|annotation| annotation.fields.first());
    let (Some(field), Some(annotation)) = (field, annotation) else {
        return Ok((size, Vec::new()));
    };
    let offset = annotation.offset.unwrap_or(0);
    let (ty, _) = types.read(*field, annotation, offset, 0)?;
    let element = Variable {
        name: STRUCTURED_ELEMENT.to_owned(),
        size,
        flags: ShaderVariableFlags::USED,
        ty,
        ..Variable::default()
    };
    Ok((size, [element].into()))
}

/// The type of the elements of an array, or another type itself. A table of types may contain cycles.
fn without_arrays(module: &DxilModule, ty: TypeId) -> TypeId {
    let mut ty = ty;
    for _ in 0..MAX_DEPTH {
        match module.module.get_type(ty) {
            Some(Type::Array { element, .. }) => ty = *element,
            _ => break,
        }
    }
    ty
}

fn read_variables(types: &mut Types<'_>, ty: TypeId) -> Result<Vec<Variable>> {
    let ty = without_arrays(types.module, ty);
    let fields = types.module.module.fields(ty);
    let Some(annotation) = types.of_struct(ty) else {
        return Ok(Vec::new());
    };
    let is_only_one = fields.len() < 2;
    let mut variables = Vec::new();
    for (field, annotation) in fields.iter().zip(&annotation.fields) {
        let offset = annotation.offset.unwrap_or(0);
        let (ty, size) = types.read(*field, annotation, offset, 0)?;
        let used = is_only_one || annotation.is_used;
        types.budgets.take::<Variable>()?;
        variables.push(Variable {
            name: types
                .budgets
                .copy(annotation.name.as_deref().unwrap_or_default())?,
            offset,
            size,
            flags: match used {
                true => ShaderVariableFlags::USED,
                false => ShaderVariableFlags::empty(),
            },
            ty,
            ..Variable::default()
        });
    }
    Ok(variables)
}
