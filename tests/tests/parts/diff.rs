//! Tests the differences between containers.
//!
//! Judge: the edits that are made here: a file differs by them and by nothing else. No tool judges the texts.

use dxc_format::constants::{D3DSystemValue, ShaderVisibility};
use dxc_format::digest::Digest;
use dxc_format::psv0::PipelineStateValidation;
use dxc_format::rdat::{FunctionRecord, RuntimeData};
use dxc_format::rts0::RootSignature;
use dxc_format::signature::Signature;
use dxc_format::srci::{Compression, SourceInfo};
use dxc_format::{Builder, Container, DigestPolicy, FourCC, PartType, TableStyle, parts};
use dxc_shader::diff::{Depth, containers};

fn open(name: &str) -> Container<'static> {
    tests::open(&format!("dxc/{name}"))
}

fn differences(old: &Container<'_>, new: &[u8], depth: Depth) -> Vec<String> {
    let found = containers(old, &Container::parse(new).unwrap(), depth);
    found.iter().map(ToString::to_string).collect()
}

/// The differences after a change with a builder.
fn built(container: &Container<'_>, change: impl FnOnce(&mut Builder<'_>)) -> Vec<String> {
    let mut builder = container.to_builder();
    change(&mut builder);
    differences(container, &builder.to_bytes().unwrap(), Depth::Semantic)
}

/// The differences after a change of one part's value.
fn edited<T: PartType>(
    container: &Container<'_>,
    fourcc: FourCC,
    change: impl Fn(&mut T),
) -> Vec<String> {
    let changed = tests::edited(container, fourcc, change);
    differences(container, &changed, Depth::Semantic)
}

#[test]
fn nothing_differs_from_itself() {
    for (path, container) in tests::each_container() {
        let found = differences(&container, container.as_bytes(), Depth::Layout);
        assert_eq!(found, [""; 0], "{path}");
    }
}

/// Equal tables in the layouts of two compilers have no difference.
#[test]
fn tables_of_any_layout_are_equal() {
    let mut seen = 0;
    for path in tests::containers(&tests::data().join("dxc")) {
        let container = tests::opened(std::fs::read(&path).unwrap());
        let other = tests::edited(
            &container,
            parts::PSV0,
            |psv: &mut PipelineStateValidation| {
                psv.lay_out(TableStyle::Llvm).unwrap();
            },
        );
        let [meaning, layout] =
            [Depth::Semantic, Depth::Layout].map(|depth| differences(&container, &other, depth));
        assert_eq!(meaning, [""; 0], "{}", path.display());
        let is_same = container.as_bytes() == other;
        assert_eq!(layout.is_empty(), is_same);
        seen += usize::from(!is_same);
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn elements_are_found_by_their_names() {
    let file = open("vs_basic.sm60.dxil");
    let reversed = edited(&file, parts::ISG1, |signature: &mut Signature| {
        signature.elements.reverse();
    });
    assert_eq!(reversed, [""; 0]);
    let changed = edited(&file, parts::ISG1, |signature: &mut Signature| {
        signature.elements.remove(0);
        signature.elements[1].register = 7;
        let mut tangent = signature.elements[0];
        tangent.name = signature.names.intern("TANGENT");
        signature.elements.push(tangent);
    });
    assert_eq!(
        changed,
        [
            "ISG1 elements[POSITION]: only in the old: stream 0, name POSITION, index 0, system_value Undefined, \
             component_type Float32, register 0, mask xyz, exclusive_mask xyz, min_precision Default",
            "ISG1 elements[TEXCOORD].register: 2 -> 7",
            "ISG1 elements[TANGENT]: only in the new: stream 0, name TANGENT, index 0, system_value Undefined, \
             component_type Float32, register 1, mask xyz, exclusive_mask xyz, min_precision Default",
        ]
    );
}

/// Records with the same name are distinguished by their first fields.
#[test]
fn elements_of_one_name_are_distinguished() {
    let file = open("gs_streams.sm60.dxil");
    let changed = edited(&file, parts::OSG1, |signature: &mut Signature| {
        // VALUES 1 is removed, and VALUES 2 changes its meaning.
        signature.elements.remove(5);
        signature.elements[5].system_value = D3DSystemValue::ClipDistance;
    });
    assert_eq!(changed.len(), 2, "{changed:?}");
    assert!(
        changed[0].starts_with(
            "OSG1 elements[VALUES#2]: only in the old: stream 1, name VALUES, index 1"
        )
    );
    assert_eq!(
        changed[1],
        "OSG1 elements[VALUES#3].system_value: Undefined -> ClipDistance"
    );
}

/// Lists that are longer than a listing are compared to their ends; the report shows the elements around the
/// difference.
#[test]
fn paths_have_the_beginning_of_a_long_name() {
    let file = open("vs_basic.sm60.dxil");
    let file = tests::edited(&file, parts::ISG1, |inputs: &mut Signature| {
        inputs.elements[0].name = inputs.names.intern(&"N".repeat(100_000));
    });
    let said = edited(
        &tests::opened(file),
        parts::ISG1,
        |inputs: &mut Signature| {
            inputs.elements[0].index += 1;
            inputs.elements[0].register += 1;
        },
    );
    assert_eq!(said.len(), 2, "{said:?}");
    for (line, field) in said.iter().zip(["index", "register"]) {
        assert!(line.starts_with("ISG1 elements[NNN"), "{line}");
        assert!(line.contains(&format!("N ..].{field}: ")), "{line}");
        assert!(line.len() < 1_000, "{} bytes", line.len());
    }
}

#[test]
fn long_lists_differ_at_their_ends() {
    let with = |last: u32| {
        let file = open("lib_raytracing.sm66.dxil");
        tests::edited(&file, parts::RDAT, |data: &mut RuntimeData| {
            let list = data.intern_list(&[vec![0; 199], vec![last]].concat());
            data.rows_mut::<FunctionRecord>().unwrap()[0].resources = list;
        })
    };
    let [long, other] = [0, 1].map(|last| tests::opened(with(last)));
    let same = differences(&long, long.as_bytes(), Depth::Semantic);
    assert_eq!(same, [""; 0]);
    let found = differences(&long, other.as_bytes(), Depth::Semantic);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].len() < 1000 && found[0].contains(".. "),
        "{found:?}"
    );
    assert!(found[0].ends_with(", s, scene]"), "{found:?}");
    // A list that only one side has is also truncated.
    let without = edited(&long, parts::RDAT, |data: &mut RuntimeData| {
        data.rows_mut::<FunctionRecord>().unwrap().remove(0);
    });
    let is_cut = |one: &String| one.contains("only in the old") && one.ends_with(" ..");
    assert!(without.iter().any(is_cut));
    assert!(without.iter().all(|one| one.len() < 1000), "{without:?}");
}

