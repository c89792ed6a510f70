//! The directives of the preprocessor.

use alloc::format;
use core::ops::Range;

use super::code::{Code, announces};
use super::condition::Conditions;
use super::conditional::{Conditional, State};
use super::macros::Macro;
use super::token::Token;
use crate::text::root_signature::cursor::short;
use crate::text::root_signature::diagnostic::Diagnostic;

/// How many notes there are at most.
const MOST_NOTES: usize = 100;

impl<'s> Code<'s> {
    /// Whether code is skipped here.
    pub(super) fn is_skipped(&self) -> bool {
        self.conditionals
            .last()
            .is_some_and(|open| open.state != State::Taken)
    }

    /// The conditional that nobody knows the truth of and that this place depends on.
    fn doubt(&self) -> Option<Range<usize>> {
        self.conditionals.last().and_then(|open| open.doubt.clone())
    }

    /// Obeys the directive that begins here.
    pub(super) fn directive(&mut self) {
        let (_, hash) = self.cursor.bump();
        self.line_begins = false;
        let (name, span) = match self.cursor.peek() {
            Some(Token::Word) => self.cursor.bump(),
            // `#` alone, and what C calls a line marker.
            Some(Token::LineEnd | Token::Number) => return self.skip_line(),
            _ if self.cursor.at_end() => return,
            _ => ("", self.cursor.span()),
        };
        let place = hash.start..span.end;
        let outcome = match name {
            "if" | "ifdef" | "ifndef" => {
                self.open(name, place);
                Ok(())
            }
            "elif" | "else" | "endif" => self.branch(name, place),
            "define" | "undef" => match (self.is_skipped(), self.doubt()) {
                (true, Some(doubtful)) => {
                    self.doubt_macro(doubtful);
                    Ok(())
                }
                (true, None) => Ok(()),
                (false, _) if name == "define" => self.define(),
                (false, _) => self.undefine(),
            },
            _ if self.is_skipped() => Ok(()),
            "include" => {
                self.include(place);
                Ok(())
            }
            "error" => Err(Diagnostic::new(
                place,
                "the file says here that it cannot be compiled",
            )),
            "pragma" | "line" | "warning" => Ok(()),
            _ => Err(Diagnostic::new(
                span,
                format!("`#{}` is no directive", short(name)),
            )),
        };
        if let Err(wrong) = outcome {
            self.wrong.push(wrong);
        }
        self.skip_line();
    }

    /// Skips what is left of the line, up to its end.
    fn skip_line(&mut self) {
        while !self.cursor.at_end() && self.cursor.peek() != Some(Token::LineEnd) {
            self.cursor.bump();
        }
    }

    fn open(&mut self, name: &str, place: Range<usize>) {
        let mut doubt = self.doubt();
        let state = match self.is_skipped() {
            true => State::Done,
            false => match self.truth(name, &place) {
                Ok(true) => State::Taken,
                Ok(false) => State::Wanted,
                Err(wrong) => {
                    self.doubtful(wrong);
                    doubt = Some(place.clone());
                    State::Done
                }
            },
        };
        self.conditionals.push(Conditional {
            place,
            state,
            doubt,
            last: false,
        });
    }

    /// Notes that nobody knows the truth of a condition, so that no branch is read.
    fn doubtful(&mut self, wrong: Diagnostic) {
        self.brackets_hidden = true;
        self.note(wrong.with_more("no branch of this conditional is read"));
    }

    /// Notes something, unless there are very many notes already.
    fn note(&mut self, note: Diagnostic) {
        match self.notes.len() {
            ..MOST_NOTES => self.notes.push(note),
            MOST_NOTES => self
                .notes
                .push(note.with_more("further notes are left out")),
            _ => {}
        }
    }

