//! The stages of a pipeline in order, and the rules for all of them.

use alloc::vec::Vec;
use core::fmt;

use super::elements::{self, kind_of_semantic};
use super::links::{Interface, RASTERIZED_STREAM};
use super::mismatch::{Mismatch, title};
use super::rules::{
    AS_WITHOUT_MS, GS_TOPOLOGY, HS_XOR_DS, NO_POSITION, PATCH_TOPOLOGY, PAYLOAD_SIZE, SHADER_MODELS,
};
use super::stage::{Stage, StageElement, StageSignature};
use super::{Mismatches, tessellation};
use crate::pipelines::{PipelineStage, PrimitiveTopologyType};
use dxc_format::constants::{D3DSystemValue, SemanticKind};

/// The stages of a pipeline.
#[derive(Clone, Debug)]
pub struct Pipeline {
    stages: Vec<Stage>,
    topology: Option<PrimitiveTopologyType>,
}

/// The reason why stages cannot be in one pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// Two shaders have the same stage; the second one has this position.
    Repeated(PipelineStage, usize),
    /// No pipeline can have these two stages; the second one has this position.
    Excluded(PipelineStage, PipelineStage, usize),
}

/// A render target that a pixel shader writes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RenderTarget<'s> {
    /// The index of `SV_Target`.
    pub index: u32,
    /// The output.
    pub element: &'s StageElement,
}

impl Pipeline {
    /// Creates the pipeline of these shaders, in any order.
    ///
    /// # Errors
    /// If there are two shaders of a stage, or stages of different pipelines.
    pub fn new(stages: impl IntoIterator<Item = Stage>) -> Result<Self, Refused> {
        let mut known: Vec<Stage> = Vec::new();
        for (position, stage) in stages.into_iter().enumerate() {
            for other in &known {
                if other.stage == stage.stage {
                    return Err(Refused::Repeated(stage.stage, position));
                }
                if excludes(other.stage, stage.stage) || excludes(stage.stage, other.stage) {
                    return Err(Refused::Excluded(other.stage, stage.stage, position));
                }
            }
            known.push(stage);
        }
        known.sort_by_key(|stage| depth(stage.stage));
        Ok(Self {
            stages: known,
            topology: None,
        })
    }

    /// Sets the type of the pipeline's primitives, which hull and geometry shaders must accept.
    pub fn with_topology(self, topology: PrimitiveTopologyType) -> Self {
        Self {
            topology: Some(topology),
            ..self
        }
    }

    /// The stages in the order in which they run.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// A stage of the pipeline.
    pub fn get(&self, stage: PipelineStage) -> Option<&Stage> {
        self.stages.iter().find(|known| known.stage == stage)
    }

    /// The stage that runs before another one, if the pipeline has it.
    pub fn before(&self, stage: PipelineStage) -> Option<&Stage> {
        let mut stages = stage.after().iter();
        let found = stages.find_map(|stage| self.get(*stage))?;
        // A hull or domain shader without the other one is between the vertex shader and a later stage.
        let is_cut = self.is_half_tessellated() && found.stage == PipelineStage::Vertex;
        let is_hull = stage == PipelineStage::Hull;
        Some(found).filter(|_| !is_cut || is_hull)
    }

