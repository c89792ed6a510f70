//! Reflection: the resources, inputs and outputs of a shader with names and types, in the shape of
//! `ID3D12ShaderReflection` and `ID3D12LibraryReflection`.
//!
//! [`reflect`] reads the parts of a container. Names and types come from the first part that has them: STAT,
//! DXIL or ILDB; for shader models 4 and 5 RDEF, or else the instructions. Each result contains
//! its part.
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::{Container, parts};
//!
//! # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
//! let reflection = dxc_shader::reflect(&Container::parse(file)?)?.unwrap();
//! let frame = &reflection.constant_buffers[0];
//! assert_eq!((frame.name.as_str(), frame.size, frame.part), ("Frame", 80, parts::STAT));
//! let variable = &frame.variables[0];
//! assert_eq!((variable.name.as_str(), variable.offset, variable.size), ("view_projection", 0, 64));
//! assert_eq!(variable.ty.name, "float4x4");
//! let inputs = &reflection.signatures[0];
//! assert_eq!((inputs.part, inputs.parameters[1].name.as_str()), (parts::STAT, "NORMAL"));
//! # Ok(())
//! # }
//! ```

mod constant_buffer;
mod declarations;
mod definitions;
mod description;
mod function;
mod node;
mod requirements;
mod signature;
mod stage;
mod variable_type;

use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use constant_buffer::STRUCTURED_ELEMENT;
pub use constant_buffer::{ConstantBuffer, Variable};
pub use dxil::{DispatchGrid, Node, NodeIO, NodeId, NodeRecord};
pub use function::FunctionReflection;
pub use node::{node_io_kind, node_io_name};
pub use requirements::{Requirements, requires_flags};
pub use signature::{Signature, SignatureParameter};
pub use stage::StageDescription;
pub(crate) use stage::stage_description;
pub use variable_type::{Member, VariableType};

use crate::bindings::Binding;
use crate::instructions::GlobalFlags;
use crate::psv0::TargetProfile;
use dxc_format::Container;
use dxc_format::constants::{ModuleFlags, ResourceClass};
use dxc_format::parts::{self, PartView};
use dxc_format::rdef::CompileFlags;
use dxc_format::statistics::Counters;
use dxc_format::{FourCC, Limits, Result};
use dxil::budgets::Budgets;
use dxil::{DxilModule, ShaderModel, Version, WaveSize};

/// The resources, inputs and outputs of a shader or a library, with names and types.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ShaderReflection {
    /// The part that stores the resources, names and types.
    pub part: FourCC,
    /// The shader model.
    pub shader_model: ShaderModel,
    /// The compiler.
    pub creator: Option<FromPart<String>>,
    /// The flags that the shader was compiled with; DXIL does not store them.
    pub compile_flags: Option<FromPart<CompileFlags>>,
    /// The flags of the DXIL module; the bits of required features are in the column `module_bit` of
    /// [`FeatureFlags`](dxc_format::constants::FeatureFlags).
    pub shader_flags: ModuleFlags,
    /// The device features that the shader requires.
    pub requirements: Option<FromPart<Requirements>>,
    /// The counters of `D3D12_SHADER_DESC`: instructions of each kind, and the state of the stage.
    pub counters: Option<FromPart<Counters>>,
    /// The properties that are specific to its stage; `counters` also has some of them.
    pub description: Option<FromPart<StageDescription>>,
    /// The constant buffers, texture buffers and structured buffers.
    pub constant_buffers: Vec<ConstantBuffer>,
    /// The resources that it binds; those of DXIL are constant buffers, then samplers, SRVs and UAVs.
    pub bound_resources: Vec<Binding<'static>>,
    /// The signatures; a library has none.
    pub signatures: Vec<Signature>,
    /// The size of a thread group.
    pub thread_group: Option<FromPart<[u32; 3]>>,
    /// The size of a wave.
    pub wave_size: Option<FromPart<WaveSize>>,
    /// The functions of a library.
    pub functions: Vec<FunctionReflection>,
}

