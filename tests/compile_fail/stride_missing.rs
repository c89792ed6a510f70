#![allow(unused_imports)]

use dxc_format::runtime::int::int;
use dxc_format::runtime::{SizedRecord, Strided, Versioned, sequence};

/// A record.
#[derive(Clone, Copy, Default, PartialEq, Versioned)]
#[dxc(by_size(0))]
pub struct Row {
    /// A field.
    pub a: u32,
    #[dxc(version)]
    version: u32,
}

/// Records whose size nobody tells.
#[sequence(view = RowsView)]
#[derive(Default, PartialEq)]
pub struct Rows {
    /// How many there are.
    pub count: u32,
    /// The rows.
    #[dxc(count = "count" => int(count), compare)]
    pub rows: Strided<Row>,
    /// Another one.
    pub row: SizedRecord<Row>,
}

fn main() {}
