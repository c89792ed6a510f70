//! Tests the nodes of work graphs in reflection.
//!
//! Judge: DXC, by its dump of RDAT (`lib_workgraph.sm68.rdat.txt`), and by the metadata that it writes beside RDAT; the
//! attributes in the sources (`nodes/graph.hlsl`).

use dxc_format::rdat::{IONode, NodeShader};
use dxc_format::{Container, parts};
use dxc_shader::reflection::{FunctionReflection, NodeIO, NodeId, node_io_kind};

fn reflected(container: &Container<'_>) -> Vec<FunctionReflection> {
    dxc_shader::reflect(container).unwrap().unwrap().functions
}

fn id(id: &NodeId) -> String {
    format!("{}[{}]", id.name, id.index)
}

/// The attributes that an input or output has.
fn io(io: &NodeIO) -> String {
    let mut text = node_io_kind(io.flags).hlsl().unwrap().to_owned();
    let mut add = |name: &str, value: Option<String>| {
        text.extend(value.map(|value| format!(" {name}={value}")));
    };
    let record = io.record.as_ref();
    let grid = record.and_then(|record| record.dispatch_grid);
    let above_0 = |number: u32| (number > 0).then(|| number.to_string());
    add("to", io.output_id.as_ref().map(id));
    add("size", record.map(|record| record.size.to_string()));
    add("align", record.map(|record| record.alignment.to_string()));
    add(
        "grid",
        grid.map(|grid| {
            format!(
                "{}x{}@{}",
                grid.component_type, grid.components, grid.offset
            )
        }),
    );
    add("records", above_0(io.max_records));
    add(
        "shared",
        io.max_records_shared_with.map(|index| index.to_string()),
    );
    add("array", above_0(io.output_array_size));
    add("sparse", io.allow_sparse_nodes.then(|| "yes".to_owned()));
    text
}

/// The properties of each node, and of its inputs and outputs.
fn described(container: &Container<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for function in reflected(container) {
        let Some(node) = &function.node else {
            lines.push(format!("{}: no node", function.name));
            continue;
        };
        let entry = if node.is_program_entry { " entry" } else { "" };
        let mut line = format!(
            "{}: {} {}{entry}",
            function.name,
            id(node.id.as_ref().unwrap()),
            node.launch_type
        );
        let mut add = |name: &str, value: Option<String>| {
            line.extend(value.map(|value| format!(" {name}={value}")));
        };
        add("grid", node.dispatch_grid.map(|grid| format!("{grid:?}")));
        add(
            "max",
            node.max_dispatch_grid.map(|grid| format!("{grid:?}")),
        );
        add("shares", node.share_input_of.as_ref().map(id));
        let arguments = node.local_root_arguments_table_index;
        add("arguments", arguments.map(|index| index.to_string()));
        let depth = node.max_recursion_depth;
        add("depth", (depth > 0).then(|| depth.to_string()));
        lines.push(line);
        lines.extend(
            node.inputs
                .iter()
                .map(|input| format!("  in {}", io(input))),
        );
        lines.extend(
            node.outputs
                .iter()
                .map(|output| format!("  out {}", io(output))),
        );
    }
    lines
}

#[test]
fn nodes_are_those_of_the_dump_of_rdat() {
    let container = tests::open("dxc/lib_workgraph.sm68.dxil");
    assert_eq!(
        described(&container),
        [
            "coalesce: coalesce[0] Coalescing",
            "  in GroupNodeInputRecords size=4 align=4 records=64",
            "leaf0: leaf[0] Thread",
            "  in ThreadNodeInputRecord size=4 align=4",
            "leaf1: leaf[1] Thread",
            "  in ThreadNodeInputRecord size=4 align=4",
            "root: root[0] Broadcasting entry max=[16, 4, 1]",
            "  in DispatchNodeInputRecord size=32 align=4 grid=U32x3@0",
            "  out NodeOutputArray to=leaf[0] size=4 align=4 records=32 array=2",
            "  out NodeOutput to=coalesce[0] size=4 align=4 records=4",
        ]
    );
    let functions = reflected(&container);
    let threads = functions.iter().map(|function| function.thread_group);
    let threads: Vec<[u32; 3]> = threads.map(Option::unwrap).collect();
    assert_eq!(threads, [[64, 1, 1], [1, 1, 1], [1, 1, 1], [32, 1, 1]]);
}

