//! Defines the values in the columns of an enum.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::keys;
use crate::model::EnumValue;
use crate::span::{Spanned, Text};

/// The value in a column.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Datum {
    /// A text.
    Text(String),
    /// A number.
    #[serde(deserialize_with = "keys::integer")]
    Integer(i128),
    /// A list of texts.
    List(Vec<Spanned<String>>),
    /// The value is wrong; the mistake is already reported.
    Wrong,
}

impl EnumValue {
    /// The value in a column, by the column's name.
    pub fn datum(&self, column: &str) -> Option<&Spanned<Datum>> {
        let mut columns = self.columns.iter();
        let (_, datum) = columns.find(|(name, _)| name.value == column)?;
        Some(datum)
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Integer(number) => write!(formatter, "{number}"),
            Self::List(list) => {
                let list: Vec<&str> = list.iter().map(|text| text.as_str()).collect();
                formatter.write_str(&list.join(", "))
            }
            Self::Wrong => Ok(()),
        }
    }
}

/// The values in columns, by the name of the column.
pub(crate) fn cells<S: Serializer>(
    cells: &[(Text, Spanned<Datum>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(cells.iter().map(|(column, datum)| (column, datum)))
}
