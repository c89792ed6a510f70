#![allow(unused_imports)]

use dxc_runtime::Record;
use dxc_runtime::int::int;

/// By value, no field has a first version.
#[derive(Clone, Copy, Default, PartialEq, Record)]
#[dxc(by_value(version: u32))]
#[dxc(version(when = "version == 1" => int(version) == 1))]
pub struct Mine {
    /// A field.
    #[dxc(since = 1)]
    pub a: u32,
}

/// By size, no version has a list of fields.
#[derive(Clone, Copy, Default, PartialEq, Record)]
#[dxc(by_size(0))]
#[dxc(version(when = "version == 1" => int(version) == 1))]
pub struct Other {
    /// A field.
    pub a: u32,
    #[dxc(version)]
    version: u32,
}

fn main() {}
