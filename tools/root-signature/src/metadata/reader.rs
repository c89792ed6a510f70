//! Reads metadata nodes: finds definitions, and resolves operands.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::ops::Range;

use dxc_format::types::F32;

use super::number::{float, integer};
use super::words::{Token, Words};
use crate::cursor::short;
use crate::diagnostic::Diagnostic;

/// The minimum of the limit on records and bytes of their names, for small texts.
const FEW: usize = 32 << 10;

/// The maximum nesting of nodes.
const DEEPEST: usize = 8;

/// The kinds of operands.
#[derive(Clone, Debug)]
pub(super) enum Content<'t> {
    Null,
    Function(String),
    Text(&'t str),
    Int(u32),
    Float(F32),
    /// A node that is defined at this byte of the text.
    Node(usize),
    Inline(Rc<Node<'t>>),
}

/// An operand, and its position.
#[derive(Clone, Debug)]
pub(super) struct Operand<'t> {
    pub(super) content: Content<'t>,
    pub(super) span: Range<usize>,
}

/// The operands of a node, and its position.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) operands: Vec<Operand<'t>>,
    pub(super) span: Range<usize>,
}

/// A text whose nodes are read on access.
pub(super) struct Reader<'t> {
    text: &'t str,
    /// The offset after the `=` of each numbered node's definition.
    defined: BTreeMap<u32, usize>,
    /// The definitions of the named node.
    pub(super) named: Vec<usize>,
    /// The variables and aliases: they cannot be used as functions.
    globals: BTreeSet<String>,
    /// Nodes that were read.
    known: RefCell<BTreeMap<usize, Rc<Node<'t>>>>,
    /// The remaining budget for records and bytes of their names.
    budget: Cell<usize>,
}

impl<'t> Reader<'t> {
    /// Finds all definitions: names followed by `=`.
    pub(super) fn new(text: &'t str) -> Result<Self, Diagnostic> {
        let mut reader = Self {
            text,
            defined: BTreeMap::new(),
            named: Vec::new(),
            globals: BTreeSet::new(),
            known: RefCell::default(),
            budget: Cell::new(text.len().saturating_add(FEW)),
        };
        let mut words = Words::new(text);
        while !words.at_end() {
            let token = words.peek();
            let (word, span) = words.bump();
            if words.peek() != Some(Token::Equal) {
                continue;
            }
            match token {
                Some(Token::Node) => reader.define(word, span, words.span().end)?,
                Some(Token::Global) => drop(reader.globals.insert(unquoted(word))),
                _ => {}
            }
        }
        Ok(reader)
    }

    /// Records a definition that continues at `at`.
    fn define(&mut self, word: &str, span: Range<usize>, at: usize) -> Result<(), Diagnostic> {
        match number(word) {
            Some(number) => {
                let number = number.map_err(|message| Diagnostic::new(span.clone(), message))?;
                if let Some(first) = self.defined.insert(number, at) {
                    let wrong = Diagnostic::new(span, format!("`{word}` is defined already"));
                    return Err(wrong.with_place(first.saturating_sub(1)..first, "here"));
                }
            }
            None if unescaped(word.trim_start_matches('!')) == super::NAME => self.named.push(at),
            None => {}
        }
        Ok(())
    }

