//! PSV0 by its meaning: what depends on what, and the stage that it is of.

pub mod dependencies;
mod stage;
