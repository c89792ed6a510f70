//! Selects files of folders by `--include` and `--exclude`.

use std::path::Path;
use std::str::FromStr;

use clap::Args;
use globset::{GlobBuilder, GlobMatcher};

/// The options that select files of folders.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Filter {
    /// Only use matching files of folders: `*.dxil` anywhere, `new/*` relative to the folder; a folder stands for all of
    /// its files; can be repeated.
    #[arg(long = "include", global = true, value_name = "GLOB")]
    included: Vec<Pattern>,
    /// Skip matching files of folders: `*.pdb` anywhere, `old/*` relative to the folder; can be repeated.
    #[arg(long = "exclude", global = true, value_name = "GLOB")]
    excluded: Vec<Pattern>,
}

impl Filter {
    /// Whether a file or a folder is excluded, by its path relative to the folder that users name.
    pub(crate) fn excludes(&self, path: &Path) -> bool {
        self.excluded.iter().any(|pattern| pattern.matches(path))
    }

    /// Whether a file is included, by its path relative to the folder that users name.
    pub(crate) fn includes(&self, path: &Path) -> bool {
        let mut paths = path.ancestors();
        let is_included = |path: &Path| self.included.iter().any(|pattern| pattern.matches(path));
        self.included.is_empty() || paths.any(is_included)
    }
}

/// A pattern for files and folders.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    matcher: GlobMatcher,
    /// Whether it matches file names in any folder, because it has no `/`.
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
    /// Whether it matches a file or a folder, by its path relative to the folder that users name.
    fn matches(&self, path: &Path) -> bool {
        if self.is_name {
            path.file_name()
                .is_some_and(|name| self.matcher.is_match(name))
        } else {
            self.matcher.is_match(path)
        }
    }
}