/// A value, and the part that stores it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FromPart<T> {
    /// The part.
    pub part: FourCC,
    /// The value.
    pub value: T,
}

impl<T> FromPart<T> {
    fn new(part: FourCC, value: T) -> Self {
        Self { part, value }
    }
}

/// Reflects the shader or library; `None` if no part describes its resources.
///
/// # Errors
/// If a part that it uses cannot be read, or its types and names exceed a limit.
pub fn reflect(container: &Container<'_>) -> Result<Option<ShaderReflection>> {
    reflect_within(container, &Limits::of_input(container.as_bytes().len()))
}

/// Like [`reflect`], but with other limits.
///
/// # Errors
/// If a part that it uses cannot be read, or its types and names exceed a limit.
pub fn reflect_within(
    container: &Container<'_>,
    limits: &Limits,
) -> Result<Option<ShaderReflection>> {
    let mut budgets = Budgets::new(limits);
    let module = crate::programs::named_module(container)?;
    let mut reflection = match (&module, crate::bindings_part(container)) {
        (Some((part, module)), _) => ShaderReflection::read_module(*part, module, &mut budgets)
            .map_err(|error| error.within_part(*part, 0))?,
        (None, Some(part)) => reflect_parts(container, part, &mut budgets)?,
        (None, None) => return Ok(None),
    };
    let module = module.as_ref().map(|(_, module)| module);
    reflection.complete(container, module, &mut budgets)?;
    Ok(Some(reflection))
}

/// The part that states the size of thread groups, in a container without a DXIL program.
fn interface_part(container: &Container<'_>) -> FourCC {
    let mut parts = [parts::PSV0, parts::SHEX, parts::SHDR].into_iter();
    let stores = |part| part != parts::PSV0 || !crate::psv0::lacks(container, "info");
    parts
        .find(|part| container.find(*part).is_some() && stores(*part))
        .unwrap_or_default()
}

/// Reflects a container without a DXIL program; `part` stores the bindings.
fn reflect_parts(
    container: &Container<'_>,
    part: FourCC,
    budgets: &mut Budgets,
) -> Result<ShaderReflection> {
    let mut reflection = ShaderReflection {
        part,
        shader_model: crate::target_profile(container)?
            .map(ShaderModel::from)
            .unwrap_or_default(),
        ..ShaderReflection::default()
    };
    for binding in crate::bindings(container)? {
        budgets.take::<Binding<'_>>()?;
        budgets.take_memory(binding.name.as_ref().map_or(0, |name| name.len()))?;
        reflection.bound_resources.push(binding.into_owned());
    }
    if let Some(definitions) = container.rdef()? {
        let buffers = definitions::read(&definitions, budgets);
        let placed = buffers.map_err(|error| error.within_part(parts::RDEF, 0));
        reflection.constant_buffers = placed?;
        let creator = definitions.creator().as_str().unwrap_or_default();
        let creator = FromPart::new(parts::RDEF, budgets.copy(creator)?);
        reflection.creator = Some(creator);
        let flags = FromPart::new(parts::RDEF, definitions.flags());
        reflection.compile_flags = Some(flags);
    } else {
        if let Some(program) = crate::psv0::tokenized_program(container)? {
            reflection.constant_buffers = declarations::read(part, program, budgets)?;
        }
    }
    Ok(reflection)
}

impl ShaderReflection {
    /// Reflects a module; `part` is the part that it was read from.
    ///
    /// # Errors
    /// If its types exceed a limit: structures may be inside of one another any number of times.
    pub fn new(part: FourCC, module: &DxilModule<'_>) -> Result<Self> {
        let mut budgets = Budgets::new(module.module.limits());
        let budgets = &mut budgets;
        let mut reflection = Self::read_module(part, module, budgets)?;
        reflection.signatures = signature::read_module(part, module, &[], budgets)?;
        let resources = &reflection.bound_resources;
        reflection.functions = function::read_module(part, module, resources, budgets)?;
        Ok(reflection)
    }

