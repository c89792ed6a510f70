//! Processes the directives of the preprocessor.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::code::{Code, MOST, announces};
use super::condition::Conditions;
use super::conditional::{Conditional, State};
use super::macros::Macro;
use super::token::Token;
use crate::cursor::short;
use crate::diagnostic::Diagnostic;
use crate::hlsl::parse::names_clause;

/// The maximum number of notes.
const MOST_NOTES: usize = 100;

impl<'s> Code<'s> {
    /// Whether code is skipped here.
    pub(super) fn is_skipped(&self) -> bool {
        self.conditionals
            .last()
            .is_some_and(|open| open.state != State::Taken)
    }

    /// The conditional with an unknown condition that this position depends on.
    fn doubt(&self) -> Option<Range<usize>> {
        self.conditionals.last().and_then(|open| open.doubt.clone())
    }

    /// Processes the directive that begins here.
    pub(super) fn directive(&mut self) {
        let (_, hash) = self.now.cursor.bump();
        self.line_begins = false;
        let (name, span) = match self.now.cursor.peek() {
            Some(Token::Word) => self.now.cursor.bump(),
            // A single `#`, or a line marker.
            Some(Token::LineEnd | Token::Number) => return self.skip_line(),
            _ if self.now.cursor.at_end() => return,
            _ => ("", self.now.cursor.span()),
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
                (true, None) => {
                    self.skip_macro(name);
                    Ok(())
                }
                (false, _) if name == "define" => self.define(),
                (false, _) => self.undefine(),
            },
            _ if self.is_skipped() => Ok(()),
            // `include` reads its own line: the next token is in another file.
            "include" => return self.include(hash.start),
            "error" => Err(Diagnostic::new(place, "the file contains an `#error` here")),
            "pragma" => {
                if self.now.cursor.text() == "once" {
                    self.once.extend(self.now.name);
                }
                Ok(())
            }
            "line" | "warning" => Ok(()),
            _ => Err(Diagnostic::new(
                span,
                format!("`#{}` is not a directive", short(name)),
            )),
        };
        if let Err(wrong) = outcome {
            self.wrong.push(wrong);
        }
        self.skip_line();
    }

    /// Skips the rest of the line, up to its end.
    pub(super) fn skip_line(&mut self) {
        while !self.now.cursor.at_end() && self.now.cursor.peek() != Some(Token::LineEnd) {
            self.now.cursor.bump();
        }
    }

    fn open(&mut self, name: &str, place: Range<usize>) {
        let mut open = Conditional {
            place: place.clone(),
            state: State::Done,
            doubt: self.doubt(),
            missing: None,
            last: false,
        };
        if !self.is_skipped() {
            self.choose_branch(&mut open, name, place);
        }
        self.conditionals.push(open);
    }

    /// Evaluates the condition of a branch. If it is unknown, all branches are skipped, and a note is added.
    fn choose_branch(&mut self, open: &mut Conditional, name: &str, place: Range<usize>) {
        open.state = match self.truth(name, &place, &mut open.missing) {
            Ok(true) => State::Taken,
            Ok(false) => State::Wanted,
            Err(wrong) => {
                self.brackets_hidden = true;
                self.note(wrong.with_more("all branches of this conditional are skipped"));
                open.doubt = Some(place);
                State::Done
            }
        };
    }

    /// Adds a note, unless there are too many.
    pub(super) fn note(&mut self, note: Diagnostic) {
        match self.notes.len() {
            ..MOST_NOTES => self.notes.push(note),
            MOST_NOTES => self
                .notes
                .push(note.with_more("further notes are left out")),
            _ => {}
        }
    }

    /// Evaluates the condition of a directive; stores the first macro that it assumes to be undefined in `missing`.
    fn truth(
        &mut self,
        name: &str,
        place: &Range<usize>,
        missing: &mut Option<String>,
    ) -> Result<bool, Diagnostic> {
        let mut conditions = Conditions::new(&self.macros, self.dialect);
        let mut guard = false;
        let truth = match name {
            "ifdef" | "ifndef" => {
                let (word, span) = self.now.cursor.expect(Token::Word, "a name")?;
                guard = name == "ifndef" && guards(word, self.now.cursor.rest());
                conditions.defined(word, &span)? == (name == "ifdef")
            }
            _ => conditions.holds(&mut self.now.cursor)?,
        };
        let Some(name) = conditions.missing else {
            return Ok(truth);
        };
        if let Some(include) = self.unread.clone().filter(|_| !guard) {
            let message = format!("`{}` is assumed to be undefined", short(&name));
            let note = Diagnostic::new(place.clone(), message);
            let why = self.includes.why_unread();
            self.note(note.with_place(include, why));
        }
        missing.get_or_insert(name);
        Ok(truth)
    }

    fn branch(&mut self, name: &str, place: Range<usize>) -> Result<(), Diagnostic> {
        let Some(mut open) = self.conditionals.pop() else {
            let message = format!("`#{name}` without `#if`");
            return Err(Diagnostic::new(place, message));
        };
        if name == "endif" {
            return Ok(());
        }
        if open.last {
            self.conditionals.push(open);
            return Err(Diagnostic::new(place, format!("`#{name}` after `#else`")));
        }
        open.last = name == "else";
        match open.state {
            State::Wanted if open.last => open.state = State::Taken,
            State::Wanted => self.choose_branch(&mut open, name, place),
            State::Taken | State::Done => open.state = State::Done,
        }
        self.conditionals.push(open);
        Ok(())
    }

    fn define(&mut self) -> Result<(), Diagnostic> {
        let (name, place) = self.now.cursor.expect(Token::Word, "the name of a macro")?;
        let takes = self.now.cursor.peek() == Some(Token::Open)
            && self.now.cursor.span().start == place.end;
        let start = self.now.cursor.span().start;
        let (mut end, mut depth, mut announced) = (start, 0i64, false);
        while !self.now.cursor.at_end() && self.now.cursor.peek() != Some(Token::LineEnd) {
            let token = self.now.cursor.peek();
            let (word, span) = self.now.cursor.bump();
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
        let body = self.now.letters(start..end);
        let mut new = Macro::of_file(body, start, place.clone());
        new.takes = takes;
        // Like in compilers, an option holds until the file redefines or undefines the macro.
        let before = self.macros.defined.insert(name, new);
        if let Some(before) = before.filter(|before| before.body != body) {
            let note = Diagnostic::new(place, format!("`{name}` is redefined with another value"));
            self.note(match before.place {
                Some(first) => note.with_place(first, "first here"),
                None => note.with_help("an option also defines it"),
            });
        }
        Ok(())
    }

    fn undefine(&mut self) -> Result<(), Diagnostic> {
        let (name, _) = self.now.cursor.expect(Token::Word, "the name of a macro")?;
        self.macros.defined.remove(name);
        Ok(())
    }

    /// Records that a macro may or may not be defined here.
    fn doubt_macro(&mut self, doubtful: Range<usize>) {
        if let Some((name, place)) = self.now.cursor.eat(Token::Word) {
            let start = self.now.cursor.span().start;
            self.skip_line();
            let body = self.now.letters(start..self.now.cursor.read.max(start));
            let maybe = Macro::of_file(body, start, place);
            self.macros.doubt(name, maybe, doubtful);
        }
    }

    /// Records a macro of an inactive branch.
    fn skip_macro(&mut self, directive: &str) {
        let Some((_, place)) = self.now.cursor.eat(Token::Word) else {
            return;
        };
        while !matches!(self.now.cursor.peek(), None | Some(Token::LineEnd)) {
            let (token, (word, _)) = (self.now.cursor.peek(), self.now.cursor.bump());
            if directive == "define" && token == Some(Token::Literal) && names_clause(word) {
                return self.skip_root_signature(place);
            }
        }
    }

    /// Adds a note for a root signature in an inactive branch if a macro would activate that branch.
    pub(super) fn skip_root_signature(&mut self, place: Range<usize>) {
        let mut conditionals = self.conditionals.iter_mut();
        let skipping = conditionals.find(|open| open.state != State::Taken);
        let Some(open) = skipping.filter(|open| open.state == State::Wanted) else {
            return;
        };
        // One note for each conditional is enough.
        let (Some(name), true) = (open.missing.take(), self.skipped.len() < MOST) else {
            return;
        };
        let message = "this root signature is in a branch that is not compiled";
        let wrong = Diagnostic::new(place, message)
            .with_place(open.place.clone(), "this condition is false");
        let help = format!("`-D {name}` defines `{name}`, which is not defined");
        self.skipped.push(wrong.with_help(help));
    }
}

/// Whether the text after `#ifndef` and a name begins with the definition of that name, as in an include guard.
fn guards(name: &str, rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    words.next() == Some("#define") && words.next() == Some(name)
}
