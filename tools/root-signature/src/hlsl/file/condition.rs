//! Evaluates conditions of `#if`, with `defined` and integers.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::Cursor;
use super::macros::{Macro, Macros, doubt, too_much};
use super::token::Token;
use crate::cursor::short;
use crate::diagnostic::Diagnostic;
use crate::hlsl::dialect::Dialect;

/// The maximum nesting of parentheses and macros.
const DEEPEST: usize = 32;

/// The state of a name.
enum Known<'m, 's> {
    Macro(&'m Macro<'s>),
    /// It is defined, but its value is unknown.
    OfTarget,
    /// It is defined as 1.
    OfCompiler,
    Undefined,
}

/// Evaluates conditions.
pub(super) struct Conditions<'m, 's> {
    macros: &'m Macros<'s>,
    dialect: Dialect,
    /// The first name that is assumed to be undefined.
    pub(super) missing: Option<String>,
    /// Whether a macro exceeds the limit on expansion.
    is_too_much: bool,
}

type Outcome = Result<i64, Diagnostic>;

impl<'m, 's> Conditions<'m, 's> {
    pub(super) fn new(macros: &'m Macros<'s>, dialect: Dialect) -> Self {
        Self {
            macros,
            dialect,
            missing: None,
            is_too_much: false,
        }
    }

    /// Evaluates a condition up to the end of its line.
    pub(super) fn holds(&mut self, words: &mut Cursor<'_>) -> Result<bool, Diagnostic> {
        let value = self.choice(words, 0)?;
        match words.peek() {
            Some(Token::LineEnd) => Ok(value != 0),
            None if words.at_end() => Ok(value != 0),
            _ => Err(unsupported(words)),
        }
    }

    /// The state of a name; the dialect determines the macros that compilers define.
    fn look_up(&mut self, name: &str, span: &Range<usize>) -> Result<Known<'m, 's>, Diagnostic> {
        let rules = self.dialect.rules();
        match self.macros.defined.get(name) {
            Some(found) => match &found.doubtful {
                Some(doubtful) => Err(doubt(name, span.clone(), doubtful)),
                None => Ok(Known::Macro(found)),
            },
            None if rules.defines.contains(&name) => Ok(Known::OfCompiler),
            None if rules.target_defines.contains(&name) => Ok(Known::OfTarget),
            None => {
                self.missing.get_or_insert_with(|| name.into());
                Ok(Known::Undefined)
            }
        }
    }

    /// Whether a name is defined.
    pub(super) fn defined(&mut self, name: &str, span: &Range<usize>) -> Result<bool, Diagnostic> {
        let known = self.look_up(name, span)?;
        Ok(!matches!(known, Known::Undefined))
    }

    /// Evaluates `a ? b : c`, which has the lowest precedence.
    fn choice(&mut self, words: &mut Cursor<'_>, depth: usize) -> Outcome {
        let condition = self.binary(words, 0, depth)?;
        if words.text() != "?" {
            return Ok(condition);
        }
        words.bump();
        // Its first operand checks the depth.
        let yes = self.choice(words, depth + 1)?;
        if words.text() != ":" {
            return Err(unsupported(words));
        }
        words.bump();
        let no = self.choice(words, depth + 1)?;
        Ok(if condition != 0 { yes } else { no })
    }

