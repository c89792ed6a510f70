#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
extern crate alloc;

mod build;
mod document;
pub mod encoded;
mod file;
mod file_layout;
mod older;
mod part_task;
mod path;
mod render;
mod seek;
mod source_info;
mod text;
pub mod yaml;
mod yaml_error;
mod yaml_reader;

pub use document::Document;
#[doc(inline)]
pub use dxc_runtime::values::{DocumentError, Map, Node, build, build_in, layout, show};
pub use render::{locate, render};
