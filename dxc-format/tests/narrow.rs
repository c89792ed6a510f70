//! Views and values are moved about: they stay small.

use dxc_format::{Part, PartEntry, PartView};

#[test]
fn views_and_values_are_narrow() {
    assert!(
        size_of::<PartView<'static>>() <= 120,
        "{}",
        size_of::<PartView<'static>>()
    );
    assert!(size_of::<Part>() <= 96, "{}", size_of::<Part>());
    assert!(
        size_of::<PartEntry<'static>>() <= 104,
        "{}",
        size_of::<PartEntry<'static>>()
    );
}
