//! Writes the imports of a file: the names of `dxc_runtime` and of other files that its code uses.

use std::collections::{BTreeMap, BTreeSet};

use super::{Emitter, FORMAT};
use crate::exports::exports;

impl Emitter<'_> {
    /// The names that the items use: macros and types of `dxc_runtime`, and items of other modules.
    pub(super) fn uses(&self, module: &str, items: &[String]) -> String {
        let lines = items.iter().flat_map(|item| item.split_inclusive('\n'));
        let code = lines.filter(|line| !line.trim_start().starts_with("///"));
        let code: String = code.collect();
        let named = names(&code);
        let mut groups: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (path, name) in exports() {
            if named.contains(name) {
                groups
                    .entry(path.to_owned())
                    .or_default()
                    .insert(name.to_owned());
            }
        }
        for name in named {
            let is_item = self.schema.item(name).is_some();
            let without = |suffix| name.strip_suffix(suffix).filter(|_| !is_item);
            let of_part = without("Part").filter(|base| self.schema.is_fixed_part(base));
            let (base, is_view) = match without("View") {
                Some(base) => (base, true),
                None => (of_part.unwrap_or(name), false),
            };
            let Some(item) = self
                .schema
                .item(base)
                .filter(|item| self.schema.module(item) != module)
            else {
                continue;
            };
            if is_view && !item.content.is_nested() {
                continue;
            }
            let home = match self.schema.package(item) {
                package if package == self.package => "super",
                _ => FORMAT,
            };
            groups
                .entry(format!("{home}::{}", self.schema.module(item)))
                .or_default()
                .insert(name.to_owned());
        }
        // rustfmt's order: `super` first, upper case before lower case, and lists after the paths that continue their
        // prefix.
        let mut groups: Vec<(String, BTreeSet<String>)> = groups.into_iter().collect();
        groups.sort_by_key(|(path, names)| {
            let alone = names.first().filter(|_| names.len() == 1);
            let last = alone.map_or("{", String::as_str);
            (!path.starts_with("super"), format!("{path}::{last}"))
        });
        let lines = groups.into_iter().map(|(path, names)| {
            let names: Vec<String> = names.into_iter().collect();
            let joined = names.join(", ");
            if names.len() == 1 {
                return format!("use {path}::{joined};\n");
            }
            let line = format!("use {path}::{{{joined}}};\n");
            // rustfmt breaks lists that would end in one of the last two columns.
            if line.len() <= 99 {
                return line;
            }
            // It breaks longer lists before the right margin, except those that fit into one separate line.
            let joined = format!("{joined},");
            let width = if joined.len() <= 96 { 96 } else { 95 };
            let filled = textwrap::wrap(&joined, width);
            let filled: String = filled.iter().map(|line| format!("    {line}\n")).collect();
            format!("use {path}::{{\n{filled}}};\n")
        });
        lines.collect()
    }
}

/// The names in code that are those of a type, a macro or a function. A field may have the name of a macro or a
/// function, but these are followed by parentheses. A value of an enum may have the name of a type, but in a
/// declaration (`Name = 1`, or `Name(Type)` of a choice), after `::`, or as the selector of an arm (`when(Name)`), it
/// is a value.
fn names(code: &str) -> BTreeSet<&str> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut names = BTreeSet::new();
    for code in outside_strings(code) {
        let mut end = 0;
        while let Some(start) = code[end..].find(is_letter).map(|at| end + at) {
            let length = code[start..].find(|letter| !is_letter(letter));
            end = length.map_or(code.len(), |length| start + length);
            let (name, before, behind) = (&code[start..end], &code[..start], &code[end..]);
            let takes = behind.starts_with('(') && !before.ends_with('.');
            let is_small = |first: char| first.is_ascii_lowercase() || first.is_ascii_digit();
            let is_field = name.starts_with(is_small) && !takes;
            let is_value = before.ends_with("::") || behind.trim_start().starts_with('=');
            let is_line = before.trim_end_matches(' ').ends_with('\n');
            let is_arm =
                is_line && takes && behind[1..].starts_with(|c: char| c.is_ascii_uppercase());
            if !is_field && !is_value && !is_arm {
                names.insert(name);
            }
            if takes && name == "when" {
                end += behind.find(')').unwrap_or(0);
            }
        }
    }
    names
}

/// The code outside of string literals.
fn outside_strings(code: &str) -> impl Iterator<Item = &str> {
    let mut is_string = false;
    code.split('"').filter(move |piece| {
        let escapes = piece.len() - piece.trim_end_matches('\\').len();
        let is_outside = !is_string;
        // An escaped quote does not end a string.
        is_string = is_outside || escapes % 2 == 1;
        is_outside
    })
}

#[cfg(test)]
mod tests {
    use super::names;

    #[track_caller]
    fn assert_names(code: &str, expected: &[&str]) {
        assert_eq!(Vec::from_iter(names(code)), expected);
    }

    #[test]
    fn types_are_named_by_fields_and_macros_and_functions_where_they_take_something() {
        assert_names("    pub flags: Option<Flags>,\n", &["Flags", "Option"]);
        assert_names("#[bits(3)]\n    bits: Bits,\n", &["Bits", "bits"]);
        assert_names("#[dxc(is = int(a.size(b)))]", &["dxc", "int"]);
    }

    #[test]
    fn values_of_enums_are_no_types() {
        assert_names("    Word = 1 << 3,\n", &[]);
        assert_names("{\n    Word(Type),\n", &["Type"]);
        assert_names("kind == Kind::Word", &["Kind"]);
        assert_names(
            "arm(a: Word, when(Kind,\n    Other), B)",
            &["B", "Word", "arm", "when"],
        );
    }

    #[test]
    fn strings_name_nothing() {
        let code = r#"show = "a \"Word\" \\", Type, is = "\"CODE\"" => FourCC(*b"CODE")"#;
        assert_names(code, &["FourCC", "Type"]);
    }
}
