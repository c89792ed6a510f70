//! Tests every feature of the schema language: each has a tiny schema in `features/schema`, from which `build.rs`
//! generates code, and its tests in `features/cases`.
// The types are `#[non_exhaustive]`, so values are made like in other crates.
#![allow(clippy::field_reassign_with_default)]
#![allow(clippy::unwrap_used, missing_docs)]

mod built;
#[path = "../features/cases/mod.rs"]
mod cases;
#[path = "../random/smallest.rs"]
mod smallest;
mod xtask;

// This includes the module `generated`.
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

macro_rules! each_sequence {
    ($($ty:ty,)*) => {
        /// Tests each type of part of the schemas.
        fn try_smallest(tried: &mut smallest::Smallest) {
            $(smallest::check::<$ty>(stringify!($ty), (), tried);)*
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/sequences.rs"));

#[test]
fn smallest_values_of_every_schema_are_built() {
    let mut tried = smallest::Smallest::default();
    try_smallest(&mut tried);
    assert!(tried.built > 90, "{tried:#?}");
    // A record of a fixed size has only one version, and a run needs as many elements as its count requires.
    let known = ["boat: expected 1", ", the value has 0"];
    let mut refused = tried.refused.iter();
    assert!(
        refused.all(|refused| known.iter().any(|known| refused.contains(known))),
        "{tried:#?}"
    );
}
