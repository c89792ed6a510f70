//! Mistakes in schemas, shown where they are: all of them at once.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::ops::Range;
use std::path::PathBuf;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// A place in one of the schema files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) file: usize,
    pub(crate) range: Range<usize>,
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
#[derive(Debug)]
pub(crate) struct Source {
    /// The path as messages show it.
    pub(crate) path: PathBuf,
    /// The name of the generated module.
    pub(crate) stem: String,
    pub(crate) text: String,
}

/// A mistake.
#[derive(Clone, Debug)]
struct Mistake {
    span: Span,
    what: String,
    /// What stands at the place, in a few words.
    label: String,
    /// What would be right.
    help: Vec<String>,
    /// Another place that has to do with it.
    other: Option<(Span, String)>,
}

/// All mistakes that were found.
#[derive(Debug, Default)]
pub(crate) struct Mistakes(RefCell<Vec<Mistake>>);

/// A mistake that was noted and may be said more of.
pub(crate) struct Noted<'m>(&'m Mistakes, usize);

impl Mistakes {
    /// Notes a mistake.
    pub(crate) fn note(&self, span: &Span, what: impl Into<String>) -> Noted<'_> {
        let mut mistakes = self.0.borrow_mut();
        mistakes.push(Mistake {
            span: span.clone(),
            what: what.into(),
            label: String::new(),
            help: Vec::new(),
            other: None,
        });
        Noted(self, mistakes.len() - 1)
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
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let rendered = mistakes.iter().map(|mistake| renderer.render(&[mistake.group(sources)]));
        rendered.collect::<Vec<_>>().join("\n\n")
    }
}

impl Mistake {
    fn group<'s>(&'s self, sources: &'s [Source]) -> Group<'s> {
        let mut group = Level::ERROR.primary_title(self.what.as_str()).elements([] as [Snippet<'_, annotate_snippets::Annotation<'_>>; 0]);
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
            let other = self.other.as_ref().filter(|other| other.0.file == self.span.file);
            let primary = match other {
                Some((span, label)) => {
                    primary.annotation(AnnotationKind::Context.span(span.range.clone()).label(label.as_str()))
                }
                None => primary,
            };
            group = group.element(primary);
        }
        if let Some((span, label)) = self.other.as_ref().filter(|other| other.0.file != self.span.file)
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

impl Noted<'_> {
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
        self.change(|mistake| mistake.help.push(help.into()))
    }

    /// Shows another place that has to do with it.
    pub(crate) fn other(self, span: &Span, label: impl Into<String>) -> Self {
        self.change(|mistake| mistake.other = Some((span.clone(), label.into())))
    }

    /// Lists what is legal, and what was perhaps meant.
    pub(crate) fn legal<'l>(self, found: &str, legal: impl IntoIterator<Item = &'l str>) -> Self {
        let legal: Vec<&str> = legal.into_iter().collect();
        let near = legal
            .iter()
            .map(|name| (strsim::damerau_levenshtein(&found.to_lowercase(), &name.to_lowercase()), name))
            .filter(|(distance, name)| *distance <= (name.len().max(found.len()) / 3).max(1))
            .min_by_key(|(distance, _)| *distance);
        let noted = match near {
            Some((_, name)) => self.help(format!("did you mean `{name}`?")),
            None => self,
        };
        match legal.len() {
            0 => noted,
            1..=24 => noted.help(format!("legal here: `{}`", legal.join("`, `"))),
            many => noted.help(format!("legal here are {many} names, such as `{}`", legal[..6].join("`, `"))),
        }
    }
}
