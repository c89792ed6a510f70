//! Finds fields that seem to have each other's names. The compiler proves `cpp`; only a comparison of names can show
//! that the field's own name belongs to another field.

use std::collections::BTreeSet;

use dxc_codegen::diagnostic::Mistakes;
use dxc_codegen::model::{Content, Schema};
use dxc_codegen::span::Text;

/// How much more similar swapped names must be; similarities of a pair are between 0 and 2.
const MARGIN: f64 = 0.05;

/// Reports each pair of fields in one item whose names are more similar to the member that the other field mirrors.
pub(super) fn swapped(schema: &Schema, mistakes: &Mistakes) {
    for item in &schema.items {
        let mirrors = mirrors(&item.content);
        for (at, (name, cpp)) in mirrors.iter().enumerate() {
            for (other, of_other) in &mirrors[at + 1..] {
                let own = likeness(name, cpp) + likeness(other, of_other);
                let swapped = likeness(name, of_other) + likeness(other, cpp);
                if swapped > own + MARGIN {
                    let what = format!(
                        "`{}.{name}` mirrors `{cpp}`, not the member with its name",
                        item.name
                    );
                    mistakes
                        .note(*name, what)
                        .other(*other, format!("and this mirrors `{of_other}`"))
                        .help("swap the names of the two fields, or their `cpp`");
                }
            }
        }
    }
}

/// The fields or arms that mirror members; a field in several versions of a record is listed once.
fn mirrors(content: &Content) -> Vec<(&Text, &Text)> {
    let mut mirrors: Vec<(&Text, Option<&Text>)> = match content {
        Content::Bits(of) => of
            .fields
            .iter()
            .map(|field| (&field.name, field.cpp.as_ref()))
            .collect(),
        Content::Switch(of) => of
            .arms
            .iter()
            .map(|arm| (&arm.name, arm.cpp.as_ref()))
            .collect(),
        content => content
            .fields()
            .map(|field| (&field.name, field.cpp.as_ref()))
            .collect(),
    };
    let mut seen = BTreeSet::new();
    mirrors.retain(|(name, _)| seen.insert(name.as_str()));
    let mirrors = mirrors.into_iter();
    mirrors
        .filter_map(|(name, cpp)| Some((name, cpp?)))
        .collect()
}

/// The similarity of a field's name to that of a member, between 0 and 1.
fn likeness(name: &str, cpp: &str) -> f64 {
    let letters = |name: &str| name.replace('_', "").to_lowercase();
    let member = cpp.rsplit('.').next().unwrap_or_default();
    strsim::normalized_damerau_levenshtein(&letters(name), &letters(member))
}
