use dxc_format::runtime::open_enum;

/// A value that its integer does not have.
#[open_enum(u8)]
pub enum Kind {
    /// Too large.
    Large = 256,
}

fn main() {}
