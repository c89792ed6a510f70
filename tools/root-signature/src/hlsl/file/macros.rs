//! The macros of a file, and their strings.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use core::cell::Cell;
use core::ops::Range;

use super::Cursor;
use super::token::Token;
use crate::cursor::short;
use crate::diagnostic::Diagnostic;
use crate::hlsl::dialect::Dialect;
use crate::hlsl::source::Source;

/// The maximum nesting of macros.
const DEEPEST: usize = 64;

/// The maximum size of expanded macros in root signatures and conditionals, as a multiple of the files' size.
const MOST_TIMES: usize = 4;

/// The minimum of that limit in bytes.
const FEW: usize = 64 << 10;

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct Macro<'s> {
    /// The text of its body.
    pub(super) body: &'s str,
    /// The position of its body.
    at: usize,
    /// The location of its definition in the file; `None` if an option defines it.
    pub(super) place: Option<Range<usize>>,
    /// Whether it has parameters.
    pub(super) takes: bool,
    /// The conditional with an unknown condition that the macro depends on.
    pub(super) doubtful: Option<Range<usize>>,
}

impl<'s> Macro<'s> {
    /// A macro of a file, with its body at `at`.
    pub(super) fn of_file(body: &'s str, at: usize, place: Range<usize>) -> Self {
        Self {
            body,
            at,
            place: Some(place),
            takes: false,
            doubtful: None,
        }
    }

    /// A macro that an option defines.
    pub(super) fn given(body: &'s str) -> Self {
        Self {
            place: None,
            ..Self::of_file(body, 0, 0..0)
        }
    }

    /// The words of its body.
    pub(super) fn words(&self) -> Cursor<'s> {
        Cursor::from_place(self.body, self.at)
    }
}

/// The macros that are defined at the current position of a file.
#[derive(Debug)]
pub(super) struct Macros<'s> {
    pub(super) defined: BTreeMap<&'s str, Macro<'s>>,
    /// The macros that other macros contain.
    pub(super) used: BTreeSet<&'s str>,
    dialect: Dialect,
    /// The remaining bytes of expansion.
    budget: Cell<usize>,
}

impl<'s> Macros<'s> {
    pub(super) fn new(file: &str, dialect: Dialect) -> Self {
        Self {
            defined: BTreeMap::new(),
            used: BTreeSet::new(),
            dialect,
            budget: Cell::new(file.len().saturating_mul(MOST_TIMES).saturating_add(FEW)),
        }
    }

    /// Increases the limit on expansion for a further file.
    pub(super) fn add_file(&mut self, file: &str) {
        let more = file.len().saturating_mul(MOST_TIMES);
        self.budget.set(self.budget.get().saturating_add(more));
    }

    /// Records that the definition of a macro depends on a conditional with an unknown condition.
    pub(super) fn doubt(&mut self, name: &'s str, maybe: Macro<'s>, conditional: Range<usize>) {
        let found = self.defined.entry(name).or_insert(maybe);
        found.doubtful = Some(conditional);
    }

    /// Counts an expansion of a macro by the size of its body; returns whether the limit allows it.
    pub(super) fn may_expand(&self, found: &Macro<'_>) -> bool {
        let left = self.budget.get().checked_sub(found.body.len() + 1);
        left.inspect(|left| self.budget.set(*left)).is_some()
    }

    /// Appends the string of the macro that is referenced at `place`.
    pub(super) fn expand(
        &mut self,
        name: &'s str,
        place: &Range<usize>,
        source: &mut Source,
    ) -> Result<(), Diagnostic> {
        self.expand_within(name, place, source, 0)
    }

    fn expand_within(
        &mut self,
        name: &'s str,
        place: &Range<usize>,
        source: &mut Source,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let found = self.defined.get(name).cloned();
        let Some(found) = found else {
            let wrong =
                Diagnostic::new(place.clone(), format!("expected a string, found `{name}`"));
            return Err(wrong.with_help("this macro is not defined; use `-D` to define it"));
        };
        if let Some(doubtful) = found.doubtful {
            return Err(doubt(name, place.clone(), &doubtful));
        }
        if found.takes {
            let message = format!("`{name}` takes arguments");
            let wrong = Diagnostic::new(place.clone(), message);
            return Err(wrong.with_help("macros with arguments are not expanded here"));
        }
        if depth >= DEEPEST {
            let message = format!("`{name}` contains itself, or is nested too deeply");
            return Err(Diagnostic::new(place.clone(), message));
        }
        if !self.may_expand(&found) {
            return Err(too_much(name, place.clone()));
        }
        if found.place.is_none() {
            let mut given = Source::default();
            let read = self.strings(&found, Some(place), &mut given, depth);
            read.map_err(|wrong| wrong.moved(|_| place.clone()))?;
            source.push_named(&given, place);
            return Ok(());
        }
        self.strings(&found, None, source, depth)
    }

    /// Appends the strings of a macro; those of an option get the position `place`.
    fn strings(
        &mut self,
        found: &Macro<'s>,
        place: Option<&Range<usize>>,
        source: &mut Source,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let mut words = found.words();
        while !words.at_end() {
            let (word, span) = (words.text(), words.span());
            match words.peek() {
                Some(Token::Literal) => source.literal(word, span.start, self.dialect)?,
                Some(Token::Word) => {
                    self.used.insert(word);
                    let place = place.unwrap_or(&span);
                    self.expand_within(word, place, source, depth + 1)?;
                }
                Some(Token::LineEnd) => {}
                _ => return Err(words.unexpected("a string")),
            }
            words.bump();
        }
        Ok(())
    }
}

/// The error for a macro that may be defined or not, because of a conditional with an unknown condition.
pub(super) fn doubt(name: &str, place: Range<usize>, conditional: &Range<usize>) -> Diagnostic {
    let message =
        format!("the definition of `{name}` depends on a conditional that is not supported");
    Diagnostic::new(place, message).with_place(conditional.clone(), "this one")
}

/// The error for a macro, or one that it contains, that exceeds the limit.
pub(super) fn too_much(name: &str, place: Range<usize>) -> Diagnostic {
    let message = format!("the macros in `{}` expand to too much text", short(name));
    Diagnostic::new(place, message)
}
