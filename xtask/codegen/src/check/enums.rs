//! Checks enums, flags and bits.

use crate::model::{Base, Bits, Enum, EnumValue};
use crate::span::Spanned;

use super::types::TypeUse;
use super::{Checker, kind_of, names};

impl Checker<'_> {
    pub(super) fn enumeration(&self, name: &Spanned<String>, item: &Enum) {
        if let Some(other) = &item.values_of {
            self.values_of(name, item, other);
            return;
        }
        self.distinct(item.values.iter().map(|value| &value.name), "value");
        self.distinct(item.columns.iter().map(|column| &column.name), "column");
        self.shown_by(item);
        self.column_types(name, item);
        self.key_columns(item);
        for value in &item.values {
            self.number(item, value);
            if item.flags {
                self.mask(value);
            }
        }
        for (index, value) in item.values.iter().enumerate() {
            self.columns(item, value);
            self.free(&value.name, &names::ENUM);
            let number = value.value.value;
            // A marker may share the number of a value.
            let is_same = |earlier: &&EnumValue| {
                earlier.value.value == number && !(earlier.marker || value.marker)
            };
            let earlier = item.values[..index].iter().find(is_same);
            match (earlier, &value.alias) {
                (Some(earlier), None) => {
                    let what = format!("`{}` has the same value as `{}`", value.name, earlier.name);
                    self.note(&value.value, what)
                        .other(&earlier.value, "the first one")
                        .help(format!(
                            "for an alias, write `value = \"{}\"`",
                            earlier.name
                        ));
                }
                (_, Some(of)) => {
                    let named = || item.values[..index].iter().map(|value| &value.name);
                    if !named().any(|name| name.value == of.value) {
                        let noted = self.note(of, format!("no earlier value is named `{of}`"));
                        noted
                            .legal(of, named().map(|name| name.as_str()))
                            .help("a value is a number, or the name of an earlier value");
                    }
                }
                (None, None) => {}
            }
        }
        if let Some(mirrors) = &item.mirrors {
            self.mirrors(item, mirrors);
        }
    }

    /// Checks that the number of a value fits.
    fn number(&self, item: &Enum, value: &EnumValue) {
        let largest = i128::from(u64::MAX >> (64 - item.bits));
        let number = value.value.value;
        if (0..=largest).contains(&number) {
            return;
        }
        let (what, help) = match &value.bit {
            Some(bit) => (
                format!("`u{}` has no bit {bit}", item.bits),
                format!("bits are counted from 0 to {}", item.bits - 1),
            ),
            None => (
                format!("{number} does not fit into `u{}`", item.bits),
                format!("legal values: 0 to {largest:#x}"),
            ),
        };
        self.note(&value.value, what).help(help);
    }

    /// Checks that several bits are written as a mask: `3` may have been meant as a bit's number.
    fn mask(&self, value: &EnumValue) {
        let number = &value.value;
        let source = &self.schema.sources[number.span.file];
        let text = source.text.get(source.range(&number.span));
        let is_decimal = text.is_some_and(|text| text.bytes().all(|digit| digit.is_ascii_digit()));
        if is_decimal
            && value.bit.is_none()
            && value.alias.is_none()
            && number.value.count_ones() > 1
        {
            let what = format!(
                "`{}` is a mask of {} bits",
                value.name,
                number.value.count_ones()
            );
            let bit = format!("for a bit's number, write `{{ bit = {} }}`", number.value);
            let mask = format!("for a mask, write `{:#x}`", number.value);
            self.note(number, what).help(bit).help(mask);
        }
    }

    /// Checks `MACRO(value, name, column)`.
    fn mirrors(&self, item: &Enum, mirrors: &Spanned<String>) {
        let columns = item.columns.iter().map(|column| column.name.as_str());
        let number = if item.flags {
            vec!["value", "bit"]
        } else {
            vec!["value"]
        };
        let legal: Vec<&str> = number.into_iter().chain(["name"]).chain(columns).collect();
        let Some(spelling) = item.macro_of() else {
            let noted = self.note(mirrors, format!("`{mirrors}` is not a macro"));
            noted.help("write `MACRO(value, name)`: the parameters of the macro, in its order, with the names of keys");
            return;
        };
        for parameter in spelling.parameters.iter().map(String::as_str) {
            if !legal.contains(&parameter) {
                let what =
                    format!("the parameter `{parameter}` of the macro is not a key of the values");
                self.note(&mirrors.part(parameter).span, what)
                    .legal(parameter, legal.iter().copied());
            }
        }
    }

    fn values_of(&self, name: &Spanned<String>, item: &Enum, other: &Spanned<String>) {
        if !item.values.is_empty() || !item.columns.is_empty() || item.mirrors.is_some() {
            let what = format!("`{name}` has the values of `{other}` and cannot have its own");
            self.note(name, what)
                .other(other, "these")
                .help("remove `values`, `columns` and `mirrors`");
        }
        match self.schema.enumeration(other) {
            Some(narrow) if narrow.values_of.is_none() => {
                let largest = i128::from(u64::MAX >> (64 - item.bits));
                if narrow
                    .values
                    .iter()
                    .any(|value| value.value.value > largest)
                {
                    let what = format!("the values of `{other}` do not fit into `u{}`", item.bits);
                    self.note(other, what);
                }
            }
            Some(_) => {
                let what = format!("`{other}` takes its values from another enum");
                self.note(other, what)
                    .help("use the enum that lists the values");
            }
            _ => self.no_enum(other, name),
        }
    }

    /// Reports that a name is not an enum's; `but` is left out of the suggestions.
    pub(super) fn no_enum(&self, name: &Spanned<String>, but: &str) {
        match self.schema.item(name) {
            Some(item) => {
                self.note(name, format!("`{name}` is not an enum"))
                    .label(format!("this is {}", kind_of(&item.content)))
                    .other(&item.name, "declared here");
            }
            None if self.schema.is_lost(name) => {}
            None => {
                let legal = self.schema.enums().filter(|name| *name != but);
                self.note(name, format!("there is no enum `{name}`"))
                    .legal(name, legal);
            }
        }
    }

    pub(super) fn bits(&self, name: &Spanned<String>, bits: &Bits) {
        self.distinct(bits.fields.iter().map(|field| &field.name), "field");
        self.setters(bits.fields.iter().map(|field| &field.name));
        for field in &bits.fields {
            self.check_shown(&field.shown, field.ty.as_ref());
            let width = field.bits.value;
            if !(1..=64).contains(&width) {
                self.note(&field.bits, format!("the field has {width} bits"))
                    .help("a field has 1 to 64 bits");
                continue;
            }
            let Some(ty) = field
                .ty
                .as_ref()
                .filter(|ty| self.known_type(ty, TypeUse::BitField))
            else {
                continue;
            };
            let room = match &ty.base {
                // Only one bit of a truth byte has a meaning.
                Base::Bool8 => 1,
                base => self
                    .schema
                    .size(base)
                    .map_or(width, |size| i128::from(size) * 8),
            };
            if room < width {
                let what = format!("{width} bits exceed the type of `{}`", field.name);
                self.note(&field.bits, what)
                    .other(ty, format!("{room} bits"))
                    .help("use fewer bits, or a wider type");
            }
        }
        let sum: i128 = bits.fields.iter().map(|field| field.bits.value).sum();
        let is_plain = bits
            .fields
            .iter()
            .all(|field| (1..=64).contains(&field.bits.value));
        if is_plain && sum != i128::from(bits.bits) {
            let what = format!(
                "the fields of `{name}` have {sum} bits, but `u{}` has {}",
                bits.bits, bits.bits
            );
            let noted = self.note(name, what);
            match i128::from(bits.bits) - sum {
                missing @ 1.. => noted.help(format!(
                    "declare the other bits as reserved: `unused = {{ bits = {missing}, type = \"reserved\" }}`"
                )),
                _ => noted.help("use fewer bits, or a wider type"),
            };
        }
    }
}
