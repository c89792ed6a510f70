//! Looks up items by their names, and the content of items.

use super::{Base, Content, Enum, Field, Item, LOST, Parameter, Schema, Struct, Switch, Type};
use crate::expression::parsed::Expression;

impl Schema {
    /// Whether a name may be missing because of a mistake that is already reported.
    pub(crate) fn is_lost(&self, name: &str) -> bool {
        self.torn || name == LOST || self.lost.contains(name)
    }

    pub fn item(&self, name: &str) -> Option<&Item> {
        self.names.get(name).map(|index| &self.items[*index])
    }

    /// The content of the item with a name.
    pub fn content(&self, name: &str) -> Option<&Content> {
        self.item(name).map(|item| &item.content)
    }

    /// The content of the item that a type names.
    pub fn content_of(&self, base: &Base) -> Option<&Content> {
        self.content(base.item()?)
    }

    /// The item that a type names, or that its elements are if it is an array.
    pub fn inner_item(&self, base: &Base) -> Option<&Item> {
        self.item(base.inner_item()?)
    }

    /// The enum with a name.
    pub fn enumeration(&self, name: &str) -> Option<&Enum> {
        self.content(name)?.enumeration()
    }

    /// The switch with a size and this name.
    pub(crate) fn union(&self, name: &str) -> Option<&Switch> {
        self.content(name)?.union()
    }

    /// The record of several versions with a name.
    pub(crate) fn versioned(&self, name: &str) -> Option<&Struct> {
        self.content(name)?.versioned()
    }

    /// The sequence with a name.
    pub fn sequence(&self, name: &str) -> Option<&Struct> {
        self.content(name)?.sequence()
    }

    /// The record without versions that a type names.
    pub fn record_of(&self, base: &Base) -> Option<&Struct> {
        self.content_of(base)?.record()
    }

    /// The sequence that a type names.
    pub(crate) fn sequence_of(&self, base: &Base) -> Option<&Struct> {
        self.content_of(base)?.sequence()
    }

    /// The items of a file, in its order.
    pub fn items_of(&self, file: usize) -> impl Iterator<Item = &Item> {
        self.items
            .iter()
            .filter(move |item| item.name.span.file == file)
    }

    /// The name of the module that an item is generated into.
    pub fn module(&self, item: &Item) -> &str {
        &self.sources[item.name.span.file].stem
    }

    /// The folder of the package that an item is generated into, if it differs from the format's.
    pub(crate) fn package(&self, item: &Item) -> Option<&str> {
        self.packages[item.name.span.file].as_deref()
    }

    /// Whether a sequence or a switch contains an item.
    pub(crate) fn is_inner(&self, name: &str) -> bool {
        let inner = self.inner.get_or_init(|| {
            let contents = self.items.iter().map(|item| &item.content);
            let arms = contents.clone().filter_map(Content::choice);
            let arms = arms.flat_map(|choice| choice.arms.iter().map(|arm| &arm.ty));
            let fields = contents
                .filter_map(Content::sequence)
                .flat_map(Struct::types);
            let names = arms.chain(fields).filter_map(|ty| ty.base.item());
            names.map(str::to_owned).collect()
        });
        inner.contains(name)
    }

    /// The fields in a sequence and in the sequences that it contains, its own first.
    pub(crate) fn fields_within<'s>(&'s self, sequence: &'s Struct) -> Vec<&'s Field> {
        let own = self.items.iter().find(|item| item.is(sequence));
        let within = own.map(|item| self.structures_within(&item.name));
        let within = within.into_iter().flatten();
        let sequences = within.filter_map(|item| item.content.sequence());
        sequences.flat_map(|sequence| &sequence.fields).collect()
    }

    /// The parameters of an item.
    pub(crate) fn takes(&self, name: &str) -> &[Parameter] {
        self.content(name).map_or(&[], Content::takes)
    }

