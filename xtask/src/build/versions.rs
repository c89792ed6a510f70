//! Records whose size tells the version.

use super::Builder;
use crate::diagnostic::Spanned;
use crate::load::{Struct, Text};
use crate::model::{Content, Sequence, Version, Versioned};

impl Builder<'_> {
    pub(super) fn versioned(&self, it: Struct) -> Content {
        let mut versions = it.versions;
        let Sequence {
            key,
            follows,
            fields,
            flatten,
            ..
        } = &it.sequence;
        let fields = fields.first().and_then(|field| field.name.as_ref());
        let all = it.cpp.iter().find(|(version, _)| version.is_empty());
        let others = [
            ("yaml", key.as_ref().map(|key| &key.span)),
            ("version", follows.as_ref().map(|follows| &follows.span)),
            ("flatten", flatten.as_ref()),
            ("fields", fields.map(|field| &field.span)),
            ("cpp", all.map(|(_, cpp)| &cpp.span)),
        ];
        for (word, place) in others {
            if let Some(place) = place {
                let what = format!("`{word}` is for structs without versions");
                let noted = self.mistakes.note(place, what);
                if word == "cpp" {
                    noted.help("write `cpp.v0` and so on");
                }
            }
        }
        let of_versions = it.cpp.into_iter().filter(|(name, _)| !name.is_empty());
        for (name, cpp) in of_versions {
            if let Some(version) = self.version_of(&mut versions, &name) {
                version.cpp = Some(cpp);
            }
        }
        for version in &mut versions {
            version.fields = self.fields(std::mem::take(&mut version.fields));
        }
        Content::Versioned(Versioned {
            by_size: true,
            takes: it.sequence.takes,
            versions,
        })
    }

    /// The version that the item says something of, or a mistake.
    fn version_of<'v>(&self, versions: &'v mut [Version], name: &Text) -> Option<&'v mut Version> {
        let is_it = |number: &Spanned<i128>| format!("v{}", number.value) == name.value;
        let mut known = versions.iter_mut();
        let found = known.find(|version| version.number.as_ref().is_some_and(is_it));
        if found.is_none() {
            let what = format!("there is no version `{}`", name.value);
            self.mistakes.note(&name.span, what);
        }
        found
    }
}
