//! Adds locations to errors in documents, and renders them with the source text.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use dxc_runtime::values::{DocumentError, Node};

use crate::path::steps;
use crate::seek::seek;
use dxc_text::Lines;
use dxc_text::excerpt::{Excerpt, without_place};

/// The message of a problem with its line and a caret below the position, optionally in color; without a span, only the
/// message. `text` is the source of the document.
///
/// ```
/// use dxc_document::{Document, render};
/// use dxc_format::TableStyle;
///
/// let text = "Parts: [{ Name: SFI0, Flag: 1 }]";
/// let problem = Document::from_yaml(text)?.to_bytes(TableStyle::Dxc).unwrap_err();
/// assert!(render(&problem, "edited.yaml", text, false).contains("edited.yaml:1:23"));
/// # Ok::<(), dxc_document::DocumentError>(())
/// ```
pub fn render(problem: &DocumentError, path: &str, text: &str, color: bool) -> String {
    let title = problem.title();
    let (Some(span), Some(at)) = (problem.span(), problem.line_and_column()) else {
        return without_place(&format!("{path}: {title}"), problem.help(), color);
    };
    let excerpt = Excerpt {
        text,
        span: &span,
        at,
        message: &title,
        note: false,
        also: None,
        chain: &[],
        help: problem.help(),
    };
    excerpt.render(path, color)
}

/// Adds the location to an error about a tree: the span in the text that [`yaml::from_str`](crate::yaml::from_str)
/// read.
#[must_use]
pub fn locate(problem: DocumentError, node: &Node, text: &str) -> DocumentError {
    let (steps, is_all) = steps(node, problem.path());
    match seek(text, &steps, problem.is_of_key() || !is_all) {
        Some(span) => placed(problem, span, text),
        None => problem,
    }
}

/// Adds the span in a text to an error.
pub(crate) fn placed(problem: DocumentError, span: Range<usize>, text: &str) -> DocumentError {
    let at = Lines::of(text).line_and_column(text, span.start);
    problem.placed(span, at)
}
