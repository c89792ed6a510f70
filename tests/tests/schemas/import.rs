//! Tests `xtask import` with a small schema and small `.def` files: its messages, with their lines, and its output.
//!
//! No tool judges the reports: new ones are read by hand. `llvm/history.rs` imports LLVM's own headers.

use std::path::{Path, PathBuf};

use crate::xtask::{
    Run, assert_contains, empty_folder, generate, replace_placeholders, run as xtask,
};

const SCHEMA: &str = include_str!("../../import/wood.toml");
/// A table that equals the one in the schema.
const SAME: &str = include_str!("../../import/Wood.def");

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

    /// Imports a table into the schema. A second run finds nothing, and code can be generated from the result, once its
    /// placeholders are replaced.
    fn bring(&self, table: &str, further: &[&str]) -> String {
        let run = self.import(table, &[&["--write"], further].concat());
        run.assert_quiet();
        assert_contains(&run.stdout, "\nwrote schema/constants.toml\n");
        let again = self.import(table, &[]);
        again.assert_said(0, "no difference\n");
        let brought = self.schema();
        if brought.contains("Not described yet.") {
            let refused = generate(&self.0, &["--schema", "schema", "--out", "out"]);
            refused.assert_said(2, "");
            let first = "error: this doc is a placeholder\n";
            assert!(refused.stderr.starts_with(first), "{}", refused.stderr);
        }
        replace_placeholders(&self.0.join("schema"));
        let generated = generate(&self.0, &["--schema", "schema", "--out", "out"]);
        generated.assert_quiet();
        std::fs::write(self.0.join("schema/constants.toml"), brought).unwrap();
        run.stdout
    }
}

