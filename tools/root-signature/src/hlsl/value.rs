//! Reads and prints the values of arguments.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use dxc_format::constants::RootSignatureVersion;
use dxc_format::runtime::shape::{EnumTable, Shape};
use dxc_format::types::F32;
use dxc_shader::hlsl::{Argument, ArgumentNumbers, DescriptorCount, DescriptorOffset};

use super::dialect::Dialect;
use super::parser_state::Parser;
use super::token::Token;
use crate::cursor::short;
use crate::diagnostic::Diagnostic;
use crate::unspellable::Unspellable;
use dxc_shader::root_signature::fields::Slot;
use dxc_shader::root_signature::flags::{by_keyword, keyword, number as value_of};

/// The table of an argument's numbers that have a keyword, such as `unbounded`.
fn numbers(argument: Argument) -> Option<&'static EnumTable> {
    match argument.numbers()? {
        ArgumentNumbers::DescriptorCount => Some(&DescriptorCount::TABLE),
        ArgumentNumbers::DescriptorOffset => Some(&DescriptorOffset::TABLE),
    }
}

/// A value that cannot be expressed, and the text of those of its flags that can be.
pub(super) struct Unspelled {
    pub(super) flags: Option<String>,
    pub(super) value: Unspellable,
}

impl Unspelled {
    /// A value of a field that cannot be expressed at all.
    fn new(name: &'static str, found: impl Into<String>) -> Self {
        Self {
            flags: None,
            value: Unspellable::new(name, found),
        }
    }
}

/// The text of an argument after the `=`, for the value of its field.
pub(super) fn print(
    slot: &Slot,
    argument: Argument,
    dialect: Dialect,
) -> Result<String, Unspelled> {
    match slot.shape {
        Shape::Enum(table) => {
            let word = dialect.spell(table, slot.value).map(Into::into);
            word.ok_or_else(|| {
                let mut unspelled = Unspelled::new(slot.name, slot.to_string());
                unspelled.value.dialect = dialect.other(table, slot.value);
                unspelled
            })
        }
        Shape::Flags(table) => print_flags(table, slot.value, slot.name),
        Shape::Float => print_float(F32::from_bits(slot.value), slot.name, dialect),
        _ => {
            let word = numbers(argument).and_then(|table| dialect.spell(table, slot.value));
            Ok(word.map_or_else(|| slot.to_string(), Into::into))
        }
    }
}

/// Prints flags, joined with `|`.
pub(super) fn print_flags(
    table: &EnumTable,
    value: u32,
    name: &'static str,
) -> Result<String, Unspelled> {
    let (entries, mut unknown) = table.split(value.into());
    let mut words = Vec::new();
    for entry in entries {
        match keyword(entry) {
            "" => unknown |= entry.value,
            word => words.push(word),
        }
    }
    let text = if words.is_empty() {
        "0".into()
    } else {
        words.join(" | ")
    };
    match unknown {
        0 => Ok(text),
        _ => Err(Unspelled {
            flags: Some(text),
            ..Unspelled::new(name, format!("{unknown:#x}"))
        }),
    }
}

/// Prints the shortest number that compilers, which parse it as a double first, read as this float.
fn print_float(value: F32, name: &'static str, dialect: Dialect) -> Result<String, Unspelled> {
    let single = value.get();
    if !single.is_finite() {
        return Err(Unspelled::new(name, format!("{value}")));
    }
    let short = format!("{single:?}");
    let read = Parser::new(&short, RootSignatureVersion::default(), dialect).float();
    if read.is_ok_and(|read| read == value) {
        return Ok(short);
    }
    Ok(format!("{:?}", f64::from(single)))
}

