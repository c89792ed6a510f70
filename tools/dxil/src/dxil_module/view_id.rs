//! Reads the dependencies of outputs: `dx.viewIdState`.

use alloc::vec::Vec;

use super::features::required_features;
use super::read::metadata_error;
use super::{DxilModule, shader_flags};
use dxc_format::Result;
use dxc_format::constants::{FeatureFlags, ShaderKind};
use dxc_format::psv0::{
    inputs_patch_constants, outputs_patch_constants, outputs_primitives, streams,
};
use dxc_format::runtime::int::int;

/// The dependencies of a shader's outputs, by component number: component c of vector v has the number 4 * v + c.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ViewIdState {
    /// The outputs of each stream.
    pub streams: Vec<Dependence>,
    /// The patch constants of a hull shader, or the primitives of a mesh shader.
    pub patches_or_primitives: Option<Dependence>,
    /// The dependencies of a domain shader's outputs on patch constants.
    pub outputs_on_patches: Option<Dependence>,
}

/// The dependencies of some outputs on inputs and on the view ID.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Dependence {
    inputs: u32,
    outputs: u32,
    /// A bit for each output; empty if the shader does not read the view ID.
    view_id: Vec<u32>,
    /// For each input, a bit for each output.
    table: Vec<u32>,
}

impl Dependence {
    /// Creates the dependencies of outputs on inputs. `view_id` is the mask of the outputs that depend on the view ID;
    /// it may be empty. `table` is a mask of outputs for each input.
    pub fn new(inputs: u32, outputs: u32, view_id: Vec<u32>, table: Vec<u32>) -> Self {
        Self {
            inputs,
            outputs,
            view_id,
            table,
        }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// The number of outputs.
    pub fn outputs(&self) -> u32 {
        self.outputs
    }

    /// The words of the mask of outputs that depend on the view ID, and of the masks of each input.
    pub fn words(&self) -> (&[u32], &[u32]) {
        (&self.view_id, &self.table)
    }

    /// Whether an output depends on the view ID.
    pub fn depends_on_view(&self, output: usize) -> bool {
        has_bit(&self.view_id, output)
    }

    /// Whether an output depends on an input.
    pub fn depends(&self, output: usize, input: usize) -> bool {
        let words = mask_words(self.outputs);
        let start = input.checked_mul(words);
        let row = start.and_then(|start| self.table.get(start..)?.get(..words));
        row.is_some_and(|row| has_bit(row, output))
    }

    /// The outputs that depend on the view ID.
    pub fn outputs_on_view(&self) -> impl Iterator<Item = usize> {
        let outputs = self.view_id.len().saturating_mul(u32::BITS as usize);
        let outputs = outputs.min(self.outputs as usize);
        (0..outputs).filter(|output| self.depends_on_view(*output))
    }

    /// The inputs that an output depends on.
    pub fn inputs_of(&self, output: usize) -> impl Iterator<Item = usize> {
        // Without a table, the number of inputs is not limited by the data.
        let inputs = self.table.len().min(self.inputs as usize);
        (0..inputs).filter(move |input| self.depends(output, *input))
    }

    /// The outputs that depend on an input.
    pub fn outputs_on_inputs(&self) -> impl Iterator<Item = usize> {
        let outputs = self.table.len().saturating_mul(u32::BITS as usize);
        let outputs = outputs.min(self.outputs as usize);
        (0..outputs).filter(|output| self.inputs_of(*output).next().is_some())
    }
}

/// The dependencies of a module's outputs; `None` if the module does not store them, because there are none, or if its
/// stage is unknown, so that their layout is, too.
///
/// # Errors
/// If the state ends too early.
pub fn view_id_state(module: &DxilModule<'_>) -> Result<Option<ViewIdState>> {
    if module.view_id_words.is_empty() || !module.shader_model.kind.is_known() {
        return Ok(None);
    }
    let features = required_features(shader_flags(module));
    let is_reading = features.contains(FeatureFlags::ViewID);
    let state = ViewIdState::read(&module.view_id_words, module.shader_model.kind, is_reading);
    state
        .ok_or_else(|| metadata_error("the view ID state ends too early"))
        .map(Some)
}

impl ViewIdState {
    fn read(words: &[u32], kind: ShaderKind, reads_view_id: bool) -> Option<Self> {
        let mut words = words.iter().copied();
        let inputs = words.next()?;
        let mut state = Self::default();
        let kind = int(kind);
        for _ in 0..streams(kind).get()? {
            let outputs = words.next()?;
            let dependence = Dependence::read(&mut words, inputs, outputs, reads_view_id)?;
            state.streams.push(dependence);
        }
        if outputs_patch_constants(kind) == 1 || outputs_primitives(kind) == 1 {
            let outputs = words.next()?;
            let dependence = Dependence::read(&mut words, inputs, outputs, reads_view_id)?;
            state.patches_or_primitives = Some(dependence);
        } else if inputs_patch_constants(kind) == 1 {
            let patch_constants = words.next()?;
            let outputs = state.streams.first()?.outputs;
            let dependence = Dependence::read(&mut words, patch_constants, outputs, false)?;
            state.outputs_on_patches = Some(dependence);
        }
        Some(state)
    }
}

impl Dependence {
    fn read(
        words: &mut impl Iterator<Item = u32>,
        inputs: u32,
        outputs: u32,
        reads_view_id: bool,
    ) -> Option<Self> {
        let row = mask_words(outputs);
        let mut read = |count: usize| -> Option<Vec<u32>> {
            let read: Vec<u32> = words.take(count).collect();
            (read.len() == count).then_some(read)
        };
        let view_id = read(if reads_view_id { row } else { 0 })?;
        let table = read(row.checked_mul(inputs as usize)?)?;
        Some(Self::new(inputs, outputs, view_id, table))
    }
}

/// The number of 32-bit words in a mask with a bit for each output.
fn mask_words(outputs: u32) -> usize {
    outputs.div_ceil(u32::BITS) as usize
}

fn has_bit(words: &[u32], bit: usize) -> bool {
    let width = u32::BITS as usize;
    let word = words.get(bit / width);
    word.is_some_and(|word| word >> (bit % width) & 1 == 1)
}
