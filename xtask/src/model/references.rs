//! Which records name something of the part, and which structures lead to them.

use std::collections::BTreeSet;

use super::{Base, Content, Field, Item, Schema, Struct, Type};

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
            Base::Item(name) => {
                let content = self.content(name).filter(|content| !content.is_nested());
                let types = content.map(Content::types).unwrap_or_default();
                let mut types = types.into_iter();
                types.any(|ty| self.refers_through(&ty.base, seen))
            }
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
            let types = within.iter().flat_map(|item| item.content.types());
            let mut bases = types.flat_map(|ty| self.held(ty));
            if bases.any(|base| self.refers(&base)) {
                let names = within.into_iter().map(|item| item.name.as_str());
                found.extend(names.filter(|name| self.leads_to_tables(name)));
            }
        }
        found
    }

    /// Whether a field holds, in so many bytes, a structure that may hold others of the kind that contains the field.
    pub(crate) fn is_circular(&self, sequence: &Struct, field: &Field) -> bool {
        let within = field.ty.base.item().filter(|_| field.is_bounded());
        let within = within.map(|of| self.structures_within(of));
        let mut within = within.into_iter().flatten();
        within.any(|item| item.is(sequence))
    }

    /// The records that the fields of a sequence hold, and of structures in it.
    pub(crate) fn records_within(&self, sequence: &Struct) -> Vec<Base> {
        let fields = self.fields_within(sequence).into_iter();
        fields.flat_map(|field| self.held(&field.ty)).collect()
    }

    /// The sequences that a sequence is in, and are in no other; itself, if it is in none.
    pub(crate) fn outermost(&self, sequence: &Struct) -> Vec<&Struct> {
        let contents = self.items.iter();
        let contents = contents.filter_map(|item| self.content(&item.name));
        let nested = contents.filter(|content| content.is_nested());
        let types = nested.flat_map(Content::types);
        let inner: BTreeSet<&str> = types.filter_map(|ty| ty.base.item()).collect();
        let is_outer = |item: &&Item| !inner.contains(item.name.as_str());
        let outer = self.items.iter().filter(is_outer).filter(|item| {
            let mut within = self.structures_within(&item.name).into_iter();
            within.any(|item| item.is(sequence))
        });
        outer.filter_map(|item| item.content.sequence()).collect()
    }

    /// A type and the records that it takes.
    pub(crate) fn held(&self, ty: &Type) -> Vec<Base> {
        let records = self.records_passed(ty);
        let records = records.map(|record| Base::Item(record.value.clone()));
        [ty.base.clone()].into_iter().chain(records).collect()
    }

    /// A sequence or a choice, and those in it.
    pub(crate) fn structures_within(&self, name: &str) -> Vec<&Item> {
        let (mut open, mut known, mut found) = (vec![name], BTreeSet::new(), Vec::new());
        while let Some(name) = open.pop() {
            let item = self.item(name).filter(|item| item.content.is_nested());
            if let Some(item) = item
                && known.insert(item.name.as_str())
            {
                found.push(item);
                let types = item.content.types().into_iter();
                open.extend(types.filter_map(|ty| ty.base.item()));
            }
        }
        found
    }

    /// Whether a structure contains records with references, or a table for them.
    pub(crate) fn leads_to_tables(&self, name: &str) -> bool {
        self.structures_within(name).into_iter().any(|item| {
            let mut takes = self.takes(&item.name).iter();
            let takes_record = takes.any(|taken| taken.ty.base == Base::Record);
            let is_table = |base: &Base| matches!(base, Base::Strings | Base::Lists);
            let mut bases = item.content.types().into_iter().map(|ty| &ty.base);
            takes_record || bases.any(|base| is_table(base) || self.refers(base))
        })
    }
}
