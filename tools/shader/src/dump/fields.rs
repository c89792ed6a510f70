//! Prints the fields of structures in HLSL's terms.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use core::fmt;

use super::columns::{Blanks, Left};
use dxc_format::constants::ModuleFlags;
use dxc_format::rdat::DxilComponentType;
use dxc_text::Printable;
use dxil::dxil_metadata::MatrixOrientation;
use dxil::{
    DataLayout, DxilModule, FieldAnnotation, Matrix, Module, StructAnnotation, Type, TypeId,
};

/// The maximum nesting of structures or arrays.
const MAX_DEPTH: usize = 64;

/// The prefix in the names of structures that are matrices (DXC HLMatrixType.cpp).
const MATRIX_PREFIX: &str = "class.matrix.";

/// The additional indentation of fields relative to their structure.
const INDENT: usize = 4;

/// The rules that determine the offsets of fields.
#[derive(Clone, Copy)]
pub(super) enum Packing {
    /// The rules of constant buffers; the annotations store these offsets.
    ConstantBuffer,
    /// The rules of memory.
    Memory,
}

/// The format of a structure or field.
#[derive(Clone, Copy)]
pub(super) struct FieldStyle {
    /// The source of offsets.
    pub(super) packing: Packing,
    /// The offset in the buffer.
    pub(super) offset: u32,
    /// The indentation.
    pub(super) indent: usize,
    /// The column in which offsets begin.
    pub(super) width: usize,
    /// The size to print; 0 to omit it.
    pub(super) size: u32,
}

/// The types of a module, and their HLSL names.
pub(super) struct Fields<'m> {
    pub(super) module: &'m Module<'m>,
    layout: DataLayout<'m>,
    annotations: BTreeMap<TypeId, &'m StructAnnotation>,
    /// The name of a component type.
    name_of: fn(DxilComponentType) -> Option<&'static str>,
}

impl<'m> Fields<'m> {
    pub(super) fn new(module: &'m DxilModule<'m>) -> Self {
        let name_of: fn(_) -> _ =
            if dxil::shader_flags(module).contains(ModuleFlags::NativeLowPrecisionMode) {
                DxilComponentType::dxc_hlsl
            } else {
                DxilComponentType::dxc_min_precision
            };
        let structs = module.type_annotations.structs.iter();
        Self {
            module: &module.module,
            layout: DataLayout::of_hlsl(&module.module),
            annotations: structs.map(|each| (each.ty, each)).collect(),
            name_of,
        }
    }

    /// The size of a type in memory, including padding; 0 if it has no size.
    pub(super) fn size(&self, ty: TypeId) -> u32 {
        let size = self.layout.alloc_size(ty).unwrap_or_default();
        u32::try_from(size).unwrap_or(u32::MAX)
    }

