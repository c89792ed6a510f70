//! What parts hold: corpora, dumps by DXC, and values that are edited.
#![allow(clippy::unwrap_used, missing_docs)]

mod bindings;
mod corpus;
mod diff;
mod document_limits;
mod dxc_dumps;
mod errors;
mod limits;
mod multiplied;
mod newer;
mod pdb;
mod pipeline;
mod properties;
mod psv0_validate;
mod rdat_dumps;
mod reflection;
mod runtime_data;
mod runtime_data_tables;
mod scan;
mod small_parts;
mod sources;
mod streams;
mod strip;
mod tables;
mod values;
mod versions;
