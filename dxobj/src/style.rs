//! Colours, of the terminal's own sixteen.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
use clap::ColorChoice;

const fn color(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(anstyle::Color::Ansi(color)))
}

fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
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
pub(crate) fn strong(text: impl Display) -> String {
    paint(Style::new().bold(), text)
}

/// Secondary text.
pub(crate) fn dim(text: impl Display) -> String {
    paint(Style::new().dimmed(), text)
}

/// Success.
pub(crate) fn good(text: impl Display) -> String {
    paint(color(AnsiColor::Green), text)
}

/// A warning.
pub(crate) fn warning(text: impl Display) -> String {
    paint(color(AnsiColor::Yellow), text)
}

/// An error.
pub(crate) fn error(text: impl Display) -> String {
    paint(color(AnsiColor::Red).bold(), text)
}

/// An old value.
pub(crate) fn old(text: impl Display) -> String {
    paint(color(AnsiColor::Red), text)
}

/// A new value.
pub(crate) fn new(text: impl Display) -> String {
    paint(color(AnsiColor::Green), text)
}

/// One of several colours in turn, for what stands side by side.
pub(crate) fn turn(index: usize, text: impl Display) -> String {
    const COLORS: [AnsiColor; 6] = [
        AnsiColor::Cyan,
        AnsiColor::Green,
        AnsiColor::Yellow,
        AnsiColor::Magenta,
        AnsiColor::Blue,
        AnsiColor::Red,
    ];
    let index = index % COLORS.len();
    paint(COLORS.get(index).copied().map_or(Style::new(), color), text)
}

/// A text whose control characters cannot reach the terminal.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter.is_control() && letter != '\t' {
            true => plain.extend(letter.escape_default()),
            false => plain.push(letter),
        }
    }
    plain
}
