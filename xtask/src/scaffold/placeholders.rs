//! What stands for what a person has to write, and where it was left.

use crate::diagnostic::{Mistakes, Source, Span};

/// The doc of what nobody has described.
pub(super) const UNDESCRIBED: &str = "Not described yet.";

/// The source of what nobody has looked up.
pub(super) const UNSTATED: &str = "not stated yet";

/// How fields and flags begin that nobody has named.
pub(super) const UNNAMED_FIELD: &str = "unnamed";
pub(super) const UNNAMED_FLAG: &str = "Unnamed";

struct Placeholder {
    left: &'static str,
    /// What is missing.
    what: &'static str,
    /// What belongs there.
    help: &'static str,
    /// Whether a placeholder is one, by what stands before and behind it in its line.
    is_left: fn(&str, &str) -> bool,
}

const NAME_HELP: &str = "write the name that upstream has, as Rust spells it";

const PLACEHOLDERS: [Placeholder; 4] = [
    Placeholder {
        left: UNDESCRIBED,
        what: "nobody has described this",
        help: "write what it is, for people, in whole sentences",
        is_left: is_doc,
    },
    Placeholder {
        left: UNSTATED,
        what: "nobody has said where this is known from",
        help: "write where others find it: a header and its type, such as ``LLVM DXContainer.h, `dxbc::PartHeader` ``",
        is_left: |before, behind| before == "source = \"" && behind == "\"",
    },
    Placeholder {
        left: UNNAMED_FIELD,
        what: "nobody has named this",
        help: NAME_HELP,
        is_left: is_name,
    },
    Placeholder {
        left: UNNAMED_FLAG,
        what: "nobody has named this",
        help: NAME_HELP,
        is_left: is_name,
    },
];

/// A doc is a comment, or the text of a key; that of a file begins with its FourCC.
fn is_doc(before: &str, behind: &str) -> bool {
    let text = before.strip_prefix("doc = \"");
    let is_key = text.is_some_and(|text| text.is_empty() || text.ends_with(": "));
    before == "# " && behind.is_empty() || is_key && behind == "\""
}

/// A key, perhaps with a number that tells it from others.
fn is_name(before: &str, behind: &str) -> bool {
    let name = behind.trim_start_matches(|letter: char| letter == '_' || letter.is_ascii_digit());
    before.is_empty() && name.starts_with(" =")
}

/// Notes what `cargo xtask new` has left to a person who has not replaced it.
pub(crate) fn check_replaced(sources: &[Source], mistakes: &Mistakes) {
    for (file, source) in sources.iter().enumerate() {
        for placeholder in &PLACEHOLDERS {
            for (at, left) in source.text.match_indices(placeholder.left) {
                let end = at + left.len();
                let before = source.text[..at].rsplit('\n').next().unwrap_or_default();
                let behind = source.text[end..].lines().next().unwrap_or_default();
                if (placeholder.is_left)(before, behind) {
                    let span = Span {
                        file,
                        range: at..end,
                    };
                    let noted = mistakes.note(&span, placeholder.what);
                    noted.help(placeholder.help);
                }
            }
        }
    }
}
