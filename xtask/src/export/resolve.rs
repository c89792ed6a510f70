//! Makes the resolved model from `model`: the one file of the exporters that knows it.

use super::format::{
    Arm, BitField, Bits, Cell, Choice, Column, Content, Datum, Each, Field, File, Format, Function,
    Item, Macro, Magic, Part, Record, Sequence, SequenceField, Union, Value, Values, Version,
    Versioned, VersionedBy,
};
use super::tree::Scope;
use crate::datum;
use crate::diagnostic::Spanned;
use crate::model;
use crate::model::{Base, Schema};
use crate::placement::{Row, all_fields, bit_fields, fixed_start, rows, version_fields};

/// Resolves the model of all schemas.
pub(super) fn resolve(schema: &Schema) -> Result<Format, String> {
    let files = schema.sources.iter().zip(&schema.docs);
    let files = files.map(|(source, doc)| File {
        name: source.stem.clone(),
        doc: doc.clone(),
    });
    Ok(Format {
        files: files.collect(),
        parts: schema
            .parts
            .iter()
            .map(|part| resolve_part(schema, part))
            .collect::<Result<_, _>>()?,
        items: schema
            .items
            .iter()
            .map(|item| resolve_item(schema, item))
            .collect::<Result<_, _>>()?,
    })
}

fn text(text: &Spanned<String>) -> String {
    text.value.clone()
}

fn number(number: &Spanned<i128>) -> u64 {
    u64::try_from(number.value).unwrap_or_default()
}

fn resolve_part(schema: &Schema, part: &model::Part) -> Result<Part, String> {
    let scope = Scope {
        schema,
        names: Vec::new(),
    };
    Ok(Part {
        codes: part.codes.iter().map(text).collect(),
        name: part.name.clone(),
        ty: scope.optional_ty(&part.ty)?,
        begins: schema.magic(part).map(|magic| Magic {
            offset: magic.at,
            bytes: magic.bytes,
        }),
        writers: part.writers.iter().map(text).collect(),
        models: part.models.clone(),
        strip: part.strip.clone(),
        optional: part.optional,
        repeats: part.repeats,
        last: part.last.is_some(),
        llvm: part.llvm,
        doc: part.doc.clone(),
        source: part.source.clone(),
    })
}

fn resolve_item(schema: &Schema, item: &model::Item) -> Result<Item, String> {
    // The proof is against the headers of an LLVM that lacks what later ones have.
    let is_later = match &item.content {
        model::Content::Enum(of) | model::Content::Flags(of) => of.llvm.is_some(),
        _ => false,
    };
    Ok(Item {
        name: text(&item.name),
        file: schema.module(item).to_owned(),
        doc: item.doc.clone(),
        source: item.source.clone(),
        cpp: item.cpp.as_ref().filter(|_| !is_later).map(text),
        content: resolve_content(&Scope::of_item(schema, item), item)?,
    })
}

fn resolve_content(scope: &Scope<'_>, item: &model::Item) -> Result<Content, String> {
    let schema = scope.schema;
    Ok(match &item.content {
        model::Content::Enum(content) => Content::Enum(resolve_values(schema, content)),
        model::Content::Flags(content) => Content::Flags(resolve_values(schema, content)),
        model::Content::Bits(content) => Content::Bits(resolve_bits(scope, content)?),
        model::Content::Record(fields) => {
            let rows = rows(schema, fields.iter().map(|field| (0, field)));
            Content::Record(Record {
                size: schema.size(&Base::Item(text(&item.name))),
                fields: resolve_fields(scope, &rows)?,
            })
        }
        model::Content::Versioned(content) => {
            Content::Versioned(resolve_versioned(scope, content)?)
        }
        model::Content::Union(content) => Content::Union(Union {
            size: number(&content.size),
            by: text(&content.by),
            select: text(&content.select),
            arms: resolve_arms(scope, &content.arms)?,
        }),
        model::Content::Choice(content) => Content::Choice(Choice {
            takes: scope.parameters(&content.takes)?,
            by: content.by().to_owned(),
            otherwise_bytes: content.otherwise.is_some(),
            arms: resolve_arms(scope, &content.arms)?,
        }),
        model::Content::Sequence(content) => {
            Content::Sequence(resolve_sequence(scope, &item.name, content)?)
        }
        model::Content::Let(content) => Content::Let(Function {
            parameters: content.args.iter().map(text).collect(),
            is: scope.resolve(&content.is)?,
        }),
    })
}

