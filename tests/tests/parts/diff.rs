//! Differences between containers.

use dxc_format::constants::{D3DSystemValue, ShaderVisibility};
use dxc_format::diff::{Depth, containers};
use dxc_format::rdat::RuntimeDataContent;
use dxc_format::{Builder, Container, TableStyle, parts};

fn read(name: &str) -> Vec<u8> {
    std::fs::read(tests::data().join("dxc").join(name)).unwrap()
}

fn differences(old: &[u8], new: &[u8], depth: Depth) -> Vec<String> {
    let (old, new) = (
        Container::parse(old).unwrap(),
        Container::parse(new).unwrap(),
    );
    let found = containers(&old, &new, depth);
    found.iter().map(ToString::to_string).collect()
}

/// The differences that an edit makes.
fn edited(file: &[u8], edit: impl FnOnce(&Container<'_>, &mut Builder<'_>)) -> Vec<String> {
    let container = Container::parse(file).unwrap();
    let mut builder = container.to_builder();
    edit(&container, &mut builder);
    differences(file, &builder.to_bytes().unwrap(), Depth::Meaning)
}

#[test]
fn nothing_differs_from_itself() {
    for path in tests::every_container() {
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(
            differences(&bytes, &bytes, Depth::Layout),
            [""; 0],
            "{}",
            path.display()
        );
    }
}

