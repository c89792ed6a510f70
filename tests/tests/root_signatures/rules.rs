//! Tests the rules of root signatures: one that narrowly satisfies a rule has no findings, one that narrowly breaks it
//! has exactly one.
//!
//! No tool judges the golden text of the messages. New ones are read by hand.

use dxc_format::Container;
use dxc_format::constants::{
    DescriptorRangeType, RootParameterType, RootSignatureVersion, ShaderVisibility,
};
use dxc_format::rts0::{RootParameter, RootPayload, RootSignature};
use dxc_format::runtime::fields::Fields;
use dxc_shader::root_signature::rules;
use dxc_shader::{Finding, Rule};
use tests::root_signatures::{cases, descriptor, parsed, range, ranges, small};

/// Each finding's rule and path.
fn summary(findings: &[Finding]) -> Vec<(&'static str, &str)> {
    let summary = findings.iter();
    summary
        .map(|finding| (finding.rule.name, finding.path.as_str()))
        .collect()
}

#[test]
fn each_rule_forbids_its_case_only() {
    for case in cases() {
        let (rule, path) = (case.rule.name, case.path);
        assert_eq!(
            summary(&dxc_shader::root_signature::validate(&case.good())),
            [],
            "{rule} {path}"
        );
        assert_eq!(
            summary(&dxc_shader::root_signature::validate(&case.bad())),
            [(rule, path)]
        );
    }
}

/// The message of each violation, for review.
#[test]
fn findings_have_messages() {
    let findings = cases()
        .into_iter()
        .flat_map(|case| dxc_shader::root_signature::validate(&case.bad()));
    let said: Vec<String> = findings.map(|finding| finding.to_string()).collect();
    insta::assert_snapshot!(said.join("\n"));
}

/// Rules for a shader or a conversion are tested in other files.
#[test]
fn every_rule_has_a_case() {
    let elsewhere: [&Rule; 10] = [
        &rules::RESOURCE_NOT_BOUND,
        &rules::ROOT_DESCRIPTOR_VIEW,
        &rules::STAGE_DENIED,
        &rules::INPUT_LAYOUT,
        &rules::PROMISE_DROPPED,
        &rules::BORDER_FLAG_DROPPED,
        &rules::NOT_EXPRESSIBLE,
        // These rules are for values that schemas may add.
        &rules::FLAGS_TOGETHER,
        &rules::SAMPLER_FIELD,
        &rules::TYPE_OF_LATER_VERSION,
    ];
    let shown: Vec<&Rule> = cases()
        .iter()
        .map(|case| case.rule)
        .chain(elsewhere)
        .collect();
    for rule in rules::ALL {
        assert!(shown.contains(rule), "{}", rule.name);
    }
    for (index, rule) in rules::ALL.iter().enumerate() {
        let same = rules::ALL.iter().position(|other| other.name == rule.name);
        assert_eq!(same, Some(index), "{}", rule.name);
    }
}

/// All violations are reported, in the order of the value.
#[test]
fn all_violations_are_reported_at_once() {
    let mut signature = small();
    signature.flags.0 = 0x4000_0000;
    ranges(&mut signature)[0].num_descriptors = 0;
    ranges(&mut signature).push(range(DescriptorRangeType(9), 0, 1));
    descriptor(&mut signature).flags.0 = 0x1e;
    signature.parameters[2].visibility = ShaderVisibility(99);
    signature.samplers[0].max_anisotropy = 99;
    signature.samplers[0].register_space = u32::MAX;
    let findings = dxc_shader::root_signature::validate(&signature);
    assert_eq!(
        summary(&findings),
        [
            ("root-flags", "flags"),
            (
                "range-empty",
                "parameters[0].payload.ranges[0].num_descriptors"
            ),
            ("range-type", "parameters[0].payload.ranges[1].range_type"),
            ("visibility", "parameters[2].visibility"),
            ("descriptor-flags", "parameters[2].payload.flags"),
            ("descriptor-data-flags", "parameters[2].payload.flags"),
            ("sampler-anisotropy", "samplers[0].max_anisotropy"),
            ("reserved-space", "samplers[0].register_space"),
        ]
    );
    assert_eq!(
        findings[6].to_string(),
        "samplers[0].max_anisotropy: the maximum anisotropy 99 is not from 0 to 16 [sampler-anisotropy]"
    );
}

