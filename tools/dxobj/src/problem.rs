//! Problems with files, as they are printed.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use anstream::adapter::strip_str;

use crate::outcome::Outcome;
use crate::style;
use crate::text::Text;

/// The indent of further lines.
const INDENT: &str = "       ";

/// A problem with a file, and a hint.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The lines for standard error.
    pub(crate) text: Text,
    /// The file that has it, if there is one.
    pub(crate) path: Option<PathBuf>,
    /// The problem without the name of the file.
    pub(crate) what: String,
    /// The hint.
    pub(crate) hint: Option<String>,
    /// The result for the file that has it.
    pub(crate) outcome: Outcome,
}

impl Problem {
    /// A problem with a file, or with none if the name is empty.
    pub(crate) fn new(file: impl Display, what: impl Display) -> Self {
        let file = file.to_string();
        let place = match file.is_empty() {
            true => String::new(),
            false => format!("{file}: "),
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

    /// The problem with a file that cannot be written.
    pub(crate) fn unwritten(path: &Path, problem: &io::Error) -> Self {
        Self::new(path.display(), format!("cannot write: {problem}"))
    }

    /// A problem that was rendered elsewhere, with the lines that it is about.
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

    /// Sets the file: its name may be no text.
    pub(crate) fn in_file(self, path: &Path) -> Self {
        Self {
            path: Some(path.to_owned()),
            ..self
        }
    }

    /// Adds lines about it.
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

    /// Turns it into a finding: a rule is broken, and nothing failed.
    pub(crate) fn finding(self) -> Self {
        Self {
            outcome: Outcome::Found,
            ..self
        }
    }
}
