//! A small root signature, and its pieces.

use dxc_format::constants::{DescriptorRangeType, RootParameterType, RootSignatureVersion};
use dxc_format::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
    RootSignature, StaticSampler,
};

/// `DescriptorTable(SRV(t0)), RootConstants(num32BitConstants=1, b0), CBV(b1), StaticSampler(s0)`, in version 1.2.
pub fn small() -> RootSignature {
    let mut signature = RootSignature::default();
    signature.version = RootSignatureVersion::V1_2;
    let mut table = DescriptorTable::default();
    table.ranges.push(range(DescriptorRangeType::SRV, 0, 1));
    let payloads = [
        (
            RootParameterType::DescriptorTable,
            RootPayload::DescriptorTable(table),
        ),
        (
            RootParameterType::Constants32Bit,
            RootPayload::Constants(root_constants(0, 1)),
        ),
        (
            RootParameterType::CBV,
            RootPayload::Descriptor(root_descriptor(1)),
        ),
    ];
    let parameters = payloads.map(|(parameter_type, payload)| parameter(parameter_type, payload));
    signature.parameters.extend(parameters);
    signature.samplers.push(sampler(0));
    signature
}

/// A parameter that all stages see.
pub fn parameter(parameter_type: RootParameterType, payload: RootPayload) -> RootParameter {
    let mut parameter = RootParameter::default();
    parameter.parameter_type = parameter_type;
    parameter.payload = payload;
    parameter
}

/// A range without flags in space 0, behind the range before.
pub fn range(range_type: DescriptorRangeType, register: u32, count: u32) -> DescriptorRange {
    let mut range = DescriptorRange::default();
    range.range_type = range_type;
    range.num_descriptors = count;
    range.base_shader_register = register;
    range.offset_in_descriptors_from_table_start = u32::MAX;
    range
}

fn root_constants(register: u32, count: u32) -> RootConstants {
    let mut constants = RootConstants::default();
    constants.shader_register = register;
    constants.num_32_bit_values = count;
    constants
}

fn root_descriptor(register: u32) -> RootDescriptor {
    let mut descriptor = RootDescriptor::default();
    descriptor.shader_register = register;
    descriptor
}

/// A sampler with HLSL's defaults, which are those of the format.
pub fn sampler(register: u32) -> StaticSampler {
    let mut sampler = StaticSampler::default();
    sampler.shader_register = register;
    sampler
}

/// The ranges of the first parameter.
pub fn ranges(signature: &mut RootSignature) -> &mut Vec<DescriptorRange> {
    match &mut signature.parameters[0].payload {
        RootPayload::DescriptorTable(table) => &mut table.ranges,
        other => panic!("{other:?} is no table"),
    }
}

/// The constants of the second parameter.
pub fn constants(signature: &mut RootSignature) -> &mut RootConstants {
    match &mut signature.parameters[1].payload {
        RootPayload::Constants(constants) => constants,
        other => panic!("{other:?} is no constants"),
    }
}

/// The descriptor of the third parameter.
pub fn descriptor(signature: &mut RootSignature) -> &mut RootDescriptor {
    match &mut signature.parameters[2].payload {
        RootPayload::Descriptor(descriptor) => descriptor,
        other => panic!("{other:?} is no descriptor"),
    }
}
