//! Bytes of a nested sequence lie where an offset says.
use dxc_format::sequence;

#[sequence(view = InnerView, nested)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inner {
    /// How many.
    #[dxc(is = "len(bytes)" => dxc_format::int::int(bytes.len()))]
    count: u8,
    /// The bytes.
    #[dxc(count = "count" => dxc_format::int::int(count))]
    pub bytes: Vec<u8>,
}

fn main() {}
