//! Parses root signatures: text to value.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use dxc_format::constants::{
    DescriptorRangeType, RootFlags, RootParameterType, RootSignatureVersion,
};
use dxc_format::rts0::{DescriptorRange, RootParameter, RootPayload, RootSignature, StaticSampler};
use dxc_shader::hlsl::{Argument, RootElement};

use super::dialect::Dialect;
use super::parser_state::Parser;
use super::places::{ClausePlaces, Parsed, Places, REGISTER};
use super::source::Source;
use super::token::Token;
use super::value::unknown;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::metadata::ClauseKind;
use crate::sources::Sources;
use dxc_shader::root_signature::clause::SignatureClause;
use dxc_shader::root_signature::fields::{Fields, Slot, versions};
use dxc_shader::root_signature::{later_version, parameter};

/// The maximum number of errors to report.
const MOST: usize = 20;

/// Parses a string that was extracted from the text `file`. Local root signatures omit their flag.
pub(super) fn parse_source(
    source: &Source,
    (file, sources): (&str, &Arc<Sources>),
    version: RootSignatureVersion,
    dialect: Dialect,
) -> Result<Parsed, Diagnostics> {
    let place = |span| source.place(span);
    if !dialect.has_version(version) {
        let message = format!("{dialect} has no root signatures of version {version}");
        return Err(Diagnostic::new(place(0..0), message)
            .located(file, sources)
            .into());
    }
    let mut parser = Parser::new(source.text(), version, dialect);
    let mut signature = RootSignature::default();
    signature.version = version;
    let mut parsed = Parsed {
        signature,
        places: Places::default(),
        sources: sources.clone(),
    };
    parser.elements(&mut parsed);
    let wrong = parser.wrong.into_iter();
    let wrong = wrong.map(|wrong| wrong.moved(place).located(file, sources));
    Diagnostics::unless_empty(wrong.collect())?;
    parsed.places.whole = 0..source.text().len();
    parsed.places.moved(place);
    Ok(parsed)
}

/// The argument that describes a field.
pub(super) fn argument_of_field(field: &str) -> Option<Argument> {
    Argument::all_values().find(|argument| argument.field() == Some(field))
}

/// The value of an enum with a name, ignoring case.
fn named<T>(
    mut values: impl Iterator<Item = T>,
    name: fn(T) -> Option<&'static str>,
    word: &str,
) -> Option<T>
where
    T: Copy,
{
    values.find(|value| name(*value).is_some_and(|name| name.eq_ignore_ascii_case(word)))
}

/// The element of a root signature with a name, ignoring case.
fn element_named(word: &str) -> Option<RootElement> {
    named(RootElement::all_values(), RootElement::name, word)
}

/// Whether a word is a clause of a root signature.
pub(super) fn is_element(word: &str) -> bool {
    element_named(word).is_some()
}

/// Whether a text contains the keyword of a clause before a parenthesis.
pub(super) fn names_clause(text: &str) -> bool {
    let mut before = text.split('(').rev().skip(1);
    let last = |before: &str| {
        let word = before.trim_end();
        let start = word.rfind(|letter: char| !letter.is_ascii_alphanumeric());
        is_element(word.get(start.map_or(0, |at| at + 1)..).unwrap_or_default())
    };
    before.any(last)
}

/// A parsed clause: its kind, the record for its arguments, and their locations.
pub(super) struct Clause<R> {
    kind: SignatureClause,
    pub(super) record: R,
    places: ClausePlaces,
}

impl<R: Fields> Clause<R> {
    /// A clause without arguments, whose record has default values.
    pub(super) fn new(kind: SignatureClause, record: R) -> Self {
        Self {
            kind,
            record,
            places: ClausePlaces::default(),
        }
    }

    /// Sets the default flags of the clause, unless the text states flags.
    pub(super) fn fill(&mut self, version: RootSignatureVersion, dialect: Dialect) {
        for slot in self.record.fields() {
            if slot.flags().is_some() && !self.places.gives(slot.name) {
                let has_flags = self.record.has(slot.name, version);
                let value = if has_flags && dialect.rules().default_flags {
                    self.kind.default_flags()
                } else {
                    0
                };
                self.record.set(Slot { value, ..slot });
            }
        }
    }
}

