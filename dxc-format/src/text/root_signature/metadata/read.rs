//! From metadata to root signatures.

use alloc::vec::Vec;

use super::Entry;
use super::element::{Signatures, entry};
use super::reader::Reader;
use crate::text::root_signature::diagnostic::{Diagnostic, Diagnostics};
use crate::text::root_signature::sources::Sources;

/// The root signatures in the metadata of textual IR; empty if it has no node `dx.rootsignatures`.
///
/// Other text is skipped. Nodes may have any numbers and any order, and may be inline. LLVM's checks apply, including
/// accidents: it accepts numbers that do not fit into their type, or into 32 bits.
///
/// # Errors
/// The first error, and its location.
pub fn read(text: &str) -> Result<Vec<Entry>, Diagnostics> {
    let located = |wrong: Diagnostic| Diagnostics::from(wrong.located(text, &Sources::of(text)));
    let reader = Reader::new(text).map_err(located)?;
    let mut signatures = Signatures::default();
    let mut entries = Vec::new();
    for named in &reader.named {
        for pair in reader.named_operands(*named).map_err(located)? {
            let entry = entry(&reader, &pair, &mut signatures);
            entries.push(entry.map_err(located)?);
        }
    }
    Ok(entries)
}
