//! `xtask import` on a small schema and small `.def` files: its messages, with their lines, and its output.

use std::path::{Path, PathBuf};

use crate::xtask::{Run, empty_folder, generate, replace_placeholders, run as xtask};

const SCHEMA: &str = r#"# Of the whole file.
doc = "Made up."

# Of the first table.
[enum.Wood]
doc = "The material of a table."
source = "LLVM DXContainerConstants.def, `WOOD`"
mirrors = "WOOD(value, name, latin)"
type = "u8"

[enum.Wood.columns]
# The botanical name.
latin = "str"

[enum.Wood.values]
# Hard.
Oak = { value = 1, latin = "Quercus" } # Behind it.

# Soft.
Pine = { value = 2, latin = "Pinus" }
# Tough.
Elm = { value = 3, latin = "Ulmus" }
# Whatever the sea brings.
Driftwood = { value = 0xff, source = "the sea" }

# Of the second table.
[flags.Marks]
doc = "The text on it."
source = "LLVM DXContainerConstants.def, `MARK`"
mirrors = "MARK(bit, name)"
type = "u32"

[flags.Marks.values]
# It is old.
Old = { bit = 0 }
# It is sold.
Sold = { bit = 1 }

[enum.Order]
doc = "Numbers that no file holds."
source = "LLVM DXContainerConstants.def, `PLACE`"
mirrors = "PLACE(name)"
type = "u32"

[enum.Order.values]
# None.
Unknown = { value = 0, source = "the header" }
# The first.
First = 1
# The second.
Second = 2
# Behind all.
"#;

const SAME: &str = r#"// WOOD(value, name, latin).
#ifdef WOOD
WOOD( 1, Oak,  "Quercus" )
WOOD(0x2,Pine, "Pinus") /* soft */
WOOD(3u,
     Elm, "Ul" "mus")
#undef WOOD
#endif // WOOD
#ifdef MARK
MARK(0, Old)
MARK(1, Sold)
#endif
PLACE(First)
PLACE(Second)
"#;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, schema: &str) -> Self {
        let folder = empty_folder(&format!("import-{name}"));
        std::fs::create_dir(folder.join("schema")).unwrap();
        std::fs::write(folder.join("schema/constants.toml"), schema).unwrap();
        Self(folder)
    }

    fn import(&self, table: &str, further: &[&str]) -> Run {
        std::fs::write(self.0.join("Wood.def"), table).unwrap();
        self.import_from("Wood.def", further)
    }

    fn import_from(&self, path: &str, further: &[&str]) -> Run {
        let arguments = [&[path, "--schema", "schema"], further].concat();
        xtask(&self.0, "import", &arguments)
    }

    fn schema(&self) -> String {
        std::fs::read_to_string(self.0.join("schema/constants.toml")).unwrap()
    }

    /// Brings a table into the schema: a second run finds nothing, and the result can be generated from, once its
    /// placeholders are replaced.
    fn bring(&self, table: &str, further: &[&str]) -> String {
        let run = self.import(table, &[&["--write"], further].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(
            run.stdout.contains("\nwrote schema/constants.toml\n"),
            "{}",
            run.stdout
        );
        let again = self.import(table, &[]);
        assert_eq!(
            (again.code, again.stdout.as_str()),
            (Some(0), "no difference\n")
        );
        let brought = self.schema();
        if brought.contains("Not described yet.") {
            let refused = generate(&self.0, &["--schema", "schema", "--out", "out"]);
            assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
            let first = "error: this doc is a placeholder\n";
            assert!(refused.stderr.starts_with(first), "{}", refused.stderr);
        }
        replace_placeholders(&self.0.join("schema"));
        let generated = generate(&self.0, &["--schema", "schema", "--out", "out"]);
        assert_eq!((generated.code, generated.stderr.as_str()), (Some(0), ""));
        std::fs::write(self.0.join("schema/constants.toml"), brought).unwrap();
        run.stdout
    }
}

fn line(text: &str, with: &str) -> usize {
    text.lines().position(|line| line.contains(with)).unwrap() + 1
}

#[test]
fn spacing_and_comments_are_no_difference() {
    let folder = Folder::new("same", SCHEMA);
    let run = folder.import(SAME, &["--write"]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(0), "no difference\n")
    );
    assert_eq!(folder.schema(), SCHEMA);
}