    /// The operands of the named node, which are numbered nodes.
    pub(super) fn named_operands(&self, at: usize) -> Result<Vec<Operand<'t>>, Diagnostic> {
        let mut words = Words::from_place(self.text.get(at..).unwrap_or_default(), at);
        words.expect(Token::Bang, "numbered nodes, such as `!{!0, !1}`")?;
        operands(&mut words, |words| match words.peek() {
            Some(Token::Node) => self.operand(words, 0),
            _ => Err(words.unexpected("a numbered node")),
        })
    }

    /// The node whose definition continues at `at`.
    fn node(&self, at: usize) -> Result<Rc<Node<'t>>, Diagnostic> {
        if let Some(known) = self.known.borrow().get(&at) {
            return Ok(known.clone());
        }
        let mut words = Words::from_place(self.text.get(at..).unwrap_or_default(), at);
        if words.text() == "distinct" {
            words.bump();
        }
        let start = words.span().start;
        words.expect(Token::Bang, "a node, such as `!{..}`")?;
        let operands = operands(&mut words, |words| self.operand(words, 0))?;
        let span = start..words.read;
        let node = Rc::new(Node { operands, span });
        self.known.borrow_mut().insert(at, node.clone());
        Ok(node)
    }

    /// Subtracts records of a node, or bytes of its name, from the budget.
    pub(super) fn count(&self, node: &Node<'_>, number: usize) -> Result<(), Diagnostic> {
        let Some(budget) = self.budget.get().checked_sub(number) else {
            let message = "references to nodes exceed the limit";
            return Err(Diagnostic::new(node.span.clone(), message));
        };
        self.budget.set(budget);
        Ok(())
    }

    fn operand(&self, words: &mut Words<'t>, depth: usize) -> Result<Content<'t>, Diagnostic> {
        let (token, word, span) = (words.peek(), words.text(), words.span());
        match (token, word) {
            (Some(Token::Node), _) => {
                words.bump();
                let defined = match number(word) {
                    Some(Ok(number)) => self.defined.get(&number),
                    _ => None,
                };
                let nowhere = || Diagnostic::new(span, format!("`{word}` is defined nowhere"));
                defined.copied().map(Content::Node).ok_or_else(nowhere)
            }
            (Some(Token::Text), _) => {
                words.bump();
                let letters = word.get(2..word.len().saturating_sub(1));
                Ok(Content::Text(letters.unwrap_or_default()))
            }
            (Some(Token::Bang), _) if depth < DEEPEST => {
                words.bump();
                let operands = operands(words, |words| self.operand(words, depth + 1))?;
                let span = span.start..words.read;
                Ok(Content::Inline(Rc::new(Node { operands, span })))
            }
            (Some(Token::Word), "null") => {
                words.bump();
                Ok(Content::Null)
            }
            (Some(Token::Word), "ptr") => {
                words.bump();
                self.function(words).map(Content::Function)
            }
            (Some(Token::Word), "float" | "double") => {
                words.bump();
                let (number, span) = words.expect(Token::Number, "a number")?;
                let content = float(number, word == "double").map(Content::Float);
                content.ok_or_else(|| no_value(word, span))
            }
            (Some(Token::Word), _) if word.starts_with('i') => {
                let Some(width) = word.get(1..).and_then(|width| width.parse().ok()) else {
                    return Err(words.unexpected(OPERAND));
                };
                words.bump();
                if words.peek() != Some(Token::Number) && !["true", "false"].contains(&words.text())
                {
                    return Err(words.unexpected("a number"));
                }
                let (number, span) = words.bump();
                let content = integer(number, width).map(Content::Int);
                content.ok_or_else(|| no_value(word, span))
            }
            _ => Err(words.unexpected(OPERAND)),
        }
    }

    /// Reads the function after `ptr`; functions are in address space 0.
    fn function(&self, words: &mut Words<'t>) -> Result<String, Diagnostic> {
        if words.text() == "addrspace" {
            words.bump();
            words.expect(Token::OpenRound, "`(`")?;
            if words.text() != "0" {
                return Err(words.unexpected("0, the address space of functions"));
            }
            words.bump();
            words.expect(Token::CloseRound, "`)`")?;
        }
        let (word, span) = words.expect(Token::Global, "a function, such as `@main`")?;
        let name = unquoted(word);
        if self.globals.contains(&name) {
            let message = format!("`{}` is not a function", short(word));
            return Err(Diagnostic::new(span, message));
        }
        Ok(name)
    }

    /// The node that an operand references.
    pub(super) fn inner(&self, operand: &Operand<'t>) -> Result<Rc<Node<'t>>, Diagnostic> {
        match &operand.content {
            Content::Node(at) => self.node(*at),
            Content::Inline(node) => Ok(node.clone()),
            _ => Err(operand.wrong("a node")),
        }
    }
}

/// Reads the operands in braces.
fn operands<'t>(
    words: &mut Words<'t>,
    mut operand: impl FnMut(&mut Words<'t>) -> Result<Content<'t>, Diagnostic>,
) -> Result<Vec<Operand<'t>>, Diagnostic> {
    words.expect(Token::Open, "`{`")?;
    let mut operands = Vec::new();
    let mut comma = false;
    while comma || words.peek() != Some(Token::Close) {
        let start = words.span().start;
        let content = operand(words)?;
        operands.push(Operand {
            content,
            span: start..words.read,
        });
        comma = words.eat(Token::Comma).is_some();
        if !comma {
            break;
        }
    }
    words.expect(Token::Close, "`,` or `}`")?;
    Ok(operands)
}

/// The list of legal operands for messages.
const OPERAND: &str =
    "a node, a string, `null`, `ptr`, an integer such as `i32 1`, `float` or `double`";

fn no_value(kind: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::new(span, format!("no `{kind}` has this value"))
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

    /// The string with the kind of a node.
    pub(super) fn name(&self) -> Result<(String, Range<usize>), Diagnostic> {
        match self.operands.first() {
            Some(Operand {
                content: Content::Text(name),
                span,
            }) => Ok((unescaped(name), span.clone())),
            _ => Err(self.wrong("a string with the kind of the node")),
        }
    }
}

/// The number of a node; `None` if it has a name.
fn number(word: &str) -> Option<Result<u32, &'static str>> {
    let digits = word.trim_start_matches('!');
    let numbered = digits.bytes().all(|digit| digit.is_ascii_digit());
    let too_large = "the number of a node has 32 bits";
    numbered.then(|| digits.parse().map_err(|_| too_large))
}

/// The name of a global without quotes and escapes.
fn unquoted(word: &str) -> String {
    let name = word.trim_start_matches('@');
    let quoted = name
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'));
    quoted.map_or_else(|| name.into(), unescaped)
}

/// A string or name without escapes, which are a backslash and two hexadecimal digits, or two backslashes.
fn unescaped(word: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = word.as_bytes();
    while let Some((byte, behind)) = rest.split_first() {
        let escaped = behind
            .get(..2)
            .and_then(|digits| core::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let (letter, read) = match (byte, escaped, behind.first()) {
            (b'\\', Some(escaped), _) => (escaped, 2),
            (b'\\', None, Some(b'\\')) => (b'\\', 1),
            _ => (*byte, 0),
        };
        bytes.push(letter);
        rest = behind.get(read..).unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
