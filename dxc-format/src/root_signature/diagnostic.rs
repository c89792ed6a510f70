//! What is wrong with a text, shown where it is.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// What is wrong with a text, and where.
///
/// ```
/// use dxc_format::constants::RootSignatureVersion;
/// use dxc_format::root_signature::hlsl;
///
/// let text = "CBV(b0, visibility = SHADER_VISIBILITY_PIXLE)";
/// let wrong = hlsl::parse(text, RootSignatureVersion::V1_1).unwrap_err();
/// assert_eq!(wrong.line_and_column(text), (1, 22));
/// assert_eq!(&text[wrong.span()], "SHADER_VISIBILITY_PIXLE");
/// assert_eq!(wrong.help(), Some("did you mean `SHADER_VISIBILITY_PIXEL`?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    message: String,
    span: Range<usize>,
    help: Option<String>,
}

/// Longer words are nobody's slip of the pen.
const LONGEST_WORD: usize = 64;

/// How much of a line is shown before the place and behind it, in bytes.
const SHOWN: usize = 100;

impl Diagnostic {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span,
            help: None,
        }
    }

    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the word that was probably meant, or all of them if none is close.
    pub(super) fn meant<'w>(self, found: &str, words: impl Iterator<Item = &'w str>) -> Self {
        let words: Vec<&str> = words.collect();
        let distance =
            |word: &str| strsim::damerau_levenshtein(&found.to_lowercase(), &word.to_lowercase());
        let close = |word: &str| distance(word) <= (word.len().max(found.len()) / 3).max(1);
        let meant = Some(words.iter())
            .filter(|_| (1..=LONGEST_WORD).contains(&found.len()))
            .and_then(|words| {
                words
                    .filter(|word| close(word))
                    .min_by_key(|word| distance(word))
            });
        let help = match (meant, words.get(..6)) {
            (Some(word), _) => format!("did you mean `{word}`?"),
            (None, Some(some)) if words.len() > 8 => {
                format!(
                    "legal here are {} keywords, such as `{}`",
                    words.len(),
                    some.join("`, `")
                )
            }
            (None, _) => format!("legal here: `{}`", words.join("`, `")),
        };
        self.with_help(help)
    }

    pub(super) fn moved(mut self, place: impl Fn(Range<usize>) -> Range<usize>) -> Self {
        self.span = place(self.span);
        self
    }

    /// What is wrong, in a sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The bytes of the text that are wrong; none at its end, if something is missing there.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What would be right, where that is known.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The line and column of the first letter that is wrong, counted from 1.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        (
            before.matches('\n').count() + 1,
            before.get(line..).unwrap_or_default().chars().count() + 1,
        )
    }

    /// The message with the lines that it is about and a caret below the place, in colour if asked for.
    pub fn render(&self, path: &str, text: &str, colour: bool) -> String {
        let (line, column) = self.line_and_column(text);
        let (shown, at) = window(text, &self.span);
        let title = format!("{path}:{line}:{column}: {}", self.message);
        let snippet = Snippet::source(shown)
            .line_start(line)
            .annotation(AnnotationKind::Primary.span(at));
        let mut group = Level::ERROR.primary_title(title).element(snippet);
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&[group]).to_string()
    }
}

/// The line that a span begins in, or the part of it around the span, and the span there.
fn window<'t>(text: &'t str, span: &Range<usize>) -> (&'t str, Range<usize>) {
    let start = span.start.min(text.len());
    let line = text.get(..start).unwrap_or_default();
    let mut from = line.rfind('\n').map_or(0, |at| at + 1);
    from = from.max(start.saturating_sub(SHOWN));
    let rest = text.get(start..).unwrap_or_default();
    let mut to = start + rest.find('\n').unwrap_or(rest.len()).min(SHOWN);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let shown = text.get(from..to).unwrap_or_default();
    (shown, start - from..span.end.clamp(start, to) - from)
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Diagnostic {}
