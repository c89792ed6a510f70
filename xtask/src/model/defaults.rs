//! Defaults by name: the C++ member that a field mirrors, unless the schema states another.

use heck::ToUpperCamelCase as _;

use crate::diagnostic::Spanned;

use super::{Base, Content, Schema};

/// The C++ name of something that has none, as it is written: `cpp = ""`.
const NONE: &str = "";

impl Schema {
    /// Gives each field of what mirrors a C++ type the member of its name. All kinds of fields are known.
    pub(crate) fn mirror_by_name(&mut self) {
        let in_place: Vec<usize> = self
            .items
            .iter()
            .map(|item| self.in_place(&item.content))
            .collect();
        let bits = self
            .items
            .iter()
            .filter(|item| matches!(item.content, Content::Bits(_)));
        let bits: Vec<String> = bits.map(|item| item.name.value.clone()).collect();
        // Of bits, their own fields are members.
        let is_bits = |base: &Base| matches!(base, Base::Item(name) if bits.contains(name));
        for (item, in_place) in self.items.iter_mut().zip(in_place) {
            let mirrors = item.cpp.is_some();
            match &mut item.content {
                Content::Record(fields) => {
                    for field in fields {
                        let is_member = mirrors && !is_bits(&field.ty.base);
                        mirror(&mut field.cpp, &field.name, is_member);
                    }
                }
                Content::Versioned(versioned) => {
                    for version in &mut versioned.versions {
                        let mirrors = version.cpp.is_some();
                        for field in &mut version.fields {
                            let is_member = mirrors && !is_bits(&field.ty.base);
                            mirror(&mut field.cpp, &field.name, is_member);
                        }
                    }
                }
                Content::Union(union) => {
                    for arm in &mut union.arms {
                        mirror(&mut arm.cpp, &arm.name, mirrors && !is_bits(&arm.ty.base));
                    }
                }
                Content::Sequence(sequence) => {
                    for (index, field) in sequence.fields.iter_mut().enumerate() {
                        if let (Some(name), Some(ty)) = (&field.name, &field.ty) {
                            let is_member = mirrors && index < in_place && !is_bits(&ty.base);
                            mirror(&mut field.cpp, name, is_member);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// How many fields of a sequence come before all counts, places and conditions.
    fn in_place(&self, content: &Content) -> usize {
        match content {
            Content::Sequence(sequence) => {
                let fields = sequence.fields.iter();
                fields.take_while(|field| self.is_in_place(field)).count()
            }
            _ => 0,
        }
    }
}

fn mirror(cpp: &mut Option<Spanned<String>>, name: &Spanned<String>, is_member: bool) {
    match cpp {
        Some(said) if said.value == NONE => *cpp = None,
        Some(_) => {}
        None if is_member => {
            *cpp = Some(Spanned {
                value: name.to_upper_camel_case(),
                span: name.span.clone(),
            });
        }
        None => {}
    }
}
