//! Records with versions.

use super::Builder;
use crate::diagnostic::Spanned;
use crate::load::{Text, Versions};
use crate::model::{Content, Version, Versioned};

impl Builder<'_> {
    pub(super) fn versioned(&self, it: Versions) -> Content {
        let mut versions = it.versions;
        for (name, when) in it.when {
            if let Some(version) = self.version_of(&mut versions, &name) {
                version.when = Some(when);
            }
        }
        for (name, cpp) in it.cpp {
            if let Some(version) = self.version_of(&mut versions, &name) {
                version.cpp = Some(cpp);
            }
        }
        let by_size = versions.iter().all(|version| version.when.is_none());
        for version in &mut versions {
            version.number = version.number.take().filter(|_| by_size);
            version.fields = self.fields(std::mem::take(&mut version.fields));
        }
        Content::Versioned(Versioned {
            by_size,
            takes: it.takes,
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
