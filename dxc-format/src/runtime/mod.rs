//! The base of generated code: `dxc_runtime`, and the types of parts.
//!
//! Code that is generated from schemas with parts uses this module. If you read and write containers, you see its types
//! as fields of parts; they are also at the crate's root.

mod part_info;
#[doc(hidden)]
pub mod part_type;

pub use dxc_runtime::*;
pub use part_info::{PartInfo, Required, SignatureOf, Strip};
pub use part_type::{PartType, PartVisitor};

#[doc(hidden)]
pub use crate::container::Container;
