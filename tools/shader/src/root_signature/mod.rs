//! Analysis of root signatures.

#[doc(hidden)]
pub mod clause;
pub(crate) mod convert;
pub(crate) mod coverage;
mod exclusive;
// These modules are public for `dxc-root-signature`, which prints and parses the fields and flags of these tables.
#[doc(hidden)]
pub mod fields;
#[doc(hidden)]
pub mod flags;
mod library;
mod payload;
mod registers;
pub(crate) mod resources;
pub mod rules;
mod sampler;
mod signature_path;
mod subobjects;
mod tables;
mod validate;

pub use convert::{Converted, to_version};
pub use coverage::{validate_container, validate_shader, visibility};
pub use subobjects::{global_subobjects, subobjects};
pub use validate::validate;

#[doc(hidden)]
pub use crate::root_parameter::{clause_of_type, later_version, parameter, type_of_clause};
pub use crate::root_parameter::{constants, cost, descriptor, register, resource_class, table};
