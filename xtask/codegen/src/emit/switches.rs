//! Writes switches.

use quote::{format_ident, quote};

use super::attribute::Words;
use super::{Emitter, as_int, derives, docs, members, rule_as};
use crate::expression::Expression;
use crate::model::{Arm, Base, Directory, Item, Switch};
use crate::span::Text;

impl Emitter<'_> {
    pub(super) fn switch(&self, item: &Item, switch: &Switch) -> String {
        match switch.size {
            Some(_) => self.union(item, switch),
            None => self.choice(item, switch),
        }
    }

    fn choice(&self, item: &Item, choice: &Switch) -> String {
        let item_docs = self.item_docs(item);
        let name = &item.name.value;
        let Some((selector, takes)) = choice.takes.split_first() else {
            return String::new();
        };
        let by = self.rust_type(&selector.ty.base);
        let directory = self.schema.directory_of(choice);
        let words = Words::default()
            .and([format!("view = {name}View"), format!("by = {by}")])
            .list("takes", self.parameters(takes))
            .list("directory", directory.iter().flat_map(directory_words))
            .dxc(0);
        let arms = choice.arms.iter().map(|arm| {
            let docs = docs(&[&arm.doc], 4);
            let values = self.schema.values_passed(&arm.ty);
            let words = Words::default()
                .list("when", &arm.when)
                .and(self.arm_kind(arm).map(str::to_owned))
                .list(
                    "with",
                    values.filter_map(|argument| handed(argument, &selector.name)),
                )
                .and(arm.ty.strings_style().words())
                .value("lists", directory.as_ref().and_then(|_| self.lists(arm)))
                .value("range", arm.range.as_ref())
                .value("accessor", directory.as_ref().map(|_| arm.accessor()))
                .shown(&arm.shown, &arm.name)
                .dxc(4);
            let (name, ty) = (&arm.name.value, self.applied(&arm.ty));
            format!("{docs}{words}    {name}({ty}),\n")
        });
        let otherwise = choice.otherwise.as_ref().map(|_| {
            let docs = docs(&["The bytes of any other kind."], 4);
            format!("{docs}    #[dxc(otherwise, bytes)]\n    Other(Vec<u8>),\n")
        });
        let arms = members(arms.chain(otherwise));
        let derives = "#[derive(Clone, Debug, PartialEq, Eq, Hash, Switch)]\n";
        format!("{item_docs}{derives}{words}#[non_exhaustive]\npub enum {name} {arms}")
    }

    fn union(&self, item: &Item, union: &Switch) -> String {
        let (item_docs, derives) = (self.item_docs(item), derives("Switch", [].iter()));
        let select = Words::default()
            .and([format!("by = {}", union.selector_enum())])
            .text("selector", Some(union.selector()))
            .dxc(0);
        let arms = union.arms.iter().map(|arm| {
            let ty = self.rust_type(&arm.ty.base);
            let words = Words::default()
                .and([format!("{}: {ty}", arm.name)])
                .list("when", &arm.when)
                .shown(&arm.shown, &arm.name)
                .text("doc", Some(&arm.doc));
            Words::default().and([words.within("arm")]).dxc(0)
        });
        let arms: String = arms.collect();
        let bytes_docs = docs(&["The bytes of the union, whichever arm reads them."], 4);
        let (name, size) = (&item.name.value, union.bytes());
        let bytes = format!("{bytes_docs}    pub [u8; {size}],\n");
        format!("{item_docs}{derives}{select}{arms}pub struct {name}(\n{bytes});\n")
    }

    /// The field with the lists in an arm's struct.
    fn lists(&self, arm: &Arm) -> Option<&Text> {
        let sequence = self.schema.sequence_of(&arm.ty.base)?;
        let mut fields = sequence.fields.iter();
        let lists = fields.find(|field| field.ty.base == Base::Lists)?;
        Some(&lists.name)
    }

    /// The kind of an arm that is not a record.
    pub(super) fn arm_kind(&self, arm: &Arm) -> Option<&'static str> {
        match (&arm.ty.base, self.schema.content_of(&arm.ty.base)) {
            (Base::Bytes, _) => Some("bytes"),
            (Base::Strings, _) => Some("strings"),
            (_, Some(content)) if content.is_nested() => Some("nested"),
            _ => None,
        }
    }
}

/// The words for a directory: the part and its view, the field of its entries, and the paths of the selector and of the
/// content in an entry.
fn directory_words(directory: &Directory<'_>) -> [String; 5] {
    let part = &directory.part.name;
    [
        part.to_string(),
        format!("{part}View"),
        directory.entries.name.to_string(),
        directory.kind.clone(),
        directory.content.to_owned(),
    ]
}

/// The argument of an arm. The macro calls the selector `selector_of_self`, whatever its name in the schema is.
fn handed(argument: &Expression, selector: &str) -> Option<String> {
    let rust = as_int(argument)?;
    let rust = if argument.names(selector) {
        let name = format_ident!("{selector}");
        quote!({ let #name = selector_of_self; #rust })
    } else {
        rust
    };
    Some(rule_as(argument, &rust))
}
