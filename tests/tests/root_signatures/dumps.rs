//! Compares RTS0 with DXC's dumps: every value that DXC prints for a root signature equals the value that is read.
//!
//! A dump is one line of text that looks like HLSL, by the rules of the dumper, DXC DxilRootSignature.cpp,
//! `printRootSignature`. It prints all flags, but no space of 0 (except for static samplers), one descriptor or the
//! visibility of all stages. It does not print the version, the flags of descriptors and ranges, the offsets of ranges
//! and most of a static sampler: `dialects.rs` makes the bytes of DXC from `hlsl/rs_full.hlsl`, the source of all four.
//!
//! Judge: DXC. Its dumps are read by the parser of HLSL, which clang judges in `llvm/hlsl.rs`.

use dxc_format::constants::{
    DescriptorRangeFlags, RootDescriptorFlags, RootSignatureVersion, ShaderVisibility,
};
use dxc_format::rts0::{RootPayload, RootSignature, StaticSampler};
use dxc_root_signature::hlsl::Dialect;
use tests::root_signatures::parsed_in;

/// The differences between a dump of these files and HLSL.
const SPELLED: [(&str, &str); 6] = [
    // There is no comma before a register.
    ("=3b10", "=3, b10"),
    // There is a comma after every element, including the last one.
    (",,", ","),
    (",)", ")"),
    // Flags have the names of the C++ enum, except for three that are spelled like in HLSL.
    ("DenyHullShader", "DENY_HULL_SHADER_"),
    ("RootAccess", "ROOT_ACCESS"),
    ("AllowStreamOutput", "ALLOW_STREAM_OUTPUT"),
];

/// The root signature that a dump of DXC shows.
fn dumped(dump: &str) -> RootSignature {
    let dump = dump.trim_end_matches(',').to_owned();
    let text = SPELLED
        .iter()
        .fold(dump, |text, (dumped, hlsl)| text.replace(dumped, hlsl));
    parsed_in(Dialect::DXC, &text, RootSignatureVersion::V1_0)
}

/// A root signature that has only the values that a dump shows.
fn shown(mut signature: RootSignature) -> RootSignature {
    signature.version = RootSignatureVersion::V1_0;
    for parameter in &mut signature.parameters {
        match &mut parameter.payload {
            RootPayload::DescriptorTable(table) => {
                for range in &mut table.ranges {
                    range.flags = DescriptorRangeFlags::None;
                    range.offset_in_descriptors_from_table_start = u32::MAX;
                }
            }
            RootPayload::Descriptor(descriptor) => descriptor.flags = RootDescriptorFlags::None,
            _ => {}
        }
    }
    for sampler in &mut signature.samplers {
        *sampler = StaticSampler {
            shader_register: sampler.shader_register,
            register_space: sampler.register_space,
            visibility: sampler.visibility,
            ..StaticSampler::default()
        };
    }
    signature
}

/// The root signatures of DXC that have a dump, each with its name.
fn signatures() -> impl Iterator<Item = (&'static str, RootSignature)> {
    let names = [
        "rs_full.v1_0",
        "rs_full.v1_1",
        "rs_only.v1_0",
        "rs_only.v1_1",
    ];
    names.into_iter().map(|name| {
        let container = tests::open(&format!("dxc/{name}.dxil"));
        (name, container.rts0().unwrap().unwrap().to_value())
    })
}

#[test]
fn rts0_equals_the_dump_of_dxc() {
    for (name, signature) in signatures() {
        let dump = String::from_utf8(tests::read(&format!("dxc/{name}.rs.txt"))).unwrap();
        assert_eq!(shown(signature), dumped(&dump), "{name}");
    }
}

/// A value keeps DXC's layout when a parameter is added.
#[test]
fn one_more_parameter_is_read_as_it_was_written() {
    for (name, mut signature) in signatures() {
        let mut added = signature.parameters[3].clone();
        added.visibility = ShaderVisibility::Mesh;
        signature.parameters.push(added);
        let bytes = signature.to_bytes().unwrap();
        assert_eq!(RootSignature::parse(&bytes).unwrap(), signature, "{name}");
    }
}
