//! Checks that a root signature binds the resources of a shader.

use alloc::vec::Vec;

use super::registers::{Registers, Taken, by_registers, taken_registers};
use super::resources::{Used, UsedResource};
use super::rules;
use super::signature_path::SignaturePath;
use crate::finding::Finding;
use dxc_format::Container;
use dxc_format::Result;
use dxc_format::constants::{RootFlags, ShaderStage, ShaderVisibility};
use dxc_format::parts;
use dxc_format::psv0::PipelineStateValidation;
use dxc_format::rts0::RootSignature;

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
    let used = Used::of_pipeline(psv, stage);
    unfit(signature, &used).map(Unfit::into_finding).collect()
}

/// Checks the shader of a container, even if that has its own root signature. The resources are in PSV0, or else in RDEF, the
/// declarations of SHEX and SHDR, or the metadata of DXIL; those of the functions of a library are in RDAT, or in the metadata.
///
/// A function of a library may also find its resources in a local root signature of the library that is
/// associated with it.
///
/// # Errors
/// If the container has no part that lists the shader's resources, or no part that stores its stage, or if it cannot be read.
pub fn validate_container(
    signature: &RootSignature,
    shader: &Container<'_>,
) -> Result<Vec<Finding>> {
    let unfit = unfit_resources(signature, shader)?.into_iter();
    Ok(unfit.map(Unfit::into_finding).collect())
}

/// A resource or a flag of a root signature that does not match a shader.
pub(crate) enum Unfit {
    /// No range that is visible to the stage contains the registers of a resource.
    NotBound(UsedResource),
    /// A root descriptor has the register, but the resource is not a plain buffer.
    NotDescriptor(UsedResource),
    /// The flags deny access to the stage, which has resources.
    Denied(RootFlags),
    /// The flags do not include the second one, which the inputs of the stage require.
    NoInputs(RootFlags, RootFlags),
}

impl Unfit {
    /// Converts it to a finding.
    pub(crate) fn into_finding(self) -> Finding {
        let new = |rule, path: &str, found: alloc::string::String, part| {
            Finding::new(rule, path, found).within_part(part)
        };
        match self {
            Self::NotBound(resource) => new(
                &rules::RESOURCE_NOT_BOUND,
                &resource.place.path,
                alloc::format!("{resource}"),
                resource.place.part,
            ),
            Self::NotDescriptor(resource) => new(
                &rules::ROOT_DESCRIPTOR_VIEW,
                &alloc::format!("{}{}", resource.place.path, resource.type_field),
                resource.view,
                resource.place.part,
            ),
            Self::Denied(flags) => new(
                &rules::STAGE_DENIED,
                "flags",
                alloc::format!("{flags}"),
                parts::RTS0,
            ),
            Self::NoInputs(needed, flags) => new(
                &rules::INPUT_LAYOUT,
                "flags",
                alloc::format!("{needed}; the flags are {flags}"),
                parts::RTS0,
            ),
        }
    }
}

/// Like [`validate_container`], but returns the resources and flags instead of findings.
pub(crate) fn unfit_resources(
    signature: &RootSignature,
    shader: &Container<'_>,
) -> Result<Vec<Unfit>> {
    if let Some(library) = super::library::unfit(signature, shader)? {
        return Ok(library);
    }
    let used = Used::of_container(shader)?;
    Ok(unfit(signature, &used).collect())
}

/// The resources and flags that do not match: first the resources, then the flags.
pub(super) fn unfit(signature: &RootSignature, used: &Used) -> impl Iterator<Item = Unfit> {
    let bound = Bound::new(signature, visibility(used.stage));
    let resources = used.resources.iter().filter_map(move |resource| {
        let holder = bound.holder(&resource.registers);
        let is_descriptor =
            holder.is_some_and(|taken| matches!(taken.place, SignaturePath::Payload(_)));
        match holder {
            None => Some(Unfit::NotBound(resource.clone())),
            Some(_) if is_descriptor && !resource.is_plain_buffer => {
                Some(Unfit::NotDescriptor(resource.clone()))
            }
            Some(_) => None,
        }
    });
    let flags = signature.flags;
    let denial = used.stage.denied_by();
    let is_denied = denial.is_some_and(|denial| flags.contains(denial));
    let denied = (!used.resources.is_empty() && is_denied).then_some(Unfit::Denied(flags));
    let needed = used.stage.inputs_need().unwrap_or_default();
    let lacks = used.has_inputs && !flags.contains(needed);
    let lacking = lacks.then_some(Unfit::NoInputs(needed, flags));
    resources.chain(denied).chain(lacking)
}

/// The registers of a root signature that are visible to a stage, in order.
pub(super) struct Bound(Vec<Reach>);

/// Registers, with the entry that reaches furthest among those of the same class and space that begin no later.
struct Reach {
    from: Registers,
    furthest: Taken,
}

impl Bound {
    pub(super) fn new(signature: &RootSignature, visibility: ShaderVisibility) -> Self {
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

    /// The number of ranges.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The entry that contains all of these registers.
    pub(super) fn holder(&self, wanted: &Registers) -> Option<Taken> {
        let after = self
            .0
            .partition_point(|reach| reach.from.key() <= wanted.key());
        let reach = self.0.get(after.checked_sub(1)?)?;
        let furthest = reach.furthest;
        furthest.registers.reaches(wanted).then_some(furthest)
    }
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
    stage.visibility().unwrap_or(ShaderVisibility::All)
}
