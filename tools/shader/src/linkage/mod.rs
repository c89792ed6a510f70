//! Checks whether the shaders of a pipeline match each other, and reports mismatches like Direct3D's debug layer.
//!
//! `CreateGraphicsPipelineState` compares the signatures of the stages. It fails, and the debug layer reports a message, if a
//! stage reads a semantic that the stage before does not write, or that is in another register, or of another type. Every
//! [`Mismatch`] has the number, the name and the text of that message. The [`rules`] have their sources.
//!
//! ```
//! use dxc_format::Container;
//! use dxc_shader::linkage::{Pipeline, Stage};
//!
//! # fn main() -> dxc_format::Result<()> {
//! # let vs = &std::fs::read("tests/data/dxc/vs_basic.sm60.dxil").unwrap();
//! # let ps = &std::fs::read("tests/data/dxc/ps_textured.sm60.dxil").unwrap();
//! let stages = [vs, ps].map(|file| Stage::read(&Container::parse(file)?));
//! let stages: Vec<Stage> = stages.into_iter().filter_map(|stage| stage.transpose()).collect::<Result<_, _>>()?;
//! let pipeline = Pipeline::new(stages).expect("a vertex and a pixel shader");
//! for mismatch in pipeline.validate() {
//!     println!("#{}: {}", mismatch.message.0, mismatch.text);
//! }
//! # let numbers: Vec<u32> = pipeline.validate().iter().map(|mismatch| mismatch.message.0).collect();
//! # assert!(numbers.is_empty());
//! # Ok(())
//! # }
//! ```

mod elements;
mod input_layout;
mod links;
mod mismatch;
mod mismatches;
mod pipeline;
mod resources;
pub mod rules;
mod stage;
mod tessellation;

pub use input_layout::{InputElement, NoInputElement, check_input_layout};
pub use links::{Interface, Link, LinkedElement, Source};
pub use mismatch::{Mismatch, Semantic, title};
pub use mismatches::Mismatches;
pub use pipeline::{Pipeline, Refused, RenderTarget};
pub use resources::check_root_signature;
pub use stage::{Stage, StageElement, StageSignature};
