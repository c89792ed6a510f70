//! Reads the code of an HLSL file, and skips everything except root signatures.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::conditional::Conditional;
use super::found::{Found, Item};
use super::includes::Includes;
use super::macros::{Macro, Macros};
use super::reading::Reading;
use super::token::Token;
use super::{File, Kind, Options};
use crate::cursor::short;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::hlsl::dialect::Dialect;
use crate::hlsl::source::Source;
use crate::sources::Sources;

/// The maximum number of errors to report.
pub(super) const MOST: usize = 20;

/// The attribute of entry points; its case is ignored.
const ATTRIBUTE: &str = "RootSignature";

/// The types of subobjects.
const SUBOBJECTS: [(&str, Kind); 2] = [
    ("GlobalRootSignature", Kind::Global),
    ("LocalRootSignature", Kind::Local),
];

/// Whether a word introduces a root signature.
pub(super) fn announces(word: &str) -> bool {
    word.eq_ignore_ascii_case(ATTRIBUTE) || SUBOBJECTS.iter().any(|(name, _)| *name == word)
}

/// The state of reading a file and its included files.
pub(super) struct Code<'s> {
    /// The first file.
    pub(super) file: &'s str,
    /// The file that is being read.
    pub(super) now: Reading<'s>,
    /// The files that include this one, the innermost last.
    pub(super) waiting: Vec<Reading<'s>>,
    pub(super) includes: Includes<'s>,
    pub(super) sources: Sources,
    /// Included files with `#pragma once`.
    pub(super) once: BTreeSet<&'s str>,
    pub(super) macros: Macros<'s>,
    pub(super) dialect: Dialect,
    /// The open conditionals.
    pub(super) conditionals: Vec<Conditional>,
    /// Whether the next token is the first one of its line.
    pub(super) line_begins: bool,
    /// The positions of open brackets.
    brackets: Vec<(Token, usize)>,
    /// Whether code that is not read may contain brackets: other files, and macros.
    pub(super) brackets_hidden: bool,
    /// The first directive for a file that is not read.
    pub(super) unread: Option<Range<usize>>,
    /// An attribute whose function was not found yet, and the number of open brackets at the attribute.
    attribute: Option<(Range<usize>, Result<Source, Diagnostic>, usize)>,
    /// The last word at the depth of the attribute.
    last_word: &'s str,
    pub(super) notes: Vec<Diagnostic>,
    /// Root signatures in branches that are not compiled.
    pub(super) skipped: Vec<Diagnostic>,
    pub(super) wrong: Vec<Diagnostic>,
    found: Vec<Item>,
}

