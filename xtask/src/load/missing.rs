//! What is missing in a table.

use super::entries::DOC_HELP;
use super::{Loader, Site};
use crate::diagnostic::{Mistakes, Spanned};
use crate::keys::{Key, Needs, Shape};

impl Loader<'_> {
    /// Notes the keys that a table needs, where neither they stand there, `keys`, nor one that will do as well.
    pub(super) fn missing_keys(&self, shape: &Shape, keys: &[&str], site: &Site) {
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
        if matches!(shape.needs, Needs::Source | Needs::Values) && !has("source") && !has("mirrors")
        {
            let noted = self.mistakes.note(&site.span, site.has_no("`source`"));
            noted.help("`source`: Where the fact is known from; what `mirrors` a macro needs none");
        }
        match shape.needs {
            Needs::Source => {}
            Needs::Nothing | Needs::RecordField => {}
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
            Needs::Field => match &site.name {
                Some(name) if !has("type") => check_described(
                    &Spanned {
                        value: name.clone(),
                        span: site.span.clone(),
                    },
                    false,
                    true,
                    self.mistakes,
                ),
                Some(_) => {}
                None => {
                    let noted = self.mistakes.note(&site.span, "this field has no name");
                    noted.help("padding is called `_` and has `align` alone");
                }
            },
        }
    }

    /// Notes a list without anything in it, where it says nothing.
    pub(super) fn empty_list(&self, key: &Key, site: &Site) {
        let what = match (key.name, &site.item) {
            ("values" | "fields" | "arms", Some(_)) => site.has_no(key.name),
            ("fields", None) => "this version has no fields".to_owned(),
            ("fourcc", _) => "this part has no FourCC".to_owned(),
            _ => return,
        };
        self.mistakes.note(&site.span, what);
    }
}

/// Notes that a field lacks what every field has.
pub(crate) fn check_described(
    name: &Spanned<String>,
    has_type: bool,
    has_doc: bool,
    mistakes: &Mistakes,
) {
    let type_help = format!("write `{} = \"u32\"`", name.value);
    for (key, stands, help) in [
        ("type", has_type, type_help.as_str()),
        ("doc", has_doc, DOC_HELP),
    ] {
        if !stands {
            let what = format!("the field `{}` has no {key}", name.value);
            mistakes.note(&name.span, what).help(help);
        }
    }
}
