//! Signature elements: the inputs and outputs in entry points.

use alloc::string::String;
use alloc::vec::Vec;

use super::read::Reader;
use crate::dxil_metadata::{SignatureElementField, SignatureElementTag};
use crate::metadata_node::MetadataNode as Node;
use dxc_format::Result;
use dxc_format::constants::{InterpolationMode, SemanticKind};
use dxc_format::rdat::DxilComponentType;

/// An element of a signature in DXIL's metadata.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Element {
    /// The number of the element in its signature.
    pub id: u32,
    /// The semantic name.
    pub name: String,
    /// The semantic.
    pub semantic: SemanticKind,
    /// The semantic index of each row.
    pub indices: Vec<u32>,
    /// The type of a component.
    pub component_type: DxilComponentType,
    /// The interpolation.
    pub interpolation: InterpolationMode,
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u8,
    /// The first register; `None` if the element has none.
    pub start_row: Option<u32>,
    /// The first component of its registers; `None` if it has none.
    pub start_col: Option<u8>,
    /// The stream of a geometry shader's output.
    pub stream: u32,
    /// The components that are indexed dynamically, a bit for each.
    pub dynamic_mask: u32,
    /// The components that are used, a bit for each; since validator 1.5.
    pub usage_mask: u32,
}

/// Reads a signature; a null operand is one without elements.
pub(super) fn read_signature<'m>(
    reader: &mut Reader<'m>,
    signatures: Node<'m>,
    index: u32,
) -> Result<Vec<Element>> {
    reader.list(signatures.item(index), read_element)
}

fn read_element<'m>(reader: &mut Reader<'m>, node: Node<'m>) -> Result<Element> {
    let indices = node.item(SignatureElementField::IndexVector.0).node()?;
    let start_row = node.item(SignatureElementField::StartRow.0).u32()?;
    let start_col = node.item(SignatureElementField::StartCol.0).u8()?;
    let mut element = Element {
        id: node.item(SignatureElementField::ID.0).u32()?,
        name: reader.string(node.item(SignatureElementField::Name.0))?,
        semantic: SemanticKind(node.item(SignatureElementField::SystemValue.0).u8()?),
        indices: reader.integers(indices)?,
        component_type: DxilComponentType(node.item(SignatureElementField::Type.0).u8()?),
        interpolation: InterpolationMode(node.item(SignatureElementField::InterpMode.0).u8()?),
        rows: node.item(SignatureElementField::Rows.0).u32()?,
        cols: node.item(SignatureElementField::Cols.0).u8()?,
        start_row: (start_row != u32::MAX).then_some(start_row),
        start_col: (start_col != u8::MAX).then_some(start_col),
        stream: 0,
        dynamic_mask: 0,
        usage_mask: 0,
    };
    let list = SignatureElementField::NameValueList.0;
    reader.properties(node.item(list), |_, tag, value| {
        let field = match SignatureElementTag(tag) {
            SignatureElementTag::OutputStream => &mut element.stream,
            SignatureElementTag::DynIdxCompMask => &mut element.dynamic_mask,
            SignatureElementTag::UsageCompMask => &mut element.usage_mask,
            _ => return Ok(()),
        };
        *field = value.u32()?;
        Ok(())
    })?;
    Ok(element)
}
