//! Root signatures that satisfy a rule narrowly, and others that narrowly break it.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

mod small;

use dxc_format::constants::{RootParameterType, RootSignatureVersion};
use dxc_format::parts;
use dxc_format::rts0::RootSignature;
use dxc_shader::Rule;
use dxc_shader::root_signature::rules;

pub use small::{constants, descriptor, parsed, parsed_in, range, ranges, small};

/// A rule and where its violation is, then what just keeps the rule and what just does not: HLSL, or fields of
/// [`small`]. The numbers are those of the format's documentation.
const CASES: &str = "
version version
    version = 3
    version = 1000
root-flags flags
    flags = 0x80000fff
    flags = 0x40000000
# With 1 for the table and 2 for the descriptor.
root-cost parameters
    parameters[1].payload.num_32_bit_values = 61
    parameters[1].payload.num_32_bit_values = 62
# A local root signature may cost any number.
root-cost parameters
    flags = 0x80; parameters[1].payload.num_32_bit_values = 0xffffffff
    parameters[1].payload.num_32_bit_values = 0xffffffff
field-of-later-version parameters[0].payload.ranges[0].flags
    parameters[0].payload.ranges[0].flags = 1; version = 2
    parameters[0].payload.ranges[0].flags = 1; version = 1
field-of-later-version parameters[2].payload.flags
    parameters[2].payload.flags = 8; version = 2
    parameters[2].payload.flags = 8; version = 1
field-of-later-version samplers[0].flags
    samplers[0].flags = 1
    samplers[0].flags = 1; version = 2

parameter-type parameters[2].parameter_type
    parameters[2].parameter_type = 4
    parameters[2].parameter_type = 105
parameter-payload parameters[2].parameter_type
    parameters[2].parameter_type = 3
    parameters[2].parameter_type = 0
visibility parameters[1].visibility
    parameters[1].visibility = 7
    parameters[1].visibility = 108
visibility samplers[0].visibility
    samplers[0].visibility = 7
    samplers[0].visibility = 108
descriptor-flags parameters[2].payload.flags
    parameters[2].payload.flags = 8
    parameters[2].payload.flags = 1
descriptor-data-flags parameters[0].payload.flags
    CBV(b1, flags = DATA_STATIC_WHILE_SET_AT_EXECUTE)
    CBV(b1, flags = DATA_STATIC | DATA_STATIC_WHILE_SET_AT_EXECUTE)

range-type parameters[0].payload.ranges[0].range_type
    parameters[0].payload.ranges[0].range_type = 1
    parameters[0].payload.ranges[0].range_type = 104
range-mixed parameters[0].payload.ranges[1].range_type
    DescriptorTable(SRV(t0), UAV(u5))
    DescriptorTable(SRV(t0), Sampler(s5))
range-empty parameters[0].payload.ranges[0].num_descriptors
    DescriptorTable(SRV(t0, numDescriptors = 1))
    DescriptorTable(SRV(t0, numDescriptors = 0))
range-behind-unbounded parameters[0].payload.ranges[1].offset_in_descriptors_from_table_start
    DescriptorTable(SRV(t0, numDescriptors = unbounded), UAV(u0, offset = 7))
    DescriptorTable(SRV(t0, numDescriptors = unbounded), UAV(u0))
range-registers parameters[0].payload.ranges[0].num_descriptors
    DescriptorTable(SRV(t4294967294, numDescriptors = 2))
    DescriptorTable(SRV(t4294967294, numDescriptors = 3))
range-offsets parameters[0].payload.ranges[0].offset_in_descriptors_from_table_start
    DescriptorTable(SRV(t0, numDescriptors = 2, offset = 4294967294))
    DescriptorTable(SRV(t0, numDescriptors = 3, offset = 4294967294))
range-flags parameters[0].payload.ranges[0].flags
    parameters[0].payload.ranges[0].flags = 0x10000
    parameters[0].payload.ranges[0].flags = 0x400000
range-sampler-data parameters[0].payload.ranges[0].flags
    DescriptorTable(Sampler(s5, flags = DESCRIPTORS_VOLATILE))
    DescriptorTable(Sampler(s5, flags = DATA_VOLATILE))
range-data-flags parameters[0].payload.ranges[0].flags
    DescriptorTable(SRV(t0, flags = DATA_STATIC))
    DescriptorTable(SRV(t0, flags = DATA_VOLATILE | DATA_STATIC))
range-static-data parameters[0].payload.ranges[0].flags
    DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DATA_STATIC_WHILE_SET_AT_EXECUTE))
    DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DATA_STATIC))
range-descriptors-flags parameters[0].payload.ranges[0].flags
    DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE))
    DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS))

reserved-space parameters[0].payload.ranges[0].register_space
    DescriptorTable(SRV(t0, space = 4294967279))
    DescriptorTable(SRV(t0, space = 4294967280))
reserved-space samplers[0].register_space
    StaticSampler(s0, space = 4294967279)
    StaticSampler(s0, space = 4294967295)
# Root constants take the registers of constant buffers.
register-overlap parameters[1].payload
    RootConstants(num32BitConstants = 1, b2), CBV(b1)
    RootConstants(num32BitConstants = 1, b1), CBV(b1)
# One stage sees two things; two stages see one each.
register-overlap parameters[1].payload
    RootConstants(num32BitConstants = 1, b1, visibility = SHADER_VISIBILITY_VERTEX), CBV(b1, visibility = SHADER_VISIBILITY_PIXEL)
    RootConstants(num32BitConstants = 1, b1, visibility = SHADER_VISIBILITY_VERTEX), CBV(b1)