impl<'s> Code<'s> {
    pub(super) fn new(file: &'s str, options: &'s Options, includes: Includes<'s>) -> Self {
        let mut macros = Macros::new(file, options.dialect);
        for (name, value) in &options.defines {
            macros.defined.insert(name, Macro::given(value));
        }
        Self {
            file,
            now: Reading::new(file, 0, None, 0),
            waiting: Vec::new(),
            includes,
            sources: Sources::of(file),
            once: BTreeSet::new(),
            macros,
            dialect: options.dialect,
            conditionals: Vec::new(),
            line_begins: true,
            brackets: Vec::new(),
            brackets_hidden: false,
            unread: None,
            attribute: None,
            last_word: "",
            notes: Vec::new(),
            skipped: Vec::new(),
            wrong: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Reads the file and its included files.
    pub(super) fn read(&mut self) {
        let mut before = None;
        while self.wrong.len() < MOST {
            let Some((token, word, span)) = self.next() else {
                break;
            };
            if let Err(wrong) = self.word(before, token, word, span) {
                self.wrong.push(wrong);
            }
            before = Some(token);
        }
        self.end();
        let names: Vec<&str> = self.macros.defined.keys().copied().collect();
        for name in names {
            self.found_macro(name);
        }
        for item in &mut self.found {
            item.used = item.kind == Kind::Macro && self.macros.used.contains(item.name.as_str());
        }
        self.found.sort_by_key(|found| found.place.start);
    }

    /// Returns the root signatures that were found; `file` is the text of the first file.
    pub(super) fn finish(self, file: &str) -> Result<File<'_>, Diagnostics> {
        let sources = Arc::new(self.sources);
        let located = |found: Vec<Diagnostic>| -> Vec<_> {
            let found = found.into_iter();
            found
                .map(|diagnostic| diagnostic.located(file, &sources))
                .collect()
        };
        Diagnostics::unless_empty(located(self.wrong))?;
        let why = self.includes.why_unread();
        let unread = self.unread.map(|place| {
            let wrong = Diagnostic::new(place, "the code that was read has no root signature");
            wrong.with_help(why).located(file, &sources)
        });
        let found = self.found.into_iter().map(|item| Found {
            file,
            sources: sources.clone(),
            place: sources.place(file, item.place.clone()),
            item,
            dialect: self.dialect,
        });
        let notes = self.notes.into_iter().map(Diagnostic::noted);
        Ok(File {
            found: found.collect(),
            notes: located(notes.collect()),
            skipped: located(self.skipped),
            unread,
            sources,
        })
    }

    /// The next token of active code; directives are processed on the way.
    pub(super) fn next(&mut self) -> Option<(Token, &'s str, Range<usize>)> {
        while self.wrong.len() < MOST {
            if self.now.cursor.at_end() {
                self.end_file()?;
                continue;
            }
            let token = self.now.cursor.peek();
            if token == Some(Token::Hash) && self.line_begins {
                self.directive();
                continue;
            }
            let (word, span) = self.now.cursor.bump();
            self.line_begins = token == Some(Token::LineEnd);
            if self.line_begins {
                continue;
            }
            if self.is_skipped() {
                if token == Some(Token::Word) && announces(word) {
                    self.skip_root_signature(span);
                }
                continue;
            }
            match token {
                Some(Token::Unclosed) => {
                    let message = "the comment does not end";
                    self.wrong.push(Diagnostic::new(span, message));
                    return None;
                }
                Some(token) => return Some((token, word, span)),
                None => self.wrong.push(no_word(word, span)),
            }
        }
        None
    }

    /// Returns to the file that includes this one; does nothing if there is none.
    fn end_file(&mut self) -> Option<()> {
        let before = self.waiting.pop()?;
        self.end_conditionals(self.now.conditionals);
        self.now = before;
        Some(())
    }

    /// Closes the conditionals of the current file: a conditional must end in the file in which it begins.
    fn end_conditionals(&mut self, before: usize) {
        if let Some(open) = self.conditionals.get(before) {
            let message = "the conditional does not end";
            self.wrong
                .push(Diagnostic::new(open.place.clone(), message));
        }
        self.conditionals.truncate(before);
    }

    fn word(
        &mut self,
        before: Option<Token>,
        token: Token,
        word: &'s str,
        span: Range<usize>,
    ) -> Result<(), Diagnostic> {
        let begins = matches!(before, Some(Token::OpenSquare | Token::Comma));
        match token {
            Token::Word if word.eq_ignore_ascii_case(ATTRIBUTE) && begins => {
                return self.attribute(span);
            }
            Token::Word => {
                let subobject = SUBOBJECTS.iter().find(|(name, _)| *name == word);
                if let Some((_, kind)) = subobject {
                    return self.subobject(*kind);
                }
                self.last_word = word;
            }
            Token::Open => self.function(true),
            Token::Semicolon | Token::OpenCurly | Token::CloseCurly => self.function(false),
            _ => {}
        }
        self.bracket(token, span)
    }

    /// Updates the stack of open brackets.
    fn bracket(&mut self, token: Token, span: Range<usize>) -> Result<(), Diagnostic> {
        if token.opens() {
            self.brackets.push((token, span.start));
            return Ok(());
        }
        let Some(opening) = token.opening() else {
            return Ok(());
        };
        let open = self.brackets.pop();
        if self.brackets_hidden || open.is_some_and(|(open, _)| open == opening) {
            return Ok(());
        }
        // Otherwise later brackets would cause further errors.
        self.brackets_hidden = true;
        let wrong = Diagnostic::new(span, "there is no opening bracket for this");
        Err(match open {
            Some((_, at)) => wrong.with_place(at..at + 1, "this is open"),
            None => wrong,
        })
    }

    /// The string of an attribute, after its name.
    fn attribute(&mut self, name: Range<usize>) -> Result<(), Diagnostic> {
        let depth = self.brackets.len().saturating_sub(1);
        match self.next() {
            Some((Token::Open, ..)) => {}
            _ => return Err(Diagnostic::new(name, "expected `(` after this")),
        }
        let string = self.string(Token::Close);
        self.function(false);
        self.attribute = Some((name.start..self.now.cursor.read, string, depth));
        self.last_word = "";
        Ok(())
    }

    /// Assigns the pending attribute to its function, if the parameters of the function begin here.
    fn function(&mut self, begins: bool) {
        let here = self.brackets.len();
        let Some((place, string, _)) = self.attribute.take_if(|(_, _, depth)| *depth >= here)
        else {
            return;
        };
        // The function may be a macro that is defined in another file.
        if (!begins || self.last_word.is_empty()) && !self.brackets_hidden {
            let message = "this attribute is not before a function";
            self.wrong.push(Diagnostic::new(place, message));
            return;
        }
        let name = if begins { self.last_word } else { "" };
        self.push(name, Kind::Function, place, string);
    }

    /// The name and the string of a subobject, after its type.
    fn subobject(&mut self, kind: Kind) -> Result<(), Diagnostic> {
        let wrong = |found: Option<(Token, &str, Range<usize>)>, end: usize, expected: &str| {
            let (span, what) = match found {
                Some((_, word, span)) => (span, format!("found `{}`", short(word))),
                None => (end..end, "found the end".into()),
            };
            Err(Diagnostic::new(
                span,
                format!("expected {expected}, {what}"),
            ))
        };
        let (name, place) = match self.next() {
            Some((Token::Word, name, place)) => (name, place),
            other => return wrong(other, self.now.cursor.read, "the name of a subobject"),
        };
        for (token, expected) in [(Token::Equal, "`=`"), (Token::OpenCurly, "`{`")] {
            match self.next() {
                Some((found, ..)) if found == token => {}
                other => return wrong(other, self.now.cursor.read, expected),
            }
        }
        let string = self.string(Token::CloseCurly);
        self.push(name, kind, place, string);
        Ok(())
    }

    /// The string up to a closing bracket.
    fn string(&mut self, end: Token) -> Result<Source, Diagnostic> {
        let mut source = Source::default();
        let mut outcome = Ok(());
        let mut some = false;
        let mut depth = 0usize;
        loop {
            let Some((token, word, span)) = self.next() else {
                let end = self.now.cursor.read;
                outcome = outcome.and(Err(Diagnostic::new(
                    end..end,
                    "expected a string, found the end",
                )));
                break;
            };
            if token == end && depth == 0 {
                let nothing = || Diagnostic::new(span, "expected a string");
                return outcome.and_then(|()| some.then_some(source).ok_or_else(nothing));
            }
            if token.opens() {
                depth += 1;
            } else if token.opening().is_some() {
                depth = depth.saturating_sub(1);
            }
            some = true;
            if outcome.is_ok() {
                outcome = match token {
                    Token::Literal => source.literal(word, span.start, self.dialect),
                    Token::Word => {
                        self.macros.used.insert(word);
                        let expanded = self.macros.expand(word, &span, &mut source);
                        expanded.map_err(|wrong| self.with_include(wrong))
                    }
                    _ => {
                        let message = format!("expected a string, found `{}`", short(word));
                        Err(Diagnostic::new(span, message))
                    }
                };
            }
        }
        outcome.map(|()| source)
    }

    /// Extends the help: the missing definition may be in another file.
    fn with_include(&self, wrong: Diagnostic) -> Diagnostic {
        match &self.unread {
            Some(unread) if !wrong.has_place() => {
                wrong.with_place(unread.clone(), self.includes.why_unread())
            }
            _ => wrong,
        }
    }

    /// Adds a string that may be a root signature.
    pub(super) fn push(
        &mut self,
        name: &str,
        kind: Kind,
        place: Range<usize>,
        string: Result<Source, Diagnostic>,
    ) {
        self.found.push(Item {
            name: name.into(),
            kind,
            place,
            string,
            used: false,
        });
    }

    /// Adds a macro whose value is a string at the end of the file.
    fn found_macro(&mut self, name: &'s str) {
        let Some(found) = self.macros.defined.get(name) else {
            return;
        };
        let mut words = found.words();
        let (mut some, mut only) = (false, !found.takes);
        while only && !words.at_end() {
            some |= words.peek() == Some(Token::Literal);
            only = matches!(
                words.peek(),
                Some(Token::Literal | Token::Word | Token::LineEnd)
            );
            words.bump();
        }
        if !only {
            return;
        }
        let place = found.place.clone().unwrap_or(0..0);
        let mut source = Source::default();
        let string = self.macros.expand(name, &place, &mut source);
        // Names that are not strings belong to other code.
        if some || string.is_ok() && !source.text().is_empty() {
            let string = string.map(|()| source);
            let string = string.map_err(|wrong| self.with_include(wrong));
            self.push(name, Kind::Macro, place, string);
        }
    }

    /// The error for brackets that are open at the end of the file.
    fn end(&mut self) {
        self.function(false);
        self.end_conditionals(0);
        if let Some((_, at)) = self.brackets.last().filter(|_| !self.brackets_hidden) {
            let message = "this is never closed";
            self.wrong.push(Diagnostic::new(*at..at + 1, message));
        }
    }
}

/// The error for a character that begins no token of HLSL.
fn no_word(word: &str, span: Range<usize>) -> Diagnostic {
    if word.starts_with(['"', '\'']) {
        Diagnostic::new(span, "the string does not end in its line")
    } else {
        Diagnostic::new(span, format!("`{}` is not a token of HLSL", short(word)))
    }
}
