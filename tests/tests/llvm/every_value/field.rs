//! Lists the fields of a file, and the values to try in each.

use std::collections::BTreeMap;

use dxc_format::runtime::shape::Shape;
use dxc_format::types::FieldValues;
use dxc_format::{Container, FourCC, PartInfo, PartView};

/// The LLVM version that the documents are for.
const LLVM: u32 = 22;

/// The largest enum number to try.
const GREATEST: u64 = 255;

/// A field, and the values of it that are not tried: LLVM stores the lowest byte of these flags as a `bool`, whose
/// other values are undefined in C++.
const UNDEFINED: (&str, fn(&u64) -> bool) = ("PSV0.resources[].flags", |value| value & 0xff > 1);

/// The offset of a number, and its size.
pub(super) type Place = (usize, usize);

/// A field, an offset, and the value to store there.
pub(super) type Put<'f> = (&'f Field, Place, u64);

/// A field of all records of a run, or of one record: its offsets in a file, and the values to try.
pub(super) struct Field {
    /// The part and the path, without the numbers of records.
    pub(super) path: String,
    pub(super) places: Vec<Place>,
    /// The lowest bit and the number of bits at each offset.
    bits: (u32, u32),
    pub(super) values: Vec<u64>,
    /// The numbers of an enum that have no name in LLVM; empty for other fields.
    pub(super) nameless: Vec<u64>,
}

impl Field {
    /// Stores a value at an offset of the file.
    pub(super) fn put_at(&self, file: &mut [u8], (at, size): Place, value: u64) {
        let (first, count) = self.bits;
        let mask = u64::MAX >> (64 - count) << first;
        let bytes = &mut file[at..at + size];
        let mut number = [0; 8];
        number[..size].copy_from_slice(bytes);
        let number = u64::from_le_bytes(number) & !mask | value << first & mask;
        bytes.copy_from_slice(&number.to_le_bytes()[..size]);
    }

    /// The values of a round, each at a different offset.
    pub(super) fn round<'f>(&'f self, values: &'f [u64], round: usize) -> Vec<Put<'f>> {
        let values = values.chunks(self.places.len()).nth(round);
        let places = self.places.iter();
        let puts = places.zip(values.unwrap_or_default());
        puts.map(|(place, value)| (self, *place, *value)).collect()
    }
}

/// The values of a field of this width, and those without a name; none if the field is not a separate number.
fn values(shape: Shape, bits: u32) -> (Vec<u64>, Vec<u64>) {
    let most = u64::MAX >> (64 - bits);
    let values = match shape {
        Shape::Enum(table) => {
            let is_named = |value: &u64| {
                let mut rows = table.values.iter();
                rows.any(|row| row.value == *value && !row.unmirrored)
            };
            return (0..=most.min(GREATEST)).partition(is_named);
        }
        Shape::Flags(_) => (0..bits).map(|bit| 1 << bit).chain([0, most]).collect(),
        Shape::Truth | Shape::Unsigned => vec![0, 1, most >> 1, (most >> 1) + 1, most],
        _ => Vec::new(),
    };
    (values, Vec::new())
}

/// The fields of the parts that LLVM reads; empty if this library does not read the file.
pub(super) fn fields_of(file: &[u8]) -> Vec<Field> {
    let Ok(container) = Container::parse(file) else {
        return Vec::new();
    };
    let is_known = |info: &PartInfo| info.llvm.is_some_and(|first| first <= LLVM);
    let parts = container.parts();
    let parts = parts.filter(|part| PartInfo::find(part.fourcc, part.data).is_some_and(is_known));
    parts
        .flat_map(|part| fields_of_part(part.fourcc, part.data, part.data_offset))
        .collect()
}

fn fields_of_part(fourcc: FourCC, data: &[u8], start: usize) -> Vec<Field> {
    let mut found = FieldValues::new(data);
    if PartView::walk(fourcc, data, &mut found).is_err() {
        return Vec::new();
    }
    let mut fields: BTreeMap<String, Field> = BTreeMap::new();
    for value in found.into_vec() {
        let size = value.size();
        if value.is_computed() || !(1..=8).contains(&size) {
            continue;
        }
        let whole = 8 * u32::try_from(size).unwrap();
        let parts = match value.shape() {
            Some(Shape::Bits(table)) => {
                let fields = table.fields.iter();
                let part = |field: &dxc_format::runtime::shape::BitField| {
                    (
                        format!(".{}", field.name),
                        field.shape,
                        (field.at, field.bits),
                    )
                };
                fields.map(part).collect()
            }
            Some(shape) => vec![(String::new(), shape, (0, whole))],
            None => Vec::new(),
        };
        for (name, shape, bits) in parts {
            let path = format!("{fourcc}.{}{name}", without_numbers(&value.path()));
            let (mut values, nameless) = values(shape, bits.1);
            if path == UNDEFINED.0 {
                values.retain(|value| !UNDEFINED.1(value));
            }
            if values.is_empty() && nameless.is_empty() {
                continue;
            }
            let new = Field {
                path: path.clone(),
                places: Vec::new(),
                bits,
                values,
                nameless,
            };
            let field = fields.entry(path).or_insert(new);
            field.places.push((start + value.offset(), size));
        }
    }
    fields.into_values().collect()
}

/// A path without the indices of records.
fn without_numbers(path: &str) -> String {
    let mut pieces = path.split('[');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |path, piece| {
        let rest = piece.split_once(']').map_or("", |(_, rest)| rest);
        format!("{path}[]{rest}")
    })
}
