use dxc_runtime::Record;

/// Names a string, and a run of no length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Record)]
pub struct Named {
    /// A string or a run?
    #[dxc(names = strings, run = numbers)]
    pub name: u32,
    /// A run without a length.
    #[dxc(run = numbers)]
    pub first: u32,
}

fn main() {}
