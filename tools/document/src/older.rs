//! Refuses documents that older versions wrote: they consisted of two documents, the second one with the keys that LLVM
//! does not have.

use alloc::string::ToString;

use super::render::placed;
use dxc_runtime::values::DocumentError;
use dxc_runtime::values::source::Source;

/// The keys of the second document in JSON.
const KEYS: [&str; 2] = ["Extension", "Rest"];

/// The beginning of the tag of the second document in YAML.
const TAG: &str = "!dxcontainer-";

const CONVERT: &str = "older versions wrote the keys there that LLVM does not have; write the document again with `dxobj show \
    --format yaml FILE`, or move the keys of each entry of `Parts` to that part (`NewerVersion` to `Version`), `Gaps` and \
    `Trailing` to `Layout`, and the keys of `Header` to the list `Stated` of `Layout`";

/// Refuses a document with a key of the second document. It is checked before the parts, since their content may be
/// there.
pub(crate) fn refuse(document: &Source<'_>) -> Result<(), DocumentError> {
    match KEYS.into_iter().find(|key| document.has_key(key)) {
        Some(key) => Err(DocumentError::unknown_key(key, []).with_help(CONVERT.to_string())),
        None => Ok(()),
    }
}

/// The error for a text with more than one document; its location is the last one.
pub(crate) fn several(text: &str) -> DocumentError {
    let start = last_document(text).unwrap_or_default();
    let mark = text.get(start..).unwrap_or_default();
    let mark = mark.lines().next().unwrap_or_default().trim_end();
    let is_older = mark.trim_start_matches(['-', ' ']).starts_with(TAG);
    let problem = DocumentError::new("a container has one document");
    let problem = if is_older {
        problem.with_help(CONVERT.to_string())
    } else {
        problem
    };
    placed(problem, start..start + mark.len(), text)
}

/// The start of the last document, if there are several.
fn last_document(text: &str) -> Option<usize> {
    let mut end = text.len();
    text.split_inclusive('\n').rev().find_map(|line| {
        end -= line.len();
        let after = line.strip_prefix("---")?;
        let begins = after.is_empty() || after.starts_with(char::is_whitespace);
        begins.then_some(end)
    })
}
