//! PSV0 by its meaning: what depends on what, the stage that it is of, and the consistency that it promises.

pub mod dependencies;
mod elements;
mod place;
mod rules;
mod stage;
mod tables;
mod validate;

pub use stage::TargetProfile;