/// Root signatures, and all paths whose registers overlap others.
const OVERLAPS: [(&str, &[&str]); 2] = [
    // A range that starts first may end first; the maximum end is remembered.
    (
        "DescriptorTable(SRV(t10), SRV(t0, numDescriptors = 100), SRV(t20), SRV(t30), SRV(t200))",
        &[
            "parameters[0].payload.ranges[1]: SRV t0 to t99, space 0, some of which parameters[0].payload.ranges[0] has",
            "parameters[0].payload.ranges[2]: SRV t20, space 0, some of which parameters[0].payload.ranges[1] has",
            "parameters[0].payload.ranges[3]: SRV t30, space 0, some of which parameters[0].payload.ranges[1] has",
        ],
    ),
    // A range for all stages overlaps those of each stage, and each overlap is reported.
    (
        "DescriptorTable(SRV(t0), visibility = SHADER_VISIBILITY_VERTEX), \
         DescriptorTable(SRV(t0), visibility = SHADER_VISIBILITY_PIXEL), DescriptorTable(SRV(t0))",
        &[
            "parameters[2].payload.ranges[0]: SRV t0, space 0, some of which parameters[0].payload.ranges[0] has",
            "parameters[2].payload.ranges[0]: SRV t0, space 0, some of which parameters[1].payload.ranges[0] has",
        ],
    ),
];

#[test]
fn each_overlap_is_reported() {
    for (text, expected) in OVERLAPS {
        let findings =
            dxc_shader::root_signature::validate(&parsed(text, RootSignatureVersion::V1_1));
        let overlaps = findings.iter().map(|finding| {
            assert_eq!(finding.rule, &rules::REGISTER_OVERLAP);
            format!("{}: {}", finding.path, finding.found)
        });
        assert_eq!(overlaps.collect::<Vec<_>>(), expected);
    }
}

/// Many ranges that all overlap: each is reported once. Comparing all pairs would take minutes.
#[test]
fn a_hundred_thousand_ranges_are_no_burden() {
    let mut signature = small();
    let count = 100_000;
    *ranges(&mut signature) = (0..count)
        .map(|index| range(DescriptorRangeType::SRV, index % 7, 9))
        .collect();
    let findings = dxc_shader::root_signature::validate(&signature);
    assert_eq!(findings.len(), count as usize - 1);
}

/// Of the crafted root signatures that can be read, one has a flag that DXC knows and LLVM does not; one has an unusual
/// layout.
#[test]
fn crafted_root_signatures_have_their_findings() {
    let mut found = Vec::new();
    for path in tests::containers(&tests::data().join("crafted")) {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(container) = Container::parse(&bytes) else {
            continue;
        };
        let Ok(Some(signature)) = container.rts0() else {
            continue;
        };
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let findings = dxc_shader::root_signature::validate(&signature.to_value());
        assert_eq!(findings, [], "{name}");
        if name.starts_with("rts0-") {
            found.push(name);
        }
    }
    assert_eq!(found, ["rts0-flags-unknown", "rts0-samplers-moved"]);
}

/// A value that satisfies the rules can be written and read.
#[test]
fn legal_root_signatures_can_be_written() {
    for case in cases() {
        let signature = case.good();
        let bytes = signature.to_bytes().unwrap();
        assert_eq!(RootSignature::parse(&bytes).unwrap(), signature);
    }
    let mut mismatched = small();
    mismatched.parameters[0].payload = RootPayload::Constants(Default::default());
    assert_eq!(
        dxc_shader::root_signature::validate(&mismatched)[0].rule,
        &rules::PARAMETER_PAYLOAD
    );
    assert!(mismatched.to_bytes().is_err());
}

/// The rules support any payload that is a record with a register, and descriptor tables. A payload of another form
/// needs code in `tools/shader/src/root_signature`, next to the code for tables.
#[test]
fn payloads_are_records_with_a_register_or_tables() {
    for entry in RootParameterType::TABLE.without_markers() {
        let mut parameter = RootParameter::default();
        parameter.parameter_type = RootParameterType::from_name(entry.name).unwrap();
        let arguments = (parameter.parameter_type, RootSignatureVersion::V1_1);
        parameter.payload = RootPayload::new_value(arguments).unwrap();
        let is_table = matches!(parameter.payload, RootPayload::DescriptorTable(_));
        let register = dxc_shader::root_signature::register(&parameter);
        assert!(is_table != register.is_some(), "{}", entry.name);
    }
}
