use dxc_format::runtime::Versioned;

/// Versions that do not ascend.
#[derive(Clone, Copy, Default, PartialEq, Versioned)]
#[dxc(by_size(1, 0))]
pub struct Record {
    /// A field.
    pub a: u32,
    #[dxc(version)]
    version: u32,
}

/// A version that nobody keeps.
#[derive(Clone, Copy, Default, PartialEq, Versioned)]
#[dxc(by_size(0, 1))]
pub struct Other {
    /// A field.
    pub a: u32,
}

fn main() {}
