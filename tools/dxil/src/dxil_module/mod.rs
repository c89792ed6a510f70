//! The metadata of DXIL programs: [resources](Resource) with their names, [entry points](EntryPoint) with their
//! signatures, thread groups and states, and the [layouts of structures](StructAnnotation).
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::Container;
//!
//! # let file = &std::fs::read("tests/data/cs_reduce.sm60.dxil").unwrap();
//! if let Some(program) = Container::parse(file)?.dxil()? {
//!     let module = dxil::DxilModule::parse(program.bitcode())?;
//!     for resource in &module.resources {
//!         println!("{} in space {}: {}", resource.name, resource.space, resource.kind);
//!     }
//!     let threads = module.entry_points[0].num_threads;
//!     assert!(threads.is_some());
//! }
//! # Ok(())
//! # }
//! ```

mod annotations;
mod entry_point;
mod features;
mod header;
mod node;
mod read;
mod resources;
mod signature;
mod sources;
mod stages;
mod view_id;

pub use annotations::{
    FieldAnnotation, FunctionAnnotation, Matrix, ParameterAnnotation, PayloadAnnotation,
    StructAnnotation, TemplateArgument, TypeAnnotations,
};
pub use entry_point::{EntryPoint, WaveSize, domain};
pub use features::required_features;
pub use header::{program_from_bitcode, set_bitcode};
pub use node::{DispatchGrid, Node, NodeIO, NodeId, NodeRecord};
pub use signature::Element as SignatureElement;
pub use sources::{Sources, read_sources};
pub use stages::StageState;
pub use view_id::{Dependence, ViewIdState, view_id_state};

use alloc::string::String;
use alloc::vec::Vec;

use crate::budgets::{Budgets, limits};
use crate::dxil_metadata::{NamedMetadata, ShaderModelField, VersionField};
use crate::metadata_node::MetadataNode;
use crate::module::Module;
use crate::resource::Resource;
use dxc_format::constants::{ModuleFlags, ResourceClass, ShaderKind};
use dxc_format::{Limits, Result};

use annotations::read_payload;
use entry_point::read_entry_point;
use read::{Reader, metadata_error};
use resources::read_resources;

/// The metadata of a DXIL program.
///
/// ```
/// # fn main() -> dxc_format::Result<()> {
/// use dxc_format::{Container, parts, program::Program};
///
/// # let file = &std::fs::read("tests/data/ps_textured.sm60.dxil").unwrap();
/// // STAT keeps the names of resources.
/// let program = Container::parse(file)?.find(parts::STAT).unwrap().view_as::<Program>()?;
/// let module = dxil::DxilModule::parse(program.bitcode())?;
/// let names: Vec<_> = module.resources.iter().map(|resource| resource.name.as_str()).collect();
/// assert_eq!(names, ["albedo", "layers", "env", "depth_ms", "linear_wrap", "shadow"]);
/// let entry = &module.entry_points[0];
/// assert_eq!((entry.name.as_str(), entry.inputs.len()), ("main", 5));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DxilModule<'a> {
    /// The version of DXIL.
    pub dxil_version: Option<Version>,
    /// The version of the validator that the module was made for.
    pub validator_version: Option<Version>,
    /// The shader model.
    pub shader_model: ShaderModel,
    /// The resources by class: SRVs, UAVs, constant buffers and samplers.
    pub resources: Vec<Resource>,
    /// The entry points.
    pub entry_points: Vec<EntryPoint>,
    /// The layouts of structures and functions.
    pub type_annotations: TypeAnnotations,
    /// The dependencies of outputs, in DXC's serialized form; [`view_id_state`] reads it.
    pub view_id_words: Vec<u32>,
    /// Which stages access the fields of ray payloads.
    pub payload_annotations: Vec<PayloadAnnotation>,
    /// The sources of a debug build.
    pub sources: Sources,
    /// The compiler's name and version.
    pub compiler: Option<String>,
    /// The module of the metadata.
    pub module: Module<'a>,
}

/// A version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The major version.
    pub major: u32,
    /// The minor version.
    pub minor: u32,
}

/// The shader model of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ShaderModel {
    /// The kind of shader; `Invalid` if the module states none, or a profile of a newer version.
    pub kind: ShaderKind,
    /// The version, such as 6.6.
    pub version: Version,
}

impl Version {
    /// A version of two numbers.
    pub const fn new(major: u32, minor: u32) -> Self {
        Self { major, minor }
    }
}

impl ShaderModel {
    /// A version of a kind of shader.
    pub const fn new(kind: ShaderKind, version: Version) -> Self {
        Self { kind, version }
    }
}

impl Default for ShaderModel {
    fn default() -> Self {
        Self {
            kind: ShaderKind::Invalid,
            version: Version::default(),
        }
    }
}

impl<'a> DxilModule<'a> {
    /// Reads the metadata in the bitcode of a program.
    ///
    /// # Errors
    /// If the bitcode is damaged, or its metadata is not valid DXIL.
    pub fn parse(bitcode: &'a [u8]) -> Result<Self> {
        Self::parse_within(bitcode, limits(bitcode.len()))
    }