/// The folder may be the one that includes go by, or the one that holds it, as LLVM is installed.
#[test]
fn a_folder_has_the_file_where_llvm_has_it() {
    let folder = Folder::new("include", SCHEMA);
    let headers = folder.0.join("llvm-23/include/llvm/BinaryFormat");
    std::fs::create_dir_all(&headers).unwrap();
    std::fs::write(headers.join("DXContainerConstants.def"), SAME).unwrap();
    for path in ["llvm-23", "llvm-23/include"] {
        let run = folder.import_from(path, &[]);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(0), "no difference\n")
        );
    }
}

#[test]
fn each_difference_is_named_with_its_lines() {
    let table = SAME
        .replace("Oak,  \"Quercus\"", "Oak,  \"Quercus robur\"")
        .replace("WOOD(0x2,Pine,", "WOOD(0x2, Fir,")
        .replace("MARK(1, Sold)", "MARK(5, Sold)\nMARK(6, Broken)")
        .replace("WOOD(3u,\n     Elm, \"Ul\" \"mus\")\n", "")
        .replace(
            "PLACE(Second)",
            "PLACE(Between)\nPLACE(Second)\nSIZE(7, Large)",
        );
    let folder = Folder::new("differences", SCHEMA);
    let run = folder.import(&table, &[]);
    assert_eq!(run.code, Some(1));
    for (words, in_table, in_schema) in [
        (
            "column changed: the `latin` of `Oak` was \"Quercus\" and is now \"Quercus robur\"",
            "Oak",
            "Oak",
        ),
        ("renamed: `Pine` is now `Fir`", "Fir", "Pine"),
        ("removed: `Elm`", "WOOD( 1", "Elm"),
        (
            "DANGEROUS, value changed: `Sold` was bit 1 and is now bit 5",
            "Sold",
            "Sold",
        ),
        ("added: `Broken`, bit 6", "Broken", "[flags.Marks]"),
        (
            "added: `Between`, 2 by its place",
            "Between",
            "[enum.Order]",
        ),
        (
            "DANGEROUS, value changed: `Second` was 2 and is now 3 by its place",
            "Second",
            "Second",
        ),
    ] {
        let places = format!(
            "  {words} [Wood.def:{}, schema/constants.toml:{}]",
            line(&table, in_table),
            line(SCHEMA, in_schema)
        );
        assert!(
            run.stdout.lines().any(|line| line == places),
            "{places}\n{}",
            run.stdout
        );
    }
    let new = format!(
        "enum.Size, `SIZE(value, name)`\n  new macro: 1 value in a u32 [Wood.def:{}]\n",
        line(&table, "SIZE")
    );
    assert!(run.stdout.contains(&new), "{}", run.stdout);
    assert_eq!(
        folder.schema(),
        SCHEMA,
        "nothing is written without `--write`"
    );
    insta::assert_snapshot!("written", {
        folder.bring(&table, &[]);
        folder.schema()
    });
}

/// A row that is too long for a line has a line for each key; a row that is short enough has one line.
#[test]
fn entries_have_as_many_lines_as_they_need() {
    let schema = r#"doc = "Made up."

[enum.Wood]
doc = "The material of a table."
source = "LLVM DXContainerConstants.def, `WOOD`"
mirrors = "WOOD(value, name, latin)"
type = "u8"

[enum.Wood.columns]
# The Latin name.
latin = "str"

[enum.Wood.values]
# Hard, and the wood that tables were made of
# for a long time.
Oak.value = 0x1 # As elsewhere.
Oak.latin = "Quercus"
# Soft.
Pine = { value = 2, latin = "Pinus" }

# Of the second table.
[flags.Marks]
doc = "The text on it."
source = "LLVM DXContainerConstants.def, `MARK`"
mirrors = "MARK(bit, name)"
type = "u32"

[flags.Marks.values]
# It is old.
Old.bit = 0
Old.source = """\
    A header so old that its name and its author have been forgotten, \
    and so has the year of its last release."""
# It is sold.
Sold = { bit = 1 }
"#;
    let folder = Folder::new("form", schema);
    let long = "of a length that no line of a schema has room for beside its name, and so it goes on in the next one";
    let table = format!(
        "WOOD(1, Oak, \"Quercus\")\nWOOD(2, Pine, \"Pinus\")\nWOOD(3, Elm, \"{long} with a \\\"quote\\\" in it\")\nMARK(0, Old)\nMARK(1, Sold)\nMARK(2, Lent)\n"
    );
    folder.bring(&table, &[]);
    insta::assert_snapshot!("form", folder.schema());
}