/// Reading of values.
impl Parser<'_> {
    /// Reads the value of an argument after the `=`, as its field stores it.
    pub(super) fn value(&mut self, slot: &Slot, argument: Argument) -> Result<u32, Diagnostic> {
        let start = self.cursor.span().start;
        let value = match slot.shape {
            Shape::Enum(table) => self.named(table, 0)?,
            Shape::Flags(table) => self.flags(table)?,
            Shape::Float => self.float()?.to_bits(),
            _ => match numbers(argument) {
                Some(table) if self.cursor.peek() == Some(Token::Word) => self.named(table, 0)?,
                Some(table) => {
                    let names: Vec<&str> = self.dialect.keywords(table, 0).collect();
                    self.unsigned(&format!("a number or `{}`", names.join("`, `")))?
                }
                None => self.unsigned("a number")?,
            },
        };
        if value.checked_shr(slot.width).unwrap_or_default() != 0 {
            let message = format!("the number does not fit into {} bits", slot.width);
            return Err(Diagnostic::new(start..self.cursor.read, message));
        }
        Ok(value)
    }

    /// Reads a keyword of a table. The value must be at least `least`: empty flags have no keyword.
    fn named(&mut self, table: &'static EnumTable, least: u64) -> Result<u32, Diagnostic> {
        let dialect = self.dialect;
        let keywords = dialect.keywords(table, least);
        let Some((word, span)) = self.cursor.eat(Token::Word) else {
            return Err(self.cursor.unexpected("a keyword").meant("", keywords));
        };
        match by_keyword(table, word).filter(|entry| entry.value >= least) {
            Some(entry) if dialect.accepts(table, entry) => Ok(value_of(entry)),
            Some(entry) => {
                let wrong = unknown(word, span);
                Err(match dialect.spell(table, value_of(entry)) {
                    Some(other) => wrong.with_help(format!("{dialect} spells it `{other}`")),
                    None => wrong.with_help(format!("{dialect} has no keyword for it")),
                })
            }
            None => Err(unknown(word, span).meant(word, keywords)),
        }
    }

    /// Reads flags: names joined with `|`, or 0.
    pub(super) fn flags(&mut self, table: &'static EnumTable) -> Result<u32, Diagnostic> {
        let next = self.cursor.peek();
        let plus = next == Some(Token::Plus) && self.dialect.rules().signed_zero;
        if plus || next == Some(Token::Number) {
            let start = self.cursor.span().start;
            return match self.unsigned("a number")? {
                0 => Ok(0),
                _ => {
                    let span = start..self.cursor.read;
                    let wrong = Diagnostic::new(span, "flags are 0 or have names");
                    Err(wrong.meant("", self.dialect.keywords(table, 1)))
                }
            };
        }
        let mut flags = self.named(table, 1)?;
        loop {
            if self.cursor.text() == "&" {
                let wrong = Diagnostic::new(self.cursor.span(), "flags are not joined with `&`");
                return Err(wrong.with_help("`|` joins them"));
            }
            if self.cursor.eat(Token::Or).is_none() {
                return Ok(flags);
            }
            flags |= self.named(table, 1)?;
        }
    }

    /// Reads an optional sign of these kinds; returns whether it is a minus.
    fn sign(&mut self, signs: &[Token]) -> Result<bool, Diagnostic> {
        let Some(token) = self.cursor.peek().filter(|token| signs.contains(token)) else {
            return Ok(false);
        };
        let (_, span) = self.cursor.bump();
        let dialect = self.dialect;
        if self.cursor.span().start > span.end && !dialect.rules().sign_apart {
            let help = format!("{dialect} requires the number directly after its sign");
            let wrong = Diagnostic::new(span, "there is a blank after the sign");
            return Err(wrong.with_help(help));
        }
        Ok(token == Token::Minus)
    }

    /// Reads a number without a sign, or with a plus.
    fn unsigned(&mut self, expected: &str) -> Result<u32, Diagnostic> {
        self.sign(&[Token::Plus])?;
        let (word, span) = self.cursor.expect(Token::Number, expected)?;
        self.dialect.integer(word, span)
    }

    /// Reads a float, or an integer that becomes one.
    fn float(&mut self) -> Result<F32, Diagnostic> {
        let start = self.cursor.span().start;
        let negative = self.sign(&[Token::Plus, Token::Minus])?;
        let (word, span) = self.cursor.expect(Token::Number, "a number")?;
        let digits = word.bytes().all(|letter| letter.is_ascii_digit());
        if !digits {
            let value = self.dialect.fraction(word, span)?;
            return Ok(F32::from(if negative { -value } else { value }));
        }
        let value = i64::from(self.dialect.integer(word, span.clone())?);
        let value = if negative { -value } else { value };
        if value < i64::from(i32::MIN) {
            let message = "the number does not fit into 32 bits";
            return Err(Diagnostic::new(start..span.end, message));
        }
        #[allow(clippy::cast_precision_loss)] // As the compilers do it.
        Ok(F32::from(value as f32))
    }
}

