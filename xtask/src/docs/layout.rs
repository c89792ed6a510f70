//! Where the fields of a record lie: what its drawing and its table are made of.

use crate::model::{Base, Content, Field, Item, Schema, SequenceField, Versioned};

/// A field of a fixed size at a place that is known.
pub(super) struct Cell<'s> {
    /// The byte where it begins, from the start of the record.
    pub(super) at: u64,
    /// Its size in bytes.
    pub(super) size: u64,
    pub(super) name: &'s str,
    /// The index of the version that brought it.
    pub(super) since: usize,
    pub(super) reserved: bool,
    /// The names of the bits in it, the lowest first, and how many each has.
    pub(super) bits: Vec<(&'s str, u64)>,
}

/// A field, and where it lies, if that is fixed.
pub(super) struct Row<'s> {
    pub(super) field: &'s Field,
    pub(super) at: Option<u64>,
    pub(super) size: Option<u64>,
    pub(super) since: usize,
}

/// Fields one behind the other.
pub(super) fn rows<'s>(
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

/// What a drawing shows of rows: those whose place and size are known.
pub(super) fn cells<'s>(schema: &'s Schema, rows: &[Row<'s>]) -> Vec<Cell<'s>> {
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

/// The bits that a type is made of.
pub(super) fn bits<'s>(schema: &'s Schema, base: &Base) -> Vec<(&'s str, u64)> {
    let item = match base {
        Base::Item(name) => schema.item(name),
        _ => None,
    };
    match item.map(|item| &item.content) {
        Some(Content::Bits(bits)) => bits
            .fields
            .iter()
            .map(|field| {
                (
                    &*field.name.value,
                    u64::try_from(field.bits.value).unwrap_or(0),
                )
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The fields of a version by value, as the earlier ones that a bare name stands for say them.
pub(super) fn version_fields(versioned: &Versioned, index: usize) -> Vec<(usize, &Field)> {
    let versions = &versioned.versions;
    let first = |name: &str| {
        versions.iter().enumerate().find_map(|(since, version)| {
            let field = version.fields.iter().find(|field| *field.name == name)?;
            Some((since, field))
        })
    };
    let fields = versions.get(index).into_iter();
    fields
        .flat_map(|version| &version.fields)
        .filter_map(|field| first(&field.name))
        .collect()
}

/// The fields of all versions by size, in order.
pub(super) fn all_fields(versioned: &Versioned) -> impl Iterator<Item = (usize, &Field)> {
    let versions = versioned.versions.iter().enumerate();
    versions.flat_map(|(since, version)| version.fields.iter().map(move |field| (since, field)))
}

/// The first fields of a sequence, as long as their places do not depend on the file.
pub(super) fn fixed_start<'s>(
    schema: &'s Schema,
    fields: &'s [SequenceField],
) -> Vec<(&'s SequenceField, u64, u64)> {
    let mut at = 0;
    let mut start = Vec::new();
    for field in fields {
        let size = field.ty.as_ref().and_then(|ty| schema.size(&ty.base));
        let Some(size) = size.filter(|_| schema.is_in_place(field)) else {
            break;
        };
        start.push((field, at, size));
        at += size;
    }
    start
}

/// The items that a type leads to, itself first, each once.
pub(super) fn reachable<'s>(schema: &'s Schema, name: &str, found: &mut Vec<&'s Item>) {
    let Some(item) = schema.item(name) else {
        return;
    };
    if found.iter().any(|other| std::ptr::eq(*other, item)) {
        return;
    }
    found.push(item);
    let mut next = Vec::new();
    match &item.content {
        Content::Bits(bits) => {
            next.extend(bits.fields.iter().filter_map(|field| field.ty.as_ref()));
        }
        Content::Record(fields) => next.extend(fields.iter().map(|field| &field.ty)),
        Content::Versioned(versioned) => {
            next.extend(all_fields(versioned).map(|(_, field)| &field.ty));
        }
        Content::Union(union) => next.extend(union.arms.iter().map(|arm| &arm.ty)),
        Content::Choice(choice) => next.extend(choice.arms.iter().map(|arm| &arm.ty)),
        Content::Sequence(sequence) => {
            next.extend(sequence.fields.iter().filter_map(|field| field.ty.as_ref()));
        }
        Content::Enum(_) | Content::Flags(_) | Content::Let(_) => {}
    }
    for ty in next {
        for (argument, is_record) in schema.arguments(ty) {
            if is_record {
                reachable(schema, argument, found);
            }
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
