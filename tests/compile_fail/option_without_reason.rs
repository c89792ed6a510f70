#![allow(unused_imports)]

use dxc_format::runtime::int::int;
use dxc_format::runtime::sequence;

/// What is optional, and what should be.
#[sequence(view = NumbersView)]
#[derive(Default, PartialEq)]
pub struct Numbers {
    /// Why should it not be there?
    pub first: Option<u32>,
    /// Where would one keep that it is not?
    #[dxc(if = "first > 0" => int(first) > 0)]
    pub second: u32,
    /// The same of a usual value.
    #[dxc(usual = "4" => int(4))]
    pub third: u32,
}

fn main() {}
