//! Checks the rules for a root signature without a shader.

use alloc::vec::Vec;

use super::fields::{Fields, Slot};
use super::signature_path::{Field, SignaturePath};
use super::{exclusive, registers, rules, sampler, tables};
use crate::finding::{Finding, Findings};
use crate::root_parameter;
use dxc_format::constants::{FlagGroup, RootFlags, RootParameterType, RootSignatureVersion};
use dxc_format::rts0::{
    DescriptorRange, MAX_ROOT_COST, RootParameter, RootPayload, RootSignature, StaticSampler,
};
use dxc_format::runtime::int::int;

/// Checks the [rules] for a root signature without a shader: those of DXC's validator, and a few from other sources.
///
/// Every violation is reported: first those of the whole, then those of parameters and samplers, in order;
/// overlapping registers come last. It takes n log n time in the number of ranges.
///
/// ```
/// use dxc_format::constants::RootParameterType;
/// use dxc_format::rts0::{RootConstants, RootParameter, RootPayload, RootSignature};
///
/// let mut constants = RootConstants::default();
/// constants.num_32_bit_values = 65;
/// let mut parameter = RootParameter::default();
/// parameter.parameter_type = RootParameterType::Constants32Bit;
/// parameter.payload = RootPayload::Constants(constants);
/// let mut signature = RootSignature::default();
/// signature.parameters.push(parameter);
///
/// let findings = dxc_shader::root_signature::validate(&signature);
/// assert_eq!(findings.len(), 1);
/// assert_eq!(findings[0].rule.name, "root-cost");
/// assert_eq!(findings[0].found, "65 words together; at most 64 are allowed");
/// ```
pub fn validate(signature: &RootSignature) -> Vec<Finding> {
    let mut findings = Findings::default();
    validate_whole(signature, &mut findings);
    for (index, parameter) in signature.parameters.iter().enumerate() {
        validate_parameter(parameter, index, &mut findings);
        validate_version(parameter, index, signature.version, &mut findings);
    }
    for (index, sampler) in signature.samplers.iter().enumerate() {
        sampler::validate(sampler, SignaturePath::Sampler(index), &mut findings);
    }
    registers::validate(signature, &mut findings);
    findings.0
}

fn validate_whole(signature: &RootSignature, findings: &mut Findings) {
    let (version, flags) = (signature.version, signature.flags);
    let is_known = version.is_known();
    findings.check(is_known, &rules::VERSION, "version", version);
    findings.check(flags.unknown() == 0, &rules::ROOT_FLAGS, "flags", flags);
    exclusive::validate(&RootFlags::TABLE, flags.0, &[], "flags", findings);

    let costs = signature.parameters.iter();
    let costs = costs.map(root_parameter::cost);
    let cost = costs.fold(int(0u8), |sum, cost| sum + cost);
    let holds = cost <= MAX_ROOT_COST || flags.contains(RootFlags::LocalRootSignature);
    let cost = cost.get().unwrap_or(u64::MAX);
    let found = format_args!("{cost} words together; at most {MAX_ROOT_COST} are allowed");
    findings.check(holds, &rules::ROOT_COST, "parameters", found);

    for at in unsupported_fields(signature) {
        findings.check(false, &rules::FIELD_OF_LATER_VERSION, at, version);
    }
}

/// The fields that the version does not have but whose value is not the default; such values cannot be written.
pub(super) fn unsupported_fields(signature: &RootSignature) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut add = |later: &[Slot], record: &dyn Fields, place: SignaturePath| {
        let is_held = |empty: &&Slot| record.field(empty.name).as_ref() != Some(*empty);
        let held = later.iter().filter(is_held);
        fields.extend(held.map(|slot| place.field(slot.name)));
    };
    let of_ranges = later_fields(&DescriptorRange::default(), signature.version);
    let of_samplers = later_fields(&StaticSampler::default(), signature.version);
    for (index, parameter) in signature.parameters.iter().enumerate() {
        match &parameter.payload {
            RootPayload::DescriptorTable(table) => {
                for (range_index, range) in table.ranges.iter().enumerate() {
                    add(&of_ranges, range, SignaturePath::Range(index, range_index));
                }
            }
            _ => {
                let later = later_fields(&parameter.new_one(), signature.version);
                add(&later, parameter, SignaturePath::Payload(index));
            }
        }
    }
    for (index, sampler) in signature.samplers.iter().enumerate() {
        add(&of_samplers, sampler, SignaturePath::Sampler(index));
    }
    fields
}

/// The fields that records of a version do not have, with their default values.
fn later_fields(empty: &impl Fields, version: RootSignatureVersion) -> Vec<Slot> {
    let mut fields = empty.fields();
    fields.retain(|slot| !empty.has(slot.name, version));
    fields
}

fn validate_parameter(parameter: &RootParameter, index: usize, findings: &mut Findings) {
    let (place, visibility) = (SignaturePath::Parameter(index), parameter.visibility);
    let is_known = visibility.is_known();
    let at = place.field("visibility");
    findings.check(is_known, &rules::VISIBILITY, at, visibility);

    let parameter_type = parameter.parameter_type;
    let at = place.field("parameter_type");
    let is_known = parameter_type.is_known();
    findings.check(is_known, &rules::PARAMETER_TYPE, at, parameter_type);
    let holds = !is_known || is_payload_of(&parameter.payload, parameter_type);
    findings.check(holds, &rules::PARAMETER_PAYLOAD, at, parameter_type);

    match &parameter.payload {
        RootPayload::DescriptorTable(table) => tables::validate(table, index, findings),
        _ => validate_flags(parameter, index, findings),
    }
}

/// Checks that the version has the type of a parameter.
pub(super) fn validate_version(
    parameter: &RootParameter,
    index: usize,
    version: RootSignatureVersion,
    findings: &mut Findings,
) {
    let parameter_type = parameter.parameter_type;
    if let Some(since) = root_parameter::later_version(parameter_type, version) {
        let at = SignaturePath::Parameter(index).field("parameter_type");
        let found = format_args!("{parameter_type} before version {since}");
        findings.check(false, &rules::TYPE_OF_LATER_VERSION, at, found);
    }
}

/// Checks the flags of a payload.
fn validate_flags(parameter: &RootParameter, index: usize, findings: &mut Findings) {
    let fields = parameter.fields();
    for (slot, table) in fields.iter().filter_map(|slot| Some((slot, slot.flags()?))) {
        let at = SignaturePath::Payload(index).field(slot.name);
        let rule = &rules::DESCRIPTOR_FLAGS;
        findings.check(slot.unknown() == 0, rule, at, slot);
        let rules = &[(FlagGroup::Data, &rules::DESCRIPTOR_DATA_FLAGS)];
        exclusive::validate(table, slot.value, rules, at, findings);
    }
}

fn is_payload_of(payload: &RootPayload, parameter_type: RootParameterType) -> bool {
    let usual = root_parameter::parameter(parameter_type).payload;
    core::mem::discriminant(payload) == core::mem::discriminant(&usual)
}
