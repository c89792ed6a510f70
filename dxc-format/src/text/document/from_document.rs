//! Conversion of documents to values.

use super::asked::Asked;
use super::keys::FieldKey;
use super::problem::Problem;
use super::scope::Scope;
use super::source::Source;
use super::table_plan::TablePlan;
use crate::runtime::fields::Fields;
use crate::runtime::tables::{LISTS, STRINGS};

type Result<T> = core::result::Result<T, Problem>;

/// Values that can be read from a document.
pub trait FromDocument: Fields {
    /// The keys of the fields in documents.
    const KEYS: &'static [FieldKey] = &[];

    /// Reads a value; omitted fields are 0 or empty.
    ///
    /// # Errors
    /// The error contains the key of the invalid value.
    fn build(source: &Source<'_>, args: Self::Given, scope: &mut Scope) -> Result<Self>;

    /// Whether it has tables.
    const HAS_TABLES: bool = false;

    /// Whether structures contain tables, or records that reference their entries.
    const REFERS: bool = false;

    /// The table of strings for references that do not state one.
    const STRINGS: &'static str = STRINGS;

    /// The table of lists for references.
    const LISTS: &'static str = LISTS;

    /// Lays the tables out like a writer, or according to a plan.
    ///
    /// # Errors
    /// If a record references a missing entry.
    fn lay_out_tables(&mut self, _args: Self::Given, _plan: &TablePlan<'_>) -> Result<()> {
        Ok(())
    }
}

/// A structure that may be absent: it is there if the document has its key.
impl<T: FromDocument> FromDocument for Option<T> {
    const KEYS: &'static [FieldKey] = T::KEYS;

    fn build(source: &Source<'_>, args: Self::Given, scope: &mut Scope) -> Result<Self> {
        T::build(source, args, scope).map(Some)
    }
}

impl Source<'_> {
    /// The value of a part, from its keys and its references.
    pub(super) fn part_value<T: FromDocument>(
        &self,
        args: T::Given,
        asked: Asked,
    ) -> Result<(T, Scope)> {
        let mut scope = Scope::default();
        scope.asked = asked;
        if T::REFERS {
            scope.enclosing_strings.name = Some(T::STRINGS);
            scope.enclosing_strings.is_awaited = T::STRINGS == STRINGS;
            scope.enclosing_lists.name = Some(T::LISTS);
            scope.enclosing_lists.is_awaited = T::LISTS == LISTS;
        }
        let value = T::build(self, args, &mut scope)?;
        self.finish()?;
        Ok((value, scope))
    }
}
