//! Records, versioned records and unions.

use crate::diagnostic::{Span, Spanned};
use crate::expression::Rules;
use crate::model::{Base, Content, Field, Union, Versioned};

use super::Checker;

impl Checker<'_> {
    pub(super) fn record(&self, name: &Spanned<String>, fields: &[Field]) {
        self.fields(name, fields);
        for field in fields {
            self.no_offset(name, field);
        }
        if !fields.is_empty() && self.schema.size(&Base::Item(name.value.clone())).is_none() && self.contains(name, fields, 0) {
            let noted = self.mistakes.note(&name.span, format!("`{}` contains itself", name.value));
            noted.help("a record has a fixed size; what refers to others does so by a number");
        }
    }

    fn contains(&self, name: &str, fields: &[Field], depth: u32) -> bool {
        depth > 32
            || fields.iter().any(|field| match super::item_of(&field.ty.base) {
                Some(of) if of == name => true,
                Some(of) => match self.schema.item(of).map(|item| &item.content) {
                    Some(Content::Record(inner)) => self.contains(name, inner, depth + 1),
                    _ => false,
                },
                None => false,
            })
    }

    /// Fields that stand together.
    fn fields(&self, name: &Spanned<String>, fields: &[Field]) {
        if fields.is_empty() {
            self.mistakes.note(&name.span, format!("`{}` has no fields", name.value));
        }
        self.distinct(fields.iter().map(|field| &field.name), "field");
        let all: Vec<&Field> = fields.iter().collect();
        for field in fields {
            self.field(name, field, &all);
        }
    }

    /// A field, and the selector of its union among `all` fields beside it.
    fn field(&self, name: &Spanned<String>, field: &Field, all: &[&Field]) {
        self.fixed_type(&field.ty, "a field of a record");
        let Some(of) = super::item_of(&field.ty.base) else { return };
        let Some(Content::Union(union)) = self.schema.item(of).map(|item| &item.content) else { return };
        if !all.iter().any(|other| other.name.value == union.select.value) {
            let select = &union.select;
            let what = format!("`{of}` is selected by a field `{}`, and `{}` has none", select.value, name.value);
            self.mistakes.note(&field.name.span, what).other(&select.span, "selected by");
        }
    }

    /// A record that takes nothing cannot have offsets that count from something.
    fn no_offset(&self, name: &Spanned<String>, field: &Field) {
        if field.base.is_some() || field.null.is_some() || field.checked {
            let what = format!("`{}` takes nothing that its offset could count from", name.value);
            let noted = self.mistakes.note(&field.name.span, what);
            noted.help("`base`, `null` and `check` go with a record that is versioned by value");
        }
    }

    pub(super) fn versioned(&self, name: &Spanned<String>, versioned: &Versioned) {
        if versioned.versions.is_empty() {
            self.mistakes.note(&name.span, format!("`{}` has no versions", name.value));
        }
        if versioned.by_size {
            self.by_size(name, versioned);
        } else {
            self.by_value(name, versioned);
        }
    }

    fn by_size(&self, name: &Spanned<String>, versioned: &Versioned) {
        if let Some(parameter) = versioned.takes.first() {
            let what = format!("`{}` tells its version by its size and takes nothing", name.value);
            self.mistakes.note(&parameter.name.span, what).help("leave out `takes`, or write `by = \"value\"`");
        }
        let all: Vec<&Field> = versioned.versions.iter().flat_map(|version| &version.fields).collect();
        self.distinct(all.iter().map(|field| &field.name), "field");
        let mut last: Option<&Spanned<i128>> = None;
        for version in &versioned.versions {
            if let Some(when) = &version.when {
                self.mistakes.note(&when.span, "`when` is for versions by value").help("by size, a version has a `number`");
            }
            match (&version.number, last) {
                (None, _) => self.missing(&version.span, "number", "a version by size has a `number`"),
                (Some(number), _) if u32::try_from(number.value).is_err() => {
                    self.mistakes.note(&number.span, format!("{} is no version", number.value));
                }
                (Some(number), Some(last)) if number.value <= last.value => {
                    let what = format!("version {} does not follow version {}", number.value, last.value);
                    self.mistakes.note(&number.span, what).other(&last.span, "the one before").help("the oldest version comes first");
                }
                _ => {}
            }
            last = version.number.as_ref().or(last);
            if version.fields.is_empty() {
                let noted = self.mistakes.note(&version.span, "this version does not grow: it appends no field");
                noted.help("the size tells the version, so that each must be larger than the one before");
                continue;
            }
            for field in &version.fields {
                self.field(name, field, &all);
                self.no_offset(name, field);
            }
        }
    }

    fn missing(&self, span: &Span, key: &str, help: &str) {
        self.mistakes.note(span, format!("this version has no `{key}`")).help(help);
    }

    fn by_value(&self, name: &Spanned<String>, versioned: &Versioned) {
        if versioned.takes.is_empty() {
            let what = format!("`{}` tells its version by a value and takes none", name.value);
            self.mistakes.note(&name.span, what).help("write `takes = [\"version: u32\"]`");
        }
        let arguments = self.parameters(&versioned.takes);
        let mut known: Vec<&Field> = Vec::new();
        for version in &versioned.versions {
            if let Some(number) = &version.number {
                self.mistakes.note(&number.span, "`number` is for versions by size").help("by value, a version has a condition `when`");
            }
            match &version.when {
                None => self.missing(&version.span, "when", "a version by value has a condition `when`"),
                Some(when) => drop(self.scope(arguments.clone()).condition(when, Rules::default())),
            }
            self.fields(name, &version.fields);
            for field in &version.fields {
                match known.iter().find(|other| other.name.value == field.name.value) {
                    Some(other) if other.ty.base != field.ty.base => {
                        let what = format!("`{}` has another type in an earlier version", field.name.value);
                        self.mistakes.note(&field.ty.span, what).other(&other.ty.span, "there");
                    }
                    Some(_) => {}
                    None => known.push(field),
                }
                self.offset(versioned, field);
            }
        }
    }

    /// `base` and its like.
    fn offset(&self, versioned: &Versioned, field: &Field) {
        let Some(base) = &field.base else {
            if let Some(null) = &field.null {
                self.mistakes.note(&null.span, "`null` goes with `base`").help("without it, the number in the file is the value's own");
            }
            return;
        };
        if !versioned.takes.iter().any(|parameter| parameter.name.value == base.value) {
            let legal: Vec<&str> = versioned.takes.iter().map(|parameter| parameter.name.as_str()).collect();
            let what = format!("`{}` is nothing that the record takes", base.value);
            self.mistakes.note(&base.span, what).legal(base, legal);
        }
        if field.ty.base != Base::Integer(32) {
            self.mistakes.note(&field.ty.span, "an offset with a `base` is a `u32`");
        }
        if let Some(null) = &field.null
            && u32::try_from(null.value).is_err()
        {
            self.mistakes.note(&null.span, format!("{} does not fit into `u32`", null.value));
        }
    }

    pub(super) fn union(&self, name: &Spanned<String>, union: &Union) {
        let size = match u64::try_from(union.size.value) {
            Ok(size @ 1..=4096) => size,
            _ => {
                self.mistakes.note(&union.size.span, format!("a union of {} bytes", union.size.value)).help("legal are 1 to 4096");
                return;
            }
        };
        self.distinct(union.arms.iter().map(|arm| &arm.name), "arm");
        let by = match self.schema.item(&union.by).map(|item| &item.content) {
            Some(Content::Enum(by)) => Some(self.schema.values(by)),
            _ => {
                let enums = self.schema.items.iter().filter(|item| matches!(item.content, Content::Enum(_)));
                let legal: Vec<&str> = enums.map(|item| item.name.as_str()).collect();
                self.mistakes.note(&union.by.span, format!("there is no enum `{}`", union.by.value)).legal(&union.by, legal);
                None
            }
        };
        self.distinct(union.arms.iter().flat_map(|arm| &arm.when), "selector");
        for arm in &union.arms {
            for when in &arm.when {
                let Some(by) = by else { continue };
                if !by.values.iter().any(|value| value.name.value == when.value) {
                    let legal = by.values.iter().map(|value| value.name.as_str());
                    let what = format!("an arm for a value that `{}` does not have: `{}`", union.by.value, when.value);
                    self.mistakes.note(&when.span, what).legal(when, legal);
                }
            }
            if self.fixed_type(&arm.ty, "an arm")
                && let Some(takes) = self.schema.size(&arm.ty.base)
                && takes > size
            {
                let what = format!("the arm `{}` takes {takes} bytes, the union `{}` has {size}", arm.name.value, name.value);
                self.mistakes.note(&arm.ty.span, what);
            }
        }
    }
}
