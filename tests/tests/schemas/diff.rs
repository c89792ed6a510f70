//! `xtask diff`: every rule by an edit of the tiny schemas that it applies to, and its output.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::xtask::{Run, empty_folder, entries, run as xtask};

/// Several texts, and their replacements.
type Replaced = &'static [(&'static str, &'static str)];

/// An edit of one of `features/schema`: the rule, the file, a text that occurs once, its replacement, and the message.
const EDITS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "ENUM_VALUE_ADDED",
        "bits",
        "# Forwards.\n",
        "# Backwards.\nReverse = 1\n# Forwards.\n",
        "Gear::Reverse: 1",
    ),
    (
        "ENUM_VALUE_REMOVED",
        "bits",
        "# Not at all.\nPark = 0\n",
        "",
        "Gear::Park: 0",
    ),
    (
        "ENUM_VALUE_RENAMED",
        "bits",
        "Park",
        "Stop",
        "Gear::Stop: was `Park`",
    ),
    (
        "ENUM_VALUE_CHANGED",
        "flags",
        "bit = 0",
        "bit = 1",
        "Duty::Wash: its number was `1 << 0` and is now `1 << 1`",
    ),
    (
        "ENUM_PRINTED_NAME_CHANGED",
        "flags",
        "Dry = { bit = 4, keyword = \"d\", after = [\"Wash\"], needs = [] }\n# The older name of `Dry`.\n\
         Hang = { value = \"Dry\", keyword = \"h\", after = [\"Wash\"], needs = [\"line\"] }\n\
         # Ironing, which takes two bits.\nIron = { value = 0x300, keyword = \"i\", after = [\"Wash\", \"Dry\"], needs = [] }\n",
        "Hang = { bit = 4, keyword = \"x\", after = [\"Wash\"], needs = [] }\n# The older name of `Dry`.\n\
         Dry = { value = \"Hang\", keyword = \"h\", after = [\"Wash\"], needs = [] }\n\
         # Ironing, which takes two bits.\nIron = { value = 0x300, keyword = \"i\", after = [\"Wash\", \"Hang\"], needs = [] }\n",
        "Duty::Dry: it was `printed` and is now `an alias`",
    ),
    (
        "ENUM_SIZE_CHANGED",
        "flags",
        "type = \"u16\"",
        "type = \"u32\"",
        "Duty: its integer was `u16` and is now `u32`",
    ),
    (
        "ENUM_COLUMN_ADDED",
        "bits",
        "[enum.Gear.values]\n# Not at all.\nPark = 0\n# Forwards.\nDrive = 3\n",
        "[enum.Gear.columns]\n# Its teeth.\nteeth = \"i32\"\n\n[enum.Gear.values]\n# Not at all.\nPark = { value = 0, teeth = 0 }\n# Forwards.\nDrive = { value = 3, teeth = 9 }\n",
        "Gear.teeth: i32",
    ),
    (
        "ENUM_COLUMN_CHANGED",
        "flags",
        "keyword = \"w\"",
        "keyword = \"W\"",
        "Duty::Wash: its `keyword` was `w` and is now `W`",
    ),
    (
        "MIRROR_CHANGED",
        "open_enum",
        "WOOD(value, name, grain)",
        "TIMBER(value, name, grain)",
        "Wood: its macro was `WOOD(value, name, grain)` and is now `TIMBER(value, name, grain)`",
    ),
    (
        "FIELD_ADDED",
        "record",
        "# Its number.\n",
        "# Its lock.\nlock = \"u32\"\n# Its number.\n",
        "Door.lock: 4 bytes at 24 bytes",
    ),
    (
        "FIELD_MOVED",
        "record",
        "# Its number.\n",
        "# Its lock.\nlock = \"u32\"\n# Its number.\n",
        "Door.serial: its offset was `24 bytes` and is now `28 bytes`",
    ),
    (
        "RECORD_SIZE_CHANGED",
        "record",
        "# Its number.\n",
        "# Its lock.\nlock = \"u32\"\n# Its number.\n",
        "Door: its size was `39 bytes` and is now `43 bytes`",
    ),
    (
        "FIELD_REMOVED",
        "record",
        "# The weights of its halves.\nweights = \"[u16; 2]\"\n",
        "",
        "Door.weights: 4 bytes at 35 bytes",
    ),
    (
        "FIELD_RENAMED",
        "bits",
        "speed ",
        "velocity ",
        "Dashboard.velocity: was `speed`",
    ),
    (
        "FIELD_TYPE_CHANGED",
        "record",
        "tag = \"FourCC",
        "tag = \"u32",
        "Door.tag: its type was `FourCC` and is now `u32`",
    ),
    (
        "FIELD_TYPE_CHANGED",
        "part",
        "[struct.Card.fields]\n# The number.\nnumber = \"u16\"\n",
        "[struct.Card.fields]\n# The number.\nnumber = \"Side\"\n",
        "Card.number: its type was `u16` and is now `Side`",
    ),
    (
        "FIELD_SIZE_CHANGED",
        "bits",
        "# The speed; nine bits need a `u16`.\nspeed = 9\n# The distance.\ndistance = 15\n",
        "# The speed.\nspeed = 10\n# The distance.\ndistance = 14\n",
        "Dashboard.speed: its size was `9 bits` and is now `10 bits`",
    ),
    (
        "FIELD_HIDDEN",
        "record",
        "\"u64\"",
        "\"reserved u64\"",
        "Door.serial: is reserved now",
    ),
    (
        "FIELD_SHOWN",
        "record",
        "\"reserved u8\"",
        "\"u8\"",
        "Door.unused: u8",
    ),
    (
        "FIELD_REFERENCE_CHANGED",
        "strings",
        "base = names_at, null = 0,",
        "base = names_at,",
        "Person (kind != 2 && kind < 3).name: what it refers to was `names, from names_at, null 0, checked` and is now `names, from names_at, checked`",
    ),
    (
        "FIELD_DEFAULT_CHANGED",
        "record",
        "\"u64\"",
        "{ type = \"u64\", default = 7 }",
        "Door.serial: its default was nothing and is now `7`",
    ),
    (
        "WRITING_CHANGED",
        "tables",
        "repeats, ",
        "",
        "Album.texts: how it is written was `nul_first, repeats, merges` and is now `nul_first, merges`",
    ),
    (
        "DOCUMENT_CHANGED",
        "record",
        "\"u64\"",
        "{ type = \"u64\", yaml = \"Number\" }",
        "Door.serial: how documents show it was `Serial` and is now `Number`",
    ),
    (
        "DOCUMENT_CHANGED",
        "bits",
        "speed ",
        "velocity ",
        "Dashboard.velocity: how documents show it was `Speed` and is now `Velocity`",
    ),
    (
        "DOCUMENT_CHANGED",
        "bits",
        "Park",
        "Stop",
        "Gear::Stop: its name in documents was `Park` and is now `Stop`",
    ),
    (
        "VERSION_ADDED",
        "by_size",
        "color = \"u16\"\n\n",
        "color = \"u16\"\n\n[struct.Info.v4]\n# Its smell.\nsmell = \"u16\"\n\n",
        "Info (version 4): 1 field",
    ),
    (
        "FIELD_ADDED_IN_NEW_VERSION",
        "by_size",
        "color = \"u16\"\n\n",
        "color = \"u16\"\n\n[struct.Info.v4]\n# Its smell.\nsmell = \"u16\"\n\n",
        "Info.smell: u16",
    ),
    (
        "VERSION_REMOVED",
        "by_size",
        "\n[struct.Info.v3] # 10 bytes\n# Its color.\ncolor = \"u16\"\n",
        "",
        "Info (version 3): 1 field",
    ),
    (
        "SEQUENCE_FIELD_ADDED",
        "part",
        "[struct.Card.fields]\n# The number.\nnumber = \"u16\"\n",
        "[struct.Card.fields]\n# The number.\nnumber = \"u16\"\n_ = { align = 4 }\n",
        "Card.padding behind number: align 4",
    ),
    (
        "SEQUENCE_FIELD_REMOVED",
        "padding",
        "_2 = { align = 8 }\n",
        "",
        "Padded.padding behind second: align 8",
    ),
    (
        "FIELD_RULE_CHANGED",
        "padding",
        "{ align = 8 }",
        "{ align = 16 }",
        "Padded.padding behind second: its `align` was `8` and is now `16`",
    ),
    (
        "FIELD_RULE_CHANGED",
        "by_size",
        "count = \"info.height\"",
        "count = \"info.height * 2\"",
        "Stack.lids: its `count` was `info.height` and is now `info.height * 2`",
    ),
    (
        "FIELD_RULE_CHANGED",
        "record",
        "is = '\"SEAL\"'",
        "is = '\"WAX!\"'",
        "Deed.seal: its `is` was `\"SEAL\"` and is now `\"WAX!\"`",
    ),
    (
        "ARM_ADDED",
        "union",
        "# How it swims.\n",
        "# How hard it is.\nstone = { when = \"Stone\", type = \"u8\" }\n# How it swims.\n",
        "Nature.stone: u8 for Stone",
    ),
    (
        "ARM_REMOVED",
        "union",
        "# How high it flies.\nbird = { when = \"Bird\", type = \"u32\" }\n",
        "",
        "Nature.bird: u32 for Bird",
    ),
    (
        "ARM_CHANGED",
        "union",
        "when = [\"Fish\", \"Shark\"]",
        "when = [\"Fish\"]",
        "Nature.fish: it was `Swimmer for Fish, Shark` and is now `Swimmer for Fish`",
    ),
    (
        "CHOICE_ARM_REMOVED",
        "choice",
        "# Of a dot.\nDot = { when = \"Dot\", type = \"Dot\" }\n",
        "",
        "Content.Dot: Dot for Dot",
    ),
    (
        "PARAMETERS_CHANGED",
        "part",
        "takes = [\"width: u8\"]",
        "takes = [\"width: u16\"]",
        "Numbers: what it takes was `width: u8` and is now `width: u16`",
    ),
    (
        "FUNCTION_CHANGED",
        "functions",
        "(bytes + 3) / 4",
        "(bytes + 7) / 8",
        "words_of: it was `(bytes + 3) / 4` and is now `(bytes + 7) / 8`",
    ),
    (
        "ITEM_ADDED",
        "functions",
        "[let.LIMIT]",
        "[let.OTHER]\ndoc = \"Other.\"\nsource = \"made up\"\nis = \"7\"\n\n[let.LIMIT]",
        "OTHER: let",
    ),
    (
        "ITEM_REMOVED",
        "functions",
        "\n[let.MARK]\ndoc = \"A FourCC.\"\nsource = \"made up\"\nis = '\"MARK\"'\n",
        "",
        "MARK: let",
    ),
    (
        "ITEM_KIND_CHANGED",
        "record",
        "[enum.Side]\ndoc = \"A side.\"\nsource = \"made up\"\ntype = \"u16\"\n\n[enum.Side.values]\n",
        "[flags.Side]\ndoc = \"A side.\"\nsource = \"made up\"\ntype = \"u16\"\n\n[flags.Side.values]\n",
        "Side: it was `enum` and is now `flags`",
    ),
    (
        "PART_ADDED",
        "part",
        "fourcc = \"CARD\"",
        "fourcc = [\"CARD\", \"CRD2\"]",
        "part CRD2: Card",
    ),
    (
        "PART_REMOVED",
        "part",
        "fourcc = [\"NUM4\", \"NUM5\"]",
        "fourcc = \"NUM4\"",
        "part NUM5: Numbers(4)",
    ),
    (
        "PART_TYPE_CHANGED",
        "part",
        "type = \"Numbers(2)\"",
        "type = \"Numbers(3)\"",
        "part NUMB: its type was `Numbers(2)` and is now `Numbers(3)`",
    ),
    (
        "PART_WRITERS_CHANGED",
        "part",
        "writers = \"WriterOne\"",
        "writers = \"WriterTwo\"",
        "part CARD: who writes it was `WriterOne` and is now `WriterTwo`",
    ),
    (
        "PART_TOLD_OTHERWISE",
        "part",
        "begins = \"VIP\"",
        "begins = \"V\\n\"",
        "part BOTH: what it begins with was `VIP` and is now `V\\n`",
    ),
    (
        "PART_HANDLING_CHANGED",
        "part",
        "strip = \"debug\"",
        "strip = \"reflection\"",
        "part BOTH: what it is stripped for was `debug` and is now `reflection`",
    ),
    (
        "PART_HANDLING_CHANGED",
        "part",
        "repeats = true\n",
        "",
        "part BOTH: where it may stand was `repeats` and is now nothing",
    ),
    (
        "DOCUMENT_CHANGED",
        "part",
        "writers = \"WriterOne\"",
        "writers = \"WriterOne\"\nllvm = true",
        "part CARD: the document that shows it was `the rest` and is now `the first`",
    ),
    (
        "FIELD_RENAMED",
        "part",
        "[struct.Card.fields]\n# The number.\nnumber = \"u16\"\n",
        "[struct.Card.fields]\n# The number.\ndigit = \"u16\"\n",
        "Card.digit: was `number`",
    ),
];

