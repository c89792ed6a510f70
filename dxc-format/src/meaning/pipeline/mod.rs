//! The meaning of PSV0: [dependencies] of outputs, [the stage](crate::Container::shader_stage), and [its
//! rules](crate::psv0::PipelineStateValidation::validate).
//!
//! The values themselves are in [`psv0`](crate::psv0).

pub mod dependencies;
mod stage;
#[cfg(feature = "validate")]
pub(crate) mod validate;

pub use stage::TargetProfile;
