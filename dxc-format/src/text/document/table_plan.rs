//! How the tables of a part are to be laid out, and what is in them.

use alloc::string::String;
use alloc::vec::Vec;

use super::node::Node;
use super::part_layout::PartLayout;
use super::scope::Scope;
use crate::runtime::TableStyle;

/// What is in the tables of a part, and the numbers that name it.
#[derive(Debug, Default)]
pub struct Numbered {
    /// The content of each table, by its field.
    pub(super) tables: Vec<(&'static str, Node)>,
    /// Each number, by its path.
    pub(super) numbers: Vec<(String, u32)>,
}

/// How tables are to be laid out.
#[derive(Debug)]
pub struct TablePlan<'s> {
    pub(super) style: TableStyle,
    pub(super) scope: &'s Scope,
    pub(super) layout: &'s PartLayout,
}
