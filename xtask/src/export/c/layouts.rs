//! Computes the structs and unions of the header: one for a record or for packed bits, one for each version of a
//! record, one for the fixed start of a sequence.

use std::borrow::Cow;

use super::names::{member_name, type_name};
use dxc_codegen::model::{Base, Content, Field, Item, Schema, Type, Version};
use dxc_codegen::placement::{bit_fields, fixed_start};
use dxc_codegen::span::Text;

/// A struct or a union.
pub(crate) struct Layout<'s> {
    pub(crate) name: String,
    /// The LLVM type that it mirrors.
    pub(crate) cpp: Option<&'s Text>,
    /// `struct` or `union`.
    pub(crate) kind: &'static str,
    /// The version of the record, if it is a struct for a version.
    pub(crate) version: Option<&'s Version>,
    pub(crate) members: Vec<Member<'s>>,
    /// The size in bytes; structs without one are omitted.
    pub(crate) size: Option<u64>,
    /// The fields of a sequence that have no fixed offset.
    pub(crate) rest: &'s [Field],
}

/// A member of a struct or a union.
pub(crate) struct Member<'s> {
    pub(crate) name: &'s Text,
    pub(crate) ty: Option<&'s Type>,
    /// `None` if C has no such type.
    pub(crate) declaration: Option<String>,
    pub(crate) offset: Option<u64>,
    pub(crate) size: Option<u64>,
    /// The member of LLVM's type that it mirrors.
    pub(crate) cpp: Option<&'s Text>,
    pub(crate) doc: Cow<'s, str>,
}

impl<'s> Member<'s> {
    fn new(field: &'s Field) -> Self {
        Self {
            name: &field.name,
            ty: Some(&field.ty),
            declaration: declaration(&field.ty.base, &member_name(&field.name)),
            offset: field.place.at,
            size: field.place.size,
            cpp: field.cpp.as_ref(),
            doc: Cow::from(&field.doc),
        }
    }
}

/// The structs and unions of an item.
pub(crate) fn layouts<'s>(schema: &'s Schema, item: &'s Item) -> Vec<Layout<'s>> {
    let layout = |kind, members, size| Layout {
        name: type_name(&item.name, None),
        cpp: item.cpp.as_ref(),
        kind,
        version: None,
        members,
        size,
        rest: &[],
    };
    let of_fields = |fields: &[&'s Field], size| {
        let members = fields.iter().map(|field| Member::new(field));
        layout("struct", members.collect(), size)
    };
    match &item.content {
        Content::Struct(versioned) if versioned.has_versions() => {
            let versions = versioned.versions.iter();
            let mut fields = Vec::new();
            let versions = versions.enumerate().map(|(index, version)| {
                if !versioned.is_by_size() {
                    fields.clear();
                }
                fields.extend(&version.fields);
                Layout {
                    name: type_name(&item.name, Some(&versioned.label(index))),
                    cpp: version.cpp.as_ref(),
                    version: Some(version),
                    ..of_fields(&fields, version.size)
                }
            });
            versions.collect()
        }
        Content::Switch(union) if union.size.is_some() => {
            let members = union.arms.iter().map(|arm| Member {
                name: &arm.name,
                ty: Some(&arm.ty),
                declaration: declaration(&arm.ty.base, &member_name(&arm.name)),
                offset: None,
                size: schema.size(&arm.ty.base),
                cpp: arm.cpp.as_ref(),
                doc: union.doc_of(arm).into(),
            });
            let size = Some(union.bytes());
            vec![layout("union", members.collect(), size)]
        }
        Content::Struct(sequence) => {
            let start = fixed_start(&sequence.fields);
            let size = start
                .last()
                .and_then(|last| Some(last.place.at? + last.place.size?));
            vec![Layout {
                rest: &sequence.fields[start.len()..],
                ..of_fields(&start.iter().collect::<Vec<_>>(), size)
            }]
        }
        Content::Bits(bits) => {
            let members = bit_fields(bits).map(|(_, count, field)| Member {
                name: &field.name,
                ty: field.ty.as_ref(),
                declaration: Some(format!(
                    "uint{}_t {} : {count}",
                    bits.bits,
                    member_name(&field.name)
                )),
                offset: None,
                size: None,
                cpp: None,
                doc: Cow::from(&field.doc),
            });
            let size = Some(u64::from(bits.bits / 8));
            vec![Layout {
                cpp: None,
                ..layout("struct", members.collect(), size)
            }]
        }
        Content::Enum(_) | Content::Switch(_) | Content::Let(_) => Vec::new(),
    }
}

/// The declaration of a member; `None` if C has no such type.
pub(crate) fn declaration(base: &Base, name: &str) -> Option<String> {
    Some(match base {
        Base::Integer(bits) => format!("uint{bits}_t {name}"),
        Base::Signed(bits) => format!("int{bits}_t {name}"),
        Base::Float(32) => format!("float {name}"),
        Base::Float(_) => format!("double {name}"),
        Base::Bool8 => format!("uint8_t {name}"),
        Base::FourCC => format!("DxbcFourCC {name}"),
        Base::StringRef | Base::RowRef(_) | Base::ListRef(_) => format!("uint32_t {name}"),
        Base::Array(of, count) => declaration(of, &format!("{name}[{count}]"))?,
        Base::Item(item) => format!("{} {name}", type_name(item, None)),
        _ => return None,
    })
}
