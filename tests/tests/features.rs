//! For every feature of the schema language: one tiny schema in `features/schema`, the generated code in
//! `features/generated` (committed, so that it is the golden text, compiled and run), and its tests in
//! `features/cases`.
// As other crates have to make values of generated types, which are `#[non_exhaustive]`.
#![allow(clippy::field_reassign_with_default)]
#![allow(clippy::unwrap_used, missing_docs)]

mod built;
#[path = "../features/cases/mod.rs"]
mod cases;
#[allow(dead_code, unreachable_pub)]
#[path = "../features/generated/mod.rs"]
mod generated;
mod xtask;

#[test]
fn the_generated_text_equals_the_committed_one() {
    let folders = [
        "--schema",
        "tests/features/schema",
        "--out",
        "tests/features/generated",
    ];
    let run = xtask::generate(&tests::root(), &[&["--check"][..], &folders].concat());
    let again = "cargo xtask gen --schema tests/features/schema --out tests/features/generated";
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (Some(0), ""),
        "{}\nrun: {again}",
        run.stdout
    );
}

#[test]
fn every_feature_has_a_schema_and_cases() {
    let stems = |folder: &str| -> Vec<String> {
        let files = xtask::entries(&tests::root().join("tests/features").join(folder)).into_iter();
        files
            .map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect()
    };
    let cases = stems("cases")
        .into_iter()
        .filter(|stem| stem != "mod" && stem != "bytes");
    assert_eq!(stems("schema"), cases.collect::<Vec<_>>());
}
