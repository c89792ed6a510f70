//! Styles for text, in the sixteen colors of the terminal.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

use crate::text::Text;

pub(crate) const fn color(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(anstyle::Color::Ansi(color)))
}

/// The style of names of files and parts.
pub(crate) fn strong(text: impl Display) -> Text {
    Text::styled(Style::new().bold(), text)
}

/// The style of secondary text.
pub(crate) const DIM: Style = Style::new().dimmed();

/// Secondary text.
pub(crate) fn dim(text: impl Display) -> Text {
    Text::styled(DIM, text)
}

/// Success.
pub(crate) fn good(text: impl Display) -> Text {
    Text::styled(color(AnsiColor::Green), text)
}

/// A warning.
pub(crate) fn warning(text: impl Display) -> Text {
    Text::styled(color(AnsiColor::Yellow), text)
}

/// An error.
pub(crate) fn error(text: impl Display) -> Text {
    Text::styled(color(AnsiColor::Red).bold(), text)
}

/// An old value.
pub(crate) fn old(text: impl Display) -> Text {
    Text::styled(color(AnsiColor::Red), text)
}

/// A new value.
pub(crate) fn new(text: impl Display) -> Text {
    Text::styled(color(AnsiColor::Green), text)
}

/// One of several colors by index, to distinguish adjacent texts.
pub(crate) fn turn(index: usize) -> Style {
    const COLORS: [AnsiColor; 6] = [
        AnsiColor::Cyan,
        AnsiColor::Green,
        AnsiColor::Yellow,
        AnsiColor::Magenta,
        AnsiColor::Blue,
        AnsiColor::Red,
    ];
    let index = index % COLORS.len();
    COLORS.get(index).copied().map_or(Style::new(), color)
}
