//! Checks for names that the generated code already uses, so that rustc finds no mistakes of a schema.

use crate::exports::exports;
use crate::expression::FUNCTIONS;
use crate::model::{BUILT_IN, Content};
use crate::span::Spanned;

use super::Checker;

/// Names that generated code uses where a schema may declare a name, separated by spaces, and a description of their
/// owner.
pub(super) struct Taken {
    names: &'static str,
    who: &'static str,
}

/// Types, traits and values that generated code uses without a path, in addition to its imports.
pub(super) const TYPES: Taken = Taken {
    names: "Part PartView TypedParts Opaque Option Some None Result Ok Err Default From TryFrom PartialEq Clone Debug Hash Copy",
    who: "the generated code has something",
};

/// Fields of every sequence or its view, and names that expressions call or bind.
pub(super) const SEQUENCE: Taken = Taken {
    names: "trailing memory source args is_usual matched int element element_of selector_of_self",
    who: "the generated code has something",
};

/// Methods of a part and its view.
pub(super) const PART: Taken = Taken {
    names: "parse to_bytes put to_value as_bytes lay_out extend_tables unknown forget_unknown version set_version",
    who: "every part has a method",
};

/// Methods of the view of a part, which also has one for each field, and methods of standard traits, which method
/// lookup prefers for a reference.
pub(super) const VIEW: Taken = Taken {
    names: "parse to_value as_bytes unknown eq ne clone clone_from to_owned clone_into into try_into",
    who: "every view has a method",
};

/// Methods of a directory and its view.
pub(super) const DIRECTORY: Taken = Taken {
    names: "contents lookup rows row string string_bytes list bytes intern intern_all intern_list intern_lists \
        intern_strings intern_bytes rows_mut push",
    who: "every directory has a method",
};

/// Constants and functions of enums and flags.
pub(super) const ENUM: Taken = Taken {
    names: "TABLE name from_name is_known all_values is_empty empty contains intersects insert remove set unknown all bits iter iter_names",
    who: "every enum has something",
};

/// For records with versions by size: the field of the version, the functions that convert and create a record, those
/// that find and write its layouts, and methods of standard traits.
pub(super) const VERSIONED: Taken = Taken {
    names: "version set_version new version_index nth_layout write_in_layout eq ne clone clone_from to_owned clone_into into try_into",
    who: "a record with versions by size has something",
};

/// The prefixes of locals that belong to a field.
const BEGINNINGS: [&str; 3] = ["at_", "size_of_", "padding_"];

/// Whether generated code imports an item with this name.
fn is_import(name: &str) -> bool {
    exports().any(|(_, import)| import == name)
}

impl Checker<'_> {
    pub(super) fn item_names(&self) {
        for item in &self.schema.items {
            let name = &item.name;
            let is_import = is_import(name);
            match &item.content {
                Content::Let(_) if is_import || FUNCTIONS.contains(&name.as_str()) => {
                    self.taken(name, "the language has a function");
                }
                _ if self.is_of_parts(name) => {
                    self.taken(name, "the generated module `parts` has a constant");
                }
                Content::Let(_) => {}
                _ if BUILT_IN.iter().any(|(known, ..)| *known == name.value) => {
                    self.taken(name, "the language has a type");
                }
                _ => self.type_name(name),
            }
            let viewed = name
                .strip_suffix("View")
                .and_then(|base| self.schema.item(base));
            if let Some(sequence) = viewed.filter(|item| item.content.is_nested()) {
                let what = format!("`{name}` is the name of the view of `{}`", sequence.name);
                self.note(name, what)
                    .other(&sequence.name, "each struct and switch has a view");
            }
            let part = name.strip_suffix("Part");
            let part = part.filter(|base| self.schema.is_fixed_part(base));
            if let Some(record) = part.and_then(|base| self.schema.item(base)) {
                let what = format!("`{name}` is the name of the part with a `{}`", record.name);
                let noted = self.note(name, what);
                noted.other(
                    &record.name,
                    "a part of a fixed size has such a type, with the bytes after its fields",
                );
            }
        }
    }

    /// Whether the module of all parts has a constant with this name: its table, or a FourCC.
    fn is_of_parts(&self, name: &str) -> bool {
        let mut codes = self.schema.parts.iter().flat_map(|part| &part.codes);
        let code = name.strip_prefix("PART_").unwrap_or(name);
        name == "PARTS" || codes.any(|known| known.to_ascii_uppercase() == code)
    }

    /// Checks the name of an item, or of a parameter that is the type of a record.
    pub(super) fn type_name(&self, name: &Spanned<String>) {
        if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
            self.note(name, format!("`{name}` is not a valid name of a type"))
                .help("types begin with a capital letter");
        } else if is_import(name) {
            self.taken(name, TYPES.who);
        } else {
            self.free(name, &TYPES);
        }
    }

    /// Checks the name of a field of a sequence, or of a parameter.
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
        self.free(name, &SEQUENCE);
        if let Some(item) = self.schema.item(name)
            && let Content::Let(_) = &item.content
        {
            self.note(name, format!("`{name}` is the name of a function"))
                .other(&item.name, "declared here")
                .help("use another name");
        }
    }

    /// Reports a name that generated code already uses.
    pub(super) fn free(&self, name: &Spanned<String>, taken: &Taken) {
        // Few names are substrings of the text, and splitting it for each name takes longer.
        let may_be = taken.names.contains(name.as_str());
        if may_be && taken.names.split(' ').any(|taken| taken == name.value) {
            self.taken(name, taken.who);
        }
    }

    pub(super) fn taken(&self, name: &Spanned<String>, who: &str) {
        self.note(name, format!("{who} with the name `{name}`"))
            .help("use another name");
    }
}
