//! Lists the resources that a root signature must bind for a shader, from any part.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::registers::{Registers, class_of_registers};
use crate::bindings::Binding;
use crate::finding::PartPath;
use crate::signatures::Direction;
use dxc_format::constants::{D3DSystemValue, ResourceType, SemanticKind, ShaderStage};
use dxc_format::psv0::{PipelineStateValidation, ResourceBinding, UNBOUNDED};
use dxc_format::{Container, Error, ErrorKind, Result, parts};

/// A resource that a root signature must bind.
#[derive(Clone)]
pub(crate) struct UsedResource {
    /// The path of its record.
    pub(crate) place: PartPath,
    /// The field of its record that has its type.
    pub(crate) type_field: &'static str,
    /// Its registers; for an unbounded array, only the first one.
    pub(crate) registers: Registers,
    /// Whether it is a constant buffer, or a raw or structured buffer without a counter.
    pub(crate) is_plain_buffer: bool,
    /// Whether it has a hidden counter.
    pub(crate) has_counter: bool,
    /// Its view, such as `SRVTyped`.
    pub(crate) view: String,
    /// The function of a library that uses it.
    pub(crate) function: Option<String>,
}

/// The requirements of a shader for its root signature.
pub(super) struct Used {
    pub(super) stage: ShaderStage,
    pub(super) resources: Vec<UsedResource>,
    /// Whether it has inputs that the system does not generate.
    pub(super) has_inputs: bool,
}

impl Used {
    /// The resources of PSV0.
    pub(super) fn of_pipeline(psv: &PipelineStateValidation, stage: ShaderStage) -> Self {
        let resources = psv.resources.iter().enumerate();
        let resources = resources.filter_map(|(index, resource)| of_record(index, resource));
        let mut inputs = psv.inputs.iter();
        Self {
            stage,
            resources: resources.collect(),
            has_inputs: inputs.any(|input| input.kind == SemanticKind::Arbitrary),
        }
    }

    /// The resources of the shader in a container.
    pub(super) fn of_container(container: &Container<'_>) -> Result<Self> {
        let missing = |part| Error::without_byte(ErrorKind::NoPart).within_part(part, 0);
        let lists = !crate::psv0::lacks(container, "resources");
        let psv = if lists { container.psv0()? } else { None };
        let listing = crate::bindings_part(container).ok_or_else(|| missing(parts::PSV0))?;
        let stage = container.shader_stage()?.ok_or_else(|| missing(listing))?;
        if let Some(psv) = psv {
            return Ok(Self::of_pipeline(&psv.to_value(), stage));
        }
        let bindings = crate::bindings(container)?.enumerate();
        let resources = bindings.filter_map(|(index, binding)| of_binding(index, &binding));
        let resources = resources.collect();
        let mut has_inputs = false;
        for (direction, signature) in crate::signatures(container)? {
            let mut elements = signature.elements().iter();
            has_inputs |= direction == Direction::Input
                && elements.any(|input| input.system_value == D3DSystemValue::Undefined);
        }
        Ok(Self {
            stage,
            resources,
            has_inputs,
        })
    }
}

/// The resource of a record in PSV0.
fn of_record(index: usize, resource: &ResourceBinding) -> Option<UsedResource> {
    let class = class_of_registers(crate::bindings::class_of(resource.resource_type.class()))?;
    let (first, last) = (resource.lower_bound, resource.upper_bound);
    let last = Some(last).filter(|last| *last != UNBOUNDED);
    let registers = Registers {
        class,
        space: resource.space,
        first,
        last: last.map_or(first, |last| last.max(first)),
    };
    Some(UsedResource {
        place: PartPath::new(parts::PSV0, format!("resources[{index}]")),
        type_field: ".resource_type",
        registers,
        is_plain_buffer: resource.resource_type.root_descriptor(),
        has_counter: resource.resource_type.counter(),
        view: resource.resource_type.to_string(),
        function: None,
    })
}

/// The resource of a binding in another part; `None` if it has no registers.
pub(super) fn of_binding(index: usize, binding: &Binding<'_>) -> Option<UsedResource> {
    let class = class_of_registers(binding.class)?;
    let first = binding.first;
    let registers = Registers {
        class,
        space: binding.space,
        first,
        last: binding.last.map_or(first, |last| last.max(first)),
    };
    let list = list_of(binding);
    Some(UsedResource {
        place: PartPath::new(binding.part, format!("{list}[{index}]")),
        type_field: "",
        registers,
        is_plain_buffer: view(binding).is_some_and(|view| view.root_descriptor()),
        has_counter: binding.has_counter,
        view: view_name(binding),
        function: None,
    })
}

/// The name of the list that has the bindings of a part.
fn list_of(binding: &Binding<'_>) -> &'static str {
    match binding.part {
        parts::RDEF => "bindings",
        parts::SHEX | parts::SHDR => "declarations",
        _ => "resources",
    }
}

/// The view of a binding, as PSV0 would store it: the view that lists its kind, or else the one for all other kinds.
fn view(binding: &Binding<'_>) -> Option<ResourceType> {
    let kind = binding.kind.filter(|kind| kind.is_known())?;
    let is_own = |view: &ResourceType| view.class() == Some(binding.class);
    let views = || ResourceType::all_values().filter(is_own);
    let mut own = views().filter(|view| view.kinds().contains(&kind));
    let found = own.find(|view| view.counter() == binding.has_counter);
    found.or_else(|| views().find(|view| view.kinds().is_empty()))
}

fn view_name(binding: &Binding<'_>) -> String {
    match view(binding) {
        Some(view) => view.to_string(),
        None => binding.class.to_string(),
    }
}

/// For example `SRV t4, space 0`, with the function of a library.
impl fmt::Display for UsedResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.registers)?;
        match &self.function {
            Some(function) => write!(f, " of `{function}`"),
            None => Ok(()),
        }
    }
}
