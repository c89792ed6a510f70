use dxc_format::runtime::Versioned;

/// Fields of versions that do not exist, or come too late.
#[derive(Clone, Copy, Default, PartialEq, Versioned)]
#[dxc(by_size(0, 2, 3))]
pub struct Record {
    /// A field.
    pub a: u32,
    /// Of no version.
    #[dxc(since = 1)]
    b: u32,
    /// Of the last one.
    #[dxc(since = 3)]
    c: u32,
    /// Behind it, but of an older one.
    #[dxc(since = 2)]
    d: u32,
    #[dxc(version)]
    version: u32,
}

fn main() {}
