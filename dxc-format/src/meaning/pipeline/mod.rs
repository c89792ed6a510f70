//! The meaning of PSV0: [dependencies] of outputs, [the stage](crate::Container::shader_stage), and [its
//! rules](crate::psv0::PipelineStateValidation::validate).
//!
//! The values themselves are in [`psv0`](crate::psv0).

pub mod dependencies;
#[cfg(feature = "validate")]
mod elements;
#[cfg(feature = "validate")]
mod groups;
#[cfg(feature = "validate")]
pub(crate) mod implied;
#[cfg(feature = "validate")]
mod place;
#[cfg(feature = "validate")]
pub(crate) mod resources;
#[cfg(feature = "validate")]
mod rules;
mod stage;
#[cfg(feature = "validate")]
mod stage_values;
#[cfg(feature = "validate")]
mod tables;
#[cfg(feature = "validate")]
pub(crate) mod touched;
#[cfg(feature = "validate")]
mod validate;

pub use stage::TargetProfile;
