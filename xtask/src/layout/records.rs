//! Collects facts of records, unions and sequences: the offsets, sizes and types of their fields.

use crate::export::c::layouts::{Layout, Member, layouts};
use crate::export::c::names::member_name;
use dxc_codegen::model::{Base, BitField, Bits, Content, Item, Struct};
use dxc_codegen::span::Text;

use super::emit::expression;
use super::facts::{Collector, Fact, Property};

impl<'s> Collector<'s> {
    /// Adds the structs and unions of an item that mirror a C++ type.
    pub(super) fn layouts(&mut self, item: &'s Item) {
        let structure = item.content.structure();
        let mut inherited = 0;
        for layout in layouts(self.schema, item) {
            if let Some(cpp) = layout.cpp {
                for member in &layout.members[inherited..] {
                    self.member(cpp, &item.name, &layout, member);
                }
                self.size(cpp, item, &layout);
            }
            if structure.is_some_and(Struct::is_by_size) {
                inherited = layout.members.len();
            }
        }
    }

    /// Adds the size of a whole type.
    fn size(&mut self, cpp: &Text, item: &Item, layout: &Layout<'_>) {
        let Some(size) = layout.size else { return };
        let name = &item.name;
        let version = layout.version;
        let subject = match version.map(|version| (&version.number, &version.when)) {
            Some((Some(number), _)) => format!("{name}, version {number}"),
            Some((None, Some(when))) => format!("{name}, {when}"),
            _ => name.to_string(),
        };
        let stated = item.content.union().and_then(|union| union.size.as_ref());
        let span = stated.map_or(&cpp.span, |size| &size.span);
        self.facts.all.push(Fact {
            own: Some(expression(&Property::Size, &layout.name, &[])),
            ..Fact::new(cpp, None, Property::Size, size.into(), &subject, span)
        });
    }

    fn member(&mut self, holder: &Text, name: &str, layout: &Layout<'_>, member: &Member<'s>) {
        let Some(ty) = member.ty else { return };
        let own = member_name(member.name);
        let ours = [own.clone()];
        let named = ty.base.item();
        let item = named.and_then(|name| self.schema.item(name));
        if let (Some(cpp), Some(size)) = (member.cpp, member.size) {
            let subject = format!("{name}.{}", member.name);
            let is_plain = named.is_none() || item.is_some_and(mirrors_macro);
            let fact = |property: Property, expected: u64, span| Fact {
                own: Some(expression(&property, &layout.name, &ours)),
                is_plain,
                ..Fact::new(holder, Some(cpp), property, expected.into(), &subject, span)
            };
            let offset = member.offset;
            let offset = offset.map(|at| fact(Property::Offset, at, &member.name.span));
            let size = fact(Property::Size, size, &ty.span);
            let of_type = match item {
                None if matches!(ty.base, Base::Float(_)) => Some(Property::Float),
                Some(Item {
                    content: Content::Struct(_) | Content::Switch(_),
                    cpp: Some(cpp),
                    ..
                }) => Some(Property::Type(cpp.value.clone())),
                _ => None,
            };
            let of_type = of_type.map(|property| Fact {
                own: None,
                ..fact(property, 1, &ty.span)
            });
            let all = offset.into_iter().chain([size]).chain(of_type);
            self.facts.all.extend(all);
        }
        if let (Some(Content::Bits(bits)), Some(name), Some(at)) =
            (item.map(|item| &item.content), named, member.offset)
        {
            self.bits(holder, name, at * 8, bits, (&layout.name, &own));
        }
    }

    /// Adds the facts of fields that are packed into an integer; adjacent fields with the same member form one.
    fn bits(
        &mut self,
        holder: &Text,
        name: &str,
        start: u64,
        bits: &'s Bits,
        (ours, own): (&str, &str),
    ) {
        let mut at = i128::from(start);
        let same = |a: &BitField, b: &BitField| a.cpp.as_deref() == b.cpp.as_deref();
        for fields in bits.fields.chunk_by(same) {
            let width: i128 = fields.iter().map(|field| field.bits.value).sum();
            if let [first, ..] = fields
                && let Some(cpp) = &first.cpp
            {
                let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
                let subject = format!("{name}.{}", names.join("+"));
                let own = |name: &&str| format!("{own}.{}", member_name(name));
                let own: Vec<String> = names.iter().map(own).collect();
                let fact = |property: Property, expected, span| Fact {
                    own: Some(expression(&property, ours, &own)),
                    ..Fact::new(holder, Some(cpp), property, expected, &subject, span)
                };
                let (name, bits) = (&first.name.span, &first.bits.span);
                let both = [
                    fact(Property::FirstBit, at, name),
                    fact(Property::Bits, width, bits),
                ];
                self.facts.all.extend(both);
            }
            at += width;
        }
    }
}

/// Whether an item mirrors a macro, so that it needs no C++ type.
fn mirrors_macro(item: &Item) -> bool {
    match &item.content {
        Content::Enum(item) => item.mirrors.is_some(),
        _ => false,
    }
}
