//! From text to value.

use alloc::format;
use alloc::vec::Vec;

use crate::constants::{DescriptorRangeType, RootFlags, RootParameterType, RootSignatureVersion};
use crate::hlsl::{Argument, RootElement, TableClause};
use crate::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
    RootSignature, StaticSampler,
};
use crate::shape::{EnumTable, EnumValue};

use super::super::Diagnostic;
use super::super::flags::{left_out, number, stored, text};
use super::clause::{Clause, field};
use super::cursor::{Cursor, integer, unknown};
use super::places::{ClausePlaces, Parsed, Places, REGISTER};
use super::source::Source;
use super::token::Token;

/// The root signature that a text describes, as a compiler for `version` reads it.
///
/// The text is the grammar itself, or string literals, or a `#define` of them, with comments and line splices.
///
/// # Errors
/// What is wrong first, and where.
///
/// ```
/// use dxc_format::constants::{RootFlags, RootSignatureVersion};
/// use dxc_format::root_signature::hlsl;
///
/// let text = r#"
///     #define RS "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), " /* the vertex buffers */ \
///                "CBV(b0, visibility = SHADER_VISIBILITY_VERTEX)"
/// "#;
/// let signature = hlsl::parse(text, RootSignatureVersion::V1_1).unwrap().signature;
/// assert_eq!(signature.flags, RootFlags::AllowInputAssemblerInputLayout);
/// assert_eq!(signature.parameters.len(), 1);
/// ```
pub fn parse(text: &str, version: RootSignatureVersion) -> Result<Parsed, Diagnostic> {
    let source = Source::of(text)?;
    let place = |span| source.place(span);
    let mut parser = Parser {
        cursor: Cursor::new(&source.text),
        version,
    };
    let mut parsed = Parsed {
        signature: RootSignature {
            version,
            ..RootSignature::default()
        },
        places: Places::default(),
    };
    parser
        .elements(&mut parsed)
        .map_err(|wrong| wrong.moved(place))?;
    parsed.places.whole = 0..source.text.len();
    parsed.places.moved(place);
    Ok(parsed)
}

/// A parameter whose payload goes with its type.
pub(super) fn parameter(element: RootElement) -> RootParameter {
    RootParameter {
        parameter_type: RootParameterType(element.0),
        payload: match element {
            RootElement::DescriptorTable => {
                RootPayload::DescriptorTable(DescriptorTable::default())
            }
            RootElement::RootConstants => RootPayload::Constants(RootConstants::default()),
            _ => RootPayload::Descriptor(RootDescriptor::default()),
        },
        ..RootParameter::default()
    }
}

