use dxc_runtime::sequence;

/// An expression is given twice, as the schema says it and as Rust, unless it is just a name, a number or a length.
#[sequence(view = NumbersView)]
#[derive(Default, PartialEq)]
pub struct Numbers {
    /// How many there are.
    pub count: u32,
    /// The numbers.
    #[dxc(count = "count + 1")]
    pub numbers: Vec<u32>,
    /// The numbers once more.
    #[dxc(count = int(count))]
    pub others: Vec<u32>,
}

fn main() {}
