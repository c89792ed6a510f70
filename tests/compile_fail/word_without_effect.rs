#![allow(unused_imports)]

use dxc_format::runtime::int::int;
use dxc_format::runtime::sequence;

/// A word that its type has no use for.
#[sequence(view = NumbersView)]
#[derive(Default, PartialEq)]
pub struct Numbers {
    /// How many there are.
    #[dxc(is = "len(numbers)" => int(numbers.len()))]
    count: u32,
    /// The numbers.
    #[dxc(count = "count" => int(count), stride = "4" => int(4))]
    pub numbers: Vec<u32>,
    /// A number.
    #[dxc(size = "4" => int(4))]
    pub number: u32,
}

fn main() {}
