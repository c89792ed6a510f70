//! The total of an edit of folders: one line for all files.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::arguments::Common;
use crate::output;
use crate::report::Report;

/// Counts edited files by what became of their digest. Files that users name themselves have a line each instead.
pub(crate) struct Total {
    is_folder: bool,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    by_digest: BTreeMap<&'static str, usize>,
    old: usize,
    new: usize,
}

impl Total {
    /// The total of an edit of these files and folders.
    pub(crate) fn of_edits(paths: &[PathBuf]) -> Self {
        Self {
            is_folder: paths.iter().any(|path| path.is_dir()),
            counts: Mutex::default(),
        }
    }

    /// Counts a file, whose line is left out in folders.
    pub(crate) fn count(&self, report: Report, sides: [&[u8]; 2], digest: &'static str) -> Report {
        if !self.is_folder {
            return report;
        }
        let [old, new] = sides;
        let digest = if old == new { "unchanged" } else { digest };
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.by_digest.entry(digest).or_default() += 1;
        counts.old += old.len();
        counts.new += new.len();
        Report {
            notes: Vec::new(),
            ..report
        }
    }

    /// Prints the total of folders.
    pub(crate) fn print(self, common: &Common) {
        let counts = self.counts.into_inner();
        let counts = counts.unwrap_or_else(PoisonError::into_inner);
        if self.is_folder && !counts.by_digest.is_empty() {
            output::one(Report::default().note(line(&counts)), common);
        }
    }
}

fn line(counts: &Counts) -> String {
    let files: usize = counts.by_digest.values().sum();
    let each = counts.by_digest.iter();
    let each = each.map(|(digest, count)| format!("; {count}: {digest}"));
    let size = match counts.old.cmp(&counts.new) {
        std::cmp::Ordering::Greater => format!(", {} bytes smaller", counts.old - counts.new),
        std::cmp::Ordering::Less => format!(", {} bytes larger", counts.new - counts.old),
        std::cmp::Ordering::Equal => String::new(),
    };
    let files = if files == 1 {
        "1 file".into()
    } else {
        format!("{files} files")
    };
    format!("{files}{size}{}", each.collect::<String>())
}
