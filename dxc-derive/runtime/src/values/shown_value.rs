//! Creates nodes of single values: numbers, characters, texts and string tables.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::node::{Map, Node};
use crate::shape::DocumentForm;
use crate::{FourCC, Strings};

/// Four characters as text; as bytes, if they are not text.
pub fn fourcc(FourCC(bytes): FourCC) -> Node {
    match core::str::from_utf8(&bytes) {
        Ok(text) if text.is_ascii() => owned(text),
        _ => Node::bytes(&bytes),
    }
}

/// A number of 32 or 64 bits; for a NaN without a text form, its bits.
pub(super) fn float(bytes: &[u8]) -> Option<Node> {
    let (node, is_text, bits) = match bytes.len() {
        4 => {
            let value = f32::from_le_bytes(bytes.try_into().ok()?);
            let is_text = !value.is_nan() || value.to_bits() == f32::NAN.to_bits();
            (Node::Float(value), is_text, u64::from(value.to_bits()))
        }
        _ => {
            let value = f64::from_le_bytes(bytes.try_into().ok()?);
            let is_text = !value.is_nan() || value.to_bits() == f64::NAN.to_bits();
            (Node::Double(value), is_text, value.to_bits())
        }
    };
    Some(if is_text {
        node
    } else {
        Node::map([("Bits", bits.into())])
    })
}

/// A value, and the bytes after it up to the next value, unless they are 0.
pub(super) fn with_tail(value: Node, tail: &[u8]) -> Node {
    if tail.iter().all(|byte| *byte == 0) {
        return value;
    }
    Node::map([("Value", value), ("Tail", Node::bytes(tail))])
}

/// An offset without a known target.
pub(super) fn offset(number: u64) -> Node {
    Node::map([("Offset", number.into())])
}

/// Whether a text represents these bytes completely.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    core::str::from_utf8(bytes).is_ok() && !bytes.contains(&0)
}

/// Strings, each with its NUL: as one text, several, or as bytes if they are not strings.
pub(super) fn texts(bytes: &[u8]) -> Node {
    let strings = bytes.split_inclusive(|byte| *byte == 0);
    let strings: Option<Vec<_>> = strings
        .map(|string| {
            let text = core::str::from_utf8(string.strip_suffix(&[0])?).ok()?;
            Some(owned(text))
        })
        .collect();
    match strings {
        Some(mut strings) if strings.len() == 1 => strings.pop().unwrap_or(Node::Nothing),
        Some(strings) => Node::List(strings),
        None => Node::bytes(bytes),
    }
}

/// The keys of an entry of a string table, in LLVM's spelling.
pub(super) const ENTRY: [&str; 2] = ["String", "Offset"];

/// The strings of a table, each with its offset.
pub(super) fn entries(bytes: &[u8]) -> Node {
    let [name, place] = ENTRY;
    let mut at = 0;
    let mut entries = Vec::new();
    for string in Strings(bytes).iter() {
        if !string.is_empty() {
            entries.push(Node::map([(name, text(string)), (place, Node::from(at))]));
        }
        at += string.len() as u64 + 1;
    }
    Node::List(entries)
}

/// Consecutive strings, each with its key; as bytes, if the keys cannot represent all of them.
pub(super) fn strings(bytes: &[u8], shown: &DocumentForm, key: &'static str, map: &mut Map) {
    let all = || Strings(bytes).iter();
    let is_whole = bytes.last().is_none_or(|last| *last == 0);
    if is_whole && all().count() <= shown.named.len() && all().all(is_text) {
        for (key, string) in shown.named.iter().zip(all()) {
            map.push(*key, text(string));
        }
    } else {
        map.push(key, Node::bytes(bytes));
    }
}

pub(super) fn text(bytes: &[u8]) -> Node {
    match core::str::from_utf8(bytes) {
        Ok(text) => owned(text),
        Err(_) => Node::bytes(bytes),
    }
}

pub(super) fn owned(text: &str) -> Node {
    Node::Text(Cow::Owned(text.into()))
}