    /// Whether the condition of a directive holds.
    fn truth(&mut self, name: &str, place: &Range<usize>) -> Result<bool, Diagnostic> {
        let mut conditions = Conditions::new(&self.macros, self.dialect);
        let truth = match name {
            "ifdef" | "ifndef" => {
                let (word, span) = self.cursor.expect(Token::Word, "a name")?;
                conditions.defined(word, span)? == (name == "ifdef")
            }
            _ => conditions.holds(&mut self.cursor)?,
        };
        if let (Some(include), Some(name)) = (self.include.clone(), conditions.missing) {
            let message = format!("`{}` is taken as not defined", short(&name));
            let note = Diagnostic::new(place.clone(), message);
            self.note(note.with_place(include, "other files are not read"));
        }
        Ok(truth)
    }

    fn branch(&mut self, name: &str, place: Range<usize>) -> Result<(), Diagnostic> {
        let Some(mut open) = self.conditionals.pop() else {
            let message = format!("`#{name}` belongs to no `#if`");
            return Err(Diagnostic::new(place, message));
        };
        if name == "endif" {
            return Ok(());
        }
        if open.last {
            self.conditionals.push(open);
            return Err(Diagnostic::new(
                place,
                format!("`#{name}` stands behind `#else`"),
            ));
        }
        open.last = name == "else";
        open.state = match open.state {
            State::Wanted if name == "else" => State::Taken,
            State::Wanted => match self.truth(name, &place) {
                Ok(true) => State::Taken,
                Ok(false) => State::Wanted,
                Err(wrong) => {
                    self.doubtful(wrong);
                    open.doubt = Some(place);
                    State::Done
                }
            },
            State::Taken | State::Done => State::Done,
        };
        self.conditionals.push(open);
        Ok(())
    }

    fn define(&mut self) -> Result<(), Diagnostic> {
        let (name, place) = self.cursor.expect(Token::Word, "the name of a macro")?;
        let takes =
            self.cursor.peek() == Some(Token::Open) && self.cursor.span().start == place.end;
        let start = self.cursor.span().start;
        let (mut end, mut depth, mut announced) = (start, 0i64, false);
        while !self.cursor.at_end() && self.cursor.peek() != Some(Token::LineEnd) {
            let token = self.cursor.peek();
            let (word, span) = self.cursor.bump();
            end = span.end;
            announced |= token == Some(Token::Word) && announces(word);
            depth += i64::from(token.is_some_and(Token::opens));
            depth -= i64::from(token.is_some_and(|token| token.opening().is_some()));
        }
        self.brackets_hidden |= depth != 0;
        if announced {
            let message =
                format!("`{name}` may hold a root signature, and macros are not expanded in code");
            self.note(Diagnostic::new(place.clone(), message));
        }
        let mut new = Macro::of_file(self.file, start..end, place.clone());
        new.takes = takes;
        let letters = new.letters();
        // What an option says stands until the file says something else, as for compilers.
        let before = self.macros.define(name, new);
        if let Some(before) = before.filter(|before| before.letters() != letters) {
            let note = Diagnostic::new(
                place,
                format!("`{name}` is defined once more, and otherwise"),
            );
            self.note(match before.place {
                Some(first) => note.with_place(first, "first here"),
                None => note.with_help("an option defines it, too"),
            });
        }
        Ok(())
    }

    fn undefine(&mut self) -> Result<(), Diagnostic> {
        let (name, _) = self.cursor.expect(Token::Word, "the name of a macro")?;
        self.macros.undefine(name);
        Ok(())
    }

    /// A macro that may be defined here, or not.
    fn doubt_macro(&mut self, doubtful: Range<usize>) {
        if let Some((name, place)) = self.cursor.eat(Token::Word) {
            let start = self.cursor.span().start;
            self.skip_line();
            let maybe = Macro::of_file(self.file, start..self.cursor.read.max(start), place);
            self.macros.doubt(name, maybe, doubtful);
        }
    }

    fn include(&mut self, place: Range<usize>) {
        self.brackets_hidden = true;
        let start = place.start;
        self.skip_line();
        let place = start..self.cursor.read;
        let message = "other files are not read";
        if self.include.is_none() {
            self.note(Diagnostic::new(place.clone(), message));
            self.include = Some(place);
        }
    }
}