    /// The values that a stage reads from the stage before; `None` if the pipeline has none.
    pub fn interface(&self, stage: PipelineStage) -> Option<Interface<'_>> {
        Some(Interface::new(self.before(stage)?, self.get(stage)?))
    }

    /// The render targets that the pixel shader writes, in the order of its outputs.
    pub fn render_targets(&self) -> impl Iterator<Item = RenderTarget<'_>> {
        let outputs = self
            .get(PipelineStage::Pixel)
            .and_then(|stage| stage.outputs.as_ref());
        let outputs = outputs
            .into_iter()
            .flat_map(|signature| &signature.elements);
        let targets = outputs.filter(|output| is_kind(output, SemanticKind::Target));
        targets.map(|element| RenderTarget {
            index: element.element.index,
            element,
        })
    }

    /// Checks the [rules](super::rules): each mismatch of two stages, in the order in which they run.
    pub fn validate(&self) -> Mismatches {
        let mut found = Mismatches::default();
        self.check_models(&mut found);
        self.check_presence(&mut found);
        for stage in &self.stages {
            if let Some(before) = self.before(stage.stage) {
                match stage.stage {
                    PipelineStage::Domain => tessellation::check(before, stage, &mut found),
                    PipelineStage::Mesh => check_payload(before, stage, &mut found),
                    _ => elements::check(before, stage, &mut found),
                }
            }
        }
        self.check_primitives(&mut found);
        self.check_position(&mut found);
        found
    }

    fn is_half_tessellated(&self) -> bool {
        let has = |stage| self.get(stage).is_some();
        has(PipelineStage::Hull) != has(PipelineStage::Domain)
    }

    fn check_models(&self, found: &mut Mismatches) {
        let of = |is_dxil| {
            self.stages
                .iter()
                .find(move |stage| stage.is_dxil == Some(is_dxil))
        };
        if let (Some(dxil), Some(other)) = (of(true), of(false)) {
            let mismatch = Mismatch::new(&SHADER_MODELS, other.stage, Some(dxil.stage), "");
            let profiles = (
                other.profile,
                dxil.profile,
                title(dxil.stage).to_ascii_lowercase(),
            );
            let (profile, theirs, before) = profiles;
            found.push(mismatch.found(format_args!("is {profile}, but {theirs} in the {before}")));
        }
    }

    fn check_presence(&self, found: &mut Mismatches) {
        let half = [PipelineStage::Hull, PipelineStage::Domain];
        let half = half.into_iter().find(|stage| self.get(*stage).is_some());
        if let Some(stage) = half.filter(|_| self.is_half_tessellated()) {
            found.push(Mismatch::new(&HS_XOR_DS, stage, None, ""));
        }
        let amplification = self.get(PipelineStage::Amplification);
        if let Some(stage) = amplification.filter(|_| self.get(PipelineStage::Mesh).is_none()) {
            found.push(Mismatch::new(&AS_WITHOUT_MS, stage.stage, None, ""));
        }
    }

    /// Checks that hull and geometry shaders accept the primitives that they receive.
    fn check_primitives(&self, found: &mut Mismatches) {
        let (hull, geometry) = (
            self.get(PipelineStage::Hull),
            self.get(PipelineStage::Geometry),
        );
        let topology = self.topology;
        if let (Some(hull), Some(topology)) = (hull, topology)
            && !topology.hull()
        {
            let mismatch = Mismatch::new(&PATCH_TOPOLOGY, hull.stage, None, "");
            found.push(mismatch.found(format_args!("the topology is {topology}")));
        }
        match (hull, geometry, topology) {
            (Some(hull), Some(geometry), _) => {
                tessellation::check_geometry(hull, geometry, found);
            }
            (None, Some(geometry), Some(topology)) => {
                let taken = geometry.description.input_primitive;
                if let Some(taken) = taken
                    && !topology.geometry().contains(&taken)
                {
                    let mismatch = Mismatch::new(&GS_TOPOLOGY, geometry.stage, None, "");
                    found.push(
                        mismatch.found(format_args!("is {taken}, and the topology is {topology}")),
                    );
                }
            }
            _ => {}
        }
    }

    /// Checks that the last stage before the pixel shader writes a position.
    fn check_position(&self, found: &mut Mismatches) {
        let last = self.before(PipelineStage::Pixel);
        let last = last.filter(|_| self.get(PipelineStage::Pixel).is_some());
        let Some((last, outputs)) = last.and_then(|last| Some((last, last.outputs.as_ref()?)))
        else {
            return;
        };
        if !has_position(outputs) {
            found.push(Mismatch::new(&NO_POSITION, last.stage, None, ""));
        }
    }
}

/// Whether a signature has the position of the stream that is rasterized.
fn has_position(outputs: &StageSignature) -> bool {
    let mut elements = outputs.elements.iter().map(|output| &output.element);
    elements.any(|element| {
        element.stream == RASTERIZED_STREAM && element.system_value == D3DSystemValue::Position
    })
}

/// Whether an element is this system value, by its name.
fn is_kind(element: &StageElement, kind: SemanticKind) -> bool {
    kind_of_semantic(&element.name) == Some(kind)
}

/// Checks that the payloads of an amplification shader and a mesh shader have the same size.
fn check_payload(amplification: &Stage, mesh: &Stage, found: &mut Mismatches) {
    let sizes = (
        amplification.description.payload_size,
        mesh.description.payload_size,
    );
    if let (Some(written), Some(read)) = sizes
        && written != read
    {
        let value = alloc::format!(
            "({written}) doesn't match the input payload size for the mesh shader ({read})"
        );
        let mismatch = Mismatch::new(&PAYLOAD_SIZE, mesh.stage, Some(amplification.stage), &value);
        found.push(mismatch);
    }
}

fn excludes(one: PipelineStage, other: PipelineStage) -> bool {
    one.excludes().contains(&other)
}

/// The number of stages that may precede a stage.
fn depth(stage: PipelineStage) -> usize {
    let before = stage.after().iter();
    before.map(|stage| depth(*stage) + 1).max().unwrap_or(0)
}

/// For example `two vertex shaders`.
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lower = |stage| title(stage).to_ascii_lowercase();
        match self {
            Self::Repeated(stage, _) => write!(f, "a second {}", lower(*stage)),
            Self::Excluded(one, other, _) => {
                write!(
                    f,
                    "a {} is in no pipeline with a {}",
                    lower(*other),
                    lower(*one)
                )
            }
        }
    }
}

impl core::error::Error for Refused {}
