//! Tests whether root signatures bind the resources of shaders.
//!
//! Judge: DXC's shader, which needs each parameter of its root signature. Other cases were worked out by hand.

use dxc_format::constants::{
    DescriptorRangeType, ResourceType, RootFlags, RootSignatureVersion, SemanticKind, ShaderStage,
    ShaderVisibility,
};
use dxc_format::psv0::{PipelineElement, PipelineStateValidation, ResourceBinding};
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, parts};
use dxc_shader::Finding;
use tests::root_signatures::{constants, descriptor, parsed, range, ranges, small};

/// The findings, each as its part, path and rule.
fn summary(findings: &[Finding]) -> String {
    let summary = findings.iter().map(|finding| {
        let part = finding.part.map(|part| part.to_string());
        let (part, path) = (part.unwrap_or_default(), &finding.path);
        format!("{part} {path} {}", finding.rule.name)
    });
    summary.collect::<Vec<_>>().join("\n")
}

/// A shader with one resource in space 0.
fn shader(resource_type: ResourceType, first: u32, last: u32) -> PipelineStateValidation {
    let mut resource = ResourceBinding::new(0);
    resource.resource_type = resource_type;
    resource.lower_bound = first;
    resource.upper_bound = last;
    let mut psv = PipelineStateValidation::default();
    psv.resources.push(resource);
    psv
}

/// Whether a root signature binds the resource of a shader.
fn is_bound(signature: &RootSignature, psv: &PipelineStateValidation, stage: ShaderStage) -> bool {
    match &*summary(&dxc_shader::root_signature::validate_shader(
        signature, psv, stage,
    )) {
        "" => true,
        "PSV0 resources[0] resource-not-bound" => false,
        other => panic!("{other}"),
    }
}

/// A range with one register less at either end, in another space or of another class does not bind it.
#[test]
fn a_range_must_hold_all_registers() {
    let text = "DescriptorTable(SRV(t10, numDescriptors = 5), SRV(t15, numDescriptors = 5), SRV(t30, space = 1))";
    let signature = parsed(text, RootSignatureVersion::V1_2);
    for (resource_type, first, last, expected) in [
        (ResourceType::SRVTyped, 10, 14, true),
        (ResourceType::SRVRaw, 15, 19, true),
        (ResourceType::SRVStructured, 14, 14, true),
        (ResourceType::SRVTyped, 9, 14, false),
        (ResourceType::SRVTyped, 15, 20, false),
        (ResourceType::UAVTyped, 10, 14, false),
        (ResourceType::SRVTyped, 30, 30, false),
        // One range must contain all registers; DXC requires this, too.
        (ResourceType::SRVTyped, 14, 15, false),
        // For an unbounded array, only the first register must be in a range.
        (ResourceType::SRVTyped, 19, u32::MAX, true),
        (ResourceType::SRVTyped, 20, u32::MAX, false),
    ] {
        let psv = shader(resource_type, first, last);
        let found = is_bound(&signature, &psv, ShaderStage::Pixel);
        assert_eq!(found, expected, "{resource_type} {first}..{last}");
    }
}

#[test]
fn each_class_has_its_own_registers() {
    let text = "RootConstants(num32BitConstants = 1, b0), DescriptorTable(SRV(t20), UAV(u30), CBV(b40)), \
                StaticSampler(s50)";
    let signature = parsed(text, RootSignatureVersion::V1_2);
    for (resource_type, registers) in [
        (ResourceType::SRVTyped, &[20][..]),
        (ResourceType::SRVRaw, &[20]),
        (ResourceType::SRVStructured, &[20]),
        (ResourceType::UAVTyped, &[30]),
        (ResourceType::UAVRaw, &[30]),
        (ResourceType::UAVStructured, &[30]),
        (ResourceType::UAVStructuredWithCounter, &[30]),
        // Root constants are a constant buffer to the shader.
        (ResourceType::CBV, &[0, 40]),
        (ResourceType::Sampler, &[50]),
        // Only resources need a register.
        (ResourceType::Invalid, &[0, 20, 30, 40, 50]),
    ] {
        for wanted in [0, 20, 30, 40, 50] {
            let psv = shader(resource_type, wanted, wanted);
            let found = is_bound(&signature, &psv, ShaderStage::Compute);
            assert_eq!(
                found,
                registers.contains(&wanted),
                "{resource_type} {wanted}"
            );
        }
    }
}

