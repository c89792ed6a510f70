//! A file and its included files. Offsets count through all of them, in sequence.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use dxc_text::Lines;

/// The maximum number of `#include` lines to show for a location.
const LONGEST_CHAIN: usize = 8;

/// An included file; it exists once for each directive that includes it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Included {
    pub(super) name: String,
    pub(super) text: String,
    lines: Lines,
    /// The file that contains the directive; `None` for the first file.
    from: Option<Arc<Included>>,
    /// The line of the directive.
    line: usize,
}

/// A range in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Location {
    /// The included file; none for the first file.
    pub(super) file: Option<Arc<Included>>,
    pub(super) span: Range<usize>,
    /// The line and column of the beginning.
    pub(super) at: (usize, usize),
}

/// All files that were read.
#[derive(Debug, PartialEq)]
pub(super) struct Sources {
    /// The lines of the first file.
    lines: Lines,
    /// The end offset of the first file.
    len: usize,
    /// The offset at which each included file begins.
    included: Vec<(usize, Arc<Included>)>,
}

impl Location {
    /// A location whose file is unknown: its offsets are after all known files.
    pub(super) fn unknown(span: Range<usize>) -> Self {
        Self {
            file: None,
            span,
            at: (1, 1),
        }
    }

    /// The name of the included file.
    pub(super) fn file(&self) -> Option<&str> {
        self.file.as_ref().map(|file| file.name.as_str())
    }

    /// The text that contains it; `first` is the text of the first file.
    pub(super) fn text<'t>(&'t self, first: &'t str) -> &'t str {
        self.file.as_ref().map_or(first, |file| &file.text)
    }

    /// The lines of the `#include` directives that lead to it, the innermost first; `first` is the name of the main
    /// file.
    pub(super) fn chain(&self, first: &str) -> Vec<String> {
        let mut chain = Vec::new();
        let mut file = self.file.as_ref();
        while let Some(included) = file {
            if chain.len() == LONGEST_CHAIN {
                chain.push("..".into());
                break;
            }
            file = included.from.as_ref();
            let from = file.map_or(first, |from| &from.name);
            chain.push(format!("{from}:{}", included.line));
        }
        chain
    }
}

impl Sources {
    /// A file without included files.
    pub(super) fn of(first: &str) -> Self {
        Self {
            lines: Lines::of(first),
            len: first.len(),
            included: Vec::new(),
        }
    }

    /// Adds a file that is included at a position; returns the offset of its first byte.
    pub(super) fn include(
        &mut self,
        first: &str,
        name: String,
        text: String,
        at: usize,
    ) -> (usize, Arc<Included>) {
        let Location { file, at, .. } = self.place(first, at..at);
        let included = Arc::new(Included {
            name,
            lines: Lines::of(&text),
            text,
            from: file,
            line: at.0,
        });
        // The offset of the end of a file must differ from the start of the next file.
        let end = match self.included.last() {
            Some((base, last)) => base + last.text.len(),
            None => self.len,
        };
        self.included.push((end + 1, included.clone()));
        (end + 1, included)
    }

    /// The included file that contains a span, and its range there.
    fn find(&self, span: Range<usize>) -> (Option<&Arc<Included>>, Range<usize>) {
        let behind = self
            .included
            .partition_point(|(base, _)| *base <= span.start);
        let found = behind.checked_sub(1);
        let found = found.and_then(|index| self.included.get(index));
        let (base, len) = found.map_or((0, self.len), |(base, file)| (*base, file.text.len()));
        let start = span.start - base;
        let end = span.end.checked_sub(base).filter(|end| *end <= len);
        let span = start..end.unwrap_or(start).max(start);
        (found.map(|(_, file)| file), span)
    }

    /// The range of a span within the file in which it begins.
    pub(super) fn span(&self, span: Range<usize>) -> Range<usize> {
        self.find(span).1
    }

    /// The location of a span: the file, the range and the line.
    pub(super) fn place(&self, first: &str, span: Range<usize>) -> Location {
        let (file, span) = self.find(span);
        let at = match file {
            Some(file) => file.lines.line_and_column(&file.text, span.start),
            None => self.lines.line_and_column(first, span.start),
        };
        Location {
            file: file.cloned(),
            span,
            at,
        }
    }

    /// The number of included files.
    pub(super) fn included(&self) -> usize {
        self.included.len()
    }
}