    /// Reads the values that only a module stores.
    fn read_module(part: FourCC, module: &DxilModule<'_>, budgets: &mut Budgets) -> Result<Self> {
        let entry = module.entry_points.first();
        let creator = module.compiler.as_deref();
        let creator = creator.map(|creator| budgets.copy(creator)).transpose()?;
        let flags = dxil::shader_flags(module);
        let mut reflection = Self {
            part,
            shader_model: module.shader_model,
            creator: creator.map(|creator| FromPart::new(part, creator)),
            shader_flags: flags,
            requirements: Some(FromPart::new(part, Requirements::of_module(flags))),
            counters: Some(FromPart::new(part, description::read(module)?)),
            constant_buffers: constant_buffer::read(part, module, budgets)?,
            thread_group: entry
                .and_then(|entry| entry.num_threads)
                .map(|threads| FromPart::new(part, threads)),
            wave_size: entry
                .and_then(|entry| entry.wave_size)
                .map(|size| FromPart::new(part, size)),
            description: entry
                .and_then(|entry| entry.stage.as_ref())
                .map(|state| stage::read_state(part, state)),
            ..Self::default()
        };
        for resource in constant_buffer::in_order(module, ResourceClass::reflected) {
            budgets.take::<Binding<'_>>()?;
            budgets.take_memory(resource.name.len())?;
            let binding = crate::bindings::program::binding(resource, part).into_owned();
            reflection.bound_resources.push(binding);
        }
        Ok(reflection)
    }

    /// Adds values from the other parts of the container.
    fn complete(
        &mut self,
        container: &Container<'_>,
        module: Option<&DxilModule<'_>>,
        budgets: &mut Budgets,
    ) -> Result<()> {
        let stored = match module {
            Some(module) if signature::has_usage(module) => Vec::new(),
            _ => signature::read_stored(container, budgets)?,
        };
        self.signatures = match module {
            Some(module) => signature::read_module(self.part, module, &stored, budgets)?,
            None => stored,
        };
        // If the profile is unknown, the header of the program still has the number of the stage.
        if !self.shader_model.kind.is_known()
            && let Some(profile) = crate::target_profile(container)?
        {
            self.shader_model = profile.into();
        }
        let resources = &self.bound_resources;
        if let Some(data) = container.rdat()? {
            self.functions = function::read_runtime_data(&data, resources, module, budgets)?;
        } else if let Some(module) = module {
            self.functions = function::read_module(self.part, module, resources, budgets)?;
        }
        if let Some(PartView::Statistics(statistics)) = container.stat()? {
            let counters = statistics.counters().record;
            self.counters = Some(FromPart::new(parts::STAT, counters));
        }
        if module.is_none() {
            let kind = self.shader_model.kind;
            self.description = stage::read_stored(container, kind, self.counters.as_ref())?;
        }
        if self.thread_group.is_none() {
            let part = interface_part(container);
            let threads = crate::thread_group(container)?;
            self.thread_group = threads.map(|threads| FromPart::new(part, threads));
        }
        self.complete_requirements(container)
    }

    /// Adds the features of SFI0; it does not store whether depth and stencil are tested early.
    fn complete_requirements(&mut self, container: &Container<'_>) -> Result<()> {
        if let Some(program) = crate::psv0::tokenized_program(container)? {
            let flags = crate::assembly::declarations(&program).global_flags();
            let requirements = Requirements {
                early_depth_stencil: flags.contains(GlobalFlags::FORCE_EARLY_DEPTH_STENCIL),
                ..Requirements::default()
            };
            let part = interface_part(container);
            self.requirements = Some(FromPart::new(part, requirements));
        }
        if let Some(info) = container.sfi0()? {
            let known = self.requirements.unwrap_or_default().value;
            let requirements = Requirements {
                features: info.flags(),
                ..known
            };
            self.requirements = Some(FromPart::new(parts::SFI0, requirements));
        }
        Ok(())
    }
}

impl From<TargetProfile> for ShaderModel {
    fn from(profile: TargetProfile) -> Self {
        let (major, minor) = profile.shader_model.unwrap_or_default();
        Self::new(profile.kind, Version::new(major.into(), minor.into()))
    }
}
