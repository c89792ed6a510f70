//! Tests the meaning of PSV0: stages and dependencies. DXC's dumps test those of values in `dxc_dumps`, and its bitcode
//! those of views in `dxil`.
//!
//! Judge: DXC, by `*.psv.txt`. The bits of the masks that are made here were counted by hand.

use dxc_format::constants::ShaderStage;
use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo};

/// Two streams of 9 and 1 vectors after 1 vector of inputs: masks of 2 words and of 1 word.
#[test]
fn streams_are_consecutive() {
    let mut psv = PipelineStateValidation::default();
    psv.info.record = RuntimeInfo::new(1);
    psv.info.set_shader_stage(ShaderStage::Geometry).unwrap();
    psv.info.set_uses_view_id(true.into()).unwrap();
    psv.info.set_input_vectors(1).unwrap();
    psv.info.set_output_vectors([9, 1, 0, 0]).unwrap();
    psv.view_id_outputs = vec![1 << 31, 1 << 3, 1 << 2];
    psv.inputs_to_outputs = vec![0; 4 * 2 + 4];
    psv.inputs_to_outputs[2 * 3 + 1] = 1 << 1; // stream 0, input 3, output 33
    psv.inputs_to_outputs[8 + 1] = 1 << 3; // stream 1, input 1, output 3
    psv.to_bytes().unwrap();
    let streams = dxc_shader::psv0::dependencies(&psv).streams;
    let on_view = |stream: usize| {
        let stream = &streams[stream];
        (
            stream.outputs(),
            stream.outputs_on_view().collect::<Vec<_>>(),
        )
    };
    assert_eq!(on_view(0), (36, vec![31, 35]));
    assert_eq!(on_view(1), (4, vec![2]));
    assert_eq!((on_view(3), streams.len()), ((0, vec![]), 4));
    let pairs = |stream: usize| {
        let stream = &streams[stream];
        let outputs = stream.outputs_on_inputs();
        let pairs = outputs.map(|output| (stream.inputs_of(output).collect::<Vec<_>>(), output));
        pairs.collect::<Vec<_>>()
    };
    assert_eq!(pairs(0), vec![(vec![3], 33)]);
    assert_eq!(pairs(1), vec![(vec![1], 3)]);
    assert_eq!(pairs(2), vec![]);
    let first = &streams[0];
    assert_eq!((first.inputs(), first.outputs()), (4, 36));
    assert!(first.depends(33, 3) && !first.depends(32, 3));
    assert_eq!(first.inputs_of(36).count(), 0);
    // Other stages have one stream.
    psv.info.set_shader_stage(ShaderStage::Vertex).unwrap();
    let state = dxc_shader::psv0::dependencies(&psv);
    assert_eq!(state.streams.len(), 1);
}

/// The headings of the tables in DXC's dumps, which omit those that a stage does not have.
const TABLES: [&str; 4] = [
    "\nOutputs affected by inputs as a table of bitmasks for stream 0:",
    "\nPCOutputs affected by ViewID as a bitmask:",
    "\nPatch constant outputs affected by inputs as a table of bitmasks:",
    "\nOutputs affected by patch constant inputs as a table of bitmasks:",
];

#[test]
fn each_stage_has_its_own() {
    let known = |name: &str| {
        let psv = tests::open(name).psv0().unwrap().unwrap();
        let state = dxc_shader::psv0::dependencies(&psv.to_value());
        let patches = state.patches_or_primitives.as_ref();
        [
            state.streams.iter().any(|stream| stream.inputs() > 0),
            patches.is_some(),
            patches.is_some_and(|patches| patches.inputs() > 0),
            state.outputs_on_patches.is_some(),
        ]
    };
    for name in [
        "vs_basic.psv-v0",
        "vs_viewid.sm61",
        "hs_patch.sm61",
        "ds_patch.sm60",
    ] {
        let dump = String::from_utf8(tests::read(&format!("dxc/{name}.psv.txt"))).unwrap();
        let expected = TABLES.map(|heading| dump.contains(heading));
        assert_eq!(known(&format!("dxc/{name}.dxil")), expected, "{name}");
    }
    let mesh = known("crafted/mesh-viewid.dxil");
    assert_eq!(mesh, [false, true, false, false]);
}

/// If a value has fewer words than its vectors require, missing words count as 0.
#[test]
fn words_that_are_not_there_have_no_bits() {
    let container = tests::open("dxc/vs_basic.sm60.dxil");
    let mut psv = container.psv0().unwrap().unwrap().to_value();
    psv.inputs_to_outputs.clear();
    let state = dxc_shader::psv0::dependencies(&psv);
    assert!(!state.streams[0].depends(0, 0));
    assert_eq!(state.streams[0].outputs_on_inputs().count(), 0);
}

#[test]
fn the_stage_is_that_of_psv0_or_of_the_program() {
    for (name, stage) in [
        ("vs_basic.psv-v0", Some(ShaderStage::Vertex)),
        ("vs_basic.psv-v1", Some(ShaderStage::Vertex)),
        ("cs_reduce.sm60", Some(ShaderStage::Compute)),
        ("lib_workgraph.sm68", Some(ShaderStage::Library)),
        ("rs_only.v1_0", None),
    ] {
        let container = tests::open(&format!("dxc/{name}.dxil"));
        assert_eq!(container.shader_stage().unwrap(), stage, "{name}");
    }
    // With it, the readings of version 0 are those of version 1.
    let [old, new] = ["v0", "v1"].map(|version| {
        let container = tests::open(&format!("dxc/vs_basic.psv-{version}.dxil"));
        let stage = container.shader_stage().unwrap().unwrap();
        let info = container.psv0().unwrap().unwrap().info();
        info.stage_info.vertex(stage).unwrap()
    });
    assert_eq!(old, new);
    assert!(old.output_position_present.get());
}
