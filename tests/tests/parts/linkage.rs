//! Tests whether the shaders of a pipeline match each other.
//!
//! Judge: `dxc-format/tests/data/linkage/README.md`, the rules of Direct3D, from which `pipelines.tsv` was written before the
//! code was run. FXC and DXC compiled the shaders.

use std::collections::{BTreeMap, BTreeSet};

use dxc_format::Container;
use dxc_format::constants::D3DSystemValue;
use dxc_shader::linkage::{
    InputElement, Mismatches, Pipeline, Refused, Stage, check_input_layout, rules,
};
use dxc_shader::pipelines::{D3D12MessageId, PipelineStage, PrimitiveTopologyType};

fn read(name: &str) -> Vec<u8> {
    tests::read(&format!("linkage/{name}"))
}

fn stage(file: &[u8]) -> Stage {
    Stage::read(&Container::parse(file).unwrap())
        .unwrap()
        .expect("a stage of a pipeline")
}

/// The numbers of the messages about a pipeline of these files.
fn numbers(files: &[&str], topology: Option<PrimitiveTopologyType>) -> BTreeSet<u32> {
    let stages = files.iter().map(|file| stage(&read(file)));
    let pipeline = Pipeline::new(stages).unwrap();
    let pipeline = match topology {
        Some(topology) => pipeline.with_topology(topology),
        None => pipeline,
    };
    let found = pipeline.validate().into_iter();
    found.map(|mismatch| mismatch.message.0).collect()
}

#[test]
fn pipelines_have_the_messages_of_the_rules() {
    let table = String::from_utf8(read("pipelines.tsv")).unwrap();
    let (mut wrong, mut judged) = (Vec::new(), BTreeSet::new());
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let [files, topology, expected] = columns[..] else {
            panic!("{row}");
        };
        let files: Vec<&str> = files.split(' ').collect();
        let topology = PrimitiveTopologyType::from_name(&topology.to_ascii_uppercase());
        let expected = expected.split(',').filter_map(|number| number.parse().ok());
        let expected: BTreeSet<u32> = expected.collect();
        let found = numbers(&files, topology);
        if found != expected {
            wrong.push(format!("{row}: found {found:?}"));
        }
        judged.extend(expected);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // System values and input layouts are tested below, root signatures in other files.
    let about_signatures = rules::ALL.iter().map(|rule| rule.message.0);
    let system_value = D3D12MessageId::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_SYSTEMVALUE.0;
    let unjudged: Vec<u32> = about_signatures
        .filter(|number| !judged.contains(number) && ![system_value, 62, 65, 245].contains(number))
        .collect();
    assert_eq!(unjudged, [0u32; 0]);
}

/// A signature of a stage, and a semantic in it whose system value is changed.
type Edit = (PipelineStage, &'static str, &'static str, D3DSystemValue);

