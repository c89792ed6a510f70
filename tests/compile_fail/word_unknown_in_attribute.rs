use dxc_format::runtime::{open_enum, sequence};

/// A word that the macro does not have.
#[open_enum(u8, mirror = "KIND")]
pub enum Kind {
    /// A value.
    One = 1,
}

/// Another one, in the first place.
#[sequence(name = View)]
#[derive(Default, PartialEq)]
pub struct Text {
    /// How long it is.
    pub size: u32,
}

fn main() {}
