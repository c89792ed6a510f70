//! A shader of a pipeline: its signatures, and the properties that other stages must match.

use alloc::string::String;
use alloc::vec::Vec;

use crate::pipelines::PipelineStage;
use crate::psv0::TargetProfile;
use crate::reflection::{StageDescription, stage_description};
use dxc_format::constants::ShaderKind;
use dxc_format::parts;
use dxc_format::runtime::attributes::Attributes;
use dxc_format::signature::{SignatureElement, SignatureView};
use dxc_format::{Container, FourCC, Limits, Result};
use dxil::budgets::Budgets;

/// A shader of a pipeline.
///
/// ```
/// use dxc_format::Container;
/// use dxc_shader::linkage::Stage;
///
/// # fn main() -> dxc_format::Result<()> {
/// # let file = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
/// let stage = Stage::read(&Container::parse(file)?)?.unwrap();
/// assert_eq!(stage.profile.to_string(), "vs_6_0");
/// assert_eq!(stage.outputs.unwrap().elements[0].name, "SV_Position");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Stage {
    /// The stage.
    pub stage: PipelineStage,
    /// The target profile.
    pub profile: TargetProfile,
    /// The inputs; `None` if no part stores them.
    pub inputs: Option<StageSignature>,
    /// The outputs; `None` if no part stores them.
    pub outputs: Option<StageSignature>,
    /// The patch constants of a hull or domain shader, or the outputs per primitive of a mesh shader.
    pub patch: Option<StageSignature>,
    /// The properties that are specific to the stage.
    pub description: StageDescription,
    /// Whether it is DXIL; `None` if the container has no program, and no PSV0.
    pub is_dxil: Option<bool>,
}

/// A signature of a stage.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StageSignature {
    /// The part that stores it.
    pub part: FourCC,
    /// Its elements.
    pub elements: Vec<StageElement>,
}

/// An element of a signature.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StageElement {
    /// The semantic name; empty if it cannot be read.
    pub name: String,
    /// The element.
    pub element: SignatureElement,
}

impl StageElement {
    /// The register and the components, such as `r1.xy`.
    pub fn location(&self) -> String {
        super::elements::location(&self.element)
    }
}

impl Stage {
    /// Reads a shader; `None` if no part stores its stage, or if it is not in a pipeline, like a library.
    ///
    /// # Errors
    /// If a part that it needs cannot be read, or the names of its elements exceed the limits.
    pub fn read(container: &Container<'_>) -> Result<Option<Self>> {
        Self::read_within(container, &Limits::of_input(container.as_bytes().len()))
    }

    /// Like [`read`](Self::read), within limits.
    ///
    /// # Errors
    /// As `read`.
    pub fn read_within(container: &Container<'_>, limits: &Limits) -> Result<Option<Self>> {
        let Some(profile) = crate::target_profile(container)? else {
            return Ok(None);
        };
        let Some(stage) = stage_of(profile.kind) else {
            return Ok(None);
        };
        let mut budgets = Budgets::new(limits);
        let mut read = |views: &[(FourCC, Option<SignatureView<'_>>)]| {
            let mut views = views.iter();
            let first = views.find_map(|(part, view)| Some((*part, (*view)?)));
            first
                .map(|(part, view)| StageSignature::read(view, part, &mut budgets))
                .transpose()
        };
        let inputs = read(&[
            (parts::ISG1, container.isg1()?),
            (parts::ISGN, container.isgn()?),
        ])?;
        let outputs = read(&[
            (parts::OSG1, container.osg1()?),
            (parts::OSG5, container.osg5()?),
            (parts::OSGN, container.osgn()?),
        ])?;
        let patch = read(&[
            (parts::PSG1, container.psg1()?),
            (parts::PCSG, container.pcsg()?),
        ])?;
        Ok(Some(Self {
            stage,
            profile,
            inputs,
            outputs,
            patch,
            description: stage_description(container, profile.kind)?,
            is_dxil: is_dxil(container),
        }))
    }
}

/// Whether a shader is DXIL, by its parts; `None` if it has only parts that both formats have.
fn is_dxil(container: &Container<'_>) -> Option<bool> {
    let has = |parts: &[FourCC]| parts.iter().any(|part| container.find(*part).is_some());
    if has(&[parts::DXIL, parts::ILDB, parts::PSV0]) {
        Some(true)
    } else {
        has(&[parts::SHEX, parts::SHDR]).then_some(false)
    }
}

/// The stage of a kind of shaders.
fn stage_of(kind: ShaderKind) -> Option<PipelineStage> {
    let stage = PipelineStage(kind.0);
    stage.entry().map(|_| stage)
}

impl StageSignature {
    fn read(view: SignatureView<'_>, part: FourCC, budgets: &mut Budgets) -> Result<Self> {
        let mut elements = Vec::new();
        for element in view.elements() {
            budgets.take::<StageElement>()?;
            let name = budgets.copy(element.name_in(view).unwrap_or_default())?;
            elements.push(StageElement { name, element });
        }
        Ok(Self { part, elements })
    }
}
