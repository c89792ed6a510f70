//! What is missing in a table.

use toml::de::DeTable;

use super::places::span_of;
use super::{Loader, Site};
use crate::diagnostic::{Mistakes, Spanned};
use crate::keys::{Key, Needs, Shape};

impl Loader<'_> {
    /// Notes the keys that a table needs, where neither they stand there, `keys`, nor one that will do as well.
    pub(super) fn missing_keys(
        &self,
        shape: &Shape,
        table: &DeTable<'_>,
        keys: &[&str],
        site: &Site,
    ) {
        for key in shape.keys.iter().filter(|key| key.required) {
            if !keys.contains(&key.name) {
                let have = match shape.name.ends_with('s') {
                    true => format!("these {} have", shape.name),
                    false => format!("this {} has", shape.name),
                };
                let noted = self
                    .mistakes
                    .note(&site.span, format!("{have} no `{}`", key.name));
                noted.help(format!("`{}`: {}", key.name, key.doc));
            }
        }
        let has = |key| keys.contains(&key);
        match shape.needs {
            Needs::Nothing => {}
            Needs::Values if has("values") || has("values_of") => {}
            Needs::Values => {
                let noted = self.mistakes.note(&site.span, site.has_no("values"));
                noted.help("list them in `values`, or name the enum that has them in `values_of`");
            }
            Needs::Number if has("value") || has("bit") => {}
            Needs::Number => {
                let what = "this flag has neither `bit` nor `value`";
                let noted = self.mistakes.note(&site.span, what);
                noted.help("`bit`: the bit's number; `value`: the bits as a mask");
            }
            // Padding.
            Needs::Field if has("align") && !has("at") && !has("pool") => {}
            Needs::Field if has("name") => {
                if let Some(name) = name_of(table) {
                    check_described(&name, has("type"), has("doc"), self.mistakes);
                }
            }
            Needs::Field => {
                let noted = self.mistakes.note(&site.span, "this field has no `name`");
                noted.help(
                    "every field has a `name`, a `type` and a `doc`; padding has `align` alone",
                );
            }
        }
    }

    /// Notes a list without anything in it, where it says nothing.
    pub(super) fn empty_list(&self, key: &Key, site: &Site) {
        let (what, help) = match (key.name, &site.item) {
            ("values" | "fields" | "arms", Some(_)) => (site.has_no(key.name), None),
            ("version", Some(_)) => (site.has_no("versions"), None),
            ("fields", None) => (
                "this version has no fields".to_owned(),
                Some(
                    "by size, each version appends some, so that it is larger than the one before",
                ),
            ),
            ("fourcc", _) => ("this part has no FourCC".to_owned(), None),
            _ => return,
        };
        let noted = self.mistakes.note(&site.span, what);
        if let Some(help) = help {
            noted.help(help);
        }
    }
}

/// Notes that a field lacks what every field has.
pub(crate) fn check_described(
    name: &Spanned<String>,
    has_type: bool,
    has_doc: bool,
    mistakes: &Mistakes,
) {
    for (key, stands) in [("type", has_type), ("doc", has_doc)] {
        if !stands {
            let what = format!("the field `{}` has no `{key}`", name.value);
            let noted = mistakes.note(&name.span, what);
            noted.help("every field has a `name`, a `type` and a `doc`");
        }
    }
}

fn name_of(table: &DeTable<'_>) -> Option<Spanned<String>> {
    let name = table.get("name")?;
    Some(Spanned {
        value: name.get_ref().as_str()?.to_owned(),
        span: span_of(&name.span()),
    })
}
