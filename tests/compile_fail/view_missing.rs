use dxc_format::runtime::{Part, sequence};

/// What is its view called?
#[sequence]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Number {
    /// The number.
    pub number: u32,
}

/// And this one's?
#[derive(Clone, Debug, PartialEq, Part)]
pub enum Private {
    /// Everything.
    #[dxc(opaque)]
    Opaque(Vec<u8>),
}

fn main() {}
