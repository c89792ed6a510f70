//! Tests the use of memory in a program of one thread, so that no other thread allocates at the same time.
#![allow(clippy::unwrap_used, missing_docs)]

mod allocation;
mod documents;
mod linear;
mod runtime_data;

// The functions of the benchmark, which read every field through views.
#[path = "../../../dxc-format/benches/containers/ours/mod.rs"]
#[allow(dead_code, reason = "no test needs all of it")]
mod ours;

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    allocation::opening_and_views_do_not_allocate();
    allocation::large_parts_are_not_copied();
    allocation::numbers_of_a_run_need_no_fields_of_their_own();
    allocation::a_refused_file_costs_its_error();
    linear::a_million_resources();
    documents::memory_is_bounded();
    runtime_data::memory_is_bounded();
}
