use dxc_format::runtime::bits;

/// A field that is wider than its type.
#[bits(u16)]
pub struct Model {
    /// The version.
    #[bits(15)]
    pub version: u8,
    /// Whether it is one.
    #[bits(1)]
    pub valid: bool,
}

fn main() {}