/// Equal tables in the layouts of two compilers have no difference.
#[test]
fn tables_of_any_layout_are_equal() {
    let mut seen = 0;
    for path in tests::containers(&tests::data().join("dxc")) {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let Some(psv) = container.psv0().unwrap() else {
            continue;
        };
        let mut psv = psv.to_value();
        psv.lay_out(TableStyle::Llvm).unwrap();
        let mut builder = container.to_builder();
        builder.set_part(parts::PSV0, psv).unwrap();
        let other = builder.to_bytes().unwrap();
        assert_eq!(
            differences(&bytes, &other, Depth::Meaning),
            [""; 0],
            "{}",
            path.display()
        );
        let is_same = bytes == other;
        assert_eq!(
            differences(&bytes, &other, Depth::Layout).is_empty(),
            is_same
        );
        seen += usize::from(!is_same);
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn elements_are_found_by_their_names() {
    let file = read("vs_basic.sm60.dxil");
    let reversed = edited(&file, |container, builder| {
        let mut signature = container.isg1().unwrap().unwrap().to_value();
        signature.elements.reverse();
        builder.set_part(parts::ISG1, signature).unwrap();
    });
    assert_eq!(reversed, [""; 0]);
    let changed = edited(&file, |container, builder| {
        let mut signature = container.isg1().unwrap().unwrap().to_value();
        signature.elements.remove(0);
        signature.elements[1].register = 7;
        let mut tangent = signature.elements[0];
        tangent.name = signature.names.intern("TANGENT");
        signature.elements.push(tangent);
        builder.set_part(parts::ISG1, signature).unwrap();
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

/// Records with a common name are distinguished by their first fields.
#[test]
fn elements_of_one_name_are_distinguished() {
    let file = read("gs_streams.sm60.dxil");
    let changed = edited(&file, |container, builder| {
        let mut signature = container.osg1().unwrap().unwrap().to_value();
        // VALUES 1 goes, VALUES 2 means something else.
        signature.elements.remove(5);
        signature.elements[5].system_value = D3DSystemValue::ClipDistance;
        builder.set_part(parts::OSG1, signature).unwrap();
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
    let file = read("vs_basic.sm60.dxil");
    let container = Container::parse(&file).unwrap();
    let mut builder = container.to_builder();
    let mut inputs = container.isg1().unwrap().unwrap().to_value();
    let name = inputs.names.intern(&"N".repeat(100_000));
    inputs.elements[0].name = name;
    builder.set_part(parts::ISG1, inputs.clone()).unwrap();
    let file = builder.to_bytes().unwrap();
    let said = edited(&file, |_, builder| {
        inputs.elements[0].index += 1;
        inputs.elements[0].register += 1;
        builder.set_part(parts::ISG1, inputs).unwrap();
    });
    assert_eq!(said.len(), 2, "{said:?}");
    for (line, field) in said.iter().zip(["index", "register"]) {
        assert!(line.starts_with("ISG1 elements[NNN"), "{line}");
        assert!(line.contains(&format!("N ..].{field}: ")), "{line}");
        assert!(line.len() < 1_000, "{} bytes", line.len());
    }
}

#[test]
fn long_lists_differ_at_their_ends() {
    let resources = |last: u32| {
        let mut list = vec![0; 199];
        list.push(last);
        list
    };
    let with = |last: u32| {
        let file = read("lib_raytracing.sm66.dxil");
        let container = Container::parse(&file).unwrap();
        let mut data = container.rdat().unwrap().unwrap().to_value();
        let list = data.intern_list(&resources(last));
        for entry in &mut data.tables {
            if let RuntimeDataContent::Functions(table) = &mut entry.table.content {
                table.rows[0].resources = list;
            }
        }
        let mut builder = container.to_builder();
        builder.set_part(parts::RDAT, data).unwrap();
        builder.to_bytes().unwrap()
    };
    let found = differences(&with(0), &with(1), Depth::Meaning);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].len() < 1000 && found[0].contains(".. "),
        "{found:?}"
    );
    assert!(found[0].ends_with(", s, scene]"), "{found:?}");
    assert_eq!(differences(&with(1), &with(1), Depth::Meaning), [""; 0]);
    // A list that only one has is also truncated.
    let long = with(0);
    let without = edited(&long, |container, builder| {
        let mut data = container.rdat().unwrap().unwrap().to_value();
        for entry in &mut data.tables {
            if let RuntimeDataContent::Functions(table) = &mut entry.table.content {
                table.rows.remove(0);
            }
        }
        builder.set_part(parts::RDAT, data).unwrap();
    });
    assert!(
        without
            .iter()
            .any(|one| one.contains("only in the old") && one.ends_with(" .."))
    );
    assert!(without.iter().all(|one| one.len() < 1000), "{without:?}");
}

/// Parameters have no names, and applications count them.
#[test]
fn the_order_of_parameters_matters() {
    let file = read("rs_full.v1_1.dxil");
    let swapped = edited(&file, |container, builder| {
        let mut signature = container.rts0().unwrap().unwrap().to_value();
        signature.parameters.swap(0, 1);
        builder.set_part(parts::RTS0, signature).unwrap();
    });
    assert_eq!(swapped.len(), 2, "{swapped:?}");
    let inserted = edited(&file, |container, builder| {
        let mut signature = container.rts0().unwrap().unwrap().to_value();
        let mut first = signature.parameters[1].clone();
        first.visibility = ShaderVisibility::Mesh;
        signature.parameters.insert(0, first);
        builder.set_part(parts::RTS0, signature).unwrap();
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
    let file = read("vs_basic.sm60.dxil");
    let edit = |_: &Container<'_>, builder: &mut Builder<'_>| {
        builder.set_digest(dxc_format::DigestPolicy::Exactly(
            dxc_format::digest::Digest::UNSIGNED,
        ));
        builder.remove(parts::STAT);
        builder.set_trailing(b"more".as_slice());
        builder.set(parts::PRIV, b"mine".as_slice());
    };
    assert_eq!(
        edited(&file, edit),
        [
            "digest: matches -> unsigned",
            "trailing: 0 bytes (0x0: end) -> 4 bytes (0x0: 6d6f7265)",
            "STAT: only in the old: 2032 bytes",
            "PRIV: only in the new: 4 bytes",
        ]
    );
}

/// Sources are compared as files, however they are stored.
#[test]
fn sources_are_compared_by_line() {
    let file = read("vs_basic.pdb-full.dxil");
    let changed = edited(&file, |container, builder| {
        let mut sources = container.sources().unwrap().unwrap();
        sources.files[0].text = sources.files[0].text.replace("float time", "int time");
        sources.arguments.pop();
        let stored = sources
            .to_source_info(dxc_format::srci::Compression::None)
            .unwrap();
        builder.set_part(parts::SRCI, stored).unwrap();
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

/// With the layout, every difference is reported, wherever it is, even in an invalid file.
#[test]
fn every_byte_is_read() {
    for name in [
        "vs_basic.sm60.dxil",
        "lib_workgraph.sm68.dxil",
        "rs_full.v1_1.dxil",
    ] {
        let file = read(name);
        for at in (0..file.len()).step_by(13) {
            let mut other = file.clone();
            other[at] ^= 1 << (at % 8);
            let (Ok(old), Ok(new)) = (Container::parse(&file), Container::parse(&other)) else {
                continue;
            };
            assert!(
                !containers(&old, &new, Depth::Layout).is_empty(),
                "{name} byte {at}"
            );
        }
    }
}
