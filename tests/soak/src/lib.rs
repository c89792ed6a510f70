//! Tests guarantees with millions of generated inputs.
//!
//! A [`Target`] is one function: it processes an input and panics if a guarantee is broken. It is run in three ways: by
//! `cargo test -p soak` over the committed seeds, by `cargo xtask soak` over inputs that are derived from them, and by
//! `cargo fuzz` over inputs of libFuzzer.
//!
//! Only `multiply` knows parts: the sources of other inputs come from the tables of the format.

mod damage;
mod kinds;
mod limits;
mod make;
mod mend;
pub mod multiply;
mod seeds;
mod spans;
pub mod table;
pub mod targets;
mod text;

pub use make::Maker;
pub use seeds::Seeds;
pub use targets::{TARGETS, Target};

/// The folder of seeds and findings, from the root of the repository.
pub const SEEDS: &str = "tests/soak/seeds";
