//! Tests `xtask verify-layout` with the headers of LLVM 22, of earlier ones, and a tiny one with all kinds of
//! differences: `cargo test -p tests --features llvm --test llvm layout`.
//!
//! Judge: clang, which compiles the facts with LLVM's headers. No tool judges the messages.

use std::path::Path;

use tests::rows;

use crate::tools;
use crate::xtask::{Run, altered, assert_contains, empty_folder, generate, run};

fn include(version: u32) -> String {
    tools::include(version).to_str().unwrap().to_owned()
}

fn verify(schema: &Path, llvm: &str) -> Run {
    let schema = schema.to_str().unwrap();
    let arguments = ["--schema", schema, "--llvm", llvm];
    run(&tests::root(), "verify-layout", &arguments)
}

/// The complete output of a run, for a snapshot.
fn said(run: &Run) -> String {
    let code = run.code.unwrap();
    format!(
        "exits with {code}\n\n{}\n{}",
        run.stdout.trim_end(),
        run.stderr
    )
}

/// Line numbers of our own schemas change with every edit; the messages do not.
const LINES: [(&str, &str); 4] = [
    (r"(\.toml):\d+(:\d+)?", "$1:LINE"),
    (r"(?m)^ *\d+ \|", "LINE |"),
    (r"(?m)^ +(\||=)", "     $1"),
    (r"(?m)^ +-->", "    -->"),
];

#[test]
fn every_fact_holds_in_llvm_22() {
    let run = run(&tests::root(), "verify-layout", &["--llvm", &include(22)]);
    run.assert_quiet();
    insta::assert_snapshot!(run.stdout);
    let proved: usize = run.stdout.split(' ').next().unwrap().parse().unwrap();
    assert!(proved > 500, "{proved}");
}

#[test]
fn earlier_headers_lack_later_additions() {
    for version in [19, 16] {
        let run = verify(&tests::root().join("schema"), &include(version));
        insta::with_settings!({ filters => LINES }, {
            insta::assert_snapshot!(format!("llvm_{version}"), tests::without_frames(&said(&run)));
        });
        assert_eq!(run.code, Some(1));
        let folder = Path::new(&include(version)).join("llvm/BinaryFormat");
        let files = ["DXContainer.h", "DXContainerConstants.def"];
        let text = files.map(|file| std::fs::read_to_string(folder.join(file)).unwrap());
        let text = text.concat();
        let words: Vec<&str> = text
            .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .collect();
        for line in run.stdout.lines().filter(|line| line.starts_with("  llvm")) {
            let name = line.trim().split(' ').next().unwrap();
            let last = name.rsplit("::").next().unwrap();
            // The container's header has a member with this name, too.
            let is_there = words.contains(&last) && name != "llvm::dxbc::ProgramHeader::Version";
            assert!(!is_there, "LLVM {version} has {name}");
        }
    }
}

