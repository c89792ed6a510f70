//! Compares PSV0 with the program.

use alloc::format;
use alloc::string::String;

use super::Program;
use super::differences::differences;
use super::elements::SIGNATURES;
use super::rules::{PROGRAM_ELEMENT, PROGRAM_PROPERTY, PROGRAM_RESOURCE, PROGRAM_VERSION};
use crate::generated::constants::{SemanticKind, ShaderStage};
use crate::generated::parts::PSV0;
use crate::generated::psv0::{
    PipelineElement, PipelineStateValidation, RuntimeInfo, validated_version,
};
use crate::meaning::dxil::SignatureElement;
use crate::meaning::finding::{Finding, PartPath, Rule};
use crate::meaning::judgement::Judgement;
use crate::meaning::validate::rows::Name;
use crate::meaning::validate::shader::Shader;
use crate::runtime::int::int;
use crate::runtime::{BySize, Row};

/// Where the metadata has the entry point.
const ENTRY: &str = "entry_points[0]";

impl Program {
    /// Compares PSV0 with the one that DXC writes of the program.
    pub(super) fn check_pipeline(&self, shader: &Shader<'_>, findings: &mut Judgement) {
        let (Some(psv), Some(stage)) = (&shader.psv, self.stage()) else {
            return;
        };
        self.check_version(psv, findings);
        // A different stage has its own finding, and changes how other fields are read.
        if psv
            .info
            .shader_stage()
            .is_some_and(|stated| stated != stage)
        {
            return;
        }
        self.check_info(psv, stage, findings);
        let runs = [
            ("inputs", &psv.inputs),
            ("outputs", &psv.outputs),
            ("patches_or_primitives", &psv.patches_or_primitives),
        ];
        if psv.info.version() >= 1 {
            let signatures = self.signatures().into_iter().zip(SIGNATURES);
            for ((run, stated), (elements, path)) in runs.into_iter().zip(signatures) {
                let counts = [stated.len(), elements.len()];
                if !self.check_count(&PROGRAM_ELEMENT, (run, path), counts, findings) {
                    continue;
                }
                for (index, (stated, element)) in stated.iter().zip(elements).enumerate() {
                    let (run, path) = (format!("{run}[{index}]"), format!("{path}[{index}]"));
                    self.check_element(psv, (stated, &run), (element, &path), findings);
                }
            }
            self.check_dependencies(psv, findings);
        }
        self.check_bindings(psv, findings);
    }

    /// Checks the version; an unknown one may belong to a newer validator.
    fn check_version(&self, psv: &PipelineStateValidation, findings: &mut Judgement) {
        let version = validated_version(int(self.module.validator_minor()));
        let Some(version) = version.narrow() else {
            return;
        };
        let newest = RuntimeInfo::size_of_version(u32::MAX);
        let (size, expected) = (psv.info.size(), RuntimeInfo::size_of_version(version));
        let is_newer = expected == newest && size > expected;
        if size != expected && !is_newer {
            let against = self.place("validator_version");
            let found = format!("the size is {size}, and {against} requires {expected}");
            let place = PartPath::new(PSV0, "info");
            findings.push(Finding::between(&PROGRAM_VERSION, place, against, found));
        }
    }

    fn check_info(
        &self,
        psv: &PipelineStateValidation,
        stage: ShaderStage,
        findings: &mut Judgement,
    ) {
        let stated = &psv.info.record;
        let expected = self.runtime_info(stated, stage);
        let place = ("info", ENTRY);
        let size = stated.own_size(());
        self.compare(
            &PROGRAM_PROPERTY,
            place,
            (stated, &expected, size),
            stage,
            findings,
        );
        if let Some(name) = psv
            .info
            .entry_name_in(psv)
            .filter(|name| *name != self.entry.name)
        {
            let values = [name, &self.entry.name].map(show_name);
            let paths = ("info.entry_name", "entry_points[0].name");
            self.push(&PROGRAM_PROPERTY, paths, values, findings);
        }
    }

    fn check_element(
        &self,
        psv: &PipelineStateValidation,
        (stated, run): (&PipelineElement, &str),
        (element, path): (&SignatureElement, &str),
        findings: &mut Judgement,
    ) {
        let expected = self.pipeline_element(element);
        let stage = ShaderStage::default();
        let records = (stated, &expected, stated.own_size(()));
        self.compare(&PROGRAM_ELEMENT, (run, path), records, stage, findings);
        let name = stated.name_in(psv).unwrap_or_default();
        // Neither part has the names of system values; the kind determines them.
        if element.semantic == SemanticKind::Arbitrary && name != element.name {
            let paths = (&*format!("{run}.name"), &*format!("{path}.name"));
            let values = [name, &element.name].map(show_name);
            self.push(&PROGRAM_ELEMENT, paths, values, findings);
        }
        let indices = stated.indices_in(psv).unwrap_or_default();
        // An array of a mesh shader has an index for each vertex, and a single row.
        let rows = usize::from(expected.rows).min(element.indices.len());
        let implied = &element.indices[..rows];
        if indices != implied {
            let paths = (&*format!("{run}.indices"), &*format!("{path}.indices"));
            let values = [indices, implied].map(show_indices);
            self.push(&PROGRAM_ELEMENT, paths, values, findings);
        }
    }

    fn check_bindings(&self, psv: &PipelineStateValidation, findings: &mut Judgement) {
        let expected = self.resources_in_order();
        let counts = [psv.resources.len(), expected.len()];
        let runs = ("resources", "resources");
        if !self.check_count(&PROGRAM_RESOURCE, runs, counts, findings) {
            return;
        }
        let stage = ShaderStage::default();
        for (index, (stated, (own, resource))) in psv.resources.iter().zip(expected).enumerate() {
            let expected = resource.pipeline_binding(stated.version());
            let paths = (format!("resources[{index}]"), format!("resources[{own}]"));
            let records = (stated, &expected, stated.own_size(()));
            let paths = (&*paths.0, &*paths.1);
            self.compare(&PROGRAM_RESOURCE, paths, records, stage, findings);
        }
    }

    /// Checks that PSV0 and the program have the same number of records; returns false if not.
    fn check_count(
        &self,
        rule: &'static Rule,
        (run, path): (&str, &str),
        [stated, expected]: [usize; 2],
        findings: &mut Judgement,
    ) -> bool {
        if stated != expected {
            let against = self.place(path);
            let found = format!("the number of records is {stated}, and {expected} in {against}");
            findings.push(Finding::between(
                rule,
                PartPath::new(PSV0, run),
                against,
                found,
            ));
        }
        stated == expected
    }

    /// Adds the fields that differ of two records.
    fn compare<T: Row<Context = ()>>(
        &self,
        rule: &'static Rule,
        (place, against): (&str, &str),
        (stated, expected, size): (&T, &T, usize),
        stage: ShaderStage,
        findings: &mut Judgement,
    ) {
        for difference in differences(stated, expected, size, stage) {
            let path = format!("{place}.{}", difference.path);
            let values = [difference.stated, difference.expected];
            self.push(rule, (&path, against), values, findings);
        }
    }

    /// Adds a value of PSV0 that differs from that of the program.
    fn push(
        &self,
        rule: &'static Rule,
        (place, against): (&str, &str),
        [stated, expected]: [String; 2],
        findings: &mut Judgement,
    ) {
        let against = self.place(against);
        let found = format!("the value is {stated}, and {expected} in {against}");
        let place = PartPath::new(PSV0, place);
        findings.push(Finding::between(rule, place, against, found));
    }
}

/// The number of semantic indices in messages.
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
