//! The consistency of PSV0: output of compilers has no findings, and each rule finds its violation.

use dxc_format::constants::{
    ComponentType, InterpolationMode, ResourceFlags, ResourceKind, ResourceType, SemanticKind,
    ShaderStage,
};
use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo};

fn psv0(file: &str) -> PipelineStateValidation {
    let container = tests::open(&format!("{file}.dxil"));
    container.psv0().unwrap().unwrap().to_value()
}

/// The path and the rule of each violation; untidy findings are last.
fn found(psv: &PipelineStateValidation) -> Vec<(String, &'static str)> {
    let findings = psv.validate().into_iter().chain(psv.untidy());
    findings
        .map(|finding| (finding.path, finding.rule.name))
        .collect()
}

#[test]
fn output_of_compilers_has_no_findings() {
    for (path, container) in tests::each_container() {
        if let Some(view) = container.psv0().unwrap() {
            assert_eq!(found(&view.to_value()), [], "{path}");
        }
    }
}

/// Changes a file's PSV0 and expects exactly these violations.
fn check(file: &str, change: fn(&mut PipelineStateValidation), expected: &[(&str, &str)]) {
    let mut psv = psv0(&format!("dxc/{file}"));
    change(&mut psv);
    let found = found(&psv);
    let found: Vec<_> = found
        .iter()
        .map(|(path, rule)| (path.as_str(), *rule))
        .collect();
    assert_eq!(found, expected, "{file}");
}

#[test]
fn invalid_values_are_not_written() {
    check(
        "vs_basic.sm60",
        |psv| psv.inputs_to_outputs.truncate(3),
        &[("inputs_to_outputs", "psv-writable")],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.info.record = RuntimeInfo::new(0),
        &[
            ("inputs", "psv-writable"),
            ("resources", "psv-resource-version"),
            // The reference to the entry was here.
            ("strings[46]", "table-unused"),
        ],
    );
}

#[test]
fn stages() {
    check(
        "cs_reduce.sm60",
        |psv| psv.info.set_shader_stage(ShaderStage::Library).unwrap(),
        &[
            ("info.shader_stage", "psv-stage"),
            ("info.group_shared_bytes", "psv-group-shared"),
        ],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.info.set_num_threads_y(8).unwrap(),
        &[("info.num_threads_y", "psv-threads")],
    );
    check(
        "cs_reduce.sm60",
        |psv| psv.info.set_num_threads_z(0).unwrap(),
        &[("info.num_threads_z", "psv-threads")],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.info.minimum_wave_lane_count = u32::MAX,
        &[("info.minimum_wave_lane_count", "psv-wave-size")],
    );
    check(
        "vs_basic.sm60",
        |psv| {
            psv.info.minimum_wave_lane_count = 64;
            psv.info.maximum_wave_lane_count = 32;
        },
        &[("info.minimum_wave_lane_count", "psv-wave-lanes")],
    );
    check(
        "vs_basic.sm60",
        |psv| {
            let [vectors, ..] = psv.info.output_vectors().unwrap();
            psv.info.set_output_vectors([vectors, 0, 1, 0]).unwrap();
        },
        &[("info.output_vectors[2]", "psv-streams")],
    );
}

#[test]
fn resources() {
    check(
        "vs_basic.sm60",
        |psv| psv.resources[1].lower_bound = psv.resources[1].upper_bound + 1,
        &[("resources[1].upper_bound", "psv-resource-range")],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.resources[0].set_kind(ResourceKind::Sampler).unwrap(),
        &[("resources[0].kind", "psv-resource-kind")],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.resources[0].resource_type = ResourceType(77),
        &[("resources[0].resource_type", "psv-known-value")],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.resources[0].set_flags(ResourceFlags(0x80)).unwrap(),
        &[("resources[0].flags", "psv-known-value")],
    );
    check(
        "vs_basic.sm60",
        |psv| {
            psv.info.record.set_version(1);
            psv.lay_out(dxc_format::TableStyle::Dxc).unwrap();
        },
        &[("resources", "psv-resource-version")],
    );
}

