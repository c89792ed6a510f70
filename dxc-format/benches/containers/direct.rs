//! Benchmarks without the enums `Part` and `PartView`, for parts whose types are known.

use std::hint::black_box;

use dxc_format::features::FeatureInfoPart;
use dxc_format::hash::ShaderHashPart;
use dxc_format::program::Program;
use dxc_format::psv0::PipelineStateValidation;
use dxc_format::rts0::RootSignature;
use dxc_format::signature::Signature;
use dxc_format::{Container, DigestPolicy, RawPart, Result, Rewrite, parts};

use crate::ours::{
    element, pipeline_value, pipeline_view, root_signature_value, root_signature_view, sums,
};

/// Reads every field of the parts through views.
pub(crate) fn views(bytes: &[u8]) -> u64 {
    sum(bytes, |part| match part.fourcc {
        parts::SFI0 => Ok(part.view_as::<FeatureInfoPart>()?.flags().0),
        parts::HASH => Ok(sums::digest(&part.view_as::<ShaderHashPart>()?.digest())),
        parts::DXIL => {
            let program = part.view_as::<Program>()?;
            let [version, dxil] = [program.version().0, program.dxil_version().0];
            Ok(sums::program(version, dxil, program.bitcode()))
        }
        parts::PSV0 => Ok(pipeline_view(&part.view_as::<PipelineStateValidation>()?)),
        parts::RTS0 => Ok(root_signature_view(&part.view_as::<RootSignature>()?)),
        parts::ISG1 | parts::OSG1 | parts::PSG1 => {
            let signature = part.view_as::<Signature>()?;
            Ok(sums::all(signature.elements().iter().map(element)))
        }
        _ => Ok(0),
    })
}

/// Reads the parts into owned values.
pub(crate) fn values(bytes: &[u8]) -> u64 {
    sum(bytes, |part| match part.fourcc {
        parts::SFI0 => Ok(part.value_as::<FeatureInfoPart>()?.flags.0),
        parts::HASH => Ok(sums::digest(&part.value_as::<ShaderHashPart>()?.digest)),
        parts::DXIL => {
            let program = part.value_as::<Program>()?;
            let [version, dxil] = [program.version.0, program.dxil_version.0];
            Ok(sums::program(version, dxil, &program.bitcode))
        }
        parts::PSV0 => Ok(pipeline_value(&part.value_as::<PipelineStateValidation>()?)),
        parts::RTS0 => Ok(root_signature_value(&part.value_as::<RootSignature>()?)),
        parts::ISG1 | parts::OSG1 | parts::PSG1 => {
            let signature = part.value_as::<Signature>()?;
            Ok(sums::all(signature.elements.iter().copied().map(element)))
        }
        _ => Ok(0),
    })
}

fn sum(bytes: &[u8], read: impl Fn(&RawPart<'_>) -> Result<u64>) -> u64 {
    Container::parse(bytes).map_or(0, |container| {
        sums::all(container.parts().map(|part| read(&part).unwrap_or(0)))
    })
}

/// Reads the parts as values, and writes the container with them.
pub(crate) fn rewrite(bytes: &[u8]) -> u64 {
    let rewritten = Container::parse(bytes)
        .and_then(|container| container.rewrite(DigestPolicy::Keep, rewrite_part));
    rewritten.map_or(0, |bytes| black_box(bytes).len() as u64)
}

fn rewrite_part<'a>(part: RawPart<'a>, out: &mut Rewrite<'a>) -> Result<()> {
    match part.fourcc {
        parts::SFI0 => out.edit(part, touch::<FeatureInfoPart>),
        parts::HASH => out.edit(part, touch::<ShaderHashPart>),
        parts::DXIL => out.edit(part, touch::<Program>),
        parts::PSV0 => out.edit(part, touch::<PipelineStateValidation>),
        parts::RTS0 => out.edit(part, touch::<RootSignature>),
        parts::ISG1 | parts::OSG1 | parts::PSG1 => out.edit(part, touch::<Signature>),
        _ => out.keep(part),
    }
}

/// An edit that the compiler cannot optimize away.
fn touch<T>(value: &mut T) -> Result<()> {
    black_box(value);
    Ok(())
}
