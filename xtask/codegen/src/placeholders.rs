//! Finds placeholders that a person has to replace.

use crate::diagnostic::Mistakes;
use crate::span::{Source, Span};

/// The doc that `import` writes for a person to replace.
pub const UNDESCRIBED: &str = "Not described yet.";

/// The source of a fact without one.
pub(crate) const UNSTATED: &str = "not stated yet";

struct Placeholder {
    left: &'static str,
    /// The placeholder for it.
    what: &'static str,
    /// The help on its replacement.
    help: &'static str,
    /// Whether an occurrence is a placeholder, by the text before and after it in its line.
    is_left: fn(&str, &str) -> bool,
}

const PLACEHOLDERS: [Placeholder; 2] = [
    Placeholder {
        left: UNDESCRIBED,
        what: "this doc is a placeholder",
        help: "write what it is, in whole sentences",
        is_left: is_doc,
    },
    Placeholder {
        left: UNSTATED,
        what: "this source is a placeholder",
        help: "write where others find it: a header and its type, such as ``LLVM DXContainer.h, `dxbc::PartHeader` ``",
        is_left: |before, behind| before == "source = \"" && behind == "\"",
    },
];

/// Whether the text around a placeholder is that of a doc: a comment, or the value of a key.
fn is_doc(before: &str, behind: &str) -> bool {
    let is_whole = |text: &str| text.is_empty() || text.ends_with(": ");
    let comment = before.strip_prefix("# ").filter(|_| behind.is_empty());
    let key = before.strip_prefix("doc = \"").filter(|_| behind == "\"");
    comment.or(key).is_some_and(is_whole)
}

/// Reports placeholders of `import` that are not replaced yet.
pub(crate) fn check_replaced(sources: &[Source], mistakes: &Mistakes) {
    for (file, source) in sources.iter().enumerate() {
        for placeholder in &PLACEHOLDERS {
            for (at, left) in source.text.match_indices(placeholder.left) {
                let end = at + left.len();
                let before = source.text[..at].rsplit('\n').next().unwrap_or_default();
                let behind = source.text[end..].lines().next().unwrap_or_default();
                if (placeholder.is_left)(before, behind) {
                    let span = Span::new(file, at..end);
                    let noted = mistakes.note(&span, placeholder.what);
                    noted.help(placeholder.help);
                }
            }
        }
    }
}
