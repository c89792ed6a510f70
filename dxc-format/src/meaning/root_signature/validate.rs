//! The rules of a root signature by itself.

use alloc::vec::Vec;

use super::convert::has_flags;
use super::place::Place;
use super::{parameter, registers, rules, sampler, table};
use crate::generated::constants::{RootDescriptorFlags, RootFlags, RootParameterType};
use crate::generated::rts0::{
    DescriptorRange, MAX_ROOT_COST, RootDescriptor, RootParameter, RootPayload, RootSignature,
    StaticSampler, root_cost,
};
use crate::meaning::finding::{Finding, Findings};
use crate::runtime::int::int;

/// What a root descriptor can promise of its data; one of them at most.
const DATA: RootDescriptorFlags = RootDescriptorFlags(
    RootDescriptorFlags::DataVolatile.0
        | RootDescriptorFlags::DataStaticWhileSetAtExecute.0
        | RootDescriptorFlags::DataStatic.0,
);

impl RootSignature {
    /// Checks the [rules] that a root signature keeps by itself: those of DXC's validator, and a few that name another
    /// source.
    ///
    /// Every violation is reported: those of the whole first, then those of parameters and samplers, in their order;
    /// registers that are taken twice come last. It takes n log n time in the number of ranges.
    ///
    /// ```
    /// use dxc_format::constants::{RootParameterType, RootSignatureVersion};
    /// use dxc_format::rts0::{RootConstants, RootParameter, RootPayload, RootSignature};
    ///
    /// let mut constants = RootConstants::default();
    /// constants.num_32_bit_values = 65;
    /// let mut parameter = RootParameter::default();
    /// parameter.parameter_type = RootParameterType::Constants32Bit;
    /// parameter.payload = RootPayload::Constants(constants);
    /// let mut signature = RootSignature::default();
    /// signature.version = RootSignatureVersion::V1_1;
    /// signature.parameters.push(parameter);
    ///
    /// let findings = signature.validate();
    /// assert_eq!(findings.len(), 1);
    /// assert_eq!(findings[0].rule.name, "root-cost");
    /// assert_eq!(findings[0].found, "65 words");
    /// ```
    pub fn validate(&self) -> Vec<Finding> {
        let mut findings = Findings::default();
        self.validate_whole(&mut findings);
        for (index, parameter) in self.parameters.iter().enumerate() {
            validate_parameter(parameter, index, &mut findings);
        }
        for (index, sampler) in self.samplers.iter().enumerate() {
            sampler::validate(sampler, Place::Sampler(index), &mut findings);
        }
        registers::validate(self, &mut findings);
        findings.0
    }

    fn validate_whole(&self, findings: &mut Findings) {
        let (version, flags) = (self.version, self.flags);
        let is_known = version.name().is_some();
        findings.check(is_known, &rules::VERSION, "version", version);
        findings.check(flags.unknown() == 0, &rules::ROOT_FLAGS, "flags", flags);

        let costs = self.parameters.iter().map(|parameter| {
            let constants = match &parameter.payload {
                RootPayload::Constants(constants) => constants.num_32_bit_values,
                _ => 0,
            };
            root_cost(int(parameter.parameter_type), int(constants))
        });
        let cost = costs.fold(int(0u8), |sum, cost| sum + cost);
        let holds = cost <= MAX_ROOT_COST || flags.contains(RootFlags::LocalRootSignature);
        let cost = cost.get().unwrap_or(u64::MAX);
        let found = format_args!("{cost} words");
        findings.check(holds, &rules::ROOT_COST, "parameters", found);

        for place in self.flags_without_field() {
            let at = place.field("flags");
            findings.check(false, &rules::FIELD_OF_LATER_VERSION, at, version);
        }
    }

    /// Where flags are set that the version has no field for; such a value cannot be written.
    pub(super) fn flags_without_field(&self) -> Vec<Place> {
        let mut places = Vec::new();
        let of_ranges = has_flags::<DescriptorRange>(self.version);
        let of_descriptors = has_flags::<RootDescriptor>(self.version);
        for (index, parameter) in self.parameters.iter().enumerate() {
            match &parameter.payload {
                RootPayload::DescriptorTable(table) if !of_ranges => {
                    let ranges = table.ranges.iter().enumerate();
                    let set = ranges.filter(|(_, range)| !range.flags.is_empty());
                    places.extend(set.map(|(range, _)| Place::Range(index, range)));
                }
                RootPayload::Descriptor(descriptor) if !of_descriptors => {
                    let is_set = !descriptor.flags.is_empty();
                    places.extend(is_set.then_some(Place::Payload(index)));
                }
                _ => {}
            }
        }
        if !has_flags::<StaticSampler>(self.version) {
            let samplers = self.samplers.iter().enumerate();
            let set = samplers.filter(|(_, sampler)| !sampler.flags.is_empty());
            places.extend(set.map(|(index, _)| Place::Sampler(index)));
        }
        places
    }
}

fn validate_parameter(parameter: &RootParameter, index: usize, findings: &mut Findings) {
    let (place, visibility) = (Place::Parameter(index), parameter.visibility);
    let is_known = visibility.name().is_some();
    let at = place.field("visibility");
    findings.check(is_known, &rules::VISIBILITY, at, visibility);

    let parameter_type = parameter.parameter_type;
    let at = place.field("parameter_type");
    let is_known = parameter_type.name().is_some();
    findings.check(is_known, &rules::PARAMETER_TYPE, at, parameter_type);
    let holds = !is_known || is_payload_of(&parameter.payload, parameter_type);
    findings.check(holds, &rules::PARAMETER_PAYLOAD, at, parameter_type);

    match &parameter.payload {
        RootPayload::DescriptorTable(table) => table::validate(table, index, findings),
        RootPayload::Constants(_) => {}
        RootPayload::Descriptor(descriptor) => {
            let (at, flags) = (Place::Payload(index).field("flags"), descriptor.flags);
            let rule = &rules::DESCRIPTOR_FLAGS;
            findings.check(flags.unknown() == 0, rule, at, flags);
            let rule = &rules::DESCRIPTOR_DATA_FLAGS;
            findings.check((flags & DATA).0.count_ones() <= 1, rule, at, flags);
        }
    }
}

fn is_payload_of(payload: &RootPayload, parameter_type: RootParameterType) -> bool {
    let usual = parameter::parameter(parameter_type).payload;
    core::mem::discriminant(payload) == core::mem::discriminant(&usual)
}
