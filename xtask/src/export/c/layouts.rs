//! The structs and unions of the header: one for a record or for packed bits, one for each version of a record, one for
//! the fixed start of a sequence.

use std::borrow::Cow;

use super::names::{member_name, type_name};
use crate::export::format::{
    Arm, BitField, Bits, Content, Expression, Field, Item, SequenceField, Type, Union, VersionedBy,
};

/// A struct or a union.
pub(super) struct Layout<'f> {
    pub(super) name: String,
    /// The type of LLVM's that it mirrors.
    pub(super) cpp: Option<&'f str>,
    /// `struct` or `union`.
    pub(super) kind: &'static str,
    /// The condition of a version.
    pub(super) when: Option<&'f Expression>,
    pub(super) members: Vec<Member<'f>>,
    /// The size in bytes; there is no struct without one.
    pub(super) size: Option<u64>,
    /// The fields of a sequence that have no fixed offset.
    pub(super) rest: &'f [SequenceField],
}

/// A member of a struct or a union.
#[derive(Clone)]
pub(super) struct Member<'f> {
    pub(super) name: &'f str,
    pub(super) ty: Option<&'f Type>,
    /// Nothing, if C has no such type.
    pub(super) declaration: Option<String>,
    pub(super) offset: Option<u64>,
    pub(super) size: Option<u64>,
    /// The member of LLVM's type.
    pub(super) cpp: Option<&'f str>,
    pub(super) doc: Cow<'f, str>,
}

impl<'f> Member<'f> {
    fn new(name: &'f str, ty: Option<&'f Type>, doc: impl Into<Cow<'f, str>>) -> Self {
        Self {
            name,
            ty,
            declaration: ty.and_then(|ty| declaration(ty, &member_name(name))),
            offset: None,
            size: None,
            cpp: None,
            doc: doc.into(),
        }
    }

    fn of_record(field: &'f Field) -> Self {
        Self {
            offset: field.offset,
            size: field.size,
            cpp: field.cpp.as_deref(),
            ..Self::new(&field.name, Some(&field.ty), &field.doc)
        }
    }

    fn of_union(union: &Union, arm: &'f Arm) -> Self {
        Self {
            size: arm.size,
            cpp: arm.cpp.as_deref(),
            ..Self::new(&arm.name, Some(&arm.ty), union.doc_of(arm))
        }
    }

    /// A field of a sequence, if its offset is fixed.
    fn of_sequence(field: &'f SequenceField) -> Option<Self> {
        let (name, doc) = (field.name.as_deref()?, field.doc.as_deref());
        Some(Self {
            offset: Some(field.offset?),
            size: field.size,
            cpp: field.cpp.as_deref(),
            ..Self::new(name, field.ty.as_ref(), doc.unwrap_or_default())
        })
    }

    fn of_bits(bits: &Bits, field: &'f BitField) -> Self {
        let name = member_name(&field.name);
        Self {
            declaration: Some(format!("uint{}_t {name} : {}", bits.bits, field.bits)),
            ..Self::new(&field.name, field.ty.as_ref(), &field.doc)
        }
    }
}

/// The structs and unions of an item.
pub(super) fn layouts(item: &Item) -> Vec<Layout<'_>> {
    let layout = |kind, members, size| Layout {
        name: type_name(&item.name, None),
        cpp: item.cpp.as_deref(),
        kind,
        when: None,
        members,
        size,
        rest: &[],
    };
    match &item.content {
        Content::Record(record) => {
            let members = record.fields.iter().map(Member::of_record).collect();
            vec![layout("struct", members, record.size)]
        }
        Content::Versioned(versioned) => {
            let mut members = Vec::new();
            let versions = versioned.versions.iter().map(|version| {
                if versioned.by == VersionedBy::Condition {
                    members.clear();
                }
                members.extend(version.fields.iter().map(Member::of_record));
                Layout {
                    name: type_name(&item.name, Some(version)),
                    cpp: version.cpp.as_deref(),
                    when: version.when.as_ref(),
                    ..layout("struct", members.clone(), version.size)
                }
            });
            versions.collect()
        }
        Content::Union(union) => {
            let members = union.arms.iter().map(|arm| Member::of_union(union, arm));
            vec![layout("union", members.collect(), Some(union.size))]
        }
        Content::Sequence(sequence) => {
            let members = sequence.fields.iter().map_while(Member::of_sequence);
            let members: Vec<_> = members.collect();
            let size = members
                .last()
                .and_then(|last| Some(last.offset? + last.size?));
            let rest = &sequence.fields[members.len()..];
            vec![Layout {
                rest,
                ..layout("struct", members, size)
            }]
        }
        Content::Bits(bits) => {
            let members = bits.fields.iter().map(|field| Member::of_bits(bits, field));
            let size = u64::from(bits.bits / 8);
            vec![Layout {
                cpp: None,
                ..layout("struct", members.collect(), Some(size))
            }]
        }
        Content::Enum(_) | Content::Flags(_) | Content::Choice(_) | Content::Let(_) => Vec::new(),
    }
}

/// A declaration of a member; nothing, if C has no such type.
pub(super) fn declaration(ty: &Type, name: &str) -> Option<String> {
    Some(match ty {
        Type::Integer { bits } => format!("uint{bits}_t {name}"),
        Type::Signed { bits } => format!("int{bits}_t {name}"),
        Type::Float => format!("float {name}"),
        Type::Boolean => format!("uint8_t {name}"),
        Type::FourCc => format!("DxbcFourCC {name}"),
        Type::StringReference | Type::RowReference { .. } | Type::ListReference { .. } => {
            format!("uint32_t {name}")
        }
        Type::Array { of, count } => declaration(of, &format!("{name}[{count}]"))?,
        Type::Item { name: item, .. } => format!("{} {name}", type_name(item, None)),
        Type::Bytes | Type::Strings | Type::Lists | Type::CString | Type::Record => return None,
    })
}
