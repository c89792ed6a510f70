//! Collects mistakes in schemas, and shows all of them at once, each with its location.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::IsTerminal;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use dxc_text::words::nearest;

use crate::limits::{self, Limit};
use crate::span::{Located, Source, Span};

/// A mistake.
#[derive(Clone, Debug)]
struct Mistake {
    span: Span,
    what: String,
    /// A short description of the problem, shown at the location.
    label: String,
    /// The correct form.
    help: Vec<String>,
    /// Another location that is related to it.
    other: Option<(Span, String)>,
}

/// All mistakes found so far.
#[derive(Debug, Default)]
pub struct Mistakes(RefCell<Vec<Mistake>>);

/// A reported mistake, to which help can be added.
pub struct MistakeBuilder<'m>(&'m Mistakes, usize);

impl Mistakes {
    /// Records a mistake.
    pub fn note(&self, at: &impl Located, what: impl AsRef<str>) -> MistakeBuilder<'_> {
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

    /// Whether there are no mistakes.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    /// The mistakes without duplicates: fields that several versions of a record share are checked in each version.
    fn distinct(&self) -> Vec<Mistake> {
        let (mistakes, mut known) = (self.0.borrow(), HashSet::new());
        let new = mistakes.iter();
        let new = new.filter(|mistake| known.insert((&mistake.span, &mistake.what)));
        new.cloned().collect()
    }

    /// All mistakes as text, in the order of files and lines, and their number.
    pub fn render(&self, sources: &[Source]) -> (String, usize) {
        let mut mistakes = self.distinct();
        let start = |span: &Span| {
            sources
                .get(span.file)
                .map(|source| source.range(span).start)
        };
        mistakes.sort_by_key(|mistake| (mistake.span.file, start(&mistake.span)));
        let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let renderer = if color {
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

    /// Sets a short description of the text at the location.
    pub(crate) fn label(self, label: impl Into<String>) -> Self {
        self.change(|mistake| mistake.label = label.into())
    }

    /// Adds a correct form.
    pub fn help(self, help: impl Into<String>) -> Self {
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

    /// Shows another location that is related to the mistake.
    pub fn other(self, at: &impl Located, label: impl Into<String>) -> Self {
        self.change(|mistake| mistake.other = Some((at.span().clone(), label.into())))
    }

    /// Lists the legal words, and suggests the closest one.
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

/// Shortens a text to a readable length.
fn shortened(text: &str) -> String {
    const MOST: usize = 1000;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} and others", &text[..end]),
        None => text.to_owned(),
    }
}

/// A number and a noun, in the singular or plural.
pub fn counted(count: impl std::fmt::Display, what: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {what}{plural}")
}
