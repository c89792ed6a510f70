//! The plan for the tables of a part, and their content.

use alloc::string::String;
use alloc::vec::Vec;

use super::node::Node;
use super::part_layout::PartLayout;
use super::scope::Scope;
use crate::runtime::TableStyle;

/// The content of a part's tables, and the references to it.
#[derive(Debug, Default)]
pub struct Numbered {
    /// The content of each table, by its field.
    pub(super) tables: Vec<(&'static str, Node)>,
    /// Each number, by its path.
    pub(super) numbers: Vec<(String, u32)>,
}

/// A plan for the layout of tables.
#[derive(Debug)]
pub struct TablePlan<'s> {
    pub(super) style: TableStyle,
    pub(super) scope: &'s Scope,
    pub(super) layout: &'s PartLayout,
}
