//! What a container says twice, and whether it agrees with itself.

use alloc::vec::Vec;

use super::finding::Finding;
use crate::container::Container;
use crate::generated::parts;
use crate::runtime::{FourCC, Result};

impl Container<'_> {
    /// Checks PSV0 and the root signature by themselves, and that the shader finds its resources in the root signature.
    ///
    /// Each finding names the part that its path is one of. What is not there is not checked. See
    /// [`PipelineStateValidation::validate`](crate::psv0::PipelineStateValidation::validate) and
    /// [`root_signature::rules`](crate::root_signature::rules) for the rules, and [`Weight`](crate::Weight) for who
    /// refuses what breaks them.
    ///
    /// # Errors
    /// If a part that is checked cannot be read.
    pub fn validate(&self) -> Result<Vec<Finding>> {
        let psv = self.psv0()?.map(|psv| psv.to_value());
        let signature = self.rts0()?.map(|signature| signature.to_value());
        let mut findings = Vec::new();
        if let Some(psv) = &psv {
            findings.extend(within(parts::PSV0, psv.validate()));
        }
        if let Some(signature) = &signature {
            findings.extend(within(parts::RTS0, signature.validate()));
        }
        if let (Some(signature), Some(psv)) = (&signature, &psv)
            && let Some(stage) = self.shader_stage()?
        {
            findings.extend(signature.validate_shader(psv, stage));
        }
        Ok(findings)
    }

    /// What nobody refuses, and is no order: see
    /// [`PipelineStateValidation::untidy`](crate::psv0::PipelineStateValidation::untidy).
    ///
    /// # Errors
    /// If a part that is checked cannot be read.
    pub fn untidy(&self) -> Result<Vec<Finding>> {
        let psv = self.psv0()?.map(|psv| psv.to_value().untidy());
        Ok(within(parts::PSV0, psv.unwrap_or_default()).collect())
    }
}

/// Findings of a part by itself.
fn within(part: FourCC, findings: Vec<Finding>) -> impl Iterator<Item = Finding> {
    let findings = findings.into_iter();
    findings.map(move |finding| finding.within_part(part))
}
