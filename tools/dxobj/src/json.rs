//! JSON lines that commands print for scripts. `dxobj schema` describes them.

use std::path::Path;

use serde::Serialize;

use crate::problem::Problem;
use crate::text::Text;

/// The version of the format of all lines. Adding a key does not change it; removing a key, or changing its meaning,
/// does.
pub(crate) const SCHEMA_VERSION: u32 = 2;

/// A line about a file: the keys of every line, then those of the command.
#[derive(Serialize)]
pub(crate) struct Line<T> {
    schema_version: u32,
    #[serde(flatten)]
    file: FileName,
    #[serde(flatten)]
    content: T,
}

/// The path of a file; if it is not UTF-8, also as bytes.
#[derive(Serialize)]
struct FileName {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Vec<u8>>,
}

/// The line for a file that could not be processed, with the reason.
#[derive(Serialize)]
struct Failed<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl<T> Line<T> {
    /// A line about the file with this path.
    pub(crate) fn new(path: &Path, content: T) -> Self {
        let is_text = path.to_str().is_some();
        Self {
            schema_version: SCHEMA_VERSION,
            file: FileName {
                path: path.display().to_string(),
                bytes: (!is_text).then(|| path.as_os_str().as_encoded_bytes().to_vec()),
            },
            content,
        }
    }
}

impl<T: Serialize> Line<T> {
    /// The line as text.
    pub(crate) fn text(&self) -> Text {
        Text::json(self)
    }
}

/// The line for a file that could not be read or processed; `None` for a problem with no file.
pub(crate) fn failed(problem: &Problem) -> Option<Text> {
    let path = problem.path.as_deref()?;
    let failed = Failed {
        error: &problem.what,
        hint: problem.hint.as_deref(),
    };
    Some(Line::new(path, failed).text())
}
