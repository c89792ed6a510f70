//! Compares PSV0 with the program.

use alloc::format;
use alloc::string::String;

use super::Program;
use super::differences::Pair;
use super::elements::SIGNATURES;
use super::rules::{PROGRAM_ELEMENT, PROGRAM_PROPERTY, PROGRAM_RESOURCE, PROGRAM_VERSION};
use crate::finding::{Finding, PartPath};
use crate::report::Report;
use crate::validate::rows::Name;
use crate::validate::shader::Shader;
use dxc_format::constants::{SemanticKind, ShaderStage};
use dxc_format::parts::PSV0;
use dxc_format::psv0::{PipelineElement, PipelineStateValidation, RuntimeInfo, validated_version};
use dxc_format::runtime::int::int;
use dxc_format::types::BySize;
use dxil::SignatureElement;

impl Program<'_> {
    /// Compares PSV0 with the PSV0 that DXC writes for the program.
    pub(super) fn check_pipeline(&self, shader: &Shader<'_>, findings: &mut Report) {
        let (Some(psv), Some(stage)) = (&shader.psv, self.module.shader_model.kind.stage()) else {
            return;
        };
        self.check_version(psv, findings);
        // A different stage is reported separately, and changes how other fields are read.
        if psv
            .info
            .shader_stage()
            .is_some_and(|stated| stated != stage)
        {
            return;
        }
        self.check_info(psv, stage, findings);
        let signatures = self.signatures().into_iter().zip(SIGNATURES);
        for ((run, stated), (elements, path)) in crate::psv0::validate::signatures(psv)
            .into_iter()
            .zip(signatures)
        {
            let counts = [stated.len(), elements.len()];
            let both = self.pair(&PROGRAM_ELEMENT, (PSV0, run), path);
            if !shader.psv_stores(run) || !both.have_equal_counts(counts, findings) {
                continue;
            }
            for (index, (stated, element)) in stated.iter().zip(elements).enumerate() {
                let place = (PSV0, format!("{run}[{index}]"));
                let pair = self.pair(&PROGRAM_ELEMENT, place, format!("{path}[{index}]"));
                self.check_element(psv, stated, element, &pair, findings);
            }
        }
        self.check_dependencies(psv, findings);
        if shader.psv_stores("resources") {
            self.check_bindings(psv, findings);
        }
    }

    /// Checks the version. An unknown version may belong to a newer validator.
    fn check_version(&self, psv: &PipelineStateValidation, findings: &mut Report) {
        let version = validated_version(int(dxil::validator_minor(&self.module)));
        let Some(version) = version.narrow() else {
            return;
        };
        let newest = RuntimeInfo::size_of_version(u32::MAX);
        let (size, expected) = (psv.info.size(), RuntimeInfo::size_of_version(version));
        let is_newer = expected == newest && size > expected;
        if size != expected && !is_newer {
            let against = self.place("validator_version");
            let found = format!("the size is {size}, but {against} requires {expected}");
            let place = PartPath::new(PSV0, "info");
            findings.push(Finding::between(&PROGRAM_VERSION, place, against, found));
        }
    }

    fn check_info(&self, psv: &PipelineStateValidation, stage: ShaderStage, findings: &mut Report) {
        let stated = &psv.info.record;
        let expected = self.runtime_info(stated, stage);
        let pair = self.pair(&PROGRAM_PROPERTY, (PSV0, "info"), "entry_points[0]");
        pair.compare(stated, &expected, stage, findings);
        let name = psv.info.entry_name();
        let name = name.and_then(|name| psv.strings.bytes(name));
        if let Some(name) = name.filter(|name| *name != self.entry.name.as_bytes()) {
            let name = String::from_utf8_lossy(name);
            let values = [&*name, &self.entry.name].map(show_name);
            let place = (PSV0, "info.entry_name");
            let pair = self.pair(&PROGRAM_PROPERTY, place, "entry_points[0].name");
            pair.differ("the value", values, findings);
        }
    }

    fn check_element(
        &self,
        psv: &PipelineStateValidation,
        stated: &PipelineElement,
        element: &SignatureElement,
        pair: &Pair,
        findings: &mut Report,
    ) {
        let expected = self.pipeline_element(element);
        pair.compare(stated, &expected, ShaderStage::default(), findings);
        let name = stated.name_in(psv).unwrap_or_default();
        // Both parts store no names of system values; the kind determines them.
        if element.semantic == SemanticKind::Arbitrary && name != element.name {
            let values = [name, &element.name].map(show_name);
            pair.field("name").differ("the value", values, findings);
        }
        let indices = stated.indices_in(psv).unwrap_or_default();
        // An array of a mesh shader has an index for each vertex, but only one row.
        let rows = usize::from(expected.rows).min(element.indices.len());
        let implied = &element.indices[..rows];
        if indices != implied {
            let values = [indices, implied].map(show_indices);
            pair.field("indices").differ("the value", values, findings);
        }
    }

    fn check_bindings(&self, psv: &PipelineStateValidation, findings: &mut Report) {
        let expected = self.resources_in_order();
        let counts = [psv.resources.len(), expected.len()];
        let both = self.pair(&PROGRAM_RESOURCE, (PSV0, "resources"), "resources");
        if !both.have_equal_counts(counts, findings) {
            return;
        }
        for (index, (stated, (own, resource))) in psv.resources.iter().zip(expected).enumerate() {
            let expected = crate::validate::program::resources::pipeline_binding(resource, stated);
            let place = (PSV0, format!("resources[{index}]"));
            let pair = self.pair(&PROGRAM_RESOURCE, place, format!("resources[{own}]"));
            pair.compare(stated, &expected, ShaderStage::default(), findings);
        }
    }
}

/// The maximum number of semantic indices in a message.
const MOST_SHOWN: usize = 32;

fn show_indices(indices: &[u32]) -> String {
    let shown = indices.get(..MOST_SHOWN).unwrap_or(indices);
    format!("{shown:?}")
}

fn show_name(name: &str) -> String {
    match name {
        "" => "none".into(),
        name => Name::Text(name).shown(),
    }
}
