use dxc_format::runtime::sequence;

/// Follows a record that it does not have.
#[sequence(view = FollowerView, follows = head)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Follower {
    /// A number.
    pub number: u32,
    /// Bytes behind it.
    #[dxc(trailing)]
    pub trailing: Vec<u8>,
}

fn main() {}
