//! Completes records with versions that their size determines.

use crate::diagnostic::Mistakes;
use crate::model::{Form, Struct};
use crate::span::Text;

use super::naming::name_tables;

/// Makes a struct with groups of fields for versions a record.
pub(super) fn by_size(of: &mut Struct, mistakes: &Mistakes) {
    let fields = std::mem::take(&mut of.fields);
    let place = |text: &Option<Text>| text.as_ref().map(|text| text.span.clone());
    let others = [
        ("yaml", of.key.as_ref().map(|key| key.span.clone())),
        ("version", place(&of.follows)),
        ("flatten", of.flatten.clone()),
        (
            "fields",
            fields.first().map(|field| field.name.span.clone()),
        ),
    ];
    for (word, place) in others {
        if let Some(place) = place {
            let what = format!("`{word}` is for structs without versions");
            mistakes.note(&place, what);
        }
    }
    for (name, cpp) in std::mem::take(&mut of.cpp) {
        let mut known = of.versions.iter_mut();
        let version = known.find(|version| {
            let own = version.name();
            own.is_some_and(|own| name.value.strip_prefix('v') == Some(&own))
        });
        if let Some(version) = version {
            version.cpp = Some(cpp);
        } else if name.is_empty() {
            mistakes
                .note(&cpp, "`cpp` is for structs without versions")
                .help("write `cpp.v0` and so on");
        } else {
            mistakes.note(&name, format!("there is no version `{name}`"));
        }
    }
    let fields = of.versions.iter_mut();
    let fields = fields.flat_map(|version| &mut version.fields);
    fields.for_each(|field| name_tables(field, mistakes));
    of.form = Form::BySize;
}
