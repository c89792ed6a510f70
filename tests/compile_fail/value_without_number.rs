use dxc_runtime::open_enum;

/// Values without numbers.
#[open_enum(u8)]
pub enum Kind {
    /// With a number.
    One = 1,
    /// Without.
    Two,
    /// Not a plain value.
    Three(u8),
}

fn main() {}
