//! Writes records, with and without versions.

use std::collections::BTreeMap;

use super::attribute::{Words, expression};
use super::{Emitter, alias, derives, docs, members};
use crate::expression::{Expression, parse_number};
use crate::model::{Base, Choices, Field, Item, Struct};

impl Emitter<'_> {
    pub(super) fn record(&self, item: &Item, fields: &[Field]) -> String {
        let docs = self.record_docs(item, "", &self.layout_of_record(fields));
        let derives = derives("Record", fields.iter());
        let fields = fields.iter();
        let fields = members(fields.map(|field| self.field(field, None, "pub ")));
        let name = &item.name.value;
        format!("{docs}{derives}pub struct {name} {fields}")
    }

    /// The Rust code for the value of a field in a new record.
    pub(super) fn default(&self, field: &Field) -> Option<String> {
        let default = field.default.as_ref()?.as_str();
        Some(match &field.ty.base {
            Base::Item(of) => match parse_number(default) {
                Some(bits) => format!("{of}({bits:#x})"),
                None => format!("{of}::{default}"),
            },
            Base::Bool8 => format!("Bool8({default})"),
            Base::FourCC => format!("FourCC(*b{default})"),
            Base::Float(32) => format!("F32::from({:?})", default.parse::<f32>().ok()?),
            Base::Float(_) => format!("F64::from({:?})", default.parse::<f64>().ok()?),
            _ => default.to_owned(),
        })
    }

    /// A field with its docs; `version` is the word of its attribute for the versions that contain it.
    fn field(&self, field: &Field, version: Option<String>, visibility: &str) -> String {
        let reference = match (&field.reference, &field.run, &field.len) {
            (Some(table), ..) => {
                format!("An offset into the string table `{table}` of the enclosing structure.")
            }
            (None, Some(table), Some(len)) => format!(
                "The index of the first of `{len}` numbers in `{table}` of the enclosing structure."
            ),
            _ => String::new(),
        };
        let docs = docs(
            &[&field.doc, &reference, &self.new_value(&field.default)],
            4,
        );
        let (name, ty) = (&field.name.value, self.rust_type(&field.ty.base));
        let is = field.is.as_ref().and_then(Expression::typed);
        let words = Words::default()
            .flag("reserved", field.reserved)
            .value("names", field.reference.as_ref())
            .value("run", field.run.as_ref())
            .value("len", field.len.as_ref())
            .flag("last", field.last)
            .flag("check", field.checked)
            .value("base", field.base.as_ref())
            .value("null", field.null.as_ref())
            .and(version)
            .value("is", is.map(|is| expression(&is.rust())))
            .value("default", self.default(field))
            .shown(&field.shown, &field.name)
            .dxc(4);
        let hidden = if field.reserved {
            "    #[doc(hidden)]\n"
        } else {
            ""
        };
        let alias = alias(&field.name, field.cpp.as_ref(), 4);
        format!("{docs}{alias}{words}{hidden}    {visibility}{name}: {ty},\n")
    }

    pub(super) fn versioned(&self, item: &Item, versioned: &Struct) -> String {
        let arguments = if versioned.is_by_size() {
            "Its size selects its version: with binrw, its argument is the size in bytes, or `None` for all \
        bytes up to the end of the stream. The bytes of a larger size are skipped after the newest version that fits; \
        `SizedRecord` keeps them."
        .to_owned()
        } else {
            self.argument_docs(&versioned.takes)
        };
        let item_docs = self.record_docs(item, &arguments, &self.layout_of_versions(versioned));
        let derives = derives("Record", versioned.all_fields());
        let (words, fields) = if versioned.is_by_size() {
            self.by_size(versioned)
        } else {
            self.by_value(versioned)
        };
        let (name, fields) = (&item.name.value, members(fields));
        // Versions by size append fields, so their struct is not exhaustive; literals of records with versions by value
        // list every field.
        let open = if versioned.is_by_size() {
            "#[non_exhaustive]\n"
        } else {
            ""
        };
        format!("{item_docs}{derives}{words}{open}pub struct {name} {fields}")
    }

    fn by_size(&self, versioned: &Struct) -> (String, Vec<String>) {
        let numbers = versioned.numbers();
        let words = Words::default().list("by_size", &numbers).dxc(0);
        let fields = versioned.all_fields().map(|field| match field.place.since {
            0 => self.field(field, None, "pub "),
            since => {
                let grown = if versioned.versions[since].grown {
                    ", grown"
                } else {
                    ""
                };
                let since = format!("since = {}{grown}", numbers[since]);
                self.field(field, Some(since), "")
            }
        });
        let mut fields: Vec<String> = fields.collect();
        fields.push("    #[dxc(version)]\n    version_index: u32,\n".to_owned());
        (words, fields)
    }

    /// The arguments that select the newest version known in files.
    fn arguments_of_newest(&self, versioned: &Struct) -> Vec<String> {
        let choices = Choices::between_versions(self.schema, versioned);
        let newest = choices.and_then(|choices| {
            let known = choices.known()?.into_iter();
            known.max_by_key(|values| choices.chosen(values))
        });
        let newest = newest.unwrap_or_default();
        let takes = versioned.takes.iter().map(|parameter| {
            let value = newest.get(&parameter.name.value).copied();
            let value = value.unwrap_or_default();
            let Base::Item(of) = &parameter.ty.base else {
                return value.to_string();
            };
            let table = self.schema.values_of(of);
            let mut names = table.into_iter().flat_map(|table| &table.values);
            match names.find(|named| u64::try_from(named.value.value) == Ok(value)) {
                Some(named) => format!("{of}::{}", named.name),
                None => format!("{of}({value})"),
            }
        });
        takes.collect()
    }

    fn by_value(&self, versioned: &Struct) -> (String, Vec<String>) {
        let takes = self.parameters(&versioned.takes);
        let mut words = Words::default()
            .list("by_value", takes)
            .list("serde", self.arguments_of_newest(versioned))
            .dxc(0);
        // In the order of the file.
        let fields = versioned.all_fields();
        let fields = fields.map(|field| (field.name.span.range.start, field));
        let fields: BTreeMap<usize, &Field> = fields.collect();
        for version in &versioned.versions {
            let has = |name: &str| version.fields.iter().any(|own| own.name.value == name);
            let names = fields.values().map(|field| field.name.as_str());
            let version = Words::default()
                .rule("when", &version.when)
                .list("without", names.filter(|name| !has(name)));
            words.push_str(&Words::default().and([version.within("version")]).dxc(0));
        }
        let fields = fields.into_values().map(|field| {
            let condition = field.condition.as_ref();
            let condition = condition.map(|condition| format!("if = {:?}", condition.value));
            self.field(field, condition, "pub ")
        });
        (words, fields.collect())
    }
}
