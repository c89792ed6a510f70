//! Which records name something of the part, and which structures lead to them.

use std::collections::BTreeSet;

use super::{Base, Content, Item, Schema, Sequence, SequenceField, Type};

impl Schema {
    /// Whether a value of a type names something of the part and does not say of which table.
    pub(crate) fn refers(&self, base: &Base) -> bool {
        self.refers_through(base, &mut BTreeSet::new())
    }

    /// Like above; `seen` are the items that were visited, as those that contain themselves.
    fn refers_through<'s>(&'s self, base: &'s Base, seen: &mut BTreeSet<&'s str>) -> bool {
        match base {
            Base::StringRef | Base::RowRef(_) | Base::ListRef(_) => true,
            Base::Array(of, _) => self.refers_through(of, seen),
            Base::Item(name) if !seen.insert(name) => false,
            Base::Item(name) => match self.content(name) {
                Some(Content::Union(union)) => {
                    let mut arms = union.arms.iter();
                    arms.any(|arm| self.refers_through(&arm.ty.base, seen))
                }
                _ => {
                    let mut fields = self.fields(base).into_iter();
                    fields.any(|field| self.refers_through(&field.ty.base, seen))
                }
            },
            _ => false,
        }
    }

    /// The sequences and choices of parts whose records name what is in tables that structures hold: those that lead to
    /// such a record, or to such a table.
    pub(crate) fn referring(&self) -> BTreeSet<&str> {
        let is_root = |item: &&Item| !self.is_inner(&item.name.value);
        let mut found = BTreeSet::new();
        for root in self.items.iter().filter(is_root) {
            let within = self.structures_within(&root.name.value);
            let types = within.iter().flat_map(|name| self.types_of(name));
            let mut bases = types.flat_map(|ty| self.held(ty));
            if bases.any(|base| self.refers(&base)) {
                found.extend(within.into_iter().filter(|name| self.leads_to_tables(name)));
            }
        }
        found
    }

    /// Whether a field holds, in so many bytes, a structure that may hold others of the kind that contains the field.
    pub(crate) fn is_circular(&self, sequence: &Sequence, field: &SequenceField) -> bool {
        let of = field.base().and_then(Base::item);
        let within = of.filter(|_| field.is_bounded());
        let within = within.map(|of| self.structures_within(of));
        let mut within = within.into_iter().flatten();
        within.any(|name| self.is_called(name, sequence))
    }

    fn is_called(&self, name: &str, sequence: &Sequence) -> bool {
        let named = self.content(name).and_then(Content::sequence);
        named.is_some_and(|named| std::ptr::eq(named, sequence))
    }

    /// The records that the fields of a sequence hold, and of structures in it.
    pub(crate) fn records_within(&self, sequence: &Sequence) -> Vec<Base> {
        let fields = self.fields_within(sequence).into_iter();
        let types = fields.filter_map(|field| field.ty.as_ref());
        types.flat_map(|ty| self.held(ty)).collect()
    }

    /// The sequences that a sequence is in, and are in no other; itself, if it is in none.
    pub(crate) fn outermost(&self, sequence: &Sequence) -> Vec<&Sequence> {
        let types = self
            .items
            .iter()
            .flat_map(|item| self.types_of(&item.name.value));
        let inner: BTreeSet<&str> = types.filter_map(|ty| ty.base.item()).collect();
        let is_outer = |item: &&Item| !inner.contains(item.name.as_str());
        let outer = self.items.iter().filter(is_outer).filter(|item| {
            let mut within = self.structures_within(&item.name).into_iter();
            within.any(|name| self.is_called(name, sequence))
        });
        outer.filter_map(|item| item.content.sequence()).collect()
    }

    /// The types of the fields of a sequence, or of the arms of a choice.
    fn types_of(&self, name: &str) -> Vec<&Type> {
        let content = self.content(name).filter(|content| content.is_nested());
        content.map(Content::types).unwrap_or_default()
    }

    /// A type and the records that it takes.
    pub(crate) fn held(&self, ty: &Type) -> Vec<Base> {
        let records = self.records_passed(ty);
        let records = records.map(|record| Base::Item(record.value.clone()));
        [ty.base.clone()].into_iter().chain(records).collect()
    }

    /// A sequence or a choice, and those in it.
    pub(crate) fn structures_within(&self, name: &str) -> BTreeSet<&str> {
        let (mut open, mut found) = (vec![name], BTreeSet::new());
        while let Some(name) = open.pop() {
            let item = self.item(name).filter(|item| item.content.is_nested());
            if let Some(item) = item
                && found.insert(item.name.as_str())
            {
                let types = item.content.types().into_iter();
                open.extend(types.filter_map(|ty| ty.base.item()));
            }
        }
        found
    }

    /// Whether a structure contains records with references, or a table for them.
    pub(crate) fn leads_to_tables(&self, name: &str) -> bool {
        self.structures_within(name).iter().any(|name| {
            let takes = self.takes(name).iter();
            let takes_record = takes
                .map(|taken| &taken.ty.base)
                .any(|base| *base == Base::Record);
            let types = self.types_of(name).into_iter();
            let is_table = |base: &Base| matches!(base, Base::Strings | Base::Lists);
            takes_record
                || types
                    .map(|ty| &ty.base)
                    .any(|base| is_table(base) || self.refers(base))
        })
    }
}
