//! Converts the flags of a module to required features.

use dxc_format::constants::{FeatureFlags, ModuleFlags};

/// The features that a shader with these flags requires of the device.
///
/// ```
/// use dxc_format::constants::{FeatureFlags, ModuleFlags};
///
/// let flags = ModuleFlags::LowPrecisionPresent | ModuleFlags::NativeLowPrecisionMode;
/// assert_eq!(dxil::required_features(flags), FeatureFlags::NativeLowPrecision);
/// ```
pub fn required_features(flags: ModuleFlags) -> FeatureFlags {
    let mut features = FeatureFlags::default();
    for feature in FeatureFlags::all_values() {
        // A flag that is not a feature has a negative bit.
        let bit = feature.module_bit().and_then(|bit| u32::try_from(bit).ok());
        let bit = bit.and_then(|bit| 1u64.checked_shl(bit));
        if bit.is_some_and(|bit| flags.0 & bit != 0) {
            features |= feature;
        }
    }
    if flags.contains(ModuleFlags::LowPrecisionPresent) {
        features |= if flags.contains(ModuleFlags::NativeLowPrecisionMode) {
            FeatureFlags::NativeLowPrecision
        } else {
            FeatureFlags::MinimumPrecision
        };
    }
    features
}
