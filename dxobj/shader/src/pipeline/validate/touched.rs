//! The components in the dependency tables and view masks of PSV0.

use alloc::vec::Vec;

use crate::pipeline::dependencies::{Mask, Table};
use dxc_format::constants::ShaderStage;
use dxc_format::psv0::{PipelineStateValidation, streams};
use dxc_format::runtime::int::int;

/// Components, by their numbers.
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

    /// The components, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let components = self.0.iter().enumerate();
        components.filter_map(|(component, is_there)| is_there.then_some(component))
    }
}

/// The components that something depends on, or that depend on something.
#[derive(Default)]
pub(crate) struct Touched {
    pub(crate) inputs: Components,
    /// The outputs of each stream.
    pub(crate) outputs: [Components; 4],
    /// Patch constants, or the outputs of primitives.
    pub(crate) patches: Components,
}

impl Touched {
    /// The components in the tables and masks of a stage.
    pub(crate) fn new(psv: &PipelineStateValidation, stage: ShaderStage) -> Self {
        let dependencies = crate::pipeline::Dependencies::from(psv);
        // A shader that does not use the view has no masks.
        let uses_view = psv.info.uses_view_id().is_some_and(|uses| uses.get());
        let add_mask = |mask: Option<Mask<&[u32]>>, to: &mut Components| {
            let mask = mask.filter(|_| uses_view);
            mask.iter()
                .flat_map(Mask::iter)
                .for_each(|component| to.insert(component));
        };
        let mut touched = Self::default();
        let Self {
            inputs,
            outputs,
            patches,
        } = &mut touched;
        let count = streams(int(stage)).narrow().unwrap_or_default();
        for (stream, outputs) in outputs.iter_mut().enumerate().take(count) {
            add_table(dependencies.outputs_on_inputs(stream), inputs, outputs);
            add_mask(dependencies.outputs_on_view(stream), outputs);
        }
        add_table(dependencies.patches_on_inputs(), inputs, patches);
        let [outputs, ..] = outputs;
        add_table(dependencies.outputs_on_patches(), patches, outputs);
        add_mask(dependencies.patches_or_primitives_on_view(), patches);
        touched
    }
}

fn add_table(table: Option<Table<&[u32]>>, from: &mut Components, to: &mut Components) {
    for (input, output) in table.iter().flat_map(Table::iter) {
        from.insert(input);
        to.insert(output);
    }
}
