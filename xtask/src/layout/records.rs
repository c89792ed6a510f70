//! Records, unions and sequences: where their fields lie, how large they are, and of which type.

use crate::model::{Base, BitField, Bits, Content, Field, Item, Struct, Switch, Type};
use crate::span::Spanned;

use super::facts::{Collector, Property};
use crate::placement::fixed_start;

impl<'s> Collector<'s> {
    /// The fields whose place needs nothing to be read: all of a record.
    pub(super) fn fixed(&mut self, holder: &Spanned<String>, name: &str, of: &'s Struct) {
        let start = fixed_start(&of.fields);
        let size = self.members(Some(holder), name, 0, start);
        self.size(holder, name, size);
    }

    pub(super) fn versioned(&mut self, name: &str, versioned: &'s Struct) {
        let mut end = 0;
        for version in &versioned.versions {
            let start = if versioned.is_by_size() { end } else { 0 };
            end = self.members(version.cpp.as_ref(), name, start, &version.fields);
            let which = match (&version.number, &version.when) {
                (Some(number), _) => format!("{name}, version {number}"),
                (None, Some(when)) => format!("{name}, {when}"),
                (None, None) => name.to_owned(),
            };
            if let Some(cpp) = &version.cpp {
                self.size(cpp, &which, end);
            }
        }
    }

    /// The facts of fields that stand one behind the other; gives where the last one ends.
    fn members(
        &mut self,
        holder: Option<&Spanned<String>>,
        name: &str,
        start: u64,
        fields: &'s [Field],
    ) -> u64 {
        let mut at = start;
        for field in fields {
            let Some(size) = self.schema.size(&field.ty.base) else {
                break;
            };
            if let Some(holder) = holder {
                self.member(holder, name, at, size, field);
            }
            at += size;
        }
        at
    }

    fn member(
        &mut self,
        holder: &Spanned<String>,
        name: &str,
        at: u64,
        size: u64,
        field: &'s Field,
    ) {
        if let Some(cpp) = &field.cpp {
            self.mirror(name, &field.name, cpp);
            let (subject, span) = (format!("{name}.{}", field.name), &field.name.span);
            self.add(
                holder,
                Some(cpp),
                Property::Offset,
                at.into(),
                &subject,
                span,
            );
            self.typed(holder, cpp, &field.ty, size, &subject);
        }
        if let Base::Item(of) = &field.ty.base
            && let Some(Content::Bits(bits)) = self.schema.content(of)
        {
            self.bits(holder, of, at * 8, bits);
        }
    }

    /// The facts that follow from the type of a member.
    fn typed(
        &mut self,
        holder: &Spanned<String>,
        cpp: &Spanned<String>,
        ty: &Type,
        size: u64,
        subject: &str,
    ) {
        let named = ty.base.item();
        let item = named.and_then(|name| self.schema.item(name));
        if named.is_none() || item.is_some_and(mirrors_macro) {
            let member = (holder.value.clone(), cpp.value.clone());
            self.facts.plain.insert(member);
        }
        let (cpp, span) = (Some(cpp), &ty.span);
        self.add(holder, cpp, Property::Size, size.into(), subject, span);
        let property = match item {
            None if ty.base == Base::F32 => Some(Property::Float),
            Some(Item {
                content: Content::Struct(_) | Content::Switch(_),
                cpp: Some(cpp),
                ..
            }) => Some(Property::Type(cpp.value.clone())),
            _ => None,
        };
        if let Some(property) = property {
            self.add(holder, cpp, property, 1, subject, span);
        }
    }

    /// The facts of fields that are packed into an integer; neighbours that share a member are one.
    fn bits(&mut self, holder: &Spanned<String>, name: &str, start: u64, bits: &'s Bits) {
        let mut at = i128::from(start);
        let same = |a: &BitField, b: &BitField| {
            a.cpp.as_ref().map(|cpp| &cpp.value) == b.cpp.as_ref().map(|cpp| &cpp.value)
        };
        for fields in bits.fields.chunk_by(same) {
            let width: i128 = fields.iter().map(|field| field.bits.value).sum();
            if let [first, ..] = fields
                && let Some(cpp) = &first.cpp
            {
                fields
                    .iter()
                    .for_each(|field| self.mirror(name, &field.name, cpp));
                let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
                let subject = format!("{name}.{}", names.join("+"));
                let (name, bits) = (&first.name.span, &first.bits.span);
                self.add(holder, Some(cpp), Property::FirstBit, at, &subject, name);
                self.add(holder, Some(cpp), Property::Bits, width, &subject, bits);
            }
            at += width;
        }
    }

    pub(super) fn union(&mut self, holder: &Spanned<String>, name: &str, union: &'s Switch) {
        for arm in &union.arms {
            let size = self.schema.size(&arm.ty.base);
            if let (Some(cpp), Some(size)) = (&arm.cpp, size) {
                let subject = format!("{name}.{}", arm.name);
                self.mirror(name, &arm.name, cpp);
                self.typed(holder, cpp, &arm.ty, size, &subject);
            }
        }
        if let Some(size) = &union.size {
            self.add(holder, None, Property::Size, size.value, name, &size.span);
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