impl Parser<'_> {
    fn elements(&mut self, parsed: &mut Parsed) {
        while !self.cursor.at_end() && self.wrong.len() < MOST {
            if let Err(wrong) = self.element(parsed) {
                self.wrong.push(wrong);
                self.skip(true);
            }
            if self.cursor.eat(Token::Comma).is_some() || self.cursor.at_end() {
                continue;
            }
            self.wrong.push(self.cursor.unexpected("`,` or the end"));
            if !self.cursor_word().is_some_and(is_element) {
                self.skip(true);
                self.cursor.eat(Token::Comma);
            }
        }
    }

    /// The next token, if it may be a keyword.
    fn cursor_word(&self) -> Option<&str> {
        let word = self.cursor.text();
        (self.cursor.peek() == Some(Token::Word)).then_some(word)
    }

    /// Skips the rest of an invalid clause, up to the next comma outside of parentheses, or to the parenthesis that
    /// closes the list. `outside` means that the clause is not in a list.
    fn skip(&mut self, outside: bool) {
        let mut depth = 0usize;
        while !self.cursor.at_end() {
            match self.cursor.peek() {
                Some(Token::Comma) if depth == 0 => return,
                Some(Token::Close) if depth == 0 && !outside => return,
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.cursor.bump();
        }
    }

    /// Skips the rest of a list in parentheses, and the closing parenthesis.
    fn skip_list(&mut self) {
        self.skip(false);
        while self.cursor.eat(Token::Comma).is_some() {
            self.skip(false);
        }
        self.cursor.eat(Token::Close);
    }

    fn element(&mut self, parsed: &mut Parsed) -> Result<(), Diagnostic> {
        let Parsed {
            signature, places, ..
        } = parsed;
        let names = RootElement::all_values().filter_map(RootElement::name);
        let Some((word, span)) = self.cursor.eat(Token::Word) else {
            return Err(self.cursor.unexpected("a clause").meant("", names));
        };
        let Some(element) = element_named(word) else {
            return Err(unknown(word, span).meant(word, names));
        };
        self.cursor.expect(Token::Open, "`(`")?;
        let kind = SignatureClause::Element(element);
        let (list, mut place) = match element {
            RootElement::RootFlags => {
                if let Some(first) = &places.flags {
                    let wrong = Diagnostic::new(span, "the root signature already has flags");
                    return Err(wrong.with_place(first.whole.clone(), "here"));
                }
                match self.root_flags() {
                    Ok(flags) => signature.flags = flags,
                    Err(wrong) => {
                        self.wrong.push(wrong);
                        self.skip_list();
                    }
                }
                places.order.push(ClauseKind::Flags);
                places.flags = Some(ClausePlaces {
                    whole: span.start..self.cursor.read,
                    ..ClausePlaces::default()
                });
                return Ok(());
            }
            RootElement::StaticSampler => {
                let clause = self.clause(kind, StaticSampler::default());
                signature.samplers.push(clause.record);
                places.order.push(ClauseKind::Sampler);
                (&mut places.samplers, clause.places)
            }
            element => {
                self.check_since(element, &span);
                let clause = match element {
                    RootElement::DescriptorTable => self.table(),
                    _ => self.clause(kind, parameter(element.parameter().unwrap_or_default())),
                };
                signature.parameters.push(clause.record);
                places.order.push(ClauseKind::Parameter);
                (&mut places.parameters, clause.places)
            }
        };
        place.whole = span.start..self.cursor.read;
        list.push(place);
        Ok(())
    }

    /// Reports a clause whose type of parameters the version does not have.
    fn check_since(&mut self, element: RootElement, span: &Range<usize>) {
        let since = element.parameter();
        let since = since.and_then(|of| later_version(of, self.version));
        if let Some(since) = since {
            let message = format!("there is no `{element}` before version {}", spelled(since));
            self.wrong.push(Diagnostic::new(span.clone(), message));
        }
    }

    fn root_flags(&mut self) -> Result<RootFlags, Diagnostic> {
        let mut flags = RootFlags::None;
        if self.cursor.peek() != Some(Token::Close) || !self.dialect.rules().empty {
            flags = RootFlags(self.flags(&RootFlags::TABLE)?);
        }
        self.cursor.expect(Token::Close, "`|` or `)`")?;
        Ok(flags)
    }

    /// Parses the clauses of a descriptor table, which include its visibility.
    fn table(&mut self) -> Clause<RootParameter> {
        let kind = SignatureClause::Element(RootElement::DescriptorTable);
        let mut clause = Clause::new(kind, parameter(RootParameterType::DescriptorTable));
        let mut ranges = Vec::new();
        let end = self.list(|parser| {
            let inner = parser.cursor_word();
            match inner.and_then(range_named) {
                Some(inner) => {
                    let range = parser.range(inner)?;
                    ranges.push(range.record);
                    clause.places.ranges.push(range.places);
                    Ok(())
                }
                None => parser.argument(&mut clause),
            }
        });
        if let Some(end) = end.filter(|_| ranges.is_empty() && !self.dialect.rules().empty) {
            let wrong = self.refused(end, "the descriptor table has no ranges");
            self.wrong.push(wrong);
        }
        if let RootPayload::DescriptorTable(table) = &mut clause.record.payload {
            table.ranges = ranges;
        }
        clause
    }

    fn range(
        &mut self,
        range_type: DescriptorRangeType,
    ) -> Result<Clause<DescriptorRange>, Diagnostic> {
        let start = self.cursor.bump().1.start;
        self.cursor.expect(Token::Open, "`(`")?;
        let range = DescriptorRange {
            range_type,
            ..DescriptorRange::default()
        };
        let mut clause = self.clause(SignatureClause::Range(range_type), range);
        clause.places.whole = start..self.cursor.read;
        Ok(clause)
    }

    /// Parses the arguments of a clause, in any order; `record` has the default values.
    fn clause<R: Fields>(&mut self, kind: SignatureClause, record: R) -> Clause<R> {
        let mut clause = Clause::new(kind, record);
        let Some(end) = self.list(|parser| parser.argument(&mut clause)) else {
            return clause;
        };
        let Clause { record, places, .. } = &clause;
        let needs = |slot: &Slot| slot.name.ends_with(REGISTER);
        if record.fields().iter().any(needs) && !places.gives(REGISTER) {
            let (name, letter) = (kind.name(), kind.letter());
            let message = format!("`{name}` must have a `{letter}` register");
            self.wrong.push(Diagnostic::new(end.clone(), message));
        }
        for argument in record.arguments().filter(|argument| argument.required()) {
            if !argument.field().is_some_and(|field| places.gives(field)) {
                let message = format!("`{}` must have `{argument}`", kind.name());
                self.wrong.push(Diagnostic::new(end.clone(), message));
            }
        }
        clause.fill(self.version, self.dialect);
        clause
    }

    /// Parses the items in parentheses; returns the position of the closing parenthesis, if all are valid.
    fn list(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<(), Diagnostic>,
    ) -> Option<Range<usize>> {
        let before = self.wrong.len();
        let mut comma = None;
        while self.wrong.len() < MOST && self.cursor.peek() != Some(Token::Close) {
            if let Err(wrong) = one(self) {
                self.wrong.push(wrong);
                self.skip(false);
            } else if ![Some(Token::Comma), Some(Token::Close)].contains(&self.cursor.peek()) {
                self.wrong.push(self.cursor.unexpected("`,` or `)`"));
                self.skip(false);
            }
            comma = self.cursor.eat(Token::Comma);
            if comma.is_none() {
                break;
            }
        }
        let end = self.cursor.span();
        let closed = self.cursor.eat(Token::Close).is_some();
        let clean = self.wrong.len() == before;
        if clean && !closed {
            self.wrong.push(self.cursor.unexpected("`,` or `)`"));
        } else if let Some((_, comma)) = comma.filter(|_| clean && !self.dialect.rules().last_comma)
        {
            self.wrong
                .push(self.refused(comma, "there is a comma before `)`"));
        }
        (self.wrong.len() == before).then_some(end)
    }

    /// The error for syntax that only other dialects accept.
    fn refused(&self, span: Range<usize>, what: &str) -> Diagnostic {
        let wrong = Diagnostic::new(span, what);
        wrong.with_help(format!("{} refuses that", self.dialect))
    }

    /// Parses a register, or a keyword with its value.
    fn argument<R: Fields>(&mut self, clause: &mut Clause<R>) -> Result<(), Diagnostic> {
        let start = self.cursor.span().start;
        if let Some((word, span)) = self.cursor.eat(Token::Register) {
            return self.register(clause, word, span);
        }
        let (kind, record) = (clause.kind, &mut clause.record);
        let letter = kind.letter();
        let Some((word, span)) = self.cursor.eat(Token::Word) else {
            let what = match letter {
                "" => "a clause or an argument",
                _ => "a register or an argument",
            };
            return Err(self.cursor.unexpected(what).meant("", legal(kind, record)));
        };
        let Some(found) = argument_of(record, word) else {
            if is_register_like(word, letter) {
                let message = format!("`{word}` is not a register");
                let help = format!("a register of `{}` is `{letter}` and a number", kind.name());
                return Err(Diagnostic::new(span, message).with_help(help));
            }
            let message = format!("`{}` does not have this argument", kind.name());
            return Err(Diagnostic::new(span, message).meant(word, legal(kind, record)));
        };
        self.cursor.expect(Token::Equal, "`=`")?;
        let (at, field) = (self.cursor.span().start, found.field().unwrap_or_default());
        if let Some(slot) = record.field(field) {
            let value = self.value(&slot, found)?;
            let early = self.dialect.rules().early_flags;
            let stored = record.stored(kind, self.version, &Slot { value, ..slot }, early);
            let value = stored.ok_or_else(|| self.too_early(clause, found, &slot, at))?;
            clause.record.set(Slot { value, ..slot });
        }
        let place = start..self.cursor.read;
        clause.places.give(kind.name(), field, place)
    }

    fn register<R: Fields>(
        &self,
        clause: &mut Clause<R>,
        word: &str,
        span: Range<usize>,
    ) -> Result<(), Diagnostic> {
        let Clause {
            kind,
            record,
            places,
        } = clause;
        let letter = kind.letter();
        let Some(digits) = word.strip_prefix(letter).filter(|_| !letter.is_empty()) else {
            let message = format!("`{}` cannot have this register", kind.name());
            let wrong = Diagnostic::new(span, message);
            return Err(match letter {
                "" => wrong,
                letter => wrong.with_help(format!("its register begins with `{letter}`")),
            });
        };
        let value = self.dialect.register(digits, span.clone())?;
        let fields = record.fields().into_iter();
        for slot in fields.filter(|slot| slot.name.ends_with(REGISTER)) {
            record.set(Slot { value, ..slot });
        }
        places.give(kind.name(), REGISTER, span)
    }

    /// The error for an argument, with a value at `start`, that the version does not support.
    fn too_early<R: Fields>(
        &self,
        Clause { kind, record, .. }: &Clause<R>,
        argument: Argument,
        slot: &Slot,
        start: usize,
    ) -> Diagnostic {
        let since = versions().find(|version| record.has(slot.name, *version));
        let since = since.map_or_else(String::new, spelled);
        let clause = kind.name();
        let message = format!("`{clause}` has no `{argument}` before version {since}");
        let wrong = Diagnostic::new(start..self.cursor.read, message);
        match slot.flags() {
            Some(table) => {
                let meant = kind.spell_flags_before(table);
                wrong.with_help(format!("earlier versions imply `{meant}`"))
            }
            None => wrong,
        }
    }
}

/// The argument with a name, ignoring case.
fn argument_of(record: &impl Fields, word: &str) -> Option<Argument> {
    named(record.arguments(), Argument::name, word)
}

/// The type of ranges with a name, ignoring case.
fn range_named(word: &str) -> Option<DescriptorRangeType> {
    let values = DescriptorRangeType::all_values();
    named(values, DescriptorRangeType::name, word)
}

/// The keywords that a clause may contain, besides a register.
fn legal(clause: SignatureClause, record: &impl Fields) -> impl Iterator<Item = &'static str> {
    let is_table = clause == SignatureClause::Element(RootElement::DescriptorTable);
    let ranges = DescriptorRangeType::all_values().filter(move |_| is_table);
    let arguments = record.arguments().filter_map(Argument::name);
    arguments.chain(ranges.filter_map(DescriptorRangeType::name))
}

/// Whether an invalid word was probably intended as a register.
fn is_register_like(word: &str, letter: &str) -> bool {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.is_some_and(|first| letter.starts_with(first))
        && letters.all(|digit| digit.is_ascii_digit())
}

/// A version with a dot, such as `1.1`.
fn spelled(version: RootSignatureVersion) -> String {
    let name = version.to_string();
    name.trim_start_matches('V').replace('_', ".")
}
