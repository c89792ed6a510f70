//! Encodes long bytes in JSON and in the extension of a document as base64 instead of a list of numbers.

use alloc::string::String;
use alloc::vec::Vec;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, Serializer};

/// The only key of a map that encodes bytes.
pub const BASE64: &str = "Base64";

/// Bytes up to this length are a list of numbers, which is easy to edit.
const SHORT: usize = 32;

/// The number of bytes in a line of base64, which has 76 characters.
const LINE: usize = 57;

/// Whether bytes are long enough for base64, where readers accept that.
pub fn is_long(bytes: &[u8]) -> bool {
    bytes.len() > SHORT
}

/// Lines of base64.
pub fn lines(bytes: &[u8]) -> String {
    let lines = bytes.len().div_ceil(LINE);
    let mut text = String::with_capacity(lines.saturating_mul(LINE / 3 * 4 + 1));
    for line in bytes.chunks(LINE) {
        STANDARD.encode_string(line, &mut text);
        text.push('\n');
    }
    text
}

/// Decodes a text, ignoring white space.
///
/// # Errors
/// Returns the decoder's error in the text.
pub fn decoded(text: &mut String) -> Result<Vec<u8>, base64::DecodeError> {
    text.retain(|letter| !letter.is_ascii_whitespace());
    STANDARD.decode(text.as_bytes())
}

/// Writes a map that encodes bytes.
pub fn serialize<S: Serializer>(text: &impl Serialize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([(BASE64, text)])
}
