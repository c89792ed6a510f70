//! Finds changed names that are stated as earlier names: the old state gets the new names before it is compared.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use dxc_codegen::model::{Content, Item, Schema};
use dxc_codegen::span::Text;

/// The new names by the old ones.
#[derive(Default)]
pub(super) struct Renames {
    items: BTreeMap<String, String>,
    /// Fields and values, by the old name of their item.
    members: BTreeMap<(String, String), String>,
}

impl Renames {
    pub(super) fn new(old: &Schema, new: &Schema) -> Self {
        let mut renames = Self::default();
        for item in &new.items {
            let before = item.was.iter().find(|was| old.item(was).is_some());
            let before = before.filter(|_| old.item(&item.name).is_none());
            if let Some(before) = before {
                let names = (before.value.clone(), item.name.value.clone());
                renames.items.extend([names]);
            }
            let name = before.unwrap_or(&item.name);
            let has = |member: &str| {
                let before = old.content(name);
                before.is_some_and(|before| names(before).any(|(name, _)| name.value == member))
            };
            for (member, was) in names(&item.content) {
                for was in was.iter().filter(|was| has(was) && !has(member)) {
                    let key = (name.value.clone(), was.value.clone());
                    renames.members.insert(key, member.value.clone());
                }
            }
        }
        renames
    }

    /// The new name of an item.
    pub(super) fn item<'n>(&'n self, name: &'n str) -> &'n str {
        self.items.get(name).map_or(name, String::as_str)
    }

    /// The new name of a field or a value; `item` is the old name of its item.
    pub(super) fn member<'n>(&'n self, item: &str, name: &'n str) -> &'n str {
        let key = (item.to_owned(), name.to_owned());
        self.members.get(&key).map_or(name, String::as_str)
    }

    /// The new name of a value of any enum.
    pub(super) fn value<'n>(&'n self, name: &'n str) -> &'n str {
        let mut members = self.members.iter();
        let new = members.find(|((_, was), _)| was == name);
        new.map_or(name, |(_, new)| new)
    }

    /// Whether a field or a value of any item was renamed from `old` to `new`.
    pub(super) fn leads(&self, old: &str, new: &str) -> bool {
        let mut members = self.members.iter();
        members.any(|((_, was), is)| was == old && is == new)
    }

    fn is_empty(&self) -> bool {
        self.items.is_empty() && self.members.is_empty()
    }

    /// Changes types and expressions of the old state to the new names.
    pub(super) fn apply(&self, value: &mut Json) {
        if self.is_empty() {
            return;
        }
        match value {
            Json::Array(all) => all.iter_mut().for_each(|value| self.apply(value)),
            Json::Object(keys) => {
                let (op, owner) = (keys.get("op").cloned(), owner(keys));
                if let (Some(owner), Some(Json::String(name))) = (&owner, keys.get_mut("name")) {
                    *name = self.member(owner, name).to_owned();
                }
                let is_type = keys.contains_key("is") && op.is_none();
                for (key, value) in keys.iter_mut() {
                    let is_item = match key.as_str() {
                        "of" => is_type || op == Some(json!("value")),
                        "item" => op == Some(json!("member")),
                        "function" => op == Some(json!("call")),
                        _ => false,
                    };
                    match value {
                        Json::String(name) if is_item => *name = self.item(name).to_owned(),
                        Json::String(_) => {}
                        other => self.apply(other),
                    }
                }
            }
            _ => {}
        }
    }
}

/// The item of the field or value that an expression names.
fn owner(keys: &serde_json::Map<String, Json>) -> Option<String> {
    let owner = match keys.get("op")?.as_str()? {
        "value" => keys.get("of")?,
        "member" => keys.get("item")?,
        _ => return None,
    };
    owner.as_str().map(str::to_owned)
}

/// The names of an item's members, each with the earlier ones.
fn names(content: &Content) -> Box<dyn Iterator<Item = (&Text, &[Text])> + '_> {
    match content {
        Content::Enum(of) => Box::new(of.values.iter().map(|value| (&value.name, &value.was[..]))),
        Content::Bits(bits) => {
            let fields = bits.fields.iter();
            Box::new(fields.map(|field| (&field.name, &field.shown.was[..])))
        }
        Content::Struct(of) => {
            let fields = of.all_fields();
            Box::new(fields.map(|field| (&field.name, &field.shown.was[..])))
        }
        Content::Switch(switch) => {
            let arms = switch.arms.iter();
            Box::new(arms.map(|arm| (&arm.name, &arm.shown.was[..])))
        }
        Content::Let(_) => Box::new(std::iter::empty()),
    }
}

/// Whether an item of the old state was renamed.
pub(super) fn is_renamed(old: &Item, new: &Item) -> bool {
    new.was.iter().any(|was| was.value == old.name.value)
}
