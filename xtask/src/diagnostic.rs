//! Mistakes in schemas, shown where they are: all of them at once.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::IsTerminal;
use std::ops::Range;
use std::path::PathBuf;

use crate::limits::{self, Limit};
use serde::{Deserialize, Serialize, Serializer};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// A place in one of the schema files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[usize; 3]", into = "[usize; 3]")]
pub(crate) struct Span {
    pub(crate) file: usize,
    pub(crate) range: Range<usize>,
    /// Not the whole text that is there, but some of its letters.
    letters: Option<Letters>,
}

/// Some letters of a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Letters {
    range: Range<usize>,
    /// How many letters the whole text has.
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

/// Something with its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

impl<T> Spanned<T> {
    /// A value at the place of something else.
    pub(crate) fn at(value: T, place: &impl Located) -> Self {
        let span = place.span().clone();
        Self { value, span }
    }
}

impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

/// Something that is at a place of a schema file.
pub(crate) trait Located {
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

/// A text with its place.
pub(crate) type Text = Spanned<String>;

/// A number with its place.
pub(crate) type Number = Spanned<i128>;

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
pub(crate) struct Source {
    /// The path as messages show it.
    pub(crate) path: PathBuf,
    /// The name of the generated module.
    pub(crate) stem: String,
    pub(crate) text: String,
}

impl Number {
    /// The number without its sign; a negative one is a mistake.
    pub(crate) fn unsigned(&self) -> u64 {
        u64::try_from(self.value).unwrap_or_default()
    }
}

impl Spanned<String> {
    /// Some letters of the text, with their place.
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

    /// A part of the text, with its place.
    pub(crate) fn part(&self, part: &str) -> Self {
        let before = self.value.find(part);
        let before = before.map_or(0, |at| self.value[..at].chars().count());
        self.letters(before..before + part.chars().count())
    }

    /// The place of the text without its quotes.
    pub(crate) fn unquoted(&self) -> Span {
        self.inside(0..usize::MAX)
    }

    /// The place of some letters of the text.
    pub(crate) fn inside(&self, letters: Range<usize>) -> Span {
        let of = self.value.chars().count();
        let range = letters.start.min(of)..letters.end.min(of);
        let letters = match &self.span.letters {
            // A value that is not a copy of the letters has no range among them.
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
    /// The line that a place begins on, counted from 1.
    pub(crate) fn line(&self, span: &Span) -> usize {
        let before = self.text.get(..span.range.start).unwrap_or_default();
        before.matches('\n').count() + 1
    }

    /// `schema/name.toml:12`.
    pub(crate) fn place(&self, span: &Span) -> String {
        format!("{}:{}", self.path.display(), self.line(span))
    }

    /// The bytes of a place, whatever quotes and escapes the text around it has.
    pub(crate) fn range(&self, span: &Span) -> Range<usize> {
        let Some(letters) = &span.letters else {
            return span.range.clone();
        };
        let raw = self.text.get(span.range.clone()).unwrap_or_default();
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        if raw.chars().all(is_part) {
            // An expression that follows from a name is no copy of it.
            return span.range.clone();
        }
        let starts = match raw.starts_with(['"', '\'']) {
            true => quoted(raw),
            false => bare(raw),
        };
        // The end of the last letter counts as one more.
        if starts.len() != letters.of + 1 {
            return span.range.clone();
        }
        let at = |letter: usize| span.range.start + starts[letter];
        at(letters.range.start)..at(letters.range.end)
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
    pub(crate) fn note(&self, at: &impl Located, what: impl AsRef<str>) -> MistakeBuilder<'_> {
        let mut mistakes = self.0.borrow_mut();
        mistakes.push(Mistake {
            span: at.span().clone(),
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

    /// The mistakes, each once: fields that several versions of a record have are checked in each.
    fn distinct(&self) -> Vec<Mistake> {
        let (mistakes, mut known) = (self.0.borrow(), HashSet::new());
        let new = mistakes.iter();
        let new = new.filter(|mistake| known.insert((&mistake.span, &mistake.what)));
        new.cloned().collect()
    }

    /// All mistakes as text, in the order of files and lines, and their number.
    pub(crate) fn render(&self, sources: &[Source]) -> (String, usize) {
        let mut mistakes = self.distinct();
        let start = |span: &Span| {
            sources
                .get(span.file)
                .map(|source| source.range(span).start)
        };
        mistakes.sort_by_key(|mistake| (mistake.span.file, start(&mistake.span)));
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
        (rendered.join("\n\n"), mistakes.len())
    }
}

impl Mistake {
    fn group<'s>(&'s self, sources: &'s [Source]) -> Group<'s> {
        let primary = (AnnotationKind::Primary, &self.span, &self.label);
        let other = self.other.iter();
        let other = other.map(|(span, label)| (AnnotationKind::Context, span, label));
        let places: Vec<_> = [primary].into_iter().chain(other).collect();
        let snippet = |file: usize| {
            let source = sources.get(file)?;
            let places = places.iter().filter(|(_, span, _)| span.file == file);
            let annotations = places.map(|(kind, span, label)| {
                let (range, end) = (source.range(span), source.text.len());
                let range = range.start.min(end)..range.end.min(end);
                kind.span(range)
                    .label((!label.is_empty()).then_some(label.as_str()))
            });
            let snippet = Snippet::source(source.text.as_str()).path(source.path.to_str());
            Some(snippet.annotations(annotations))
        };
        let mut files: Vec<usize> = places.iter().map(|(_, span, _)| span.file).collect();
        files.dedup();
        let mut group = Level::ERROR
            .primary_title(self.what.as_str())
            .elements(files.into_iter().filter_map(snippet));
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
            "the limit is {} {}",
            limits::grouped(limit.most),
            limit.what
        ))
    }

    /// Shows another place that has to do with it.
    pub(crate) fn other(self, at: &impl Located, label: impl Into<String>) -> Self {
        self.change(|mistake| mistake.other = Some((at.span().clone(), label.into())))
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
        Some((end, _)) => format!("{} and others", &text[..end]),
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
