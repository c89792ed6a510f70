use dxc_runtime::{Switch, open_enum, sequence};

/// A word that does not exist, on a field.
#[sequence(view = TextView)]
#[derive(Default, PartialEq)]
pub struct Text {
    /// How long it is.
    pub size: u32,
    /// The text.
    #[dxc(counted = "size" => size)]
    pub text: Vec<u8>,
}

/// One on a type.
#[open_enum(u8, mirror = "KIND")]
pub enum Kind {
    /// A value.
    One = 1,
}

/// And one in the parentheses of another.
#[derive(Clone, Copy, Default, PartialEq, Switch)]
#[dxc(by = Kind, selector = "kind")]
#[dxc(arm(one: u32, if(One), doc = "A number."))]
pub struct Content(pub [u8; 4]);

fn main() {}
