//! Fills in C++ names: a field mirrors the C++ member with its name, unless the schema states another one.

use heck::ToUpperCamelCase as _;

use crate::placement::fixed_start;
use crate::span::Spanned;

use super::{Base, Content, Field, Schema};

/// The C++ name for something without one, as the schema states it: `cpp = ""`.
const NONE: &str = "";

impl Schema {
    /// If an item mirrors a C++ type, each of its fields mirrors the member with its name. The offsets of all fields
    /// are known before.
    pub(crate) fn mirror_by_name(&mut self) {
        // The number of fields of a sequence before all counts, offsets and conditions.
        let in_place = self.items.iter().map(|item| {
            let of = item.content.structure();
            of.map_or(0, |of| fixed_start(&of.fields).len())
        });
        let in_place: Vec<usize> = in_place.collect();
        let bits = self
            .items
            .iter()
            .filter(|item| matches!(item.content, Content::Bits(_)));
        let bits: Vec<String> = bits.map(|item| item.name.value.clone()).collect();
        // The members of packed bits are their fields.
        let is_bits = |base: &Base| matches!(base, Base::Item(name) if bits.contains(name));
        let mirror_fields = |fields: &mut [Field], mirrors: bool| {
            for field in fields.iter_mut().filter(|field| field.has_name_and_type()) {
                let is_member = mirrors && !is_bits(&field.ty.base);
                mirror(&mut field.cpp, &field.name, is_member);
            }
        };
        for (item, in_place) in self.items.iter_mut().zip(in_place) {
            let mirrors = item.cpp.is_some();
            match &mut item.content {
                Content::Struct(of) => {
                    let (start, rest) = of.fields.split_at_mut(in_place);
                    mirror_fields(start, mirrors);
                    mirror_fields(rest, false);
                    for version in &mut of.versions {
                        mirror_fields(&mut version.fields, version.cpp.is_some());
                    }
                }
                Content::Switch(switch) => {
                    for arm in &mut switch.arms {
                        mirror(&mut arm.cpp, &arm.name, mirrors && !is_bits(&arm.ty.base));
                    }
                }
                _ => {}
            }
        }
    }
}

fn mirror(cpp: &mut Option<Spanned<String>>, name: &Spanned<String>, is_member: bool) {
    match cpp {
        Some(said) if said.value == NONE => *cpp = None,
        Some(_) => {}
        None if is_member => {
            *cpp = Some(Spanned::at(name.to_upper_camel_case(), name));
        }
        None => {}
    }
}
