//! Compares SFI0 with the flags of the program.

use alloc::format;

use super::Program;
use super::rules::PROGRAM_FEATURE;
use crate::finding::{Finding, PartPath};
use crate::report::Report;
use crate::validate::shader::Shader;
use dxc_format::constants::{FeatureFlags, ModuleFlags};
use dxc_format::parts::SFI0;

/// The path of the flags in the metadata.
const FLAGS: &str = "entry_points[0].shader_flags";

impl Program<'_> {
    /// Compares the features whose bit in the flags of the program is known.
    pub(super) fn check_features(&self, shader: &Shader<'_>, findings: &mut Report) {
        let Some(stated) = shader.features else {
            return;
        };
        let flags = self.entry.shader_flags;
        let expected = dxil::required_features(flags);
        let texts = [
            (expected.0 & !stated.0, "not set, but is"),
            (
                stated.0 & comparable(flags) & !expected.0,
                "set, but is not",
            ),
        ];
        let against = self.place(FLAGS);
        for (features, text) in texts.into_iter().filter(|(features, _)| *features != 0) {
            let features = FeatureFlags(features);
            let found = format!("{features} is {text} in {against}");
            let place = PartPath::new(SFI0, "flags");
            findings.push(Finding::between(
                &PROGRAM_FEATURE,
                place,
                against.clone(),
                found,
            ));
        }
    }
}

/// The features that the flags of a program determine. A later compiler may set unknown features by unknown flags;
/// without such flags, there are no unknown features.
fn comparable(flags: ModuleFlags) -> u64 {
    let (mut features, mut unattributed, mut bits) = (0, 0, 0);
    for feature in FeatureFlags::all_values() {
        features |= feature.0;
        match feature.module_bit() {
            None => unattributed |= feature.0,
            Some(bit) => {
                let bit = u32::try_from(bit).ok();
                bits |= bit.and_then(|bit| 1u64.checked_shl(bit)).unwrap_or(0);
            }
        }
    }
    let known = ModuleFlags::TABLE.without_markers();
    let known = known.fold(bits, |known, flag| known | flag.value);
    let is_known = flags.0 & !known == 0;
    (if is_known { u64::MAX } else { features }) & !unattributed
}