#[test]
fn elements() {
    check(
        "vs_basic.sm60",
        |psv| {
            psv.inputs[0].kind = SemanticKind(200);
            psv.inputs[1].component_type = ComponentType(99);
            psv.outputs[2].interpolation = InterpolationMode(99);
        },
        &[
            ("inputs[0].kind", "psv-known-value"),
            ("inputs[1].component_type", "psv-known-value"),
            ("outputs[2].interpolation", "psv-known-value"),
        ],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.inputs[0].shape.set_cols(5).unwrap(),
        &[("inputs[0].shape", "psv-element-shape")],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.inputs[4].start_row += 1,
        &[
            ("inputs[4].start_row", "psv-element-vectors"),
            ("inputs", "psv-dependency"),
        ],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.inputs[1].start_row = psv.inputs[0].start_row,
        &[
            ("inputs[1].start_row", "psv-element-overlap"),
            ("inputs", "psv-dependency"),
            ("inputs", "psv-dependency"),
            ("inputs", "psv-dependency"),
        ],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.outputs[0].mask_and_stream.set_stream(2).unwrap(),
        &[
            ("outputs[0].mask_and_stream", "psv-streams"),
            ("outputs", "psv-dependency"),
            ("outputs", "psv-dependency"),
            ("outputs", "psv-dependency"),
            ("outputs", "psv-dependency"),
        ],
    );
    check(
        "vs_basic.sm60",
        |psv| {
            let element = psv.inputs[0];
            psv.patches_or_primitives.push(element);
        },
        &[("patches_or_primitives", "psv-stage-elements")],
    );
}

#[test]
fn tables() {
    check(
        "vs_basic.sm60",
        |psv| psv.inputs[0].name = 1000,
        &[
            ("inputs[0].name", "table-reference"),
            ("strings[1]", "table-unused"),
        ],
    );
    check(
        "vs_semantics.sm60",
        |psv| psv.index_table.extend([7, 8, 9]),
        &[("index_table[8..11]", "table-unused")],
    );
    check(
        "vs_semantics.sm60",
        |psv| psv.outputs[4].indices = 8,
        &[
            ("outputs[4].indices", "table-reference"),
            ("index_table[7..8]", "table-unused"),
        ],
    );
    check(
        "vs_basic.sm60",
        |psv| psv.strings.0.push(b'A'),
        &[
            ("strings[52]", "table-end"),
            ("strings[51]", "table-unused"),
        ],
    );
}

/// The crafted files that can be read, and their findings.
#[test]
fn crafted() {
    let expected = [
        ("psv-semantic-kind-200", vec!["inputs[0].kind"]),
        ("psv-trailing", vec![]),
    ];
    for (file, paths) in expected {
        let found = found(&psv0(&format!("crafted/{file}")));
        let found: Vec<_> = found.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(found, paths, "{file}");
    }
}

/// A version that is not known yet is no violation; resources of another version than the rest are one.
#[test]
fn later_versions() {
    let paths = |psv: &PipelineStateValidation| -> Vec<String> {
        found(psv).into_iter().map(|(path, _)| path).collect()
    };
    assert_eq!(paths(&tests::later::info()), [""; 0]);
    assert_eq!(paths(&tests::later::resources()), ["resources"]);
}

/// DXC once left unreferenced numbers in the table of a mesh shader: that is untidy, but no reader refuses it.
#[test]
fn leftovers_of_compilers_are_no_violation() {
    let container = tests::open("hostile/validate-table-unused-dxc-mesh.dxil");
    assert_eq!(*container.validate(), []);
    let untidy = container.untidy();
    let places = untidy
        .iter()
        .map(|finding| (&*finding.path, finding.rule.name));
    // The program states the three indices of the array that OSG1 repeats.
    let expected = [("index_table[1..3]", "table-unused")];
    assert_eq!(places.collect::<Vec<_>>(), expected);
}
