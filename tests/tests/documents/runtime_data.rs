//! Tests that documents of libraries and debug builds build the same containers.
//!
//! Judge: a round trip to the same bytes; names, lists and numbers were read from DXC's dumps, `lib_*.rdat.txt`.

use super::mistakes::golden;
use super::{built, yaml};

fn library(name: &str) -> Vec<u8> {
    tests::read(&format!("dxc/{name}.dxil"))
}

/// Strings, lists and rows replace the references to them, and DXC's layout is computed from them.
#[test]
fn references_are_shown_in_place() {
    let rays = yaml(&library("lib_raytracing.sm66"));
    let nodes = yaml(&library("lib_workgraph.sm68"));
    for (text, shown) in [
        (
            &rays,
            "        UnmangledName: raygen\n        Resources:\n        - scene\n        - target\n        ShaderKind",
        ),
        (
            &rays,
            "          Subobject: local_rs\n          Exports:\n          - closest\n          - miss\n",
        ),
        (&nodes, "          NumThreads: [32, 1, 1]\n"),
        (&nodes, "          ID: coalesce\n"),
        // Two nodes of the array have this name.
        (&nodes, "          ID: 1\n"),
        (&nodes, "        Outputs: [1, 2]\n        Inputs: [0]\n"),
        (&nodes, "        Outputs: []\n"),
        (&nodes, "          Node: 0\n"),
    ] {
        assert!(text.contains(shown), "{shown}");
    }
    for text in [&rays, &nodes] {
        let part = text.split("- Name: RDAT").nth(1).unwrap();
        let part = part.split("\n- Name: ").next().unwrap();
        assert!(
            part.contains("RuntimeData") && !part.contains("Layout"),
            "{part}"
        );
    }
}

#[test]
fn edited_names_and_lists_are_built() {
    let text = yaml(&library("lib_raytracing.sm66"))
        .replace("UnmangledName: raygen", "UnmangledName: a_longer_name")
        .replace(
            "        - scene\n        - target\n",
            "        - target\n        - geometry\n        FunctionDependencies:\n        - extern_a\n        - closest\n",
        );
    let container = tests::opened(built(&text).unwrap());
    assert_eq!(container.verify_digest().to_string(), "matches");
    let data = container.rdat().unwrap().unwrap();
    let function = data.functions().get(0).unwrap();
    assert_eq!(data.string(function.unmangled_name), Some("a_longer_name"));
    let resources = data
        .list(function.resources)
        .map(|row| data.string(row.unwrap().name));
    assert!(resources.eq([Some("target"), Some("geometry")]));
    assert!(
        data.list(function.dependencies)
            .eq([Some("extern_a"), Some("closest")])
    );
    let other = data.functions().get(1).unwrap();
    assert_eq!(data.string(other.unmangled_name), Some("closest"));
    assert!(data.list(other.resources).numbers().eq([0, 2, 3]));
    assert_eq!(yaml(container.as_bytes()).matches("extern_a").count(), 1);
}

/// Files that DXC would not write are also rebuilt: unreferenced entries, and tables in another order.
#[test]
fn strange_tables_come_back() {
    let container = tests::open("dxc/lib_raytracing.sm66.dxil");
    let part = container.find(dxc_format::parts::RDAT).unwrap();
    let mut data = dxc_format::rdat::RuntimeData::parse(part.data).unwrap();
    data.intern("nothing names it");
    let list = data.intern_list::<u32>(&[1, 2, 3]);
    for entry in &mut data.tables {
        if let dxc_format::rdat::RuntimeDataContent::Functions(table) = &mut entry.table.content {
            let mut functions = table.rows.iter_mut();
            functions.next().unwrap().name.0 = 0x7fff_0000;
            functions.next().unwrap().name.0 = u32::MAX;
            let function = functions.next().unwrap();
            function.resources = dxc_format::types::ListRef::new(list.number());
            function.dependencies = dxc_format::types::ListRef::new(0x8000_0001);
        }
    }
    let mut builder = container.to_builder();
    builder.set_part(dxc_format::parts::RDAT, data).unwrap();
    let file = builder.to_bytes().unwrap();
    let text = yaml(&file);
    assert!(text.contains("Patch:"));
    assert!(
        text.contains("Resources: [geometry, textures, target]")
            || text.contains("- geometry\n        - textures\n")
    );
    assert_eq!(built(&text).unwrap(), file);
}

#[test]
fn wrong_references_are_refused_with_their_location() {
    golden("wrong_references_in_runtime_data");
}
