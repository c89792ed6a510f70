//! Converts LLVM's types and their annotations to types of variables.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use dxc_format::constants::ModuleFlags;
use dxc_format::rdef::{ShaderVariableClass, ShaderVariableType};
use dxc_format::{Error, Result};
use dxil::budgets::Budgets;
use dxil::dxil_metadata::{MatrixOrientation, ObjectClass, ROW_SIZE, ReflectedComponent};
use dxil::{DataLayout, DxilModule, FieldAnnotation, StructAnnotation, Type, TypeId};

/// The type of a variable or of a member of a structure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct VariableType {
    /// The name, such as `float4x4`, or the name of a structure.
    pub name: String,
    /// Whether it is a scalar, a vector, a matrix, a structure or a bit field.
    pub class: ShaderVariableClass,
    /// The type of a component.
    pub component: ShaderVariableType,
    /// The number of rows; 1 for vectors and scalars.
    pub rows: u32,
    /// The number of columns; for a structure, the number of its scalars; for a bit field, its width in bits.
    pub columns: u32,
    /// The number of elements of an array, over all its dimensions; 0 if it is not an array.
    pub elements: u32,
    /// The offset in the structure that contains it, in bytes; 0 for a variable; for a bit field, the number of bits
    /// below it.
    pub offset: u32,
    /// The members of a structure, or the bit fields of an integer.
    pub members: Vec<Member>,
}

/// A member of a structure, or a bit field of an integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Member {
    /// The name; empty for an integer that has bit fields.
    pub name: String,
    /// The type.
    pub ty: VariableType,
}

/// The rules that determine the offsets of a structure's fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// The rules of constant buffers and texture buffers; the annotations store these offsets.
    ConstantBuffer,
    /// The rules of memory, for structured buffers.
    Memory,
}

/// Whether 16-bit types have minimum precision.
fn has_min_precision(module: &DxilModule<'_>) -> bool {
    let flags = dxil::shader_flags(module);
    !flags.contains(ModuleFlags::NativeLowPrecisionMode)
}

/// The maximum nesting of structures or arrays.
pub(super) const MAX_DEPTH: u32 = 32;

/// Prefixes in the names of structures that HLSL does not have (DXC DxilContainerReflection.cpp).
const PREFIXES: [&str; 3] = ["dx.alignment.legacy.", "hostlayout.", "struct."];

/// Prefixes in the names of LLVM's types for objects.
const OBJECT_PREFIXES: [&str; 2] = ["class.", "struct."];

/// Converts the types of a module.
pub(super) struct Types<'m> {
    pub(super) module: &'m DxilModule<'m>,
    is_min_precision: bool,
    layout: DataLayout<'m>,
    structs: BTreeMap<TypeId, &'m StructAnnotation>,
    pub(super) budgets: &'m mut Budgets,
}

/// A component: its type in reflection, its name, and its size.
struct Component {
    ty: ShaderVariableType,
    name: &'static str,
    scalar: &'static str,
    size: u32,
}

/// The rows that store a value.
struct Rows {
    count: u32,
    columns: u32,
}

impl<'m> Types<'m> {
    pub(super) fn new(module: &'m DxilModule<'m>, budgets: &'m mut Budgets) -> Self {
        Self {
            module,
            is_min_precision: has_min_precision(module),
            layout: DataLayout::of_hlsl(&module.module),
            structs: module
                .type_annotations
                .structs
                .iter()
                .map(|annotation| (annotation.ty, annotation))
                .collect(),
            budgets,
        }
    }

    /// The size of a type in memory, including padding; 0 if it has no size.
    pub(super) fn memory_size(&self, id: TypeId) -> u32 {
        let size = self.layout.alloc_size(id).unwrap_or(0);
        narrow(size)
    }

    /// Converts the type of a variable, and returns it with its size in a constant buffer.
    pub(super) fn read(
        &mut self,
        id: TypeId,
        field: &FieldAnnotation,
        packing: Packing,
    ) -> Result<(VariableType, u32)> {
        self.read_at(id, field, packing, 0, 0)
    }

