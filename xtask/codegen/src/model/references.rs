//! Finds the records that reference entries of the part, and the structures that contain such records.

use std::collections::BTreeSet;

use super::{Base, Content, Field, Item, Schema, Struct, Type};

impl Schema {
    /// Whether a value of a type references an entry of the part without stating the table.
    pub(crate) fn refers(&self, base: &Base) -> bool {
        let record = base.inner_item().unwrap_or_default();
        let within = self
            .within(record, |content| !content.is_nested())
            .into_iter();
        let types = within.flat_map(|item| item.content.types());
        let mut bases = types.map(|ty| &ty.base).chain([base]);
        bases.any(Base::is_reference)
    }

    /// The sequences and choices in parts whose records reference tables that are in structures: those that contain
    /// such a record, or such a table.
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

    /// Whether a field contains a structure of a stated size that may contain others of the kind that contains the
    /// field.
    pub(crate) fn is_circular(&self, sequence: &Struct, field: &Field) -> bool {
        let within = field.ty.base.item().filter(|_| field.is_bounded());
        let within = within.map(|of| self.structures_within(of));
        let mut within = within.into_iter().flatten();
        within.any(|item| item.is(sequence))
    }

    /// The records in the fields of a sequence, and in structures in it.
    pub(crate) fn records_within(&self, sequence: &Struct) -> Vec<Base> {
        let fields = self.fields_within(sequence).into_iter();
        fields.flat_map(|field| self.held(&field.ty)).collect()
    }

    /// The outermost sequences that contain a sequence, or are it.
    pub(crate) fn outermost(&self, sequence: &Struct) -> Vec<&Struct> {
        let is_outer = |item: &&Item| !self.is_inner(&item.name);
        let outer = self.items.iter().filter(is_outer).filter(|item| {
            let mut within = self.structures_within(&item.name).into_iter();
            within.any(|item| item.is(sequence))
        });
        outer.filter_map(|item| item.content.sequence()).collect()
    }

    /// The base of a type, and the records among its arguments.
    pub(crate) fn held(&self, ty: &Type) -> Vec<Base> {
        let records = self.records_passed(ty);
        let records = records.map(|record| Base::Item(record.value.clone()));
        [ty.base.clone()].into_iter().chain(records).collect()
    }

    /// A sequence or a choice, and those that it contains.
    pub(crate) fn structures_within(&self, name: &str) -> Vec<&Item> {
        self.within(name, Content::is_nested)
    }

    /// An item and those that it contains, if `is_it` accepts them.
    fn within(&self, name: &str, is_it: fn(&Content) -> bool) -> Vec<&Item> {
        let is_entered = |name: &&str| self.content(name).is_some_and(is_it);
        let outer = Some(name).filter(is_entered).unwrap_or_default();
        self.reached(outer, |item| {
            let types = item.content.types().into_iter();
            let names = types.filter_map(|ty| ty.base.inner_item());
            names.filter(is_entered).collect()
        })
    }

    /// An item and those that it leads to, without duplicates; `next` returns the names that an item directly leads to.
    pub(crate) fn reached<'s>(
        &'s self,
        name: &str,
        next: impl Fn(&'s Item) -> Vec<&'s str>,
    ) -> Vec<&'s Item> {
        let (mut found, mut known) = (Vec::new(), BTreeSet::new());
        let mut open: Vec<&Item> = self.item(name).into_iter().collect();
        while let Some(item) = open.pop() {
            if known.insert(item.name.as_str()) {
                found.push(item);
                open.extend(next(item).into_iter().filter_map(|name| self.item(name)));
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
