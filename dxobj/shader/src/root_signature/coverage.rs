//! Matches a shader's resources with a root signature.

use alloc::vec::Vec;

use super::registers::{Registers, Taken, by_registers, class_of_registers, taken_registers};
use super::rules;
use super::signature_path::SignaturePath;
use crate::finding::{Finding, Findings};
use dxc_format::Container;
use dxc_format::constants::{RootFlags, SemanticKind, ShaderStage, ShaderVisibility};
use dxc_format::parts;
use dxc_format::psv0::{PipelineStateValidation, ResourceBinding, UNBOUNDED};
use dxc_format::rts0::RootSignature;
use dxc_format::runtime::attributes::Attributes;
use dxc_format::{Error, ErrorKind, Result};

/// Checks a shader's PSV0 against a root signature like DXC's validator: each resource is within one range that is
/// visible to the shader's stage.
///
/// Since version 1, PSV0 stores the stage; [`validate`](crate::validate) also determines it
/// for version 0. Each finding states whether its path is in `PSV0` or in `RTS0`.
///
/// ```
/// use dxc_format::constants::{ResourceType, ShaderStage};
/// use dxc_format::psv0::{PipelineStateValidation, ResourceBinding};
/// use dxc_format::rts0::RootSignature;
///
/// let mut texture = ResourceBinding::new(0);
/// texture.resource_type = ResourceType::SRVTyped;
/// let mut psv = PipelineStateValidation::default();
/// psv.resources.push(texture);
///
/// let findings = dxc_shader::root_signature::validate_shader(&RootSignature::default(), &psv, ShaderStage::Pixel);
/// assert_eq!(findings[0].rule.name, "resource-not-bound");
/// assert_eq!(findings[0].path, "resources[0]");
/// ```
pub fn validate_shader(
    signature: &RootSignature,
    psv: &PipelineStateValidation,
    stage: ShaderStage,
) -> Vec<Finding> {
    let resources = validate_resources(signature, psv, stage).0.into_iter();
    let access = validate_access(signature, psv, stage).0.into_iter();
    resources
        .map(|finding| finding.within_part(parts::PSV0))
        .chain(access.map(|finding| finding.within_part(parts::RTS0)))
        .collect()
}

/// Checks the shader of a container, even if that has its own root signature.
///
/// # Errors
/// If the container has no PSV0, which lists the shader's resources, or if it cannot be read.
pub fn validate_container(
    signature: &RootSignature,
    shader: &Container<'_>,
) -> Result<Vec<Finding>> {
    let missing = || Error::without_byte(ErrorKind::NoPart).within_part(parts::PSV0, 0);
    let psv = shader.psv0()?.ok_or_else(missing)?.to_value();
    let stage = shader.shader_stage()?.ok_or_else(missing)?;
    Ok(validate_shader(signature, &psv, stage))
}

/// Checks that each resource is within one range that is visible to the stage.
fn validate_resources(
    signature: &RootSignature,
    psv: &PipelineStateValidation,
    stage: ShaderStage,
) -> Findings {
    let bound = Bound::new(signature, visibility(stage));
    let mut findings = Findings::default();
    for (index, resource) in psv.resources.iter().enumerate() {
        let Some(wanted) = registers_of(resource) else {
            continue;
        };
        let at = format_args!("resources[{index}]");
        let holder = bound.holder(&wanted);
        let rule = &rules::RESOURCE_NOT_BOUND;
        findings.check(holder.is_some(), rule, at, wanted);
        let is_descriptor =
            holder.is_some_and(|taken| matches!(taken.place, SignaturePath::Payload(_)));
        let holds = !is_descriptor || resource.resource_type.has("root_descriptor");
        let at = format_args!("resources[{index}].resource_type");
        let rule = &rules::ROOT_DESCRIPTOR_VIEW;
        findings.check(holds, rule, at, resource.resource_type);
    }
    findings
}

/// Checks that the flags allow the stage's accesses.
fn validate_access(
    signature: &RootSignature,
    psv: &PipelineStateValidation,
    stage: ShaderStage,
) -> Findings {
    let mut findings = Findings::default();
    let has_resources = psv
        .resources
        .iter()
        .any(|resource| registers_of(resource).is_some());
    let denial = flag_of(stage, "denied_by");
    let is_denied = denial.is_some_and(|denial| signature.flags.contains(denial));
    let holds = !(has_resources && is_denied);
    findings.check(holds, &rules::STAGE_DENIED, "flags", signature.flags);

    let has_inputs = psv
        .inputs
        .iter()
        .any(|input| input.kind == SemanticKind::Arbitrary);
    let needed = flag_of(stage, "inputs_need").unwrap_or_default();
    let holds = !has_inputs || signature.flags.contains(needed);
    let found = format_args!("{needed}; the flags are {}", signature.flags);
    findings.check(holds, &rules::INPUT_LAYOUT, "flags", found);
    findings
}

/// The registers of a root signature that are visible to a stage, in order.
struct Bound(Vec<Reach>);

/// Registers, and the furthest end among those of their class and space that begin no later.
struct Reach {
    from: Registers,
    furthest: Taken,
}

impl Bound {
    fn new(signature: &RootSignature, visibility: ShaderVisibility) -> Self {
        let mut seen = taken_registers(signature);
        seen.retain(|taken| [ShaderVisibility::All, visibility].contains(&taken.visibility));
        let mut reaches: Vec<Reach> = Vec::with_capacity(seen.len());
        for (_, current) in by_registers(&seen) {
            let from = current.registers;
            let before = reaches.last().map(|reach| reach.furthest);
            let furthest = before.filter(|before| before.registers.reaches(&from));
            let furthest = furthest.unwrap_or(current);
            reaches.push(Reach { from, furthest });
        }
        Self(reaches)
    }

    /// The entry that contains all of these registers.
    fn holder(&self, wanted: &Registers) -> Option<Taken> {
        let after = self
            .0
            .partition_point(|reach| reach.from.key() <= wanted.key());
        let reach = self.0.get(after.checked_sub(1)?)?;
        let furthest = reach.furthest;
        furthest.registers.reaches(wanted).then_some(furthest)
    }
}

/// The registers of a resource that must be bound; for an unbounded array, only the first.
fn registers_of(resource: &ResourceBinding) -> Option<Registers> {
    let class = class_of_registers(crate::bindings::class_of(resource.resource_type))?;
    let (first, last) = (resource.lower_bound, resource.upper_bound);
    let is_bounded = last != UNBOUNDED;
    Some(Registers {
        class,
        space: resource.space,
        first,
        last: if is_bounded { last.max(first) } else { first },
    })
}

/// The visibility of parameters and static samplers that is limited to this stage; `All` for stages outside of the
/// graphics pipeline.
///
/// ```
/// use dxc_format::constants::{ShaderStage, ShaderVisibility};
///
/// assert_eq!(dxc_shader::root_signature::visibility(ShaderStage::Pixel), ShaderVisibility::Pixel);
/// assert_eq!(dxc_shader::root_signature::visibility(ShaderStage::Compute), ShaderVisibility::All);
/// ```
pub fn visibility(stage: ShaderStage) -> ShaderVisibility {
    let visibility = stage
        .text("visibility")
        .and_then(ShaderVisibility::from_name);
    visibility.unwrap_or(ShaderVisibility::All)
}

/// The flag that a column has for a stage, if there is one.
fn flag_of(stage: ShaderStage, column: &str) -> Option<RootFlags> {
    RootFlags::from_name(stage.text(column)?)
}