#[test]
fn a_removed_value_can_be_added_again() {
    let folder = Folder::new("back", SCHEMA);
    folder.bring(
        &SAME
            .replace("MARK(0, Old)\n", "")
            .replace("PLACE(First)\n", ""),
        &[],
    );
    let schema = folder.schema();
    let old =
        r#"Old = { bit = 0, source = "an earlier `MARK` of LLVM's DXContainerConstants.def" }"#;
    assert!(schema.contains(old), "{schema}");
    // `Second` has the number of `First` now.
    let first = r#"
First = { value = "Second", source = "an earlier `PLACE` of LLVM's DXContainerConstants.def" }
"#;
    assert!(schema.contains(first), "{schema}");

    let folder = Folder::new(
        "back-again",
        &SCHEMA.replace("Old = { ", "Old = { source = \"x\", "),
    );
    assert!(
        folder
            .bring(SAME, &[])
            .contains("adopted: `Old` was known from elsewhere")
    );
    assert_eq!(folder.schema(), SCHEMA);
}

#[test]
fn a_value_from_elsewhere_may_become_the_macros() {
    let folder = Folder::new("adopted", SCHEMA);
    let table = SAME.replace("#undef WOOD", "WOOD(0xff, Driftwood, \"\")");
    assert!(
        folder
            .bring(&table, &[])
            .contains("adopted: `Driftwood` was known from elsewhere")
    );
    let row = r#"Driftwood = { value = 0xff, latin = "" }"#;
    assert!(folder.schema().contains(row), "{}", folder.schema());
}

