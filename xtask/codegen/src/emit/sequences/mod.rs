//! Writes sequences.

mod field;
mod words;
mod writing;

use super::attribute::{Words, expression};
use super::{Emitter, docs, members};
use crate::expression::{Expression, Tree};
use crate::model::{Item, Struct};

impl Emitter<'_> {
    pub(super) fn sequence(&self, item: &Item, sequence: &Struct) -> String {
        let arguments = self.argument_docs(&sequence.takes);
        let item_docs = self.record_docs(item, &arguments, &self.order_of_sequence(item, sequence));
        let name = &item.name.value;
        let is_fixed = self.schema.is_fixed_part(name);
        let part = self.schema.part_struct(name);
        let (record, item_docs) = if is_fixed {
            let link = format!("[`{name}`] as the content of a part, with the bytes after it.");
            let record = self.record(item, &sequence.fields);
            (format!("{record}\n"), docs(&[&link], 0))
        } else {
            (String::new(), item_docs)
        };
        let records = sequence.records_taken();
        let records = records.map(|parameter| format!("{}: BySize", parameter.name));
        let records: Vec<String> = records.collect();
        let records = match records.as_slice() {
            [] => String::new(),
            records => format!("<{}>", records.join(", ")),
        };
        let is_inner = self.schema.is_inner(name);
        let refers = !is_inner && self.referring.contains(name.as_str());
        // The default key is the name of the item.
        let key = sequence.key.as_ref().map(|key| key.as_str());
        let key = key.or(is_fixed.then_some(name));
        let attribute = Words::default()
            .and([format!("view = {name}View")])
            .value("record", is_fixed.then_some(name))
            .list("takes", self.parameters(&sequence.takes))
            .list("serde", self.serde_args(item))
            .value("follows", sequence.follows.as_ref())
            .flag("nested", is_inner)
            .flag("refers", refers)
            .text("yaml", key)
            .earlier(&sequence.earlier_keys(&item.was))
            .text("show", sequence.show.as_ref().map(|show| show.value.word()))
            .flag("flatten", sequence.flatten.is_some())
            .attribute("sequence", 0);
        let fields = 0..sequence.fields.len();
        let fields = fields.map(|index| self.sequence_field(sequence, index));
        let keeps = self.schema.keeps_trailing(&item.name, sequence);
        let trailing = keeps.then(|| {
            let docs = docs(&["Bytes after the last field, which are kept."], 4);
            format!("{docs}    #[dxc(trailing)]\n    pub trailing: Vec<u8>,\n")
        });
        // Inner items may have placed fields, too.
        let placed = sequence
            .fields
            .iter()
            .any(|field| field.at.is_some() || field.align.is_some() || field.kind.is_structure());
        let memory = (placed && !is_inner).then(|| {
            let docs = docs(
                &["The bytes that were read, if they are not in the canonical layout."],
                4,
            );
            format!("{docs}    #[dxc(memory)]\n    pub memory: OriginalLayout,\n")
        });
        let fields = members(fields.chain(trailing).chain(memory));
        // If a field has a default value, the macro implements `Default`.
        let mut fields_of = sequence.fields.iter();
        let says_default = fields_of.any(|field| {
            field.default.is_some() && !field.is_optional() && field.condition.is_none()
        });
        let default = if says_default { "" } else { "Default, " };
        let derives = format!("#[derive(Clone, Debug, {default}PartialEq, Eq, Hash)]\n");
        // A struct of fixed size cannot grow.
        let mut fields_of = sequence.fields.iter();
        let open = if fields_of.all(|field| self.schema.is_in_place(field)) {
            ""
        } else {
            "#[non_exhaustive]\n"
        };
        format!("{record}{item_docs}{attribute}{derives}{open}pub struct {part}{records} {fields}")
    }

    /// The arguments with which serde reads and writes a part: the largest ones, whose layout has all fields.
    fn serde_args(&self, item: &Item) -> Vec<String> {
        let parts = self.schema.parts.iter();
        let types = parts.filter(|part| part.item() == Some(&item.name));
        let args = types.filter_map(|part| {
            let args = &part.ty.as_ref()?.args;
            args.iter()
                .map(Expression::typed)
                .collect::<Option<Vec<_>>>()
        });
        let number = |tree: &&Tree| match tree {
            Tree::Number { number, .. } | Tree::Value { number, .. } => Some(*number),
            _ => None,
        };
        let largest = args.max_by_key(|args| args.iter().map(number).collect::<Vec<_>>());
        let largest = largest.into_iter().flatten();
        largest.map(|tree| expression(&tree.rust())).collect()
    }
}
