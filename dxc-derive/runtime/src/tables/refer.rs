//! Collects and replaces the references in the records of a value.

use alloc::vec::Vec;

use super::reference::{RecordPath, Reference, SharedPath, Visit};
use crate::fields::field::Field;
use crate::fields::{Fields, Visitor};
use crate::records::row::{BySize, Row};
use crate::records::sized::SizedRecord;
use crate::records::strided::Strided;

/// Visits the references in the records of a value; the visitor may replace them.
#[doc(hidden)]
pub fn refer<T: Fields>(value: &mut T, args: T::Args, visit: &mut Visit<'_>) {
    let places = Vec::new();
    value.visit(Some(args), &mut References { places, visit });
}

/// Visits references, with the path of the record that contains each.
struct References<'r, 'v> {
    /// The paths of the structures that contain the next field.
    places: Vec<SharedPath>,
    visit: &'r mut Visit<'v>,
}

impl References<'_, '_> {
    /// The path of a field, or of one of its records.
    fn place(&self, field: &'static Field, index: Option<usize>) -> SharedPath {
        RecordPath::within(self.places.last(), field.name, index)
    }

    fn one<R: Row>(&mut self, field: &'static Field, record: &mut R, context: R::Context) {
        if has_references::<R>(context) {
            record.refer(context, &self.place(field, None), self.visit);
        }
    }

    fn each<R: Row>(&mut self, field: &'static Field, records: &mut [R], context: R::Context) {
        if has_references::<R>(context) {
            for (index, record) in records.iter_mut().enumerate() {
                record.refer(context, &self.place(field, Some(index)), self.visit);
            }
        }
    }
}

/// Whether records have references in the newest version, which has all fields of older ones.
fn has_references<R: Row>(context: R::Context) -> bool {
    R::known(context, usize::MAX).0.refers()
}

impl Visitor<'_> for References<'_, '_> {
    fn enter(&mut self, field: &'static Field, index: Option<usize>) {
        self.places.push(self.place(field, index));
    }

    fn leave(&mut self) {
        self.places.pop();
    }

    fn value<T: Row<Context = ()>>(&mut self, field: &'static Field, value: &mut T) {
        self.one(field, value, ());
    }

    fn sized<T: BySize>(&mut self, field: &'static Field, record: &mut SizedRecord<T>) {
        self.one(field, &mut record.record, ());
    }

    fn strided<T: Row<Context = ()>>(&mut self, field: &'static Field, records: &mut Strided<T>) {
        self.each(field, records, ());
    }

    fn run<T: Row>(
        &mut self,
        field: &'static Field,
        records: &mut Vec<T>,
        context: Option<T::Context>,
    ) {
        if let Some(context) = context {
            self.each(field, records, context);
        }
    }

    fn record<T: Row>(&mut self, _: &'static Field, record: &mut T, context: Option<T::Context>) {
        if let (Some(context), Some(place)) = (context, self.places.last()) {
            record.refer(context, place, self.visit);
        }
    }
}

/// All references in the records of a value.
#[doc(hidden)]
pub fn references<T: Fields>(value: &mut T, args: T::Args) -> Vec<Reference> {
    let mut references = Vec::new();
    refer(value, args, &mut |reference| {
        let number = reference.number;
        references.push(reference);
        number
    });
    references
}
