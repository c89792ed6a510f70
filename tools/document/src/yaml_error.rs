//! Converts errors of the YAML library to errors of documents.

use alloc::format;
use alloc::string::String;

use serde_saphyr::Error;
use serde_saphyr::budget::BudgetBreach;

use super::render::placed;
use super::seek::span;
use dxc_runtime::values::DocumentError;

/// Converts an error of the library, with its location.
pub(crate) fn problem(error: Error, text: &str) -> DocumentError {
    let error = error.without_snippet();
    let problem = DocumentError::new(message(error));
    match error.location().and_then(|location| span(text, &location)) {
        Some(span) => placed(problem, span, text),
        None => problem,
    }
}

fn message(error: &Error) -> String {
    match error {
        Error::ExternalMessage { msg, .. } if msg == "recursion limit exceeded" => DEEP.into(),
        Error::ExternalMessage { msg, .. } => format!("invalid YAML: {msg}"),
        // The reader of nodes has already written the message.
        Error::Message { msg, .. } => msg.clone(),
        Error::DuplicateMappingKey { key: Some(key), .. } => {
            format!("duplicate key `{key}`")
        }
        Error::DuplicateMappingKey { .. } => "duplicate key".into(),
        Error::Budget { breach, .. } => budget_message(breach).into(),
        Error::MultipleDocuments { .. } => "one document is wanted, and another follows".into(),
        Error::Eof { .. } => "the text ends where more was expected".into(),
        Error::UnknownAnchor { .. } | Error::AliasError { .. } => ALIAS.into(),
        Error::MergeValueNotMapOrSeqOfMaps { .. } | Error::MergeKeyNotAllowed { .. } => {
            "`<<` can only merge a map".into()
        }
        // Nodes may have any type; only keys must be texts.
        Error::Unexpected { .. }
        | Error::NullIntoString { .. }
        | Error::TaggedScalarCannotDeserializeIntoString { .. } => "a key is a text".into(),
        Error::InvalidScalar { .. }
        | Error::SerdeInvalidType { .. }
        | Error::SerdeInvalidValue { .. } => "the value does not match its tag".into(),
        Error::InvalidBinaryBase64 { .. } | Error::BinaryNotUtf8 { .. } => {
            "bytes are a list of numbers, and no `!!binary`".into()
        }
        Error::UnsupportedTag { tag, .. } => format!("unknown tag `{tag}`"),
        _ => "documents cannot contain this YAML".into(),
    }
}

/// The message for a text that exceeds a limit.
fn budget_message(breach: &BudgetBreach) -> &'static str {
    match breach {
        BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. } => ALIAS,
        BudgetBreach::Depth { .. } => DEEP,
        BudgetBreach::SequenceUnbalanced => "there is no opening bracket for this",
        _ => "its result is larger than the text allows",
    }
}

/// Both the library's reader and this crate limit the nesting.
const DEEP: &str = "values are nested too deeply";

/// The message for YAML aliases, which are not supported.
const ALIAS: &str = "aliases are not supported; repeat the value";
