use dxc_format::runtime::{Union, open_enum};

/// A selector.
#[open_enum(u8)]
pub enum Kind {
    /// A value.
    One = 1,
}

/// A reading that is larger than the bytes.
#[derive(Clone, Copy, Default, PartialEq, Union)]
#[dxc(by = Kind, selector = "kind")]
#[dxc(arm(one: u64, when(One), doc = "A number."))]
pub struct Content(pub [u8; 4]);

fn main() {}
