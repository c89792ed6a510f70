//! Tests the conversion of root signatures to other versions.
//!
//! Judge: DXC, by one source compiled for 1.0 and 1.1, and round trips. No tool judges the obstacles to a conversion.

use dxc_format::constants::{
    DescriptorRangeFlags, DescriptorRangeType, RootDescriptorFlags, RootSignatureVersion,
    StaticSamplerFlags,
};
use dxc_format::rts0::{RootPayload, RootSignature};
use dxc_shader::Finding;
use dxc_shader::root_signature::Converted;
use tests::hlsl::all_root_signatures;
use tests::root_signatures::{descriptor, made, range, ranges, small};

const VERSIONS: [RootSignatureVersion; 3] = [
    RootSignatureVersion::V1_0,
    RootSignatureVersion::V1_1,
    RootSignatureVersion::V1_2,
];

fn dxc(name: &str) -> RootSignature {
    let container = tests::open(&format!("dxc/{name}"));
    container.rts0().unwrap().unwrap().to_value()
}

fn converted(signature: &RootSignature, version: RootSignatureVersion) -> Converted {
    let converted = dxc_shader::root_signature::to_version(signature, version).unwrap();
    assert_eq!(converted.signature.version, version);
    converted
}

fn summary(findings: &[Finding]) -> Vec<(&'static str, &str, &str)> {
    let summary = findings.iter();
    summary
        .map(|finding| (finding.rule.name, &*finding.path, &*finding.found))
        .collect()
}

/// The flag for data of SRVs and CBVs if no flag is set.
const STATIC_WHILE_SET: &str = "DataStaticWhileSetAtExecute";

/// One source was compiled for both versions.
#[test]
fn down_to_1_0_gives_the_bytes_that_dxc_writes() {
    for name in ["rs_full", "rs_only"] {
        let newer = dxc(&format!("{name}.v1_1.dxil"));
        let older = dxc(&format!("{name}.v1_0.dxil"));
        let converted = converted(&newer, RootSignatureVersion::V1_0);
        let [ours, theirs] = [&converted.signature, &older].map(|one| one.to_bytes().unwrap());
        assert_eq!(ours, theirs, "{name}");
        let promise = |path, found| ("promise-dropped", path, found);
        // The flags of `hlsl/rs_full.hlsl` that 1.0 does not imply, except for `u0` and `u1`: data of UAVs is volatile
        // if no flag is set.
        assert_eq!(
            summary(&converted.dropped),
            [
                promise("parameters[1].payload.flags", "DataStatic"),
                promise("parameters[2].payload.flags", STATIC_WHILE_SET),
                promise("parameters[4].payload.ranges[0].flags", STATIC_WHILE_SET),
                promise(
                    "parameters[4].payload.ranges[1].flags",
                    "DescriptorsVolatile | DataStaticWhileSetAtExecute"
                ),
                promise("parameters[5].payload.ranges[0].flags", "None"),
            ],
            "{name}"
        );
    }
}

/// In a newer version, everything is as volatile as before; a sampler has no data.
#[test]
fn up_from_1_0_all_is_volatile() {
    let mut signature = small();
    signature.version = RootSignatureVersion::V1_0;
    *ranges(&mut signature) = (0..4)
        .map(|number| range(DescriptorRangeType(number), 7, 1))
        .collect();
    for version in [RootSignatureVersion::V1_1, RootSignatureVersion::V1_2] {
        let converted = converted(&signature, version);
        assert_eq!(converted.dropped, []);
        let mut signature = converted.signature;
        // DXC DxilRootSignature.cpp, `GetFlags`.
        let flags = ranges(&mut signature).iter().map(|range| range.flags.0);
        assert_eq!(flags.collect::<Vec<_>>(), [0x3, 0x3, 0x3, 0x1]);
        assert_eq!(descriptor(&mut signature).flags, RootDescriptorFlags(0x2));
        assert_eq!(signature.samplers[0].flags, StaticSamplerFlags::None);
    }
}

#[test]
fn up_and_down_again_gives_the_same_bytes() {
    let mut ways = 0;
    for (name, signature, bytes) in all_root_signatures().0 {
        let newer = VERSIONS.into_iter();
        for version in newer.filter(|version| *version >= signature.version) {
            let up = converted(&signature, version);
            assert_eq!(up.dropped, [], "{name}");
            assert_eq!(
                dxc_shader::root_signature::validate(&up.signature),
                [],
                "{name}"
            );
            let read = RootSignature::parse(&up.signature.to_bytes().unwrap()).unwrap();
            assert_eq!(read, up.signature, "{name}");
            let down = converted(&read, signature.version);
            assert_eq!(down.dropped, [], "{name}");
            assert_eq!(down.signature.to_bytes().unwrap(), bytes, "{name}");
            ways += 1;
        }
    }
    assert!(ways >= 10, "{ways}");
}

