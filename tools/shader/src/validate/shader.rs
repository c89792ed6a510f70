//! Reads the parts of a container that rules need, each once.

use super::parts::is_stage;
use super::program::metadata::Program;
use crate::report::Report;
use dxc_format::Container;
use dxc_format::constants::{FeatureFlags, ShaderKind, ShaderStage};
use dxc_format::parts;
use dxc_format::program::{ProgramVersion, ProgramView};
use dxc_format::psv0::PipelineStateValidation;
use dxc_format::rdat::RuntimeDataView;
use dxc_format::rdef::ResourceDefinitionsView;
use dxc_format::rts0::RootSignature;
use dxc_format::signature::SignatureView;
use dxc_format::{FourCC, PartInfo, PartView, Result, SignatureOf};

/// The versions of the programs of DXIL and of tokens, each with its part.
type Programs = [(FourCC, Option<ProgramVersion>); 4];

/// The parts of a shader; `None` if a part is missing or cannot be read.
pub(super) struct Shader<'a> {
    pub(super) container: Container<'a>,
    /// The stage of PSV0, or else of the program's metadata or header.
    pub(super) stage: Option<ShaderStage>,
    /// The programs of DXIL and of tokens, each with its part.
    pub(super) programs: Programs,
    pub(super) psv: Option<PipelineStateValidation>,
    pub(super) root: Option<RootSignature>,
    pub(super) features: Option<FeatureFlags>,
    pub(super) runtime_data: Option<RuntimeDataView<'a>>,
    pub(super) definitions: Option<ResourceDefinitionsView<'a>>,
    /// The signatures of inputs, outputs, and patch constants or primitives: ISG1, OSG1 and PSG1, or those of the stage.
    pub(super) signatures: [(FourCC, Option<SignatureView<'a>>); 3],
    /// The metadata of the program.
    pub(super) program: Option<Program<'a>>,
}

impl<'a> Shader<'a> {
    /// Reads the parts. Incomplete metadata of the program is a finding; other checks report parts that cannot be read.
    pub(super) fn read(container: &Container<'a>, findings: &mut Report) -> Self {
        let psv = readable(container.psv0()).map(|psv| psv.to_value());
        let root = readable(container.rts0()).map(|root| root.to_value());
        let programs = programs(container);
        let program = Program::read(container, findings);
        let stated = psv.as_ref().and_then(|psv| psv.info.shader_stage());
        let stage = stated.or_else(|| kind(program.as_ref(), &programs)?.stage());
        let all = [SignatureOf::Input, SignatureOf::Output, SignatureOf::Patch];
        let signatures = all.map(|of| signature(container, of, stage.unwrap_or_default()));
        Self {
            container: *container,
            stage,
            programs,
            psv,
            root,
            features: readable(container.sfi0()).map(|features| features.flags()),
            runtime_data: readable(container.rdat()),
            definitions: readable(container.rdef()),
            signatures,
            program,
        }
    }

    /// The version of the DXIL program. Without it, DXC's validator does not check which parts are present.
    pub(super) fn dxil(&self) -> Option<ProgramVersion> {
        let [(_, dxil), ..] = self.programs;
        dxil
    }

    /// The program that the other parts are compared with, and its part: DXIL, or ILDB if the container has only that.
    pub(super) fn module(&self) -> Option<(FourCC, ProgramVersion)> {
        let [dxil, ildb, ..] = self.programs;
        let mut modules = [dxil, ildb].into_iter();
        modules.find_map(|(part, version)| Some((part, version?)))
    }

    /// The kind of shader in the metadata; the kind in the header, if the metadata cannot be read.
    pub(super) fn kind(&self) -> Option<ShaderKind> {
        kind(self.program.as_ref(), &self.programs)
    }

    /// Whether the container is a library of functions, without a stage.
    pub(super) fn is_library(&self) -> bool {
        self.module().is_some() && self.kind() == Some(ShaderKind::Library)
    }

    /// Whether the version of PSV0 stores a field.
    pub(super) fn psv_stores(&self, field: &'static str) -> bool {
        self.psv.is_some() && !crate::psv0::lacks(&self.container, field)
    }
}

fn kind(program: Option<&Program<'_>>, programs: &Programs) -> Option<ShaderKind> {
    let stored = programs.iter().find_map(|(_, version)| *version);
    program
        .map(|program| program.module.shader_model.kind)
        .or_else(|| Some(stored?.kind()))
}

/// The part with a signature of a stage, and its content.
fn signature<'a>(
    container: &Container<'a>,
    of: SignatureOf,
    stage: ShaderStage,
) -> (FourCC, Option<SignatureView<'a>>) {
    let is_of_dxil = |part: &&PartInfo| part.signature == Some(of) && !part.stages.is_empty();
    let mut known = parts::PARTS.iter().filter(is_of_dxil);
    let own = known.clone().find(|part| is_stage(part.stages, stage));
    let fourcc = own
        .or_else(|| known.next())
        .map_or_else(FourCC::default, |part| part.fourcc);
    let part = container.find(fourcc).and_then(|part| part.view().ok());
    match part {
        Some(PartView::Signature(view)) => (fourcc, Some(view)),
        _ => (fourcc, None),
    }
}

fn programs(container: &Container<'_>) -> Programs {
    let bitcode = |program: Result<Option<ProgramView<'_>>>| Some(readable(program)?.version());
    [
        (parts::DXIL, bitcode(container.dxil())),
        (parts::ILDB, bitcode(container.ildb())),
        (
            parts::SHEX,
            readable(container.shex()).map(|program| program.version()),
        ),
        (
            parts::SHDR,
            readable(container.shdr()).map(|program| program.version()),
        ),
    ]
}

/// The value, if the part can be read; other checks report the error.
fn readable<T>(part: Result<Option<T>>) -> Option<T> {
    part.ok().flatten()
}
