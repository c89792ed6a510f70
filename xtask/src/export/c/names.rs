//! The names in the header.

use crate::export::structures::Version;

/// The beginning of all names of types and values. That of DXC's own interface, `Dxc`, is another.
pub(super) const PREFIX: &str = "Dxbc";

/// Words of C and C++ that no member can be called.
const KEYWORDS: [&str; 27] = [
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "class",
    "const",
    "default",
    "delete",
    "double",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "float",
    "int",
    "long",
    "namespace",
    "new",
    "operator",
    "register",
    "short",
    "signed",
    "struct",
    "template",
    "union",
];

/// The name of the type of an item, in one of its versions.
pub(super) fn type_name(item: &str, version: Option<&Version>) -> String {
    match version {
        Some(Version { number, grown, .. }) => {
            let suffix = if *grown { "b" } else { "" };
            format!("{PREFIX}{item}_v{number}{suffix}")
        }
        None => format!("{PREFIX}{item}"),
    }
}

/// The name of a value.
pub(super) fn value_name(item: &str, value: &str) -> String {
    format!("{PREFIX}{item}_{value}")
}

/// The name of a member.
pub(super) fn member_name(field: &str) -> String {
    match KEYWORDS.contains(&field) {
        true => format!("{field}_"),
        false => field.to_owned(),
    }
}
