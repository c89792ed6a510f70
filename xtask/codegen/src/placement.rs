//! Computes the offsets of a record's fields, for drawings on pages and tables in docs.

use crate::model::{Base, BitField, Bits, Content, Field, FieldLocation, Form, Item, Schema};

/// The number of bytes in a row of a drawing.
pub const ROW: u64 = 4;
/// The maximum number of rows that are drawn for a field.
const MOST_ROWS: u64 = 3;

/// A field with a known size and offset.
pub struct Cell<'s> {
    /// Its offset in bytes, from the start of the record.
    pub at: u64,
    /// Its size in bytes.
    pub size: u64,
    /// The name of the field.
    pub name: &'s str,
    /// The index of the version that added it.
    pub since: usize,
    /// Whether its bytes have no meaning.
    pub reserved: bool,
    /// The names of its bit fields, the lowest first, and the number of bits of each.
    pub bits: Vec<(&'s str, u64)>,
}

/// A row of a drawing: rows in the middle of large fields are omitted.
pub struct Line {
    /// The offset of its first byte, from the start of the record.
    pub at: u64,
    /// Whether rows after it are omitted.
    pub gap: bool,
}

impl Schema {
    /// Sets the offsets of the fields of all structs, once the kinds of all fields are known.
    pub(crate) fn place_fields(&mut self) {
        let places = self.items.iter().map(|item| self.places(&item.content));
        let places: Vec<Vec<FieldLocation>> = places.collect();
        for (item, places) in self.items.iter_mut().zip(places) {
            let Content::Struct(of) = &mut item.content else {
                continue;
            };
            for (field, place) in of.all_fields_mut().zip(places) {
                field.place = place;
            }
            let mut end = Some(0);
            for version in &mut of.versions {
                let last = version.fields.last().map(|last| &last.place);
                end = last.map_or(end, |last| last.at?.checked_add(last.size?));
                version.size = end;
            }
        }
    }

    fn places(&self, content: &Content) -> Vec<FieldLocation> {
        let Some(of) = content.structure() else {
            return Vec::new();
        };
        let versions = of.versions.iter();
        match of.form {
            Form::Record | Form::Sequence => {
                let fields = of.fields.iter();
                let start = fields.take_while(|field| self.is_in_place(field));
                let mut places = self.one_behind_the_other(start.map(|field| (0, field)));
                places.resize(of.fields.len(), FieldLocation::default());
                places
            }
            Form::BySize => {
                let fields = versions.enumerate().flat_map(|(index, version)| {
                    let fields = version.fields.iter();
                    fields.map(move |field| (index, field))
                });
                self.one_behind_the_other(fields)
            }
            Form::ByValue => {
                let fields = versions.flat_map(|version| {
                    let fields = version.fields.iter();
                    self.one_behind_the_other(fields.map(|field| (of.since(field), field)))
                });
                fields.collect()
            }
        }
    }

    /// The locations of consecutive fields, each with the first version that contains it.
    fn one_behind_the_other<'s>(
        &self,
        fields: impl Iterator<Item = (usize, &'s Field)>,
    ) -> Vec<FieldLocation> {
        let mut end = Some(0);
        let place = |(since, field): (usize, &Field)| {
            let (at, size) = (end, self.size(&field.ty.base));
            end = at
                .zip(size)
                .and_then(|(at, size): (u64, u64)| at.checked_add(size));
            FieldLocation { at, size, since }
        };
        fields.map(place).collect()
    }
}

/// The first fields of a sequence, up to the first one whose offset depends on the file.
pub fn fixed_start(fields: &[Field]) -> &[Field] {
    let is_placed = |field: &&Field| field.place.at.is_some();
    &fields[..fields.iter().take_while(is_placed).count()]
}

/// The fields in a drawing: those with a known offset and size.
pub fn cells<'s>(schema: &'s Schema, fields: impl IntoIterator<Item = &'s Field>) -> Vec<Cell<'s>> {
    let cell = |field: &'s Field| {
        Some(Cell {
            at: field.place.at?,
            size: field.place.size.filter(|size| *size > 0)?,
            name: &field.name,
            since: field.place.since,
            reserved: field.reserved,
            bits: bits(schema, &field.ty.base),
        })
    };
    fields.into_iter().filter_map(cell).collect()
}

/// The rows that are drawn.
pub fn lines(cells: &[Cell<'_>]) -> Vec<Line> {
    let end = cells
        .iter()
        .map(|cell| cell.at + cell.size)
        .max()
        .unwrap_or(0);
    let hidden = |row: u64| {
        let (from, to) = (row * ROW, (row + 1) * ROW);
        cells.iter().any(|cell| {
            let (first, last) = (cell.at / ROW, (cell.at + cell.size - 1) / ROW);
            let is_inside = cell.at <= from && to <= cell.at + cell.size;
            is_inside && last - first > MOST_ROWS && row > first + 1 && row < last
        })
    };
    let mut lines: Vec<Line> = Vec::new();
    for row in 0..end.div_ceil(ROW) {
        if !hidden(row) {
            lines.push(Line {
                at: row * ROW,
                gap: false,
            });
        } else if let Some(last) = lines.last_mut() {
            last.gap = true;
        }
    }
    lines
}

/// The bit fields of a type.
pub fn bits<'s>(schema: &'s Schema, base: &Base) -> Vec<(&'s str, u64)> {
    match schema.content_of(base) {
        Some(Content::Bits(bits)) => {
            let fields = bit_fields(bits);
            fields
                .map(|(_, count, field)| (field.name.as_str(), count))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The fields of packed bits, each with its lowest bit and its number of bits.
pub fn bit_fields(bits: &Bits) -> impl Iterator<Item = (u64, u64, &BitField)> {
    let mut behind = 0u64;
    bits.fields.iter().map(move |field| {
        let first = behind;
        let count = u64::try_from(field.bits.value).unwrap_or(0);
        behind = behind.saturating_add(count);
        (first, count, field)
    })
}

/// An item and the items that it leads to, without duplicates; only fields that `enters` accepts are followed.
pub fn items_within<'s>(
    schema: &'s Schema,
    item: &'s Item,
    enters: &dyn Fn(&Item, &str) -> bool,
) -> Vec<&'s Item> {
    schema.reached(&item.name, |item| {
        let fields = item.content.members().into_iter().rev();
        let types = fields.filter_map(|(name, ty)| ty.filter(|_| enters(item, name)));
        let names = types.flat_map(|ty| {
            let records = schema.records_passed(ty).map(|record| record.as_str());
            ty.base.referenced_item().into_iter().chain(records)
        });
        names.collect()
    })
}
