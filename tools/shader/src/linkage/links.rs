//! Finds the output that each input of a stage reads.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::elements::{is_by_name, is_generated, path};
use super::stage::{Stage, StageElement, StageSignature};
use crate::PartPath;
use crate::pipelines::PipelineStage;
use dxc_format::FourCC;

/// The stream that is rasterized, and that a pixel shader reads, unless the description of stream output selects
/// another stream.
pub(super) const RASTERIZED_STREAM: u32 = 0;

/// Two consecutive stages of a pipeline, and the values that they pass.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Interface<'s> {
    /// The stage before.
    pub before: &'s Stage,
    /// The stage.
    pub stage: &'s Stage,
    /// The outputs of the stage before, and the patch constants or the outputs per primitive.
    pub outputs: Vec<LinkedElement<'s>>,
    /// The inputs of the stage, and the patch constants of a domain shader, with their sources.
    pub links: Vec<Link<'s>>,
}

/// An element of a signature, and its position.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LinkedElement<'s> {
    /// The part that stores it.
    pub part: FourCC,
    /// Its position in the signature.
    pub index: usize,
    /// The element.
    pub element: &'s StageElement,
}

/// An input of a stage, and its source.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Link<'s> {
    /// The input.
    pub input: LinkedElement<'s>,
    /// Its source.
    pub source: Source<'s>,
}

/// The source of an input.
#[derive(Clone, Copy, Debug)]
pub enum Source<'s> {
    /// An output of the stage before, with the same semantic.
    Output(LinkedElement<'s>),
    /// The system generates the value.
    System,
    /// No stage of the pipeline writes the value.
    Missing,
}

impl LinkedElement<'_> {
    /// The field of the part, as in [`Mismatch`](super::Mismatch).
    pub fn path(&self) -> PartPath {
        path(self.part, self.index)
    }
}

impl<'s> Interface<'s> {
    /// Links the inputs of a stage with the outputs of the stage before.
    pub(super) fn new(before: &'s Stage, stage: &'s Stage) -> Self {
        let (outputs, links) = (Vec::new(), Vec::new());
        let mut interface = Self {
            before,
            stage,
            outputs,
            links,
        };
        let (inputs, outputs) = (stage.inputs.iter(), before.outputs.iter());
        match stage.stage {
            PipelineStage::Domain => {
                interface.link(inputs, outputs);
                interface.link(stage.patch.iter(), before.patch.iter());
            }
            // Of a mesh shader's patch signature, the elements are passed to the next stage: they are its outputs per
            // primitive.
            _ => interface.link(
                inputs,
                outputs.chain(before.patch.iter().filter(|_| is_by_name(before.stage))),
            ),
        }
        interface
    }

    fn link(
        &mut self,
        inputs: impl Iterator<Item = &'s StageSignature>,
        outputs: impl Iterator<Item = &'s StageSignature>,
    ) {
        let mut by_semantic = BTreeMap::new();
        for output in outputs.flat_map(linked) {
            if output.element.element.stream == RASTERIZED_STREAM {
                // If several outputs have the same semantic, the first one is used.
                by_semantic.entry(key(output.element)).or_insert(output);
                self.outputs.push(output);
            }
        }
        for input in inputs.flat_map(linked) {
            let source = match by_semantic.get(&key(input.element)) {
                Some(output) => Source::Output(*output),
                None if is_generated(input.element, self.before.stage, self.stage.stage) => {
                    Source::System
                }
                None => Source::Missing,
            };
            self.links.push(Link { input, source });
        }
    }
}

/// The elements of a signature with their positions.
fn linked(signature: &StageSignature) -> impl Iterator<Item = LinkedElement<'_>> {
    let elements = signature.elements.iter().enumerate();
    elements.map(|(index, element)| LinkedElement {
        part: signature.part,
        index,
        element,
    })
}

/// The key of a semantic; the case of names is ignored.
pub(super) fn key(element: &StageElement) -> (String, u32) {
    (element.name.to_ascii_lowercase(), element.element.index)
}