/// Further edits, of several places.
const WIDE: &[(&str, &str, Replaced, &str)] = &[
    (
        "RECORD_SIZE_CHANGED",
        "union",
        &[("size = 4", "size = 8"), ("# 5 bytes", "# 9 bytes")],
        "Nature: its size was `4 bytes` and is now `8 bytes`",
    ),
    (
        "SEQUENCE_FIELD_ADDED_OUT_OF_REACH",
        "condition",
        &[
            (
                "# The list.\n",
                "# Is folded.\nFold = { bit = 7 }\n# The list.\n",
            ),
            (
                "# How long the list is.\n",
                "# How often.\nfolds = { type = \"u8\", if = \"has & Fold != 0\" }\n# How long the list is.\n",
            ),
        ],
        "Order.folds: u8",
    ),
    (
        "ENUM_COLUMN_REMOVED",
        "flags",
        &[
            (
                "[flags.Duty.columns]\n# The spelling elsewhere.\nkeyword = \"str\"\n# Duties that come before it.\n\
                 after = \"[Duty]\"\n# Its requirements.\nneeds = \"[str]\"\n\n",
                "",
            ),
            (
                "{ value = 0, keyword = \"-\", after = [], needs = [] }",
                "0",
            ),
            (
                "0, keyword = \"w\", after = [], needs = [\"water\", \"soap and a brush\"]",
                "0",
            ),
            ("4, keyword = \"d\", after = [\"Wash\"], needs = []", "4"),
            (
                "\"Dry\", keyword = \"h\", after = [\"Wash\"], needs = [\"line\"]",
                "\"Dry\"",
            ),
            (
                "{ value = 0x300, keyword = \"i\", after = [\"Wash\", \"Dry\"], needs = [] }",
                "0x300",
            ),
        ],
        "Duty.keyword: column",
    ),
    (
        "SELECTOR_CHANGED",
        "union",
        &[
            ("\"animal", "\"being"),
            (
                "nature = \"Nature\"\n# Its nature.\nanimal = \"Animal\"\n",
                "nature = \"Nature\"\n# Its nature.\nbeing = \"Animal\"\n",
            ),
            (
                "[struct.Sighting.v0] # 1 byte\n# Its nature.\nanimal = \"Animal\"\n",
                "[struct.Sighting.v0] # 1 byte\n# Its nature.\nbeing = \"Animal\"\n",
            ),
        ],
        "Nature: its selector was `animal: Animal` and is now `being: Animal`",
    ),
];

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

