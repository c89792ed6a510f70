//! Compares the dependency tables of PSV0 with those of the program.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::iter;

use super::rules::PROGRAM_DEPENDENCY;
use super::{Program, unreadable};
use crate::report::Report;
use dxc_format::parts::PSV0;
use dxc_format::psv0::{PipelineStateValidation, components};
use dxc_format::runtime::int::int;
use dxil::{Dependence, ViewIdState};

/// The path of the dependencies in the metadata.
const WORDS: &str = "view_id_words";

/// The masks and tables of PSV0, by name.
fn runs(psv: &PipelineStateValidation) -> [(&'static str, &[u32]); 5] {
    [
        ("view_id_outputs", &psv.view_id_outputs),
        (
            "view_id_patches_or_primitives",
            &psv.view_id_patches_or_primitives,
        ),
        ("inputs_to_outputs", &psv.inputs_to_outputs),
        ("inputs_to_patches", &psv.inputs_to_patches),
        ("patches_to_outputs", &psv.patches_to_outputs),
    ]
}

/// The masks and tables that the program implies, in an otherwise empty PSV0.
fn implied(state: &ViewIdState) -> PipelineStateValidation {
    let mut psv = PipelineStateValidation::default();
    for stream in &state.streams {
        psv.view_id_outputs.extend(stream.words().0);
        append_table(&mut psv.inputs_to_outputs, stream);
    }
    if let Some(patches) = &state.patches_or_primitives {
        let view_id = &mut psv.view_id_patches_or_primitives;
        view_id.extend(patches.words().0);
        append_table(&mut psv.inputs_to_patches, patches);
    }
    if let Some(outputs) = &state.outputs_on_patches {
        append_table(&mut psv.patches_to_outputs, outputs);
    }
    psv
}

/// Appends the mask of each input, and empty masks up to the end of the last vector of inputs.
fn append_table(words: &mut Vec<u32>, dependence: &Dependence) {
    let (_, table) = dependence.words();
    let inputs = dependence.inputs() as usize;
    let row = table.len().checked_div(inputs).unwrap_or_default();
    words.extend(table);
    let width: usize = components(int(1)).narrow().unwrap_or(1);
    let last = inputs.checked_rem(width).filter(|last| *last > 0);
    let missing = last.map_or(0, |last| width - last);
    words.extend(iter::repeat_n(0, missing * row));
}

impl Program<'_> {
    /// Compares the masks and tables. A program without them has no dependencies.
    pub(super) fn check_dependencies(&self, psv: &PipelineStateValidation, findings: &mut Report) {
        let expected = match dxil::view_id_state(&self.module) {
            Ok(state) => state.as_ref().map(implied).unwrap_or_default(),
            Err(error) => {
                findings.push(unreadable(self.place(WORDS), &error.to_string()));
                return;
            }
        };
        for ((run, stated), (_, expected)) in runs(psv).into_iter().zip(runs(&expected)) {
            self.compare_words(run, stated, expected, findings);
        }
    }

    /// Compares words. If the counts differ, the numbers of vectors do, which is reported separately.
    fn compare_words(&self, run: &str, stated: &[u32], expected: &[u32], findings: &mut Report) {
        let expected = expected.iter().chain(iter::repeat(&0));
        for (index, (stated, expected)) in stated.iter().zip(expected).enumerate() {
            if stated != expected {
                let place = (PSV0, format!("{run}[{index}]"));
                let masks = [stated, expected].map(|mask| format!("{mask:#x}"));
                let pair = self.pair(&PROGRAM_DEPENDENCY, place, WORDS);
                pair.differ("the mask", masks, findings);
            }
        }
    }
}
