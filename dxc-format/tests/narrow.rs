//! Views and values are moved about: they stay small.

use dxc_format::{Part, PartEntry, PartView};

#[test]
fn views_and_values_are_narrow() {
    // The view of PSV0 has 112 bytes, and grows by 4 to 12 with each field.
    assert!(
        size_of::<PartView<'static>>() <= 256,
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
