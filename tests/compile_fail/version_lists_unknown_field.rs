#![allow(unused_imports)]

use dxc_format::runtime::Versioned;
use dxc_format::runtime::int::int;

/// Fields that are listed and do not exist, and the other way round.
#[derive(Clone, Copy, Default, PartialEq, Versioned)]
#[dxc(by_value(version: u32))]
#[dxc(version(when = "version == 1" => int(version) == 1, fields(a, b, a)))]
pub struct Record {
    /// A field.
    pub a: u32,
    /// Another one.
    pub c: u32,
}

fn main() {}