/// The error for a word that is not a keyword here.
pub(super) fn unknown(word: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::new(span, format!("`{}` is unknown here", short(word)))
}

/// Reading of tokens by the rules of a compiler.
impl Dialect {
    /// The keywords of a table for values that are at least `least`.
    fn keywords(self, table: &'static EnumTable, least: u64) -> impl Iterator<Item = &'static str> {
        let taken = table.values.iter();
        let taken = taken.filter(move |entry| entry.value >= least && self.accepts(table, entry));
        taken.map(keyword).filter(|word| !word.is_empty())
    }

    /// Checks that a number is not longer than the dialect allows.
    fn check_length(self, word: &str, span: &Range<usize>) -> Result<(), Diagnostic> {
        let longest = self.rules().longest_number;
        if word.len() > longest {
            let message = format!("{self} reads numbers of at most {longest} characters");
            return Err(Diagnostic::new(span.clone(), message));
        }
        Ok(())
    }

    /// Parses the number of a register: the text after its letter.
    pub(super) fn register(self, digits: &str, span: Range<usize>) -> Result<u32, Diagnostic> {
        let tail = digits.find(|letter: char| !letter.is_ascii_digit());
        let number = match tail.and_then(|tail| digits.split_at_checked(tail)) {
            Some((digits, tail)) if self.rules().register_tail && !tail.contains('.') => {
                self.integer(digits, span.clone())
            }
            _ => self.integer(digits, span.clone()),
        };
        let last = self.rules().last_register;
        match number? {
            number if number > last => {
                let message = format!("{self} has registers up to {last}");
                Err(Diagnostic::new(span, message))
            }
            number => Ok(number),
        }
    }

    /// Parses the number of a register or an argument.
    fn integer(self, word: &str, span: Range<usize>) -> Result<u32, Diagnostic> {
        self.check_length(word, &span)?;
        let (digits, radix) = match word.strip_prefix('0') {
            Some(octal) if !octal.is_empty() && self.rules().octal => (octal, 8),
            _ => (word, 10),
        };
        if let Some(letter) = digits.chars().find(|letter| !letter.is_digit(radix)) {
            let wrong = if radix == 8 && letter.is_ascii_digit() {
                Diagnostic::new(span, format!("`{letter}` is not an octal digit"))
                    .with_help("a number that begins with 0 is octal")
            } else {
                Diagnostic::new(span, format!("`{}` is not an integer", short(word)))
            };
            return Err(wrong);
        }
        u32::from_str_radix(digits, radix)
            .map_err(|_| Diagnostic::new(span, "the number does not fit into 32 bits"))
    }

    /// Parses a number with a point or an exponent: the nearest double, rounded to a float.
    fn fraction(self, word: &str, span: Range<usize>) -> Result<f32, Diagnostic> {
        self.check_length(word, &span)?;
        let digits = word.strip_suffix(['f', 'F']).unwrap_or(word);
        let pointed = digits.contains(['.', 'e', 'E']) || self.rules().whole_float;
        let digit = digits.contains(|letter: char| letter.is_ascii_digit());
        let parsed: Option<f64> = digits.parse().ok().filter(|_| pointed && digit);
        let Some(value) = parsed else {
            let message = format!("`{}` is not a number", short(word));
            return Err(Diagnostic::new(span, message));
        };
        if value > f64::from(f32::MAX) {
            return Err(Diagnostic::new(span, "the number is too large for a float"));
        }
        let mantissa = digits.split(['e', 'E']).next().unwrap_or_default();
        let zero = !mantissa.contains(|letter: char| ('1'..='9').contains(&letter));
        if value < f64::MIN_POSITIVE && !zero {
            return Err(Diagnostic::new(span, "the number is too small for a float"));
        }
        #[allow(clippy::cast_possible_truncation)] // Rounded, as the compilers do it.
        Ok(value as f32)
    }
}
