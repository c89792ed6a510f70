//! Reads layouts of structures and functions: `dx.typeAnnotations` and `dx.dxrPayloadAnnotations`.

use alloc::string::String;
use alloc::vec::Vec;

use super::read::{Reader, metadata_error, operand_count};
use crate::dxil_metadata::{
    FieldAnnotationTag, MatrixField, MatrixOrientation, ParamInputQual, ParameterField,
    PayloadFieldTag, StructAnnotationTag, TemplateArgTag, TypeSystemTag,
};
use crate::metadata_node::MetadataNode as Node;
use crate::types::TypeId;
use crate::value::ValueId;
use dxc_format::Result;
use dxc_format::constants::InterpolationMode;
use dxc_format::rdat::DxilComponentType;

/// HLSL's information about types and functions that LLVM's types lack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TypeAnnotations {
    /// The annotations of structures.
    pub structs: Vec<StructAnnotation>,
    /// The annotations of functions.
    pub functions: Vec<FunctionAnnotation>,
}

/// The layout of a structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StructAnnotation {
    /// The structure.
    pub ty: TypeId,
    /// The size in a constant buffer, in bytes.
    pub size: u32,
    /// The fields.
    pub fields: Vec<FieldAnnotation>,
    /// The arguments of the template that the structure is an instance of.
    pub template_arguments: Vec<TemplateArgument>,
}

/// An argument of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TemplateArgument {
    /// A type.
    Type(TypeId),
    /// An integer.
    Integral(i64),
}

/// A field of a structure, or a parameter of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FieldAnnotation {
    /// The name.
    pub name: Option<String>,
    /// The offset in the structure, in bytes.
    pub offset: Option<u32>,
    /// The type of a component.
    pub component_type: Option<DxilComponentType>,
    /// The shape of a matrix.
    pub matrix: Option<Matrix>,
    /// The number of components of a vector, since validator 1.8.
    pub vector_size: Option<u32>,
    /// The semantic.
    pub semantic: Option<String>,
    /// The interpolation.
    pub interpolation: Option<InterpolationMode>,
    /// It is `precise`.
    pub is_precise: bool,
    /// The shader uses it, since validator 1.5.
    pub is_used: bool,
    /// The bit fields that it is divided into, since validator 1.7.
    pub bit_fields: Vec<FieldAnnotation>,
    /// The width of a bit field.
    pub bit_field_width: Option<u32>,
}

/// The shape of a matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Matrix {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// The order in memory.
    pub orientation: MatrixOrientation,
}

/// The parameters of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FunctionAnnotation {
    /// The function.
    pub function: ValueId,
    /// The result, and the parameters.
    pub parameters: Vec<ParameterAnnotation>,
}

/// The result or a parameter of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParameterAnnotation {
    /// The qualifier.
    pub qualifier: ParamInputQual,
    /// Its annotation as a field.
    pub field: FieldAnnotation,
    /// The semantic indices.
    pub semantic_indices: Vec<u32>,
}

/// Which stages access the fields of a ray payload.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PayloadAnnotation {
    /// The structure.
    pub ty: TypeId,
    /// For each field, 4 bits for each stage.
    pub access: Vec<u32>,
}

impl TypeAnnotations {
    /// The layout of a structure.
    pub fn of_struct(&self, ty: TypeId) -> Option<&StructAnnotation> {
        self.structs.iter().find(|annotation| annotation.ty == ty)
    }

