//! Problems with files, as they are printed.

use std::fmt::Display;

use crate::outcome::Outcome;
use crate::style;

/// A problem with a file, and a hint.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    file: String,
    what: String,
    hint: Option<String>,
    is_rendered: bool,
    /// Whether a rule is broken; else something could not be read or done.
    is_finding: bool,
}

impl Problem {
    pub(crate) fn new(file: impl Into<String>, what: impl Display) -> Self {
        Self {
            file: file.into(),
            what: what.to_string(),
            hint: None,
            is_rendered: false,
            is_finding: false,
        }
    }

    /// A problem that was rendered elsewhere, with the lines that it is about.
    pub(crate) fn shown(rendered: String) -> Self {
        Self {
            file: String::new(),
            what: rendered,
            hint: None,
            is_rendered: true,
            is_finding: false,
        }
    }

    /// Adds a hint.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Turns it into a finding.
    pub(crate) fn finding(self) -> Self {
        Self {
            is_finding: true,
            ..self
        }
    }

    /// The result for the file that has it.
    pub(crate) fn outcome(&self) -> Outcome {
        match self.is_finding {
            true => Outcome::Found,
            false => Outcome::Failed,
        }
    }

    /// The lines for standard error.
    pub(crate) fn render(&self) -> String {
        let error = style::error("error");
        let what = self.what.replace('\n', "\n       ");
        let mut lines = match (self.is_rendered, self.file.is_empty()) {
            (true, _) => format!("{}\n", self.what),
            (_, true) => format!("{error}: {what}\n"),
            (_, false) => format!("{error}: {}: {what}\n", self.file),
        };
        if let Some(hint) = &self.hint {
            lines.push_str(&format!(" {}: {hint}\n", style::strong("hint")));
        }
        lines
    }
}
