//! What stands in the columns of an enum.

use serde::Deserialize;

use crate::load;

/// The value in a column.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Datum {
    Text(String),
    #[serde(deserialize_with = "load::integer")]
    Integer(i128),
    /// The value is wrong, and that is reported.
    Wrong,
}
