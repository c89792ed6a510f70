//! A field of a sequence. Paths of errors contain its name.

use crate::error::{Error, ErrorKind, Result};
use crate::fixed::Fixed;
use crate::fixed::int::{FromInt, Int, argument};
use crate::shape::{DocumentForm, LlvmKey};
use crate::write::computed::{Computed, same_count};
use crate::write::writer::Writer;

/// A field of a sequence: its name, and its form in documents.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name; empty for padding.
    pub name: &'static str,
    /// Its form in documents.
    pub shown: DocumentForm,
    /// Whether it has several consecutive runs.
    pub each: bool,
}

impl Field {
    pub(crate) const PADDING: &'static Self = &Self::new("", DocumentForm::FLAT);

    /// A field.
    pub const fn new(name: &'static str, shown: DocumentForm) -> Self {
        let each = false;
        Self { name, shown, each }
    }

    /// This field, with several runs.
    pub const fn each(self) -> Self {
        Self { each: true, ..self }
    }

    /// This field, without a key in LLVM's documents.
    pub const fn without_llvm(self) -> Self {
        Self {
            shown: self.shown.llvm(LlvmKey::Never),
            ..self
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn path(&'static self) -> impl FnOnce(Error) -> Error {
        |error| error.within(self.name)
    }

    /// An argument that the field passes to its content.
    ///
    /// # Errors
    /// Returns an error if the value overflows the parameter's type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn argument<T: FromInt>(&'static self, at: usize, number: Int) -> Result<T> {
        argument(number).map_err(|kind| Error::new(kind, at).within(self.name))
    }

    /// The computed value of the field.
    ///
    /// # Errors
    /// Returns an error if the value overflows the field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn computed<T: Fixed>(&'static self, value: impl Computed<T>) -> Result<T> {
        value.value().map_err(self.path())
    }

    /// Refuses a count or a size that differs from the rest of the value.
    ///
    /// # Errors
    /// If the two differ, or the expected value overflows 64 bits; `rule` is its expression.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn same_count(
        &'static self,
        expected: Int,
        found: usize,
        rule: &'static str,
    ) -> Result<()> {
        same_count(expected, found, rule).map_err(self.path())
    }

    /// Refuses a field that has content although it is not written.
    ///
    /// # Errors
    /// If it is not empty; `rule` is the condition under which it is stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn no_room_unless(
        &'static self,
        is_empty: bool,
        rule: &'static str,
        writer: &mut Writer<'_>,
    ) -> Result<()> {
        writer.lacks(self.name);
        if is_empty {
            return Ok(());
        }
        let kind = ErrorKind::NoRoom { rule };
        Err(Error::new(kind, writer.reached()).within(self.name))
    }

    /// Refuses a computed field with a different value.
    ///
    /// # Errors
    /// If `found`, which was read at `at`, differs from `expected`; `rule` is the expression of the latter.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn check<T: Fixed>(
        &'static self,
        at: usize,
        found: T,
        expected: impl Computed<T>,
        rule: &'static str,
    ) -> Result<()> {
        let checked = expected.check(found, rule);
        checked.map_err(|kind| Error::new(kind, at).within(self.name))
    }
}
