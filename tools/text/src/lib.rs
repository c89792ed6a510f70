#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
extern crate alloc;

mod encoding;
mod escape;
#[cfg(feature = "excerpt")]
pub mod excerpt;
mod lines;
pub mod words;

pub use encoding::to_utf8;
pub use escape::{Printable, escape, escape_json, is_hidden, is_printable};
pub use lines::Lines;
