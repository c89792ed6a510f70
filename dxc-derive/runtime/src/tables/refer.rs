//! The references in a record, found by the table of its fields.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::reference::{Names, Place, Reference, SharedPlace, Visit};
use super::{LISTS, STRINGS};
use crate::field::Field;
use crate::fields::{Fields, Visitor, VisitorMut};
use crate::fixed::Fixed;
use crate::run::{BySize, Row, SizedRecord, Strided};
use crate::shape::{Layout, Shape, number};

/// Visits the references in the records of a value; the visitor may replace them.
pub(crate) fn refer<T: Fields>(value: &mut T, given: T::Given, visit: &mut Visit<'_>) {
    let places = Vec::new();
    value.visit_mut(Some(given), &mut References { places, visit });
}

/// Visits the references in copies of the records.
pub(crate) fn refer_copies<T: Fields>(value: &T, given: T::Given, visit: &mut Visit<'_>) {
    let places = Vec::new();
    value.visit(Some(given), &mut References { places, visit });
}

/// Visits references by the records that have them.
struct References<'r, 'v> {
    /// The structures around the next field.
    places: Vec<SharedPlace>,
    visit: &'r mut Visit<'v>,
}

impl References<'_, '_> {
    /// The place of a field, or of one of its records.
    fn place(&self, field: &'static Field, index: Option<usize>) -> SharedPlace {
        Place::within(self.places.last(), field.name, index)
    }

    fn one<R: Row>(&mut self, field: &'static Field, record: &mut R, context: R::Context) {
        if has_references::<R>(context) {
            record.refer(context, &self.place(field, None), self.visit);
        }
    }

    fn copy<R: Row>(&mut self, field: &'static Field, record: &R, context: R::Context) {
        if has_references::<R>(context) {
            self.one(field, &mut { *record }, context);
        }
    }

    fn each<R: Row>(&mut self, field: &'static Field, records: &mut [R], context: R::Context) {
        if has_references::<R>(context) {
            for (index, record) in records.iter_mut().enumerate() {
                record.refer(context, &self.place(field, Some(index)), self.visit);
            }
        }
    }

    fn copies<R: Row>(&mut self, field: &'static Field, records: &[R], context: R::Context) {
        if has_references::<R>(context) {
            for (index, record) in records.iter().enumerate() {
                let mut copy = *record;
                copy.refer(context, &self.place(field, Some(index)), self.visit);
            }
        }
    }
}

impl Visitor<'_> for References<'_, '_> {
    fn enter(&mut self, field: &'static Field, index: Option<usize>) {
        self.places.push(self.place(field, index));
    }

    fn leave(&mut self) {
        self.places.pop();
    }

    fn value<T: Row<Context = ()>>(&mut self, field: &'static Field, value: &T) {
        self.copy(field, value, ());
    }

    fn sized<T: BySize>(&mut self, field: &'static Field, record: &SizedRecord<T>) {
        self.copy(field, &record.record, ());
    }

    fn strided<T: Row<Context = ()>>(&mut self, field: &'static Field, records: &Strided<T>) {
        self.copies(field, records, ());
    }

    fn run<T: Row>(&mut self, field: &'static Field, records: &[T], context: Option<T::Context>) {
        if let Some(context) = context {
            self.copies(field, records, context);
        }
    }

    fn record<T: Row>(&mut self, record: &T, context: Option<T::Context>) {
        VisitorMut::record(self, &mut { *record }, context);
    }
}

/// Whether records have references in the newest version, which has all fields of older ones.
fn has_references<R: Row>(context: R::Context) -> bool {
    R::known(context, usize::MAX).0.refers()
}

impl VisitorMut<'_> for References<'_, '_> {
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

    fn record<T: Row>(&mut self, record: &mut T, context: Option<T::Context>) {
        if let (Some(context), Some(place)) = (context, self.places.last()) {
            record.refer(context, place, self.visit);
        }
    }
}

/// Visits the references in a record; the visitor may replace them.
pub(crate) fn refer_record<R: Row>(
    record: &mut R,
    context: R::Context,
    place: &SharedPlace,
    visit: &mut Visit<'_>,
) {
    let (shape, size) = R::known(context, record.own_size(context));
    within(record, (context, size), shape, "", place, visit);
}

