//! Entry points: `dx.entryPoints`.

use alloc::string::String;
use alloc::vec::Vec;

use super::node::Node;
use super::read::{Property, Reader, metadata_error};
use super::resource::{Resource, read_resources};
use super::signature::{Element, read_signature};
use super::stages::{self, StageState};
use crate::dxil_metadata::{EntryPointField, ShaderPropertyTag, SignatureList};
use crate::metadata::MetadataNode;
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
    /// The kind of shader, of a function of a library.
    pub shader_kind: Option<ShaderKind>,
    /// The size of a thread group.
    pub num_threads: Option<[u32; 3]>,
    /// The size of a wave.
    pub wave_size: Option<WaveSize>,
    /// The properties that are specific to its stage.
    pub stage: Option<StageState>,
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
        name: reader.string(node, EntryPointField::Name.0)?,
        ..EntryPoint::default()
    };
    if node.operand(EntryPointField::Signatures.0).is_some() {
        let signatures = reader.node(node, EntryPointField::Signatures.0)?;
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
    if node.operand(EntryPointField::Resources.0).is_some() {
        let resources = reader.node(node, EntryPointField::Resources.0)?;
        entry.resources = read_resources(reader, resources)?;
    }
    let properties = EntryPointField::Properties.0;
    reader.properties(node, properties, |tag, value| {
        let tag = ShaderPropertyTag(tag);
        let read = entry.read_property(tag, value);
        read.map_err(|error| error.within(tag.name().unwrap_or_default()))
    })?;
    Ok(entry)
}

impl EntryPoint {
    /// The domain of a hull or domain shader.
    pub fn domain(&self) -> TessellatorDomain {
        match self.stage {
            Some(StageState::Hull { domain, .. } | StageState::Domain { domain, .. }) => domain,
            _ => TessellatorDomain::default(),
        }
    }

    fn read_property(
        &mut self,
        tag: ShaderPropertyTag,
        value: &mut Property<'_, '_>,
    ) -> Result<()> {
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
                self.wave_size = Some(read_wave_size(value.reader, value.node()?)?);
            }
            ShaderPropertyTag::AutoBindingSpace => {
                self.auto_binding_space = Some(value.reader.u32(value.node()?, 0)?);
            }
            ShaderPropertyTag::RayPayloadSize => self.ray_payload_size = Some(value.u32()?),
            ShaderPropertyTag::RayAttribSize => self.ray_attribute_size = Some(value.u32()?),
            ShaderPropertyTag::GroupSharedLimit => self.group_shared_limit = Some(value.u32()?),
            ShaderPropertyTag::EntryRootSig => {
                let bytes = value.node()?;
                self.root_signature = Some(value.reader.data(bytes)?);
            }
            ShaderPropertyTag::GSState => {
                self.stage = Some(stages::read_geometry(value.reader, value.node()?)?);
            }
            ShaderPropertyTag::DSState => {
                self.stage = Some(stages::read_domain(value.reader, value.node()?)?);
            }
            ShaderPropertyTag::HSState => {
                self.stage = Some(stages::read_hull(value.reader, value.node()?)?);
            }
            ShaderPropertyTag::MSState => {
                let (state, threads) = stages::read_mesh(value.reader, value.node()?)?;
                (self.stage, self.num_threads) = (Some(state), Some(threads));
            }
            ShaderPropertyTag::ASState => {
                let (state, threads) = stages::read_amplification(value.reader, value.node()?)?;
                (self.stage, self.num_threads) = (Some(state), Some(threads));
            }
            tag => {
                let known = self.node.take();
                let is_known = known.is_some();
                let mut node = known.unwrap_or_default();
                let is_of_node = node.read_property(tag, value)?;
                self.node = (is_known || is_of_node).then_some(node);
            }
        }
        Ok(())
    }
}

fn read_wave_size<'m>(reader: &Reader<'m>, node: MetadataNode<'m>) -> Result<WaveSize> {
    let min = reader.u32(node, 0)?;
    let (max, preferred) = match node.len() {
        1 => (0, 0),
        _ => (reader.u32(node, 1)?, reader.u32(node, 2)?),
    };
    Ok(WaveSize {
        min,
        max,
        preferred,
    })
}