#[test]
fn nodes_have_the_attributes_of_the_source() {
    let container = tests::open("nodes/graph.dxil");
    assert_eq!(
        described(&container),
        [
            "alone: alone[0] Thread",
            "  in RWThreadNodeInputRecord size=4 align=4",
            "  out NodeOutput to=out1[0] size=4 align=4",
            "empties: empties[0] Coalescing",
            "  in EmptyNodeInput records=5",
            "fixedGrid: start[3] Broadcasting entry grid=[4, 5, 6] arguments=7 depth=5",
            "  in RWDispatchNodeInputRecord size=4 align=4",
            "  out NodeOutputArray to=sparse[2] size=4 align=4 records=12 array=9 sparse=yes",
            "  out NodeOutput to=budget[0] size=4 align=4 shared=0",
            "  out NodeOutputArray to=endless[0] size=32 align=4 grid=U32x3@0 records=2 array=4294967295 sparse=yes",
            "  out EmptyNodeOutput to=nothing[0] records=3",
            "  out EmptyNodeOutputArray to=nothings[0] records=3 array=2",
            "  out NodeOutput to=start[0] size=4 align=4 records=1",
            "grid1: grid1[0] Broadcasting max=[99, 1, 1]",
            "  in RWDispatchNodeInputRecord size=12 align=4 grid=U32x1@8",
            "inputless: inputless[0] Broadcasting grid=[1, 1, 1]",
            "plain: no node",
            "sharing: sharing[0] Broadcasting max=[16, 4, 1] shares=start[3]",
            "  in DispatchNodeInputRecord size=8 align=4 grid=U16x2@4",
            "together: together[0] Coalescing",
            "  in RWGroupNodeInputRecords size=4 align=4 records=6",
        ]
    );
    let functions = reflected(&container);
    let shared = functions.iter().map(|one| one.group_shared_bytes_used);
    let used = shared.flatten().filter(|used| *used > 0);
    assert_eq!(used.collect::<Vec<_>>(), [33 * 4]);
    let flags = |name: &str| {
        let function = functions.iter().find(|one| one.name == name);
        let input = &function.unwrap().node.as_ref().unwrap().inputs[0];
        input.flags.to_string()
    };
    assert!(flags("grid1").contains("TrackRWInputSharing | GloballyCoherent"));
}

/// DXC writes nodes into RDAT and into the metadata; only RDAT has the size of group shared memory.
#[test]
fn nodes_of_the_metadata_equal_those_of_rdat() {
    for file in ["dxc/lib_workgraph.sm68.dxil", "nodes/graph.dxil"] {
        let container = tests::open(file);
        let mut builder = container.to_builder();
        builder.remove(parts::RDAT);
        let bytes = builder.to_bytes().unwrap();
        let without = reflected(&Container::parse(&bytes).unwrap());
        let with = reflected(&container);
        let nodes = |functions: &[FunctionReflection]| {
            let nodes = functions.iter();
            let nodes = nodes.map(|one| (one.name.clone(), one.node.clone(), one.thread_group));
            nodes.collect::<Vec<_>>()
        };
        assert_eq!(nodes(&without), nodes(&with), "{file}");
        assert!(with.iter().any(|function| function.node.is_some()));
    }
}

/// Many functions may reference one node with many inputs: the limits bound the result.
#[test]
fn nodes_that_are_referenced_often_exceed_a_limit() {
    let container = tests::open("nodes/graph.dxil");
    let view = container.rdat().unwrap().unwrap();
    let function = view.functions().get(2).unwrap();
    let mut data = view.to_value();
    let outputs = data.intern_list::<IONode>(&[1; 2000]);
    let nodes = data.rows_mut::<NodeShader>().unwrap();
    nodes.iter_mut().for_each(|node| node.outputs = outputs);
    (0..2000).for_each(|_| {
        data.push(function);
    });
    let mut builder = container.to_builder();
    builder.set_part(parts::RDAT, data).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let error = dxc_shader::reflect(&Container::parse(&bytes).unwrap()).unwrap_err();
    assert!(error.to_string().contains("steps"), "{error}");
}
