#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
extern crate alloc;

#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

pub mod assembly;
pub mod bindings;
pub mod diff;
pub mod dump;
mod finding;
mod generated;
pub mod level9;
pub mod linkage;
mod programs;
pub mod psv0;
pub mod reflection;
mod report;
mod root_parameter;
pub mod root_signature;
#[cfg(feature = "serde")]
mod serialize;
pub mod signatures;
mod source_lines;
pub mod sources;
mod validate;

pub use bindings::{bindings, bindings_part};
pub use dump::{dump, dump_within};
pub use finding::{Finding, PartPath, Rule, Severity, finding_message};
pub use generated::*;
pub use programs::{dxil_module, programs};
pub use psv0::{target_profile, thread_group};
pub use reflection::{reflect, reflect_within};
pub use report::{Report, Truncated};
pub use signatures::signatures;
pub use source_lines::{SourceLine, source_lines};
pub use sources::{sources, sources_within};
pub use validate::{lint, validate, validate_and_lint, validate_within};
