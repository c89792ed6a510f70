//! Tests the settings about tests in the manifests of the packages.

use std::path::{Path, PathBuf};

use tests::root;

/// The files below a folder that contain a test.
fn with_tests(folder: &Path) -> Vec<PathBuf> {
    let mut files = tests::files_below(folder);
    files.retain(|path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("#[test]")));
    files
}

/// If a manifest disables tests, the package has none.
#[test]
fn where_no_tests_are_run_there_are_none() {
    let manifest: toml::Table = std::fs::read_to_string(root().join("Cargo.toml"))
        .unwrap()
        .parse()
        .unwrap();
    let mut without = 0;
    for member in manifest["workspace"]["members"].as_array().unwrap() {
        let package = root().join(member.as_str().unwrap());
        let manifest: toml::Table = std::fs::read_to_string(package.join("Cargo.toml"))
            .unwrap()
            .parse()
            .unwrap();
        let is_run = |target: &toml::Value| target.get("test").is_none_or(|is| is == &true.into());
        let bins = manifest.get("bin").and_then(toml::Value::as_array);
        let is_bin_run = bins.is_none_or(|bins| bins.iter().all(is_run));
        let has_lib = package.join("src/lib.rs").exists();
        let is_lib_run = has_lib && manifest.get("lib").is_none_or(is_run);
        let mut unrun = with_tests(&package.join("src"));
        if is_lib_run {
            // Sources that a library and a program share are run with the library.
            unrun.retain(|path| !is_bin_run && path.ends_with("src/main.rs"));
        } else if is_bin_run && !has_lib {
            unrun.clear();
        } else {
            without += 1;
        }
        assert!(unrun.is_empty(), "never run: {unrun:?}");
    }
    assert!(without > 0);
}

/// Packages whose examples in the documentation `macros.rs` runs.
const RUN_ELSEWHERE: [&str; 2] = ["dxc-derive", "dxc-derive/runtime"];

/// If a manifest disables the examples in the documentation, there are none.
#[test]
fn where_no_examples_are_run_there_are_none() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap().iter();
    let mut without = 0;
    for member in members.map(|member| member.as_str().unwrap()) {
        let package = root().join(member);
        let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap();
        if !manifest.contains("\ndoctest = false\n") || RUN_ELSEWHERE.contains(&member) {
            continue;
        }
        without += 1;
        for path in tests::files_below(&package.join("src")) {
            let text = std::fs::read_to_string(&path).unwrap();
            let mut lines = text.lines().map(str::trim_start);
            let has_example = lines.any(|line| {
                ["/// ```", "//! ```"]
                    .iter()
                    .any(|begin| line.starts_with(begin))
            });
            assert!(!has_example, "never run: {}", path.display());
        }
    }
    assert!(without > 0);
}

/// `cargo binstall` finds the archives that the workflow packs: their names, and their formats by target. `cargo xtask
/// release` packs zip for Windows, and tgz for other systems.
#[test]
fn binaries_that_are_installed_are_built() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let manifest: toml::Table = read("tools/dxobj/Cargo.toml").parse().unwrap();
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let url = binstall["pkg-url"].as_str().unwrap();
    assert!(
        url.ends_with("/dxobj-{ target }.{ archive-format }"),
        "{url}"
    );
    let workflow = read(".github/workflows/ci.yml");
    assert!(workflow.contains("cargo xtask release --archive ${{ matrix.target }}\n"));
    assert!(workflow.contains("path: target/release-files/dxobj-*\n"));
    let (_, job) = workflow.split_once("\n  binaries:\n").unwrap();
    // The next job begins at the next key with the same indentation.
    let is_of_job = |line: &&str| line.is_empty() || line.starts_with("   ");
    let lines = job
        .lines()
        .take_while(is_of_job)
        .filter_map(|line| line.trim().strip_prefix("- { target: "));
    let mut targets = 0;
    for line in lines {
        let target = line.split(',').next().unwrap();
        let other = binstall["overrides"].get(target);
        let format = other.unwrap_or(binstall)["pkg-fmt"].as_str().unwrap();
        let packed = if target.contains("windows") {
            "zip"
        } else {
            "tgz"
        };
        assert_eq!(packed, format, "{target}");
        targets += 1;
    }
    assert_eq!(targets, 8);
}
