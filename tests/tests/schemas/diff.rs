//! Tests `xtask diff`: every rule with an edit of the tiny schemas that it applies to, and its output.
//!
//! No tool judges the rules: `diff/rules.diff` states them above each edit. New reports are read by hand.

use std::collections::BTreeSet;
use std::path::Path;

use tests::markdown::Block;

use crate::xtask::{
    Run, assert_contains, copy_files, empty_folder, git, git_init, replace, run as xtask,
};

fn schema() -> std::path::PathBuf {
    tests::root().join("tests/features/schema")
}

fn diff(folder: &Path, further: &[&str]) -> Run {
    let old = schema();
    xtask(
        folder,
        "diff",
        &[&[old.to_str().unwrap(), "new"], further].concat(),
    )
}

/// A copy of the tiny schemas, in the folder `new`.
fn copied(name: &str) -> std::path::PathBuf {
    let folder = empty_folder(name);
    copy_files(&schema(), &folder.join("new"));
    folder
}

/// A copy of the tiny schemas with one file edited.
fn edited(name: &str, file: &str, edits: &[(&str, &str)]) -> std::path::PathBuf {
    let folder = copied(name);
    let path = folder.join("new").join(file).with_extension("toml");
    for (from, to) in edits {
        replace(&path, from, to);
    }
    folder
}

/// The report on a copy of the tiny schemas with one file edited.
fn told(name: &str, file: &str, edits: &[(&str, &str)]) -> String {
    diff(&edited(name, file, edits), &[]).stdout
}

/// Compares only the edited file, which takes less time; if it depends on the others, compares all.
fn diff_of_changed(folder: &Path) -> Run {
    let is_same = |new: &Path| {
        let old = schema().join(new.file_name().unwrap());
        std::fs::read(old).ok() == std::fs::read(new).ok()
    };
    let changed = tests::entries(&folder.join("new"));
    for new in changed.into_iter().filter(|new| !is_same(new)) {
        let name = new.file_name().unwrap();
        let (old, edited) = (folder.join("old"), folder.join("edited"));
        std::fs::create_dir_all(&edited).unwrap();
        std::fs::create_dir_all(&old).unwrap();
        std::fs::copy(&new, edited.join(name)).unwrap();
        if schema().join(name).exists() {
            std::fs::copy(schema().join(name), old.join(name)).unwrap();
        }
    }
    let run = xtask(folder, "diff", &["old", "edited"]);
    match run.code {
        Some(2) => diff(folder, &[]),
        _ => run,
    }
}

/// Each change of `diff/rules.diff` is below the lines that state the expected rule and message.
#[test]
fn every_rule_applies_to_an_edit() {
    let path = tests::root().join("tests/diff/rules.diff");
    let changes = std::fs::read_to_string(&path).unwrap();
    let mut applied = BTreeSet::from(["ITEM_MOVED"]);
    for change in changes.split("\n\n") {
        let is_said = |line: &&str| line.starts_with(|letter: char| letter.is_ascii_uppercase());
        let (said, lines): (Vec<_>, Vec<_>) = change.lines().partition(is_said);
        let folder = copied("diff-rule");
        let block = Block {
            place: format!("{}: {}", path.display(), said[0]),
            language: "diff".to_owned(),
            text: lines.join("\n"),
        };
        tests::change::apply(&folder.join("new"), &block);
        println!("{change}");
        let run = diff_of_changed(&folder);
        run.assert_told(1, "");
        for line in said {
            let mut found = run.stdout.lines();
            let is_there = found.any(|found| found.ends_with(&format!(": {line}")));
            assert!(is_there, "{line}\n{}", run.stdout);
            applied.extend(line.split(':').next());
        }
    }
    let listed = xtask(&tests::root(), "diff", &["--rules"]);
    let rows = listed.stdout.lines().skip(2);
    let rules = rows.map(|line| line.split('|').nth(1).unwrap().trim());
    let listed: BTreeSet<&str> = rules.collect();
    assert_eq!(listed, applied, "every rule has its edit");
}

