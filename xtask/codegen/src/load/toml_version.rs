//! Finds syntax of TOML 1.1 that TOML 1.0 lacks: most tools cannot read a file with it.

use std::ops::Range;

use toml_parser::decoder::Encoding;
use toml_parser::parser::{Event, EventKind, parse_document};
use toml_parser::{Source, Span};

/// A use of TOML 1.1 syntax.
pub(super) struct Newer {
    pub(super) range: Range<usize>,
    pub(super) what: &'static str,
    pub(super) help: &'static str,
}

/// Finds the uses of TOML 1.1 in a text.
pub(super) fn find_newer(text: &str) -> Vec<Newer> {
    let mut scan = Scan {
        text,
        open: Vec::new(),
        comma: None,
        found: Vec::new(),
    };
    let tokens = Source::new(text).lex().into_vec();
    parse_document(&tokens, &mut |event: Event| scan.event(event), &mut ());
    scan.found
}

/// An inline table or an array that is not closed yet.
struct Open {
    at: Span,
    is_table: bool,
    /// Whether a line break in it was reported.
    is_noted: bool,
}

struct Scan<'t> {
    text: &'t str,
    open: Vec<Open>,
    /// A comma that is followed only by white space and comments.
    comma: Option<Span>,
    found: Vec<Newer>,
}

impl Scan<'_> {
    fn event(&mut self, event: Event) {
        let (kind, span) = (event.kind(), event.span());
        match kind {
            EventKind::InlineTableOpen | EventKind::ArrayOpen => self.open.push(Open {
                at: span,
                is_table: kind == EventKind::InlineTableOpen,
                is_noted: false,
            }),
            EventKind::InlineTableClose => {
                let noted = self.open.pop().is_some_and(|open| open.is_noted);
                if let Some(comma) = self.comma.filter(|_| !noted) {
                    let what = "the last entry of an inline table has no comma behind it";
                    self.note(range(comma), what, "remove the comma");
                }
            }
            EventKind::ArrayClose => {
                self.open.pop();
            }
            EventKind::Newline | EventKind::Comment => self.line_end(),
            EventKind::SimpleKey | EventKind::Scalar => self.word(event.encoding(), span),
            _ => {}
        }
        match kind {
            EventKind::ValueSep => self.comma = Some(span),
            EventKind::Whitespace | EventKind::Newline | EventKind::Comment => {}
            _ => self.comma = None,
        }
    }

    /// Checks that an inline table is on one line.
    fn line_end(&mut self) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        if open.is_table && !open.is_noted {
            open.is_noted = true;
            let at = range(open.at);
            self.note(
                at,
                "an inline table ends on the line that it begins on",
                "write each key on its own line, as in `name.key = ..`",
            );
        }
    }

    /// Checks a key or a value: its escapes, and its times.
    fn word(&mut self, encoding: Option<Encoding>, span: Span) {
        let start = span.start();
        let word = &self.text[range(span)];
        match encoding {
            Some(Encoding::BasicString | Encoding::MlBasicString) => {
                let mut letters = word.char_indices();
                while let Some((at, letter)) = letters.next() {
                    let escaped = (letter == '\\').then(|| letters.next()).flatten();
                    if let Some((_, 'e' | 'x')) = escaped {
                        let place = start + at..start + at + 2;
                        let what = "this escape is not one of TOML 1.0";
                        self.note(place, what, "write `\\u` and four hexadecimal digits");
                    }
                }
            }
            None => {
                let is_time = word.matches(':').count() == 1;
                if is_time {
                    self.note(range(span), "a time has seconds", "write the seconds");
                }
            }
            Some(_) => {}
        }
    }

    fn note(&mut self, range: Range<usize>, what: &'static str, help: &'static str) {
        self.found.push(Newer { range, what, help });
    }
}

fn range(span: Span) -> Range<usize> {
    span.start()..span.end()
}
