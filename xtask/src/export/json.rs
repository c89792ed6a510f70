//! The target `json`: the resolved model, and its JSON Schema.

use super::Output;
use crate::model::Schema;

pub(super) fn export(_schema: &Schema) -> Result<Output, String> {
    Ok(Output::default())
}
