//! Finds the references in the bytes of a record by the table of its fields.

use alloc::borrow::Cow;
use alloc::format;

use super::declaration::{LISTS, STRINGS};
use super::reference::{Names, Reference, SharedPath, Visit};
use crate::fixed::Fixed;
use crate::shape::{Layout, Shape, number};
use crate::strings::{absolute, relative};

/// Visits the references in the bytes of a record; the visitor may replace them.
pub(crate) fn refer_bytes(
    bytes: &mut [u8],
    shape: Shape,
    field: &'static str,
    place: &SharedPath,
    visit: &mut Visit<'_>,
) {
    let mut record = RecordBytes {
        place,
        record: "",
        visit,
    };
    record.value(shape, bytes, field.into());
}

/// A visitor of the references in the bytes of a record.
struct RecordBytes<'r, 'v> {
    place: &'r SharedPath,
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
                table,
                null,
                last,
                from,
            } => {
                let names = Names::String {
                    last,
                    optional: null.is_some(),
                };
                // A record whose offsets count from the start of the part visits its fields itself.
                let origin = (from.base(0).unwrap_or_default(), null);
                self.number(bytes, path, table.unwrap_or(STRINGS), names, origin);
            }
            Shape::Row { of } => self.number(bytes, path, "", Names::Row { of }, (0, None)),
            Shape::List { of } => self.number(bytes, path, LISTS, Names::List { of }, (0, None)),
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
            let source_field = |name: &str| {
                layout
                    .field_bytes(name, bytes)
                    .map(|(_, bytes)| number(bytes))
            };
            let (shape, size, path, len) = match field.shape {
                Shape::Union(union) => {
                    let Some(arm) =
                        source_field(union.selector).and_then(|selector| union.arm(selector))
                    else {
                        continue;
                    };
                    let path = format!("{path}.{}", arm.name);
                    (arm.shape, arm.size, path.into(), None)
                }
                Shape::Indices { table, len } => {
                    let len = source_field(len).and_then(|len| u32::try_from(len).ok());
                    let len = len.unwrap_or_default();
                    (field.shape, field.size, path, Some((table, len)))
                }
                shape => (shape, field.size, path, None),
            };
            let rest = bytes.get_mut(field.at..).unwrap_or_default();
            let bytes = rest.get_mut(..size).unwrap_or_default();
            match len {
                Some((table, len)) => {
                    self.number(bytes, path, table, Names::Run { len }, (0, None));
                }
                None => self.value(shape, bytes, path),
            }
        }
    }

    /// Visits a reference whose number in the bytes counts from `base`; `null` is the null reference.
    fn number(
        &mut self,
        bytes: &mut [u8],
        field: Cow<'static, str>,
        table: &'static str,
        names: Names,
        (base, null): (u32, Option<u32>),
    ) {
        let Some(number) = u32::decode(bytes) else {
            return;
        };
        let number = relative(number, base, null);
        let number = (self.visit)(Reference {
            place: self.place.clone(),
            record: self.record,
            field,
            element: None,
            number,
            was: number,
            table,
            names,
        });
        absolute(number, base, null).encode(bytes);
    }
}
