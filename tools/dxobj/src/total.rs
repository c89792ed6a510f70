//! The total of an edit of folders: a line about all files.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// An edited file.
pub(crate) struct Edited {
    /// What happened to its digest.
    pub(crate) digest: &'static str,
    /// Its size before the edit.
    pub(crate) old: usize,
    /// Its size after the edit.
    pub(crate) new: usize,
}

/// Counts edited files by what happened to their digests.
#[derive(Default)]
pub(crate) struct Total {
    by_digest: BTreeMap<&'static str, usize>,
    old: usize,
    new: usize,
}

impl Total {
    /// Counts a file.
    pub(crate) fn add(&mut self, edited: &Edited) {
        *self.by_digest.entry(edited.digest).or_default() += 1;
        self.old += edited.old;
        self.new += edited.new;
    }

    /// The line about all files, if there are any.
    pub(crate) fn line(&self) -> Option<String> {
        let files: usize = self.by_digest.values().sum();
        let files = match files {
            0 => return None,
            1 => "1 file".into(),
            files => format!("{files} files"),
        };
        let size = match self.old.cmp(&self.new) {
            Ordering::Greater => format!(", {} bytes saved", self.old - self.new),
            Ordering::Less => format!(", {} bytes added", self.new - self.old),
            Ordering::Equal => String::new(),
        };
        let each = self.by_digest.iter();
        let each: Vec<String> = each
            .map(|(digest, count)| format!("{count} {digest}"))
            .collect();
        Some(format!("{files}{size}: {}", each.join(", ")))
    }
}
