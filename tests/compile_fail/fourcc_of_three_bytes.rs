use dxc_format::runtime::{Part, sequence};

/// A number.
#[sequence(view = NumberView)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Number {
    /// The number.
    pub number: u32,
}

/// Parts.
#[derive(Clone, Debug, PartialEq, Part)]
#[dxc(view = PrivateView)]
pub enum Private {
    /// A number.
    #[dxc(view = NumberView, fourcc("NUMB", "NUM"))]
    Number(Number),
    /// Everything else.
    #[dxc(opaque)]
    Opaque(Vec<u8>),
}

fn main() {}
