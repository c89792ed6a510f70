//! The nodes of work graphs as tables.

use dxc_format::rdat::{NODE_IO_KIND_MASK, NodeIOFlags};
use dxc_shader::reflection::{
    FunctionReflection, Node, NodeIO, NodeId, ShaderReflection, node_io_name,
};

use crate::reflection::{Left, table, threads};
use crate::tables::{Table, short};

/// The tables of nodes, and of their inputs and outputs; empty if no function is a node.
pub(crate) fn tables(reflection: &ShaderReflection, left: &mut Left) -> Vec<Table> {
    let functions = reflection.functions.iter();
    let nodes = functions.filter_map(|function| Some((function, function.node.as_ref()?)));
    let Some((first, _)) = nodes.clone().next() else {
        return Vec::new();
    };
    let mut listed = table(
        format!("Nodes ({})", first.part),
        &[
            "Name",
            "Node ID",
            "Launch",
            "Program Entry",
            "Dispatch Grid",
            "Max Dispatch Grid",
            "Share Input Of",
            "Local Root Arguments",
            "Max Recursion Depth",
            "Group Shared",
        ],
    );
    let mut records = table(
        format!("Inputs and outputs of nodes ({})", first.part),
        &[
            "Name",
            "#",
            "Type",
            "Node ID",
            "Record Size",
            "Dispatch Grid",
            "Max Records",
            "Per Node",
            "Shared With",
            "Array Size",
            "Sparse",
            "Flags",
        ],
    );
    for (function, node) in nodes {
        left.push(&mut listed, || of_node(function, node));
        let sides = [("in", &node.inputs), ("out", &node.outputs)];
        for (side, ios) in sides {
            for (index, io) in ios.iter().enumerate() {
                left.push(&mut records, || {
                    of_io(function, format!("{side} {index}"), io)
                });
            }
        }
    }
    vec![listed, records]
}

fn of_node(function: &FunctionReflection, node: &Node) -> Vec<String> {
    vec![
        short(&function.unmangled_name).into_owned(),
        id(node.id.as_ref()),
        node.launch_type.to_string(),
        yes(node.is_program_entry),
        text(node.dispatch_grid.as_ref().map(threads)),
        text(node.max_dispatch_grid.as_ref().map(threads)),
        id(node.share_input_of.as_ref()),
        text(node.local_root_arguments_table_index),
        above_0(node.max_recursion_depth),
        above_0(function.group_shared_bytes_used.unwrap_or_default()),
    ]
}

fn of_io(function: &FunctionReflection, number: String, io: &NodeIO) -> Vec<String> {
    let grid = io.record.and_then(|record| record.dispatch_grid);
    let grid = grid.map(|grid| {
        let (ty, components) = (grid.component_type, grid.components);
        format!("{ty}x{components} at {}", grid.offset)
    });
    let flags = NodeIOFlags(io.flags.0 & !NODE_IO_KIND_MASK);
    vec![
        short(&function.unmangled_name).into_owned(),
        number,
        node_io_name(io.flags),
        id(io.output_id.as_ref()),
        text(io.record.map(|record| record.size)),
        text(grid),
        match io.max_records_shared_with {
            // An output may be declared to send none.
            None if io.output_id.is_some() => io.max_records.to_string(),
            None => above_0(io.max_records),
            Some(_) => String::new(),
        },
        text(io.max_records_per_node),
        text(
            io.max_records_shared_with
                .map(|index| format!("out {index}")),
        ),
        match io.output_array_size {
            u32::MAX => "unbounded".into(),
            size => above_0(size),
        },
        yes(io.allow_sparse_nodes),
        match flags {
            NodeIOFlags(0) => String::new(),
            flags => flags.to_string(),
        },
    ]
}

fn id(id: Option<&NodeId>) -> String {
    id.map_or(String::new(), |id| {
        format!("{}[{}]", short(&id.name), id.index)
    })
}

fn text<T: ToString>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn above_0(number: u32) -> String {
    text(Some(number).filter(|number| *number > 0))
}

fn yes(is_so: bool) -> String {
    if is_so { "yes" } else { "" }.into()
}
