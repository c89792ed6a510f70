//! Root signatures that just keep a rule, and others that just do not.

use dxc_format::constants::{
    ComparisonFunc, DescriptorRangeFlags, DescriptorRangeType, RootDescriptorFlags, RootFlags,
    RootParameterType, RootSignatureVersion, SamplerFilter, ShaderVisibility, StaticBorderColor,
    StaticSamplerFlags, TextureAddressMode,
};
use dxc_format::root_signature::rules;
use dxc_format::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
    RootSignature, StaticSampler,
};
use dxc_format::{F32, Rule};

/// What a rule forbids, beside what it still allows.
pub struct Case {
    /// The rule.
    pub rule: &'static Rule,
    /// Where the violation is.
    pub path: &'static str,
    /// Makes a small root signature one that just keeps the rule.
    pub allowed: fn(&mut RootSignature),
    /// Makes it one that just does not.
    pub forbidden: fn(&mut RootSignature),
    /// The same in HLSL, where it can be said there.
    pub hlsl: Option<[&'static str; 2]>,
}

impl Case {
    fn new(
        rule: &'static Rule,
        path: &'static str,
        allowed: fn(&mut RootSignature),
        forbidden: fn(&mut RootSignature),
    ) -> Self {
        Self {
            rule,
            path,
            allowed,
            forbidden,
            hlsl: None,
        }
    }

