//! Reflects buffers and their variables.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::variable_type::{Packing, Types, VariableType, without_arrays};
use dxc_format::constants::{ResourceClass, ResourceKind};
use dxc_format::rdef::{ConstantBufferFlags, ConstantBufferType, ShaderVariableFlags, SlotRange};
use dxc_format::{FourCC, Result};
use dxil::budgets::Budgets;
use dxil::dxil_metadata::ROW_SIZE;
use dxil::{DxilModule, Resource, ResourceProperties, TypeId};

/// The name of the only variable of a structured buffer.
pub(crate) const STRUCTURED_ELEMENT: &str = "$Element";

/// The index in the name of an array of structured buffers.
const FIRST_ELEMENT: &str = "[0]";

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
    /// The size in bytes: for a constant buffer, a multiple of 16; for a structured buffer, the size of an element.
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
    /// The name; `$Element` in a structured buffer.
    pub name: String,
    /// The offset in the buffer, in bytes.
    pub offset: u32,
    /// The size in bytes.
    pub size: u32,
    /// The flags, such as whether the shader uses it.
    pub flags: ShaderVariableFlags,
    /// The type.
    pub ty: VariableType,
    /// The default value, with the layout of the buffer; DXIL does not store it.
    pub default_value: Option<Vec<u8>>,
    /// The texture registers, from RDEF since shader model 5.
    pub textures: Option<SlotRange>,
    /// The sampler registers, from RDEF since shader model 5.
    pub samplers: Option<SlotRange>,
}

/// The buffers of a module: constant buffers, then structured buffers of UAVs, then those of SRVs.
pub(super) fn read(
    part: FourCC,
    module: &DxilModule<'_>,
    budgets: &mut Budgets,
) -> Result<Vec<ConstantBuffer>> {
    let mut types = Types::new(module, budgets);
    let mut buffers = Vec::new();
    for resource in in_order(module, ResourceClass::reflected_buffers) {
        let Some(buffer_type) = buffer_type(resource) else {
            continue;
        };
        types.budgets.take::<ConstantBuffer>()?;
        let name = types.budgets.copy(&resource.name)?;
        let mut buffer = ConstantBuffer {
            part,
            name,
            buffer_type,
            ..ConstantBuffer::default()
        };
        let read = match buffer_type {
            ConstantBufferType::RESOURCE_BIND_INFO => {
                read_elements(&mut types, resource, &mut buffer)
            }
            _ => read_buffer(&mut types, resource, &mut buffer),
        };
        read.map_err(|error| error.within(&resource.name))?;
        buffers.push(buffer);
    }
    Ok(buffers)
}

/// The resources of a module that [`read`] returns a buffer for, in its order.
pub(super) fn buffers<'m>(module: &'m DxilModule<'_>) -> impl Iterator<Item = &'m Resource> {
    let resources = in_order(module, ResourceClass::reflected_buffers).into_iter();
    resources.filter(|resource| buffer_type(resource).is_some())
}

fn buffer_type(resource: &Resource) -> Option<ConstantBufferType> {
    Some(match (resource.class, resource.kind) {
        (_, ResourceKind::TBuffer) => ConstantBufferType::TBUFFER,
        (ResourceClass::CBuffer, _) => ConstantBufferType::CBUFFER,
        (_, ResourceKind::StructuredBuffer) => ConstantBufferType::RESOURCE_BIND_INFO,
        _ => return None,
    })
}

/// The resources of a module in the order of reflection, which a column of the table of classes states.
pub(super) fn in_order<'m>(
    module: &'m DxilModule<'m>,
    place: fn(ResourceClass) -> Option<i32>,
) -> Vec<&'m Resource> {
    let mut resources: Vec<&Resource> = module.resources.iter().collect();
    resources.sort_by_cached_key(|resource| place(resource.class));
    resources
}

/// Reads the size and the variables of a constant buffer or texture buffer.
fn read_buffer(
    types: &mut Types<'_>,
    resource: &Resource,
    buffer: &mut ConstantBuffer,
) -> Result<()> {
    let (ty, dimensions) = without_arrays(types.module, resource.ty);
    buffer.variables = read_variables(types, ty)?;
    let end = |variable: &Variable| variable.offset.saturating_add(variable.size);
    let size = match resource.properties {
        ResourceProperties::CBuffer { size } => {
            // An array of constant buffers is reflected as one element, like in FXC.
            if dimensions > 0 || resource.range_size.is_none_or(|size| size > 1) {
                let variables = buffer.variables.iter_mut();
                variables.for_each(|variable| variable.ty.elements = 1);
            }
            size
        }
        _ => buffer.variables.iter().map(end).max().unwrap_or(0),
    };
    buffer.size = size.checked_next_multiple_of(ROW_SIZE).unwrap_or(size);
    Ok(())
}

/// Reads the size and the variable of a structured buffer's elements: the variable is the first field of the buffer's
/// class. Its name has an index for each dimension of an array of buffers.
fn read_elements(
    types: &mut Types<'_>,
    resource: &Resource,
    buffer: &mut ConstantBuffer,
) -> Result<()> {
    let (class, dimensions) = without_arrays(types.module, resource.ty);
    for _ in 0..dimensions {
        buffer.name.push_str(FIRST_ELEMENT);
    }
    buffer.size = types.memory_size(class);
    let field = types.module.module.fields(class).first();
    let annotation = types.of_struct(class);
    let annotation = annotation.and_then(|annotation| annotation.fields.first());
    let ty = match (field, annotation) {
        (Some(field), Some(annotation)) => types.read(*field, annotation, Packing::Memory)?.0,
        _ => VariableType::default(),
    };
    buffer.variables.push(Variable {
        name: STRUCTURED_ELEMENT.to_owned(),
        size: buffer.size,
        flags: ShaderVariableFlags::USED,
        ty,
        ..Variable::default()
    });
    Ok(())
}

fn read_variables(types: &mut Types<'_>, ty: TypeId) -> Result<Vec<Variable>> {
    let fields = types.module.module.fields(ty);
    let Some(annotation) = types.of_struct(ty) else {
        return Ok(Vec::new());
    };
    let is_only_one = fields.len() < 2;
    let mut variables = Vec::new();
    for (field, annotation) in fields.iter().zip(&annotation.fields) {
        let offset = annotation.offset.unwrap_or(0);
        let (ty, size) = types.read(*field, annotation, Packing::ConstantBuffer)?;
        let used = is_only_one || annotation.is_used;
        types.budgets.take::<Variable>()?;
        variables.push(Variable {
            name: types
                .budgets
                .copy(annotation.name.as_deref().unwrap_or_default())?,
            offset,
            size,
            flags: if used {
                ShaderVariableFlags::USED
            } else {
                ShaderVariableFlags::empty()
            },
            ty,
            ..Variable::default()
        });
    }
    Ok(variables)
}
