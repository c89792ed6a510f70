//! Inputs that nobody would write, tried by the million.
//!
//! A [`Target`] is one body: what is done with an input, and what must hold of it. It panics if that does not hold. It
//! is run three ways: by `cargo test -p soak` over the seeds that are committed, by `cargo xtask soak` over inputs that
//! are made of them here, and by `cargo fuzz` over those that libFuzzer finds.
//!
//! Only `multiply` knows parts: what other inputs are made of, and what is compared, comes from the tables of the format
//! and from what `cargo xtask gen` writes.

mod agree;
mod damage;
mod generated;
mod kinds;
mod limits;
mod make;
mod mend;
pub mod multiply;
mod pieces;
mod seeds;
pub mod targets;
mod text;

pub use generated::new_parts;
pub use make::Maker;
pub use seeds::Seeds;
pub use targets::{TARGETS, Target};

/// Where seeds and findings are, from the root of the repository.
pub const SEEDS: &str = "tests/soak/seeds";
