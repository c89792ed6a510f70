//! Prints the layouts of constant buffers, texture buffers and structured buffers.

use core::fmt;

use super::fields::{FieldStyle, Fields, Packing, write_unknown};
use super::resources::of_class;
use crate::reflection::STRUCTURED_ELEMENT as ELEMENT;
use dxc_format::constants::{ResourceClass, ResourceKind};
use dxc_text::Printable;
use dxil::{DxilModule, FieldAnnotation, Resource, ResourceProperties};

/// The indentation of a definition.
const INDENT: usize = 3;

/// The column in which offsets begin.
const WIDTH: usize = 50;

pub(super) fn write(f: &mut dyn fmt::Write, module: &DxilModule<'_>) -> fmt::Result {
    f.write_str(";\n; Buffer Definitions:\n;\n")?;
    let fields = Fields::new(module);
    for class in [
        ResourceClass::CBuffer,
        ResourceClass::SRV,
        ResourceClass::UAV,
    ] {
        for buffer in of_class(module, class) {
            let (title, write_content): (_, Write) = match (class, buffer.kind) {
                (ResourceClass::CBuffer, _) => ("cbuffer", write_constant_buffer),
                (_, ResourceKind::StructuredBuffer) => {
                    ("Resource bind info for", write_structured_buffer)
                }
                (ResourceClass::SRV, ResourceKind::TBuffer) => ("tbuffer", write_constant_buffer),
                _ => continue,
            };
            write!(f, "; {title} {}\n; {{\n;\n", Printable(&buffer.name))?;
            write_content(f, &fields, buffer)?;
            f.write_str("; }\n;\n")?;
        }
    }
    Ok(())
}

/// Writes the content of a buffer.
type Write = fn(&mut dyn fmt::Write, &Fields<'_>, &Resource) -> fmt::Result;

fn place(packing: Packing, size: u32) -> FieldStyle {
    FieldStyle {
        packing,
        offset: 0,
        indent: INDENT,
        width: WIDTH,
        size,
    }
}

/// Writes the content of a constant buffer, or of a texture buffer, for which only the annotation has a size.
fn write_constant_buffer(
    f: &mut dyn fmt::Write,
    fields: &Fields<'_>,
    buffer: &Resource,
) -> fmt::Result {
    let ty = fields.buffer_type(buffer.ty);
    let size = match buffer.properties {
        ResourceProperties::CBuffer { size } => Some(size),
        _ => None,
    };
    match (fields.annotation(ty), size) {
        (None, Some(size)) => {
            write_unknown(f, INDENT, size)?;
            f.write_str(";\n")
        }
        (None, None) => f.write_str(";   (type annotation not present)\n;\n"),
        (Some(annotation), size) => {
            let place = place(Packing::ConstantBuffer, size.unwrap_or(annotation.size));
            fields.write_struct(f, ty, &buffer.name, place)
        }
    }
}

fn write_structured_buffer(
    f: &mut dyn fmt::Write,
    fields: &Fields<'_>,
    buffer: &Resource,
) -> fmt::Result {
    // A wrapper around the element type, such as `class.StructuredBuffer<Item>`.
    let (class, ..) = fields.element(buffer.ty);
    let element = fields.module.fields(class).first().copied();
    match element.filter(|element| fields.is_struct(*element)) {
        Some(element) => {
            let size = fields.size(element);
            match fields.annotation(element) {
                None => write_unknown(f, INDENT, size),
                Some(_) => {
                    let place = place(Packing::Memory, size);
                    fields.write_struct(f, element, ELEMENT, place)
                }
            }
        }
        None => {
            let size = fields.size(class);
            match (element, fields.annotation(class)) {
                (Some(element), Some(annotation)) => {
                    let unknown = FieldAnnotation::default();
                    let field = annotation.fields.first().unwrap_or(&unknown);
                    let place = place(Packing::ConstantBuffer, size);
                    fields.write_field(f, element, field, ELEMENT, place)?;
                }
                _ => write_unknown(f, INDENT, size)?,
            }
            f.write_str(";\n")
        }
    }
}
