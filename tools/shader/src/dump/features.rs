//! Prints the features that SFI0 requires.

use core::fmt;

use dxc_format::constants::{FeatureFlags, OPTIONAL_FEATURES};
use dxc_format::runtime::shape::EnumValue;

pub(super) fn write(f: &mut dyn fmt::Write, features: FeatureFlags) -> fmt::Result {
    if features.0 == 0 {
        return Ok(());
    }
    f.write_str(";\n; Note: shader requires additional functionality:\n")?;
    write_set(f, features, |entry| entry.value < OPTIONAL_FEATURES)?;
    if features.0 < OPTIONAL_FEATURES {
        return Ok(());
    }
    f.write_str("; Note: shader has optional feature flags set:\n")?;
    write_set(f, features, |entry| entry.value >= OPTIONAL_FEATURES)
}

/// Writes the names of the set flags that `is_wanted` accepts, one per line.
fn write_set(
    f: &mut dyn fmt::Write,
    features: FeatureFlags,
    is_wanted: impl Fn(&EnumValue) -> bool,
) -> fmt::Result {
    let (set, _) = FeatureFlags::TABLE.split(features.0);
    for entry in set.filter(|entry| is_wanted(entry)) {
        let dxc = FeatureFlags::TABLE.text("dxc", entry.value);
        let name = dxc.or_else(|| FeatureFlags::TABLE.text("description", entry.value));
        writeln!(f, ";       {}", name.unwrap_or(entry.name))?;
    }
    f.write_str(";\n")
}
