//! Reads resources in `dx.resources` and in entry points.

use alloc::vec::Vec;

use super::read::{Reader, metadata_error};
use crate::dxil_metadata::{
    CBufferField, CBufferTag, ResourceField, ResourceList, ResourceTag, SamplerFeedbackType,
    SamplerField, SamplerKind, SrvField, UavField,
};
use crate::metadata_node::MetadataNode as Node;
use crate::module::Module;
use crate::resource::{Element, Resource, ResourceProperties, UavAccess};
use crate::types::{Type, TypeId};
use crate::value::ValueId;
use dxc_format::Result;
use dxc_format::constants::{ResourceClass, ResourceKind};
use dxc_format::psv0::UNBOUNDED;
use dxc_format::rdat::DxilComponentType;

/// Reads a node that has a list of resources for each class.
pub(super) fn read_resources<'m>(reader: &mut Reader<'m>, node: Node<'m>) -> Result<Vec<Resource>> {
    let mut resources = Vec::new();
    for (list, class) in [
        (ResourceList::SRVs, ResourceClass::SRV),
        (ResourceList::UAVs, ResourceClass::UAV),
        (ResourceList::CBuffers, ResourceClass::CBuffer),
        (ResourceList::Samplers, ResourceClass::Sampler),
    ] {
        let name = list.name().unwrap_or_default();
        let of_class = reader.list(node.item(list.0), |reader, node| {
            read_resource(reader, node, class)
        });
        resources.append(&mut of_class.map_err(|error| error.within(name))?);
    }
    Ok(resources)
}

fn read_resource<'m>(
    reader: &mut Reader<'m>,
    node: Node<'m>,
    class: ResourceClass,
) -> Result<Resource> {
    let (kind, mut properties) = match class {
        ResourceClass::SRV => read_srv(reader, node)?,
        ResourceClass::UAV => read_uav(reader, node)?,
        ResourceClass::CBuffer => read_cbuffer(reader, node)?,
        _ => read_sampler(node)?,
    };
    let range_size = node.item(ResourceField::RangeSize.0).u32()?;
    let variable = node.value(ResourceField::Variable.0);
    let variable = variable.and_then(|id| Some((id, type_of(reader.module, id)?)));
    let (variable, ty) = variable.ok_or_else(|| metadata_error("a resource has no type"))?;
    if let ResourceProperties::Srv { element, .. } | ResourceProperties::Uav { element, .. } =
        &mut properties
        && element.component_type.is_some()
    {
        element.components = components(reader.module, ty);
    }
    Ok(Resource {
        class,
        id: node.item(ResourceField::ID.0).u32()?,
        name: reader.string(node.item(ResourceField::Name.0))?,
        ty,
        variable,
        space: node.item(ResourceField::SpaceID.0).u32()?,
        lower_bound: node.item(ResourceField::LowerBound.0).u32()?,
        range_size: (range_size != UNBOUNDED).then_some(range_size),
        kind,
        properties,
    })
}

/// The type of a resource's HLSL variable. Variables of shader models 6.6 and later are handles; a conversion makes
/// them pointers to the original type.
fn type_of(module: &Module<'_>, id: ValueId) -> Option<TypeId> {
    let ty = module.type_of(id)?;
    module.pointee(ty).or(Some(ty))
}

/// The number of components of a resource's element, which is the first field of its HLSL class.
fn components(module: &Module<'_>, ty: TypeId) -> Option<u32> {
    let class = match module.get_type(ty)? {
        Type::Array { element, .. } => module.get_type(*element)?,
        class => class,
    };
    match module.get_type(*class.fields().first()?)? {
        Type::Vector { len, .. } => u32::try_from(*len).ok(),
        _ => Some(1),
    }
}

fn read_srv<'m>(
    reader: &mut Reader<'m>,
    node: Node<'m>,
) -> Result<(ResourceKind, ResourceProperties)> {
    let kind = ResourceKind(node.item(SrvField::Shape.0).u32()?);
    let sample_count = node.item(SrvField::SampleCount.0).u32()?;
    let (element, _) = read_tags(reader, node, SrvField::NameValueList.0)?;
    let properties = ResourceProperties::Srv {
        sample_count,
        element,
    };
    Ok((kind, properties))
}

fn read_uav<'m>(
    reader: &mut Reader<'m>,
    node: Node<'m>,
) -> Result<(ResourceKind, ResourceProperties)> {
    let kind = ResourceKind(node.item(UavField::Shape.0).u32()?);
    let (element, access) = read_tags(reader, node, UavField::NameValueList.0)?;
    let access = UavAccess {
        globally_coherent: node.item(UavField::GloballyCoherent.0).bool()?,
        counter: node.item(UavField::Counter.0).bool()?,
        rasterizer_ordered: node.item(UavField::RasterizerOrderedView.0).bool()?,
        ..access
    };
    Ok((kind, ResourceProperties::Uav { access, element }))
}

fn read_tags<'m>(
    reader: &mut Reader<'m>,
    node: Node<'m>,
    index: u32,
) -> Result<(Element, UavAccess)> {
    let (mut element, mut access) = (Element::default(), UavAccess::default());
    reader.properties(node.item(index), |_, tag, value| {
        match ResourceTag(tag) {
            ResourceTag::ElementType => {
                element.component_type = Some(DxilComponentType(value.u8()?));
            }
            ResourceTag::ElementStride => element.stride = Some(value.u32()?),
            ResourceTag::SamplerFeedbackKind => {
                access.sampler_feedback = Some(SamplerFeedbackType(value.u32()?));
            }
            ResourceTag::Atomic64Use => access.atomic64 = value.bool()?,
            ResourceTag::ReorderCoherent => access.reorder_coherent = value.bool()?,
            _ => {}
        }
        Ok(())
    })?;
    Ok((element, access))
}

fn read_cbuffer<'m>(
    reader: &mut Reader<'m>,
    node: Node<'m>,
) -> Result<(ResourceKind, ResourceProperties)> {
    let size = node.item(CBufferField::SizeInBytes.0).u32()?;
    let mut kind = ResourceKind::CBuffer;
    reader.properties(node.item(CBufferField::NameValueList.0), |_, tag, value| {
        if CBufferTag(tag) == CBufferTag::IsTBuffer && value.bool()? {
            kind = ResourceKind::TBuffer;
        }
        Ok(())
    })?;
    Ok((kind, ResourceProperties::CBuffer { size }))
}

fn read_sampler(node: Node<'_>) -> Result<(ResourceKind, ResourceProperties)> {
    let kind = SamplerKind(node.item(SamplerField::Type.0).u32()?);
    Ok((ResourceKind::Sampler, ResourceProperties::Sampler { kind }))
}