    /// [`parse`](Self::parse) with other limits.
    ///
    /// # Errors
    /// If the bitcode is damaged, its metadata is not valid DXIL, or a limit is exceeded.
    pub fn parse_within(bitcode: &'a [u8], limits: Limits) -> Result<Self> {
        let module = Module::parse_within(bitcode, limits)?;
        let reader = &mut Reader::new(&module, limits);
        let payloads = NamedMetadata::PayloadAnnotations;
        Ok(Self {
            dxil_version: first(reader, NamedMetadata::Version, read_version)?,
            validator_version: first(reader, NamedMetadata::ValidatorVersion, read_version)?,
            compiler: first(reader, NamedMetadata::Ident, |reader, node| {
                reader.string(node.item(0))
            })?,
            shader_model: first(reader, NamedMetadata::ShaderModel, read_shader_model)?
                .unwrap_or_default(),
            resources: first(reader, NamedMetadata::Resources, read_resources)?.unwrap_or_default(),
            view_id_words: first(reader, NamedMetadata::ViewIdState, Reader::data)?
                .unwrap_or_default(),
            entry_points: all(reader, NamedMetadata::EntryPoints, read_entry_point)?,
            payload_annotations: all(reader, payloads, read_payload)?,
            type_annotations: read_annotations(reader)?,
            sources: Sources::read(reader)?,
            module,
        })
    }

    /// The resource that begins at a register.
    pub fn find_resource(
        &self,
        class: ResourceClass,
        space: u32,
        register: u32,
    ) -> Option<&Resource> {
        self.resources.iter().find(|resource| {
            (resource.class, resource.space, resource.lower_bound) == (class, space, register)
        })
    }
}

/// The minor version of validator 1 for which a module was compiled. A module without one was compiled for 1.0, and one
/// with version 0 for the latest.
pub fn validator_minor(module: &DxilModule<'_>) -> u32 {
    match module.validator_version {
        None => 0,
        Some(Version { major: 1, minor }) => minor,
        Some(_) => u32::MAX,
    }
}

/// The flags of a shader, or of a library as a whole.
pub fn shader_flags(module: &DxilModule<'_>) -> ModuleFlags {
    let entry = module.entry_points.first();
    entry.map(|entry| entry.shader_flags).unwrap_or_default()
}

/// The resources of a module, within the remaining limits.
pub(crate) fn module_resources(
    module: &Module<'_>,
    budgets: &mut Budgets,
) -> Result<Vec<Resource>> {
    let mut reader = Reader {
        module,
        budgets: budgets.clone(),
    };
    let resources = first(&mut reader, NamedMetadata::Resources, read_resources);
    *budgets = reader.budgets;
    Ok(resources?.unwrap_or_default())
}

/// The version of DXIL and the shader model, if the metadata of bitcode states them. An unknown profile is an error.
pub(super) fn read_versions(bitcode: &[u8]) -> Result<(Option<Version>, Option<ShaderModel>)> {
    let limits = limits(bitcode.len());
    let module = Module::parse_within(bitcode, limits)?;
    let reader = &mut Reader::new(&module, limits);
    let version = first(reader, NamedMetadata::Version, read_version)?;
    let model = first(reader, NamedMetadata::ShaderModel, read_shader_model)?;
    match model {
        Some(model) if !model.kind.is_known() => Err(metadata_error("the profile is unknown")),
        model => Ok((version, model)),
    }
}

/// Visits the nodes of named metadata.
fn nodes<'m>(
    module: &'m Module<'_>,
    kind: NamedMetadata,
) -> impl Iterator<Item = MetadataNode<'m>> {
    module.named(text_of(kind))
}

fn text_of(kind: NamedMetadata) -> &'static str {
    kind.text().unwrap_or_default()
}

/// Reads the first node of named metadata, if there is one.
fn first<'m, T>(
    reader: &mut Reader<'m>,
    kind: NamedMetadata,
    read: impl FnOnce(&mut Reader<'m>, MetadataNode<'m>) -> Result<T>,
) -> Result<Option<T>> {
    let node = nodes(reader.module, kind).next();
    let value = node.map(|node| read(reader, node)).transpose();
    value.map_err(|error| error.within(text_of(kind)))
}

/// Reads each node of named metadata.
fn all<'m, T>(
    reader: &mut Reader<'m>,
    kind: NamedMetadata,
    mut read: impl FnMut(&mut Reader<'m>, MetadataNode<'m>) -> Result<T>,
) -> Result<Vec<T>> {
    let mut values = Vec::new();
    for (index, node) in nodes(reader.module, kind).enumerate() {
        reader.budgets.take::<T>()?;
        let value = read(reader, node);
        let placed = value.map_err(|error| error.within_index(index).within(text_of(kind)));
        values.push(placed?);
    }
    Ok(values)
}

fn read_version<'m>(_: &mut Reader<'m>, node: MetadataNode<'m>) -> Result<Version> {
    Ok(Version {
        major: node.item(VersionField::Major.0).u32()?,
        minor: node.item(VersionField::Minor.0).u32()?,
    })
}

fn read_shader_model<'m>(reader: &mut Reader<'m>, node: MetadataNode<'m>) -> Result<ShaderModel> {
    let profile = reader.string(node.item(ShaderModelField::Type.0))?;
    Ok(ShaderModel {
        kind: ShaderKind::from_profile(&profile).unwrap_or(ShaderKind::Invalid),
        version: Version {
            major: node.item(ShaderModelField::Major.0).u32()?,
            minor: node.item(ShaderModelField::Minor.0).u32()?,
        },
    })
}

fn read_annotations(reader: &mut Reader<'_>) -> Result<TypeAnnotations> {
    let mut annotations = TypeAnnotations::default();
    let kind = NamedMetadata::TypeAnnotations;
    for node in nodes(reader.module, kind) {
        let read = annotations.read(reader, node);
        read.map_err(|error| error.within(text_of(kind)))?;
    }
    Ok(annotations)
}