    /// The annotation of a structure.
    pub(super) fn annotation(&self, ty: TypeId) -> Option<&'m StructAnnotation> {
        self.annotations.get(&ty).copied()
    }

    /// The element type of an array with any number of dimensions; for another type, the type itself. Also returns the
    /// numbers of elements and of dimensions.
    pub(super) fn element(&self, ty: TypeId) -> (TypeId, u32, usize) {
        let (mut ty, mut count, mut depth) = (ty, 1_u32, 0);
        while depth < MAX_DEPTH
            && let Some(Type::Array { len, element }) = self.module.get_type(ty)
        {
            // DXC computes with 32 bits.
            let len = u32::try_from(len & u64::from(u32::MAX)).unwrap_or_default();
            count = count.wrapping_mul(len);
            ty = *element;
            depth += 1;
        }
        (ty, count, depth)
    }

    /// The type of a constant buffer; for an array of constant buffers, the type of an element. For multidimensional
    /// arrays, DXC does not find the structure.
    pub(super) fn buffer_type(&self, ty: TypeId) -> TypeId {
        match self.module.get_type(ty) {
            Some(Type::Array { element, .. }) => *element,
            _ => ty,
        }
    }

    /// Whether a type is also a structure in HLSL: matrices are not.
    pub(super) fn is_struct(&self, ty: TypeId) -> bool {
        let ty = self.module.get_type(ty);
        let is_matrix = |ty: &Type| {
            ty.name()
                .is_some_and(|name| name.starts_with(MATRIX_PREFIX))
        };
        ty.is_some_and(|ty| matches!(ty, Type::Struct { .. }) && !is_matrix(ty))
    }

    /// Writes a structure with its fields; `name` is the name of the variable.
    pub(super) fn write_struct(
        &self,
        f: &mut dyn fmt::Write,
        ty: TypeId,
        name: &str,
        place: FieldStyle,
    ) -> fmt::Result {
        let indent = Blanks(place.indent);
        let known = self.module.get_type(ty);
        let title = known.and_then(Type::name).unwrap_or_default();
        write!(f, ";{indent}struct {}\n;{indent}{{\n;\n", Printable(&title))?;
        let inner = Blanks(place.indent + INDENT);
        match self.annotation(ty) {
            None if place.size == 0 => writeln!(f, ";{inner}/* empty struct */")?,
            None => write_unknown(f, inner.0, place.size)?,
            Some(_) if place.indent > MAX_DEPTH * INDENT => {
                writeln!(f, ";{inner}/* nested too deeply */")?;
            }
            Some(annotation) => self.write_fields(f, ty, annotation, place)?,
        }
        let name = format!("{name};");
        let name = Left(&name, place.width.saturating_sub(2));
        write!(f, ";{indent}\n;{indent}}} {name}")?;
        write_offset(f, place)?;
        f.write_str(";\n")
    }

    fn write_fields(
        &self,
        f: &mut dyn fmt::Write,
        ty: TypeId,
        annotation: &StructAnnotation,
        place: FieldStyle,
    ) -> fmt::Result {
        let types = self.module.fields(ty);
        let mut offsets = self.layout.field_offsets(ty);
        for (ty, field) in types.iter().zip(&annotation.fields) {
            let offset = match place.packing {
                Packing::Memory => {
                    let offset = offsets.next().unwrap_or_default();
                    u32::try_from(offset).unwrap_or(u32::MAX)
                }
                Packing::ConstantBuffer => field.offset.unwrap_or(u32::MAX),
            };
            let inner = FieldStyle {
                offset: place.offset.wrapping_add(offset),
                indent: place.indent + INDENT,
                width: place.width.saturating_sub(INDENT),
                size: 0,
                ..place
            };
            let name = field.name.as_deref().unwrap_or_default();
            self.write_field(f, *ty, field, name, inner)?;
        }
        Ok(())
    }

    /// Writes a field, whose type may be a structure or an array.
    pub(super) fn write_field(
        &self,
        f: &mut dyn fmt::Write,
        ty: TypeId,
        field: &FieldAnnotation,
        name: &str,
        place: FieldStyle,
    ) -> fmt::Result {
        let matrix = field.matrix.filter(|matrix| matrix.cols != 0);
        let (element, count, depth) = self.element(ty);
        let count = match matrix {
            // The only array dimension belongs to the matrix.
            Some(_) if depth == 1 => 0,
            Some(matrix) => count.checked_div(vectors(&matrix)).unwrap_or_default(),
            None => count,
        };
        let elements = match depth {
            0 => String::new(),
            _ if count == 0 => String::new(),
            _ => format!("[{count}]"),
        };
        if matrix.is_none() && self.is_struct(element) {
            // For an array, DXC prints two semicolons and no size.
            let end = if depth > 0 { ";" } else { "" };
            let place = FieldStyle { size: 0, ..place };
            return self.write_struct(f, element, &format!("{name}{elements}{end}"), place);
        }
        let text = format!(
            "{} {name}{elements};",
            self.type_name(element, field, matrix)
        );
        let text = Left(&text, place.width);
        write!(f, ";{}{text}", Blanks(place.indent))?;
        write_offset(f, place)
    }

    fn type_name(&self, ty: TypeId, field: &FieldAnnotation, matrix: Option<Matrix>) -> String {
        let component = field.component_type.unwrap_or_default();
        let component = (self.name_of)(component).unwrap_or_default();
        match (matrix, self.module.get_type(ty)) {
            (Some(Matrix { rows, cols, .. }), _) => {
                let orientation = field.matrix.unwrap_or_default().orientation;
                let orientation = orientation.hlsl();
                let gap = if orientation.is_some() { " " } else { "" };
                let orientation = orientation.unwrap_or_default();
                format!("{orientation}{gap}{component}{rows}x{cols}")
            }
            (None, Some(Type::Vector { len, .. })) => format!("{component}{len}"),
            _ => component.into(),
        }
    }
}

/// The number of vectors that store a matrix.
fn vectors(matrix: &Matrix) -> u32 {
    match matrix.orientation {
        MatrixOrientation::RowMajor => matrix.rows,
        MatrixOrientation::ColumnMajor => matrix.cols,
        _ => 1,
    }
}

/// Writes that the fields of a structure are unknown.
pub(super) fn write_unknown(f: &mut dyn fmt::Write, indent: usize, size: u32) -> fmt::Result {
    let indent = Blanks(indent);
    writeln!(f, ";{indent}[{size} x i8] (type annotation not present)")
}

fn write_offset(f: &mut dyn fmt::Write, place: FieldStyle) -> fmt::Result {
    write!(f, "; Offset:{:5}", place.offset)?;
    match place.size {
        0 => f.write_str("\n"),
        size => writeln!(f, " Size: {size:5}"),
    }
}
