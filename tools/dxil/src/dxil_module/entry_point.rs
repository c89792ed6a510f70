//! Entry points: `dx.entryPoints`.

use alloc::string::String;
use alloc::vec::Vec;

use super::node::Node;
use super::read::{Item, Reader, metadata_error};
use super::resources::read_resources;
use super::signature::{Element, read_signature};
use super::stages::{self, StageState};
use crate::dxil_metadata::{
    EntryPointField, ShaderPropertyTag, SignatureList, StageState as StageFields,
};
use crate::metadata_node::MetadataNode;
use crate::resource::Resource;
use crate::value::ValueId;
use dxc_format::Result;
use dxc_format::constants::{ModuleFlags, ShaderKind, TessellatorDomain};

/// An entry point: the shader itself, or a function that a library exports.
///
/// A library begins with one that has no function: its resources and flags are those of the whole library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EntryPoint {
    /// The function.
    pub function: Option<ValueId>,
    /// The name; for a function of a library, it is mangled.
    pub name: String,
    /// The input signature.
    pub inputs: Vec<Element>,
    /// The output signature.
    pub outputs: Vec<Element>,
    /// The signature of patch constants or primitives.
    pub patch_constants: Vec<Element>,
    /// The resources.
    pub resources: Vec<Resource>,
    /// The flags, among them those that [`FeatureFlags`](dxc_format::constants::FeatureFlags) has a bit of.
    pub shader_flags: ModuleFlags,
    /// The kind of shader; only for a function of a library.
    pub shader_kind: Option<ShaderKind>,
    /// The size of a thread group.
    pub num_threads: Option<[u32; 3]>,
    /// The size of a wave.
    pub wave_size: Option<WaveSize>,
    /// The properties that are specific to its stage.
    pub stage: Option<StageState>,
    /// The properties that PSV0 also stores in the data for the stage, with their field names.
    pub stage_fields: Vec<(&'static str, u32)>,
    /// The size of a ray payload, or of the parameter of a callable shader, in bytes.
    pub ray_payload_size: Option<u32>,
    /// The size of hit attributes in bytes.
    pub ray_attribute_size: Option<u32>,
    /// The register space of resources without a register.
    pub auto_binding_space: Option<u32>,
    /// The bytes of its root signature.
    pub root_signature: Option<Vec<u8>>,
    /// The limit of group shared memory in bytes.
    pub group_shared_limit: Option<u32>,
    /// Its properties as a node of a work graph.
    pub node: Option<Node>,
}

/// The size of a wave: one size, or a range since shader model 6.8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct WaveSize {
    /// The smallest size.
    pub min: u32,
    /// The largest size; 0 if only one size is allowed.
    pub max: u32,
    /// The preferred size; 0 if there is none.
    pub preferred: u32,
}

pub(super) fn read_entry_point<'m>(
    reader: &mut Reader<'m>,
    node: MetadataNode<'m>,
) -> Result<EntryPoint> {
    let mut entry = EntryPoint {
        function: node.value(EntryPointField::Function.0),
        name: reader.string(node.item(EntryPointField::Name.0))?,
        ..EntryPoint::default()
    };
    if !node.item(EntryPointField::Signatures.0).is_null() {
        let signatures = node.item(EntryPointField::Signatures.0).node()?;
        for (signature, elements) in [
            (SignatureList::Input, &mut entry.inputs),
            (SignatureList::Output, &mut entry.outputs),
            (SignatureList::PatchConstant, &mut entry.patch_constants),
        ] {
            let read = read_signature(reader, signatures, signature.0);
            let name = signature.name().unwrap_or_default();
            *elements = read.map_err(|error| error.within(name))?;
        }
    }
    if !node.item(EntryPointField::Resources.0).is_null() {
        let resources = node.item(EntryPointField::Resources.0).node()?;
        entry.resources = read_resources(reader, resources)?;
    }
    let properties = EntryPointField::Properties.0;
    reader.properties(node.item(properties), |reader, tag, value| {
        let tag = ShaderPropertyTag(tag);
        let read = entry.read_property(reader, tag, value);
        read.map_err(|error| error.within(tag.name().unwrap_or_default()))
    })?;
    Ok(entry)
}

