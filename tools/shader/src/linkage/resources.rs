//! Compares a stage with a root signature, and reports mismatches like the debug layer.

use alloc::format;
use alloc::string::{String, ToString};

use super::Mismatches;
use super::elements::shader_kind;
use super::mismatch::{Mismatch, title};
use crate::pipelines::{D3D12MessageId, PipelineStage};
use crate::root_signature::coverage::{Unfit, unfit_resources};
use crate::root_signature::resources::UsedResource;
use dxc_format::constants::DescriptorRangeType;
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, Result};

/// Checks that a root signature binds the resources of a stage, and allows its inputs.
///
/// ```
/// use dxc_format::{Container, rts0::RootSignature};
/// use dxc_shader::linkage::{Stage, check_root_signature};
///
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/ps_textured.sm60.dxil").unwrap();
/// let container = Container::parse(file)?;
/// let stage = Stage::read(&container)?.unwrap();
/// let found = check_root_signature(stage.stage, &container, &RootSignature::default())?;
/// assert_eq!(found[0].message.0, 690);
/// assert_eq!(found[0].found, "Sampler s0, space 0 is not bound");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If no part lists the resources of the shader, or it cannot be read.
pub fn check_root_signature(
    stage: PipelineStage,
    container: &Container<'_>,
    signature: &RootSignature,
) -> Result<Mismatches> {
    let mut found = Mismatches::default();
    for unfit in unfit_resources(signature, container)? {
        found.push(mismatch(stage, unfit));
    }
    Ok(found)
}

/// The message about the root signature of a stage.
fn message_of(stage: PipelineStage) -> D3D12MessageId {
    let stage = shader_kind(stage);
    let mut messages = D3D12MessageId::all_values();
    let found = messages.find(|message| stage.is_some() && message.stage() == stage);
    found.unwrap_or_default()
}

fn mismatch(stage: PipelineStage, unfit: Unfit) -> Mismatch {
    let text = text(&unfit);
    let (message, text) = match &unfit {
        Unfit::NoInputs(..) => (
            D3D12MessageId::CREATEGRAPHICSPIPELINESTATE_MISSING_ROOT_SIGNATURE_FLAGS,
            text,
        ),
        _ => {
            let stage_title = title(stage);
            let text = format!("Root Signature doesn't match {stage_title}: {text}");
            (message_of(stage), text)
        }
    };
    let finding = unfit.into_finding();
    let found = crate::finding_message(&finding);
    let part = finding.part;
    let place = part.map(|part| crate::PartPath::new(part, finding.path));
    Mismatch::of_rule(finding.rule, message, stage, text)
        .at(place, None)
        .found(found)
}

/// The text of the debug layer, without the stage.
fn text(unfit: &Unfit) -> String {
    let place = |resource: &UsedResource| {
        let registers = resource.registers;
        format!(
            "(ShaderRegister={}, RegisterSpace={})",
            registers.first, registers.space
        )
    };
    match unfit {
        Unfit::NotBound(resource) => {
            let registers = resource.registers;
            let class = match registers.class {
                DescriptorRangeType::Sampler => "sampler".into(),
                class => class.to_string(),
            };
            let (first, space) = (registers.first, registers.space);
            let count = u64::from(registers.last - registers.first) + 1;
            format!(
                "Shader {class} descriptor range (BaseShaderRegister={first}, NumDescriptors={count}, \
                 RegisterSpace={space}) is not fully bound in root signature"
            )
        }
        Unfit::NotDescriptor(resource) => {
            let (what, kind) = match resource.registers.class {
                DescriptorRangeType::SRV => ("resource object as a texture", "SRV"),
                _ if resource.has_counter => ("structured UAV with counter", "UAV"),
                _ => ("typed UAV", "UAV"),
            };
            format!(
                "A Shader is declaring a {what} using a register mapped to a root descriptor {kind} {}.  \
                 SRV or UAV root descriptors can only be Raw or Structured buffers.",
                place(resource)
            )
        }
        Unfit::Denied(_) => "Shader has root bindings but root signature uses a DENY flag to disallow root \
                             binding access to the shader stage."
            .into(),
        Unfit::NoInputs(..) => "Graphics pipeline state object uses input-assembler, but the root signature does \
                                not have the D3D12_ROOT_SIGNATURE_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT flag set"
            .into(),
    }
}
