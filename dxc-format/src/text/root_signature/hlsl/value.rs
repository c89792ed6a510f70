//! The values of arguments, read and printed.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::generated::hlsl::{DescriptorCount, DescriptorOffset};
use crate::runtime::F32;
use crate::runtime::shape::{EnumTable, EnumValue, Shape};

use super::dialect::Dialect;
use super::token::Token;
use crate::meaning::root_signature::fields::Slot;
use crate::meaning::root_signature::flags::{keyword, number as value_of};
use crate::text::root_signature::cursor::{self, short};
use crate::text::root_signature::diagnostic::Diagnostic;
use crate::text::root_signature::unspellable::Unspellable;

pub(super) type Cursor<'t> = cursor::Cursor<'t, Token>;

/// The tables of numbers that have keywords.
const NUMBERS: [&EnumTable; 2] = [&DescriptorCount::TABLE, &DescriptorOffset::TABLE];

/// The numbers of an argument that have keywords.
fn numbers(argument: &EnumValue) -> Option<&'static EnumTable> {
    let name = argument.text("numbers");
    NUMBERS.into_iter().find(|table| table.name == name)
}

/// Reads the value of an argument after the `=`, as its field stores it.
pub(super) fn read(
    slot: &Slot,
    argument: &EnumValue,
    cursor: &mut Cursor<'_>,
    dialect: Dialect,
) -> Result<u32, Diagnostic> {
    let start = cursor.span().start;
    let value = match slot.shape {
        Shape::Enum(table) => named(cursor, dialect, table, 0)?,
        Shape::Flags(table) => flags(cursor, dialect, table)?,
        Shape::Float => float(cursor, dialect)?.to_bits(),
        _ => match numbers(argument) {
            Some(table) if cursor.peek() == Some(Token::Word) => named(cursor, dialect, table, 0)?,
            Some(table) => {
                let names: Vec<&str> = keywords(table, dialect, 0).collect();
                let expected = format!("a number or `{}`", names.join("`, `"));
                unsigned(cursor, dialect, &expected)?
            }
            None => unsigned(cursor, dialect, "a number")?,
        },
    };
    if value.checked_shr(slot.width).unwrap_or_default() != 0 {
        let message = format!("the number does not fit into {} bits", slot.width);
        return Err(Diagnostic::new(start..cursor.read, message));
    }
    Ok(value)
}

/// The text of an argument after the `=`, for the value of its field.
pub(super) fn print(
    slot: &Slot,
    argument: &EnumValue,
    dialect: Dialect,
) -> Result<String, Unspellable> {
    match slot.shape {
        Shape::Enum(table) => {
            let word = dialect.spell(table, slot.value).map(Into::into);
            word.ok_or_else(|| Unspellable::new(slot.name, slot.to_string()))
        }
        Shape::Flags(table) => print_flags(table, slot.value, slot.name),
        Shape::Float => print_float(F32::from_bits(slot.value), slot.name, dialect),
        _ => {
            let word = numbers(argument).and_then(|table| dialect.spell(table, slot.value));
            Ok(word.map_or_else(|| slot.to_string(), Into::into))
        }
    }
}

/// Flags as HLSL joins them.
pub(super) fn print_flags(
    table: &EnumTable,
    value: u32,
    name: &'static str,
) -> Result<String, Unspellable> {
    let (entries, mut unknown) = table.split(value.into());
    let mut words = Vec::new();
    for entry in entries {
        match entry.text("hlsl") {
            "" => unknown |= entry.value,
            word => words.push(word),
        }
    }
    match (unknown, words.is_empty()) {
        (0, true) => Ok("0".into()),
        (0, false) => Ok(words.join(" | ")),
        _ => Err(Unspellable::new(name, format!("{unknown:#x}"))),
    }
}

/// The shortest number that the compilers, which go by way of a double, read as this float.
fn print_float(value: F32, name: &'static str, dialect: Dialect) -> Result<String, Unspellable> {
    let single = value.get();
    if !single.is_finite() {
        return Err(Unspellable::new(name, format!("{value}")));
    }
    let short = format!("{single:?}");
    if float(&mut Cursor::new(&short), dialect).is_ok_and(|read| read == value) {
        return Ok(short);
    }
    Ok(format!("{:?}", f64::from(single)))
}

/// Reads a keyword of a table, of a value that is at least `least`: no flags at all have no keyword.
fn named(
    cursor: &mut Cursor<'_>,
    dialect: Dialect,
    table: &'static EnumTable,
    least: u64,
) -> Result<u32, Diagnostic> {
    let Some((word, span)) = cursor.eat(Token::Word) else {
        let wrong = cursor.unexpected("a keyword");
        return Err(wrong.meant("", keywords(table, dialect, least)));
    };
    match keyword(table, word).filter(|entry| entry.value >= least) {
        Some(entry) if dialect.accepts(entry) => Ok(value_of(entry)),
        Some(entry) => {
            let wrong = unknown(word, span);
            Err(match dialect.spell(table, value_of(entry)) {
                Some(other) => wrong.with_help(format!("{dialect} spells it `{other}`")),
                None => wrong.with_help(format!("{dialect} has no keyword for it")),
            })
        }
        None => Err(unknown(word, span).meant(word, keywords(table, dialect, least))),
    }
}