/// Tests errors that no rule of the language can find: the schemas are legal, and only the headers show the errors.
#[test]
fn planted_faults_are_found_and_named() {
    let read = |file: &str| std::fs::read_to_string(tests::root().join("schema").join(file));
    let psv0 = read("psv0.toml").unwrap();
    let constants = read("constants.toml").unwrap();
    let binding = "struct.ResourceBinding.v0";
    let space = rows::row(&psv0, binding, "space");
    let lower = rows::row(&psv0, binding, "lower_bound");
    let geometry = rows::row(&psv0, "switch.StageInfo.arms", "geometry");
    let cols = rows::row(&psv0, "bits.ElementShape.fields", "cols");
    let start = rows::row(&psv0, "bits.ElementShape.fields", "start_col");
    let size = rows::row(&psv0, "struct.MeshInfo.fields", "max_output_primitives");
    let value = rows::row(&constants, "enum.D3DSystemValue.values", "Target");
    let bit = rows::row(&constants, "flags.FeatureFlags.values", "WaveOps");
    let both = [space, lower].concat();
    let swapped = [
        space.replace("\nspace", "\nlower_bound"),
        lower.replace("\nlower_bound", "\nspace"),
    ];
    let faults = [
        ("field_moved", &*both, [lower, space].concat()),
        ("names_swapped", &*both, swapped.concat()),
        ("size_changed", size, size.replace("u16", "u8")),
        ("value_off_by_one", value, value.replace("64", "63")),
        ("arm_missing", geometry, String::new()),
        ("flag_bit", bit, bit.replace("bit = 14", "bit = 45")),
        (
            "bit_field_moved",
            &*[cols, start].concat(),
            [start, cols].concat(),
        ),
    ];
    for (name, from, to) in faults {
        let file = if psv0.contains(from) {
            "psv0.toml"
        } else {
            "constants.toml"
        };
        let schema = altered(&format!("verify-layout-{name}"), file, from, &to);
        println!("{name}");
        let beside = schema.parent().unwrap();
        generate(beside, &["--schema", "schema", "--out", "out"]).assert_quiet();
        let run = verify(&schema, &include(22));
        assert_eq!(run.code, Some(1), "{name}");
        insta::with_settings!({ filters => LINES }, {
            insta::assert_snapshot!(name, tests::without_frames(&run.stderr));
        });
        let text = std::fs::read_to_string(schema.join(file)).unwrap();
        let line = text[..text.find(&to).unwrap()].matches('\n').count() + 1;
        let lines = line..line + to.lines().count();
        let place = |line: usize| run.stderr.contains(&format!("schema/{file}:{line}:"));
        assert!(to.is_empty() || lines.clone().any(place), "{lines:?}");
    }
}

/// If no schema mirrors a type, it is reported, and fields of that type still mirror members.
#[test]
fn types_without_a_mirror_are_reported() {
    for (cpp, otherwise) in [
        ("cpp = \"llvm::dxbc::PSV::ComponentType\"\n", "cpp = \"\"\n"),
        ("cpp = \"llvm::dxbc::HashFlags\"\n", ""),
    ] {
        let schema = altered("verify-layout-no_mirror", "constants.toml", cpp, otherwise);
        let run = verify(&schema, &include(22));
        let name = cpp.split('"').nth(1).unwrap();
        assert_eq!(run.code, Some(1), "{name}");
        let message = format!("no schema mentions:\n  {name}\n");
        assert!(run.stdout.starts_with(&message), "{}", run.stdout);
    }
    // The items that it mirrored are removed, too.
    let psv0 = std::fs::read_to_string(tests::root().join("schema/psv0.toml")).unwrap();
    let whole = rows::table(&psv0, "[struct.MeshInfo]");
    let mut without = String::new();
    let is_name = |line: &&str| line.starts_with("cpp = ") || line.contains(".cpp = ");
    for line in whole.lines().filter(|line| !is_name(line)) {
        let (before, rest) = line.split_once(", cpp = \"").unwrap_or((line, ""));
        let behind = rest.split_once('"').map_or("", |(_, behind)| behind);
        without += before;
        without += behind;
        without += "\n";
    }
    let schema = altered("verify-layout-no_mirror", "psv0.toml", whole, &without);
    let run = verify(&schema, &include(22));
    run.assert_told(1, "");
    let message = "no schema mentions:\n  llvm::dxbc::MeshPSVInfo\n";
    assert!(run.stdout.starts_with(message), "{}", run.stdout);
}

/// Every kind of difference, in a header of our own: see the comments in the header and the schema.
#[test]
fn every_kind_of_difference_is_distinguished() {
    let folder = tests::root().join("tests/layout");
    let run = verify(&folder.join("schema"), "tests/layout");
    insta::assert_snapshot!(tests::without_frames(&said(&run)));
    assert_eq!(run.code, Some(1));
}