    /// Evaluates operators whose precedence is at least that of a level.
    fn binary(&mut self, words: &mut Cursor<'_>, level: usize, depth: usize) -> Outcome {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary(words, depth);
        };
        let mut left = self.binary(words, level + 1, depth)?;
        while words.peek() == Some(Token::Operator) && operators.contains(&words.text()) {
            let (operator, span) = words.bump();
            let right = self.binary(words, level + 1, depth)?;
            let value = apply(operator, left, right);
            left = value.ok_or_else(|| Diagnostic::new(span, "this divides by 0"))?;
        }
        Ok(left)
    }

    fn unary(&mut self, words: &mut Cursor<'_>, depth: usize) -> Outcome {
        if depth >= DEEPEST {
            return Err(unsupported(words));
        }
        match (words.peek(), words.text()) {
            (Some(Token::Operator), operator @ ("!" | "-" | "+" | "~")) => {
                words.bump();
                let value = self.unary(words, depth + 1)?;
                Ok(match operator {
                    "!" => (value == 0).into(),
                    "-" => value.wrapping_neg(),
                    "~" => !value,
                    _ => value,
                })
            }
            (Some(Token::Open), _) => {
                words.bump();
                let value = self.choice(words, depth + 1)?;
                words.expect(Token::Close, "`)`")?;
                Ok(value)
            }
            (Some(Token::Number), word) => {
                let value = integer(word).ok_or_else(|| unsupported(words))?;
                words.bump();
                Ok(value)
            }
            (Some(Token::Word), "defined") => {
                words.bump();
                let open = words.eat(Token::Open).is_some();
                let (name, span) = words.expect(Token::Word, "a name")?;
                let defined = self.defined(name, &span)?;
                if open {
                    words.expect(Token::Close, "`)`")?;
                }
                Ok(defined.into())
            }
            (Some(Token::Word), _) => self.name(words, depth),
            _ => Err(unsupported(words)),
        }
    }

    /// The value of a name.
    fn name(&mut self, words: &mut Cursor<'_>, depth: usize) -> Outcome {
        let (name, span) = words.bump();
        if words.peek() == Some(Token::Open) {
            let message = format!("`{}(` is not supported in conditions", short(name));
            return Err(Diagnostic::new(span, message));
        }
        match self.look_up(name, &span)? {
            Known::Macro(found) => {
                let value = if !found.takes {
                    self.operand(found, depth + 1)
                } else {
                    None
                };
                value.ok_or_else(|| {
                    if self.is_too_much {
                        too_much(name, span)
                    } else {
                        Diagnostic::new(span, format!("`{}` is not a number", short(name)))
                    }
                })
            }
            Known::OfCompiler => Ok(1),
            Known::OfTarget => {
                let message = format!("the value of `{name}` depends on the target");
                Err(Diagnostic::new(span, message).with_help(format!("use `-D {name}=..`")))
            }
            Known::Undefined => Ok(0),
        }
    }

    /// The value of a macro that is a single operand: operators in it could combine with those around it.
    fn operand(&mut self, found: &Macro<'_>, depth: usize) -> Option<i64> {
        self.is_too_much |= !self.macros.may_expand(found);
        if self.is_too_much {
            return None;
        }
        let mut body = found.words();
        let value = self.unary(&mut body, depth).ok()?;
        body.at_end().then_some(value)
    }
}

/// The binary operators by precedence, the lowest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The result of an operator; none for a division by 0.
fn apply(operator: &str, left: i64, right: i64) -> Option<i64> {
    let truth = |truth: bool| Some(i64::from(truth));
    let shift = u32::try_from(right & 63).unwrap_or_default();
    match operator {
        "||" => truth(left != 0 || right != 0),
        "&&" => truth(left != 0 && right != 0),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        "<<" => Some(left.wrapping_shl(shift)),
        ">>" => Some(left.wrapping_shr(shift)),
        "+" => Some(left.wrapping_add(right)),
        "-" => Some(left.wrapping_sub(right)),
        "*" => Some(left.wrapping_mul(right)),
        "/" if right != 0 => Some(left.wrapping_div(right)),
        "%" if right != 0 => Some(left.wrapping_rem(right)),
        _ => None,
    }
}

/// An integer in C syntax.
fn integer(word: &str) -> Option<i64> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let (digits, radix) = if let Some(hex) = digits.strip_prefix("0x").or(digits.strip_prefix("0X"))
    {
        (hex, 16)
    } else if let Some(octal) = digits.strip_prefix('0').filter(|octal| !octal.is_empty()) {
        (octal, 8)
    } else {
        (digits, 10)
    };
    i64::from_str_radix(digits, radix).ok()
}

fn unsupported(words: &Cursor<'_>) -> Diagnostic {
    let found = match words.peek() {
        Some(Token::LineEnd) => "the end of the line".into(),
        _ if words.at_end() => "the end".into(),
        _ => format!("`{}`", short(words.text())),
    };
    let message =
        format!("{found} is not supported here: conditions can use defined names and numbers");
    Diagnostic::new(words.span(), message)
}
