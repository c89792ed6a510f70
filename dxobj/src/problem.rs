//! Problems with files, as they are printed.

use std::fmt::Display;

use crate::outcome::Outcome;
use crate::style;

/// A problem with a file, and a hint.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The lines for standard error.
    pub(crate) text: String,
    /// The result for the file that has it.
    pub(crate) outcome: Outcome,
}

impl Problem {
    /// A problem with a file, or with none if the name is empty.
    pub(crate) fn new(file: impl Display, what: impl Display) -> Self {
        let file = file.to_string();
        let place = match file.as_str() {
            "" => file,
            file => format!("{file}: "),
        };
        let what = what.to_string().replace('\n', "\n       ");
        Self::shown(format!("{}: {place}{what}", style::error("error")))
    }

    /// A problem that was rendered elsewhere, with the lines that it is about.
    pub(crate) fn shown(rendered: String) -> Self {
        Self {
            text: rendered + "\n",
            outcome: Outcome::Failed,
        }
    }

    /// Adds a hint.
    pub(crate) fn hint(mut self, hint: impl Display) -> Self {
        self.text += &format!(" {}: {hint}\n", style::strong("hint"));
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