/// The domain of a hull or domain shader.
pub fn domain(entry: &EntryPoint) -> TessellatorDomain {
    match entry.stage {
        Some(StageState::Hull { domain, .. } | StageState::Domain { domain, .. }) => domain,
        _ => TessellatorDomain::default(),
    }
}

impl EntryPoint {
    fn read_property<'m>(
        &mut self,
        reader: &mut Reader<'m>,
        tag: ShaderPropertyTag,
        value: Item<'m>,
    ) -> Result<()> {
        self.read_stage_fields(tag, value)?;
        match tag {
            ShaderPropertyTag::ShaderFlags => {
                self.shader_flags = ModuleFlags(value.integer()?.cast_unsigned());
            }
            ShaderPropertyTag::ShaderKind => {
                let kind = u16::try_from(value.u32()?);
                let kind = kind.map_err(|_| metadata_error("an unknown kind of shader"))?;
                self.shader_kind = Some(ShaderKind(kind));
            }
            ShaderPropertyTag::NumThreads => self.num_threads = Some(value.triple()?),
            ShaderPropertyTag::WaveSize | ShaderPropertyTag::RangedWaveSize => {
                self.wave_size = Some(read_wave_size(value.node()?)?);
            }
            ShaderPropertyTag::AutoBindingSpace => {
                self.auto_binding_space = Some(value.node()?.item(0).u32()?);
            }
            ShaderPropertyTag::RayPayloadSize => self.ray_payload_size = Some(value.u32()?),
            ShaderPropertyTag::RayAttribSize => self.ray_attribute_size = Some(value.u32()?),
            ShaderPropertyTag::GroupSharedLimit => self.group_shared_limit = Some(value.u32()?),
            ShaderPropertyTag::EntryRootSig => {
                self.root_signature = Some(reader.data(value.node()?)?);
            }
            ShaderPropertyTag::GSState => {
                self.stage = Some(stages::read_geometry(value.node()?)?);
            }
            ShaderPropertyTag::DSState => {
                self.stage = Some(stages::read_domain(value.node()?)?);
            }
            ShaderPropertyTag::HSState => {
                self.stage = Some(stages::read_hull(value.node()?)?);
            }
            ShaderPropertyTag::MSState => {
                let (state, threads) = stages::read_mesh(value.node()?)?;
                (self.stage, self.num_threads) = (Some(state), Some(threads));
            }
            ShaderPropertyTag::ASState => {
                let (state, threads) = stages::read_amplification(value.node()?)?;
                (self.stage, self.num_threads) = (Some(state), Some(threads));
            }
            tag => {
                let known = self.node.take();
                let is_known = known.is_some();
                let mut node = known.unwrap_or_default();
                let is_of_node = node.read_property(reader, tag, value)?;
                self.node = (is_known || is_of_node).then_some(node);
            }
        }
        Ok(())
    }
}

impl EntryPoint {
    /// Reads the operands of a node that correspond to fields of PSV0.
    fn read_stage_fields(&mut self, tag: ShaderPropertyTag, value: Item<'_>) -> Result<()> {
        let mut states = StageFields::all_values();
        let Some(state) = states.find(|state| state.tag() == Some(tag)) else {
            return Ok(());
        };
        let node = value.node()?;
        for (index, field) in (0..).zip(state.fields()) {
            if !field.is_empty() {
                self.stage_fields.push((field, node.item(index).u32()?));
            }
        }
        Ok(())
    }
}

fn read_wave_size(node: MetadataNode<'_>) -> Result<WaveSize> {
    let min = node.item(0).u32()?;
    let (max, preferred) = match node.len() {
        1 => (0, 0),
        _ => (node.item(1).u32()?, node.item(2).u32()?),
    };
    Ok(WaveSize {
        min,
        max,
        preferred,
    })
}