/// The arguments that a clause takes.
pub(super) fn arguments(clause: &'static EnumValue) -> impl Iterator<Item = &'static EnumValue> {
    let names = text(clause, "arguments").split_whitespace();
    names.filter_map(|name| Argument::TABLE.by_name(name))
}

/// Gives the arguments that a clause leaves out what they are then.
pub(super) fn fill(
    clause: &'static EnumValue,
    version: RootSignatureVersion,
    record: &mut impl Clause,
    given: impl Fn(Argument) -> bool,
) -> Result<(), Diagnostic> {
    for entry in arguments(clause) {
        let (argument, default) = (Argument(number(entry)), text(entry, "default"));
        if given(argument) {
            continue;
        }
        match record.flags() {
            Some((flags, table)) if argument == Argument::flags => {
                *flags = left_out(clause, version, table);
            }
            _ => record.read(argument, &mut Cursor::new(default))?,
        }
    }
    Ok(())
}

/// The entry of a name, in any case of letters.
fn named(table: &'static EnumTable, word: &str) -> Option<&'static EnumValue> {
    let mut entries = table.values.iter();
    entries.find(|entry| entry.name.eq_ignore_ascii_case(word))
}

struct Parser<'t> {
    cursor: Cursor<'t>,
    version: RootSignatureVersion,
}

impl Parser<'_> {
    fn elements(&mut self, parsed: &mut Parsed) -> Result<(), Diagnostic> {
        while !self.cursor.at_end() {
            self.element(parsed)?;
            if self.cursor.eat(Token::Comma).is_none() && !self.cursor.at_end() {
                return Err(self.cursor.unexpected("`,` or the end"));
            }
        }
        Ok(())
    }

    fn element(&mut self, parsed: &mut Parsed) -> Result<(), Diagnostic> {
        let Parsed { signature, places } = parsed;
        let names = RootElement::TABLE.values.iter().map(|entry| entry.name);
        let Some((word, span)) = self.cursor.eat(Token::Word) else {
            return Err(self.cursor.unexpected("a clause").meant("", names));
        };
        let Some(entry) = named(&RootElement::TABLE, word) else {
            return Err(unknown(word, span).meant(word, names));
        };
        if entry.value == u64::from(RootElement::RootFlags.0) && places.flags.is_some() {
            return Err(Diagnostic::new(
                span,
                "the root signature has flags already",
            ));
        }
        self.cursor.expect(Token::Open)?;
        let mut place = ClausePlaces::default();
        let list = match RootElement(number(entry)) {
            RootElement::RootFlags => {
                if self.cursor.peek() != Some(Token::Close) {
                    signature.flags = RootFlags(self.cursor.flags(&RootFlags::TABLE)?);
                }
                self.cursor.expect(Token::Close)?;
                place.whole = span.start..self.cursor.read;
                places.flags = Some(place);
                return Ok(());
            }
            RootElement::StaticSampler => {
                let mut sampler = StaticSampler::default();
                self.clause(entry, &mut sampler, &mut place)?;
                signature.samplers.push(sampler);
                &mut places.samplers
            }
            RootElement::DescriptorTable => {
                signature.parameters.push(self.table(entry, &mut place)?);
                &mut places.parameters
            }
            element => {
                let mut parameter = parameter(element);
                self.clause(entry, &mut parameter, &mut place)?;
                signature.parameters.push(parameter);
                &mut places.parameters
            }
        };
        place.whole = span.start..self.cursor.read;
        list.push(place);
        Ok(())
    }

    /// The clauses of a descriptor table, among which its visibility may stand.
    fn table(
        &mut self,
        entry: &'static EnumValue,
        place: &mut ClausePlaces,
    ) -> Result<RootParameter, Diagnostic> {
        let mut parameter = parameter(RootElement::DescriptorTable);
        let mut ranges = Vec::new();
        while self.cursor.peek() != Some(Token::Close) {
            let inner = self
                .cursor
                .word()
                .and_then(|word| named(&TableClause::TABLE, word));
            match inner {
                Some(inner) => {
                    let start = self.cursor.bump().1.start;
                    self.cursor.expect(Token::Open)?;
                    let mut range = DescriptorRange {
                        range_type: DescriptorRangeType(number(inner)),
                        ..DescriptorRange::default()
                    };
                    let mut places = ClausePlaces::default();
                    self.clause(inner, &mut range, &mut places)?;
                    places.whole = start..self.cursor.read;
                    ranges.push(range);
                    place.ranges.push(places);
                }
                None => self.argument(entry, &mut parameter, place)?,
            }
            if self.cursor.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.close()?;
        fill(entry, self.version, &mut parameter, |argument| {
            place.gives(field(argument))
        })?;
        if let RootPayload::DescriptorTable(table) = &mut parameter.payload {
            table.ranges = ranges;
        }
        Ok(parameter)
    }

    /// The arguments of a clause, in any order.
    fn clause(
        &mut self,
        entry: &'static EnumValue,
        record: &mut impl Clause,
        place: &mut ClausePlaces,
    ) -> Result<(), Diagnostic> {
        while self.cursor.peek() != Some(Token::Close) {
            self.argument(entry, record, place)?;
            if self.cursor.eat(Token::Comma).is_none() {
                break;
            }
        }
        let end = self.cursor.span();
        self.close()?;
        if !place.gives(REGISTER) {
            let message = format!(
                "`{}` must name a `{}` register",
                entry.name,
                text(entry, "register")
            );
            return Err(Diagnostic::new(end, message));
        }
        let required = |argument: &EnumValue| {
            text(argument, "default").is_empty() && number(argument) != Argument::flags.0
        };
        for argument in arguments(entry).filter(|argument| required(argument)) {
            if !place.gives(text(argument, "field")) {
                let message = format!("`{}` must have `{}`", entry.name, argument.name);
                return Err(Diagnostic::new(end, message));
            }
        }
        fill(entry, self.version, record, |argument| {
            place.gives(field(argument))
        })
    }

    fn close(&mut self) -> Result<(), Diagnostic> {
        match self.cursor.eat(Token::Close) {
            Some(_) => Ok(()),
            None => Err(self.cursor.unexpected("`,` or `)`")),
        }
    }

    /// A register, or a keyword with its value.
    fn argument(
        &mut self,
        entry: &'static EnumValue,
        record: &mut impl Clause,
        place: &mut ClausePlaces,
    ) -> Result<(), Diagnostic> {
        let (start, register) = (self.cursor.span().start, text(entry, "register"));
        if let Some((word, span)) = self.cursor.eat(Token::Register) {
            let Some(digits) = word.strip_prefix(register).filter(|_| !register.is_empty()) else {
                let wrong =
                    Diagnostic::new(span, format!("`{}` takes no such register", entry.name));
                return Err(match register {
                    "" => wrong,
                    letter => wrong.with_help(format!("its register begins with `{letter}`")),
                });
            };
            let digits = integer(digits, span.clone())?;
            if let Some(number) = record.register() {
                *number = digits;
            }
            return place.give(REGISTER, span);
        }
        let legal = || {
            let inner = TableClause::TABLE.values.iter();
            let inner = inner.filter(|_| RootElement::DescriptorTable.name() == Some(entry.name));
            arguments(entry).chain(inner).map(|argument| argument.name)
        };
        let Some((word, span)) = self.cursor.eat(Token::Word) else {
            let what = match register {
                "" => "a clause or an argument",
                _ => "a register or an argument",
            };
            return Err(self.cursor.unexpected(what).meant("", legal()));
        };
        let mut taken = arguments(entry);
        let Some(found) = taken.find(|argument| argument.name.eq_ignore_ascii_case(word)) else {
            let wrong = Diagnostic::new(span, format!("`{}` has no such argument", entry.name));
            return Err(wrong.meant(word, legal()));
        };
        let argument = Argument(number(found));
        self.cursor.expect(Token::Equal)?;
        let value = self.cursor.span().start;
        match record.flags() {
            Some((flags, table)) if argument == Argument::flags => {
                let given = self.cursor.flags(table)?;
                *flags = stored(entry, self.version, table, given).ok_or_else(|| {
                    let place = value..self.cursor.read;
                    let message = format!(
                        "`{}` has no flags before version {}",
                        entry.name,
                        since(entry)
                    );
                    let meant = text(entry, "flags_before");
                    Diagnostic::new(place, message)
                        .with_help(format!("earlier versions mean `{meant}`"))
                })?;
            }
            _ => record.read(argument, &mut self.cursor)?,
        }
        place.give(text(found, "field"), start..self.cursor.read)
    }
}

/// The first version in which a clause has flags, as people write it.
fn since(clause: &EnumValue) -> alloc::string::String {
    text(clause, "flags_since")
        .trim_start_matches('V')
        .replace('_', ".")
}
