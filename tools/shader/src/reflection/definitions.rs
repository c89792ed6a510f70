//! Reflects buffers that RDEF defines.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::constant_buffer::{ConstantBuffer, Variable};
use super::variable_type::{MAX_DEPTH, Member, VariableType};
use dxc_format::parts;
use dxc_format::rdef::{
    ConstantBufferView, ResourceDefinitionsView, ShaderVariableClass, ShaderVariableType, Type,
    TypeView, VariableView,
};
use dxc_format::{
    Error, Result,
    types::{PoolView, TextView},
};
use dxil::budgets::Budgets;

/// The buffers of RDEF, in its order.
pub(super) fn read(
    definitions: &ResourceDefinitionsView<'_>,
    budgets: &mut Budgets,
) -> Result<Vec<ConstantBuffer>> {
    let mut types = DefinedTypes {
        types: definitions.types(),
        budgets,
    };
    let mut buffers = Vec::new();
    for (place, buffer) in definitions.constant_buffers().iter().enumerate() {
        let read = types.read_buffer(&buffer);
        let placed = |error: Error| error.within_index(place).within("constant_buffers");
        buffers.push(read.map_err(placed)?);
    }
    Ok(buffers)
}

/// Converts the types of RDEF.
struct DefinedTypes<'a, 'b> {
    types: PoolView<'a, Type>,
    budgets: &'b mut Budgets,
}

impl DefinedTypes<'_, '_> {
    fn read_buffer(&mut self, buffer: &ConstantBufferView<'_>) -> Result<ConstantBuffer> {
        self.budgets.take::<ConstantBuffer>()?;
        let mut read = ConstantBuffer {
            part: parts::RDEF,
            name: self.budgets.copy(text(buffer.name))?,
            buffer_type: buffer.kind,
            size: buffer.size,
            flags: buffer.flags,
            variables: Vec::new(),
        };
        for (place, variable) in buffer.variables.iter().enumerate() {
            let variable = self.read_variable(&variable);
            let placed = |error: Error| error.within_index(place).within("variables");
            read.variables.push(variable.map_err(placed)?);
        }
        Ok(read)
    }

    fn read_variable(&mut self, variable: &VariableView<'_>) -> Result<Variable> {
        self.budgets.take::<Variable>()?;
        let default_value = variable.default_value;
        self.budgets
            .take_memory(default_value.map_or(0, <[u8]>::len))?;
        Ok(Variable {
            name: self.budgets.copy(text(variable.name))?,
            offset: variable.offset,
            size: variable.size,
            flags: variable.flags,
            ty: self.read(variable.type_index, 0, 0)?,
            default_value: default_value.map(<[u8]>::to_vec),
            textures: variable.textures,
            samplers: variable.samplers,
        })
    }

    /// Converts a type and those of its members. A table of types may contain cycles: types at the maximum depth have
    /// no members.
    fn read(&mut self, number: u32, offset: u32, depth: u32) -> Result<VariableType> {
        self.budgets.take::<Member>()?;
        let Some(defined) = self.types.get(number) else {
            return Ok(VariableType {
                offset,
                ..VariableType::default()
            });
        };
        let mut ty = VariableType {
            name: self.read_name(&defined)?,
            class: defined.class,
            component: defined.component_type,
            rows: defined.rows.into(),
            columns: defined.columns.into(),
            elements: defined.elements.into(),
            offset,
            members: Vec::new(),
        };
        let members = defined.members.into_iter();
        for member in members.filter(|_| depth < MAX_DEPTH) {
            ty.members.push(Member {
                name: self.budgets.copy(text(member.name))?,
                ty: self.read(member.type_index, member.offset, depth + 1)?,
            });
        }
        Ok(ty)
    }

    /// The name of a type: RDEF stores it since shader model 5; before, it follows from the shape.
    fn read_name(&mut self, defined: &TypeView<'_>) -> Result<String> {
        let name = text(defined.name);
        if !name.is_empty() {
            return self.budgets.copy(name);
        }
        let component = component_name(defined.component_type);
        let (rows, columns) = (defined.rows, defined.columns);
        Ok(match defined.class {
            ShaderVariableClass::SCALAR => component,
            ShaderVariableClass::VECTOR => format!("{component}{columns}"),
            ShaderVariableClass::MATRIX_ROWS | ShaderVariableClass::MATRIX_COLUMNS => {
                format!("{component}{rows}x{columns}")
            }
            _ => String::new(),
        })
    }
}

/// A name; empty if it is not UTF-8.
fn text(text: TextView<'_>) -> &str {
    text.as_str().unwrap_or_default()
}

/// The name of a component type in HLSL.
fn component_name(ty: ShaderVariableType) -> String {
    ty.name().unwrap_or_default().to_ascii_lowercase()
}
