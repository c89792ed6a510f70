//! What stands for what a person has to write, and where it was left.

use std::ops::Range;

use crate::diagnostic::{Mistakes, Source, Span};

/// The doc that `new` and `import` write for a person to replace.
pub(crate) const UNDESCRIBED: &str = "Not described yet.";

/// The source of what nobody has looked up.
pub(crate) const UNSTATED: &str = "not stated yet";

/// How fields and flags begin that nobody has named.
pub(crate) const UNNAMED_FIELD: &str = "unnamed";
pub(crate) const UNNAMED_FLAG: &str = "Unnamed";

/// A placeholder: the key that has it, what is missing, and what belongs there.
type Placeholder = (&'static str, &'static str, &'static str, &'static str);

const NAME_HELP: &str = "write the name that upstream has, as Rust spells it";

const PLACEHOLDERS: [Placeholder; 4] = [
    (
        "doc",
        UNDESCRIBED,
        "this doc is a placeholder",
        "write what it is, in whole sentences",
    ),
    (
        "source",
        UNSTATED,
        "this source is a placeholder",
        "write where others find it: a header and its type, such as ``LLVM DXContainer.h, `dxbc::PartHeader` ``",
    ),
    (
        "name",
        UNNAMED_FIELD,
        "this name is a placeholder",
        NAME_HELP,
    ),
    (
        "name",
        UNNAMED_FLAG,
        "this name is a placeholder",
        NAME_HELP,
    ),
];

/// Notes placeholders of `cargo xtask new` and `cargo xtask import` that are not replaced yet.
pub(crate) fn check_replaced(sources: &[Source], mistakes: &Mistakes) {
    for (file, source) in sources.iter().enumerate() {
        for (key, placeholder, what, help) in PLACEHOLDERS {
            let found = source.text.match_indices(placeholder);
            let left = found.filter_map(|(at, _)| text_around(key, &source.text, at));
            for range in left.filter(|range| is_left(placeholder, &source.text[range.clone()])) {
                mistakes.note(&Span { file, range }, what).help(help);
            }
        }
    }
}

/// The text of a key in a line, by the place of something in it.
fn text_around(key: &str, text: &str, at: usize) -> Option<Range<usize>> {
    let begin = format!("{key} = \"");
    let start = text[..at].rfind(&begin)? + begin.len();
    let end = at + text[at..].find('"')?;
    (!text[start..at].contains(['"', '\n'])).then_some(start..end)
}

/// Whether a text is nothing but the placeholder, perhaps with something that tells it from others.
fn is_left(placeholder: &str, text: &str) -> bool {
    let numbered = |letter: char| letter == '_' || letter.is_ascii_digit();
    text.trim_end_matches(numbered) == placeholder || text.ends_with(&format!(": {placeholder}"))
}