#[test]
fn an_item_may_move_to_another_file() {
    let constant = "[let.MARK]\ndoc = \"A FourCC.\"\nsource = \"made up\"\nis = '\"MARK\"'\n";
    let folder = edited("diff-moved", "functions", &[(constant, "")]);
    let path = folder.join("new/flags.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, format!("{text}\n{constant}")).unwrap();
    let run = diff(&folder, &[]);
    let moved = ": ITEM_MOVED: MARK: its `module` was `functions` and is now `flags`";
    assert_contains(&run.stdout, &format!("{moved}\n"));
}

/// A version with a word of flags, a record of counts that is present if a flag is set, and tables of these lengths.
const NEW_TABLES: &str = r#"
[struct.Info.v4]
# The marks of a thing.
marks = "Badges"

[flags.Badges]
doc = "The marks of a thing."
source = "made up"
type = "u16"

[flags.Badges.values]
# Counts, and the counted fields.
Counted = { bit = 0 }

[struct.Counts]
doc = "Counts."
source = "made up"

[struct.Counts.v4]
# The nails.
nails = "u16"
# The bolts.
bolts = "u16"

[struct.Thing]
"#;

#[test]
fn a_change_that_no_older_file_reaches_is_an_addition() {
    let notes = "notes = { type = \"u8\", count = \"if version_of(info) >= 1 { info.height } else { 0 }\" }\n";
    let tables = r#"# The size.
counts_size = { type = "u16", if = "info.marks & Counted != 0" }
# The counts.
counts = { type = "Counts", size = "counts_size", if = "info.marks & Counted != 0" }
# The nails.
nails = { type = "u16", count = "counts.nails" }
# The size of a bolt.
bolt_size = { type = "u32", if = "info.marks & Badges::Counted != 0 && counts.bolts > 0" }
# The bolts.
bolts = { type = "Info", count = "counts.bolts", stride = "bolt_size" }
"#;
    let edits = [
        ("\n[struct.Thing]\n", NEW_TABLES),
        (notes, &format!("{notes}{tables}")),
    ];
    let text = told("diff-reach", "by_size", &edits);
    insta::assert_snapshot!("out_of_reach", text.split("\n\n").next().unwrap());
}

/// A rename and a new field between others, in a version after another version.
#[test]
fn offsets_are_those_of_the_whole_record() {
    let wider = "stature = \"u16\"\n# Its width.\nwidth = \"u8\"\n";
    let edits = [
        ("height = \"u16\"\n", wider),
        ("\"reserved u16", "\"reserved u8"),
    ];
    let folder = edited("diff-offsets", "by_size", &edits);
    let path = folder.join("new/by_size.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("info.height", "info.stature")).unwrap();
    let this = env!("CARGO_PKG_VERSION");
    let text = diff(&folder, &[]).stdout.replace(this, "[this]");
    let (changes, release) = text.split_once("\n\n").unwrap();
    let (_, changelog) = release.split_once("\n\n").unwrap();
    insta::assert_snapshot!("offsets", format!("{changes}\n\n{changelog}"));
}

#[test]
fn docs_and_order_of_files_are_no_difference() {
    let edits = [("doc = \"A door.\"", "doc = \"A door!\"")];
    let folder = edited("diff-docs", "record", &edits);
    let run = diff(&folder, &[]);
    run.assert_said(0, "no difference\n");
    let json = diff(&folder, &["--format", "json"]);
    assert_eq!(json.code, Some(0));
    assert!(json.stdout.contains("\"class\": null") && json.stdout.contains("\"changes\": []"));
}

#[test]
fn spelling_of_expressions_is_no_difference() {
    let spelt = [
        ("by_value", "edition != First", "(edition!=First)"),
        ("functions", "(bytes + 3) / 4", "(bytes+3)/4"),
        ("padding", "size_of(self)", "size_of( self )"),
    ];
    for (file, before, otherwise) in spelt {
        println!("{otherwise}");
        let folder = edited("diff-spelt", file, &[(before, otherwise)]);
        diff(&folder, &[]).assert_said(0, "no difference\n");
    }
}

/// A renamed field of a sequence keeps its offset, and so do fields that depend on it.
#[test]
fn fields_that_are_renamed_are_no_change_on_the_wire() {
    let edits = [
        ("near_count ", "nears "),
        ("far_at ", "far_offset "),
        ("\"near_count", "\"nears"),
        (" far_at", " far_offset"),
    ];
    let text = told("diff-renamed", "placed", &edits);
    let (changes, changelog) = text.split_once("\n\n").unwrap();
    assert_eq!(
        changes,
        "source-breaking:\n  \
        new/placed.toml:13: FIELD_RENAMED: Map.nears: was `near_count`\n  \
        new/placed.toml:15: FIELD_RENAMED: Map.far_offset: was `far_at`"
    );
    assert!(changelog.contains("### Changed\n\n- Breaking: `Map.nears`: was `near_count`."));
}

#[test]
fn the_changelog_lists_additions_and_removals() {
    let edits = [
        ("first_size = \"u8", "first_size = \"u16"),
        ("_2 = { align = 8 }\n", "# It is new.\nthird = \"u64\"\n"),
    ];
    let text = told("diff-sections", "padding", &edits);
    let section = |name: &str| {
        let text = text.split(&format!("### {name}\n\n")).nth(1).unwrap();
        text.split("\n\n").next().unwrap().trim_end().to_owned()
    };
    assert_eq!(
        section("Added"),
        "- Breaking on the wire: `Padded.third`: u64."
    );
    assert_eq!(
        section("Removed"),
        "- Breaking on the wire: `Padded.padding behind second`: align 8."
    );
    assert!(section("Changed").contains("`Padded.first_size`"), "{text}");
}

/// Values select versions: if a condition moves some values to another version, the layout of files changes.
#[test]
fn values_that_choose_another_version_change_the_layout() {
    let edits = [("edition <= Second", "edition < Second")];
    let text = told("diff-chosen", "by_value", &edits);
    assert_contains(&text, "RECORD_SIZE_CHANGED");
}

#[test]
fn the_report_ends_with_the_release_and_a_changelog() {
    let edits = [
        ("Park = 0\n", "Stop = 0\n# Backwards.\nReverse = 1\n"),
        ("Drive = 3", "Drive = 4"),
    ];
    let folder = edited("diff-report", "bits", &edits);
    let text = diff(&folder, &[]).stdout;
    let json = diff(&folder, &["--format", "json"]).stdout;
    // The versions in the output change with every release.
    let this = env!("CARGO_PKG_VERSION");
    let (_, next) = json.split_once("\"to\": \"").unwrap();
    let (next, _) = next.split_once('"').unwrap();
    assert_ne!(this, next);
    let timeless = |text: &str| text.replace(this, "[this]").replace(next, "[next]");
    insta::assert_snapshot!("report", timeless(&text));
    insta::assert_snapshot!("json", timeless(&json));
}

#[test]
fn a_state_may_be_a_revision() {
    let folder = edited("diff-revision", "bits", &[]);
    std::fs::rename(folder.join("new"), folder.join("schema")).unwrap();
    git_init(&folder);
    let path = folder.join("schema/bits.toml");
    replace(&path, "Park = ", "Stop = ");
    let run = xtask(&folder, "diff", &["HEAD", "schema"]);
    run.assert_told(1, "");
    assert_contains(
        &run.stdout,
        "schema/bits.toml:12: ENUM_VALUE_RENAMED: Gear::Stop: was `Park`",
    );
    git(
        &folder,
        &["commit", "--quiet", "--all", "-m", "The second state"],
    );
    let again = xtask(&folder, "diff", &["HEAD~1", "HEAD"]);
    assert_eq!(again.stdout, run.stdout);
    let unknown = xtask(&folder, "diff", &["nowhere", "HEAD"]);
    let message = "error: `nowhere` is neither a folder nor a revision that git knows\n";
    unknown.assert_told(2, message);
}
