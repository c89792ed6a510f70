//! Where some bytes of a nested sequence lie where an offset says, all do.
use dxc_format::runtime::sequence;

#[sequence(view = InnerView, nested)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inner {
    /// How many.
    #[dxc(is = "len(bytes)" => dxc_format::runtime::int::int(bytes.len()))]
    count: u8,
    /// The bytes.
    #[dxc(bytes, count = "count" => dxc_format::runtime::int::int(count))]
    pub bytes: Vec<u8>,
    /// As many elsewhere.
    #[dxc(bytes, count = "count" => dxc_format::runtime::int::int(count), compare, at = "9" => dxc_format::runtime::int::int(9))]
    pub placed: Vec<u8>,
}

fn main() {}
