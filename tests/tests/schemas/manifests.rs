//! The entries about tests in the manifests of the packages.

use std::path::{Path, PathBuf};

use tests::root;

/// The files below a folder that hold a test.
fn with_tests(folder: &Path) -> Vec<PathBuf> {
    let mut files = tests::files_below(folder);
    files.retain(|path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("#[test]")));
    files
}

/// Where a manifest says that there are no tests, none is left unrun.
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
