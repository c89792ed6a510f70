//! A place of a text, shown with its line and a caret.

use alloc::format;
use alloc::string::{String, ToString};
use core::ops::Range;

use crate::printable::{escape, is_hidden};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// The number of bytes of a line to show before and after the position.
const SHOWN: usize = 100;

/// A message about a place of a text.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'t> {
    pub text: &'t str,
    /// The bytes that it is about.
    pub span: &'t Range<usize>,
    /// The line and column where they begin.
    pub at: (usize, usize),
    pub message: &'t str,
    /// Whether it is a note rather than an error.
    pub note: bool,
    /// Another place that it is about.
    pub also: Option<Other<'t>>,
    /// Where the text was included from, the innermost first.
    pub chain: &'t [String],
    pub help: Option<&'t str>,
}

/// Another place that a message is about.
#[derive(Clone, Copy, Debug)]
pub struct Other<'t> {
    /// The name of its text, unless it is the text of the message.
    pub path: Option<&'t str>,
    pub text: &'t str,
    pub span: &'t Range<usize>,
    pub line: usize,
    /// A label for its text.
    pub label: &'t str,
}

impl<'t> Excerpt<'t> {
    /// The message with its lines and a caret below the position, optionally in color.
    pub fn render(&self, path: &str, colour: bool) -> String {
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
        rendered(group, colour)
    }
}

impl<'t> Other<'t> {
    /// The place in the `len` bytes at `from` of the message's text, if they hold it.
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

/// An error that has no place in a text.
pub fn without_place(title: &str, help: Option<&str>, colour: bool) -> String {
    let help = help.map(|help| Level::HELP.message(help));
    let group = Group::with_title(Level::ERROR.primary_title(title)).elements(help);
    rendered(group, colour)
}

fn rendered(group: Group<'_>, colour: bool) -> String {
    let renderer = match colour {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    // Of the lines of the text, the renderer replaces ASCII's control characters, and some others.
    let text = renderer.render(&[group]);
    let is_ours = |letter: char| letter == '\n' || letter == '\x1b' || !is_hidden(letter);
    match text.contains(|letter| !is_ours(letter)) {
        false => text.to_string(),
        true => {
            let letters = text.chars().map(|letter| match is_ours(letter) {
                true => letter.to_string(),
                false => letter.escape_default().to_string(),
            });
            letters.collect()
        }
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
    let behind = text.get(start..to).unwrap_or_default();
    to = start + behind.find('\n').unwrap_or(behind.len());
    let shown = text.get(from..to).unwrap_or_default();
    let shown = shown.strip_suffix('\r').unwrap_or(shown);
    let at = start - from..span.end.clamp(start, to.max(start)) - from;
    (shown, from, at)
}
