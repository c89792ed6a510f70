//! Long bytes of the rest of a document, as base64 instead of a list of numbers.

#[cfg(feature = "yaml")]
use alloc::string::String;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::node::{Map, Node};

/// The only key of a map that encodes bytes.
const BASE64: &str = "Base64";

/// Bytes up to this length are a list of numbers, which is easy to edit.
const SHORT: usize = 32;

/// The bytes of a line, which has 76 letters.
#[cfg(feature = "yaml")]
const LINE: usize = 57;

/// Whether the rest contains bytes as base64.
pub(super) fn is_long(bytes: &[u8]) -> bool {
    bytes.len() > SHORT
}

/// Lines of base64.
#[cfg(feature = "yaml")]
pub(super) fn lines(bytes: &[u8]) -> String {
    let lines = bytes.len().div_ceil(LINE);
    let mut text = String::with_capacity(lines.saturating_mul(LINE / 3 * 4 + 1));
    for line in bytes.chunks(LINE) {
        STANDARD.encode_string(line, &mut text);
        text.push('\n');
    }
    text
}

/// The bytes that a map encodes; the map itself if it has other keys.
///
/// # Errors
/// The error in the text.
pub(super) fn bytes_or_map(mut map: Map) -> Result<Node, base64::DecodeError> {
    match map.0.as_mut_slice() {
        [(key, Node::Text(text))] if key == BASE64 => {
            text.retain(|letter| !letter.is_ascii_whitespace());
            STANDARD.decode(text.as_bytes()).map(Node::Bytes)
        }
        _ => Ok(Node::Map(map)),
    }
}

/// Writes a map that encodes bytes.
pub(super) fn serialize<S: Serializer>(
    text: &impl Serialize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(BASE64, text)?;
    map.end()
}

/// A tree whose long bytes are base64 without line breaks, for any format.
pub(super) struct Packed<'n>(pub(super) &'n Node);

impl Serialize for Packed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Node::Bytes(bytes) if is_long(bytes) => serialize(&STANDARD.encode(bytes), serializer),
            Node::List(list) => {
                let mut out = serializer.serialize_seq(Some(list.len()))?;
                list.iter()
                    .try_for_each(|value| out.serialize_element(&Packed(value)))?;
                out.end()
            }
            Node::Map(map) => {
                let mut out = serializer.serialize_map(Some(map.0.len()))?;
                map.0
                    .iter()
                    .try_for_each(|(key, value)| out.serialize_entry(key, &Packed(value)))?;
                out.end()
            }
            other => other.serialize(serializer),
        }
    }
}
