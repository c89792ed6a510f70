//! Converts texts to UTF-8: from UTF-8, or from UTF-16 with a byte order mark, which PowerShell 5.1 writes.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// Converts a text to UTF-8 without a byte order mark. Bytes of other files are returned unchanged.
///
/// # Errors
/// The text begins as UTF-16, and is not; the message has the offset.
///
/// ```
/// assert_eq!(*dxc_text::to_utf8(b"\xff\xfea\0").unwrap(), *b"a");
/// ```
pub fn to_utf8(bytes: &[u8]) -> Result<Cow<'_, [u8]>, String> {
    type Unit = fn([u8; 2]) -> u16;
    let (units, unit): (_, Unit) = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => return Ok(rest.into()),
        [0xff, 0xfe, rest @ ..] => (rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => (rest, u16::from_be_bytes),
        _ => return Ok(bytes.into()),
    };
    let (pairs, odd) = units.as_chunks();
    let mut text = String::with_capacity(pairs.len());
    for letter in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        // The text before consists of valid characters.
        let wrong = |_| {
            let at = 2 + 2 * text.encode_utf16().count();
            format!("the text is UTF-16 with half of a surrogate pair at byte {at:#x}")
        };
        let letter = letter.map_err(wrong)?;
        text.push(letter);
    }
    if odd.is_empty() {
        Ok(text.into_bytes().into())
    } else {
        Err("the text is UTF-16 with an odd number of bytes".into())
    }
}
