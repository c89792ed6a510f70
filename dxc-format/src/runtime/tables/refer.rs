//! The references in a record, found by the table of its fields.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec;

use super::reference::{Names, Place, Reference, SharedPlace, Visit};
use super::{LISTS, STRINGS};
use crate::runtime::fixed::Fixed;
use crate::runtime::run::Row;
use crate::runtime::shape::{Layout, Shape, number};

/// Visits the references in a record; the visitor may replace them.
pub(crate) fn refer<R: Row>(
    record: &mut R,
    context: R::Context,
    place: &SharedPlace,
    visit: &mut Visit<'_>,
) {
    let (shape, size) = R::known(context, record.own_size(context));
    within(record, (context, size), shape, "", place, visit);
}

/// Visits the references in all records of a run, if its type has any.
#[doc(hidden)]
pub fn refer_each<R: Row>(
    records: &mut [R],
    context: R::Context,
    outer: Option<&SharedPlace>,
    field: &'static str,
    visit: &mut Visit<'_>,
) {
    Places::new::<R>(context, outer, field).each(records.len(), &mut |index, place| {
        if let Some(record) = records.get_mut(index) {
            record.refer(context, place, visit);
        }
    });
}

/// Visits the references in copies of all records of a run.
#[doc(hidden)]
pub fn refer_copies<R: Row>(
    records: &[R],
    context: R::Context,
    outer: Option<&SharedPlace>,
    field: &'static str,
    visit: &mut Visit<'_>,
) {
    Places::new::<R>(context, outer, field).each(records.len(), &mut |index, place| {
        if let Some(mut record) = records.get(index).copied() {
            record.refer(context, place, visit);
        }
    });
}

/// Where the records of a run are.
struct Places<'p> {
    outer: Option<&'p SharedPlace>,
    field: &'static str,
    /// The shape of a record in the newest version, which has all fields of older ones.
    shape: Shape,
}

impl<'p> Places<'p> {
    fn new<R: Row>(
        context: R::Context,
        outer: Option<&'p SharedPlace>,
        field: &'static str,
    ) -> Self {
        let (shape, _) = R::known(context, usize::MAX);
        Self {
            outer,
            field,
            shape,
        }
    }

    /// The path of each record, if its type has references.
    fn each(&self, len: usize, refer: &mut dyn FnMut(usize, &SharedPlace)) {
        if !self.shape.refers() {
            return;
        }
        for index in 0..len {
            refer(index, &Place::within(self.outer, self.field, Some(index)));
        }
    }
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
    let mut visitor = Visitor {
        place,
        record: "",
        visit,
    };
    visitor.value(shape, bytes, field.into());
}

/// Visits the bytes of a record.
struct Visitor<'r, 'v> {
    place: &'r SharedPlace,
    /// The name of the record.
    record: &'static str,
    visit: &'r mut Visit<'v>,
}

impl Visitor<'_, '_> {
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
