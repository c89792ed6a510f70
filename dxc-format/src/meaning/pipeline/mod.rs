//! PSV0 by its meaning: [what depends on what](dependencies), [the stage](crate::Container::shader_stage) that it is of,
//! and [the consistency](crate::psv0::PipelineStateValidation::validate) that it promises.
//!
//! The values themselves are in [`psv0`](crate::psv0).

pub mod dependencies;
mod elements;
mod groups;
pub(crate) mod implied;
mod place;
pub(crate) mod resources;
mod rules;
mod stage;
mod stage_values;
mod tables;
pub(crate) mod touched;
mod validate;

pub use stage::TargetProfile;
