//! Tests the consistency rules of PSV0: each rule finds its violation. `judge` tests the output of compilers, which has
//! no violations.
//!
//! No tool judges the messages. New ones are read by hand.

use dxc_format::TableStyle;
use dxc_format::constants::{
    ComponentType, InterpolationMode, ResourceFlags, ResourceKind, ResourceType, SemanticKind,
    ShaderStage,
};
use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo};
use dxc_shader::Finding;

use super::judge_rules::Cases;

fn psv0(file: &str) -> PipelineStateValidation {
    let container = tests::open(&format!("{file}.dxil"));
    container.psv0().unwrap().unwrap().to_value()
}

/// The violations; those about order come last.
fn found(psv: &PipelineStateValidation) -> Vec<Finding> {
    dxc_shader::psv0::validate(psv)
        .into_iter()
        .chain(dxc_shader::psv0::lint(psv))
        .collect()
}

/// A name, a file, and a change of its PSV0.
type Case = (&'static str, &'static str, fn(&mut PipelineStateValidation));

const VERTEX: &str = "vs_basic.sm60";
const COMPUTE: &str = "cs_reduce.sm60";
const SEMANTICS: &str = "vs_semantics.sm60";
const HULL: &str = "hs_patch.sm61";
const DOMAIN: &str = "ds_patch.sm60";
const GEOMETRY: &str = "gs_streams.sm60";
const MESH: &str = "ms_meshlet.sm65";

const CASES: &[Case] = &[
    // The info.
    ("a short table of dependencies", VERTEX, |psv| {
        psv.inputs_to_outputs.truncate(3);
    }),
    // Also, nothing references the name of the entry.
    ("version 0", VERTEX, |psv| {
        psv.info.record = RuntimeInfo::new(0);
    }),
    ("a library", COMPUTE, |psv| {
        psv.info.set_shader_stage(ShaderStage::Library).unwrap();
    }),
    ("threads of a vertex shader", VERTEX, |psv| {
        psv.info.set_num_threads_y(8).unwrap();
    }),
    ("no threads", COMPUTE, |psv| {
        psv.info.set_num_threads_z(0).unwrap();
    }),
    ("a wave size", VERTEX, |psv| {
        psv.info.minimum_wave_lane_count = u32::MAX;
    }),
    ("wave sizes", VERTEX, |psv| {
        psv.info.minimum_wave_lane_count = 64;
        psv.info.maximum_wave_lane_count = 32;
    }),
    ("a stream of a vertex shader", VERTEX, |psv| {
        let [vectors, ..] = psv.info.output_vectors().unwrap();
        psv.info.set_output_vectors([vectors, 0, 1, 0]).unwrap();
    }),
    // The values of single stages. Direct3D's limits are allowed: D3D11_IA_PATCH_MAX_CONTROL_POINT_COUNT is 32,
    // D3D11_GS_MAX_OUTPUT_VERTEX_COUNT_ACROSS_INSTANCES is 1024, and mesh shaders output at most 256 vertices and primitives.
    ("32 control points of a hull shader", HULL, |psv| {
        set_control_points(psv, 32);
    }),
    ("33 control points of a hull shader", HULL, |psv| {
        set_control_points(psv, 33);
    }),
    ("33 control points of a domain shader", DOMAIN, |psv| {
        let stage_info = &mut psv.info.record.stage_info;
        let mut domain = stage_info.domain(ShaderStage::Domain).unwrap();
        domain.input_control_points = 33;
        stage_info.set_domain(domain);
    }),
    ("1024 vertices of a geometry shader", GEOMETRY, |psv| {
        set_vertices(psv, 1024);
    }),
    ("1025 vertices of a geometry shader", GEOMETRY, |psv| {
        set_vertices(psv, 1025);
    }),
    ("256 outputs of a mesh shader", MESH, |psv| {
        set_outputs(psv, 256);
    }),
    ("257 outputs of a mesh shader", MESH, |psv| {
        set_outputs(psv, 257);
    }),
    // Resources.
    ("no register", VERTEX, |psv| {
        psv.resources[1].lower_bound = psv.resources[1].upper_bound + 1;
    }),
    ("a kind of another type", VERTEX, |psv| {
        psv.resources[0].set_kind(ResourceKind::Sampler).unwrap();
    }),
    ("an unknown type", VERTEX, |psv| {
        psv.resources[0].resource_type = ResourceType(77);
    }),
    ("an unknown flag", VERTEX, |psv| {
        psv.resources[0].set_flags(ResourceFlags(0x80)).unwrap();
    }),
    ("an older version", VERTEX, |psv| {
        psv.info.record.set_version(1);
        psv.lay_out(TableStyle::Dxc).unwrap();
    }),
    // Elements.
    ("unknown values", VERTEX, |psv| {
        psv.inputs[0].kind = SemanticKind(200);
        psv.inputs[1].component_type = ComponentType(99);
        psv.outputs[2].interpolation = InterpolationMode(99);
    }),
    ("five columns", VERTEX, |psv| {
        psv.inputs[0].shape.set_cols(5).unwrap();
    }),
    ("a row behind the last vector", VERTEX, |psv| {
        psv.inputs[4].start_row += 1;
    }),
    ("two elements in one row", VERTEX, |psv| {
        psv.inputs[1].start_row = psv.inputs[0].start_row;
    }),
    ("an element in another stream", VERTEX, |psv| {
        psv.outputs[0].mask_and_stream.set_stream(2).unwrap();
    }),
    ("a patch constant of a vertex shader", VERTEX, |psv| {
        let element = psv.inputs[0];
        psv.patches_or_primitives.push(element);
    }),
    // Rules for tables.
    ("a name that is nowhere", VERTEX, |psv| {
        psv.inputs[0].name = 1000;
    }),
    ("numbers without a reference", SEMANTICS, |psv| {
        psv.index_table.extend([7, 8, 9]);
    }),
    ("indices behind the table", SEMANTICS, |psv| {
        psv.outputs[4].indices = 8;
    }),
    ("a string without an end", VERTEX, |psv| {
        psv.strings.0.push(b'A');
    }),
];