/// A copy of the tiny schemas with one file edited.
fn edited(name: &str, file: &str, edits: &[(&str, &str)]) -> std::path::PathBuf {
    let folder = empty_folder(name);
    std::fs::create_dir(folder.join("new")).unwrap();
    for entry in entries(&schema()) {
        std::fs::copy(&entry, folder.join("new").join(entry.file_name().unwrap())).unwrap();
    }
    let path = folder.join("new").join(file).with_extension("toml");
    let mut text = std::fs::read_to_string(&path).unwrap();
    for (from, to) in edits {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    std::fs::write(path, text).unwrap();
    folder
}

#[test]
fn every_rule_applies_to_an_edit() {
    let single = EDITS
        .iter()
        .map(|(rule, file, from, to, said)| (*rule, *file, vec![(*from, *to)], *said));
    let wide = WIDE
        .iter()
        .map(|(rule, file, edits, said)| (*rule, *file, edits.to_vec(), *said));
    let mut applied = BTreeSet::from(["ITEM_MOVED".to_owned()]);
    for (rule, file, edits, said) in single.chain(wide) {
        let folder = edited("diff-rule", file, &edits);
        let run = diff(&folder, &[]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{rule}");
        let line = format!(": {rule}: {said}");
        assert!(
            run.stdout.lines().any(|found| found.ends_with(&line)),
            "{line}\n{}",
            run.stdout
        );
        applied.insert(rule.to_owned());
    }
    let listed = xtask(&tests::root(), "diff", &["--rules"]);
    let listed: BTreeSet<String> = listed
        .stdout
        .lines()
        .skip(2)
        .map(|line| line.split('|').nth(1).unwrap().trim().to_owned())
        .collect();
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
    let moved = ": ITEM_MOVED: MARK: its module was `functions` and is now `flags`";
    assert!(
        run.stdout.lines().any(|line| line.ends_with(moved)),
        "{}",
        run.stdout
    );
}

/// A version with a flags word, a record of counts that is there if a flag is set, and tables as long as it says.
const NEW_TABLES: &str = r#"
[struct.Info.v4]
# The marks of a thing.
marks = "Marks"

[flags.Marks]
doc = "The marks of a thing."
source = "made up"
type = "u16"

[flags.Marks.values]
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
bolt_size = { type = "u32", if = "info.marks & Marks::Counted != 0 && counts.bolts > 0" }
# The bolts.
bolts = { type = "Info", count = "counts.bolts", stride = "bolt_size" }
"#;
    let edits = [
        ("\n[struct.Thing]\n", NEW_TABLES),
        (notes, &format!("{notes}{tables}")),
    ];
    let run = diff(&edited("diff-reach", "by_size", &edits), &[]);
    insta::assert_snapshot!("out_of_reach", run.stdout.split("\n\n").next().unwrap());
}

/// A rename and a new field between others, in a version behind another.
#[test]
fn offsets_are_those_of_the_whole_record() {
    let edits = [
        (
            "height = \"u16\"\n",
            "stature = \"u16\"\n# Its width.\nwidth = \"u8\"\n",
        ),
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
    let folder = edited(
        "diff-docs",
        "record",
        &[("doc = \"A door.\"", "doc = \"A door!\"")],
    );
    let run = diff(&folder, &[]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(0), "no difference\n")
    );
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
        let folder = edited("diff-spelt", file, &[(before, otherwise)]);
        let run = diff(&folder, &[]);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(0), "no difference\n"),
            "{otherwise}"
        );
    }
}

