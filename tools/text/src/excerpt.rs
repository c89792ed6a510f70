//! Prints messages with an excerpt of the text: its line, and a caret below the position.

use alloc::format;
use alloc::string::{String, ToString};
use core::ops::Range;

use crate::escape::{escape, is_hidden};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// The number of bytes of a line to show before and after the position.
const SHOWN: usize = 100;

/// A message about a range of a text.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'t> {
    /// The text.
    pub text: &'t str,
    /// The range of bytes that the message is about.
    pub span: &'t Range<usize>,
    /// The line and the column of the first of these bytes, counted from 1.
    pub at: (usize, usize),
    /// The message, in a sentence.
    pub message: &'t str,
    /// Whether the message is a note rather than an error.
    pub note: bool,
    /// A second range that the message is about.
    pub also: Option<Other<'t>>,
    /// The files and lines that include the text, the innermost first.
    pub chain: &'t [String],
    /// The correction, if known.
    pub help: Option<&'t str>,
}

/// A second range that a message is about.
#[derive(Clone, Copy, Debug)]
pub struct Other<'t> {
    /// The name of the text that has the second range; `None` if it is the text of the message.
    pub path: Option<&'t str>,
    /// The text that has the second range.
    pub text: &'t str,
    /// The range of bytes in that text.
    pub span: &'t Range<usize>,
    /// The line of the first of these bytes, counted from 1.
    pub line: usize,
    /// The label that is printed next to it.
    pub label: &'t str,
}

impl<'t> Excerpt<'t> {
    /// Prints the message with its line and a caret below the range, optionally in color. `path` is the name of the text.
    pub fn render(&self, path: &str, color: bool) -> String {
        let (line, column) = self.at;
        let (shown, from, at) = window(self.text, self.span);
        let title = format!("{path}:{line}:{column}: {}", self.message);
        let title = escape(&title);
        let mut snippet = Snippet::source(shown)
            .line_start(line)
            .annotation(AnnotationKind::Primary.span(at));
        let mut apart = None;
        if let Some(other) = &self.also {
            match other.within(from, shown.len()) {
                Some(span) => {
                    let context = AnnotationKind::Context.span(span).label(other.label);
                    snippet = snippet.annotation(context);
                }
                None => apart = Some(other.snippet()),
            }
        }
        let level = if self.note { Level::NOTE } else { Level::ERROR };
        let mut group = level.primary_title(&*title).element(snippet);
        if let Some(apart) = apart {
            group = group.element(apart);
        }
        for from in self.chain {
            group = group.element(Level::NOTE.message(format!("included from {}", escape(from))));
        }
        let help = self.help.map(escape);
        if let Some(help) = &help {
            group = group.element(Level::HELP.message(&**help));
        }
        rendered(group, color)
    }
}

impl<'t> Other<'t> {
    /// The range within the `len` bytes from offset `from` of the message's text, if they contain it.
    fn within(&self, from: usize, len: usize) -> Option<Range<usize>> {
        let start = self.span.start.checked_sub(from)?;
        let end = self.span.end.checked_sub(from)?;
        (self.path.is_none() && end <= len).then_some(start..end)
    }

    fn snippet(&self) -> Snippet<'t, annotate_snippets::Annotation<'t>> {
        let (shown, _, at) = window(self.text, self.span);
        let context = AnnotationKind::Context.span(at).label(self.label);
        let snippet = Snippet::source(shown).line_start(self.line);
        snippet.path(self.path.map(escape)).annotation(context)
    }
}

/// Prints an error that has no range of a text.
pub fn without_place(title: &str, help: Option<&str>, color: bool) -> String {
    let help = help.map(|help| Level::HELP.message(help));
    let group = Group::with_title(Level::ERROR.primary_title(title)).elements(help);
    rendered(group, color)
}

fn rendered(group: Group<'_>, color: bool) -> String {
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    // In the lines of the text, the renderer replaces control characters of ASCII and some others.
    let text = renderer.render(&[group]);
    let is_ours =
        |character: char| character == '\n' || character == '\x1b' || !is_hidden(character);
    if !text.contains(|character| !is_ours(character)) {
        text.to_string()
    } else {
        let characters = text.chars().map(|character| {
            if is_ours(character) {
                character.to_string()
            } else {
                character.escape_default().to_string()
            }
        });
        characters.collect()
    }
}

/// The line in which a span begins, or the part of it around the span; its offset, and the span within it.
fn window<'t>(text: &'t str, span: &Range<usize>) -> (&'t str, usize, Range<usize>) {
    let start = span.start.min(text.len());
    let mut from = start.saturating_sub(SHOWN);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text.get(from..start).unwrap_or_default();
    from += before.rfind('\n').map_or(0, |at| at + 1);
    let mut to = text.len().min(start + SHOWN);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let after = text.get(start..to).unwrap_or_default();
    to = start + after.find('\n').unwrap_or(after.len());
    let shown = text.get(from..to).unwrap_or_default();
    let shown = shown.strip_suffix('\r').unwrap_or(shown);
    let at = start - from..span.end.clamp(start, to.max(start)) - from;
    (shown, from, at)
}
