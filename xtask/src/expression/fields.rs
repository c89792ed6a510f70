//! What stands behind a dot.

use crate::model::{Base, Content, Schema};

/// The fields of a record: name, type, and whether Rust reads them by a method.
pub(super) fn fields_of(schema: &Schema, of: &str) -> Vec<(String, Base, bool)> {
    let smallest = |bits: i128| {
        Base::Integer(if bits <= 8 {
            8
        } else if bits <= 16 {
            16
        } else if bits <= 32 {
            32
        } else {
            64
        })
    };
    match schema.item(of).map(|item| &item.content) {
        Some(Content::Record(fields)) => fields
            .iter()
            .map(|field| (field.name.value.clone(), field.ty.base.clone(), false))
            .collect(),
        Some(Content::Bits(bits)) => {
            let fields = bits.fields.iter().filter(|field| !field.reserved);
            fields
                .map(|field| {
                    let base = field
                        .ty
                        .as_ref()
                        .map_or_else(|| smallest(field.bits.value), |ty| ty.base.clone());
                    (field.name.value.clone(), base, true)
                })
                .collect()
        }
        Some(Content::Versioned(versioned)) => {
            let fields = versioned
                .versions
                .iter()
                .enumerate()
                .flat_map(|(index, version)| {
                    let later = index > 0 && versioned.by_size;
                    version
                        .fields
                        .iter()
                        .map(move |field| (field.name.value.clone(), field.ty.base.clone(), later))
                });
            let mut seen: Vec<(String, Base, bool)> = Vec::new();
            for field in fields {
                if !seen.iter().any(|(name, ..)| *name == field.0) {
                    seen.push(field);
                }
            }
            seen
        }
        _ => Vec::new(),
    }
}
