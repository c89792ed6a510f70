//! Locations in schemas, and values with their locations.

use std::ops::Range;
use std::path::PathBuf;

use serde::{Deserialize, Serialize, Serializer};

/// A location in one of the schema files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[usize; 3]", into = "[usize; 3]")]
pub struct Span {
    /// The index of the file in the sources.
    pub file: usize,
    /// The bytes in its text.
    pub range: Range<usize>,
    /// The characters of the text that are meant, if not all of it.
    letters: Option<Letters>,
}

/// Some characters of a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Letters {
    range: Range<usize>,
    /// The number of characters in the whole text.
    of: usize,
}

impl Span {
    pub(crate) fn new(file: usize, range: Range<usize>) -> Self {
        Self {
            file,
            range,
            letters: None,
        }
    }
}

impl From<[usize; 3]> for Span {
    fn from([file, start, end]: [usize; 3]) -> Self {
        Self::new(file, start..end)
    }
}

impl From<Span> for [usize; 3] {
    fn from(Span { file, range, .. }: Span) -> Self {
        [file, range.start, range.end]
    }
}

/// A value with its location.
#[derive(Clone, Debug, Default)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its location in the schema.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Creates a value with the location of something else.
    pub fn at(value: T, place: &impl Located) -> Self {
        let span = place.span().clone();
        Self { value, span }
    }
}

impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

/// Something with a location in a schema file.
pub trait Located {
    /// The location.
    fn span(&self) -> &Span;
}

impl Located for Span {
    fn span(&self) -> &Span {
        self
    }
}

impl<T> Located for Spanned<T> {
    fn span(&self) -> &Span {
        &self.span
    }
}

/// A text with its location.
pub type Text = Spanned<String>;

/// A number with its location.
pub type Number = Spanned<i128>;

impl<T> std::ops::Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: std::fmt::Display> std::fmt::Display for Spanned<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(formatter)
    }
}

/// A schema file as it was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path in messages.
    pub path: PathBuf,
    /// The name of the generated module.
    pub stem: String,
    /// The content of the file.
    pub text: String,
}

impl Number {
    /// The number without its sign; a negative number is reported elsewhere.
    pub fn unsigned(&self) -> u64 {
        u64::try_from(self.value).unwrap_or_default()
    }
}

impl Spanned<String> {
    /// Some characters of the text, with their location.
    pub(crate) fn letters(&self, letters: Range<usize>) -> Self {
        let range = letters.clone();
        Self {
            value: self
                .value
                .chars()
                .skip(range.start)
                .take(range.len())
                .collect(),
            span: self.inside(letters),
        }
    }

    /// A part of the text, with its location.
    pub(crate) fn part(&self, part: &str) -> Self {
        let before = self.value.find(part);
        let before = before.map_or(0, |at| self.value[..at].chars().count());
        self.letters(before..before + part.chars().count())
    }

    /// The location of the text without its quotes.
    pub(crate) fn unquoted(&self) -> Span {
        self.inside(0..usize::MAX)
    }

    /// The location of some characters of the text.
    pub(crate) fn inside(&self, letters: Range<usize>) -> Span {
        let of = self.value.chars().count();
        let range = letters.start.min(of)..letters.end.min(of);
        let letters = match &self.span.letters {
            // A value that is not a copy of the characters has no range among them.
            Some(outer) if outer.range.len() != of => outer.clone(),
            Some(outer) => Letters {
                range: outer.range.start + range.start..outer.range.start + range.end,
                of: outer.of,
            },
            None => Letters { range, of },
        };
        Span {
            letters: Some(letters),
            ..self.span.clone()
        }
    }
}

impl Source {
    /// The line on which a location begins, counted from 1.
    pub fn line(&self, span: &Span) -> usize {
        let before = self.text.get(..span.range.start).unwrap_or_default();
        before.matches('\n').count() + 1
    }

    /// A location as `schema/name.toml:12`.
    pub fn place(&self, span: &Span) -> String {
        format!("{}:{}", self.path.display(), self.line(span))
    }

    /// The byte range of a location, which depends on the quotes and escapes of the text around it.
    pub(crate) fn range(&self, span: &Span) -> Range<usize> {
        let Some(letters) = &span.letters else {
            return span.range.clone();
        };
        let raw = self.text.get(span.range.clone()).unwrap_or_default();
        let starts = starts(raw);
        // The end of the last character counts as one more.
        if starts.len() != letters.of + 1 {
            return span.range.clone();
        }
        let at = |letter: usize| span.range.start + starts[letter];
        at(letters.range.start)..at(letters.range.end)
    }
}

/// The offset of each character of a quoted text, and the end of the last one; empty if the text is a number or a name,
/// or has several lines.
fn starts(raw: &str) -> Vec<usize> {
    let is_quoted = raw.len() > 1 && raw.starts_with(['"', '\'']) && !raw.contains('\n');
    let end = raw.len().saturating_sub(1);
    let (mut starts, mut at) = (Vec::new(), 1);
    while is_quoted && at < end {
        starts.push(at);
        let mut letters = raw[at..].chars();
        let first = letters.next().map_or(1, char::len_utf8);
        at += match letters.next().filter(|_| raw[at..].starts_with('\\')) {
            Some(escape) if raw.starts_with('"') => match escape {
                'x' => 4,
                'u' => 6,
                'U' => 10,
                other => 1 + other.len_utf8(),
            },
            _ => first,
        };
    }
    starts.push(end);
    starts
}
