//! Describes types in the notation of fields.

use serde::Serialize;

use super::Base;
use crate::expression::parsed::Expression;
use crate::span::{Located, Span};

/// A type in the notation of a field.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Type {
    #[serde(flatten)]
    pub base: Base,
    pub args: Vec<Expression>,
    #[serde(skip)]
    pub span: Span,
}

/// The name of a type that could not be read.
pub const LOST: &str = "";

impl Located for Type {
    fn span(&self) -> &Span {
        &self.span
    }
}

impl Type {
    /// Whether it is a number that references a structure of a pool.
    pub(crate) fn names_pool(&self) -> bool {
        // Names of records are in camel case, names of fields are not.
        let is_field = |name: &str| name.starts_with(|letter: char| letter.is_ascii_lowercase());
        match &self.base {
            Base::RowRef(of) => of.item().is_some_and(is_field),
            Base::Item(name) => name == "row",
            _ => false,
        }
    }
}
