//! Containers as documents, and back.
#![allow(clippy::unwrap_used, missing_docs)]

mod edits;
mod hostile;
mod llvm_sources;
mod lossless;
mod mistakes;
mod newer;
mod runtime_data;
mod shown;
mod sources;
mod values;

/// A message without the number of keys, which grows with the format.
fn uncounted(said: &str) -> String {
    let legal = "legal here are ";
    let mut pieces = said.split(legal);
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let rest = piece.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number = if rest == piece { "" } else { "N" };
        text + legal + number + rest
    })
}
