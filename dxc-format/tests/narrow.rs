//! Views and values are moved about: they stay small.

use dxc_format::psv0::PipelineStateValidationView;
use dxc_format::{Part, PartEntry, PartView};

#[test]
fn views_and_values_are_narrow() {
    // A view of PSV0 has 104 bytes, and grows by 4 to 12 with each field.
    let psv0 = size_of::<PipelineStateValidationView<'static>>() + size_of::<u64>();
    assert!(
        size_of::<PartView<'static>>() <= psv0.max(120),
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
