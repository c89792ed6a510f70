use dxc_runtime::{bits, flags, open_enum};

/// No unsigned integer.
#[open_enum(i32)]
pub enum Kind {
    /// A value.
    One = 1,
}

/// None at all.
#[flags]
pub enum Access {
    /// A bit.
    Read = 1,
}

/// Too wide.
#[bits(u128)]
pub struct Model {
    /// The version.
    #[bits(128)]
    pub version: u128,
}

fn main() {}
