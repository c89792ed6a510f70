//! Reflects the functions of libraries, in the form of `ID3D12FunctionReflection`.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::constant_buffer;
use super::node;
use super::requirements::Requirements;
use crate::bindings::Binding;
use crate::psv0::TargetProfile;
use dxc_format::constants::ShaderKind;
use dxc_format::parts;
use dxc_format::rdat::{FunctionRecord, RuntimeData, RuntimeDataView, ShaderStageFlags};
use dxc_format::types::Lookup;
use dxc_format::{FourCC, Result};
use dxil::budgets::Budgets;
use dxil::{DxilModule, Node, ShaderModel};

/// The prefix of mangled names.
const MANGLED: &str = "\u{1}?";

/// A function of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FunctionReflection {
    /// The part that stores it.
    pub part: FourCC,
    /// The name in the program; for a function that is not a shader, it is mangled.
    pub name: String,
    /// The name in HLSL.
    pub unmangled_name: String,
    /// The kind of shader; `Library` for a function that is not a shader.
    pub shader_kind: ShaderKind,
    /// The device features that it requires.
    pub requirements: Requirements,
    /// Its resources: indices in [`bound_resources`](super::ShaderReflection::bound_resources).
    pub bound_resources: Vec<usize>,
    /// The buffers among its resources: indices in [`constant_buffers`](super::ShaderReflection::constant_buffers).
    pub constant_buffers: Vec<usize>,
    /// The stages that may use it, from RDAT.
    pub stages: Option<ShaderStageFlags>,
    /// The lowest shader model that supports it, from RDAT.
    pub min_shader_model: Option<ShaderModel>,
    /// The size of a thread group.
    pub thread_group: Option<[u32; 3]>,
    /// The size of a ray payload, or of the parameter of a callable shader, in bytes; 0 if it has none.
    pub payload_size: u32,
    /// The size of hit attributes in bytes; 0 if it has none.
    pub attribute_size: u32,
    /// Its properties as a node of a work graph.
    pub node: Option<Node>,
    /// The size of its group shared memory in bytes; only for a node in RDAT.
    pub group_shared_bytes_used: Option<u32>,
}

/// The indices of the resources and buffers of a library, by the numbers of their classes and their IDs.
struct Places {
    resources: BTreeMap<(u32, u32), usize>,
    buffers: BTreeMap<(u32, u32), usize>,
}

