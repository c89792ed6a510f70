//! Analysis of root signatures.

pub(crate) mod convert;
pub(crate) mod coverage;
mod exclusive;
pub(crate) mod fields;
pub(crate) mod flags;
mod library;
mod payload;
mod registers;
pub(crate) mod resources;
pub mod rules;
mod sampler;
mod signature_path;
mod subobjects;
mod tables;
mod text;
mod validate;

pub use convert::{Converted, to_version};
pub use coverage::{validate_container, validate_shader, visibility};
pub use subobjects::{global_subobjects, subobjects};
pub use text::*;
pub use validate::validate;

pub use crate::root_parameter::{constants, cost, descriptor, register, resource_class, table};
