use dxc_format::runtime::bits;

/// A field without a width.
#[bits(u8)]
pub struct Model {
    /// The minor version.
    #[bits(4)]
    pub minor: u8,
    /// The major version.
    pub major: u8,
}

fn main() {}