impl Places {
    fn find(resources: &[Binding<'_>], module: Option<&DxilModule<'_>>) -> Self {
        let resources = resources.iter().enumerate();
        let resources =
            resources.filter_map(|(place, binding)| Some(((binding.class.0, binding.id?), place)));
        let buffers = module.into_iter().flat_map(constant_buffer::buffers);
        let buffers = buffers.enumerate();
        let buffers = buffers.map(|(place, buffer)| ((buffer.class.0, buffer.id), place));
        Self {
            resources: resources.collect(),
            buffers: buffers.collect(),
        }
    }

    /// Adds a resource to a function that uses it.
    fn add(&self, key: (u32, u32), function: &mut FunctionReflection) {
        let place = self.resources.get(&key);
        function.bound_resources.extend(place.copied());
        let place = self.buffers.get(&key);
        function.constant_buffers.extend(place.copied());
    }
}

/// The functions of RDAT.
pub(super) fn read_runtime_data(
    data: &RuntimeDataView<'_>,
    resources: &[Binding<'_>],
    module: Option<&DxilModule<'_>>,
    budgets: &mut Budgets,
) -> Result<Vec<FunctionReflection>> {
    let (lookup, places) = (data.lookup(), Places::find(resources, module));
    let mut functions = Vec::new();
    for record in data.functions() {
        let mut function = read_record(&record, &lookup, &places, budgets)?;
        let entries = module.map_or(&[][..], |module| &module.entry_points);
        let entry = entries.iter().find(|entry| {
            entry.function.is_some()
                && [&function.name, &function.unmangled_name].contains(&&entry.name)
        });
        if let Some(entry) = entry {
            function.thread_group = function.thread_group.or(entry.num_threads);
            if let (None, Some(node)) = (&function.node, &entry.node) {
                function.node = Some(node::copy(node, budgets)?);
            }
            let requirements = Requirements::of_module(entry.shader_flags);
            function.requirements.early_depth_stencil = requirements.early_depth_stencil;
        }
        functions.push(function);
    }
    sort(&mut functions);
    Ok(functions)
}

/// Sorts functions by name, like reflection in DXC.
fn sort(functions: &mut [FunctionReflection]) {
    functions.sort_by(|one, other| one.name.cmp(&other.name));
}

fn read_record(
    record: &FunctionRecord,
    lookup: &Lookup<'_, RuntimeData>,
    places: &Places,
    budgets: &mut Budgets,
) -> Result<FunctionReflection> {
    budgets.take::<FunctionReflection>()?;
    let target = TargetProfile::new(record.min_shader_target);
    let mut function = FunctionReflection {
        part: parts::RDAT,
        name: budgets.copy(lookup.string(record.name).unwrap_or_default())?,
        unmangled_name: budgets.copy(lookup.string(record.unmangled_name).unwrap_or_default())?,
        shader_kind: ShaderKind(u16::try_from(record.shader_kind.0).unwrap_or(u16::MAX)),
        requirements: Requirements {
            features: record.features,
            early_depth_stencil: false,
        },
        stages: Some(record.stages),
        min_shader_model: Some(target.into()),
        payload_size: record.payload_size_in_bytes,
        attribute_size: record.attribute_size_in_bytes,
        ..FunctionReflection::default()
    };
    node::read_record(record, lookup, &mut function, budgets)?;
    for resource in lookup.list(record.resources).flatten() {
        budgets.take::<[usize; 2]>()?;
        places.add((resource.class.0, resource.id), &mut function);
    }
    Ok(function)
}

/// The functions that a library exports as shaders, if there is no RDAT.
pub(super) fn read_module(
    part: FourCC,
    module: &DxilModule<'_>,
    resources: &[Binding<'_>],
    budgets: &mut Budgets,
) -> Result<Vec<FunctionReflection>> {
    if module.shader_model.kind != ShaderKind::Library {
        return Ok(Vec::new());
    }
    let places = Places::find(resources, Some(module));
    let entries = module.entry_points.iter();
    let functions = entries.filter_map(|entry| Some((entry, entry.function?)));
    let mut read = Vec::new();
    for (entry, function) in functions {
        budgets.take::<FunctionReflection>()?;
        let name = match module.module.name(function) {
            [] => entry.name.as_str().into(),
            name => String::from_utf8_lossy(name),
        };
        let mut read_function = FunctionReflection {
            part,
            name: budgets.copy(&name)?,
            unmangled_name: budgets.copy(unmangled(&entry.name))?,
            shader_kind: entry.shader_kind.unwrap_or(ShaderKind::Library),
            requirements: Requirements::of_module(entry.shader_flags),
            thread_group: entry.num_threads,
            payload_size: entry.ray_payload_size.unwrap_or(0),
            attribute_size: entry.ray_attribute_size.unwrap_or(0),
            node: match &entry.node {
                Some(node) => Some(node::copy(node, budgets)?),
                None => None,
            },
            ..FunctionReflection::default()
        };
        for resource in &entry.resources {
            budgets.take::<[usize; 2]>()?;
            places.add((resource.class.0, resource.id), &mut read_function);
        }
        read.push(read_function);
    }
    sort(&mut read);
    Ok(read)
}

/// The HLSL name of a function whose name may be mangled.
fn unmangled(name: &str) -> &str {
    let mangled = name.strip_prefix(MANGLED);
    let name_and_type = mangled.and_then(|mangled| mangled.split_once('@'));
    name_and_type.map_or(name, |(name, _)| name)
}
