//! Tests how many allocations work needs, and how large they are; only those of the test's own thread count.
#![allow(clippy::unwrap_used, missing_docs)]

mod allocation;
mod documents;
mod linear;
mod runtime_data;

// The functions of the benchmark, which read every field through views.
#[path = "../../../dxc-format/benches/containers/ours/mod.rs"]
#[allow(dead_code, reason = "no test needs all of it")]
mod ours;
