//! Resources of a DXIL module.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::dxil_metadata::{SamplerFeedbackType, SamplerKind};
use crate::types::TypeId;
use crate::value::ValueId;
use dxc_format::constants::{ResourceClass, ResourceKind};
use dxc_format::rdat::DxilComponentType;

/// A resource of a DXIL module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Resource {
    /// The class.
    pub class: ResourceClass,
    /// The number of the resource in its class.
    pub id: u32,
    /// The name in HLSL; empty if the module does not keep it.
    pub name: String,
    /// The type in HLSL; for an array of resources, the type of the array.
    pub ty: TypeId,
    /// Its global variable, or a constant of its type.
    pub variable: ValueId,
    /// The register space.
    pub space: u32,
    /// The first register.
    pub lower_bound: u32,
    /// The number of registers; `None` if unbounded.
    pub range_size: Option<u32>,
    /// The kind.
    pub kind: ResourceKind,
    /// The properties that are specific to its class.
    pub properties: ResourceProperties,
}

/// The properties that are specific to a class of resources.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResourceProperties {
    /// A shader resource view.
    Srv {
        /// The number of samples of a multisampled texture; 0 if unknown.
        sample_count: u32,
        /// Its element type.
        element: Element,
    },
    /// An unordered access view.
    Uav {
        /// Its access properties.
        access: UavAccess,
        /// Its element type.
        element: Element,
    },
    /// A constant buffer.
    CBuffer {
        /// The size in bytes.
        size: u32,
    },
    /// A sampler.
    Sampler {
        /// The kind of sampler.
        kind: SamplerKind,
    },
}

/// The access properties of an unordered access view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UavAccess {
    /// It is globally coherent.
    pub globally_coherent: bool,
    /// It has a hidden counter.
    pub counter: bool,
    /// It is a rasterizer ordered view.
    pub rasterizer_ordered: bool,
    /// It is coherent over reordering.
    pub reorder_coherent: bool,
    /// 64-bit atomic operations are used on it.
    pub atomic64: bool,
    /// The kind of a feedback texture.
    pub sampler_feedback: Option<SamplerFeedbackType>,
}

/// The element type of a shader resource view or unordered access view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Element {
    /// The type of a component, of a typed buffer or a texture.
    pub component_type: Option<DxilComponentType>,
    /// The number of components of a texel, of a typed buffer or a texture.
    pub components: Option<u32>,
    /// The size of an element of a structured buffer in bytes.
    pub stride: Option<u32>,
}

/// The last register of a resource; `None` if unbounded.
pub fn upper_bound(resource: &Resource) -> Option<u32> {
    let size = resource.range_size?.max(1);
    Some(resource.lower_bound.saturating_add(size - 1))
}

/// The resources of a module, indexed by the numbers that handles reference.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resources {
    all: Vec<Resource>,
    /// The indices of resources by class and ID.
    by_id: BTreeMap<(u32, u32), usize>,
    /// The indices of resources by class, space and first register.
    by_register: BTreeMap<(u32, u32, u32), usize>,
    by_variable: BTreeMap<ValueId, usize>,
}

impl Resources {
    /// Indexes resources; `base` returns the global variable that contains the address of a constant.
    pub(crate) fn new(all: Vec<Resource>, base: impl Fn(ValueId) -> ValueId) -> Self {
        let mut resources = Self::default();
        for (index, resource) in all.iter().enumerate() {
            let class = resource.class.0;
            let register = (class, resource.space, resource.lower_bound);
            let variable = base(resource.variable);
            resources.by_id.entry((class, resource.id)).or_insert(index);
            resources.by_register.entry(register).or_insert(index);
            resources.by_variable.entry(variable).or_insert(index);
        }
        Self { all, ..resources }
    }

    pub(crate) fn by_id(&self, class: u32, id: u32) -> Option<&Resource> {
        self.all.get(*self.by_id.get(&(class, id))?)
    }

    pub(crate) fn by_register(&self, class: u32, space: u32, register: u32) -> Option<&Resource> {
        self.all
            .get(*self.by_register.get(&(class, space, register))?)
    }

    pub(crate) fn by_variable(&self, variable: ValueId) -> Option<&Resource> {
        self.all.get(*self.by_variable.get(&variable)?)
    }
}
