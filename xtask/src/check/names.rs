//! Names that the generated code has already, so that no mistake of a schema is left for rustc to find.

use crate::diagnostic::Spanned;
use crate::exports::EXPORTS;
use crate::expression::FUNCTIONS;
use crate::model::{BUILT_IN, Content};

use super::Checker;

/// Types, traits and values that generated code names without a path, beside its imports.
const TYPES: [&str; 18] = [
    "Part",
    "PartView",
    "TypedParts",
    "Opaque",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "Default",
    "From",
    "TryFrom",
    "PartialEq",
    "Clone",
    "Debug",
    "Hash",
    "Copy",
];

/// Names that generated code imports: types, macros and the functions that lowered expressions call.
fn imports() -> impl Iterator<Item = &'static &'static str> {
    EXPORTS.iter().map(|(_, name)| name)
}

/// Fields that every sequence has or its view, and what expressions call or bind.
const SEQUENCE: [&str; 10] = [
    "trailing",
    "memory",
    "source",
    "args",
    "is_usual",
    "matched",
    "int",
    "element",
    "element_of",
    "selector_of_self",
];

/// Methods of a part and its view.
const METHODS: [&str; 11] = [
    "parse",
    "to_bytes",
    "put",
    "to_value",
    "as_bytes",
    "lay_out",
    "extend_tables",
    "unknown",
    "forget_unknown",
    "version",
    "set_version",
];

/// Methods of the view of a part, which has one for each field, too.
const VIEW_METHODS: [&str; 4] = ["parse", "to_value", "as_bytes", "unknown"];

/// Methods of standard traits, which come first behind a reference.
const TRAIT_METHODS: [&str; 8] = [
    "eq",
    "ne",
    "clone",
    "clone_from",
    "to_owned",
    "clone_into",
    "into",
    "try_into",
];

/// Beginnings of the locals that belong to a field.
const BEGINNINGS: [&str; 3] = ["at_", "size_of_", "padding_"];

/// Constants and functions of enums and flags.
const VALUES: [&str; 9] = [
    "TABLE",
    "name",
    "from_name",
    "is_empty",
    "contains",
    "insert",
    "remove",
    "unknown",
    "all",
];

/// The field that tells the version of a record by size, and the functions that move and make one.
const VERSIONED: [&str; 3] = ["version", "set_version", "new"];

impl Checker<'_> {
    pub(super) fn item_names(&self) {
        for item in &self.schema.items {
            let name = &item.name;
            match &item.content {
                Content::Let(_) => self.free(
                    name,
                    FUNCTIONS.iter().chain(imports()),
                    "the language has a function",
                ),
                _ if BUILT_IN.iter().any(|(known, _)| *known == name.value) => {
                    self.free(name, [&name.as_str()], "the language has a type");
                }
                _ if !name.starts_with(|first: char| first.is_ascii_uppercase()) => {
                    self.note(name, format!("`{name}` is not a valid name of a type"))
                        .help("types begin with a capital letter");
                }
                _ => self.free(
                    name,
                    TYPES.iter().chain(imports()),
                    "the generated code has something",
                ),
            }
            let viewed = name
                .strip_suffix("View")
                .and_then(|base| self.schema.item(base));
            if let Some(sequence) = viewed.filter(|item| item.content.is_nested()) {
                let what = format!("`{name}` is the name of the view of `{}`", sequence.name);
                self.note(name, what)
                    .other(&sequence.name, "each struct and switch has a view");
            }
        }
    }

    /// A field of a sequence, or what an item takes.
    pub(super) fn local_name(&self, name: &Spanned<String>) {
        if let Some(beginning) = BEGINNINGS
            .iter()
            .find(|beginning| name.starts_with(**beginning))
        {
            let what = format!("the prefix of `{name}` is used by the generated code");
            self.note(name, what).help(format!(
                "names cannot begin with `{beginning}`; put the words in another order"
            ));
        }
        self.free(name, &SEQUENCE, "the generated code has something");
        if let Some(item) = self.schema.item(name)
            && let Content::Let(_) = &item.content
        {
            self.note(name, format!("`{name}` is the name of a function"))
                .other(&item.name, "declared here")
                .help("use another name");
        }
    }

    pub(super) fn method_name(&self, name: &Spanned<String>) {
        self.free(name, &METHODS, "every part has a method");
    }

    /// A field of a part, which a method of the view gives.
    pub(super) fn viewed_name(&self, name: &Spanned<String>) {
        self.free(
            name,
            VIEW_METHODS.iter().chain(&TRAIT_METHODS),
            "every view has a method",
        );
    }

    pub(super) fn value_name(&self, name: &Spanned<String>) {
        self.free(name, &VALUES, "every enum has something");
    }

    pub(super) fn versioned_name(&self, name: &Spanned<String>) {
        self.free(
            name,
            VERSIONED.iter().chain(&TRAIT_METHODS),
            "a record with versions by size has something",
        );
    }

    /// Notes a name that is taken.
    fn free<'n>(
        &self,
        name: &Spanned<String>,
        taken: impl IntoIterator<Item = &'n &'n str>,
        who: &str,
    ) {
        if taken.into_iter().any(|taken| *taken == name.value) {
            self.note(name, format!("{who} with the name `{name}`"))
                .help("use another name");
        }
    }
}
