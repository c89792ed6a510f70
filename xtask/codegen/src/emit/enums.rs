//! Writes enums, flags and bits.

use super::attribute::Words;
use super::{Emitter, docs, members};
use crate::datum::Datum;
use crate::model::{Base, Bits, Column, Enum, Item, variant_of};

impl Emitter<'_> {
    pub(super) fn enumeration(&self, item: &Item, content: &Enum) -> String {
        let item_docs = self.item_docs(item);
        let values = self.schema.values(content);
        // Conversions are from the narrower enum to the wider one.
        let from = content.values_of.as_ref().filter(|other| {
            let narrow = self.schema.enumeration(other);
            narrow.is_some_and(|narrow| narrow.bits < content.bits)
        });
        let entries = values.values.iter().enumerate().map(|(index, value)| {
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
            // The value does not come from the macro that the table mirrors.
            let is_unmirrored = values.mirrors.is_some() && value.source.is_some();
            let mut earlier = values.values[..index].iter();
            let has_earlier = earlier.any(|earlier| earlier.value.value == value.value.value);
            let words = Words::default()
                .flag(
                    "alias",
                    value.alias.is_some() || value.marker && has_earlier,
                )
                .flag("marker", value.marker)
                .flag("unmirrored", is_unmirrored)
                .list("was", &value.was)
                .text("yaml", value.key.as_ref().map(|key| key.as_str()))
                .earlier(value.key.as_ref().map_or(&[], |key| &key.earlier))
                .and(columns)
                .dxc(4);
            let (name, number) = (&value.name.value, &value.spelled);
            format!("{docs}{words}    {name} = {number},\n")
        });
        let macro_name = if content.flags { "flags" } else { "open_enum" };
        let attribute = Words::default()
            .and([format!("u{}", content.bits)])
            .text(
                "mirrors",
                values.macro_of().map(|mirrors| mirrors.macro_name),
            )
            .value("from", from)
            .text("yaml", values.shown_by.as_deref())
            .and(self.columns(item, content, values))
            .attribute(macro_name, 0);
        let (name, entries) = (&item.name.value, members(entries));
        format!("{item_docs}{attribute}pub enum {name} {entries}")
    }

    /// Writes `columns(..)`: the accessor of each column, with its doc and its type.
    fn columns(&self, item: &Item, content: &Enum, values: &Enum) -> Option<String> {
        let owner = content.values_of.as_ref().unwrap_or(&item.name);
        let columns = values.columns.iter().map(|column| {
            // The attribute indents its words once more, and leaves a column for a comma.
            let docs = docs(&[&column.doc], 9);
            let docs = docs.split_inclusive('\n').filter_map(|line| line.get(5..));
            let docs = String::from_iter(docs);
            let key = if column.key { "key " } else { "" };
            let ty = if !column.is_word() {
                column.ty.to_string()
            } else {
                words(owner, column, values, content.values_of.is_some())
            };
            format!("{docs}    {key}{}: {ty},\n", column.name)
        });
        let columns = String::from_iter(columns);
        (!columns.is_empty()).then(|| format!("columns(\n{columns})"))
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
            let words = Words::default()
                .flag("reserved", field.reserved)
                .shown(&field.shown, &field.name)
                .dxc(4);
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

/// The enum of the words of a column: with its variants, unless another table declares it.
fn words(owner: &str, column: &Column, values: &Enum, is_elsewhere: bool) -> String {
    let ty = column.words_type(owner);
    let variants = column.words(values).into_iter().map(|word| {
        let word = word.value.to_string();
        format!("{} = {word:?}", variant_of(&word))
    });
    let variants: Vec<String> = variants.collect();
    let of = if is_elsewhere { "of " } else { "" };
    let line = format!("{of}{ty} {{ {} }}", variants.join(", "));
    if line.len() <= 60 {
        return line;
    }
    let lines = variants
        .iter()
        .map(|variant| format!("        {variant},\n"));
    format!("{of}{ty} {{\n{}    }}", String::from_iter(lines))
}
