//! From metadata to values: finds nodes and follows them.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

use crate::F32;

use super::super::Diagnostic;
use super::Entry;
use super::element::entry;
use super::words::{Token, Words};

/// How many times its length a text is read, however often nodes refer to the same ones.
const MOST_TIMES: usize = 32;

/// How many bytes a text of a few nodes may read in any case.
const FEW: usize = 32 << 10;

/// How deep nodes may stand in one another.
const DEEPEST: usize = 8;

/// The root signatures that the metadata of textual IR describes; none if it has no node `dx.rootsignatures`.
///
/// Everything else in the text is skipped. Nodes may have any numbers, stand in any order and be written inline.
///
/// # Errors
/// What is wrong first, and where.
pub fn read(text: &str) -> Result<Vec<Entry>, Diagnostic> {
    let reader = Reader::new(text);
    let Some(&named) = reader.defined.get(super::NAME) else {
        return Ok(Vec::new());
    };
    let pairs = reader.node(named)?;
    pairs
        .operands
        .iter()
        .map(|pair| entry(&reader, pair))
        .collect()
}

/// What an operand is.
#[derive(Clone, Debug)]
pub(super) enum Content<'t> {
    Null,
    Function(String),
    Text(&'t str),
    Int(u32),
    Float(F32),
    /// A node that is defined at this byte of the text.
    Node(usize),
    Inline(Vec<Operand<'t>>),
}

/// An operand, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Operand<'t> {
    pub(super) content: Content<'t>,
    pub(super) span: Range<usize>,
}

/// The operands of a node, and where it stands.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) operands: Vec<Operand<'t>>,
    pub(super) span: Range<usize>,
}

pub(super) struct Reader<'t> {
    text: &'t str,
    /// Where the definition of each node continues behind its name.
    defined: BTreeMap<&'t str, usize>,
    /// How many more bytes are read.
    budget: Cell<usize>,
}