/// Compilers do not write two stages that only differ in a system value, so elements are changed here. The stages for
/// which message 663 is expected follow from the rules.
const EDITS: [(&str, Edit, &[u32], Option<PipelineStage>); 14] = {
    use D3DSystemValue as Value;
    use PipelineStage as Stage;
    [
        (
            "vs ps",
            (Stage::Pixel, "in", "SV_Position", Value::Undefined),
            &[663],
            Some(Stage::Pixel),
        ),
        (
            "vs ps",
            (Stage::Vertex, "out", "A", Value::ClipDistance),
            &[663],
            Some(Stage::Pixel),
        ),
        (
            "vs ps",
            (Stage::Vertex, "out", "SV_Position", Value::Undefined),
            &[663, 682],
            Some(Stage::Pixel),
        ),
        (
            "vs ps",
            (Stage::Vertex, "in", "POSITION", Value::Position),
            &[],
            None,
        ),
        (
            "vs ps_fewer",
            (Stage::Vertex, "out", "B", Value::ClipDistance),
            &[],
            None,
        ),
        (
            "vs hs ds ps",
            (Stage::Hull, "in", "SV_Position", Value::Undefined),
            &[663],
            Some(Stage::Hull),
        ),
        (
            "vs hs ds ps",
            (Stage::Hull, "out", "A", Value::CullDistance),
            &[663],
            Some(Stage::Domain),
        ),
        (
            "hs ds",
            (Stage::Domain, "patch", "K", Value::FinalTriInsideTessfactor),
            &[663],
            Some(Stage::Domain),
        ),
        (
            "hs ds",
            (
                Stage::Hull,
                "patch",
                "SV_InsideTessFactor",
                Value::Undefined,
            ),
            &[663],
            Some(Stage::Domain),
        ),
        (
            "hs ds ps",
            (Stage::Domain, "out", "A", Value::ClipDistance),
            &[663],
            Some(Stage::Pixel),
        ),
        (
            "vs gs ps",
            (Stage::Geometry, "in", "A", Value::ClipDistance),
            &[663],
            Some(Stage::Geometry),
        ),
        (
            "vs gs ps",
            (Stage::Geometry, "out", "A", Value::ClipDistance),
            &[663],
            Some(Stage::Pixel),
        ),
        // The element is in stream 1.
        (
            "vs gs_streams ps_fewer",
            (Stage::Geometry, "out", "B", Value::ClipDistance),
            &[],
            None,
        ),
        (
            "vs gs_id ps_id",
            (Stage::Pixel, "in", "SV_PrimitiveID", Value::SampleIndex),
            &[663],
            Some(Stage::Pixel),
        ),
    ]
};

/// The mismatches of a pipeline after an edit.
fn edited(files: &[String], (at, signature, semantic, value): Edit) -> Mismatches {
    let mut stages: Vec<Stage> = files.iter().map(|file| stage(&read(file))).collect();
    let edited = stages.iter_mut().find(|stage| stage.stage == at).unwrap();
    let signature = match signature {
        "in" => &mut edited.inputs,
        "out" => &mut edited.outputs,
        _ => &mut edited.patch,
    };
    let elements = signature.as_mut().unwrap().elements.iter_mut();
    let mut elements = elements.filter(|element| element.name == semantic);
    elements.next().unwrap().element.system_value = value;
    Pipeline::new(stages).unwrap().validate()
}

#[test]
fn a_semantic_is_one_system_value() {
    for (compiler, ending) in [("fxc", "dxbc"), ("dxc", "dxil")] {
        for (files, edit, numbers, stage) in EDITS {
            let files = files.split(' ');
            let files: Vec<String> = files
                .map(|file| format!("{compiler}/{file}.{ending}"))
                .collect();
            let found = edited(&files, edit);
            let found_numbers = found.iter().map(|mismatch| mismatch.message.0);
            let found_numbers: Vec<u32> = found_numbers.collect();
            assert_eq!(found_numbers, numbers, "{files:?} {edit:?}");
            let first = found.first().map(|mismatch| mismatch.stage);
            assert_eq!(first, stage, "{files:?} {edit:?}");
        }
    }
    let mesh = ["dxc/ms.dxil".to_owned(), "dxc/ps.dxil".into()];
    for (signature, semantic) in [("out", "A"), ("patch", "C")] {
        let edit = (
            PipelineStage::Mesh,
            signature,
            semantic,
            D3DSystemValue::PrimitiveID,
        );
        let found = edited(&mesh, edit);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].message.0, 663);
        assert_eq!(
            found[0].text,
            format!(
                "Mesh Shader - Pixel Shader linkage error: Signatures between stages are incompatible. \
                 Semantic '{semantic}' has a different system value defined in the output stage vs input stage."
            )
        );
    }
}

