#![allow(unused_imports)]

use dxc_format::runtime::{StringTable, sequence};

/// Runs that nobody counts.
#[sequence(view = NumbersView)]
#[derive(Default, PartialEq)]
pub struct Numbers {
    /// The numbers.
    pub numbers: Vec<u32>,
    /// The names.
    pub names: StringTable,
}

fn main() {}
