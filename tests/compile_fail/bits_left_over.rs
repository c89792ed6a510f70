use dxc_format::runtime::bits;

/// Fields that do not fill their integer.
#[bits(u8)]
pub struct Model {
    /// The minor version.
    #[bits(4)]
    pub minor: u8,
    /// The major version.
    #[bits(3)]
    pub major: u8,
}

fn main() {}
