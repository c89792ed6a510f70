//! The columns of a table.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::keys::text;
use crate::span::{Spanned, Text};

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("x-noun" = "column", "x-main" = "type"))]
pub(crate) struct Column {
    #[schemars(extend("x-model" = true))]
    pub(crate) name: Text,
    /// The type of the column: `i32`; `str`; an enum or flags, of whose names it holds one, or none if empty; or a list,
    /// `[str]` or `[Enum]`.
    #[serde(rename = "type", serialize_with = "text")]
    #[schemars(with = "Spanned<String>")]
    pub(crate) ty: ColumnType,
}

/// The type of a column.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Spanned<String>")]
pub(crate) enum ColumnType {
    Number,
    Text,
    /// The name of a value of an enum or of flags.
    Name(Spanned<String>),
    /// Several texts.
    Texts,
    /// The names of several values.
    Names(Spanned<String>),
}

impl ColumnType {
    const NUMBER: &str = "i32";
    const TEXT: &str = "str";
    const TEXTS: &str = "[str]";
    /// The types that are no enums and no flags.
    pub(crate) const BUILT_IN: [&str; 3] = [Self::NUMBER, Self::TEXT, Self::TEXTS];

    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Self::Number)
    }

    /// The enum or flags whose values a cell names.
    pub(crate) fn names(&self) -> Option<&Spanned<String>> {
        match self {
            Self::Name(of) | Self::Names(of) => Some(of),
            Self::Number | Self::Text | Self::Texts => None,
        }
    }

    /// The cells of the column, for messages.
    pub(crate) fn cells(&self) -> &'static str {
        match self {
            Self::Number => "a number of 32 bits",
            Self::Text => "a string",
            Self::Name(_) => "a name",
            Self::Texts => "a list of strings",
            Self::Names(_) => "a list of names",
        }
    }
}

impl From<Spanned<String>> for ColumnType {
    fn from(name: Spanned<String>) -> Self {
        match name.as_str() {
            Self::NUMBER => Self::Number,
            Self::TEXT => Self::Text,
            Self::TEXTS => Self::Texts,
            text => match text.strip_prefix('[').and_then(|of| of.strip_suffix(']')) {
                Some(of) => Self::Names(Spanned::at(of.to_owned(), &name)),
                None => Self::Name(name),
            },
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => formatter.write_str(Self::NUMBER),
            Self::Text => formatter.write_str(Self::TEXT),
            Self::Texts => formatter.write_str(Self::TEXTS),
            Self::Name(of) => formatter.write_str(of),
            Self::Names(of) => write!(formatter, "[{of}]"),
        }
    }
}
