//! Where the fields of a record lie: what drawings and tables of it are made of, on pages and in docs.

use crate::model::{Base, BitField, Bits, Content, Field, Item, Schema, Version, Versioned};

/// Bytes in a row of a drawing.
pub(crate) const ROW: u64 = 4;
/// A field that takes more rows than this is drawn with as many.
const MOST_ROWS: u64 = 3;

/// A field of a fixed size at a place that is known.
pub(crate) struct Cell<'s> {
    /// The byte where it begins, from the start of the record.
    pub(crate) at: u64,
    /// Its size in bytes.
    pub(crate) size: u64,
    pub(crate) name: &'s str,
    /// The index of the version that brought it.
    pub(crate) since: usize,
    pub(crate) reserved: bool,
    /// The names of the bits in it, the lowest first, and how many each has.
    pub(crate) bits: Vec<(&'s str, u64)>,
}

/// A row as it is drawn: rows in the middle of large fields are left out.
pub(crate) struct Line {
    /// The bytes from the start of the record that it shows.
    pub(crate) at: u64,
    /// Whether rows are left out behind it.
    pub(crate) gap: bool,
}

/// A field, and where it lies, if that is fixed.
pub(crate) struct Row<'s> {
    pub(crate) field: &'s Field,
    pub(crate) at: Option<u64>,
    pub(crate) size: Option<u64>,
    pub(crate) since: usize,
}

/// Fields one behind the other.
pub(crate) fn rows<'s>(
    schema: &'s Schema,
    fields: impl IntoIterator<Item = (usize, &'s Field)>,
) -> Vec<Row<'s>> {
    let mut at = Some(0);
    let row = |(since, field): (usize, &'s Field)| {
        let size = schema.size(&field.ty.base);
        let row = Row {
            field,
            at,
            size,
            since,
        };
        at = at.zip(size).map(|(at, size)| at + size);
        row
    };
    fields.into_iter().map(row).collect()
}

/// The rows of a drawing: those whose offset and size are known.
pub(crate) fn cells<'s>(schema: &'s Schema, rows: &[Row<'s>]) -> Vec<Cell<'s>> {
    let cell = |row: &Row<'s>| {
        Some(Cell {
            at: row.at?,
            size: row.size.filter(|size| *size > 0)?,
            name: &row.field.name,
            since: row.since,
            reserved: row.field.reserved,
            bits: bits(schema, &row.field.ty.base),
        })
    };
    rows.iter().filter_map(cell).collect()
}

/// The rows that are drawn.
pub(crate) fn lines(cells: &[Cell<'_>]) -> Vec<Line> {
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

/// The bits that a type is made of.
pub(crate) fn bits<'s>(schema: &'s Schema, base: &Base) -> Vec<(&'s str, u64)> {
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
pub(crate) fn bit_fields(bits: &Bits) -> impl Iterator<Item = (u64, u64, &BitField)> {
    let mut behind = 0u64;
    bits.fields.iter().map(move |field| {
        let first = behind;
        let count = u64::try_from(field.bits.value).unwrap_or(0);
        behind = behind.saturating_add(count);
        (first, count, field)
    })
}

/// The fields of a version by value, each with the first version that has it.
pub(crate) fn version_fields<'v>(
    versioned: &'v Versioned,
    version: &'v Version,
) -> impl Iterator<Item = (usize, &'v Field)> {
    version.fields.iter().map(|field| {
        let has = |version: &Version| version.fields.iter().any(|own| own.is_named(&field.name));
        let since = versioned.versions.iter().position(has);
        (since.unwrap_or(0), field)
    })
}

/// The fields of all versions by size, in order.
pub(crate) fn all_fields(versioned: &Versioned) -> impl Iterator<Item = (usize, &Field)> {
    let versions = versioned.versions.iter().enumerate();
    versions.flat_map(|(since, version)| version.fields.iter().map(move |field| (since, field)))
}

/// The first fields of a sequence, as long as their places do not depend on the file.
pub(crate) fn fixed_start<'s>(schema: &'s Schema, fields: &'s [Field]) -> Vec<Row<'s>> {
    let start = fields.iter().take_while(|field| schema.is_in_place(field));
    rows(schema, start.map(|field| (0, field)))
}

/// The items that a type leads to, itself first, each once.
pub(crate) fn reachable<'s>(schema: &'s Schema, name: &str, found: &mut Vec<&'s Item>) {
    let Some(item) = schema.item(name) else {
        return;
    };
    if found.iter().any(|other| std::ptr::eq(*other, item)) {
        return;
    }
    found.push(item);
    let mut next = item.content.types();
    if let Content::Bits(bits) = &item.content {
        next.extend(bits.fields.iter().filter_map(|field| field.ty.as_ref()));
    }
    for ty in next {
        for record in schema.records_passed(ty) {
            reachable(schema, record, found);
        }
        base(schema, &ty.base, found);
    }
}

fn base<'s>(schema: &'s Schema, of: &Base, found: &mut Vec<&'s Item>) {
    match of {
        Base::Item(name) => reachable(schema, name, found),
        Base::Array(of, _) | Base::RowRef(of) | Base::ListRef(of) => base(schema, of, found),
        _ => {}
    }
}
