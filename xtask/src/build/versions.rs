//! Records whose size tells the version.

use crate::diagnostic::Mistakes;
use crate::model::{Content, Sequence, Versioned};

use super::naming::name_tables;

/// The record with its versions.
pub(super) fn by_size(it: Sequence, mistakes: &Mistakes) -> Content {
    let mut versions = it.versions;
    let fields = it.fields.first();
    let others = [
        ("yaml", it.key.map(|key| key.span)),
        ("version", it.follows.map(|follows| follows.span)),
        ("flatten", it.flatten),
        ("fields", fields.map(|field| field.name.span.clone())),
    ];
    for (word, place) in others {
        if let Some(place) = place {
            let what = format!("`{word}` is for structs without versions");
            mistakes.note(&place, what);
        }
    }
    for (name, cpp) in it.cpp {
        let mut known = versions.iter_mut();
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
    for field in versions.iter_mut().flat_map(|version| &mut version.fields) {
        name_tables(field, mistakes);
    }
    Content::Versioned(Versioned {
        by_size: true,
        takes: it.takes,
        versions,
    })
}
