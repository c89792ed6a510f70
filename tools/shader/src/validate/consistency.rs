//! Compares the properties of a shader that several parts state.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use super::rules::{PROGRAM_STAGE, REFLECTED_TARGET, SHADER_MODEL, STAGE, VIEW_ID};
use super::shader::Shader;
use crate::finding::{Finding, PartPath};
use crate::report::Report;
use dxc_format::constants::FeatureFlags;
use dxc_format::parts::{DXIL, ILDB, PSV0, RDEF, SFI0};

/// The values that parts state for a property. All are compared with the first one.
type Statements = Vec<(PartPath, String)>;

/// The statements about the stage and the shader model.
#[derive(Default)]
struct Targets {
    stages: Statements,
    models: Statements,
}

impl Targets {
    /// Adds the statements of a field that states both the stage and the shader model.
    fn state(&mut self, place: PartPath, stage: impl Display, model: String) {
        self.stages.push((place.clone(), stage.to_string()));
        self.models.push((place, model));
    }
}

/// Compares the statements of the parts.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Report) {
    // DXIL programs and PSV0 are compared with each other, and programs of tokens with RDEF.
    let (mut compiled, mut reflected) = (Targets::default(), Targets::default());
    // The headers of the programs; DXC's validator does not read the stage from them.
    let mut headers = Statements::new();
    // The metadata comes first, because DXC's validator compares the other statements with it.
    if let Some(program) = &shader.program {
        let model = program.module.shader_model;
        let version = format!("{}.{}", model.version.major, model.version.minor);
        compiled.state(program.place("shader_model"), model.kind, version);
        headers.clone_from(&compiled.stages);
    }
    for (part, version) in shader.programs {
        let Some(version) = version else { continue };
        let targets = match part {
            DXIL | ILDB => &mut compiled,
            _ => &mut reflected,
        };
        let model = format!("{}.{}", version.major(), version.minor());
        targets.state(PartPath::new(part, "version"), version.kind(), model);
        if !headers.is_empty() && [DXIL, ILDB].contains(&part) {
            headers.extend(targets.stages.pop());
        }
    }
    let psv = shader.psv.as_ref();
    if let Some(stage) = psv.and_then(|psv| psv.info.shader_stage()) {
        let place = PartPath::new(PSV0, "info.shader_stage");
        compiled.stages.push((place, stage.to_string()));
    }
    if let Some(definitions) = &shader.definitions {
        let (stage, model) = (PartPath::new(RDEF, "stage"), PartPath::new(RDEF, "major"));
        let version = format!("{}.{}", definitions.major(), definitions.minor());
        reflected
            .stages
            .push((stage, definitions.stage().to_string()));
        reflected.models.push((model, version));
    }
    let uses = uses_of_view_id(shader).unwrap_or_default();
    for (name, rule, statements) in [
        ("the stage", &STAGE, compiled.stages),
        ("the stage", &PROGRAM_STAGE, headers),
        ("the shader model", &SHADER_MODEL, compiled.models),
        ("the use of `SV_ViewID`", &VIEW_ID, uses),
        ("the shader model", &REFLECTED_TARGET, reflected.models),
        ("the stage", &REFLECTED_TARGET, reflected.stages),
    ] {
        let mut statements = statements.into_iter();
        let Some(first) = statements.next() else {
            continue;
        };
        let differing = statements.filter(|(_, value)| *value != first.1);
        findings
            .extend(differing.map(|other| Finding::differing(rule, name, other, first.clone())));
    }
}

fn uses_of_view_id(shader: &Shader<'_>) -> Option<Statements> {
    let uses = shader.psv.as_ref()?.info.uses_view_id()?.get();
    let is_required = shader.features?.contains(FeatureFlags::ViewID);
    Some(Vec::from([
        (PartPath::new(PSV0, "info.uses_view_id"), uses.to_string()),
        (PartPath::new(SFI0, "flags"), is_required.to_string()),
    ]))
}
