//! Checks the rules for a static sampler.

use super::exclusive;
use super::fields::{Fields, Slot};
use super::rules;
use super::signature_path::SignaturePath;
use crate::finding::{Findings, Rule};
use crate::hlsl::Argument;
use dxc_format::rts0::StaticSampler;
use dxc_format::runtime::shape::Shape;

/// The fields that have separate rules, and these rules.
const RULES: [(&str, &Rule); 11] = [
    ("filter", &rules::SAMPLER_FILTER),
    ("address_u", &rules::SAMPLER_ADDRESS),
    ("address_v", &rules::SAMPLER_ADDRESS),
    ("address_w", &rules::SAMPLER_ADDRESS),
    ("mip_lod_bias", &rules::SAMPLER_MIP_LOD_BIAS),
    ("max_anisotropy", &rules::SAMPLER_ANISOTROPY),
    ("border_color", &rules::SAMPLER_BORDER_COLOR),
    ("min_lod", &rules::SAMPLER_LOD),
    ("max_lod", &rules::SAMPLER_LOD),
    ("visibility", &rules::VISIBILITY),
    ("flags", &rules::SAMPLER_FLAGS),
];

/// Checks a sampler.
pub(super) fn validate(sampler: &StaticSampler, place: SignaturePath, findings: &mut Findings) {
    let compares = sampler.filter.compares();
    let comparison = sampler.comparison_func.compares();
    let at = place.field("comparison_func");
    let rule = &rules::SAMPLER_COMPARISON;
    findings.check(!compares || comparison, rule, at, sampler.comparison_func);
    for slot in sampler.fields() {
        // If a filter does not compare, any comparison is accepted.
        if slot.name != "comparison_func" {
            validate_field(&slot, place, findings);
        }
    }
}

fn validate_field(slot: &Slot, place: SignaturePath, findings: &mut Findings) {
    let own = RULES.iter().find(|(field, _)| *field == slot.name);
    let rule = own.map_or(&rules::SAMPLER_FIELD, |(_, rule)| *rule);
    let at = place.field(slot.name);
    match slot.shape {
        Shape::Enum(table) => {
            let is_known = table.by_value(slot.value.into()).is_some();
            findings.check(is_known, rule, at, slot);
        }
        Shape::Flags(table) => {
            findings.check(slot.unknown() == 0, rule, at, slot);
            exclusive::validate(table, slot.value, &[], at, findings);
        }
        _ => match bounds_of(slot.name) {
            Some((least, most)) => {
                let found = format_args!("{slot} is not from {least} to {most}");
                findings.check(is_within(slot, least, most), rule, at, found);
            }
            None => findings.check(!slot.number().is_nan(), rule, at, slot),
        },
    }
}

/// The minimum and the maximum of an argument, if it has bounds.
fn bounds_of(field: &str) -> Option<(&'static str, &'static str)> {
    let mut arguments = Argument::all_values();
    let argument = arguments.find(|argument| argument.field() == Some(field))?;
    argument.least().zip(argument.most())
}

/// Whether a value is within bounds, which are parsed according to the field's type.
fn is_within(slot: &Slot, least: &str, most: &str) -> bool {
    let bound = |bound: &str| match slot.shape {
        Shape::Float => bound.parse::<f32>().map(f64::from),
        _ => bound.parse::<f64>(),
    };
    match (bound(least), bound(most)) {
        (Ok(least), Ok(most)) => (least..=most).contains(&slot.number()),
        _ => false,
    }
}