    /// Converts the type of a field at an offset in its structure.
    fn read_at(
        &mut self,
        id: TypeId,
        field: &FieldAnnotation,
        packing: Packing,
        offset: u32,
        depth: u32,
    ) -> Result<(VariableType, u32)> {
        if depth == MAX_DEPTH {
            let problem = "its types are nested too deeply";
            return Err(Error::bitcode_without_byte(problem));
        }
        self.budgets.take::<Member>()?;
        let mut ty = VariableType {
            offset,
            ..VariableType::default()
        };
        let component = self.component(field);
        let mut rows = read_shape(field, &mut ty);
        let id = self.take_arrays(id, &mut ty, &rows);
        ty.component = component.ty;
        match self.module.module.get_type(id) {
            _ if ty.class != ShaderVariableClass::SCALAR => ty.name = shaped_name(&ty, &component),
            Some(Type::Vector { len, .. }) => {
                ty.class = ShaderVariableClass::VECTOR;
                (ty.rows, ty.columns) = (1, narrow(*len));
                rows.columns = ty.columns;
                ty.name = shaped_name(&ty, &component);
            }
            Some(Type::Struct { .. }) => {
                let size = self.read_struct(id, &mut ty, packing, depth)?;
                return Ok((ty, size));
            }
            _ => {
                (ty.rows, ty.columns) = (1, 1);
                ty.name = component.scalar.to_owned();
            }
        }
        let size = size_of_rows(&rows, ty.elements, component.size);
        Ok((ty, size))
    }

    /// Removes the array dimensions that do not belong to a vector or matrix, and stores the number of elements.
    fn take_arrays(&self, id: TypeId, ty: &mut VariableType, rows: &Rows) -> TypeId {
        let module = &self.module.module;
        let mut id = id;
        for _ in 0..MAX_DEPTH {
            let Some(Type::Array { len, element }) = module.get_type(id) else {
                break;
            };
            let is_shaped = ty.class != ShaderVariableClass::SCALAR;
            let depth = if ty.class == ShaderVariableClass::VECTOR || rows.count == 1 {
                1
            } else {
                2
            };
            let count = u64::from(rows.count) * u64::from(rows.columns);
            if is_shaped && self.is_matrix_or_vector(id, count, depth) {
                break;
            }
            let len = narrow(*len);
            ty.elements = ty.elements.max(1).saturating_mul(len);
            id = *element;
        }
        id
    }

    /// Whether a type has this many components, in at most `depth` levels of arrays and vectors.
    fn is_matrix_or_vector(&self, id: TypeId, count: u64, depth: u32) -> bool {
        match (self.module.module.get_type(id), depth.checked_sub(1)) {
            (Some(Type::Array { len, element }), Some(depth)) => {
                let is_divided = *len > 0 && count.is_multiple_of(*len);
                is_divided && self.is_matrix_or_vector(*element, count / *len, depth)
            }
            (Some(Type::Vector { len, .. }), Some(_)) => *len == count,
            (Some(Type::Array { .. } | Type::Vector { .. }), None) => false,
            _ => count == 1,
        }
    }

    /// Reads the members of a structure, and returns its size.
    fn read_struct(
        &mut self,
        id: TypeId,
        ty: &mut VariableType,
        packing: Packing,
        depth: u32,
    ) -> Result<u32> {
        let module = self.module;
        let known = module.module.get_type(id);
        let name = known.and_then(Type::name).unwrap_or_default();
        let name = PREFIXES.iter().fold(&*name, |name, prefix| {
            name.strip_prefix(prefix).unwrap_or(name)
        });
        ty.name = self.budgets.copy(name)?;
        (ty.class, ty.rows) = (ShaderVariableClass::STRUCT, 1);
        let fields = module.module.fields(id);
        let annotation = self.of_struct(id);
        let annotations = annotation.map_or(&[][..], |annotation| &annotation.fields);
        let offsets: Vec<u64> = match packing {
            Packing::ConstantBuffer => Vec::new(),
            Packing::Memory => {
                let offsets = self.layout.field_offsets(id);
                offsets.take(annotations.len()).collect()
            }
        };
        let mut end = 0;
        for (place, (field, annotation)) in fields.iter().zip(annotations).enumerate() {
            if self.is_object(*field) {
                continue;
            }
            let offset = match packing {
                Packing::ConstantBuffer => annotation.offset.unwrap_or(0),
                Packing::Memory => offsets.get(place).map_or(0, |offset| narrow(*offset)),
            };
            let (mut member, size) =
                self.read_at(*field, annotation, packing, offset, depth + 1)?;
            self.divide(&mut member, &annotation.bit_fields)?;
            end = member.offset.saturating_add(size);
            let is_struct = member.class == ShaderVariableClass::STRUCT;
            let is_empty = is_struct && member.columns == 0 && member.elements == 0;
            let scalars = member.columns.max(1).saturating_mul(member.rows.max(1));
            let scalars = scalars.saturating_mul(member.elements.max(1));
            if !is_empty {
                ty.columns = ty.columns.saturating_add(scalars);
            }
            let name = annotation.name.as_deref().unwrap_or_default();
            ty.members.push(Member {
                name: self.budgets.copy(name)?,
                ty: member,
            });
        }
        let stride = end.checked_next_multiple_of(ROW_SIZE).unwrap_or(end);
        Ok(end.saturating_add(stride.saturating_mul(ty.elements.saturating_sub(1))))
    }

