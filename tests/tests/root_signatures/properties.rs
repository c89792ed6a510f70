//! Any root signature that text has words for survives every spelling, and no text makes the parsers panic.

use dxc_format::constants::{
    ComparisonFunc, DescriptorRangeFlags, DescriptorRangeType, RootDescriptorFlags, RootFlags,
    RootParameterType, RootSignatureVersion, SamplerFilter, ShaderVisibility, StaticBorderColor,
    StaticSamplerFlags, TextureAddressMode,
};
use dxc_format::root_signature::hlsl::{self, Dialect};
use dxc_format::root_signature::metadata;
use dxc_format::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
    RootSignature, StaticSampler,
};
use dxc_format::runtime::shape::{Column, EnumTable};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A value of a table that HLSL has a keyword for.
fn named(table: &'static EnumTable) -> impl Strategy<Value = u32> {
    let spelled = table
        .values
        .iter()
        .filter(|entry| matches!(entry.column("hlsl"), Some(Column::Text(_))));
    select(
        spelled
            .map(|entry| u32::try_from(entry.value).unwrap())
            .collect::<Vec<_>>(),
    )
}

/// Some flags of a table.
fn flags(table: &'static EnumTable) -> impl Strategy<Value = u32> {
    vec(named(table), 0..4).prop_map(|flags| flags.iter().fold(0, |all, flag| all | flag))
}

/// Numbers of any size, those at the ends more often.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0..20_u32, Just(u32::MAX), any::<u32>()]
}

fn float() -> impl Strategy<Value = f32> {
    let any = any::<u32>()
        .prop_map(f32::from_bits)
        .prop_filter("a number", |float| float.is_finite());
    prop_oneof![
        any,
        -20.0..20.0_f32,
        Just(0.0),
        Just(-0.0),
        Just(f32::MAX),
        Just(f32::MIN_POSITIVE)
    ]
}

/// Whether the version has flags of descriptors, and of samplers.
fn has_flags(version: RootSignatureVersion) -> (bool, bool) {
    (
        version != RootSignatureVersion::V1_0,
        version == RootSignatureVersion::V1_2,
    )
}

prop_compose! {
    fn range(version: RootSignatureVersion)(
        kind in 0..4_u32, numbers in [number(), number(), number(), number()],
        flags in flags(&DescriptorRangeFlags::TABLE),
    ) -> DescriptorRange {
        let mut range = DescriptorRange::default();
        range.range_type = DescriptorRangeType(kind);
        [
            range.num_descriptors,
            range.base_shader_register,
            range.register_space,
            range.offset_in_descriptors_from_table_start,
        ] = numbers;
        range.flags = DescriptorRangeFlags(if has_flags(version).0 { flags } else { 0 });
        range
    }
}

prop_compose! {
    fn parameter(version: RootSignatureVersion)(
        kind in 0..5_u32, visibility in named(&ShaderVisibility::TABLE),
        numbers in [number(), number(), number()], flags in flags(&RootDescriptorFlags::TABLE),
        ranges in vec(range(version), 0..5),
    ) -> RootParameter {
        let mut parameter = RootParameter::default();
        parameter.parameter_type = RootParameterType(kind);
        parameter.visibility = ShaderVisibility(visibility);
        parameter.payload = match parameter.parameter_type {
            RootParameterType::DescriptorTable => {
                let mut table = DescriptorTable::default();
                table.ranges = ranges;
                RootPayload::DescriptorTable(table)
            }
            RootParameterType::Constants32Bit => {
                let mut constants = RootConstants::default();
                [constants.shader_register, constants.register_space, constants.num_32_bit_values] = numbers;
                RootPayload::Constants(constants)
            }
            _ => {
                let mut descriptor = RootDescriptor::default();
                [descriptor.shader_register, descriptor.register_space, _] = numbers;
                descriptor.flags = RootDescriptorFlags(if has_flags(version).0 { flags } else { 0 });
                RootPayload::Descriptor(descriptor)
            }
        };
        parameter
    }
}

