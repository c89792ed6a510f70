//! Reads the components in the dependency tables and view masks of PSV0.

use alloc::vec::Vec;

use dxc_format::psv0::PipelineStateValidation;
use dxil::Dependence;

/// A set of components, by their numbers.
#[derive(Default)]
pub(crate) struct Components(Vec<bool>);

impl Components {
    pub(crate) fn insert(&mut self, component: usize) {
        if self.0.len() <= component {
            self.0.resize(component + 1, false);
        }
        if let Some(is_there) = self.0.get_mut(component) {
            *is_there = true;
        }
    }

    pub(crate) fn contains(&self, component: usize) -> bool {
        self.0.get(component).copied().unwrap_or_default()
    }

    /// The components of the set, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let components = self.0.iter().enumerate();
        components.filter_map(|(component, is_there)| is_there.then_some(component))
    }
}

/// The components that depend on others, or that others depend on.
#[derive(Default)]
pub(crate) struct Touched {
    pub(crate) inputs: Components,
    /// The outputs of each stream.
    pub(crate) outputs: [Components; 4],
    /// Patch constants, or the outputs of primitives.
    pub(crate) patches: Components,
}

impl Touched {
    /// The components in the tables and masks.
    pub(crate) fn new(psv: &PipelineStateValidation) -> Self {
        let state = crate::psv0::dependencies(psv);
        let mut touched = Self::default();
        let Self {
            inputs,
            outputs,
            patches,
        } = &mut touched;
        for (stream, outputs) in state.streams.iter().zip(outputs.iter_mut()) {
            add(stream, inputs, outputs);
        }
        let of_patches = state.patches_or_primitives.iter();
        of_patches.for_each(|dependence| add(dependence, inputs, patches));
        let [outputs, ..] = outputs;
        let on_patches = state.outputs_on_patches.iter();
        on_patches.for_each(|dependence| add(dependence, patches, outputs));
        touched
    }
}

fn add(dependence: &Dependence, from: &mut Components, to: &mut Components) {
    for output in dependence.outputs_on_view() {
        to.insert(output);
    }
    for output in dependence.outputs_on_inputs() {
        to.insert(output);
        for input in dependence.inputs_of(output) {
            from.insert(input);
        }
    }
}
