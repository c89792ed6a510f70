//! The versions of a record: groups of fields, `v0`, `v1` and so on.

use toml::de::{DeArray, DeTable, DeValue};

use super::values::{Placed, Right};
use super::{Loader, Site};
use crate::diagnostic::Span;
use crate::keys::{Key, Shape, VERSIONS};

/// What a version is called, on its way to serde.
const NAME: &str = "name";

/// What the item says of its versions.
const OF_VERSIONS: [&str; 2] = ["when", "cpp"];

/// Puts the groups of an item into a list, each with its number and with what the item says of it.
pub(super) fn gather(table: &mut DeTable<'_>) {
    let names = table.keys().map(|key| key.get_ref().to_string());
    let names: Vec<String> = names.filter(|name| is_version(name)).collect();
    let mut groups = DeArray::new();
    let mut first = None;
    for name in names {
        let Some((key, fields)) = table.remove_entry(name.as_str()) else {
            continue;
        };
        let place = key.span();
        let mut group = DeTable::new();
        let called = DeValue::String(name.clone().into());
        group.insert(
            toml::Spanned::new(place.clone(), NAME.into()),
            Placed::new(place.clone(), called),
        );
        for said in OF_VERSIONS {
            let of = table.get_mut(said).map(Placed::get_mut);
            let of = of.and_then(|of| match of {
                DeValue::Table(of) => of.remove_entry(name.as_str()),
                _ => None,
            });
            if let Some((_, value)) = of {
                group.insert(toml::Spanned::new(place.clone(), said.into()), value);
            }
        }
        group.insert(toml::Spanned::new(place.clone(), "fields".into()), fields);
        first.get_or_insert(place.clone());
        groups.push(Placed::new(place, DeValue::Table(group)));
    }
    if let Some(first) = first {
        let key = toml::Spanned::new(first.clone(), VERSIONS.into());
        table.insert(key, Placed::new(first, DeValue::Array(groups)));
    }
}

fn is_version(name: &str) -> bool {
    let number = name
        .strip_prefix('v')
        .and_then(|number| number.parse::<u32>().ok());
    number.is_some_and(|number| format!("v{number}") == name)
}

impl Loader<'_> {
    /// The versions that were gathered.
    pub(super) fn versions(&mut self, shape: &'static Shape, value: &mut DeValue<'_>) -> Right {
        let DeValue::Array(whole) = value else {
            return false;
        };
        let versions = std::mem::replace(whole, DeArray::new());
        for mut version in versions {
            let site = Site::new(self.span(version.span()));
            let DeValue::Table(table) = version.get_mut() else {
                continue;
            };
            let name = table.remove_entry(NAME);
            let is_whole = self.table(shape, table, &site);
            if let Some((key, mut name)) = name.filter(|_| is_whole) {
                Self::put_in_place(&mut name, &site.span);
                table.insert(key, name);
                Self::put_in_place(&mut version, &site.span);
                whole.push(version);
            }
        }
        true
    }

    /// What is left there speaks of versions that there are not.
    pub(super) fn of_versions(&mut self, key: &Key, value: &mut DeValue<'_>, span: &Span) -> Right {
        let DeValue::Table(left) = value else {
            return self.must_be(key, span, "a table from versions, as in `{ v0 = \"..\" }`");
        };
        for name in left.keys() {
            let what = format!("there is no version `{}`", name.get_ref());
            self.mistakes.note(&self.span(name.span()), what);
        }
        left.clear();
        true
    }
}
