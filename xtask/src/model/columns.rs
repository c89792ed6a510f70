//! The columns of a table.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::diagnostic::Spanned;
use crate::load::{Name, Text};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("x-noun" = "column", "x-main" = "type"))]
pub(crate) struct Column {
    #[schemars(skip)]
    pub(crate) name: Text,
    /// What the column holds: `i32`; `str`; or an enum or flags, of whose names it holds one, several with blanks between, or
    /// none.
    #[serde(rename = "type")]
    #[schemars(with = "Name")]
    pub(crate) ty: ColumnType,
}

/// What a column holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Spanned<String>")]
pub(crate) enum ColumnType {
    Number,
    Text,
    /// Names of the values of an enum or of flags.
    Names(Spanned<String>),
}

impl ColumnType {
    const NUMBER: &str = "i32";
    const TEXT: &str = "str";
    /// The types that are no enums and no flags.
    pub(crate) const BUILT_IN: [&str; 2] = [Self::NUMBER, Self::TEXT];

    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Self::Number)
    }

    /// The enum or flags whose names stand there.
    pub(crate) fn names(&self) -> Option<&Spanned<String>> {
        match self {
            Self::Names(of) => Some(of),
            Self::Number | Self::Text => None,
        }
    }
}

impl From<Spanned<String>> for ColumnType {
    fn from(name: Spanned<String>) -> Self {
        match name.as_str() {
            Self::NUMBER => Self::Number,
            Self::TEXT => Self::Text,
            _ => Self::Names(name),
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Number => Self::NUMBER,
            Self::Text => Self::TEXT,
            Self::Names(of) => of,
        })
    }
}
