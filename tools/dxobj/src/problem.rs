//! Errors about files, in the form in which they are printed.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use anstream::adapter::strip_str;

use crate::outcome::Outcome;
use crate::style;
use crate::text::Text;

/// The indent of continuation lines.
const INDENT: &str = "       ";

/// An error about a file, with a hint.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The lines for standard error.
    pub(crate) text: Text,
    /// The file that the error is about, if there is one.
    pub(crate) path: Option<PathBuf>,
    /// The message without the name of the file.
    pub(crate) what: String,
    /// The hint.
    pub(crate) hint: Option<String>,
    /// The outcome for this file.
    pub(crate) outcome: Outcome,
}

impl Problem {
    /// An error about a file, or about no file if the name is empty.
    pub(crate) fn new(file: impl Display, what: impl Display) -> Self {
        let file = file.to_string();
        let place = if file.is_empty() {
            String::new()
        } else {
            format!("{file}: ")
        };
        let what = what.to_string();
        let mut text = Text::default();
        text.line(style::error("error") + ": " + place + &what);
        Self {
            text,
            path: Some(file)
                .filter(|file| !file.is_empty())
                .map(PathBuf::from),
            what,
            hint: None,
            outcome: Outcome::Failed,
        }
    }

    /// The error for a file that cannot be written.
    pub(crate) fn unwritten(path: &Path, problem: &io::Error) -> Self {
        Self::new(path.display(), format!("cannot write: {problem}"))
    }

    /// An error that was already rendered, with an excerpt of the text.
    pub(crate) fn shown(rendered: &str) -> Self {
        let mut text = Text::default();
        text.line(Text::rendered(rendered));
        Self {
            text,
            path: None,
            what: strip_str(rendered).to_string(),
            hint: None,
            outcome: Outcome::Failed,
        }
    }

    /// Sets the path of the file, which may be invalid UTF-8.
    pub(crate) fn in_file(self, path: &Path) -> Self {
        Self {
            path: Some(path.to_owned()),
            ..self
        }
    }

    /// Adds lines with details.
    pub(crate) fn details(mut self, lines: impl IntoIterator<Item = impl Display>) -> Self {
        for line in lines {
            let line = line.to_string();
            self.text.line(Text::from(INDENT) + &line);
            self.what.push_str(&format!("\n{line}"));
        }
        self
    }

    /// Adds a hint.
    pub(crate) fn hint(mut self, hint: impl Display) -> Self {
        let hint = hint.to_string();
        self.text
            .line(Text::from(" ") + style::strong("hint") + ": " + &hint);
        self.hint = Some(hint);
        self
    }

    /// Marks the error as a finding: a rule is broken, but nothing failed.
    pub(crate) fn finding(self) -> Self {
        Self {
            outcome: Outcome::Found,
            ..self
        }
    }
}
