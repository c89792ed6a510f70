//! Converts names to Kaitai's spelling.

use std::collections::BTreeSet;

use crate::llvm_headers::snake_case;

/// Keywords of the languages that Kaitai compiles to, which Kaitai does not escape.
const KEYWORDS: [&str; 20] = [
    "and", "class", "close", "def", "default", "del", "false", "from", "global", "if", "import",
    "in", "is", "none", "not", "or", "pass", "return", "true", "with",
];

/// The name of a field.
pub(super) fn field_name(name: &str) -> String {
    let name = name.to_lowercase();
    if KEYWORDS.contains(&&*name) {
        format!("{name}_")
    } else {
        name
    }
}

/// The name of a type or an enum.
pub(super) fn type_name(item: &str) -> String {
    snake_case(item)
}

/// The name of a value, different from those in `taken`.
pub(super) fn value_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut own = if name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        snake_case(name)
    } else {
        format!("value_{}", snake_case(name))
    };
    while !taken.insert(own.clone()) {
        own.push('_');
    }
    own
}

/// The name of the file of a schema.
pub(super) fn file_name(schema: &str) -> String {
    format!("dxcontainer_{schema}")
}
