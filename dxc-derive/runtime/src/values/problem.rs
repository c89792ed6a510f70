//! Problems in a tree, and their paths.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::ops::Range;

use dxc_text::words;

/// A value in a document that the format cannot represent, and its path.
///
/// It is one pointer wide, so that a `Result` stays small.
#[derive(Clone, PartialEq, Eq)]
pub struct DocumentError(Box<Report>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Report {
    path: String,
    /// Whether it concerns the last key of the path, not its value.
    is_of_key: bool,
    what: String,
    help: Option<String>,
    place: Option<TextLocation>,
}

/// A range in the text of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TextLocation {
    span: Range<usize>,
    /// The line and column of its start.
    at: (usize, usize),
}

impl DocumentError {
    #[doc(hidden)]
    #[cold]
    pub fn new(what: impl Into<String>) -> Self {
        Self(Box::new(Report {
            what: what.into(),
            ..Report::default()
        }))
    }

    /// Creates a problem at a path.
    #[doc(hidden)]
    #[cold]
    pub fn at(path: String, what: &impl fmt::Display) -> Self {
        let mut problem = Self::new(what.to_string());
        problem.0.path = path;
        problem
    }

    /// An unknown key; `legal` are the known ones.
    #[doc(hidden)]
    #[cold]
    pub fn unknown_key<'w>(key: &str, legal: impl IntoIterator<Item = &'w str>) -> Self {
        Self::new("unknown key")
            .meant(key, "keys", legal)
            .of_key(key)
    }

    /// Marks this problem as one of a key, not of its value.
    #[doc(hidden)]
    pub fn of_key(mut self, key: &str) -> Self {
        self.0.is_of_key = true;
        self.within(key)
    }

    /// Adds a help text.
    #[doc(hidden)]
    pub fn with_help(mut self, help: String) -> Self {
        self.0.help = Some(help);
        self
    }

    /// Adds the closest legal word as a suggestion, or a list of some legal words.
    #[doc(hidden)]
    pub fn meant<'w>(
        mut self,
        found: &str,
        what: &str,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Self {
        self.0.help = words::meant(found, what, words);
        self
    }

    /// Adds the closest of these words as a suggestion, unless there is one already.
    #[doc(hidden)]
    pub fn or_meant<'w>(self, key: &str, keys: impl IntoIterator<Item = &'w str>) -> Self {
        if self.is_near() {
            self
        } else {
            self.meant(key, "keys", keys)
        }
    }

    /// Whether it has a suggestion.
    #[doc(hidden)]
    pub fn is_near(&self) -> bool {
        self.help().is_some_and(words::is_near)
    }

    /// Adds a key before its path.
    #[must_use]
    pub fn within(mut self, key: &str) -> Self {
        let separator = match self.0.path.chars().next() {
            None | Some('[') => "",
            Some(_) => ".",
        };
        self.0.path = format!("{key}{separator}{}", self.0.path);
        self
    }

    /// Adds the index of a list element before its path.
    #[doc(hidden)]
    pub fn within_index(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }

    /// Whether it concerns the last key of its path.
    #[doc(hidden)]
    pub fn is_of_key(&self) -> bool {
        self.0.is_of_key
    }

    /// Sets another path.
    #[doc(hidden)]
    pub fn with_path(mut self, path: String) -> Self {
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

    /// The range of the text that is wrong, if the document was read from YAML.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.place.as_ref().map(|place| place.span.clone())
    }

    /// The line and column of that range's start, counted from 1.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.0.place.as_ref().map(|place| place.at)
    }

    /// Sets the range in a text, and the line and column of its start.
    #[doc(hidden)]
    pub fn placed(mut self, span: Range<usize>, at: (usize, usize)) -> Self {
        self.0.place = Some(TextLocation { span, at });
        self
    }

    /// The error, and the field that it concerns.
    #[doc(hidden)]
    pub fn title(&self) -> String {
        match self.path() {
            "" => self.message().into(),
            path => format!("{path}: {}", self.message()),
        }
    }
}

impl From<crate::Error> for DocumentError {
    fn from(error: crate::Error) -> Self {
        // Offsets in bytes that were not written yet are omitted.
        Self::at(error.path().into(), error.kind())
    }
}

impl fmt::Display for DocumentError {
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

impl fmt::Debug for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DocumentError({self})")
    }
}

impl core::error::Error for DocumentError {}