/// After a conversion to 1.0 and back, all flags that promise something are lost, and nothing else.
#[test]
fn down_and_up_again_all_is_volatile() {
    for (name, signature, _) in all_root_signatures().0 {
        let down = converted(&signature, RootSignatureVersion::V1_0).signature;
        let up = converted(&down, signature.version).signature;
        assert_eq!(dxc_shader::root_signature::validate(&up), [], "{name}");
        let again = converted(&up, RootSignatureVersion::V1_0);
        assert_eq!((again.signature, again.dropped), (down, vec![]), "{name}");
        let mut expected = signature;
        for parameter in &mut expected.parameters {
            match &mut parameter.payload {
                RootPayload::DescriptorTable(table) if up.version > RootSignatureVersion::V1_0 => {
                    for range in &mut table.ranges {
                        let is_sampler = range.range_type == DescriptorRangeType::Sampler;
                        range.flags = DescriptorRangeFlags(if is_sampler { 0x1 } else { 0x3 });
                    }
                }
                RootPayload::Descriptor(descriptor) if up.version > RootSignatureVersion::V1_0 => {
                    descriptor.flags = RootDescriptorFlags(0x2);
                }
                _ => {}
            }
        }
        assert_eq!(up, expected, "{name}");
    }
}

/// A value that has the layout of a file gets the default layout of its new version.
#[test]
fn a_remembered_layout_is_left_behind() {
    let container = tests::open("crafted/rts0-samplers-moved.dxil");
    let signature = container.rts0().unwrap().unwrap().to_value();
    let other = VERSIONS
        .into_iter()
        .find(|version| *version != signature.version);
    let converted = converted(&signature, other.unwrap()).signature;
    let mut fresh = converted.clone();
    fresh.memory.forget();
    assert_eq!(converted.to_bytes().unwrap(), fresh.to_bytes().unwrap());

    let same = dxc_shader::root_signature::to_version(&signature, signature.version)
        .unwrap()
        .signature;
    let stored = container.rts0().unwrap().unwrap();
    assert_eq!(same.to_bytes().unwrap(), stored.as_bytes());
}

/// A version and other fields of [`small`], then each obstacle to the conversion, or each dropped flag.
const CONVERSIONS: &str = "\
version = 3; samplers[0].flags = 3 -> 2
    refused: not-expressible samplers[0].flags UintBorderColor | NonNormalizedCoordinates
version = 3; samplers[0].flags = 3 -> 1
    refused: not-expressible samplers[0].flags UintBorderColor | NonNormalizedCoordinates
version = 3; samplers[0].flags = 1 -> 2
    refused: not-expressible samplers[0].flags UintBorderColor
# A border color of integers says itself that it is one.
version = 3; samplers[0].border_color = 4; samplers[0].flags = 1 -> 2
    dropped: border-flag-dropped samplers[0].flags UintBorderColor
# All obstacles are reported together; 1.1 has fields for the first two, whatever they mean.
parameters[0].payload.ranges[0].flags = 0x23; parameters[2].payload.flags = 0x40; samplers[0].flags = 4 -> 1
    refused: not-expressible parameters[0].payload.ranges[0].flags DescriptorsVolatile | DataVolatile | 0x20
    refused: not-expressible parameters[2].payload.flags 0x40
    refused: not-expressible samplers[0].flags 0x4
parameters[0].payload.ranges[0].flags = 0x23; parameters[2].payload.flags = 0x40; samplers[0].flags = 4 -> 2
    refused: not-expressible samplers[0].flags 0x4
# Versions that there are not.
version = 2 -> 9
    refused: version version 9
version = 9 -> 2
    refused: version version 9
# A value with flags that its version lacks: flags of a later version are not overwritten.
parameters[0].payload.ranges[0].flags = 8; samplers[0].flags = 1; version = 1 -> 3
    refused: field-of-later-version parameters[0].payload.ranges[0].flags V1_0
    refused: field-of-later-version samplers[0].flags V1_0
";

#[test]
fn obstacles_and_losses_are_reported() {
    let lines = CONVERSIONS.lines().filter(|line| !line.starts_with('#'));
    let lines = lines.collect::<Vec<_>>().join("\n");
    for case in lines.replace("\n    ", "\t").lines() {
        let (heading, expected) = case.split_once('\t').unwrap();
        let (fields, version) = heading.split_once(" -> ").unwrap();
        let version = RootSignatureVersion(version.parse().unwrap());
        let (outcome, findings) =
            match dxc_shader::root_signature::to_version(&made(fields), version) {
                Ok(converted) => {
                    assert_eq!(
                        dxc_shader::root_signature::validate(&converted.signature),
                        []
                    );
                    ("dropped", converted.dropped)
                }
                Err(obstacles) => ("refused", obstacles),
            };
        let said = summary(&findings).into_iter();
        let said = said.map(|(rule, path, found)| format!("{outcome}: {rule} {path} {found}"));
        assert_eq!(said.collect::<Vec<_>>().join("\t"), expected, "{heading}");
    }
}