    /// Whether a type is a texture, sampler or buffer, or an array of them: these are resources, and not members of a
    /// buffer.
    fn is_object(&self, id: TypeId) -> bool {
        let (element, _) = without_arrays(self.module, id);
        let known = self.module.module.get_type(element);
        let Some(name) = known.and_then(Type::name) else {
            return false;
        };
        let class = OBJECT_PREFIXES
            .iter()
            .find_map(|prefix| name.strip_prefix(prefix));
        let class = class.map(|class| class.split_once('<').map_or(class, |(class, _)| class));
        class.is_some_and(|class| ObjectClass::from_name(class).is_some())
    }

    /// Adds the bit fields of an integer.
    fn divide(&mut self, ty: &mut VariableType, fields: &[FieldAnnotation]) -> Result<()> {
        let mut offset = 0_u32;
        for field in fields {
            let width = field.bit_field_width.unwrap_or(0);
            self.budgets.take::<Member>()?;
            let bits = VariableType {
                name: self.budgets.copy(&ty.name)?,
                class: ShaderVariableClass::BIT_FIELD,
                columns: width,
                offset,
                members: Vec::new(),
                ..*ty
            };
            ty.members.push(Member {
                name: self
                    .budgets
                    .copy(field.name.as_deref().unwrap_or_default())?,
                ty: bits,
            });
            offset = offset.saturating_add(width);
        }
        Ok(())
    }

    /// The annotation of a structure.
    pub(super) fn of_struct(&self, id: TypeId) -> Option<&'m StructAnnotation> {
        self.structs.get(&id).copied()
    }

    fn component(&self, field: &FieldAnnotation) -> Component {
        let kind = field.component_type.unwrap_or_default();
        let kind = ReflectedComponent(kind.0);
        let (ty, hlsl) = if self.is_min_precision {
            (kind.min_precision(), kind.hlsl_min_precision())
        } else {
            (kind.variable(), kind.hlsl())
        };
        let hlsl = hlsl.unwrap_or_default();
        let size = u32::try_from(kind.size().unwrap_or(0)).unwrap_or_default();
        Component {
            ty: ty.unwrap_or(ShaderVariableType::VOID),
            name: hlsl,
            scalar: kind.scalar().unwrap_or(hlsl),
            // Types of minimum precision have 32 bits.
            size: if self.is_min_precision {
                size.max(4)
            } else {
                size
            },
        }
    }
}

/// The element type of an array and the number of its dimensions; for another type, the type itself. A table of types
/// may contain cycles.
pub(super) fn without_arrays(module: &DxilModule<'_>, ty: TypeId) -> (TypeId, u32) {
    let (mut ty, mut dimensions) = (ty, 0);
    while dimensions < MAX_DEPTH
        && let Some(Type::Array { element, .. }) = module.module.get_type(ty)
    {
        (ty, dimensions) = (*element, dimensions + 1);
    }
    (ty, dimensions)
}

/// Stores the shape and orientation of a matrix or vector, from its annotation.
fn read_shape(field: &FieldAnnotation, ty: &mut VariableType) -> Rows {
    if let Some(matrix) = field.matrix {
        (ty.rows, ty.columns) = (matrix.rows, matrix.cols);
        let is_by_rows = matrix.orientation == MatrixOrientation::RowMajor;
        let (class, count, columns) = if is_by_rows {
            (ShaderVariableClass::MATRIX_ROWS, matrix.rows, matrix.cols)
        } else {
            (
                ShaderVariableClass::MATRIX_COLUMNS,
                matrix.cols,
                matrix.rows,
            )
        };
        ty.class = class;
        return Rows { count, columns };
    }
    if let Some(columns) = field.vector_size {
        ty.class = ShaderVariableClass::VECTOR;
        (ty.rows, ty.columns) = (1, columns);
    }
    Rows {
        count: 1,
        columns: ty.columns.max(1),
    }
}

/// Converts a number of the module to 32 bits, as in reflection; larger numbers become the maximum.
fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn shaped_name(ty: &VariableType, component: &Component) -> String {
    let name = component.name;
    match ty.class {
        ShaderVariableClass::VECTOR => format!("{name}{}", ty.columns),
        _ => format!("{name}{}x{}", ty.rows, ty.columns),
    }
}

/// The size of rows, each of which begins at a multiple of 16 bytes, or of 32 bytes if it is longer.
fn size_of_rows(rows: &Rows, elements: u32, component: u32) -> u32 {
    let row = component.saturating_mul(rows.columns);
    let stride = row
        .checked_next_multiple_of(ROW_SIZE)
        .unwrap_or(row)
        .max(ROW_SIZE);
    let count = rows.count.saturating_mul(elements.max(1));
    stride
        .saturating_mul(count.saturating_sub(1))
        .saturating_add(row)
}
