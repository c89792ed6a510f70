//! Enums, flags and bits.

use super::attribute::{attribute, document_words, dxc};
use super::{Emitter, docs, members};
use crate::datum::Datum;
use crate::model::{Base, Bits, Content, Enum, Item};

impl Emitter<'_> {
    pub(super) fn enumeration(&self, item: &Item, content: &Enum, flags: bool) -> String {
        let item_docs = self.item_docs(item);
        let values = self.schema.values(content);
        let mirrored = values.mirrors.as_ref();
        let spelling = mirrored.and_then(|mirrored| mirrored.spelling.as_ref());
        let mirrors = spelling.map(|spelling| format!("mirrors = {:?}", spelling.macro_name));
        // Conversions go from the narrower to the wider.
        let from = content.values_of.as_ref().and_then(|other| {
            let narrow = match self.schema.content(other)? {
                Content::Enum(narrow) => narrow.bits < content.bits,
                _ => false,
            };
            narrow.then(|| format!("from = {other}"))
        });
        let shown_by = values.shown_by.as_ref();
        let shown_by = shown_by.map(|column| format!("yaml = {:?}", column.value));
        let entries = values.values.iter().map(|value| {
            let source = value
                .source
                .as_ref()
                .map_or_else(String::new, |source| format!("Source: {source}."));
            let docs = docs(&[&value.doc, &source], 4);
            let columns = value
                .columns
                .iter()
                .map(|(column, datum)| match &datum.value {
                    Datum::Text(text) => format!("{column} = {text:?}"),
                    Datum::Integer(number) => format!("{column} = {number}"),
                    Datum::List(list) => {
                        let list: Vec<&str> = list.iter().map(|text| text.as_str()).collect();
                        format!("{column} = {list:?}")
                    }
                    Datum::Wrong => column.value.clone(),
                });
            let alias = value.alias.as_ref().map(|_| "alias".to_owned());
            // Known from elsewhere than the macro that the table mirrors.
            let is_unmirrored = values.mirrors.is_some() && value.source.is_some();
            let unmirrored = is_unmirrored.then(|| "unmirrored".to_owned());
            let words = dxc(alias.into_iter().chain(unmirrored).chain(columns), 4);
            let (name, number) = (&value.name.value, &value.spelled);
            format!("{docs}{words}    {name} = {number},\n")
        });
        let integer = Some(format!("u{}", content.bits));
        let words = [integer, mirrors, from, shown_by].into_iter().flatten();
        let macro_name = if flags { "flags" } else { "open_enum" };
        let attribute = attribute(macro_name, words, 0);
        let (name, entries) = (&item.name.value, members(entries));
        format!("{item_docs}{attribute}pub enum {name} {entries}")
    }

    pub(super) fn bits(&self, item: &Item, bits: &Bits) -> String {
        let item_docs = self.item_docs(item);
        let fields = bits.fields.iter().map(|field| {
            let docs = docs(&[&field.doc], 4);
            let (name, width) = (&field.name.value, field.bits.value);
            let ty = match field.base() {
                Base::Bool8 => "bool".to_owned(),
                base => self.rust_type(&base),
            };
            let reserved = field.reserved.then(|| "reserved".to_owned());
            let words = reserved.into_iter().chain(document_words(&field.shown));
            let words = dxc(words, 4);
            let visibility = if field.reserved { "" } else { "pub " };
            format!("{docs}    #[bits({width})]\n{words}    {visibility}{name}: {ty},\n")
        });
        let (name, fields) = (&item.name.value, members(fields));
        format!(
            "{item_docs}#[bits(u{})]\npub struct {name} {fields}",
            bits.bits
        )
    }
}
