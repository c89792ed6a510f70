//! The base of generated code, [`dxc_runtime`], with the types of parts and serde.
//!
//! Code that is generated from schemas with parts uses this module. If you read and write containers, its types are the
//! fields of parts; they are also at the crate's root.

mod part_info;
#[doc(hidden)]
pub mod part_type;

pub use dxc_runtime::*;
pub use part_info::{PartInfo, Strip};
pub use part_type::{PartType, PartVisitor};

#[doc(hidden)]
pub use crate::__serde;
#[doc(hidden)]
pub use crate::container::Container;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use crate::text::document::serde_value;

/// The items that serde needs.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($($item:item)*) => { $($item)* };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($($item:item)*) => {};
}