#[test]
fn a_stage_sees_shared_parameters_and_its_own() {
    let stages = [
        (ShaderStage::Vertex, ShaderVisibility::Vertex),
        (ShaderStage::Hull, ShaderVisibility::Hull),
        (ShaderStage::Domain, ShaderVisibility::Domain),
        (ShaderStage::Geometry, ShaderVisibility::Geometry),
        (ShaderStage::Pixel, ShaderVisibility::Pixel),
        (ShaderStage::Amplification, ShaderVisibility::Amplification),
        (ShaderStage::Mesh, ShaderVisibility::Mesh),
        // A stage without a separate visibility sees only parameters for all stages.
        (ShaderStage::Compute, ShaderVisibility::All),
    ];
    let psv = shader(ResourceType::SRVTyped, 0, 0);
    for visibility in (0..8).map(ShaderVisibility) {
        let mut signature = small();
        signature.parameters[0].visibility = visibility;
        for (stage, own) in stages {
            let seen = visibility == own || visibility == ShaderVisibility::All;
            let bound = is_bound(&signature, &psv, stage);
            assert_eq!(bound, seen, "{stage} {visibility}");
        }
    }
}

/// Textures, typed buffers and counters need a descriptor in a table.
#[test]
fn root_descriptors_are_plain_buffers() {
    for (clause, resource_type, fits) in [
        ("SRV(t9)", ResourceType::SRVTyped, false),
        ("SRV(t9)", ResourceType::SRVRaw, true),
        ("SRV(t9)", ResourceType::SRVStructured, true),
        ("UAV(u9)", ResourceType::UAVTyped, false),
        ("UAV(u9)", ResourceType::UAVRaw, true),
        ("UAV(u9)", ResourceType::UAVStructured, true),
        ("UAV(u9)", ResourceType::UAVStructuredWithCounter, false),
        ("CBV(b9)", ResourceType::CBV, true),
    ] {
        let signature = parsed(clause, RootSignatureVersion::V1_2);
        let findings = dxc_shader::root_signature::validate_shader(
            &signature,
            &shader(resource_type, 9, 9),
            ShaderStage::Mesh,
        );
        let refused = "PSV0 resources[0].resource_type root-descriptor-view";
        let expected = if fits { "" } else { refused };
        assert_eq!(summary(&findings), expected, "{resource_type}");
    }
}

#[test]
fn a_stage_that_is_denied_has_no_resources() {
    let psv = shader(ResourceType::SRVTyped, 0, 0);
    let empty = PipelineStateValidation::default();
    for (stage, denial) in [
        (ShaderStage::Vertex, 0x2),
        (ShaderStage::Hull, 0x4),
        (ShaderStage::Domain, 0x8),
        (ShaderStage::Geometry, 0x10),
        (ShaderStage::Pixel, 0x20),
        (ShaderStage::Amplification, 0x100),
        (ShaderStage::Mesh, 0x200),
    ] {
        let mut signature = small();
        // The flags may deny access to all other stages.
        signature.flags = RootFlags(0x33e & !denial);
        assert_eq!(
            dxc_shader::root_signature::validate_shader(&signature, &psv, stage),
            []
        );
        signature.flags = RootFlags(denial);
        let findings = dxc_shader::root_signature::validate_shader(&signature, &psv, stage);
        assert_eq!(summary(&findings), "RTS0 flags stage-denied", "{stage}");
        assert_eq!(
            dxc_shader::root_signature::validate_shader(&signature, &empty, stage),
            []
        );
    }
}

#[test]
fn vertex_inputs_need_an_input_layout() {
    let mut input = PipelineElement::new(0);
    for (kind, missing) in [
        (SemanticKind::Arbitrary, "RTS0 flags input-layout"),
        (SemanticKind::VertexID, ""),
    ] {
        input.kind = kind;
        let mut psv = PipelineStateValidation::default();
        psv.inputs.push(input);
        let mut signature = small();
        let findings =
            dxc_shader::root_signature::validate_shader(&signature, &psv, ShaderStage::Vertex);
        assert_eq!(summary(&findings), missing);
        assert_eq!(
            dxc_shader::root_signature::validate_shader(&signature, &psv, ShaderStage::Pixel),
            []
        );
        signature.flags = RootFlags::AllowInputAssemblerInputLayout;
        assert_eq!(
            dxc_shader::root_signature::validate_shader(&signature, &psv, ShaderStage::Vertex),
            []
        );
    }
}