    /// The arguments of a type, and whether each is the type of a record.
    pub(crate) fn arguments<'t>(
        &'t self,
        ty: &'t Type,
    ) -> impl Iterator<Item = (&'t Expression, bool)> {
        let (takes, arguments) = match &ty.base {
            Base::Item(name) => (self.takes(name), ty.args.as_slice()),
            // The word after `strings` is not an argument.
            _ => (&[][..], &[][..]),
        };
        let is_record = |index: usize| {
            let parameter = takes.get(index);
            parameter.is_some_and(|parameter| parameter.ty.base == Base::Record)
        };
        let arguments = arguments.iter().enumerate();
        arguments.map(move |(index, argument)| (argument, is_record(index)))
    }

    /// The arguments of a type that are types of records.
    pub fn records_passed<'t>(&'t self, ty: &'t Type) -> impl Iterator<Item = &'t Expression> {
        let records = self.arguments(ty).filter(|(_, is_record)| *is_record);
        records.map(|(record, _)| record)
    }

    /// The arguments of a type that are values.
    pub(crate) fn values_passed<'t>(
        &'t self,
        ty: &'t Type,
    ) -> impl Iterator<Item = &'t Expression> {
        let values = self.arguments(ty).filter(|(_, is_record)| !is_record);
        values.map(|(value, _)| value)
    }

    /// Whether a type is a record whose size determines its version.
    pub fn is_by_size(&self, base: &Base) -> bool {
        self.versions_by_size(base).is_some()
    }

    /// The number of versions of a record whose size determines its version; `None` for other types.
    pub(crate) fn versions_by_size(&self, base: &Base) -> Option<usize> {
        let of = self.content_of(base)?.structure()?;
        of.is_by_size().then_some(of.versions.len())
    }

    /// Whether the first version of a record with versions by size lacks a field.
    pub(crate) fn is_later(&self, base: &Base, field: &str) -> bool {
        let of = self.content_of(base).and_then(Content::structure);
        let of = of.filter(|of| of.is_by_size());
        of.is_some_and(|of| {
            let first = of.versions.first();
            !first.is_some_and(|first| first.fields.iter().any(|own| own.is_named(field)))
        })
    }

    /// The fields of a record, of all its versions.
    pub(crate) fn fields(&self, base: &Base) -> Vec<&Field> {
        let content = self.content_of(base).filter(|content| !content.is_nested());
        content.into_iter().flat_map(Content::fields).collect()
    }

    /// The type of an inner field of a value.
    pub fn base_within(&self, base: &Base, path: &[String]) -> Option<Base> {
        path.iter().try_fold(base.clone(), |base, name| {
            let ty = match self.content_of(&base)? {
                Content::Bits(bits) => {
                    let field = bits.fields.iter().find(|field| field.name.value == *name)?;
                    field.ty.as_ref()?
                }
                content => {
                    let mut fields = content.fields();
                    &fields.find(|field| field.is_named(name))?.ty
                }
            };
            Some(ty.base.clone())
        })
    }

    /// The names of all enums.
    pub(crate) fn enums(&self) -> impl Iterator<Item = &str> {
        self.items
            .iter()
            .filter(|item| item.content.enumeration().is_some())
            .map(|item| item.name.as_str())
    }

    /// The names of the values of an enum or of flags.
    pub(crate) fn values_named(&self, name: &str) -> Vec<&str> {
        let values = self.values_of(name).into_iter();
        let values = values.flat_map(|item| &item.values);
        values.map(|value| value.name.as_str()).collect()
    }

    /// The values of the enum or the flags with a name.
    pub fn values_of(&self, name: &str) -> Option<&Enum> {
        Some(self.values(self.content(name)?.values()?))
    }

    /// The values of an enum, which may be declared by another enum.
    pub fn values<'s>(&'s self, item: &'s Enum) -> &'s Enum {
        let other = item.values_of.as_ref();
        let other = other.and_then(|name| self.enumeration(name));
        other.unwrap_or(item)
    }
}