#[test]
fn twenty_mismatches_of_a_rule_are_kept() {
    let vertex = stage(&read("dxc/vs.dxil"));
    let mut pixel = stage(&read("dxc/ps.dxil"));
    let inputs = &mut pixel.inputs.as_mut().unwrap().elements;
    let mut unwritten = inputs[0].clone();
    unwritten.name = "A".repeat(1000);
    inputs.extend(vec![unwritten; 100]);
    let found = Pipeline::new([pixel, vertex]).unwrap().validate();
    assert_eq!(found.len(), 20);
    let truncated: Vec<_> = found.truncated(PipelineStage::Pixel).collect();
    assert_eq!(truncated.len(), 1);
    assert_eq!((truncated[0].rule, truncated[0].count), (found[0].rule, 80));
    assert_eq!(found.truncated(PipelineStage::Vertex).count(), 0);
    // A long name is truncated.
    assert!(found[0].text.len() < 400, "{}", found[0].text);
}

/// The texts are like those that reports quote: wgpu 1171, naga 1182, o3de-atom-sampleviewer 611 and FX11 3.
#[test]
fn texts_are_those_of_the_debug_layer() {
    let text = |files: [&str; 2]| {
        let stages = files.map(|file| stage(&read(&format!("dxc/{file}.dxil"))));
        let found = Pipeline::new(stages).unwrap().validate();
        format!("{}", found[0])
    };
    assert_eq!(
        text(["vs", "ps_skips"]),
        "Vertex Shader - Pixel Shader linkage error: Signatures between stages are incompatible. \
         Semantic 'B' is defined for mismatched hardware registers between the output stage and input stage. \
         [ #660: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_REGISTERINDEX ]"
    );
    assert_eq!(
        text(["vs", "ps_wide"]),
        "Vertex Shader - Pixel Shader linkage error: Signatures between stages are incompatible. \
         Semantic 'B' of the input stage has a hardware register component mask that is not a subset of the output of the previous stage. \
         [ #662: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_REGISTERMASK ]"
    );
    assert_eq!(
        text(["vs_unwritten", "ps"]),
        "Vertex Shader - Pixel Shader linkage error: Stages are incompatible with each other. \
         Semantic 'A' is always read by the downstream shader, but never written by the upstream shader \
         (even though the semantic is present in its output signature). \
         [ #664: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_NEVERWRITTEN_ALWAYSREADS ]"
    );
    assert_eq!(
        text(["vs_small", "gs"]),
        "Vertex Shader - Geometry Shader linkage error: Signatures between stages are incompatible. \
         The input stage requires Semantic/Index (B,0) as input, but it is not provided by the output stage. \
         [ #666: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_SEMANTICNAME_NOT_FOUND ]"
    );
}

/// Each message of Direct3D 11 corresponds to a message of Direct3D 12 whose name has the same end.
#[test]
fn messages_of_direct3d_11_have_the_same_names() {
    for message in D3D12MessageId::all_values() {
        let Some(older) = message.d3d11().map(|older| older.to_string()) else {
            continue;
        };
        let end = older
            .trim_start_matches("DEVICE_")
            .trim_start_matches("DRAW_");
        assert!(message.to_string().ends_with(end), "{message} {older}");
    }
}

#[test]
fn stages_are_sorted_and_belong_together() {
    let of = |file: &str| stage(&read(&format!("dxc/{file}.dxil")));
    let pipeline = Pipeline::new(["ps", "gs", "ds", "vs", "hs"].map(of)).unwrap();
    let order = pipeline
        .stages()
        .iter()
        .map(|stage| stage.stage.to_string());
    let order: Vec<String> = order.collect();
    assert_eq!(order, ["Vertex", "Hull", "Domain", "Geometry", "Pixel"]);
    let pipeline = Pipeline::new(["ps", "ms", "as"].map(of)).unwrap();
    let order: Vec<_> = pipeline
        .stages()
        .iter()
        .map(|stage| stage.stage.to_string())
        .collect();
    assert_eq!(order, ["Amplification", "Mesh", "Pixel"]);

    let refused = |files: [&str; 2]| Pipeline::new(files.map(of)).unwrap_err();
    assert_eq!(
        refused(["vs", "vs_clip"]),
        Refused::Repeated(PipelineStage::Vertex, 1)
    );
    assert_eq!(refused(["ps", "ps"]).to_string(), "a second pixel shader");
    assert_eq!(
        refused(["vs", "ms"]).to_string(),
        "a mesh shader is in no pipeline with a vertex shader"
    );
    for files in [
        ["cs", "vs"],
        ["ps", "cs"],
        ["as", "hs"],
        ["ms", "gs"],
        ["cs", "ms"],
    ] {
        assert!(matches!(refused(files), Refused::Excluded(..)), "{files:?}");
    }
}

