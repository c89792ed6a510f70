//! The files and folders that `--exclude` leaves out of folders.

use std::path::Path;
use std::str::FromStr;

use globset::{GlobBuilder, GlobMatcher};

/// A pattern of `--exclude`.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    matcher: GlobMatcher,
    /// Whether it matches names in any folder, since it has no `/`.
    is_name: bool,
}

impl FromStr for Pattern {
    type Err = globset::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let inner = text.trim_end_matches('/');
        let anchored = inner.trim_start_matches("./").trim_start_matches('/');
        let mut glob = GlobBuilder::new(anchored);
        let glob = glob.literal_separator(true).case_insensitive(cfg!(windows));
        Ok(Self {
            matcher: glob.build()?.compile_matcher(),
            is_name: !inner.contains('/'),
        })
    }
}

impl Pattern {
    /// Whether it matches a file or a folder, by its path in the folder that users name.
    pub(crate) fn matches(&self, path: &Path) -> bool {
        match self.is_name {
            true => path
                .file_name()
                .is_some_and(|name| self.matcher.is_match(name)),
            false => self.matcher.is_match(path),
        }
    }
}
