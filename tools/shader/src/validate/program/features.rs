//! Compares SFI0 with the flags of the program.

use alloc::format;

use super::Program;
use super::rules::PROGRAM_FEATURE;
use crate::finding::{Finding, PartPath};
use crate::report::Report;
use crate::validate::shader::Shader;
use dxc_format::constants::FeatureFlags;
use dxc_format::parts::SFI0;

/// Where the metadata has the flags.
const FLAGS: &str = "entry_points[0].shader_flags";

impl Program<'_> {
    /// Compares the features whose bit among the flags of the program is known.
    pub(super) fn check_features(&self, shader: &Shader<'_>, findings: &mut Report) {
        let Some(stated) = shader.features else {
            return;
        };
        let features = FeatureFlags::TABLE.without_markers();
        let known = features.filter(|feature| feature.attribute("module_bit").is_some());
        let known = known.fold(0, |known, feature| known | feature.value);
        let expected = dxil::required_features(self.entry.shader_flags);
        let texts = [
            (expected.0 & !stated.0, "not set, but is"),
            (stated.0 & known & !expected.0, "set, but is not"),
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
