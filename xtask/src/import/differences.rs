//! Kinds of differences between a macro and the table that mirrors it.

use crate::datum::Datum;
use crate::span::Span;

use crate::model::Spelling;

use super::read::{Argument, Number};

/// A table that differs.
#[derive(Debug)]
pub(super) struct Table {
    /// The item's kind: `enum` or `flags`.
    pub(super) kind: &'static str,
    pub(super) name: String,
    /// The macro as the schema is to spell it.
    pub(super) spelling: Spelling,
    /// The schema file that holds the table; none if there is no such table yet, and of parts.
    pub(super) file: Option<usize>,
    /// The table that mirrors the macro before this one.
    pub(super) behind: Option<String>,
    pub(super) differences: Vec<Difference>,
}

/// A difference, the line of the `.def` file that has it, and its place in the schema.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) line: Option<usize>,
    pub(super) place: Option<Span>,
    pub(super) what: What,
}

/// The kind of difference.
#[derive(Debug)]
pub(super) enum What {
    NewMacro(New),
    /// The macro is called otherwise now.
    MacroRenamed {
        from: String,
    },
    /// The macro is gone, and with it these values.
    MacroRemoved {
        values: Vec<String>,
    },
    /// The macro has other parameters now; some of them may be columns that the table does not have.
    Parameters {
        from: String,
        new: Vec<Column>,
    },
    Added(Value),
    Renamed {
        from: String,
        to: String,
    },
    ValueChanged {
        name: String,
        from: i128,
        to: Number,
    },
    ColumnChanged {
        name: String,
        column: String,
        from: Option<Datum>,
        to: Argument,
    },
    Removed {
        name: String,
    },
    /// A value that was known from elsewhere, or from an earlier macro, is in the macro.
    Adopted {
        name: String,
    },
    /// A row that is no value has another number.
    MarkerMoved {
        name: String,
        from: i128,
        to: Number,
    },
    /// The table has the rows of a macro, and does not say that it mirrors it.
    Mirrors,
    /// A part that no schema describes.
    NewPart {
        code: String,
    },
}

/// A macro that no table mirrors.
#[derive(Debug)]
pub(super) struct New {
    pub(super) values: Vec<Value>,
    pub(super) markers: Vec<Value>,
    pub(super) columns: Vec<Column>,
    pub(super) cpp: Option<String>,
    pub(super) bits: u32,
    /// Further C++ types of the same values: name, C++ type, bits.
    pub(super) wider: Vec<(String, String, u32)>,
    /// Whether the schema has something else of this name.
    pub(super) is_taken: bool,
}

/// A column that the table does not have yet.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) ty: &'static str,
}

/// A row as a value of a table.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) number: Number,
    /// The first name of its number, if it is another one.
    pub(super) alias: Option<String>,
    pub(super) columns: Vec<(String, Argument)>,
    /// The value before it in the macro.
    pub(super) behind: Option<String>,
    /// Whether it only says where the values end.
    pub(super) is_marker: bool,
}
