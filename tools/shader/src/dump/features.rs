//! Prints the features that SFI0 requires.

use core::fmt;

use dxc_format::constants::{FeatureFlags, OPTIONAL_FEATURES};

pub(super) fn write(f: &mut dyn fmt::Write, features: FeatureFlags) -> fmt::Result {
    if features.0 == 0 {
        return Ok(());
    }
    f.write_str(";\n; Note: shader requires additional functionality:\n")?;
    write_set(f, features, |feature| feature.0 < OPTIONAL_FEATURES)?;
    if features.0 < OPTIONAL_FEATURES {
        return Ok(());
    }
    f.write_str("; Note: shader has optional feature flags set:\n")?;
    write_set(f, features, |feature| feature.0 >= OPTIONAL_FEATURES)
}

/// Writes the names of the set flags that `is_wanted` accepts, one per line.
fn write_set(
    f: &mut dyn fmt::Write,
    features: FeatureFlags,
    is_wanted: impl Fn(FeatureFlags) -> bool,
) -> fmt::Result {
    let set = features.iter_names();
    for (upstream, feature) in set.filter(|(_, feature)| is_wanted(*feature)) {
        let name = feature.dxc().or(feature.description());
        writeln!(f, ";       {}", name.unwrap_or(upstream))?;
    }
    f.write_str(";\n")
}
