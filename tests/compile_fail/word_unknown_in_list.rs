#![allow(unused_imports)]

use dxc_format::runtime::{Union, Versioned, open_enum};
use dxc_format::runtime::int::int;

/// A word in the parentheses of another.
#[derive(Clone, Copy, Default, PartialEq, Versioned)]
#[dxc(by_value(version: u32))]
#[dxc(version(if = "version == 1" => int(version) == 1, fields(a)))]
pub struct Record {
    /// A field.
    pub a: u32,
}

/// A selector.
#[open_enum(u8)]
pub enum Kind {
    /// A value.
    One = 1,
}

/// The same of an arm.
#[derive(Clone, Copy, Default, PartialEq, Union)]
#[dxc(by = Kind, selector = "kind")]
#[dxc(arm(one: u32, if(One), doc = "A number."))]
pub struct Content(pub [u8; 4]);

fn main() {}