fn resolve_values(schema: &Schema, content: &model::Enum) -> Values {
    let mirrored = content.mirrors.as_ref();
    let spelling = mirrored.and_then(|mirrored| mirrored.spelling.as_ref());
    let columns = content.columns.iter().map(|column| Column {
        name: text(&column.name),
        ty: column.ty.to_string(),
    });
    let values = schema.values(content);
    Values {
        bits: content.bits,
        mirrors: spelling.map(|spelling| Macro {
            name: spelling.macro_name.clone(),
            parameters: spelling.parameters.clone(),
        }),
        values_of: content.values_of.as_ref().map(text),
        columns: columns.collect(),
        values: values.values.iter().map(resolve_value).collect(),
        markers: values.markers.iter().map(resolve_value).collect(),
    }
}

fn resolve_value(value: &model::EnumValue) -> Value {
    let cell = |(column, content): &(Spanned<String>, Spanned<datum::Datum>)| {
        Some(Cell {
            column: text(column),
            content: match &content.value {
                datum::Datum::Integer(number) => Datum::Number(i64::try_from(*number).ok()?),
                datum::Datum::Text(text) => Datum::Text(text.clone()),
                datum::Datum::List(list) => Datum::List(list.iter().map(text).collect()),
                datum::Datum::Wrong => return None,
            },
        })
    };
    Value {
        name: text(&value.name),
        number: number(&value.value),
        spelled: value.spelled.clone(),
        alias: value.alias.is_some(),
        doc: value.doc.clone(),
        source: value.source.clone(),
        cells: value.columns.iter().filter_map(cell).collect(),
    }
}

fn resolve_bits(scope: &Scope<'_>, content: &model::Bits) -> Result<Bits, String> {
    let field = |(first, bits, field): (u64, u64, &model::BitField)| {
        Ok(BitField {
            name: text(&field.name),
            first,
            bits,
            ty: scope.optional_ty(&field.ty)?,
            cpp: field.cpp.as_ref().map(text),
            reserved: field.reserved,
            yaml: field.shown.key_of(&field.name),
            doc: field.doc.clone(),
        })
    };
    Ok(Bits {
        bits: content.bits,
        fields: bit_fields(content)
            .map(field)
            .collect::<Result<_, String>>()?,
    })
}

fn resolve_fields<'r>(
    scope: &Scope<'_>,
    rows: impl IntoIterator<Item = &'r Row<'r>>,
) -> Result<Vec<Field>, String> {
    let rows = rows.into_iter();
    rows.map(|row| resolve_field(scope, row)).collect()
}

fn resolve_field(scope: &Scope<'_>, row: &Row<'_>) -> Result<Field, String> {
    let field = row.field;
    Ok(Field {
        name: text(&field.name),
        ty: scope.ty(&field.ty)?,
        offset: row.at,
        size: row.size,
        is: scope.optional(&field.is)?,
        default: field.default.as_ref().map(text),
        cpp: field.cpp.as_ref().map(text),
        reserved: field.reserved,
        yaml: field.shown.key_of(&field.name),
        references: field.reference.as_ref().or(field.run.as_ref()).map(text),
        length: field.len.as_ref().map(text),
        base: field.base.as_ref().map(text),
        null: field.null.as_ref().map(number),
        doc: field.doc.clone(),
    })
}