impl<'t> Reader<'t> {
    /// Finds all nodes. A definition begins a line.
    fn new(text: &'t str) -> Self {
        let mut defined = BTreeMap::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let blank = line.len() - line.trim_start().len();
            let named = line
                .get(blank + 1..)
                .filter(|_| line.trim_start().starts_with('!'));
            if let Some((name, rest)) = named.and_then(|named| named.split_once('=')) {
                defined.insert(name.trim_end(), start + line.len() - rest.len());
            }
            start += line.len();
        }
        let budget = text.len().saturating_mul(MOST_TIMES).saturating_add(FEW);
        Self {
            text,
            defined,
            budget: Cell::new(budget),
        }
    }

    /// The node whose definition continues at `at`.
    fn node(&self, at: usize) -> Result<Node<'t>, Diagnostic> {
        let mut words = Words::new(self.text, at);
        if words.peek() == Some(Token::Word) && words.text() == "distinct" {
            words.bump();
        }
        let start = words.span().start;
        words.expect(Token::Bang, "a node, such as `!{..}`")?;
        let operands = self.operands(&mut words, 0)?;
        // Up to the word that is looked at already.
        let read = words.span().end.saturating_sub(at);
        let Some(budget) = self.budget.get().checked_sub(read) else {
            let message = "the same nodes are referred to too often";
            return Err(Diagnostic::new(start..words.read, message));
        };
        self.budget.set(budget);
        Ok(Node {
            operands,
            span: start..words.read,
        })
    }

    /// The operands in braces.
    fn operands(
        &self,
        words: &mut Words<'t>,
        depth: usize,
    ) -> Result<Vec<Operand<'t>>, Diagnostic> {
        words.expect(Token::Open, "`{`")?;
        let mut operands = Vec::new();
        while words.peek() != Some(Token::Close) {
            let start = words.span().start;
            let content = self.operand(words, depth)?;
            operands.push(Operand {
                content,
                span: start..words.read,
            });
            if !words.eat(Token::Comma) {
                break;
            }
        }
        words.expect(Token::Close, "`,` or `}`")?;
        Ok(operands)
    }

    fn operand(&self, words: &mut Words<'t>, depth: usize) -> Result<Content<'t>, Diagnostic> {
        let (token, word, span) = (words.peek(), words.text(), words.span());
        match (token, word) {
            (Some(Token::Node), _) => {
                words.bump();
                let name = word.trim_start_matches('!');
                let defined = self.defined.get(name).copied().map(Content::Node);
                defined.ok_or_else(|| Diagnostic::new(span, format!("`{word}` is defined nowhere")))
            }
            (Some(Token::Text), _) => {
                words.bump();
                Ok(Content::Text(
                    word.get(2..word.len() - 1).unwrap_or_default(),
                ))
            }
            (Some(Token::Bang), _) if depth < DEEPEST => {
                words.bump();
                self.operands(words, depth + 1).map(Content::Inline)
            }
            (Some(Token::Word), "null") => {
                words.bump();
                Ok(Content::Null)
            }
            (Some(Token::Word), "ptr") => {
                words.bump();
                let name = words.expect(Token::Global, "a function, such as `@main`")?;
                Ok(Content::Function(unquoted(name)))
            }
            (Some(Token::Word), "i32" | "float") => {
                words.bump();
                let span = words.span();
                let number = words.expect(Token::Number, "a number")?;
                let content = match word {
                    "i32" => integer(number).map(Content::Int),
                    _ => float(number).map(Content::Float),
                };
                content.ok_or_else(|| Diagnostic::new(span, format!("no `{word}` has this value")))
            }
            _ => Err(words.unexpected("a node, a string, `null`, `ptr`, `i32` or `float`")),
        }
    }

    /// The node that an operand is.
    pub(super) fn inner(&self, operand: &Operand<'t>) -> Result<Node<'t>, Diagnostic> {
        match &operand.content {
            Content::Node(at) => self.node(*at),
            Content::Inline(operands) => Ok(Node {
                operands: operands.clone(),
                span: operand.span.clone(),
            }),
            _ => Err(operand.wrong("a node")),
        }
    }
}

impl Operand<'_> {
    pub(super) fn wrong(&self, expected: &str) -> Diagnostic {
        Diagnostic::new(self.span.clone(), format!("expected {expected}"))
    }
}

impl<'t> Node<'t> {
    pub(super) fn wrong(&self, expected: &str) -> Diagnostic {
        Diagnostic::new(self.span.clone(), format!("expected {expected}"))
    }

    /// The string that says what a node is.
    pub(super) fn name(&self) -> Result<(&'t str, Range<usize>), Diagnostic> {
        match self.operands.first() {
            Some(Operand {
                content: Content::Text(name),
                span,
            }) => Ok((name, span.clone())),
            _ => Err(self.wrong("a string that says what the node is")),
        }
    }
}

/// A number, signed or not.
fn integer(word: &str) -> Option<u32> {
    let signed = word.parse::<i32>().ok().map(i32::cast_unsigned);
    signed.or_else(|| word.parse().ok())
}

/// A float: decimal, if that is exact, or the bits of a double.
fn float(word: &str) -> Option<F32> {
    let value = match word.strip_prefix("0x") {
        Some(digits) => f64::from_bits(u64::from_str_radix(digits, 16).ok()?),
        None => word.parse().ok()?,
    };
    #[allow(clippy::cast_possible_truncation)] // Compared right after.
    let single = value as f32;
    (f64::from(single).to_bits() == value.to_bits()).then(|| F32::from(single))
}

/// A global's name without its quotes and escapes.
fn unquoted(word: &str) -> String {
    let name = word.trim_start_matches('@');
    let Some(quoted) = name
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'))
    else {
        return name.into();
    };
    let mut bytes = Vec::new();
    let mut rest = quoted.as_bytes();
    while let Some((byte, behind)) = rest.split_first() {
        let escaped = behind
            .get(..2)
            .and_then(|digits| core::str::from_utf8(digits).ok());
        let escaped = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte, escaped) {
            (b'\\', Some(escaped)) => {
                bytes.push(escaped);
                rest = behind.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*byte);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
