//! Compares the features of SFI0 with those that the other parts imply or exclude, by the columns of their table.

use alloc::format;
use alloc::string::String;

use super::inferred::{Expected, Inferred, has_atomics};
use super::rules::FEATURE;
use super::shader::Shader;
use crate::finding::{Finding, PartPath};
use crate::report::Report;
use dxc_format::constants::FeatureFlags;
use dxc_format::parts::{PSV0, SFI0};

/// Compares SFI0 of a shader that is not a library with the other parts.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Report) {
    let (Some(flags), Some((_, version))) = (shader.features, shader.module()) else {
        return;
    };
    if shader.is_library() {
        return;
    }
    let model = (version.major(), version.minor());
    check_models(shader, |_| true, findings);
    let (Some(psv), Some(stage)) = (&shader.psv, shader.stage) else {
        return;
    };
    // Features follow from elements, and from resources.
    if !["inputs", "outputs", "resources"]
        .iter()
        .all(|field| shader.psv_stores(field))
    {
        return;
    }
    check_shader(&Inferred { stage, psv, flags }, model, findings);
}

/// Checks the features that the flags of a program do not determine, because their bit in the flags is unknown.
pub(super) fn check_unattributed(shader: &Shader<'_>, findings: &mut Report) {
    if !shader.is_library() {
        let is_unattributed = |feature: FeatureFlags| feature.module_bit().is_none();
        check_models(shader, is_unattributed, findings);
    }
}

/// Checks that the shader model supports each feature.
fn check_models(shader: &Shader<'_>, is_meant: fn(FeatureFlags) -> bool, findings: &mut Report) {
    let (Some(flags), Some((program, version))) = (shader.features, shader.module()) else {
        return;
    };
    let model = (version.major(), version.minor());
    for (feature, first) in since().filter(|(feature, _)| is_meant(*feature)) {
        if flags.contains(feature) && model < first {
            let found = format!(
                "`{}` needs shader model {}.{}, but {program} version has {}.{}",
                feature, first.0, first.1, model.0, model.1
            );
            findings.push(differ(PartPath::new(program, "version"), found));
        }
    }
}

fn check_shader(inferred: &Inferred<'_>, model: (u8, u8), findings: &mut Report) {
    for (feature, _) in since().filter(|(_, first)| *first <= model) {
        let is_set = inferred.has(feature);
        let found = match (inferred.expected(feature), is_set, feature.requires()) {
            (Expected::Set, false, requires) => {
                let requires = requires.unwrap_or_default();
                format!("`{feature}` is not set, but PSV0 has {requires}")
            }
            (Expected::Clear, true, None) => {
                format!("`{feature}` is set, but DXIL does not use it")
            }
            (Expected::Clear, true, Some(requires)) => {
                format!("`{feature}` is set, but requires {requires}")
            }
            _ => continue,
        };
        findings.push(differ(PartPath::new(PSV0, "info"), found));
    }
    for (index, resource) in inferred.psv.resources.iter().enumerate() {
        if has_atomics(resource) && !inferred.has(FeatureFlags::Int64Ops) {
            let path = PartPath::new(PSV0, format!("resources[{index}].flags"));
            let found = "`Int64Ops` is not set, but a resource is used by 64-bit atomics";
            findings.push(differ(path, found.into()));
        }
    }
}

/// The features, each with the first shader model that supports it: 6.0, if the table has none.
fn since() -> impl Iterator<Item = (FeatureFlags, (u8, u8))> {
    FeatureFlags::all_values().map(|feature| {
        let since = feature.since().and_then(|since| since.split_once('.'));
        let since =
            since.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        (feature, since.unwrap_or((6, 0)))
    })
}

fn differ(against: PartPath, found: String) -> Finding {
    Finding::between(&FEATURE, PartPath::new(SFI0, "flags"), against, found)
}
