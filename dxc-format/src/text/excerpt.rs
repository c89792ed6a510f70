//! A place of a text, shown with its line and a caret.

use alloc::format;
use alloc::string::{String, ToString};
use core::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// How much of a line is shown before the place and behind it, in bytes.
const SHOWN: usize = 100;

/// What is said of a place of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Excerpt<'t> {
    pub(super) text: &'t str,
    /// The bytes that it is about.
    pub(super) span: &'t Range<usize>,
    /// The line and column where they begin.
    pub(super) at: (usize, usize),
    pub(super) message: &'t str,
    /// Whether nothing is wrong, and something may be.
    pub(super) note: bool,
    /// Another place that it is about, and what is there.
    pub(super) also: Option<&'t (Range<usize>, &'static str)>,
    pub(super) help: Option<&'t str>,
}

impl Excerpt<'_> {
    /// The message with the lines that it is about and a caret below the place, in colour if asked for.
    pub(super) fn render(&self, path: &str, colour: bool) -> String {
        let (text, (line, column)) = (self.text, self.at);
        let (shown, from, at) = window(text, self.span);
        let title = format!("{path}:{line}:{column}: {}", self.message);
        let mut snippet = Snippet::source(shown)
            .line_start(line)
            .annotation(AnnotationKind::Primary.span(at));
        let mut other = None;
        if let Some((place, label)) = self.also {
            let within = place.start.checked_sub(from)..place.end.checked_sub(from);
            match (within.start, within.end) {
                (Some(start), Some(end)) if end <= shown.len() => {
                    let context = AnnotationKind::Context.span(start..end).label(*label);
                    snippet = snippet.annotation(context);
                }
                _ => {
                    let (shown, _, at) = window(text, place);
                    let context = AnnotationKind::Context.span(at).label(*label);
                    let line = line_and_column(text, place.start).0;
                    other = Some(Snippet::source(shown).line_start(line).annotation(context));
                }
            }
        }
        let level = if self.note { Level::NOTE } else { Level::ERROR };
        let mut group = level.primary_title(title).element(snippet);
        if let Some(other) = other {
            group = group.element(other);
        }
        if let Some(help) = self.help {
            group = group.element(Level::HELP.message(help));
        }
        rendered(group, colour)
    }
}

/// An error that has no place in a text.
#[cfg(feature = "yaml")]
pub(super) fn without_place(title: &str, help: Option<&str>, colour: bool) -> String {
    let help = help.map(|help| Level::HELP.message(help));
    let group = Group::with_title(Level::ERROR.primary_title(title)).elements(help);
    rendered(group, colour)
}

fn rendered(group: Group<'_>, colour: bool) -> String {
    let renderer = match colour {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    renderer.render(&[group]).to_string()
}

/// The line and column of a byte, counted from 1.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    (
        before.matches('\n').count() + 1,
        before
            .get(line..)
            .unwrap_or_default()
            .trim_start_matches('\u{feff}')
            .chars()
            .count()
            + 1,
    )
}

/// The line that a span begins in, or the part of it around the span, where that begins, and the span there.
fn window<'t>(text: &'t str, span: &Range<usize>) -> (&'t str, usize, Range<usize>) {
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
    let shown = shown.strip_suffix('\r').unwrap_or(shown);
    let at = start - from..span.end.clamp(start, to.max(start)) - from;
    (shown, from, at)
}
