//! Describes the columns of an enum's or flags' table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::span::Text;

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("x-noun" = "column", "x-main" = "type"))]
pub struct Column {
    #[schemars(extend("x-model" = true))]
    pub name: Text,
    /// The type of the column: `i32`; `str`; an enum or flags, of whose names it holds one, or none if empty; or a list,
    /// `[str]` or `[Enum]`.
    #[serde(rename = "type")]
    pub ty: Text,
    /// Whether texts are read by its strings, such as keywords of HLSL: identifiers, each of one value.
    #[serde(default)]
    #[schemars(with = "Option<bool>")]
    pub key: bool,
}

impl Column {
    pub const NUMBER: &str = "i32";
    pub const TEXT: &str = "str";
    /// The column types that are not enums or flags.
    pub const BUILT_IN: [&str; 3] = [Self::NUMBER, Self::TEXT, "[str]"];

    pub fn is_number(&self) -> bool {
        self.ty.value == Self::NUMBER
    }

    /// Whether a cell is a list.
    pub(crate) fn is_list(&self) -> bool {
        self.ty.starts_with('[')
    }

    /// The enum or flags whose values are named in a cell.
    pub(crate) fn names(&self) -> Option<Text> {
        let ty = self.ty.as_str();
        let element = ty.strip_prefix('[').and_then(|of| of.strip_suffix(']'));
        let is_named = !Self::BUILT_IN.contains(&ty);
        is_named.then(|| Text::at(element.unwrap_or(ty).to_owned(), &self.ty))
    }

    /// Describes the cells of the column for messages.
    pub(crate) fn cells(&self) -> &'static str {
        match (self.is_list(), self.names()) {
            _ if self.is_number() => "a number of 32 bits",
            (false, None) => "a string",
            (false, Some(_)) => "a name",
            (true, None) => "a list of strings",
            (true, Some(_)) => "a list of names",
        }
    }
}