/// A copy of the container with another root signature.
fn with(container: &Container<'_>, signature: RootSignature) -> Container<'static> {
    let mut builder = container.to_builder();
    builder.set_part(parts::RTS0, signature).unwrap();
    tests::opened(builder.to_bytes().unwrap())
}

/// If one of its parameters or samplers is removed, DXC's shader has an unbound resource or a broken rule.
#[test]
fn a_removed_parameter_is_reported() {
    let container = tests::open("dxc/rs_full.v1_1.dxil");
    let signature = container.rts0().unwrap().unwrap().to_value();
    let wanted = container.psv0().unwrap().unwrap().resources().len();
    let mut missed = 0;
    for index in 0..signature.parameters.len() + signature.samplers.len() {
        let mut fewer = signature.clone();
        match index.checked_sub(fewer.parameters.len()) {
            Some(sampler) => drop(fewer.samplers.remove(sampler)),
            None => drop(fewer.parameters.remove(index)),
        }
        let findings = dxc_shader::validate(&with(&container, fewer));
        let is_missing = |finding: &Finding| finding.rule.name == "resource-not-bound";
        assert!(findings.iter().all(is_missing), "{findings:?}");
        missed += findings.len();
    }
    assert_eq!(missed, wanted);
}

/// PSV0 of version 0 does not store the stage; the program does.
#[test]
fn the_stage_is_the_program_s_where_psv0_names_none() {
    let container = tests::open("dxc/vs_basic.psv-v0.dxil");
    let psv = container.psv0().unwrap().unwrap().to_value();
    assert!(psv.info.shader_stage().is_none());
    let resources: Vec<_> = psv.resources.iter().copied().collect();
    let [one, other] = resources[..] else {
        panic!("{resources:?}")
    };
    let mut signature = small();
    descriptor(&mut signature).shader_register = one.lower_bound;
    descriptor(&mut signature).register_space = one.space;
    constants(&mut signature).shader_register = other.lower_bound;
    constants(&mut signature).register_space = other.space;
    let told_with = |signature: &RootSignature| {
        let findings = dxc_shader::validate(&with(&container, signature.clone()));
        // DXC's validator reads versions up to 1.1.
        let others = findings
            .iter()
            .filter(|finding| finding.rule.name != "root-version");
        others.map(ToString::to_string).collect::<Vec<_>>()
    };
    signature.parameters[2].visibility = ShaderVisibility::Vertex;
    signature.flags = RootFlags::AllowInputAssemblerInputLayout;
    assert_eq!(told_with(&signature), [""; 0]);
    signature.parameters[2].visibility = ShaderVisibility::Pixel;
    assert_eq!(
        told_with(&signature),
        ["PSV0: resources[0]: CBV b0, space 0 is not bound [resource-not-bound]"]
    );
    // Errors of the root signature itself are reported, too.
    signature.parameters[2].visibility = ShaderVisibility(1000);
    assert_eq!(told_with(&signature).len(), 2);
}

/// Tests hundreds of thousands of ranges and resources.
#[test]
fn many_resources_are_found_among_many_ranges() {
    let count = 100_000;
    let mut signature = small();
    *ranges(&mut signature) = (0..count)
        .map(|register| range(DescriptorRangeType::SRV, register * 2, 1))
        .collect();
    let mut resource = ResourceBinding::new(0);
    resource.resource_type = ResourceType::SRVRaw;
    let mut psv = PipelineStateValidation::default();
    for register in 0..count {
        resource.lower_bound = register;
        resource.upper_bound = register;
        psv.resources.push(resource);
    }
    let findings =
        dxc_shader::root_signature::validate_shader(&signature, &psv, ShaderStage::Compute);
    assert_eq!(findings.len(), count as usize / 2);
    assert_eq!(findings[0].path, "resources[1]");
}
