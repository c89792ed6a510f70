//! Records, versioned records and unions.

use std::collections::BTreeMap;

use super::attribute::{document_words, dxc, expression, list, said};
use super::{Emitter, alias, derives, docs, members, rule};
use crate::diagnostic::Spanned;
use crate::expression::parse_number;
use crate::model::{Base, Field, Item, Type, Union, Versioned};
use crate::placement::all_fields;

impl Emitter<'_> {
    pub(super) fn record(&self, item: &Item, fields: &[Field]) -> String {
        let docs = self.record_docs(item, &self.layout_of_record(fields));
        let derives = derives("Record", fields.iter());
        let fields = fields.iter();
        let fields = members(fields.map(|field| self.field(field, Vec::new(), "pub ")));
        let name = &item.name.value;
        format!("{docs}{derives}#[non_exhaustive]\npub struct {name} {fields}")
    }

    /// The word for what a new value holds.
    pub(super) fn default(
        &self,
        default: &Option<Spanned<String>>,
        ty: Option<&Type>,
    ) -> Option<String> {
        let default = default.as_ref()?.as_str();
        let rust = match &ty?.base {
            Base::Item(of) => match parse_number(default) {
                Some(bits) => format!("{of}({bits:#x})"),
                None => format!("{of}::{default}"),
            },
            Base::Bool8 => format!("Bool8({default})"),
            Base::FourCC => format!("FourCC(*b{default})"),
            Base::F32 => format!("F32::from({:?})", default.parse::<f32>().ok()?),
            _ => default.to_owned(),
        };
        Some(format!("default = {rust}"))
    }

    /// A field with its docs; `words` are those of its attribute.
    fn field(&self, field: &Field, words: Vec<String>, visibility: &str) -> String {
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
        let reserved = field.reserved.then(|| "reserved".to_owned());
        let refers = [
            ("names", &field.reference),
            ("run", &field.run),
            ("len", &field.len),
        ];
        let refers = refers
            .into_iter()
            .filter_map(|(word, name)| said(word, name));
        let options = string_options(field);
        let is = field
            .is
            .as_ref()
            .and_then(|is| Some(format!("is = {}", expression(&is.lowered()?.rust))));
        let default = self.default(&field.default, Some(&field.ty));
        let words = reserved
            .into_iter()
            .chain(refers)
            .chain(options)
            .chain(words);
        let words = words.chain(is).chain(default);
        let words = words.chain(document_words(&field.shown));
        let words = dxc(words, 4);
        let hidden = if field.reserved {
            "    #[doc(hidden)]\n"
        } else {
            ""
        };
        let alias = alias(&field.name, field.cpp.as_ref(), 4);
        format!("{docs}{alias}{words}{hidden}    {visibility}{name}: {ty},\n")
    }

    pub(super) fn versioned(&self, item: &Item, versioned: &Versioned) -> String {
        let item_docs = self.record_docs(item, &self.layout_of_versions(versioned));
        let derives = derives("Versioned", versioned.fields());
        let (words, fields) = if versioned.by_size {
            self.by_size(versioned)
        } else {
            self.by_value(versioned)
        };
        let (name, fields) = (&item.name.value, members(fields));
        format!("{item_docs}{derives}{words}#[non_exhaustive]\npub struct {name} {fields}")
    }

    fn by_size(&self, versioned: &Versioned) -> (String, Vec<String>) {
        let numbers = versioned.numbers();
        let words = dxc([list("by_size", &numbers)], 0);
        let fields = all_fields(versioned).map(|(since, field)| match since {
            0 => self.field(field, Vec::new(), "pub "),
            _ => self.field(field, vec![format!("since = {}", numbers[since])], ""),
        });
        let mut fields: Vec<String> = fields.collect();
        fields.push("    #[dxc(version)]\n    version: u32,\n".to_owned());
        (words, fields)
    }

    fn by_value(&self, versioned: &Versioned) -> (String, Vec<String>) {
        let takes = self.parameters(&versioned.takes);
        let mut words = dxc([list("by_value", &takes)], 0);
        // In the order of the file.
        let fields = versioned.fields();
        let fields = fields.map(|field| (field.name.span.range.start, field));
        let fields: BTreeMap<usize, &Field> = fields.collect();
        for version in &versioned.versions {
            let when = version.when.as_ref().and_then(rule);
            let when = when.map(|when| format!("when = {when}"));
            let has = |name: &str| version.fields.iter().any(|own| own.name.value == name);
            let names = fields.values().map(|field| field.name.as_str());
            let names = names.filter(|name| !has(name)).map(str::to_owned);
            let lacking: Vec<String> = names.collect();
            let without = (!lacking.is_empty()).then(|| list("without", &lacking));
            let version: Vec<String> = when.into_iter().chain(without).collect();
            let line = format!("version({})", version.join(", "));
            let version = match line.len() <= 88 {
                true => line,
                false => format!("version(\n    {},\n)", version.join(",\n    ")),
            };
            words.push_str(&dxc([version], 0));
        }
        let fields = fields.into_values().map(|field| {
            let condition = field.condition.iter();
            let condition = condition.map(|condition| format!("if = {:?}", condition.value));
            self.field(field, condition.collect(), "pub ")
        });
        (words, fields.collect())
    }

    pub(super) fn union(&self, item: &Item, union: &Union) -> String {
        let (item_docs, derives) = (self.item_docs(item), derives("Union", [].iter()));
        let select = [
            format!("by = {}", union.by),
            format!("selector = {:?}", union.select.value),
        ];
        let select = dxc(select, 0);
        let arms = union.arms.iter().map(|arm| {
            let ty = self.rust_type(&arm.ty.base);
            let when: Vec<String> = arm.when.iter().map(|when| when.value.clone()).collect();
            let words = [format!("{}: {ty}", arm.name), list("when", &when)];
            let doc = format!("doc = {:?}", arm.doc);
            let words: Vec<String> = words
                .into_iter()
                .chain(document_words(&arm.shown))
                .chain([doc])
                .collect();
            dxc([format!("arm({})", words.join(", "))], 0)
        });
        let arms: String = arms.collect();
        let bytes_docs = docs(&["The bytes of the union, whichever arm reads them."], 4);
        let (name, size) = (&item.name.value, union.size.value);
        let bytes = format!("{bytes_docs}    pub [u8; {size}],\n");
        format!("{item_docs}{derives}{select}{arms}pub struct {name}(\n{bytes});\n")
    }
}

/// The options of a string that a field references.
fn string_options(field: &Field) -> impl Iterator<Item = String> {
    let word = |is_there: bool, word: &str| is_there.then(|| word.to_owned());
    let options = [
        word(field.last, "last"),
        word(field.checked, "check"),
        said("base", &field.base),
        said("null", &field.null),
    ];
    options.into_iter().flatten()
}
