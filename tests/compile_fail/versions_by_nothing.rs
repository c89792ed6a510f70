use dxc_format::runtime::Versioned;

/// What tells the version?
#[derive(Clone, Copy, Default, PartialEq, Versioned)]
pub struct Record {
    /// A field.
    pub a: u32,
}

/// Which versions are there?
#[derive(Clone, Copy, Default, PartialEq, Versioned)]
#[dxc(by_value(version: u32))]
pub struct Other {
    /// A field.
    pub a: u32,
}

fn main() {}
