//! For every feature of the schema language: one tiny schema in `features/schema`, whose code `build.rs` generates, and its
//! tests in `features/cases`.
// As other crates have to make values of generated types, which are `#[non_exhaustive]`.
#![allow(clippy::field_reassign_with_default)]
#![allow(clippy::unwrap_used, missing_docs)]

mod built;
#[path = "../features/cases/mod.rs"]
mod cases;
mod xtask;

// The module `generated`.
include!(concat!(env!("OUT_DIR"), "/features.rs"));

#[test]
fn every_feature_has_a_schema_and_cases() {
    let stems = |folder: &str| -> Vec<String> {
        let files = tests::entries(&tests::root().join("tests/features").join(folder)).into_iter();
        files
            .map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect()
    };
    let cases = stems("cases")
        .into_iter()
        .filter(|stem| stem != "mod" && stem != "bytes");
    assert_eq!(stems("schema"), cases.collect::<Vec<_>>());
}