#[test]
fn render_targets_have_types() {
    let pipeline = Pipeline::new([stage(&read("dxc/ps_targets.dxil"))]).unwrap();
    let targets = pipeline.render_targets().map(|target| {
        let element = &target.element.element;
        let format = dxc_shader::signatures::format_name(element);
        (target.index, format, element.mask)
    });
    let mut targets: Vec<_> = targets.collect();
    targets.sort();
    assert_eq!(targets, [(0, "float", 0xf), (1, "int", 1), (2, "uint", 3)]);
}

/// The messages follow from the rules: formats are converted to floats unless their names contain an integer type.
#[test]
fn input_layouts_have_the_inputs_of_vertex_shaders() {
    let cases: [(&str, &str, &[u32]); 14] = [
        ("vs", "POSITION:R32G32B32A32_FLOAT", &[]),
        ("vs", "POSITION:R32G32B32_FLOAT", &[]),
        ("vs", "position0:DXGI_FORMAT_R8G8B8A8_UNORM", &[]),
        ("vs", "POSITION:R16G16_SNORM", &[]),
        ("vs", "POSITION:R11G11B10_FLOAT,NORMAL:R8_UINT", &[]),
        ("vs", "POSITION:R32G32B32A32_UINT", &[245]),
        ("vs", "POSITION:R16G16_SINT", &[245]),
        ("vs", "POSITION1:R32G32B32_FLOAT", &[65]),
        ("vs", "NORMAL:R32G32B32_FLOAT", &[65]),
        ("vs", "SV_Position:R32G32B32_FLOAT", &[65]),
        (
            "vs",
            "POSITION:R32_FLOAT,A:R32_FLOAT,Position:R32_FLOAT",
            &[62],
        ),
        ("vs", "A1:R32_FLOAT,a1:R32_UINT", &[62, 65]),
        // The system generates the indices of vertices and instances.
        ("vs_inputs", "POSITION:R32G32B32_FLOAT", &[]),
        ("vs_inputs", "POSITION:R10G10B10A2_UINT", &[245]),
    ];
    for (file, layout, expected) in cases {
        let layout = layout.split(',').map(|element| element.parse().unwrap());
        let layout: Vec<InputElement> = layout.collect();
        for file in [format!("fxc/{file}.dxbc"), format!("dxc/{file}.dxil")] {
            let found = check_input_layout(&stage(&read(&file)), &layout);
            let numbers = found.iter().map(|mismatch| mismatch.message.0);
            assert_eq!(numbers.collect::<Vec<_>>(), expected, "{file} {layout:?}");
            let is_warning = found.iter().all(|mismatch| mismatch.is_warning());
            assert_eq!(is_warning, expected.iter().all(|number| *number == 245));
        }
    }
    for wrong in [
        "POSITION",
        "POSITION:",
        ":R32_FLOAT",
        "A:R32",
        "A:BC1_UNORM",
        "A99999999999:R32_FLOAT",
        "",
    ] {
        assert!(wrong.parse::<InputElement>().is_err(), "{wrong}");
    }
    let layout = ["NORMAL:R32_FLOAT".parse().unwrap()];
    let found = check_input_layout(&stage(&read("dxc/vs.dxil")), &layout);
    assert_eq!(
        found[0].text,
        "The provided input signature expects to read an element with SemanticName/Index: 'POSITION'/0, \
         but the declaration doesn't provide a matching name."
    );
}

