//! Checks records, with and without versions.

use crate::expression::{Rules, parse_number};
use crate::model::{Base, Content, Field, Parameter, Show, Struct, Version};
use crate::span::{Span, Spanned};

use super::types::TypeUse;
use super::{Checker, names};

impl Checker<'_> {
    pub(super) fn record(&self, name: &Spanned<String>, fields: &[Field]) {
        self.fields(name, fields);
        for field in fields {
            self.magic(field);
            self.offset(&[], field);
        }
        self.held_by_itself(name);
    }

    /// Checks that a record of fixed size does not contain itself.
    pub(super) fn held_by_itself(&self, name: &Spanned<String>) {
        let held = |name: &str| {
            let content = self.schema.content(name);
            let content = content.filter(|it| it.record().is_some() || it.union().is_some());
            let types = content.into_iter().flat_map(Content::types);
            types.filter_map(|ty| ty.base.inner_item()).collect()
        };
        if let Some(way) = self.circle(name, held) {
            self.note(name, format!("`{name}` contains itself{way}"))
                .help("a record has a fixed size; reference other records by number");
        }
    }

    /// Checks the fields of one version of a record.
    fn fields(&self, name: &Spanned<String>, fields: &[Field]) {
        self.distinct(fields.iter().map(|field| &field.name), "field");
        let all: Vec<&Field> = fields.iter().collect();
        for field in fields {
            self.field(name, field, &all);
        }
    }

    /// Checks a field, and the selector of its union among `all` fields of the record.
    fn field(&self, name: &Spanned<String>, field: &Field, all: &[&Field]) {
        self.known_type(&field.ty, TypeUse::Field);
        self.check_shown(&field.shown, Some(&field.ty));
        self.default(field, field.reserved);
        self.selected(name, &field.ty, all);
        self.refers(field, all);
    }

    /// Checks that the default is a value of the type.
    pub(super) fn default(&self, field: &Field, reserved: bool) {
        let Field { ty, shown, .. } = field;
        let Some(default) = &field.default else {
            return;
        };
        if reserved || shown.is_without_llvm() {
            let what = "the default must be 0, since documents omit this field if it is 0";
            self.note(default, what)
                .help("`default` cannot be combined with `reserved` or `llvm = false`");
        }
        let wrong = |what: &str| self.note(default, format!("`{default}` is not a {what}"));
        let no_value = || {
            let what = "`default` is for a single number or FourCC, an enum, flags or packed bits";
            self.note(default, what);
        };
        let number_of = |bits: u32| {
            let number = parse_number(default);
            if number.is_none_or(|number| number > u64::MAX >> (64 - bits)) {
                wrong(&format!("number of {bits} bits"));
            }
        };
        match &ty.base {
            Base::Integer(bits) => number_of(*bits),
            Base::Signed(bits) => {
                let most = i64::MAX >> (64 - bits);
                let number = default.parse::<i64>();
                if !number.is_ok_and(|number| (!most..=most).contains(&number)) {
                    wrong(&format!("signed number of {bits} bits"));
                }
            }
            Base::Bool8 => number_of(1),
            Base::FourCC => {
                let bytes = syn::parse_str::<syn::LitStr>(default);
                if !bytes.is_ok_and(|bytes| bytes.value().len() == 4) {
                    wrong("FourCC").help("write `'\"RIFF\"'`");
                }
            }
            Base::Float(bits) => {
                let is_finite = match bits {
                    32 => default.parse().is_ok_and(f32::is_finite),
                    _ => default.parse().is_ok_and(f64::is_finite),
                };
                if !is_finite {
                    wrong("finite number").help("numbers are written `\"0.5\"` or `\"1e-3\"`");
                }
            }
            Base::Item(of) => match self.schema.content(of) {
                Some(Content::Enum(values)) if !values.flags => {
                    let legal = self.schema.values_named(of);
                    if !legal.contains(&default.as_str()) {
                        wrong(&format!("value of `{of}`")).legal(default, legal);
                    }
                }
                Some(Content::Bits(bits)) => number_of(bits.bits),
                Some(Content::Enum(flags)) => {
                    if shown.flatten.is_some() || shown.is(Show::Set) {
                        let what =
                            "the default must be 0, since documents omit flags that are not set";
                        self.note(default, what).help(
                            "`default` cannot be combined with `flatten` or `show = \"set\"`",
                        );
                    }
                    let legal = self.schema.values_named(of);
                    if parse_number(default).is_some() {
                        number_of(flags.bits);
                    } else if !legal.contains(&default.as_str()) {
                        wrong(&format!("flag of `{of}`"))
                            .legal(default, legal)
                            .help("for several flags, write all bits, such as `0x3`");
                    }
                }
                None => {}
                Some(_) => no_value(),
            },
            _ => no_value(),
        }
    }

    /// Checks references: a string by its offset, a run by its first index.
    fn refers(&self, field: &Field, all: &[&Field]) {
        let (named, table) = match (&field.reference, &field.run) {
            (Some(reference), _) => ("a string", Some(reference)),
            (None, run) => ("a run", run.as_ref()),
        };
        if table.is_some() && field.name.ends_with('_') {
            let what = format!(
                "the name of `{}`, which references {named}, cannot end with `_`",
                field.name
            );
            self.note(&field.name, what).help(format!(
                "`{}_in` would be the method that resolves it",
                field.name
            ));
        }
        if field.reserved && (table.is_some() || self.schema.refers(&field.ty.base)) {
            let what = format!("the reference `{}` cannot be `reserved`", field.name);
            self.note(&field.ty, what)
                .help("reserved fields are numbers or bytes");
        }
        self.run(field, all);
    }

    /// Checks that the length of a run is a field of the same record.
    fn run(&self, field: &Field, all: &[&Field]) {
        let Some(len) = &field.len else { return };
        let is_number = |field: &&&Field| matches!(field.ty.base, Base::Integer(8 | 16 | 32));
        let numbers = || all.iter().filter(is_number);
        if !numbers().any(|other| other.name.value == len.value) {
            let what = format!("`{len}` is not a `u8`, `u16` or `u32` field of this record");
            self.note(len, what).legal(
                len,
                numbers()
                    .map(|other| other.name.as_str())
                    .filter(|name| *name != field.name.as_str()),
            );
        }
    }

    /// Reports a `check` on records that are not contiguous records in the struct with the table.
    pub(super) fn refuse_check(&self, place: &Span, records: &Base) {
        let fields = self.schema.fields(records).into_iter();
        let mut checked = fields.filter(|field| field.checked);
        if let Some(table) = checked.find_map(|field| field.reference.as_ref()) {
            let what =
                format!("`check` requires contiguous records in the structure with `{table}`");
            let noted = self.note(place, what);
            noted
                .other(table, "referenced here")
                .help("remove `check`, or declare the records with a `count` in the structure with the table");
        }
    }

    pub(super) fn versioned(&self, name: &Spanned<String>, versioned: &Struct) {
        self.no_magic(versioned);
        if versioned.is_by_size() {
            self.by_size(name, versioned);
        } else {
            self.by_value(name, versioned);
        }
    }

    fn by_size(&self, name: &Spanned<String>, versioned: &Struct) {
        if let Some(parameter) = versioned.takes.first() {
            let what = format!("the size of `{name}` selects its version, so it has no parameters");
            self.note(&parameter.name, what)
                .help("remove `takes`, or use `fields` with `if` on the optional ones");
        }
        let all: Vec<&Field> = versioned.all_fields().collect();
        self.distinct(all.iter().map(|field| &field.name), "field");
        let later = versioned.versions.iter().skip(1);
        let later = later.flat_map(|version| &version.fields);
        self.setters(later.map(|field| &field.name));
        let mut last: Option<&Spanned<i128>> = None;
        for version in &versioned.versions {
            if let (Some(number), Some(last)) = (&version.number, last)
                && !is_after(version, number.value, last.value)
            {
                let number = version.name().unwrap_or_default();
                let what = format!("version {number} does not follow version {last}");
                let noted = self.note(&version.span, what).other(last, "the one before");
                noted.help(if version.grown { "a version with `b` is the larger size of the version before it, which has the same number" } else { "the oldest version must be first" });
            }
            last = version.number.as_ref().or(last);
            for field in &version.fields {
                self.free(&field.name, &names::VERSIONED);
                self.resolving_name(&field.name, &all);
                self.field(name, field, &all);
                self.offset(&[], field);
            }
        }
    }

    /// Checks that no field has the name of a method that resolves a reference: `name_in`.
    pub(super) fn resolving_name(&self, name: &Spanned<String>, all: &[&Field]) {
        let Some(resolved) = name.value.strip_suffix("_in") else {
            return;
        };
        let references = all
            .iter()
            .filter(|field| field.reference.is_some() || field.run.is_some());
        let mut names =
            references.flat_map(|field| [&field.name].into_iter().chain(&field.shown.was));
        if let Some(other) = names.find(|name| name.value == resolved) {
            let what = format!("`{name}` is the name of the method that resolves `{other}`");
            self.note(name, what)
                .other(other, "this one")
                .help("use another name");
        }
    }

    fn by_value(&self, name: &Spanned<String>, versioned: &Struct) {
        let arguments = self.parameters(&versioned.takes, TypeUse::Parameter);
        for version in &versioned.versions {
            if let Some(when) = &version.when {
                let scope = self.scope(arguments.clone());
                scope.condition(when, Rules::default());
            }
        }
        for version in &versioned.versions {
            self.fields(name, &version.fields);
            for field in &version.fields {
                self.offset(&versioned.takes, field);
                self.names_beside(field);
            }
        }
    }

    /// Checks records with versions by value: they may only reference tables in the same struct, since structures do
    /// not pass on their tables to such records.
    fn names_beside(&self, field: &Field) {
        if self.schema.refers(&field.ty.base) {
            let what = format!("`{}` does not name its table", field.name);
            let noted = self.note(&field.ty, what);
            noted.help(
                "in a record with versions by value, write `string(table)` or `run(table, len)`",
            );
        }
    }

    /// Checks `base` and the other options of an offset.
    fn offset(&self, takes: &[Parameter], field: &Field) {
        let mut legal = takes.iter().map(|parameter| parameter.name.as_str());
        if let Some(base) = &field.base
            && parse_number(base).is_none_or(|bytes| u32::try_from(bytes).is_err())
            && !legal.clone().any(|name| name == base.value)
        {
            let what = format!("`{base}` is neither a number nor a parameter of the record");
            self.note(base, what).legal(base, legal.by_ref());
        }
        if let Some(null) = &field.null
            && u32::try_from(null.value).is_err()
        {
            self.note(null, format!("{null} does not fit into `u32`"));
        }
    }
}

/// Whether a version follows the number before it; the larger size of a version has the same number.
fn is_after(version: &Version, number: i128, before: i128) -> bool {
    if version.grown {
        number == before
    } else {
        number > before
    }
}
