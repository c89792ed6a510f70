//! Tests the conversion of containers to documents and back.
#![allow(clippy::unwrap_used, missing_docs)]

mod edits;
mod hostile;
mod left_out;
mod lossless;
mod mistakes;
mod newer;
mod runtime_data;
mod shown;
mod smallest;
mod sources;
mod values;

use dxc_document::Document;
use dxc_format::{Container, TableStyle};

/// The document of a container.
fn yaml(file: &[u8]) -> String {
    let document = Document::of(&Container::parse(file).unwrap()).unwrap();
    document.to_yaml().unwrap()
}

/// The container that a document builds, or the error.
fn built(text: &str) -> Result<Vec<u8>, String> {
    let document = Document::from_yaml(text).map_err(|problem| problem.to_string())?;
    let bytes = document.to_bytes(TableStyle::Dxc);
    bytes.map_err(|problem| problem.to_string())
}

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