register-overlap samplers[1]
    StaticSampler(s0), StaticSampler(s1)
    StaticSampler(s0), StaticSampler(s0)
# The last of a range, and of one without a bound; in another space there is no overlap.
register-overlap parameters[0].payload.ranges[1]
    DescriptorTable(SRV(t9), SRV(t2, numDescriptors = 7))
    DescriptorTable(SRV(t9), SRV(t2, numDescriptors = 8))
register-overlap parameters[0].payload.ranges[1]
    DescriptorTable(SRV(t4294901760, space = 1), SRV(t9, numDescriptors = unbounded))
    DescriptorTable(SRV(t4294901760), SRV(t9, numDescriptors = unbounded))

sampler-filter samplers[0].filter
    samplers[0].filter = 0x1d5
    samplers[0].filter = 2
sampler-address samplers[0].address_v
    samplers[0].address_v = 5
    samplers[0].address_v = 0
sampler-address samplers[0].address_w
    samplers[0].address_w = 1
    samplers[0].address_w = 106
sampler-mip-lod-bias samplers[0].mip_lod_bias
    StaticSampler(s0, mipLODBias = 15.99)
    StaticSampler(s0, mipLODBias = 16)
sampler-mip-lod-bias samplers[0].mip_lod_bias
    StaticSampler(s0, mipLODBias = -16)
    StaticSampler(s0, mipLODBias = -16.001)
sampler-mip-lod-bias samplers[0].mip_lod_bias
    samplers[0].mip_lod_bias = -0.0
    samplers[0].mip_lod_bias = NaN
sampler-anisotropy samplers[0].max_anisotropy
    StaticSampler(s0, maxAnisotropy = 16)
    StaticSampler(s0, maxAnisotropy = 17)
# A filter that does not compare needs no comparison.
sampler-comparison samplers[0].comparison_func
    samplers[0].filter = 0x100; samplers[0].comparison_func = 0
    samplers[0].filter = 0x80; samplers[0].comparison_func = 0
sampler-comparison samplers[0].comparison_func
    samplers[0].filter = 0xd5; samplers[0].comparison_func = 8
    samplers[0].filter = 0xd5; samplers[0].comparison_func = 109
sampler-border-color samplers[0].border_color
    samplers[0].border_color = 4
    samplers[0].border_color = 105
sampler-lod samplers[0].min_lod
    samplers[0].min_lod = -inf
    samplers[0].min_lod = NaN
sampler-lod samplers[0].max_lod
    samplers[0].max_lod = inf
    samplers[0].max_lod = 0xffc00000
sampler-flags samplers[0].flags
    samplers[0].flags = 3
    samplers[0].flags = 0x400000
";

/// A root signature that satisfies a rule, and one that breaks it.
pub struct Case {
    /// The rule.
    pub rule: &'static Rule,
    /// The path of the violation.
    pub path: &'static str,
    /// The HLSL of both, if they are given as HLSL.
    pub hlsl: Option<[&'static str; 2]>,
    /// The texts of both.
    texts: [&'static str; 2],
}

impl Case {
    /// The root signature that satisfies the rule.
    pub fn good(&self) -> RootSignature {
        made(self.texts[0])
    }

    /// The root signature that does not.
    pub fn bad(&self) -> RootSignature {
        made(self.texts[1])
    }
}

/// A case for each rule that a root signature can break without a shader.
pub fn cases() -> Vec<Case> {
    let lines = CASES.lines();
    let lines: Vec<&str> = lines
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let (cases, rest) = lines.as_chunks::<3>();
    assert!(rest.is_empty(), "{rest:?}");
    let cases = cases.iter().map(|[heading, allowed, forbidden]| {
        let (name, path) = heading.split_once(' ').unwrap();
        let rule = rules::ALL.iter().find(|rule| rule.name == name);
        let texts = [*allowed, *forbidden];
        Case {
            rule: rule.unwrap_or_else(|| panic!("there is no rule {name}")),
            path,
            hlsl: is_hlsl(allowed).then_some(texts),
            texts,
        }
    });
    cases.collect()
}

/// Clauses begin with a capital letter, unlike fields.
fn is_hlsl(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
}

/// The root signature of a text: HLSL, or fields of [`small`].
pub fn made(text: &str) -> RootSignature {
    if is_hlsl(text) {
        return parsed(text, RootSignatureVersion::V1_1);
    }
    let mut signature = small();
    for (path, value) in text
        .split("; ")
        .map(|field| field.split_once(" = ").unwrap())
    {
        match (path, bits(value)) {
            // These fields determine how others are stored.
            ("version", version) => signature.version = RootSignatureVersion(version),
            ("parameters[2].parameter_type", kind) => {
                signature.parameters[2].parameter_type = RootParameterType(kind);
            }
            (path, bits) => {
                let mut bytes = signature.to_bytes().unwrap();
                let field_values = crate::field_values(parts::RTS0, &bytes);
                let field_value = field_values
                    .iter()
                    .find(|field_value| field_value.path() == path);
                let at = field_value
                    .unwrap_or_else(|| panic!("there is no {path}"))
                    .offset();
                bytes[at..at + 4].copy_from_slice(&bits.to_le_bytes());
                signature = RootSignature::parse(&bytes).unwrap();
            }
        }
    }
    signature
}

/// An integer, or the bits of a float.
fn bits(value: &str) -> u32 {
    match value.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).unwrap(),
        None => value
            .parse()
            .unwrap_or_else(|_| value.parse::<f32>().unwrap().to_bits()),
    }
}
