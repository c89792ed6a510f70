//! The metadata of DXIL programs: [resources](Resource) with their names, [entry points](EntryPoint) with their
//! signatures, thread groups and states, and the [layouts of structures](StructAnnotation).
//!
//! ```
//! # fn main() -> dxc_format::Result<()> {
//! use dxc_format::Container;
//!
//! # let file = &std::fs::read("tests/data/cs_reduce.sm60.dxil").unwrap();
//! if let Some(program) = Container::parse(file)?.dxil()? {
//!     let module = dxil::DxilModule::parse(program.bitcode())?;
//!     for resource in &module.resources {
//!         println!("{} in space {}: {}", resource.name, resource.space, resource.kind);
//!     }
//!     let threads = module.entry_points[0].num_threads;
//!     assert!(threads.is_some());
//! }
//! # Ok(())
//! # }
//! ```

mod annotations;
mod entry_point;
mod features;
mod header;
mod module;
mod node;
mod read;
mod resource;
mod signature;
mod stages;
mod view_id;

pub use annotations::{
    FieldAnnotation, FunctionAnnotation, Matrix, ParameterAnnotation, PayloadAnnotation,
    StructAnnotation, TemplateArgument, TypeAnnotations,
};
pub use entry_point::{EntryPoint, WaveSize};
pub use features::required_features;
pub use header::{program_from_bitcode, set_bitcode};
pub use module::{DxilModule, ShaderModel, Sources, Version};
pub use node::{DispatchGrid, Node, NodeIO, NodeId, NodeRecord};
pub use resource::{Element, Resource, ResourceProperties, UavAccess};
pub use signature::Element as SignatureElement;
pub use stages::StageState;
pub use view_id::{Dependence, ViewIdState};
