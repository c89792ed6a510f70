//! What the schemas declare by name.

use super::{Base, BitField, Column, Field, Mirrored, Schema, SequenceField, Shown, Type};
use crate::datum::Datum;
use crate::diagnostic::{Span, Spanned};
use crate::expression::Expression;

#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) name: Spanned<String>,
    pub(crate) doc: String,
    pub(crate) source: String,
    /// The C++ type that it mirrors.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) content: Content,
    /// The whole item in the file.
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum Content {
    Enum(Enum),
    Flags(Enum),
    Bits(Bits),
    Record(Vec<Field>),
    Versioned(Versioned),
    Union(Union),
    Choice(Choice),
    Sequence(Sequence),
    Let(Let),
}

impl Content {
    /// Whether it stands inside of sequences and has a size of its own.
    pub(crate) fn is_nested(&self) -> bool {
        matches!(self, Self::Choice(_) | Self::Sequence(_))
    }
}

#[derive(Debug)]
pub(crate) struct Enum {
    pub(crate) bits: u32,
    pub(crate) mirrors: Option<Mirrored>,
    pub(crate) values_of: Option<Spanned<String>>,
    /// The column that has the names of documents.
    pub(crate) shown_by: Option<Spanned<String>>,
    pub(crate) columns: Vec<Column>,
    pub(crate) values: Vec<EnumValue>,
}

#[derive(Debug)]
pub(crate) struct EnumValue {
    pub(crate) name: Spanned<String>,
    pub(crate) value: Spanned<i128>,
    /// As the schema spells it, for the generated code: `0x10`, `1 << 4`.
    pub(crate) spelled: String,
    pub(crate) alias: bool,
    /// Where the value is known from, if not from the mirrored macro.
    pub(crate) source: Option<String>,
    /// Why it is not to be used any more.
    pub(crate) deprecated: Option<String>,
    pub(crate) doc: String,
    pub(crate) columns: Vec<(Spanned<String>, Spanned<Datum>)>,
}

#[derive(Debug)]
pub(crate) struct Bits {
    pub(crate) bits: u32,
    pub(crate) fields: Vec<BitField>,
}

#[derive(Debug)]
pub(crate) struct Versioned {
    pub(crate) by_size: bool,
    pub(crate) takes: Vec<Parameter>,
    pub(crate) versions: Vec<Version>,
}

#[derive(Debug)]
pub(crate) struct Version {
    pub(crate) number: Option<Spanned<i128>>,
    pub(crate) when: Option<Expression>,
    /// The C++ type that it mirrors: by size, with the fields of all earlier versions.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) fields: Vec<Field>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Spanned<String>,
    pub(crate) ty: Type,
}

#[derive(Debug)]
pub(crate) struct Union {
    pub(crate) size: Spanned<i128>,
    pub(crate) by: Spanned<String>,
    pub(crate) select: Spanned<String>,
    pub(crate) arms: Vec<Arm>,
}

#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) name: Spanned<String>,
    pub(crate) when: Vec<Spanned<String>>,
    pub(crate) ty: Type,
    pub(crate) shown: Shown,
    /// The member of the C++ union that it mirrors.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) doc: String,
}

#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) takes: Vec<Parameter>,
    pub(crate) by: Spanned<String>,
    pub(crate) otherwise: Option<Spanned<String>>,
    pub(crate) arms: Vec<Arm>,
}

#[derive(Debug)]
pub(crate) struct Sequence {
    pub(crate) takes: Vec<Parameter>,
    /// The key in documents that it stands below.
    pub(crate) key: Option<Spanned<String>>,
    /// Where it says that it has none.
    pub(crate) flatten: Option<Span>,
    pub(crate) follows: Option<Spanned<String>>,
    pub(crate) fields: Vec<SequenceField>,
}

#[derive(Debug)]
pub(crate) struct Let {
    pub(crate) args: Vec<Spanned<String>>,
    pub(crate) is: Expression,
}

impl Sequence {
    /// The field of a name.
    pub(crate) fn field(&self, name: &str) -> Option<&SequenceField> {
        self.fields.iter().find(|field| field.is_named(name))
    }

    /// Whether a type is one that the sequence takes.
    pub(crate) fn is_taken(&self, base: &Base) -> bool {
        let mut takes = self.takes.iter();
        takes.any(|parameter| {
            let is_this = matches!(base, Base::Item(name) if *name == parameter.name.value);
            is_this && parameter.ty.base == Base::Record
        })
    }
}

impl Item {
    /// The C++ types that it mirrors, one in each version if it has several.
    pub(crate) fn mirrored(&self) -> impl Iterator<Item = &Spanned<String>> {
        let versions = match &self.content {
            Content::Versioned(versioned) => versioned.versions.as_slice(),
            _ => &[],
        };
        let of_versions = versions.iter().filter_map(|version| version.cpp.as_ref());
        self.cpp.iter().chain(of_versions)
    }
}

impl Versioned {
    /// The size of each version in bytes, as far as its fields have one.
    pub(crate) fn sizes(&self, schema: &Schema) -> impl Iterator<Item = Option<u64>> {
        let mut before = Some(0u64);
        self.versions.iter().map(move |version| {
            let start = if self.by_size { before } else { Some(0) };
            let mut fields = version.fields.iter();
            before = fields.try_fold(start?, |size, field| {
                size.checked_add(schema.size(&field.ty.base)?)
            });
            before
        })
    }
}
