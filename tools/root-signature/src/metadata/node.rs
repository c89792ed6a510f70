//! Metadata nodes like LLVM's: equal nodes are shared, and numbers are assigned when they are printed.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use dxc_format::types::F32;

use super::number::widen;

/// An operand of a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operand {
    Null,
    Function(String),
    Text(&'static str),
    Int(u32),
    /// The bits of a float.
    Float(u32),
    Node(usize),
}

/// Nodes, in the order in which they were made.
#[derive(Default)]
pub(super) struct Nodes {
    nodes: Vec<Vec<Operand>>,
    known: BTreeMap<Vec<Operand>, usize>,
}

impl Nodes {
    /// The node with these operands; an equal node is reused.
    pub(super) fn node(&mut self, operands: Vec<Operand>) -> Operand {
        let next = self.nodes.len();
        let node = *self.known.entry(operands.clone()).or_insert(next);
        if node == next {
            self.nodes.push(operands);
        }
        Operand::Node(node)
    }

    /// The named node with these operands and all of its descendants, numbered like LLVM does: each node before its
    /// operands.
    pub(super) fn print(&self, name: &str, operands: &[Operand]) -> String {
        let mut numbers = alloc::vec![None; self.nodes.len()];
        let mut order = Vec::new();
        // The nodes that have no number yet, the next one last.
        let mut waiting: Vec<&Operand> = operands.iter().rev().collect();
        while let Some(operand) = waiting.pop() {
            if let Operand::Node(node) = operand
                && let (Some(number @ None), Some(operands)) =
                    (numbers.get_mut(*node), self.nodes.get(*node))
            {
                *number = Some(order.len());
                order.push(operands);
                waiting.extend(operands.iter().rev());
            }
        }
        let mut text = format!("!{name} = {}\n\n", tuple(operands, &numbers));
        for (number, operands) in order.iter().enumerate() {
            let _ = writeln!(text, "!{number} = {}", tuple(operands, &numbers));
        }
        text
    }
}

fn tuple(operands: &[Operand], numbers: &[Option<usize>]) -> String {
    let mut text = String::from("!{");
    for (index, operand) in operands.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        let _ = match operand {
            Operand::Null => text.write_str("null"),
            Operand::Function(name) => write!(text, "ptr @{}", global(name)),
            Operand::Text(word) => write!(text, "!\"{word}\""),
            Operand::Int(number) => write!(text, "i32 {}", number.cast_signed()),
            Operand::Float(bits) => write!(text, "float {}", float(F32::from_bits(*bits))),
            Operand::Node(node) => {
                let number = numbers.get(*node).copied().flatten().unwrap_or_default();
                write!(text, "!{number}")
            }
        };
    }
    text.push('}');
    text
}

/// A name in IR syntax: in quotes, if it has characters other than letters, digits and `-$._`.
fn global(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-$._".contains(&byte);
    let digit = name.starts_with(|letter: char| letter.is_ascii_digit());
    if !name.is_empty() && !digit && name.bytes().all(plain) {
        return name.into();
    }
    let mut quoted = String::from("\"");
    for byte in name.bytes() {
        let shown = byte == b' ' || byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
        let _ = if shown {
            write!(quoted, "{}", char::from(byte))
        } else {
            write!(quoted, "\\{byte:02X}")
        };
    }
    quoted.push('"');
    quoted
}

/// A float in IR syntax: six digits if they are exact, otherwise the bits of the double.
fn float(single: F32) -> String {
    let value = f64::from(single.get());
    let digits = format!("{value:.5e}");
    let (mantissa, exponent) = digits.split_once('e').unwrap_or((&digits, "0"));
    match exponent.parse::<i32>() {
        Ok(exponent) if value.is_finite() && digits.parse() == Ok(value) => {
            format!("{mantissa}0e{exponent:+03}")
        }
        _ => format!("0x{:016X}", widen(single)),
    }
}
