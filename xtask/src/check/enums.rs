//! Enums, flags and bits.

use crate::diagnostic::Spanned;
use crate::load::Datum;
use crate::model::{Base, Bits, Content, Enum};

use super::{Checker, is_fixed};

impl Checker<'_> {
    pub(super) fn enumeration(&self, name: &Spanned<String>, item: &Enum, flags: bool) {
        if let Some(other) = &item.values_of {
            self.values_of(name, item, other);
            return;
        }
        if item.values.is_empty() {
            let noted = self.mistakes.note(&name.span, format!("`{}` has no values", name.value));
            noted.help("list them in `values`, or name the enum that has them in `values_of`");
        }
        self.distinct(item.values.iter().map(|value| &value.name), "value");
        self.distinct(item.columns.iter().map(|column| &column.name), "column");
        let largest = i128::from(u64::MAX >> (64 - item.bits));
        for (index, value) in item.values.iter().enumerate() {
            let number = value.value.value;
            if number < 0 || number > largest {
                let noted = self.mistakes.note(&value.value.span, format!("{number} does not fit into `u{}`", item.bits));
                noted.help(format!("legal are 0 to {largest:#x}"));
            }
            let earlier = item.values[..index].iter().find(|earlier| earlier.value.value == number);
            match (earlier, value.alias) {
                (Some(earlier), false) => {
                    let what = format!("`{}` has the value of `{}`", value.name.value, earlier.name.value);
                    let noted = self.mistakes.note(&value.value.span, what).other(&earlier.value.span, "here");
                    noted.help("if it is another name for the same, say `alias = true`");
                }
                (None, true) => {
                    let what = format!("`{}` is no alias: no earlier value is {number}", value.name.value);
                    self.mistakes.note(&value.span, what).help("leave out `alias`, or list it behind the first name");
                }
                _ => {}
            }
            self.columns(item, index);
        }
        if let Some(mirrors) = &item.mirrors {
            self.mirrors(item, mirrors, flags);
        }
    }

    fn columns(&self, item: &Enum, index: usize) {
        let value = &item.values[index];
        for (name, datum) in &value.columns {
            let Some(column) = item.columns.iter().find(|column| column.name.value == name.value) else {
                let known = ["name", "value", "bit", "alias", "source", "doc"];
                let legal = known.into_iter().chain(item.columns.iter().map(|column| column.name.as_str()));
                let what = format!("unknown key `{}` in a value, and no column of that name", name.value);
                self.mistakes.note(&name.span, what).legal(name, legal);
                continue;
            };
            match (&datum.value, column.is_text) {
                (Datum::Text(_), true) => {}
                (Datum::Integer(number), false) if i32::try_from(*number).is_ok() => {}
                (_, is_text) => {
                    let expected = if is_text { "a text" } else { "a number of 32 bits" };
                    self.mistakes.note(&datum.span, format!("the column `{}` holds {expected}", name.value));
                }
            }
        }
        for column in &item.columns {
            if value.source.is_none() && !value.columns.iter().any(|(name, _)| name.value == column.name.value) {
                let what = format!("`{}` has no `{}`", value.name.value, column.name.value);
                self.mistakes.note(&value.span, what).other(&column.name.span, "every value has this column");
            }
        }
    }

    /// `MACRO(value, name, column)`.
    fn mirrors(&self, item: &Enum, mirrors: &Spanned<String>, flags: bool) {
        let columns = item.columns.iter().map(|column| column.name.as_str());
        let number = if flags { vec!["value", "bit"] } else { vec!["value"] };
        let legal: Vec<&str> = number.into_iter().chain(["name"]).chain(columns).collect();
        let parsed = mirrors.strip_suffix(')').and_then(|text| text.split_once('('));
        let Some((_, parameters)) = parsed else {
            let noted = self.mistakes.note(&mirrors.span, format!("`{}` names no macro", mirrors.value));
            noted.help("write `MACRO(value, name)`, with the macro's parameters in its order, named by our keys");
            return;
        };
        for parameter in parameters.split(',').map(str::trim) {
            if !legal.contains(&parameter) {
                let what = format!("the macro's parameter `{parameter}` is no key of our values");
                self.mistakes.note(&mirrors.span, what).legal(parameter, legal.iter().copied());
            }
        }
    }

    fn values_of(&self, name: &Spanned<String>, item: &Enum, other: &Spanned<String>) {
        if !item.values.is_empty() || !item.columns.is_empty() || item.mirrors.is_some() {
            let what = format!("`{}` has the values of `{}` and cannot have its own", name.value, other.value);
            self.mistakes.note(&name.span, what).help("leave out `values`, `columns` and `mirrors`");
        }
        match self.schema.item(other).map(|other| &other.content) {
            Some(Content::Enum(narrow)) if narrow.values_of.is_none() => {
                let largest = i128::from(u64::MAX >> (64 - item.bits));
                if narrow.values.iter().any(|value| value.value.value > largest) {
                    let what = format!("the values of `{}` do not fit into `u{}`", other.value, item.bits);
                    self.mistakes.note(&other.span, what);
                }
            }
            Some(Content::Enum(_)) => {
                let what = format!("`{}` has no values of its own", other.value);
                self.mistakes.note(&other.span, what).help("name the enum that lists them");
            }
            _ => {
                let enums = self.schema.items.iter().filter(|item| matches!(item.content, Content::Enum(_)));
                let legal: Vec<&str> = enums.map(|item| item.name.as_str()).collect();
                let what = format!("there is no enum `{}`", other.value);
                self.mistakes.note(&other.span, what).legal(other, legal);
            }
        }
    }

    pub(super) fn bits(&self, name: &Spanned<String>, bits: &Bits) {
        self.distinct(bits.fields.iter().map(|field| &field.name), "field");
        for field in &bits.fields {
            let width = field.bits.value;
            if !(1..=64).contains(&width) {
                self.mistakes.note(&field.bits.span, format!("a field of {width} bits")).help("a field has 1 to 64 bits");
                continue;
            }
            let Some(ty) = &field.ty else { continue };
            let known = self.known_type(ty, "a bit field", |content| {
                matches!(content, Content::Enum(_) | Content::Flags(_))
            });
            let room = match &ty.base {
                Base::Integer(bits) => Some(i128::from(*bits)),
                Base::Bool8 => Some(1),
                Base::Item(_) if known => self.schema.size(&ty.base).map(|size| i128::from(size) * 8),
                Base::Item(_) => continue,
                _ => None,
            };
            match room {
                None => drop(self.mistakes.note(&ty.span, "a bit field is an integer, `bool8`, an enum or flags")),
                Some(room) if room < width => {
                    let what = format!("{width} bits do not fit into the type of `{}`", field.name.value);
                    self.mistakes.note(&field.bits.span, what).help(format!("the type has {room}"));
                }
                Some(_) => {}
            }
        }
        let sum: i128 = bits.fields.iter().map(|field| field.bits.value).sum();
        if sum != i128::from(bits.bits) {
            let what = format!("the fields of `{}` have {sum} bits, `u{}` has {}", name.value, bits.bits, bits.bits);
            let noted = self.mistakes.note(&name.span, what);
            noted.help("name the bits without a meaning, too, and mark them `reserved = true`");
        }
    }

    /// A type that has a fixed size.
    pub(super) fn fixed_type(&self, ty: &crate::model::Type, what: &str) -> bool {
        if matches!(ty.base, Base::Bytes | Base::Strings) {
            let noted = self.mistakes.note(&ty.span, format!("{what} has a fixed size, and `{}` has none", if ty.base == Base::Bytes { "bytes" } else { "strings" }));
            noted.help("write `[u8; N]`, or make it a field of a sequence");
            return false;
        }
        self.known_type(ty, what, is_fixed)
    }
}