fn set_control_points(psv: &mut PipelineStateValidation, count: u32) {
    let stage_info = &mut psv.info.record.stage_info;
    let mut hull = stage_info.hull(ShaderStage::Hull).unwrap();
    (hull.input_control_points, hull.output_control_points) = (count, count);
    stage_info.set_hull(hull);
}

fn set_vertices(psv: &mut PipelineStateValidation, count: u16) {
    let mut extra = psv.info.extra_info().unwrap();
    extra.set_max_vertex_count(count);
    psv.info.set_extra_info(extra).unwrap();
}

fn set_outputs(psv: &mut PipelineStateValidation, count: u16) {
    let stage_info = &mut psv.info.record.stage_info;
    let mut mesh = stage_info.mesh(ShaderStage::Mesh).unwrap();
    (mesh.max_output_vertices, mesh.max_output_primitives) = (count, count);
    stage_info.set_mesh(mesh);
}

#[test]
fn violations() {
    let mut cases = Cases::default();
    for (name, file, change) in CASES {
        let mut psv = psv0(&format!("dxc/{file}"));
        change(&mut psv);
        cases.add(name, found(&psv));
    }
    insta::assert_snapshot!(cases.0);
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
        let found: Vec<_> = found.iter().map(|finding| &*finding.path).collect();
        assert_eq!(found, paths, "{file}");
    }
}

/// An unknown version is not a violation; resources of another version than the rest are one.
#[test]
fn later_versions() {
    let paths = |psv: &PipelineStateValidation| -> Vec<String> {
        found(psv).into_iter().map(|finding| finding.path).collect()
    };
    assert_eq!(paths(&tests::later::info()), [""; 0]);
    assert_eq!(paths(&tests::later::resources()), ["resources"]);
}
