//! Tests the HTML pages in a browser: `cargo test -p tests --features browser --test browser`. It needs Chromium
//! (`apt-get install chromium`).
#![allow(clippy::unwrap_used, missing_docs)]

mod devtools;
mod fields;
mod pipeline;
mod reference;
mod told;
mod viewer;

#[path = "../built/mod.rs"]
mod built;
#[path = "../program/dxobj.rs"]
mod program;
#[path = "../xtask/mod.rs"]
mod xtask;