/// Visits the references in a field of a record.
#[doc(hidden)]
pub fn refer_field<T: Fixed>(
    value: &mut T,
    field: &'static str,
    place: &SharedPlace,
    visit: &mut Visit<'_>,
) {
    within(value, ((), T::SIZE), T::SHAPE, field, place, visit);
}

fn within<R: Row>(
    record: &mut R,
    (context, size): (R::Context, usize),
    shape: Shape,
    field: &'static str,
    place: &SharedPlace,
    visit: &mut Visit<'_>,
) {
    if !shape.refers() {
        return;
    }
    let mut bytes = vec![0; size];
    // A record can be written with its own size.
    if record.write_row(context, &mut bytes).is_ok() {
        refer_bytes(&mut bytes, shape, field, place, visit);
        if let Some(renumbered) = R::read_row(&bytes, context) {
            *record = renumbered;
        }
    }
}

/// Visits the references in the bytes of a record; the visitor may replace them.
fn refer_bytes(
    bytes: &mut [u8],
    shape: Shape,
    field: &'static str,
    place: &SharedPlace,
    visit: &mut Visit<'_>,
) {
    let mut record = RecordBytes {
        place,
        record: "",
        visit,
    };
    record.value(shape, bytes, field.into());
}

/// The bytes of a record, whose references are visited.
struct RecordBytes<'r, 'v> {
    place: &'r SharedPlace,
    /// The name of the record.
    record: &'static str,
    visit: &'r mut Visit<'v>,
}

impl RecordBytes<'_, '_> {
    fn value(&mut self, shape: Shape, bytes: &mut [u8], path: Cow<'static, str>) {
        match shape {
            Shape::Record(layout) => self.fields(layout, bytes, &path),
            Shape::Array(of, size) if of.refers() => {
                for (index, element) in bytes.chunks_mut(size.max(1)).enumerate() {
                    self.value(*of, element, format!("{path}[{index}]").into());
                }
            }
            Shape::Name {
                table, null, last, ..
            } => {
                let names = Names::String {
                    last,
                    optional: null.is_some(),
                };
                self.number(bytes, path, table.unwrap_or(STRINGS), names);
            }
            Shape::Row { of } => self.number(bytes, path, "", Names::Row { of }),
            Shape::List { of } => self.number(bytes, path, LISTS, Names::List { of }),
            _ => {}
        }
    }

    fn fields(&mut self, layout: &'static Layout, bytes: &mut [u8], outer: &str) {
        if outer.is_empty() {
            self.record = layout.name;
        }
        for field in layout.fields.iter().filter(|field| field.shape.refers()) {
            let path: Cow<'static, str> = match outer {
                "" => field.name.into(),
                outer => format!("{outer}.{}", field.name).into(),
            };
            let beside = |name: &str| {
                layout
                    .field_bytes(name, bytes)
                    .map(|(_, beside)| number(beside))
            };
            let (shape, size, path, len) = match field.shape {
                Shape::Union(union) => {
                    let Some(arm) = beside(union.selector).and_then(|selector| union.arm(selector))
                    else {
                        continue;
                    };
                    let path = format!("{path}.{}", arm.name);
                    (arm.shape, arm.size, path.into(), None)
                }
                Shape::Indices { table, len } => {
                    let len = beside(len).and_then(|len| u32::try_from(len).ok());
                    let len = len.unwrap_or_default();
                    (field.shape, field.size, path, Some((table, len)))
                }
                shape => (shape, field.size, path, None),
            };
            let rest = bytes.get_mut(field.at..).unwrap_or_default();
            let bytes = rest.get_mut(..size).unwrap_or_default();
            match len {
                Some((table, len)) => self.number(bytes, path, table, Names::Run { len }),
                None => self.value(shape, bytes, path),
            }
        }
    }

    /// Visits a reference.
    fn number(
        &mut self,
        bytes: &mut [u8],
        field: Cow<'static, str>,
        table: &'static str,
        names: Names,
    ) {
        let Some(number) = u32::decode(bytes) else {
            return;
        };
        let number = (self.visit)(Reference {
            place: self.place.clone(),
            record: self.record,
            field,
            element: None,
            number,
            table,
            names,
        });
        number.encode(bytes);
    }
}
