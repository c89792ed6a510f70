use dxc_runtime::{Part, Record, Switch, bits, sequence};

/// The name of its view is missing.
#[sequence]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Number {
    /// The number.
    pub number: u32,
}

/// How wide is its second field?
#[bits(u8)]
pub struct Model {
    /// The minor version.
    #[bits(4)]
    pub minor: u8,
    /// The major version.
    pub major: u8,
}

/// The selector is missing.
#[derive(Clone, Debug, PartialEq, Switch)]
#[dxc(view = ContentView)]
pub enum Content {
    /// A small one.
    #[dxc(when(Small))]
    Small(u8),
}

/// The source of the version is missing.
#[derive(Clone, Copy, Default, PartialEq, Record)]
#[dxc(version(when = "version == 1" => int(version) == 1))]
pub struct Sourceless {
    /// A field.
    pub a: u32,
}

/// Which versions are there?
#[derive(Clone, Copy, Default, PartialEq, Record)]
#[dxc(by_value(version: u32))]
pub struct Other {
    /// A field.
    pub a: u32,
}

/// Which field keeps the version?
#[derive(Clone, Copy, Default, PartialEq, Record)]
#[dxc(by_size(0, 1))]
pub struct Sized {
    /// A field.
    pub a: u32,
}

/// By size, there is a version at least.
#[derive(Clone, Copy, Default, PartialEq, Record)]
#[dxc(by_size())]
pub struct Unversioned {
    /// A field.
    pub a: u32,
    #[dxc(version)]
    version: u32,
}

/// The name of the view of all is missing.
#[derive(Clone, Debug, PartialEq, Part)]
pub enum Private {
    /// Everything.
    #[dxc(opaque)]
    Opaque(Vec<u8>),
}

/// A FourCC without a number, and no variant for all others.
#[derive(Clone, Debug, PartialEq, Part)]
#[dxc(view = PartView)]
pub enum Parts {
    /// A number.
    #[dxc(view = NumberView)]
    Number(u32),
}

fn main() {}
