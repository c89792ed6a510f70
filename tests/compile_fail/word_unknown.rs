use dxc_format::runtime::sequence;

/// A word that does not exist.
#[sequence(view = TextView)]
#[derive(Default, PartialEq)]
pub struct Text {
    /// How long it is.
    pub size: u32,
    /// The text.
    #[dxc(counted = "size" => size)]
    pub text: Vec<u8>,
}

fn main() {}
