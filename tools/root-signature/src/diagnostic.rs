//! Errors in a text, which are printed with their lines.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::sources::{Location, Sources};
use dxc_text::excerpt::{Excerpt, Other};
use dxc_text::words;

/// An error in a text, and its location.
///
/// ```
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_root_signature::hlsl;
///
/// let text = "CBV(b0, visibility = SHADER_VISIBILITY_PIXLE)";
/// let all = hlsl::parse(text, RootSignatureVersion::V1_1, hlsl::Dialect::Clang).unwrap_err();
/// let wrong = &all[0];
/// assert_eq!(wrong.line_and_column(), (1, 22));
/// assert_eq!(&text[wrong.span()], "SHADER_VISIBILITY_PIXLE");
/// assert_eq!(wrong.help(), Some("did you mean `SHADER_VISIBILITY_PIXEL`?"));
/// assert!(wrong.to_string().starts_with("1:22: `SHADER_VISIBILITY_PIXLE` is unknown here"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    message: String,
    place: Location,
    help: Option<String>,
    /// Whether it is a note: the text may still be correct.
    note: bool,
    /// A second location, and its label.
    also: Option<Box<(Location, &'static str)>>,
}

impl Diagnostic {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            place: Location::unknown(span),
            help: None,
            note: false,
            also: None,
        }
    }

    /// Adds a second location.
    pub(super) fn with_place(mut self, place: Range<usize>, label: &'static str) -> Self {
        self.also = Some(Box::new((Location::unknown(place), label)));
        self
    }

    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// This diagnostic as a note.
    pub(super) fn noted(mut self) -> Self {
        self.note = true;
        self
    }

    /// Adds a sentence to the help.
    pub(super) fn with_more(mut self, more: &str) -> Self {
        self.help = Some(match self.help {
            Some(help) => format!("{help}; {more}"),
            None => more.into(),
        });
        self
    }

    /// Whether it has a second location.
    pub(super) fn has_place(&self) -> bool {
        self.also.is_some()
    }

    /// Suggests the intended word, or lists all of them if none is close.
    pub(super) fn meant<'w>(mut self, found: &str, words: impl Iterator<Item = &'w str>) -> Self {
        self.help = words::meant(found, "keywords", words);
        self
    }

    /// Maps its locations to the text that contains this text.
    pub(super) fn moved(mut self, place: impl Fn(Range<usize>) -> Range<usize>) -> Self {
        let also = self.also.iter_mut().map(|also| &mut also.0);
        for moved in also.chain([&mut self.place]) {
            moved.span = place(moved.span.clone());
        }
        self
    }

    /// Finds the file, the line and the column of each location.
    pub(super) fn located(mut self, text: &str, sources: &Sources) -> Self {
        let also = self.also.iter_mut().map(|also| &mut also.0);
        for place in also.chain([&mut self.place]) {
            *place = sources.place(text, place.span.clone());
        }
        self
    }

    /// The error, in a sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The name of the included file that contains the error; `None` if the error is in the main file.
    pub fn file(&self) -> Option<&str> {
        self.place.file()
    }

    /// The invalid bytes of the text; an empty range if text is missing there. They are bytes of the included file if
    /// there is a [`file`](Self::file).
    pub fn span(&self) -> Range<usize> {
        self.place.span.clone()
    }

    /// The correction, if known.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The line and column of the first invalid character, counted from 1.
    pub fn line_and_column(&self) -> (usize, usize) {
        self.place.at
    }

    /// The message with its lines and a caret below the position, optionally in color. `path` and `text` are those of
    /// the main file; the texts of included files are stored.
    pub fn render(&self, path: &str, text: &str, color: bool) -> String {
        let also = self.also.as_deref().map(|(place, label)| Other {
            path: (place.file != self.place.file).then(|| place.file().unwrap_or(path)),
            text: place.text(text),
            span: &place.span,
            line: place.at.0,
            label,
        });
        let excerpt = Excerpt {
            text: self.place.text(text),
            span: &self.place.span,
            at: self.place.at,
            message: &self.message,
            note: self.note,
            also,
            chain: &self.place.chain(path),
            help: self.help(),
        };
        excerpt.render(self.file().unwrap_or(path), color)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.place.at;
        if let Some(file) = self.file() {
            write!(f, "{file}:")?;
        }
        write!(f, "{line}:{column}: {}", self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Diagnostic {}

/// All errors in a text, in its order; at least one.
///
/// ```
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_root_signature::hlsl;
///
/// let text = "CBV(b0, spaces = 1), SRV(b1)";
/// let all = hlsl::parse(text, RootSignatureVersion::V1_1, hlsl::Dialect::Clang).unwrap_err();
/// let places: Vec<&str> = all.iter().map(|wrong| &text[wrong.span()]).collect();
/// assert_eq!(places, ["spaces", "b1"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Returns the errors, if there are any.
    pub(super) fn unless_empty(all: Vec<Diagnostic>) -> Result<(), Self> {
        if all.is_empty() {
            Ok(())
        } else {
            Err(Self(all))
        }
    }

    /// Renders each error like [`Diagnostic::render`], with empty lines between them.
    pub fn render(&self, path: &str, text: &str, color: bool) -> String {
        let shown: Vec<String> = self
            .iter()
            .map(|wrong| wrong.render(path, text, color))
            .collect();
        shown.join("\n\n")
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(wrong: Diagnostic) -> Self {
        Self(alloc::vec![wrong])
    }
}

impl core::ops::Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = alloc::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, wrong) in self.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            wrong.fmt(f)?;
        }
        Ok(())
    }
}

impl core::error::Error for Diagnostics {}
