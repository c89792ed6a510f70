//! Mistakes in schemas, shown where they are: all of them at once.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::ops::Range;
use std::path::PathBuf;

use crate::limits::{self, Limit};
use serde::{Deserialize, Serialize};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// A place in one of the schema files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[usize; 3]", into = "[usize; 3]")]
pub(crate) struct Span {
    pub(crate) file: usize,
    pub(crate) range: Range<usize>,
}

impl From<[usize; 3]> for Span {
    fn from([file, start, end]: [usize; 3]) -> Self {
        Self {
            file,
            range: start..end,
        }
    }
}

impl From<Span> for [usize; 3] {
    fn from(Span { file, range }: Span) -> Self {
        [file, range.start, range.end]
    }
}

/// Something with its place.
#[derive(Clone, Debug)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

impl<T> std::ops::Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// A schema file as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The path as messages show it.
    pub(crate) path: PathBuf,
    /// The name of the generated module.
    pub(crate) stem: String,
    pub(crate) text: String,
}

impl Source {
    /// A part of a text, with its place.
    pub(crate) fn part(&self, text: &Spanned<String>, part: &str) -> Spanned<String> {
        let before = text.find(part).map_or(0, |at| text[..at].chars().count());
        let span = self.inside(&text.span, text, before..before + part.chars().count());
        Spanned {
            value: part.to_owned(),
            span,
        }
    }

    /// The place of some of the letters of a text that stands at `span`, whatever quotes and escapes it has there.
    pub(crate) fn inside(&self, span: &Span, text: &str, letters: Range<usize>) -> Span {
        let raw = self.text.get(span.range.clone()).unwrap_or_default();
        let starts = if raw == text { bare(raw) } else { quoted(raw) };
        // The end of the last letter counts as one more.
        if starts.len() != text.chars().count() + 1 {
            return span.clone();
        }
        let at = |letter: usize| span.range.start + starts[letter.min(starts.len() - 1)];
        Span {
            file: span.file,
            range: at(letters.start)..at(letters.end),
        }
    }
}

/// Where each letter of a text begins, and where the last one ends.
fn bare(raw: &str) -> Vec<usize> {
    raw.char_indices()
        .map(|(at, _)| at)
        .chain([raw.len()])
        .collect()
}

/// Like above, for a text in TOML's quotes.
fn quoted(raw: &str) -> Vec<usize> {
    let quote = if raw.starts_with("\"\"\"") || raw.starts_with("'''") {
        3
    } else {
        1
    };
    let mut inner = quote..raw.len().saturating_sub(quote);
    if raw[quote.min(raw.len())..].starts_with('\n') && quote == 3 {
        inner.start += 1;
    }
    let mut starts = Vec::new();
    let mut at = inner.start;
    while at < inner.end {
        let rest = &raw[at..];
        if let Some(next) = broken(rest).filter(|_| quote == 3 && raw.starts_with('"')) {
            at += rest.len() - next.len();
            continue;
        }
        starts.push(at);
        at += match rest.chars().nth(1) {
            Some(escape) if rest.starts_with('\\') && raw.starts_with('"') => match escape {
                'x' => 4,
                'u' => 6,
                'U' => 10,
                other => 1 + other.len_utf8(),
            },
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
    }
    starts.push(inner.end);
    starts
}

/// The blanks that a backslash at the end of a line removes.
fn broken(text: &str) -> Option<&str> {
    let blanks = text.strip_prefix('\\')?;
    let rest = blanks.trim_start_matches([' ', '\t', '\n']);
    let end = blanks.trim_start_matches([' ', '\t']);
    end.starts_with('\n').then_some(rest)
}

/// A mistake.
#[derive(Clone, Debug)]
struct Mistake {
    span: Span,
    what: String,
    /// The problem at the place, in a few words.
    label: String,
    /// The correct form.
    help: Vec<String>,
    /// Another place that has to do with it.
    other: Option<(Span, String)>,
}

/// All mistakes that were found.
#[derive(Debug, Default)]
pub(crate) struct Mistakes(RefCell<Vec<Mistake>>);

/// A reported mistake, to which help can be added.
pub(crate) struct MistakeBuilder<'m>(&'m Mistakes, usize);