#[test]
fn a_macro_may_change_its_name_and_its_columns() {
    let folder = Folder::new("columns", SCHEMA);
    let table = SAME
        .replace("WOOD( 1, Oak, ", "TIMBER(1, -4, Oak, ")
        .replace("WOOD(0x2,Pine, ", "TIMBER(2, 7, Pine, ")
        .replace("WOOD(3u,\n", "TIMBER(3, 0,\n");
    let said = folder.bring(&table, &["--as", "TIMBER(value, grain, name, latin)"]);
    for words in [
        "macro renamed: it was `WOOD`",
        "columns changed: they were `WOOD(value, name, latin)`; new: `grain`",
        "column added: the `grain` of `Oak` is -4",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    insta::assert_snapshot!("columns", folder.schema());
    // Without a word from us, the column is called after its place.
    let folder = Folder::new("columns-alone", SCHEMA);
    folder.bring(&table, &[]);
    assert!(
        folder
            .schema()
            .contains(r#"mirrors = "TIMBER(value, column_2, name, latin)""#)
    );
}

#[test]
fn the_header_has_the_types_of_new_tables() {
    let folder = Folder::new("header", SCHEMA);
    let header = r#"
namespace a { namespace b {
#define GRADE(Val, Enum, UpperBound) Enum = Val,
enum class Grades : uint16_t {
#include "x/Wood.def"
};
#define TAG(Num, Val) Val = Num,
enum class Tags : uint8_t {
#include "Wood.def"
    LLVM_MARK_AS_BITMASK_ENUM(Blue)
};
enum class Unrelated { None };
}
#define GRADE(Val, Enum, UpperBound) Enum = Val,
enum class WideGrades : uint64_t {
#include "Wood.def"
};
}
"#;
    std::fs::write(folder.0.join("DXContainer.h"), header).unwrap();
    let table = SAME.replace(
        "#ifdef MARK",
        "GRADE(0x10, Best, 7)\nGRADE(0x20, Worst, 2)\nTAG(4, Blue)\n#ifdef MARK",
    );
    folder.bring(&table, &[]);
    insta::assert_snapshot!("header", folder.schema());
}

#[test]
fn an_unreadable_line_is_reported() {
    let folder = Folder::new("errors", SCHEMA);
    let ours = SCHEMA.replace("[flags.Marks", "[flags.Size");
    for (schema, table, further, message) in [
        (
            SCHEMA,
            "WOOD(1, Oak",
            &[][..],
            "Wood.def:1: this row has no end",
        ),
        (
            SCHEMA,
            "\nWOOD(1 + 1, Oak, \"\")",
            &[],
            "Wood.def:2: an argument that is neither a number, a name nor a string",
        ),
        (
            SCHEMA,
            "WOOD(1, Oak, \"\")\nWOOD(1, Ash)",
            &[],
            "Wood.def:2: `WOOD` has 2 arguments, and `WOOD(value, name, latin)` has 3",
        ),
        (
            SCHEMA,
            "WOOD(Oak, 1, \"\")",
            &[],
            "Wood.def:1: the `name` of `WOOD(value, name, latin)` is not a valid name",
        ),
        (
            SCHEMA,
            "// nothing",
            &[],
            "Wood.def: there is no table in it",
        ),
        (
            &ours,
            "SIZE(1, Large)",
            &["--write"],
            "enum.Size: the name is taken; choose another with `--as`",
        ),
    ] {
        std::fs::write(folder.0.join("schema/constants.toml"), schema).unwrap();
        let run = folder.import(table, further);
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (Some(2), format!("error: {message}\n").as_str())
        );
        assert_eq!(folder.schema(), schema);
    }
    // New tables have a file to go to.
    let other = Folder::new("elsewhere", SCHEMA);
    let schema = other.0.join("schema");
    std::fs::rename(schema.join("constants.toml"), schema.join("wood.toml")).unwrap();
    let run = other.import("SIZE(1, Large)", &["--write"]);
    let message = "error: there is no constants.toml that new tables could go to\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), message));
    let missing = other.import_from("schema", &[]);
    let message = "error: there is no llvm/BinaryFormat/DXContainerConstants.def in schema\n";
    assert_eq!((missing.code, missing.stderr.as_str()), (Some(2), message));
    let missing = xtask(Path::new("."), "import", &["nowhere.def"]);
    assert_eq!(missing.code, Some(2));
    assert!(
        missing
            .stderr
            .starts_with("error: cannot read nowhere.def: "),
        "{}",
        missing.stderr
    );
    // A string where the column holds numbers: the schema would have a mistake.
    std::fs::write(folder.0.join("schema/constants.toml"), SCHEMA).unwrap();
    let run = folder.import(&SAME.replace("\"Pinus\"", "12"), &["--write"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("the column `latin` holds a string"),
        "{}",
        run.stderr
    );
    assert_eq!(folder.schema(), SCHEMA);
}

/// The schemas may be in any folder: shown paths are relative to the working directory.
#[test]
fn paths_are_those_that_were_written() {
    let folder = Folder::new("paths", SCHEMA);
    std::fs::create_dir_all(folder.0.join("some/where")).unwrap();
    std::fs::rename(folder.0.join("schema"), folder.0.join("some/where/tables")).unwrap();
    std::fs::write(folder.0.join("Wood.def"), SAME.replace("Oak", "Ash")).unwrap();
    let arguments = ["Wood.def", "--write", "--schema", "some/where/tables"];
    let run = xtask(&folder.0, "import", &arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(
        run.stdout
            .contains(", some/where/tables/constants.toml:17]"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .ends_with("wrote some/where/tables/constants.toml\n"),
        "{}",
        run.stdout
    );
}

/// A table whose names are the FourCCs of the parts: a new name is a part that needs a description.
#[test]
fn a_new_part_names_the_next_step() {
    let parts = r#"doc = "Made up."

[enum.Kind]
doc = "The parts."
source = "LLVM DXContainerConstants.def, `CONTAINER_PART`"
mirrors = "CONTAINER_PART(name)"
type = "u32"

[enum.Kind.values]
# Any other.
Unknown = { value = 0, source = "the header" }
# Wood.
WOOD = 1

[[part]]
fourcc = "WOOD"
doc = "Wood."
source = "made up"
"#;
    let folder = Folder::new("parts", parts);
    let said = folder.bring("CONTAINER_PART(WOOD)\nCONTAINER_PART(MESH)\n", &[]);
    let next = "no schema describes the part `MESH`: a file with `[[part]]` and its struct does\n";
    assert!(
        said.ends_with(&format!("wrote schema/constants.toml\n{next}")),
        "{said}"
    );
}
