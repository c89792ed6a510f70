//! Tests that expressions with other blanks or with parentheses have the same meaning.
//!
//! Judge: two equal routes: the code that both spellings generate.

use std::path::Path;

use crate::xtask::{assert_contains, empty_folder, generate};

/// Generates code from a schema of the features in which some expressions are written differently, and restores them in
/// the generated code.
fn generated(name: &str, feature: &str, spelt: &[(&str, &str)]) -> String {
    let folder = empty_folder(name);
    let path = tests::root().join("tests/features/schema").join(feature);
    let mut schema = std::fs::read_to_string(path).unwrap();
    for (before, otherwise) in spelt {
        assert_contains(&schema, before);
        schema = schema.replace(before, otherwise);
    }
    std::fs::create_dir(folder.join("schema")).unwrap();
    std::fs::write(folder.join("schema").join(feature), schema).unwrap();
    let run = generate(&folder, &["--schema", "schema", "--out", "generated"]);
    run.assert_quiet();
    let name = Path::new(feature).with_extension("rs");
    let mut files = tests::entries(&folder.join("generated")).into_iter();
    let file = files.find(|file| file.file_name() == name.file_name());
    let mut text = std::fs::read_to_string(file.unwrap()).unwrap();
    for (before, otherwise) in spelt {
        text = text.replace(otherwise, before);
    }
    text
}

fn means_the_same(name: &str, feature: &str, spelt: &[(&str, &str)]) {
    assert_eq!(
        generated(name, feature, spelt),
        generated(&format!("{name}-before"), feature, &[])
    );
}

#[test]
fn a_length_that_is_larger_than_the_count() {
    let spelt = [("size - 1", "size-1"), ("len(texts) + 1", "len( texts )+1")];
    means_the_same("spelt-named", "named.toml", &spelt);
}

#[test]
fn a_place_that_counts_from_another() {
    let spelt = [("at(base) + far_at", "at( base )+far_at")];
    means_the_same("spelt-placed", "placed.toml", &spelt);
}
