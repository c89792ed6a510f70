//! Analysis of PSV0: [`dependencies`] of outputs, [the stage](dxc_format::Container::shader_stage), and [its
//! rules](crate::psv0::validate).
//!
//! The values themselves are in [`psv0`](dxc_format::psv0).

mod dependencies;
pub(crate) mod stage;
mod stored;
pub(crate) mod validate;

pub use dependencies::{DependentOutputs, dependencies, dependent_outputs};
pub use stage::{TargetProfile, target_profile, thread_group};
pub(crate) use stage::{num_threads, tokenized_program};
pub(crate) use stored::{lacks, readable};
pub(crate) use validate::findings;
pub use validate::{lint, validate};