    fn hlsl(mut self, allowed_and_forbidden: [&'static str; 2]) -> Self {
        self.hlsl = Some(allowed_and_forbidden);
        self
    }

    /// The root signature that keeps the rule.
    pub fn good(&self) -> RootSignature {
        edited(self.allowed)
    }

    /// The root signature that does not.
    pub fn bad(&self) -> RootSignature {
        edited(self.forbidden)
    }
}

fn edited(edit: fn(&mut RootSignature)) -> RootSignature {
    let mut signature = small();
    edit(&mut signature);
    signature
}

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

/// A sampler as HLSL has it where nothing else is said.
pub fn sampler(register: u32) -> StaticSampler {
    let mut sampler = StaticSampler::default();
    sampler.filter = SamplerFilter::Anisotropic;
    sampler.address_u = TextureAddressMode::Wrap;
    sampler.address_v = TextureAddressMode::Wrap;
    sampler.address_w = TextureAddressMode::Wrap;
    sampler.max_anisotropy = 16;
    sampler.comparison_func = ComparisonFunc::LessEqual;
    sampler.border_color = StaticBorderColor::OpaqueWhite;
    sampler.max_lod = F32::from(f32::MAX);
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

/// A case for each rule that a root signature can break by itself; the numbers are those of the format's
/// documentation.
pub fn cases() -> Vec<Case> {
    type Range = DescriptorRangeType;
    type Promise = DescriptorRangeFlags;
    vec![
        Case::new(
            &rules::VERSION,
            "version",
            |s| s.version = RootSignatureVersion(3),
            |s| s.version = RootSignatureVersion(4),
        ),
        Case::new(
            &rules::ROOT_FLAGS,
            "flags",
            |s| s.flags = RootFlags(0x8000_0fff),
            |s| s.flags = RootFlags(0x1000),
        ),
        Case::new(
            &rules::ROOT_COST,
            "parameters",
            // With 1 for the table and 2 for the descriptor.
            |s| constants(s).num_32_bit_values = 61,
            |s| constants(s).num_32_bit_values = 62,
        ),
        Case::new(
            &rules::ROOT_COST,
            "parameters",
            |s| {
                s.flags = RootFlags::LocalRootSignature;
                constants(s).num_32_bit_values = u32::MAX;
            },
            |s| constants(s).num_32_bit_values = u32::MAX,
        ),
        Case::new(
            &rules::FIELD_OF_LATER_VERSION,
            "parameters[0].payload.ranges[0].flags",
            |s| {
                s.version = RootSignatureVersion::V1_1;
                ranges(s)[0].flags = Promise::DescriptorsVolatile;
            },
            |s| {
                s.version = RootSignatureVersion::V1_0;
                ranges(s)[0].flags = Promise::DescriptorsVolatile;
            },
        ),
        Case::new(
            &rules::FIELD_OF_LATER_VERSION,
            "parameters[2].payload.flags",
            |s| {
                s.version = RootSignatureVersion::V1_1;
                descriptor(s).flags = RootDescriptorFlags::DataStatic;
            },
            |s| {
                s.version = RootSignatureVersion::V1_0;
                descriptor(s).flags = RootDescriptorFlags::DataStatic;
            },
        ),
        Case::new(
            &rules::FIELD_OF_LATER_VERSION,
            "samplers[0].flags",
            |s| s.samplers[0].flags = StaticSamplerFlags::UintBorderColor,
            |s| {
                s.version = RootSignatureVersion::V1_1;
                s.samplers[0].flags = StaticSamplerFlags::UintBorderColor;
            },
        ),
        Case::new(
            &rules::PARAMETER_TYPE,
            "parameters[2].parameter_type",
            |s| s.parameters[2].parameter_type = RootParameterType(4),
            |s| s.parameters[2].parameter_type = RootParameterType(5),
        ),
        Case::new(
            &rules::PARAMETER_PAYLOAD,
            "parameters[2].parameter_type",
            |s| s.parameters[2].parameter_type = RootParameterType::SRV,
            |s| s.parameters[2].parameter_type = RootParameterType::DescriptorTable,
        ),
        Case::new(
            &rules::VISIBILITY,
            "parameters[1].visibility",
            |s| s.parameters[1].visibility = ShaderVisibility(7),
            |s| s.parameters[1].visibility = ShaderVisibility(8),
        ),
        Case::new(
            &rules::VISIBILITY,
            "samplers[0].visibility",
            |s| s.samplers[0].visibility = ShaderVisibility(7),
            |s| s.samplers[0].visibility = ShaderVisibility(8),
        ),
        Case::new(
            &rules::DESCRIPTOR_FLAGS,
            "parameters[2].payload.flags",
            |s| descriptor(s).flags = RootDescriptorFlags(0x8),
            |s| descriptor(s).flags = RootDescriptorFlags(0x1),
        ),
        Case::new(
            &rules::DESCRIPTOR_DATA_FLAGS,
            "parameters[2].payload.flags",
            |s| descriptor(s).flags = RootDescriptorFlags(0x4),
            |s| descriptor(s).flags = RootDescriptorFlags(0xc),
        ).hlsl([
                "CBV(b1, flags = DATA_STATIC_WHILE_SET_AT_EXECUTE)",
                "CBV(b1, flags = DATA_STATIC | DATA_STATIC_WHILE_SET_AT_EXECUTE)",
            ]),
        Case::new(
            &rules::RANGE_TYPE,
            "parameters[0].payload.ranges[0].range_type",
            |s| ranges(s)[0].range_type = DescriptorRangeType(1),
            |s| ranges(s)[0].range_type = DescriptorRangeType(4),
        ),
        Case::new(
            &rules::RANGE_MIXED,
            "parameters[0].payload.ranges[1].range_type",
            |s| ranges(s).push(range(Range::UAV, 5, 1)),
            |s| ranges(s).push(range(Range::Sampler, 5, 1)),
        ).hlsl([
                "DescriptorTable(SRV(t0), UAV(u5))",
                "DescriptorTable(SRV(t0), Sampler(s5))",
            ]),
        Case::new(
            &rules::RANGE_EMPTY,
            "parameters[0].payload.ranges[0].num_descriptors",
            |s| ranges(s)[0].num_descriptors = 1,
            |s| ranges(s)[0].num_descriptors = 0,
        ).hlsl([
                "DescriptorTable(SRV(t0, numDescriptors = 1))",
                "DescriptorTable(SRV(t0, numDescriptors = 0))",
            ]),
        Case::new(
            &rules::RANGE_BEHIND_UNBOUNDED,
            "parameters[0].payload.ranges[1].offset_in_descriptors_from_table_start",
            |s| {
                let mut placed = range(Range::UAV, 0, 1);
                placed.offset_in_descriptors_from_table_start = 7;
                *ranges(s) = vec![range(Range::SRV, 0, u32::MAX), placed];
            },
            |s| {
                *ranges(s) = vec![range(Range::SRV, 0, u32::MAX), range(Range::UAV, 0, 1)];
            },
        ).hlsl([
                "DescriptorTable(SRV(t0, numDescriptors = unbounded), UAV(u0, offset = 7))",
                "DescriptorTable(SRV(t0, numDescriptors = unbounded), UAV(u0))",
            ]),
        Case::new(
            &rules::RANGE_REGISTERS,
            "parameters[0].payload.ranges[0].num_descriptors",
            |s| ranges(s)[0] = range(Range::SRV, u32::MAX - 1, 2),
            |s| ranges(s)[0] = range(Range::SRV, u32::MAX - 1, 3),
        ).hlsl([
                "DescriptorTable(SRV(t4294967294, numDescriptors = 2))",
                "DescriptorTable(SRV(t4294967294, numDescriptors = 3))",
            ]),
        Case::new(
            &rules::RANGE_OFFSETS,
            "parameters[0].payload.ranges[0].offset_in_descriptors_from_table_start",
            |s| {
                ranges(s)[0] = range(Range::SRV, 0, 2);
                ranges(s)[0].offset_in_descriptors_from_table_start = u32::MAX - 1;
            },
            |s| {
                ranges(s)[0] = range(Range::SRV, 0, 3);
                ranges(s)[0].offset_in_descriptors_from_table_start = u32::MAX - 1;
            },
        ).hlsl([
                "DescriptorTable(SRV(t0, numDescriptors = 2, offset = 4294967294))",
                "DescriptorTable(SRV(t0, numDescriptors = 3, offset = 4294967294))",
            ]),
        Case::new(
            &rules::RANGE_FLAGS,
            "parameters[0].payload.ranges[0].flags",
            |s| ranges(s)[0].flags = DescriptorRangeFlags(0x1_0000),
            |s| ranges(s)[0].flags = DescriptorRangeFlags(0x10),
        ),
        Case::new(
            &rules::RANGE_SAMPLER_DATA,
            "parameters[0].payload.ranges[0].flags",
            |s| {
                ranges(s)[0] = range(Range::Sampler, 5, 1);
                ranges(s)[0].flags = Promise::DescriptorsVolatile;
            },
            |s| {
                ranges(s)[0] = range(Range::Sampler, 5, 1);
                ranges(s)[0].flags = Promise::DataVolatile;
            },
        ).hlsl([
                "DescriptorTable(Sampler(s5, flags = DESCRIPTORS_VOLATILE))",
                "DescriptorTable(Sampler(s5, flags = DATA_VOLATILE))",
            ]),
        Case::new(
            &rules::RANGE_DATA_FLAGS,
            "parameters[0].payload.ranges[0].flags",
            |s| ranges(s)[0].flags = Promise::DataStatic,
            |s| {
                ranges(s)[0].flags = Promise::DataVolatile | Promise::DataStatic;
            },
        ).hlsl([
                "DescriptorTable(SRV(t0, flags = DATA_STATIC))",
                "DescriptorTable(SRV(t0, flags = DATA_VOLATILE | DATA_STATIC))",
            ]),
        Case::new(
            &rules::RANGE_STATIC_DATA,
            "parameters[0].payload.ranges[0].flags",
            |s| {
                ranges(s)[0].flags = Promise::DescriptorsVolatile | Promise::DataStaticWhileSetAtExecute;
            },
            |s| {
                ranges(s)[0].flags = Promise::DescriptorsVolatile | Promise::DataStatic;
            },
        ).hlsl([
                "DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DATA_STATIC_WHILE_SET_AT_EXECUTE))",
                "DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DATA_STATIC))",
            ]),
        Case::new(
            &rules::RANGE_DESCRIPTORS_FLAGS,
            "parameters[0].payload.ranges[0].flags",
            |s| ranges(s)[0].flags = Promise::DescriptorsVolatile,
            |s| ranges(s)[0].flags = DescriptorRangeFlags(0x1_0001),
        ).hlsl([
                "DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE))",
                "DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS))",
            ]),
        Case::new(
            &rules::RESERVED_SPACE,
            "parameters[0].payload.ranges[0].register_space",
            |s| ranges(s)[0].register_space = 0xffff_ffef,
            |s| ranges(s)[0].register_space = 0xffff_fff0,
        ).hlsl([
                "DescriptorTable(SRV(t0, space = 4294967279))",
                "DescriptorTable(SRV(t0, space = 4294967280))",
            ]),
        Case::new(
            &rules::RESERVED_SPACE,
            "samplers[0].register_space",
            |s| s.samplers[0].register_space = 0xffff_ffef,
            |s| s.samplers[0].register_space = 0xffff_ffff,
        ).hlsl([
                "StaticSampler(s0, space = 4294967279)",
                "StaticSampler(s0, space = 4294967295)",
            ]),
        // Root constants take the registers of constant buffers.
        Case::new(
            &rules::REGISTER_OVERLAP,
            "parameters[2].payload",
            |s| constants(s).shader_register = 2,
            |s| constants(s).shader_register = 1,
        ).hlsl([
                "RootConstants(num32BitConstants = 1, b2), CBV(b1)",
                "RootConstants(num32BitConstants = 1, b1), CBV(b1)",
            ]),
        // One stage sees two things; two stages see one each.
        Case::new(
            &rules::REGISTER_OVERLAP,
            "parameters[2].payload",
            |s| {
                constants(s).shader_register = 1;
                s.parameters[1].visibility = ShaderVisibility::Vertex;
                s.parameters[2].visibility = ShaderVisibility::Pixel;
            },
            |s| {
                constants(s).shader_register = 1;
                s.parameters[1].visibility = ShaderVisibility::Vertex;
            },
        ).hlsl([
                "RootConstants(num32BitConstants = 1, b1, visibility = SHADER_VISIBILITY_VERTEX), \
                 CBV(b1, visibility = SHADER_VISIBILITY_PIXEL)",
                "RootConstants(num32BitConstants = 1, b1, visibility = SHADER_VISIBILITY_VERTEX), CBV(b1)",
            ]),
        Case::new(
            &rules::REGISTER_OVERLAP,
            "samplers[1]",
            |s| s.samplers.push(sampler(1)),
            |s| s.samplers.push(sampler(0)),
        ).hlsl([
                "StaticSampler(s0), StaticSampler(s1)",
                "StaticSampler(s0), StaticSampler(s0)",
            ]),
        // The last of a range, and of one without a bound; in another space there is no overlap.
        Case::new(
            &rules::REGISTER_OVERLAP,
            "parameters[0].payload.ranges[1]",
            |s| *ranges(s) = vec![range(Range::SRV, 9, 1), range(Range::SRV, 2, 7)],
            |s| *ranges(s) = vec![range(Range::SRV, 9, 1), range(Range::SRV, 2, 8)],
        ).hlsl([
                "DescriptorTable(SRV(t9), SRV(t2, numDescriptors = 7))",
                "DescriptorTable(SRV(t9), SRV(t2, numDescriptors = 8))",
            ]),
        Case::new(
            &rules::REGISTER_OVERLAP,
            "parameters[0].payload.ranges[1]",
            |s| {
                *ranges(s) = vec![
                    range(Range::SRV, 0xffff_0000, 1),
                    range(Range::SRV, 9, u32::MAX),
                ];
                ranges(s)[0].register_space = 1;
            },
            |s| {
                *ranges(s) = vec![
                    range(Range::SRV, 0xffff_0000, 1),
                    range(Range::SRV, 9, u32::MAX),
                ];
            },
        ).hlsl([
                "DescriptorTable(SRV(t4294901760, space = 1), SRV(t9, numDescriptors = unbounded))",
                "DescriptorTable(SRV(t4294901760), SRV(t9, numDescriptors = unbounded))",
            ]),
        Case::new(
            &rules::SAMPLER_FILTER,
            "samplers[0].filter",
            |s| s.samplers[0].filter = SamplerFilter(0x1d5),
            |s| s.samplers[0].filter = SamplerFilter(0x2),
        ),
        Case::new(
            &rules::SAMPLER_ADDRESS,
            "samplers[0].address_v",
            |s| s.samplers[0].address_v = TextureAddressMode(5),
            |s| s.samplers[0].address_v = TextureAddressMode(0),
        ),
        Case::new(
            &rules::SAMPLER_ADDRESS,
            "samplers[0].address_w",
            |s| s.samplers[0].address_w = TextureAddressMode(1),
            |s| s.samplers[0].address_w = TextureAddressMode(6),
        ),
        Case::new(
            &rules::SAMPLER_MIP_LOD_BIAS,
            "samplers[0].mip_lod_bias",
            |s| s.samplers[0].mip_lod_bias = F32::from(15.99),
            |s| s.samplers[0].mip_lod_bias = F32::from(16.0),
        ).hlsl([
                "StaticSampler(s0, mipLODBias = 15.99)",
                "StaticSampler(s0, mipLODBias = 16)",
            ]),
        Case::new(
            &rules::SAMPLER_MIP_LOD_BIAS,
            "samplers[0].mip_lod_bias",
            |s| s.samplers[0].mip_lod_bias = F32::from(-16.0),
            |s| s.samplers[0].mip_lod_bias = F32::from(-16.001),
        ).hlsl([
                "StaticSampler(s0, mipLODBias = -16)",
                "StaticSampler(s0, mipLODBias = -16.001)",
            ]),
        Case::new(
            &rules::SAMPLER_MIP_LOD_BIAS,
            "samplers[0].mip_lod_bias",
            |s| s.samplers[0].mip_lod_bias = F32::from(-0.0),
            |s| s.samplers[0].mip_lod_bias = F32::from(f32::NAN),
        ),
        Case::new(
            &rules::SAMPLER_ANISOTROPY,
            "samplers[0].max_anisotropy",
            |s| s.samplers[0].max_anisotropy = 16,
            |s| s.samplers[0].max_anisotropy = 17,
        ).hlsl([
                "StaticSampler(s0, maxAnisotropy = 16)",
                "StaticSampler(s0, maxAnisotropy = 17)",
            ]),
        // A filter that does not compare needs no comparison.
        Case::new(
            &rules::SAMPLER_COMPARISON,
            "samplers[0].comparison_func",
            |s| {
                s.samplers[0].filter = SamplerFilter::MinimumMinMagMipPoint;
                s.samplers[0].comparison_func = ComparisonFunc(0);
            },
            |s| {
                s.samplers[0].filter = SamplerFilter::ComparisonMinMagMipPoint;
                s.samplers[0].comparison_func = ComparisonFunc(0);
            },
        ),
        Case::new(
            &rules::SAMPLER_COMPARISON,
            "samplers[0].comparison_func",
            |s| {
                s.samplers[0].filter = SamplerFilter::ComparisonAnisotropic;
                s.samplers[0].comparison_func = ComparisonFunc(8);
            },
            |s| {
                s.samplers[0].filter = SamplerFilter::ComparisonAnisotropic;
                s.samplers[0].comparison_func = ComparisonFunc(9);
            },
        ),
        Case::new(
            &rules::SAMPLER_BORDER_COLOR,
            "samplers[0].border_color",
            |s| s.samplers[0].border_color = StaticBorderColor(4),
            |s| s.samplers[0].border_color = StaticBorderColor(5),
        ),
        Case::new(
            &rules::SAMPLER_LOD,
            "samplers[0].min_lod",
            |s| s.samplers[0].min_lod = F32::from(f32::NEG_INFINITY),
            |s| s.samplers[0].min_lod = F32::from(f32::NAN),
        ),
        Case::new(
            &rules::SAMPLER_LOD,
            "samplers[0].max_lod",
            |s| s.samplers[0].max_lod = F32::from(f32::INFINITY),
            |s| s.samplers[0].max_lod = F32::from_bits(0xffc0_0000),
        ),
        Case::new(
            &rules::SAMPLER_FLAGS,
            "samplers[0].flags",
            |s| s.samplers[0].flags = StaticSamplerFlags(3),
            |s| s.samplers[0].flags = StaticSamplerFlags(4),
        ),
    ]
}
