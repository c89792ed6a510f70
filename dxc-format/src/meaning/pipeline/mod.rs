//! The meaning of PSV0: [dependencies] of outputs, [the stage](crate::Container::shader_stage), and [its
//! rules](crate::psv0::PipelineStateValidation::validate).
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