impl Mistakes {
    /// Notes a mistake.
    pub(crate) fn note(&self, span: &Span, what: impl AsRef<str>) -> MistakeBuilder<'_> {
        let mut mistakes = self.0.borrow_mut();
        mistakes.push(Mistake {
            span: span.clone(),
            what: shortened(what.as_ref()),
            label: String::new(),
            help: Vec::new(),
            other: None,
        });
        MistakeBuilder(self, mistakes.len() - 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    /// All mistakes as text, in the order of files and lines.
    pub(crate) fn render(&self, sources: &[Source]) -> String {
        let mut mistakes = self.0.borrow().clone();
        mistakes.sort_by_key(|mistake| (mistake.span.file, mistake.span.range.start));
        let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let shown = mistakes.iter().take(limits::SHOWN.most);
        let rendered = shown.map(|mistake| renderer.render(&[mistake.group(sources)]));
        let mut rendered: Vec<String> = rendered.collect();
        if let Some(more @ 1..) = mistakes.len().checked_sub(limits::SHOWN.most) {
            rendered.push(format!(
                "and {} that are not shown",
                counted(more, "mistake")
            ));
        }
        rendered.join("\n\n")
    }
}

impl Mistake {
    fn group<'s>(&'s self, sources: &'s [Source]) -> Group<'s> {
        let mut group = Level::ERROR
            .primary_title(self.what.as_str())
            .elements([] as [Snippet<'_, annotate_snippets::Annotation<'_>>; 0]);
        let snippet = |span: &Span, kind: AnnotationKind, label: &'s str| {
            let source = sources.get(span.file)?;
            let end = source.text.len();
            let range = span.range.start.min(end)..span.range.end.min(end);
            Some(
                Snippet::source(source.text.as_str())
                    .path(source.path.to_str())
                    .annotation(kind.span(range).label((!label.is_empty()).then_some(label))),
            )
        };
        if let Some(primary) = snippet(&self.span, AnnotationKind::Primary, &self.label) {
            let other = self
                .other
                .as_ref()
                .filter(|other| other.0.file == self.span.file);
            let primary = match other {
                Some((span, label)) => primary.annotation(
                    AnnotationKind::Context
                        .span(span.range.clone())
                        .label(label.as_str()),
                ),
                None => primary,
            };
            group = group.element(primary);
        }
        if let Some((span, label)) = self
            .other
            .as_ref()
            .filter(|other| other.0.file != self.span.file)
            && let Some(context) = snippet(span, AnnotationKind::Context, label)
        {
            group = group.element(context);
        }
        for help in &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        group
    }
}

impl MistakeBuilder<'_> {
    fn change(self, change: impl FnOnce(&mut Mistake)) -> Self {
        if let Some(mistake) = self.0.0.borrow_mut().get_mut(self.1) {
            change(mistake);
        }
        self
    }

    /// Says in a few words what stands at the place.
    pub(crate) fn label(self, label: impl Into<String>) -> Self {
        self.change(|mistake| mistake.label = label.into())
    }

    /// Says what would be right.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        self.change(|mistake| mistake.help.push(shortened(&help.into())))
    }

    /// States a limit.
    pub(crate) fn limit(self, limit: &Limit) -> Self {
        self.help(format!(
            "there may be {} {}",
            limits::grouped(limit.most),
            limit.what
        ))
    }

    /// Shows another place that has to do with it.
    pub(crate) fn other(self, span: &Span, label: impl Into<String>) -> Self {
        self.change(|mistake| mistake.other = Some((span.clone(), label.into())))
    }

    /// Lists what is legal, and what was perhaps meant.
    pub(crate) fn legal<'l>(self, found: &str, legal: impl IntoIterator<Item = &'l str>) -> Self {
        let legal: Vec<&str> = legal.into_iter().collect();
        let noted = match nearest(found, legal.iter().copied()) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        };
        match legal.len() {
            0 => noted,
            1..=24 => noted.help(format!("legal here: `{}`", legal.join("`, `"))),
            many => noted.help(format!(
                "legal here are {many} names, such as `{}`",
                legal[..6].join("`, `")
            )),
        }
    }
}

/// A text that is not longer than people read.
fn shortened(text: &str) -> String {
    const MOST: usize = 1000;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} and so on", &text[..end]),
        None => text.to_owned(),
    }
}

/// The legal name that was perhaps meant.
pub(crate) fn nearest<'l>(
    found: &str,
    legal: impl IntoIterator<Item = &'l str>,
) -> Option<&'l str> {
    if found.len() > limits::NAME.most {
        return None;
    }
    let distance =
        |name: &str| strsim::damerau_levenshtein(&found.to_lowercase(), &name.to_lowercase());
    let near = legal.into_iter().map(|name| (distance(name), name));
    let near =
        near.filter(|(distance, name)| *distance <= (name.len().max(found.len()) / 3).max(1));
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// A number of things, as messages speak of them.
pub(crate) fn counted(count: impl std::fmt::Display, what: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {what}{plural}")
}