    /// Reads a node: a tag, and pairs of a value and an annotation.
    pub(super) fn read<'m>(&mut self, reader: &mut Reader<'m>, node: Node<'m>) -> Result<()> {
        let tag = TypeSystemTag(node.item(0).u32()?);
        for index in (1..operand_count(node)).step_by(2) {
            let value = node.value(index);
            let value = value.ok_or_else(|| metadata_error("an annotation has no value"))?;
            let annotation = node.item(index + 1).node()?;
            match tag {
                TypeSystemTag::Struct => {
                    reader.budgets.take::<StructAnnotation>()?;
                    let ty = type_of(reader, value)?;
                    let read = read_struct(reader, ty, annotation);
                    self.structs
                        .push(read.map_err(|error| error.within("structs"))?);
                }
                TypeSystemTag::Function => {
                    reader.budgets.take::<FunctionAnnotation>()?;
                    self.functions.push(FunctionAnnotation {
                        function: value,
                        parameters: reader.elements(annotation, read_parameter)?,
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn type_of(reader: &Reader<'_>, value: ValueId) -> Result<TypeId> {
    let ty = reader.module.value_type(value);
    ty.ok_or_else(|| metadata_error("an annotation is of an unknown value"))
}

fn read_struct<'m>(
    reader: &mut Reader<'m>,
    ty: TypeId,
    node: Node<'m>,
) -> Result<StructAnnotation> {
    let known = u32::try_from(reader.module.fields(ty).len()).unwrap_or(u32::MAX);
    let count = operand_count(node).saturating_sub(1);
    let mut annotation = StructAnnotation {
        ty,
        size: node.item(0).u32()?,
        fields: Vec::new(),
        template_arguments: Vec::new(),
    };
    for index in 1..=count.min(known) {
        reader.budgets.take::<FieldAnnotation>()?;
        let field = node.item(index).node()?;
        annotation.fields.push(read_field(reader, field, true)?);
    }
    if count > known {
        reader.properties(node.item(known + 1), |reader, tag, value| {
            if StructAnnotationTag(tag) == StructAnnotationTag::TemplateArguments {
                annotation.template_arguments = reader.list(value, read_argument)?;
            }
            Ok(())
        })?;
    }
    Ok(annotation)
}

fn read_argument<'m>(reader: &mut Reader<'m>, node: Node<'m>) -> Result<TemplateArgument> {
    match TemplateArgTag(node.item(0).u32()?) {
        TemplateArgTag::Type => {
            let value = node.value(1);
            let value = value.ok_or_else(|| metadata_error("a template argument has no type"))?;
            Ok(TemplateArgument::Type(type_of(reader, value)?))
        }
        _ => Ok(TemplateArgument::Integral(node.item(1).integer()?)),
    }
}

/// Reads the annotation of a field. A bit field has no bit fields itself.
fn read_field<'m>(
    reader: &mut Reader<'m>,
    node: Node<'m>,
    may_divide: bool,
) -> Result<FieldAnnotation> {
    let mut field = FieldAnnotation::default();
    reader.pairs(node, |reader, tag, value| {
        match FieldAnnotationTag(tag) {
            FieldAnnotationTag::FieldName => field.name = Some(reader.string(value)?),
            FieldAnnotationTag::CBufferOffset => field.offset = Some(value.u32()?),
            FieldAnnotationTag::CompType => {
                field.component_type = Some(DxilComponentType(value.u8()?));
            }
            FieldAnnotationTag::Matrix => {
                field.matrix = Some(read_matrix(value.node()?)?);
            }
            FieldAnnotationTag::VectorSize => field.vector_size = Some(value.u32()?),
            FieldAnnotationTag::SemanticString => field.semantic = Some(reader.string(value)?),
            FieldAnnotationTag::InterpolationMode => {
                field.interpolation = Some(InterpolationMode(value.u8()?));
            }
            FieldAnnotationTag::Precise => field.is_precise = value.bool()?,
            FieldAnnotationTag::CBUsed => field.is_used = value.bool()?,
            FieldAnnotationTag::BitFieldWidth => field.bit_field_width = Some(value.u32()?),
            FieldAnnotationTag::BitFields if may_divide => {
                let read = |reader: &mut Reader<'m>, node| read_field(reader, node, false);
                field.bit_fields = reader.list(value, read)?;
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(field)
}

fn read_matrix(node: Node<'_>) -> Result<Matrix> {
    Ok(Matrix {
        rows: node.item(MatrixField::Rows.0).u32()?,
        cols: node.item(MatrixField::Cols.0).u32()?,
        orientation: MatrixOrientation(node.item(MatrixField::Orientation.0).u32()?),
    })
}

fn read_parameter<'m>(reader: &mut Reader<'m>, node: Node<'m>) -> Result<ParameterAnnotation> {
    let field = node.item(ParameterField::Field.0).node()?;
    let indices = node.item(ParameterField::SemanticIndexVector.0).node()?;
    Ok(ParameterAnnotation {
        qualifier: ParamInputQual(node.item(ParameterField::InputQual.0).u32()?),
        field: read_field(reader, field, true)?,
        semantic_indices: reader.integers(indices)?,
    })
}

/// Reads a node of `dx.dxrPayloadAnnotations`: a tag, a value whose type is the structure, and its fields.
pub(super) fn read_payload<'m>(
    reader: &mut Reader<'m>,
    node: Node<'m>,
) -> Result<PayloadAnnotation> {
    let value = node.value(1);
    let value = value.ok_or_else(|| metadata_error("an annotation has no value"))?;
    let access = reader.list(node.item(2), |reader, field| {
        let mut access = 0;
        reader.pairs(field, |_, tag, value| {
            if PayloadFieldTag(tag) == PayloadFieldTag::Access {
                access = value.u32()?;
            }
            Ok(())
        })?;
        Ok(access)
    })?;
    Ok(PayloadAnnotation {
        ty: type_of(reader, value)?,
        access,
    })
}