/// A library cannot be in a pipeline.
#[test]
fn only_stages_are_read() {
    let library = tests::read("dxc/lib_raytracing.sm66.dxil");
    let library = Stage::read(&Container::parse(&library).unwrap()).unwrap();
    assert!(library.is_none());
}

/// Shaders of `real` that their projects made for one another: by the names of their PDB files and `BasicEffect.fx` and
/// similar files of MonoGame, and by `Passthrough3D11.hlsl` and `BufferToTexture11.hlsl` of ANGLE.
const MADE_FOR_ONE_ANOTHER: [&str; 6] = [
    "0fd253baa01b.dxil 118dad81af10.dxil",
    "229f4ebcf731.dxil 118dad81af10.dxil",
    "24122cb0feab.dxil 2b617499d04b.dxil",
    "0fc6f982cbb4.dxil 2b617499d04b.dxil",
    "20b83fef8329.dxil 3843517102fc.dxil",
    "12b9c28b4ecf.dxbc 0c311ec386b2.dxbc",
];

/// The geometry shader of ANGLE before its pixel shaders that read a slice and three coordinates.
const PASSTHROUGH: &str = "20cb2f13b740.dxbc";

/// Pixel shaders whose vertex shaders are not in the corpus: of an effect with velocities, and of effects of games.
const ALONE: [&str; 5] = [
    "02f8fa242ada.dxbc",
    "07b33a1a3103.dxbc",
    "159b74bc0fac.dxbc",
    "1d8cb8d9a031.dxbc",
    "3902c2a3b57d.dxbc",
];

#[test]
fn shaders_that_projects_made_for_one_another_fit() {
    let Some(folder) = tests::corpus("real") else {
        return;
    };
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let fit = |stages: &[&Stage]| {
        let stages = stages.iter().map(|stage| (*stage).clone());
        Pipeline::new(stages).unwrap().validate().is_empty()
    };
    for files in MADE_FOR_ONE_ANOTHER {
        let stages: Vec<Stage> = files.split(' ').map(|file| stage(&read(file))).collect();
        let found = Pipeline::new(stages).unwrap().validate();
        assert!(found.is_empty(), "{files}: {found:?}");
    }
    // The stages of each project, and whether they are DXIL.
    let list = String::from_utf8(read("MANIFEST.tsv")).unwrap();
    let mut projects: BTreeMap<(&str, bool), Vec<(&str, Stage)>> = BTreeMap::new();
    for row in list.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [file, .., project] = columns[..] else {
            panic!("{row}");
        };
        let container = read(file);
        let container = Container::parse(&container).ok();
        let stage = container.and_then(|container| Stage::read(&container).ok().flatten());
        if let Some(stage) = stage {
            let key = (project, stage.is_dxil == Some(true));
            projects.entry(key).or_default().push((file, stage));
        }
    }
    let (mut passed, mut alone) = (0, Vec::new());
    for ((project, _), stages) in &projects {
        let of = |wanted: PipelineStage| {
            stages
                .iter()
                .filter(move |(_, stage)| stage.stage == wanted)
        };
        for (name, pixel) in of(PipelineStage::Pixel) {
            let inputs = pixel.inputs.iter().flat_map(|inputs| &inputs.elements);
            let mut names = inputs.map(|input| input.name.as_str());
            if *project == "google/angle" && names.any(|name| name == "SV_RENDERTARGETARRAYINDEX") {
                let geometry = stage(&read(PASSTHROUGH));
                assert!(fit(&[&geometry, pixel]), "{name}");
                passed += 1;
            } else if ["microsoft/DirectXTK12", "MonoGame/MonoGame"].contains(project) {
                // The corpus has the vertex shaders of these.
                if of(PipelineStage::Vertex).any(|(_, vertex)| fit(&[vertex, pixel])) {
                    passed += 1
                } else {
                    alone.push(*name)
                }
            }
        }
    }
    alone.sort_unstable();
    assert_eq!(alone, ALONE);
    assert!(passed > 100, "{passed}");
}