fn resolve_versioned(scope: &Scope<'_>, content: &model::Versioned) -> Result<Versioned, String> {
    let schema = scope.schema;
    let by_size = rows(schema, all_fields(content));
    let mut versions = Vec::new();
    let sized = content.versions.iter().zip(content.sizes(schema));
    for (index, (version, size)) in sized.enumerate() {
        let fields = match content.by_size {
            true => {
                let own = by_size.iter().filter(|row| row.since == index);
                resolve_fields(scope, own)?
            }
            false => {
                let rows = rows(schema, version_fields(content, version));
                resolve_fields(scope, &rows)?
            }
        };
        let index = u64::try_from(index).unwrap_or_default();
        versions.push(Version {
            number: version.number.as_ref().map_or(index, number),
            grown: version.grown,
            when: scope.optional(&version.when)?,
            cpp: version.cpp.as_ref().map(text),
            size,
            fields,
        });
    }
    Ok(Versioned {
        by: match content.by_size {
            true => VersionedBy::Size,
            false => VersionedBy::Condition,
        },
        takes: scope.parameters(&content.takes)?,
        versions,
    })
}

fn resolve_arms(scope: &Scope<'_>, arms: &[model::Arm]) -> Result<Vec<Arm>, String> {
    let arm = |arm: &model::Arm| {
        Ok(Arm {
            name: text(&arm.name),
            when: arm.when.iter().map(text).collect(),
            ty: scope.ty(&arm.ty)?,
            size: scope.size(&arm.ty),
            cpp: arm.cpp.as_ref().map(text),
            doc: arm.doc.clone(),
        })
    };
    arms.iter().map(arm).collect()
}

fn resolve_sequence(
    scope: &Scope<'_>,
    name: &str,
    content: &model::Sequence,
) -> Result<Sequence, String> {
    let start = fixed_start(scope.schema, &content.fields);
    let fields = content.fields.iter().enumerate();
    let fields =
        fields.map(|(index, field)| resolve_sequence_field(scope, field, start.get(index)));
    Ok(Sequence {
        takes: scope.parameters(&content.takes)?,
        follows: content.follows.as_ref().map(text),
        keeps_trailing: scope.schema.keeps_trailing(name, content),
        fields: fields.collect::<Result<_, String>>()?,
    })
}

/// `place` is where the field lies, if that does not depend on the file.
fn resolve_sequence_field(
    scope: &Scope<'_>,
    field: &model::Field,
    place: Option<&Row<'_>>,
) -> Result<SequenceField, String> {
    let range = field.each.as_ref().and_then(|each| each.range());
    let each = range.map(|(index, end)| {
        let (index, runs) = (index.to_owned(), end.number());
        let of = runs.is_none().then(|| scope.resolve(end)).transpose()?;
        Ok::<_, String>(Each { index, runs, of })
    });
    let is_whole = field.has_name_and_type();
    Ok(SequenceField {
        name: is_whole.then(|| text(&field.name)),
        ty: is_whole.then(|| scope.ty(&field.ty)).transpose()?,
        offset: place.and_then(|row| row.at),
        size: place.and_then(|row| row.size),
        is: scope.optional(&field.is)?,
        usual: scope.optional(&field.usual)?,
        default: field.default.as_ref().map(text),
        unknown: field.strings_style.is_unknown(),
        strings: field.named.iter().map(text).collect(),
        count: scope.optional(&field.count)?,
        each: each.transpose()?,
        stride: scope.optional(&field.stride)?,
        bytes: scope.optional(&field.size)?,
        at: scope.optional(&field.at)?,
        from: field.from.as_ref().map(text),
        null: field.null.as_ref().map(number),
        condition: scope.optional(&field.condition)?,
        known: field.known.as_ref().map(text),
        align: field.align.as_ref().map(number),
        fill: scope.optional(&field.fill)?,
        pool: field.pool.is_some(),
        references: field.reference.as_ref().map(text),
        cpp: field.cpp.as_ref().map(text),
        yaml: is_whole.then(|| field.shown.key_of(&field.name)),
        doc: is_whole.then(|| field.doc.clone()),
    })
}
