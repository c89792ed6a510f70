//! Colours, of the terminal's own sixteen.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
use clap::ColorChoice;

use crate::text::Text;

pub(crate) const fn color(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(anstyle::Color::Ansi(color)))
}

/// Uses colours when users want them.
pub(crate) fn choose(when: ColorChoice) {
    let choice = match when {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Names of files and parts.
pub(crate) fn strong(text: impl Display) -> Text {
    Text::styled(Style::new().bold(), text)
}

/// Secondary text.
pub(crate) fn dim(text: impl Display) -> Text {
    Text::styled(Style::new().dimmed(), text)
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

/// One of several colours in turn, for what stands side by side.
pub(crate) fn turn(index: usize, text: impl Display) -> Text {
    const COLORS: [AnsiColor; 6] = [
        AnsiColor::Cyan,
        AnsiColor::Green,
        AnsiColor::Yellow,
        AnsiColor::Magenta,
        AnsiColor::Blue,
        AnsiColor::Red,
    ];
    let index = index % COLORS.len();
    let style = COLORS.get(index).copied().map_or(Style::new(), color);
    Text::styled(style, text)
}
