//! The plan for the tables of a part, and their content.

use super::scope::Scope;
use crate::runtime::TableStyle;

/// A plan for the layout of tables.
#[derive(Debug)]
pub struct TablePlan<'s> {
    pub(super) style: TableStyle,
    pub(super) scope: &'s Scope,
}