prop_compose! {
    fn sampler(version: RootSignatureVersion)(
        filter in named(&SamplerFilter::TABLE),
        address in [const { &TextureAddressMode::TABLE }; 3].map(named),
        comparison in named(&ComparisonFunc::TABLE), border in named(&StaticBorderColor::TABLE),
        floats in [float(), float(), float()], numbers in [number(), number(), number()],
        visibility in named(&ShaderVisibility::TABLE), flags in flags(&StaticSamplerFlags::TABLE),
    ) -> StaticSampler {
        let mut sampler = StaticSampler::default();
        sampler.filter = SamplerFilter(filter);
        [sampler.address_u, sampler.address_v, sampler.address_w] = address.map(TextureAddressMode);
        sampler.comparison_func = ComparisonFunc(comparison);
        sampler.border_color = StaticBorderColor(border);
        [sampler.mip_lod_bias, sampler.min_lod, sampler.max_lod] = floats.map(Into::into);
        [sampler.max_anisotropy, sampler.shader_register, sampler.register_space] = numbers;
        sampler.visibility = ShaderVisibility(visibility);
        sampler.flags = StaticSamplerFlags(if has_flags(version).1 { flags } else { 0 });
        sampler
    }
}

fn signature() -> impl Strategy<Value = RootSignature> {
    let versions = [
        RootSignatureVersion::V1_0,
        RootSignatureVersion::V1_1,
        RootSignatureVersion::V1_2,
    ];
    select(versions.to_vec()).prop_flat_map(|version| {
        let parts = (
            flags(&RootFlags::TABLE),
            vec(parameter(version), 0..6),
            vec(sampler(version), 0..4),
        );
        parts.prop_map(move |(flags, parameters, samplers)| {
            let mut signature = RootSignature::default();
            signature.version = version;
            signature.flags = RootFlags(flags);
            signature.parameters = parameters;
            signature.samplers = samplers;
            signature
        })
    })
}

/// Words of both texts, so that some results are nearly valid.
fn words() -> impl Strategy<Value = String> {
    let plain = "CBV SRV DescriptorTable StaticSampler RootFlags RootConstants Sampler ( ) , = | - b0 t1 s2 0 1.5 \
                 08 flags space minLOD visibility unbounded [RootSignature( } X SHADER_VISIBILITY_ALL DATA_STATIC \
                 // /* */ !{ } !0 null";
    let others = [
        "\n#define X ",
        "\n#if ",
        "\n#ifdef X\n",
        "\n#else\n",
        "\n#endif\n",
        "\n",
        "\"CBV(b0)\"",
        ")] void f(",
        "GlobalRootSignature g = {",
        "\"",
        "\\",
        "\n",
        "#define RS",
        " ",
        "\u{e9}",
        "!dx.rootsignatures = ",
        "\n!0 = ",
        "i32 1",
        "float 0x0",
        "!\"RootCBV\"",
        "ptr @f",
    ];
    let words: Vec<&str> = plain.split(' ').chain(others).collect();
    vec(select(words).prop_map(str::to_owned), 0..30).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn values_survive_every_notation(signature in signature()) {
        super::text::survives("a value", &signature);
    }

    #[test]
    fn texts_are_read_or_refused(text in prop_oneof![words(), any::<String>()]) {
        let wrong = [
            hlsl::parse(&text, RootSignatureVersion::V1_1, Dialect::Clang).err(),
            hlsl::parse(&text, RootSignatureVersion::V1_1, Dialect::DXC).err(),
            metadata::read(&text).err(),
        ];
        for wrong in wrong.into_iter().flatten() {
            for span in wrong.iter().map(dxc_format::root_signature::Diagnostic::span) {
                prop_assert!(span.start <= span.end && span.end <= text.len());
            }
            let _ = wrong.render("text", &text, true);
        }
    }
}
