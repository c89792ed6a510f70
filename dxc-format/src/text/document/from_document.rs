//! What a document can be turned into.

use core::marker::Sized;

use super::asked::Asked;
use super::keys::FieldKey;
use super::problem::Problem;
use super::scope::{Lent, Scope};
use super::source::Source;
use super::table_plan::{Numbered, TablePlan};
use crate::runtime::Memory;
use crate::runtime::tables::{LISTS, STRINGS};

type Result<T> = core::result::Result<T, Problem>;

/// What a document can be turned into.
pub trait FromDocument: Sized {
    /// What it takes from whoever holds it.
    type Args: Copy;

    /// What documents call the fields.
    const KEYS: &'static [FieldKey] = &[];

    /// Reads a value; what is left out is 0 or empty.
    ///
    /// # Errors
    /// Names the key whose value cannot be.
    fn build(source: &Source<'_>, args: Self::Args, scope: &mut Scope) -> Result<Self>;

    /// Whether there are tables.
    const HAS_TABLES: bool = false;

    /// Whether structures hold tables, or records that name something in them.
    const REFERS: bool = false;

    /// The strings that numbers mean which do not say which.
    const STRINGS: &'static str = STRINGS;

    /// The lists that numbers mean.
    const LISTS: &'static str = LISTS;

    /// Lays the tables out as a writer would, or as a layout says.
    ///
    /// # Errors
    /// If a record names what no table has.
    fn lay_out_tables(&mut self, _args: Self::Args, _plan: &TablePlan<'_>) -> Result<()> {
        Ok(())
    }

    /// What is in the tables, and which numbers name it.
    fn numbered(&mut self, _args: Self::Args) -> Numbered {
        Numbered::default()
    }

    /// Takes the layout that it is to be written in; false if it always has the same one.
    fn remember(&mut self, _memory: Memory) -> bool {
        false
    }
}

impl Source<'_> {
    /// The value of a part, from its keys, and what its records name.
    pub(super) fn part_value<T: FromDocument>(
        &self,
        args: T::Args,
        asked: Asked,
    ) -> Result<(T, Scope)> {
        let mut scope = Scope::default();
        scope.asked = asked;
        scope.lent = T::REFERS.then_some(Lent {
            strings: T::STRINGS,
            lists: T::LISTS,
            has_strings: T::STRINGS != STRINGS,
            has_lists: T::LISTS != LISTS,
            given_strings: None,
            given_lists: None,
        });
        let value = T::build(self, args, &mut scope)?;
        self.finish()?;
        Ok((value, scope))
    }
}