/// Reads flags: names joined with `|`, or 0.
pub(super) fn flags(
    cursor: &mut Cursor<'_>,
    dialect: Dialect,
    table: &'static EnumTable,
) -> Result<u32, Diagnostic> {
    let plus = cursor.peek() == Some(Token::Plus) && dialect.rules().signed_zero;
    if plus || cursor.peek() == Some(Token::Number) {
        let start = cursor.span().start;
        return match unsigned(cursor, dialect, "a number")? {
            0 => Ok(0),
            _ => {
                let wrong = Diagnostic::new(start..cursor.read, "flags are 0 or have names");
                Err(wrong.meant("", keywords(table, dialect, 1)))
            }
        };
    }
    let mut flags = named(cursor, dialect, table, 1)?;
    loop {
        if cursor.text() == "&" {
            let wrong = Diagnostic::new(cursor.span(), "flags are not joined with `&`");
            return Err(wrong.with_help("`|` joins them"));
        }
        if cursor.eat(Token::Or).is_none() {
            return Ok(flags);
        }
        flags |= named(cursor, dialect, table, 1)?;
    }
}

/// Reads a sign, if there is one; whether it is a minus.
fn sign(cursor: &mut Cursor<'_>, dialect: Dialect, minus: bool) -> Result<bool, Diagnostic> {
    let signs = [Token::Plus, Token::Minus];
    let signs = signs.get(..if minus { 2 } else { 1 }).unwrap_or_default();
    let Some(token) = cursor.peek().filter(|token| signs.contains(token)) else {
        return Ok(false);
    };
    let (_, span) = cursor.bump();
    if cursor.span().start > span.end && !dialect.rules().sign_apart {
        let wrong = Diagnostic::new(span, "there is a blank after the sign");
        return Err(wrong.with_help(format!(
            "{dialect} requires the number directly after its sign"
        )));
    }
    Ok(token == Token::Minus)
}

/// Reads a number without a sign, or with a plus.
fn unsigned(cursor: &mut Cursor<'_>, dialect: Dialect, expected: &str) -> Result<u32, Diagnostic> {
    sign(cursor, dialect, false)?;
    let (word, span) = cursor.expect(Token::Number, expected)?;
    integer(word, span, dialect)
}

/// Reads a float, or an integer that becomes one.
fn float(cursor: &mut Cursor<'_>, dialect: Dialect) -> Result<F32, Diagnostic> {
    let start = cursor.span().start;
    let negative = sign(cursor, dialect, true)?;
    let (word, span) = cursor.expect(Token::Number, "a number")?;
    let digits = word.bytes().all(|letter| letter.is_ascii_digit());
    if !digits {
        let value = fraction(word, span, dialect)?;
        return Ok(F32::from(if negative { -value } else { value }));
    }
    let value = i64::from(integer(word, span.clone(), dialect)?);
    let value = if negative { -value } else { value };
    if value < i64::from(i32::MIN) {
        let message = "the number does not fit into 32 bits";
        return Err(Diagnostic::new(start..span.end, message));
    }
    #[allow(clippy::cast_precision_loss)] // As the compilers do it.
    Ok(F32::from(value as f32))
}

/// The error for a word that is not a keyword here.
pub(super) fn unknown(word: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::new(span, format!("`{}` is unknown here", short(word)))
}

/// The keywords of the values of a table that are at least `least`.
fn keywords(
    table: &'static EnumTable,
    dialect: Dialect,
    least: u64,
) -> impl Iterator<Item = &'static str> {
    let taken = table.values.iter();
    let taken = taken.filter(move |entry| entry.value >= least && dialect.accepts(entry));
    taken
        .map(|entry| entry.text("hlsl"))
        .filter(|word| !word.is_empty())
}

/// A word may not be longer than the dialect reads.
fn check_length(word: &str, span: &Range<usize>, dialect: Dialect) -> Result<(), Diagnostic> {
    let longest = dialect.rules().longest_number;
    if word.len() > longest {
        let message = format!("{dialect} reads numbers of at most {longest} characters");
        return Err(Diagnostic::new(span.clone(), message));
    }
    Ok(())
}

/// The number of a register, from the text after its letter.
pub(super) fn register(
    digits: &str,
    span: Range<usize>,
    dialect: Dialect,
) -> Result<u32, Diagnostic> {
    let tail = digits.find(|letter: char| !letter.is_ascii_digit());
    match tail.and_then(|tail| digits.split_at_checked(tail)) {
        Some((digits, tail)) if dialect.rules().register_tail && !tail.contains('.') => {
            integer(digits, span, dialect)
        }
        _ => integer(digits, span, dialect),
    }
}

/// The number of a register or of an argument.
fn integer(word: &str, span: Range<usize>, dialect: Dialect) -> Result<u32, Diagnostic> {
    check_length(word, &span, dialect)?;
    let (digits, radix) = match word.strip_prefix('0') {
        Some(octal) if !octal.is_empty() && dialect.rules().octal => (octal, 8),
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

/// The nearest float to a number with a point or an exponent, by way of a double.
fn fraction(word: &str, span: Range<usize>, dialect: Dialect) -> Result<f32, Diagnostic> {
    check_length(word, &span, dialect)?;
    let digits = word.strip_suffix(['f', 'F']).unwrap_or(word);
    let pointed = digits.contains(['.', 'e', 'E']) || dialect.rules().whole_float;
    let digit = digits.contains(|letter: char| letter.is_ascii_digit());
    let parsed: Option<f64> = digits.parse().ok().filter(|_| pointed && digit);
    let Some(value) = parsed else {
        return Err(Diagnostic::new(
            span,
            format!("`{}` is not a number", short(word)),
        ));
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
