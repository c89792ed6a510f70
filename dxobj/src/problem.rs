//! Problems with files, as they are printed.

use std::fmt::Display;

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
    /// The result for the file that has it.
    pub(crate) outcome: Outcome,
}

impl Problem {
    /// A problem with a file, or with none if the name is empty.
    pub(crate) fn new(file: impl Display, what: impl Display) -> Self {
        let place = match file.to_string() {
            file if file.is_empty() => file,
            file => format!("{file}: "),
        };
        let mut text = Text::default();
        text.line(style::error("error") + ": " + place + what);
        Self {
            text,
            outcome: Outcome::Failed,
        }
    }

    /// A problem that was rendered elsewhere, with the lines that it is about.
    pub(crate) fn shown(rendered: &str) -> Self {
        let mut text = Text::default();
        text.line(Text::rendered(rendered));
        Self {
            text,
            outcome: Outcome::Failed,
        }
    }

    /// Adds lines about it.
    pub(crate) fn details(mut self, lines: impl IntoIterator<Item = impl Display>) -> Self {
        for line in lines {
            self.text.line(Text::from(INDENT) + line);
        }
        self
    }

    /// Adds a hint.
    pub(crate) fn hint(mut self, hint: impl Display) -> Self {
        self.text
            .line(Text::from(" ") + style::strong("hint") + ": " + hint);
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