/// A renamed field of a sequence keeps its place, and so do fields that depend on it.
#[test]
fn fields_that_are_renamed_are_no_change_on_the_wire() {
    let edits = [
        ("near_count ", "nears "),
        ("far_at ", "far_offset "),
        ("\"near_count", "\"nears"),
        (" far_at", " far_offset"),
    ];
    let folder = edited("diff-renamed", "placed", &edits);
    let text = diff(&folder, &[]).stdout;
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
    let text = diff(&edited("diff-sections", "padding", &edits), &[]).stdout;
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

/// Values select versions: a condition that leaves some to another version changes the layout of files.
#[test]
fn values_that_choose_another_version_change_the_layout() {
    let edits = [("edition <= Second", "edition < Second")];
    let folder = edited("diff-chosen", "by_value", &edits);
    let text = diff(&folder, &[]).stdout;
    assert!(text.contains("RECORD_SIZE_CHANGED"), "{text}");
}

#[test]
fn the_report_ends_with_the_release_and_a_changelog() {
    let folder = edited(
        "diff-report",
        "bits",
        &[
            ("Park = 0\n", "Stop = 0\n# Backwards.\nReverse = 1\n"),
            ("Drive = 3", "Drive = 4"),
        ],
    );
    let text = diff(&folder, &[]).stdout;
    let json = diff(&folder, &["--format", "json"]).stdout;
    // The versions change with every release.
    let this = env!("CARGO_PKG_VERSION");
    let next = json
        .split("\"to\": \"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert_ne!(this, next);
    let timeless = |text: &str| text.replace(this, "[this]").replace(next, "[next]");
    insta::assert_snapshot!("report", timeless(&text));
    insta::assert_snapshot!("json", timeless(&json));
}

#[test]
fn a_state_may_be_a_revision() {
    let folder = edited("diff-revision", "bits", &[]);
    std::fs::rename(folder.join("new"), folder.join("schema")).unwrap();
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
        let output = Command::new("git")
            .args(identity)
            .args(arguments)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "The first state"]);
    let path = folder.join("schema/bits.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("Park = ", "Stop = ")).unwrap();
    let run = xtask(&folder, "diff", &["HEAD", "schema"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    assert!(
        run.stdout
            .contains("schema/bits.toml:12: ENUM_VALUE_RENAMED: Gear::Stop: was `Park`"),
        "{}",
        run.stdout
    );
    git(&["commit", "--quiet", "--all", "-m", "The second state"]);
    assert_eq!(
        xtask(&folder, "diff", &["HEAD~1", "HEAD"]).stdout,
        run.stdout
    );
    let unknown = xtask(&folder, "diff", &["nowhere", "HEAD"]);
    let message = "error: `nowhere` is neither a folder nor a revision that git knows\n";
    assert_eq!((unknown.code, unknown.stderr.as_str()), (Some(2), message));
    // The form of before.
    let older = "doc = \"Made up.\"\n\n[struct.Door]\nfields = [{ name = \"a\", type = \"u8\" }]\n";
    std::fs::write(&path, older).unwrap();
    let refused = xtask(&folder, "diff", &["schema", "HEAD"]);
    let message = "error: schema: these schemas are older than the form `[struct.Name.fields]`, which this generator reads\n";
    assert_eq!((refused.code, refused.stderr.as_str()), (Some(2), message));
}
