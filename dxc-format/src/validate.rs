//! What a container says twice, and whether it agrees with itself.

use alloc::vec::Vec;

use crate::constants::ShaderStage;
use crate::psv0::PipelineStateValidation;
use crate::{Container, Finding, FourCC, Result, TypedParts, parts};

impl Container<'_> {
    /// Checks that its root signature is legal and that the shader finds its resources in it.
    ///
    /// Each finding names the part that its path is one of. A container without a root signature has none to check;
    /// one without PSV0 is checked [by itself](crate::rts0::RootSignature::validate). See
    /// [`root_signature::rules`](crate::root_signature::rules) for the rules.
    ///
    /// # Errors
    /// If a part that is checked cannot be read.
    pub fn validate(&self) -> Result<Vec<Finding>> {
        let psv = self.psv0()?.map(|psv| psv.to_value());
        let signature = self.rts0()?.map(|signature| signature.to_value());
        let mut findings = Vec::new();
        if let Some(signature) = &signature {
            findings.extend(within(parts::RTS0, signature.validate()));
        }
        if let (Some(signature), Some(psv)) = (&signature, &psv)
            && let Some(stage) = self.stage(psv)?
        {
            findings.extend(signature.validate_shader(psv, stage));
        }
        Ok(findings)
    }

    /// The shader's stage: PSV0 names it since version 1, and the program does in any case.
    fn stage(&self, psv: &PipelineStateValidation) -> Result<Option<ShaderStage>> {
        let named = psv.info.shader_stage();
        if named.is_some() {
            return Ok(named);
        }
        let kind = self.dxil()?.map(|program| program.version.kind());
        // The same numbers, in one byte.
        Ok(kind.and_then(|kind| kind.0.try_into().ok().map(ShaderStage)))
    }
}

/// Findings of a part by itself.
fn within(part: FourCC, findings: Vec<Finding>) -> impl Iterator<Item = Finding> {
    let findings = findings.into_iter();
    findings.map(move |finding| finding.within_part(part))
}
