//! The nodes of work graphs as JSON, with the names of `D3D12_NODE_ID` and of the overrides of nodes in Direct3D 12.

use dxc_shader::reflection::{FunctionReflection, Node, NodeIO, NodeId, NodeRecord};
use serde_json::{Value, json};

use crate::nodes::io_type;
use crate::reflect_json::{Left, flag_names};

/// The node of a function; null if it is none. Its inputs and outputs end where the limit is exceeded.
pub(crate) fn of_function(function: &FunctionReflection, left: &mut Left) -> Value {
    let node = function.node.as_ref();
    node.map_or(Value::Null, |node| of_node(node, function, left))
}

fn of_node(node: &Node, function: &FunctionReflection, left: &mut Left) -> Value {
    json!({
        "launch_type": node.launch_type.to_string(),
        "program_entry": node.is_program_entry,
        "id": of_id(node.id.as_ref(), left),
        "share_input_of": of_id(node.share_input_of.as_ref(), left),
        "dispatch_grid": node.dispatch_grid,
        "max_dispatch_grid": node.max_dispatch_grid,
        "local_root_arguments_table_index": node.local_root_arguments_table_index,
        "max_recursion_depth": node.max_recursion_depth,
        "group_shared_bytes_used": function.group_shared_bytes_used,
        "inputs": of_ios(&node.inputs, left),
        "outputs": of_ios(&node.outputs, left),
    })
}

fn of_id(id: Option<&NodeId>, left: &mut Left) -> Value {
    match id.filter(|id| left.take(&id.name)) {
        Some(id) => json!({ "name": id.name, "array_index": id.index }),
        None => Value::Null,
    }
}

fn of_ios(ios: &[NodeIO], left: &mut Left) -> Value {
    let ios = ios.iter();
    ios.map_while(|io| left.take("").then(|| of_io(io, left)))
        .collect()
}

fn of_io(io: &NodeIO, left: &mut Left) -> Value {
    json!({
        "type": io_type(io.flags),
        "flags": flag_names!(io.flags),
        "output_id": of_id(io.output_id.as_ref(), left),
        "record": io.record.map(of_record),
        "max_records": io.max_records,
        "max_records_per_node": io.max_records_per_node,
        "max_records_shared_with_output_index": io.max_records_shared_with,
        "output_array_size": io.output_array_size,
        "allow_sparse_nodes": io.allow_sparse_nodes,
    })
}

fn of_record(record: NodeRecord) -> Value {
    let grid = record.dispatch_grid.map(|grid| {
        json!({
            "offset": grid.offset,
            "component_type": grid.component_type.to_string(),
            "components": grid.components,
        })
    });
    json!({ "size": record.size, "alignment": record.alignment, "dispatch_grid": grid })
}