/// The lines that were removed and added, each with its number; all others are unchanged.
fn changes(before: &str, after: &str) -> String {
    let [before, after] = [before, after].map(|text| text.lines().collect::<Vec<_>>());
    // For each pair of lines, the length of the longest common subsequence from there on.
    let mut common = vec![vec![0; after.len() + 1]; before.len() + 1];
    for (i, old) in before.iter().enumerate().rev() {
        for (j, new) in after.iter().enumerate().rev() {
            common[i][j] = if old == new {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut text) = (0, 0, String::new());
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == after.len() || i < before.len() && common[i + 1][j] >= common[i][j + 1] {
            text += &format!("{:3} - {}\n", i + 1, before[i]);
            i += 1;
        } else {
            text += &format!("{:3} + {}\n", j + 1, after[j]);
            j += 1;
        }
    }
    text
}

#[test]
fn spacing_and_comments_are_no_difference() {
    let folder = Folder::new("same", SCHEMA);
    let run = folder.import(SAME, &["--write"]);
    run.assert_said(0, "no difference\n");
    assert_eq!(folder.schema(), SCHEMA);
}

/// The folder may be the one that includes are relative to, or the one that contains it, as LLVM is installed.
#[test]
fn a_folder_has_the_file_where_llvm_has_it() {
    let folder = Folder::new("include", SCHEMA);
    let headers = folder.0.join("llvm-23/include/llvm/BinaryFormat");
    std::fs::create_dir_all(&headers).unwrap();
    std::fs::write(headers.join("DXContainerConstants.def"), SAME).unwrap();
    for path in ["llvm-23", "llvm-23/include"] {
        let run = folder.import_from(path, &[]);
        run.assert_said(0, "no difference\n");
    }
}

#[test]
fn each_difference_is_named_with_its_lines() {
    let elm = "WOOD(3u,\n     Elm, \"Ul\" \"mus, (or \\\"elm\\\") // wych\")\n";
    let table = SAME
        .replace("Oak,  \"Quercus\"", "Oak,  \"Quercus robur\"")
        .replace("WOOD(0x2,Pine,", "WOOD(0x2, Fir,")
        .replace("MARK(1, Sold)", "MARK(5, Sold)\nMARK(6, Broken)")
        .replace(elm, "")
        .replace(
            "PLACE(Second)",
            "PLACE(Between)\nPLACE(Second)\nSIZE(7, Large)",
        );
    let folder = Folder::new("differences", SCHEMA);
    let run = folder.import(&table, &[]);
    assert_eq!(run.code, Some(1));
    insta::assert_snapshot!("differences", run.stdout);
    assert_eq!(
        folder.schema(),
        SCHEMA,
        "nothing is written without `--write`"
    );
    folder.bring(&table, &[]);
    insta::assert_snapshot!("written", changes(SCHEMA, &folder.schema()));
}

/// A row that is too long for a line has a line for each key; a row that is short enough has one line.
#[test]
fn entries_have_as_many_lines_as_they_need() {
    let schema = include_str!("../../import/form.toml");
    let folder = Folder::new("form", schema);
    let long = "of a length that no line of a schema has room for beside its name, and so it goes on in the next one";
    let table = format!(
        "WOOD(1, Oak, \"Quercus\")\nWOOD(2, Pine, \"Pinus\")\nWOOD(3, Elm, \"{long} with a \\\"quote\\\" in it\")\nMARK(0, Old)\nMARK(1, Sold)\nMARK(2, Lent)\n"
    );
    folder.bring(&table, &[]);
    insta::assert_snapshot!("form", changes(schema, &folder.schema()));
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
    assert_contains(&schema, old);
    // `Second` has the former number of `First`.
    let first = r#"
First = { value = "Second", source = "an earlier `PLACE` of LLVM's DXContainerConstants.def" }
"#;
    assert_contains(&schema, first);

    let folder = Folder::new(
        "back-again",
        &SCHEMA.replace("Old = { ", "Old = { source = \"x\", "),
    );
    let said = folder.bring(SAME, &[]);
    assert_contains(&said, "adopted: `Old` was known from elsewhere");
    assert_eq!(folder.schema(), SCHEMA);
}

#[test]
fn a_value_from_elsewhere_may_become_the_macros() {
    let folder = Folder::new("adopted", SCHEMA);
    let table = SAME.replace("#undef WOOD", "WOOD(0xff, Driftwood, \"\")");
    let said = folder.bring(&table, &[]);
    assert_contains(&said, "adopted: `Driftwood` was known from elsewhere");
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
    insta::assert_snapshot!("columns", changes(SCHEMA, &folder.schema()));
    // Without a name from the user, the column is named after its position.
    let folder = Folder::new("columns-alone", SCHEMA);
    folder.bring(&table, &[]);
    let mirrors = r#"mirrors = "TIMBER(value, column_2, name, latin)""#;
    assert_contains(&folder.schema(), mirrors);
}

#[test]
fn the_header_has_the_types_of_new_tables() {
    let folder = Folder::new("header", SCHEMA);
    let header = include_str!("../../import/header.h");
    std::fs::write(folder.0.join("DXContainer.h"), header).unwrap();
    let table = SAME.replace(
        "#ifdef MARK",
        "GRADE(0X1f, Best, 7)\nGRADE(0x20, Worst, -2)\nTAG(4, Blue)\nBITS(3, Wet)\n#ifdef MARK",
    );
    folder.bring(&table, &[]);
    insta::assert_snapshot!("header", changes(SCHEMA, &folder.schema()));
}

#[test]
fn an_unreadable_line_is_reported() {
    let folder = Folder::new("errors", SCHEMA);
    let argument = "an argument that is neither a number, a name nor a string";
    for (table, message) in [
        ("\nenum", "2: expected a row `MACRO(argument, ..)`"),
        ("WOOD(1, Oak", "1: this row has no end"),
        ("WOOD(1,\n\"Oak\n\")", "2: this string has no end"),
        ("\nWOOD /* (1, Oak)", "2: this comment has no end"),
        ("/* a\n */ WOOD(1 + 1, Oak)", &format!("2: {argument}")),
        ("WOOD(0x10000000000000000)", &format!("1: {argument}")),
        (
            "WOOD(1, Oak, \"\")\nWOOD(1, Ash)",
            "2: `WOOD` has 2 arguments, and `WOOD(value, name, latin)` has 3",
        ),
        (
            "WOOD(Oak, 1, \"\")",
            "1: the `name` of `WOOD(value, name, latin)` is not a valid name",
        ),
        ("// nothing", " there is no table in it"),
    ] {
        let run = folder.import(table, &[]);
        let message = format!("error: Wood.def:{message}\n");
        run.assert_told(2, &message);
    }
    let taken = SCHEMA.replace("[flags.Marks", "[flags.Size");
    std::fs::write(folder.0.join("schema/constants.toml"), &taken).unwrap();
    let run = folder.import("SIZE(1, Large)", &["--write"]);
    let message = "error: enum.Size: the name is taken; choose another with `--as`\n";
    run.assert_told(2, message);
    assert_eq!(folder.schema(), taken);
    // New tables are written to a file that the option names.
    let other = Folder::new("elsewhere", SCHEMA);
    let schema = other.0.join("schema");
    std::fs::rename(schema.join("constants.toml"), schema.join("wood.toml")).unwrap();
    let run = other.import("SIZE(1, Large)", &["--write"]);
    let message = "error: there is no constants.toml that new tables could go to\n";
    run.assert_told(2, message);
    let missing = other.import_from("schema", &[]);
    let message = "error: there is no llvm/BinaryFormat/DXContainerConstants.def in schema\n";
    missing.assert_told(2, message);
    let missing = xtask(Path::new("."), "import", &["nowhere.def"]);
    assert_eq!(missing.code, Some(2));
    assert!(
        missing
            .stderr
            .starts_with("error: cannot read nowhere.def: "),
        "{}",
        missing.stderr
    );
    // A string in a column of numbers would be an error in the schema.
    std::fs::write(folder.0.join("schema/constants.toml"), SCHEMA).unwrap();
    let run = folder.import(&SAME.replace("\"Pinus\"", "12"), &["--write"]);
    assert_eq!(run.code, Some(2));
    assert_contains(&run.stderr, "the column `latin` holds a string");
    assert_eq!(folder.schema(), SCHEMA);
}

/// The schemas may be in any folder; printed paths are relative to the working directory.
#[test]
fn paths_are_those_that_were_written() {
    let folder = Folder::new("paths", SCHEMA);
    std::fs::create_dir_all(folder.0.join("some/where")).unwrap();
    std::fs::rename(folder.0.join("schema"), folder.0.join("some/where/tables")).unwrap();
    std::fs::write(folder.0.join("Wood.def"), SAME.replace("Oak", "Ash")).unwrap();
    let arguments = ["Wood.def", "--write", "--schema", "some/where/tables"];
    let run = xtask(&folder.0, "import", &arguments);
    run.assert_quiet();
    assert_contains(&run.stdout, ", some/where/tables/constants.toml:17]");
    assert!(
        run.stdout
            .ends_with("wrote some/where/tables/constants.toml\n"),
        "{}",
        run.stdout
    );
}

/// The part is not described by any schema. The positions of parts have no meaning.
#[test]
fn a_new_part_names_the_next_step() {
    let parts = include_str!("../../import/parts.toml");
    let folder = Folder::new("parts", parts);
    let known = folder.import("CONTAINER_PART(WOOD)\n", &[]);
    known.assert_said(0, "no difference\n");
    let new = folder.import("CONTAINER_PART(MESH)\nCONTAINER_PART(WOOD)\n", &[]);
    let line = "new part: no schema describes `MESH`; write a file with `[[part]]` and its struct [Wood.def:1]";
    new.assert_said(
        1,
        &format!("part, `CONTAINER_PART(name)`\n  {line}\n\n1 difference\n"),
    );
}

/// Rows that only mark the end of the values: in a table that has such rows, and in a new table.
#[test]
fn markers_are_no_values() {
    let schema = SCHEMA.replace(
        "\n[enum.Order]",
        "# The end.\nNumEntries = { bit = 2, marker = true }\n\n[enum.Order]",
    );
    let folder = Folder::new("markers", &schema);
    let table = SAME.replace(
        "MARK(1, Sold)",
        "MARK(1, Sold)\nMARK(2, Broken)\nMARK(3, NumEntries)\nSIZE(1, Small)\nSIZE(2, Invalid)",
    );
    let run = folder.import(&table, &[]);
    let moved = "marker moved: `NumEntries`, which is no value, was bit 2 and is now bit 3";
    assert_contains(&run.stdout, moved);
    assert_contains(&run.stdout, "new macro: 1 value in a u32");
    assert!(!run.stdout.contains("DANGEROUS"), "{}", run.stdout);
    folder.bring(&table, &[]);
    let written = folder.schema();
    assert_contains(&written, "NumEntries = { bit = 3, marker = true }");
    assert_contains(&written, "Invalid = { value = 2, marker = true }");
    let out = std::fs::read_to_string(folder.0.join("out/constants.rs")).unwrap();
    assert_contains(&out, "#[dxc(marker)]\n    NumEntries = 1 << 3,");
}

/// If a macro has the rows of a table with another name, the table is recognized, and no second one is suggested. If a
/// table states the LLVM version of its macro, it is not reported as missing in earlier versions.
#[test]
fn a_table_with_the_same_rows_mirrors_a_new_macro() {
    let table = "\n[enum.Packing]\ndoc = \"How it is packed.\"\nsource = \"The wood\"\ntype = \"u16\"\n\n\
        [enum.Packing.values]\n# Loose.\nLoose = 0\n# Bound.\nBound = 1\n";
    let folder = Folder::new("rows", &format!("{SCHEMA}{table}"));
    let theirs = format!("{SAME}\nTIED(0, Loose)\nTIED(1, Bound)\n");
    let run = folder.import(&theirs, &[]);
    assert_contains(
        &run.stdout,
        "enum.Packing, `TIED(value, name)`\n  mirrored: the table has these rows",
    );
    folder.bring(&theirs, &[]);
    assert_contains(&folder.schema(), "mirrors = \"TIED(value, name)\"");
    let since = folder
        .schema()
        .replace("type = \"u16\"", "llvm = 23\ntype = \"u16\"");
    let folder = Folder::new("since", &since);
    folder.import(SAME, &[]).assert_said(0, "no difference\n");
    folder
        .import(&theirs, &[])
        .assert_said(0, "no difference\n");
}

/// The old name of a renamed value is kept: old documents have it, and so do files of earlier LLVMs. If the version of
/// the headers is given, documents for earlier LLVMs use the old key.
#[test]
fn a_renamed_value_keeps_its_earlier_name() {
    let renamed = SAME.replace("MARK(1, Sold)", "MARK(1, Gone)");
    let folder = Folder::new("was", SCHEMA);
    let said = folder.bring(&renamed, &[]);
    assert_contains(&said, "renamed: `Sold` is now `Gone`");
    assert_contains(&folder.schema(), "Gone = { bit = 1, was = [\"Sold\"] }");
    folder.import(SAME, &[]).assert_said(0, "no difference\n");
    // The value is renamed again, and back.
    folder.bring(&renamed.replace("Gone", "Lost"), &[]);
    assert_contains(
        &folder.schema(),
        "Lost = { bit = 1, was = [\"Sold\", \"Gone\"] }",
    );

    let folder = Folder::new("was-llvm", SCHEMA);
    let headers = folder.0.join("llvm-24/include/llvm");
    for (file, text) in [
        ("BinaryFormat/DXContainerConstants.def", renamed.as_str()),
        ("Config/llvm-config.h", "#define LLVM_VERSION_MAJOR 24\n"),
    ] {
        let path = headers.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let run = folder.import_from("llvm-24", &["--write"]);
    run.assert_quiet();
    let row = r#"Gone = { bit = 1, was = ["Sold"], yaml = { 23 = "Sold", 24 = "Gone" } }"#;
    assert_contains(&folder.schema(), row);
    folder
        .import_from("llvm-24", &[])
        .assert_said(0, "no difference\n");
    let generated = generate(&folder.0, &["--schema", "schema", "--out", "out"]);
    generated.assert_quiet();
}

/// If a macro has the same number of arguments, but one has another meaning, columns are matched by content: a
/// description is not a key of documents.
#[test]
fn a_column_of_keys_is_matched_by_its_content() {
    let schema = SCHEMA.replace("[enum.Wood]\n", "[enum.Wood]\nyaml = \"latin\"\n");
    let schema = schema.replace("'Ulmus, (or \"elm\") // wych'", "\"Ulmus\"");
    let table = SAME
        .replace(
            "\"Ul\" \"mus, (or \\\"elm\\\") // wych\"",
            "\"Tough, and hard to split.\"",
        )
        .replace("\"Quercus\"", "\"Hard and heavy.\"")
        .replace("\"Pinus\"", "\"Soft.\"");
    let folder = Folder::new("keys", &schema);
    let said = folder.bring(&table, &["--as", "WOOD(value, name, description)"]);
    assert_contains(
        &said,
        "columns changed: they were `WOOD(value, name, latin)`; new: `description`",
    );
    let folder = Folder::new("keys-alone", &schema);
    folder.bring(&table, &[]);
    assert_contains(
        &folder.schema(),
        "mirrors = \"WOOD(value, name, column_3)\"",
    );
    assert_contains(&folder.schema(), "latin = \"Quercus\"");
    // A single row without a key for documents is an error, not a change of the columns.
    let folder = Folder::new("keys-one", &schema);
    let one = SAME.replace(
        "\"Ul\" \"mus, (or \\\"elm\\\") // wych\"",
        "\"It is tough.\"",
    );
    let run = folder.import(&one, &["--write"]);
    assert_eq!(run.code, Some(2));
    assert_contains(&run.stderr, "error: `It is tough.` is not a key");
    assert_contains(
        &run.stderr,
        "it is the key of documents: letters, digits and `_`",
    );
    assert_eq!(folder.schema(), schema);
}

/// A part that was removed from a file is reported; a part that compilers no longer write is kept, and not reported.
#[test]
fn a_lost_part_is_told() {
    let parts = include_str!("../../import/parts.toml");
    let two = "\n[[part]]\nfourcc = \"MESH\"\ndoc = \"A mesh.\"\nsource = \"made up\"\nllvm = 22\n";
    let parts = parts.replace("doc = \"Wood.\"", "doc = \"Wood.\"\nllvm = 22");
    let folder = Folder::new("lost", &format!("{parts}{two}"));
    let known = folder.import("CONTAINER_PART(WOOD)\nCONTAINER_PART(MESH)\n", &[]);
    known.assert_said(0, "no difference\n");
    let lost = folder.import("CONTAINER_PART(WOOD)\n", &[]);
    let line = "part removed: `MESH` is not in the macro; to keep it, write `writers = []`";
    assert_eq!(lost.code, Some(1));
    assert_contains(&lost.stdout, line);
    // Parts of a later LLVM are not reported as missing.
    let later = two.replace("llvm = 22", "llvm = 23");
    let folder = Folder::new("lost-later", &format!("{parts}{later}"));
    let older = folder.import("CONTAINER_PART(WOOD)\n", &[]);
    older.assert_said(0, "no difference\n");
    let retired = two.replace("llvm = 22", "llvm = 22\nwriters = []");
    let folder = Folder::new("lost-retired", &format!("{parts}{retired}"));
    let kept = folder.import("CONTAINER_PART(WOOD)\n", &[]);
    kept.assert_said(0, "no difference\n");
    generate(&folder.0, &["--schema", "schema", "--out", "out"]).assert_quiet();
    let out = std::fs::read_to_string(folder.0.join("out/parts.rs")).unwrap();
    assert_contains(&out, "/// No compiler writes it any more.\n");
    assert_contains(&out, "pub const MESH: FourCC");
}