/// For an old compiler, bit-fields are skipped; facts that it cannot check are not differences.
#[cfg(unix)]
#[test]
fn old_compilers_cannot_tell_bit_fields() {
    use std::os::unix::fs::PermissionsExt;
    let clang = empty_folder("verify-layout-old").join("clang++");
    let script =
        "#!/bin/sh\n[ \"$1\" = -dumpversion ] && echo 14.0.6 && exit\nexec clang++-22 \"$@\"\n";
    std::fs::write(&clang, script).unwrap();
    std::fs::set_permissions(&clang, PermissionsExt::from_mode(0o755)).unwrap();
    let llvm = include(22);
    let arguments = ["--clang", clang.to_str().unwrap(), "--llvm", &llvm];
    let run = run(&tests::root(), "verify-layout", &arguments);
    run.assert_quiet();
    insta::with_settings!({ filters => LINES }, {
        insta::assert_snapshot!(run.stdout);
    });
}

#[test]
fn the_file_is_cpp_that_people_can_read() {
    let schema = tests::root().join("tests/layout/schema");
    let arguments = ["--emit", "--schema", schema.to_str().unwrap()];
    let run = run(&tests::root(), "verify-layout", &arguments);
    run.assert_quiet();
    insta::assert_snapshot!(run.stdout);
}

/// If the comparison is impossible, that is not a difference: the command exits with 2, and prints a help.
#[test]
fn obstacles_to_the_proof_are_named() {
    let folder = empty_folder("verify-layout-errors");
    for (name, text) in [
        ("broken", "#include \"llvm/nowhere.h\"\n"),
        ("other", "namespace other { struct Header {}; }\n"),
    ] {
        let below = folder.join(name).join("include/llvm/BinaryFormat");
        std::fs::create_dir_all(&below).unwrap();
        std::fs::write(below.join("DXContainer.h"), text).unwrap();
        std::fs::write(below.join("DXContainerConstants.def"), "").unwrap();
    }
    let fixed = folder.join("fixed");
    std::fs::create_dir(&fixed).unwrap();
    std::fs::copy(
        tests::root().join("schema/header.toml"),
        fixed.join("header.toml"),
    )
    .unwrap();
    let plain = folder.join("plain");
    std::fs::create_dir(&plain).unwrap();
    let features = std::fs::read_to_string(tests::root().join("schema/features.toml")).unwrap();
    let wrong = features.replace("FeatureFlags", "u33");
    std::fs::write(plain.join("features.toml"), wrong).unwrap();
    let silent = folder.join("silent");
    std::fs::create_dir(&silent).unwrap();
    let alone = features
        .replace("FeatureFlags", "u64")
        .replace(", flatten = true", "")
        .replace("stages = \"pipeline\"\nrequired = \"always\"\n", "");
    std::fs::write(silent.join("features.toml"), alone).unwrap();
    for (arguments, message) in [
        (
            ["--llvm", "nowhere"].as_slice(),
            "there is no llvm/BinaryFormat/DXContainer.h in nowhere",
        ),
        (
            &["--clang", "no-such-clang++"],
            "cannot run no-such-clang++: ",
        ),
        (&["--clang", "true"], "true does not tell its version"),
        (
            &["--llvm", "broken"],
            "the headers do not compile: broken/include/llvm/BinaryFormat/DXContainer.h:1:10: \
             fatal error: 'llvm/nowhere.h' file not found",
        ),
        (
            &["--schema", "fixed", "--llvm", "other"],
            "the headers have nothing in `llvm::dxbc`",
        ),
        (&["--schema", "plain"], "the schemas have mistakes"),
        (
            &["--schema", "silent"],
            "no item of the schemas mirrors a C++ type",
        ),
    ] {
        let run = run(&folder, "verify-layout", arguments);
        let is_begun = run.stderr.starts_with(&format!("error: {message}"));
        assert!(is_begun, "{}", run.stderr);
        run.assert_said(2, "");
    }
    let missing = run(&folder, "verify-layout", &["--clang", "no-such-clang++"]);
    assert_contains(&missing.stderr, "apt-get install llvm-22-dev clang-22");
}
