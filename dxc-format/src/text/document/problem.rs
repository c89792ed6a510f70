//! Errors in a document, and their paths.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::ops::Range;

#[cfg(feature = "yaml")]
use crate::text::lines::Lines;
use crate::text::words;

/// A value in a document that a container cannot hold, and its path.
///
/// It is one pointer wide, so that a `Result` stays small.
#[derive(Clone, PartialEq, Eq)]
pub struct Problem(Box<Report>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Report {
    path: String,
    /// Whether the path is complete.
    is_whole: bool,
    /// Whether it concerns the last key of the path, rather than its value.
    is_of_key: bool,
    what: String,
    help: Option<String>,
    place: Option<Place>,
}

/// A place in the text of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    span: Range<usize>,
    /// The line and column where it begins.
    at: (usize, usize),
}

impl Problem {
    #[cold]
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self(Box::new(Report {
            what: what.into(),
            ..Report::default()
        }))
    }

    /// A problem at a path.
    #[cold]
    pub(super) fn at(path: String, what: &impl fmt::Display) -> Self {
        let mut problem = Self::new(what.to_string());
        problem.0.path = path;
        problem
    }

    /// An unknown key; `legal` are the known ones.
    #[cold]
    pub(super) fn unknown_key<'w>(key: &str, legal: impl IntoIterator<Item = &'w str>) -> Self {
        Self::new("unknown key")
            .meant(key, "keys", legal)
            .of_key(key)
    }

    /// This problem, for a key rather than its value.
    pub(super) fn of_key(mut self, key: &str) -> Self {
        self.0.is_of_key = true;
        self.within(key)
    }

    /// This problem, with a help.
    pub(super) fn with_help(mut self, help: String) -> Self {
        self.0.help = Some(help);
        self
    }

    /// This problem, with the closest of the legal words, or some of them.
    pub(super) fn meant<'w>(
        mut self,
        found: &str,
        what: &str,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Self {
        self.0.help = words::meant(found, what, words);
        self
    }

    /// This problem, with the closest of these words, if it has no suggestion yet.
    pub(super) fn or_meant<'w>(self, key: &str, keys: impl IntoIterator<Item = &'w str>) -> Self {
        match self.is_near() {
            true => self,
            false => self.meant(key, "keys", keys),
        }
    }

    /// Whether it has a suggestion.
    pub(super) fn is_near(&self) -> bool {
        self.help().is_some_and(words::is_near)
    }

    /// This problem, with a key before its path.
    #[must_use]
    pub fn within(self, key: &str) -> Self {
        match self.0.is_whole {
            true => self,
            false => self.below(key),
        }
    }

    /// This problem, in an element of a list.
    pub(super) fn within_index(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }

    /// This problem, with a path before its own, even if that is complete.
    pub(super) fn below(mut self, outer: &str) -> Self {
        let separator = match self.0.path.chars().next() {
            None | Some('[') => "",
            Some(_) => ".",
        };
        self.0.path = format!("{outer}{separator}{}", self.0.path);
        self
    }

    /// This problem, with its path marked as complete.
    pub(super) fn with_whole_path(mut self) -> Self {
        self.0.is_whole = true;
        self
    }

    /// Whether its path is complete.
    pub(super) fn is_whole(&self) -> bool {
        self.0.is_whole
    }

    /// Whether it concerns the last key of its path.
    pub(super) fn is_of_key(&self) -> bool {
        self.0.is_of_key
    }

    /// This problem at another path.
    pub(super) fn with_path(mut self, path: String) -> Self {
        self.0.path = path;
        self
    }

    /// Its path, such as `Parts[2].PSVInfo.Version`.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The error.
    pub fn message(&self) -> &str {
        &self.0.what
    }

    /// The correction, if known.
    pub fn help(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// The bytes of the text that are wrong, if the document was read from YAML.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.place.as_ref().map(|place| place.span.clone())
    }

    /// The line and column where they begin, counted from 1.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.0.place.as_ref().map(|place| place.at)
    }

    /// The error, and the field that it concerns.
    fn title(&self) -> String {
        match self.path() {
            "" => self.message().into(),
            path => format!("{path}: {}", self.message()),
        }
    }
}

#[cfg(feature = "yaml")]
impl Problem {
    /// This problem, with a span of a text.
    pub(super) fn placed(mut self, span: Range<usize>, text: &str) -> Self {
        let at = Lines::of(text).line_and_column(text, span.start);
        self.0.place = Some(Place { span, at });
        self
    }

    /// The message with its line and a caret below the position, optionally in color; without a span, only the message.
    /// `text` is the source of the document.
    pub fn render(&self, path: &str, text: &str, colour: bool) -> String {
        let Some(Place { span, at }) = &self.0.place else {
            let title = format!("{path}: {}", self.title());
            return crate::text::excerpt::without_place(&title, self.help(), colour);
        };
        let excerpt = crate::text::excerpt::Excerpt {
            text,
            span,
            at: *at,
            message: &self.title(),
            note: false,
            also: None,
            chain: &[],
            help: self.help(),
        };
        excerpt.render(path, colour)
    }
}

impl From<crate::runtime::Error> for Problem {
    fn from(error: crate::runtime::Error) -> Self {
        // Offsets in bytes that do not exist yet are omitted.
        Self::at(error.path().into(), error.kind())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.line_and_column() {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.title())?;
        match self.help() {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Problem({self})")
    }
}

impl core::error::Error for Problem {}