/// The order of parameters is compared: they have no names, and applications use their indices.
#[test]
fn the_order_of_parameters_matters() {
    let file = open("rs_full.v1_1.dxil");
    let swapped = edited(&file, parts::RTS0, |signature: &mut RootSignature| {
        signature.parameters.swap(0, 1);
    });
    assert_eq!(swapped.len(), 2, "{swapped:?}");
    let inserted = edited(&file, parts::RTS0, |signature: &mut RootSignature| {
        let mut first = signature.parameters[1].clone();
        first.visibility = ShaderVisibility::Mesh;
        signature.parameters.insert(0, first);
    });
    assert_eq!(
        inserted,
        [
            "RTS0 parameters[0]: only in the new: parameter_type CBV, visibility Mesh, payload.shader_register 0, \
             payload.register_space 1, payload.flags DataStatic"
        ]
    );
}

#[test]
fn the_container_itself_is_compared() {
    let found = built(&open("vs_basic.sm60.dxil"), |builder| {
        builder.set_digest(DigestPolicy::Exactly(Digest::UNSIGNED));
        builder.remove(parts::STAT);
        builder.set_trailing(b"more".as_slice());
        builder.set(parts::PRIV, b"mine".as_slice());
    });
    assert_eq!(
        found,
        [
            "digest: matches -> unsigned",
            "trailing: 0 bytes (0x0: end) -> 4 bytes (0x0: 6d6f7265)",
            "STAT: only in the old: 2032 bytes",
            "PRIV: only in the new: 4 bytes",
        ]
    );
}

/// Sources are compared as files, in whichever form they are stored.
#[test]
fn sources_are_compared_by_line() {
    let file = open("vs_basic.pdb-full.dxil");
    let mut sources = dxc_shader::sources(&file).unwrap().unwrap();
    sources.files[0].text = sources.files[0].text.replace("float time", "int time");
    sources.arguments.pop();
    let changed = edited(&file, parts::SRCI, |stored: &mut SourceInfo| {
        *stored = sources.to_source_info(Compression::None).unwrap();
    });
    assert_eq!(changed.len(), 2, "{changed:?}");
    assert!(
        changed[0].starts_with("sources[vs_basic.hlsl] line 1: cbuffer Frame"),
        "{changed:?}"
    );
    assert!(
        changed[1].starts_with("arguments: -E main -T vs_6_0"),
        "{changed:?}"
    );
}

/// With the layout, every different byte is reported, even in an invalid file.
#[test]
fn every_byte_is_read() {
    for name in [
        "vs_basic.sm60.dxil",
        "lib_workgraph.sm68.dxil",
        "rs_full.v1_1.dxil",
    ] {
        let old = open(name);
        for at in (0..old.as_bytes().len()).step_by(13) {
            let mut other = old.as_bytes().to_vec();
            other[at] ^= 1 << (at % 8);
            let Ok(new) = Container::parse(&other) else {
                continue;
            };
            let found = containers(&old, &new, Depth::Layout);
            assert!(!found.is_empty(), "{name} byte {at}");
        }
    }
}
