//! Names the types, values and members in the header.

/// The prefix of all types and values. It differs from `Dxc`, the prefix of DXC's own interface.
pub(super) const PREFIX: &str = "Dxbc";

/// Keywords of C and C++, which cannot be names of members.
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

/// The name of an item's type, or of one of its versions.
pub(crate) fn type_name(item: &str, version: Option<&str>) -> String {
    match version {
        Some(version) => format!("{PREFIX}{item}_v{version}"),
        None => format!("{PREFIX}{item}"),
    }
}

/// The name of a value.
pub(crate) fn value_name(item: &str, value: &str) -> String {
    format!("{PREFIX}{item}_{value}")
}

/// The name of a member.
pub(crate) fn member_name(field: &str) -> String {
    if KEYWORDS.contains(&field) {
        format!("{field}_")
    } else {
        field.to_owned()
    }
}
