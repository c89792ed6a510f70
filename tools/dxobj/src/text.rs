//! Text for the terminal: everything is escaped except our own styles and line ends.
//!
//! Names and texts in files may have characters that act on a terminal, or that hide others. A [`Text`] is made of any
//! displayed value, which it escapes; only [`style`](crate::style) adds escape sequences, and only [`Text::line`] adds
//! line ends.

use std::fmt::Display;
use std::iter::repeat_n;
use std::ops::{Add, AddAssign};

use anstyle::Style;
use dxc_text::{escape, escape_json, is_printable};
use serde::Serialize;

use crate::{limit, terminal};

/// Text for a terminal. Files cannot add control characters to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text(String);

impl<T: Display> From<T> for Text {
    fn from(text: T) -> Self {
        let text = text.to_string();
        if is_printable(&text) {
            Self(text)
        } else {
            Self(escape(&text).into_owned())
        }
    }
}

impl<T: Into<Text>> Add<T> for Text {
    type Output = Self;

    fn add(mut self, other: T) -> Self {
        self += other;
        self
    }
}

impl<T: Into<Text>> AddAssign<T> for Text {
    fn add_assign(&mut self, other: T) {
        self.0 += &other.into().0;
    }
}

impl Text {
    /// A text in a style.
    pub(crate) fn styled(style: Style, text: impl Display) -> Self {
        let Self(text) = Self::from(text);
        if terminal::are_shown() {
            Self(format!("{style}{text}{style:#}"))
        } else {
            Self(text)
        }
    }

    /// A text of several lines, such as the content of a file; tabs are kept.
    pub(crate) fn of_lines(text: &str) -> Self {
        let mut lines = Self::default();
        lines.lines("", text);
        lines
    }

    /// Excerpts that the library rendered in color: the library escapes the text of files and adds the sequences for
    /// colors.
    pub(crate) fn rendered(text: &str) -> Self {
        let mut rendered = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let taken = match letter {
                '\n' => 1,
                '\x1b' => color_len(rest),
                _ => 0,
            };
            let (shown, behind) = rest.split_at(taken.max(letter.len_utf8()));
            match (taken, letter) {
                (0, _) => rendered.push_str(&escape(shown)),
                (_, '\x1b') if !terminal::are_shown() => {}
                _ => rendered.push_str(shown),
            }
            rest = behind;
        }
        Self(rendered)
    }

    /// A value as a line of JSON.
    pub(crate) fn json(value: &impl Serialize) -> Self {
        // Serializing numbers and texts cannot fail.
        let mut json = serde_json::to_string(value).unwrap_or_default();
        json.push('\n');
        Self::of_json(&json)
    }

    /// A fragment of JSON.
    pub(crate) fn of_json(json: &str) -> Self {
        Self(escape_json(json).into_owned())
    }

    /// A value as JSON in several lines.
    pub(crate) fn pretty_json(value: &impl Serialize) -> Self {
        let mut json = serde_json::to_string_pretty(value).unwrap_or_default();
        json.push('\n');
        Self::of_json(&json)
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, line: impl Into<Text>) {
        *self += line.into();
        self.0.push('\n');
    }

    /// Adds the lines of a text, each with an indent; tabs are kept.
    pub(crate) fn lines(&mut self, indent: &str, text: &str) {
        for line in text.lines() {
            self.0.push_str(indent);
            self.tabbed(line);
            self.end_line();
        }
    }

    /// Adds a part of a line, in a style; tabs are kept.
    pub(crate) fn piece(&mut self, style: Option<Style>, piece: &str) {
        match style.filter(|_| terminal::are_shown()) {
            None => self.tabbed(piece),
            Some(style) => {
                self.0.push_str(&style.render().to_string());
                self.tabbed(piece);
                self.0.push_str(&style.render_reset().to_string());
            }
        }
    }

    /// Adds a text; it is escaped without a copy.
    pub(crate) fn shown(&mut self, text: &str) {
        self.0.push_str(&escape(text));
    }

    /// Adds this many spaces.
    pub(crate) fn spaces(&mut self, count: usize) {
        push_spaces(&mut self.0, count);
    }

    /// Ends a line.
    pub(crate) fn end_line(&mut self) {
        self.0.push('\n');
    }

    fn tabbed(&mut self, line: &str) {
        if is_printable(line) {
            return self.0.push_str(line);
        }
        for (index, piece) in line.split('\t').enumerate() {
            self.0.push_str(if index > 0 { "\t" } else { "" });
            self.0.push_str(&escape(piece));
        }
    }

    /// The lines, each with an indent.
    pub(crate) fn indented(&self, indent: &str) -> Self {
        let lines = self.0.lines().map(|line| format!("{indent}{line}\n"));
        Self(lines.collect())
    }

    /// Truncates the text to `most` bytes: whole lines, and one that says how much is omitted and how to get it.
    pub(crate) fn cut(mut self, most: u64, hint: &str) -> Self {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        if self.0.len() <= most {
            return self;
        }
        let end = self.0.as_bytes().get(..most).unwrap_or_default();
        let end = end.iter().rposition(|byte| *byte == b'\n');
        let end = end.map_or(0, |end| end + 1);
        let lines = self.0.get(end..).unwrap_or_default().lines().count();
        self.0.truncate(end);
        self.line(limit::left_out(lines, "lines", hint));
        self
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes, for an output that removes the sequences for colors if they are not wanted.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// The length of the color sequence at the beginning of a text; 0 if there is none.
fn color_len(text: &str) -> usize {
    let numbers = text.strip_prefix("\x1b[");
    let numbers =
        numbers.map(|rest| rest.trim_start_matches(|one: char| one.is_ascii_digit() || one == ';'));
    match numbers.and_then(|rest| rest.strip_prefix('m')) {
        Some(behind) => text.len() - behind.len(),
        None => 0,
    }
}

/// Adds this many spaces.
pub(crate) fn push_spaces(text: &mut String, count: usize) {
    const SPACES: &str = "                                ";
    match SPACES.get(..count) {
        Some(spaces) => text.push_str(spaces),
        None => text.extend(repeat_n(' ', count)),
    }
}
