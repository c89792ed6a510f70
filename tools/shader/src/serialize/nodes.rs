//! Implements `Serialize` for the nodes of work graphs, with the names of `D3D12_NODE_ID` and of the node overrides in
//! Direct3D 12.

use super::{Text, flags, impl_map};
use crate::reflection::{
    DispatchGrid, FunctionReflection, Node, NodeIO, NodeId, NodeRecord, node_io_name,
};
use alloc::vec::Vec;

/// A node and its function.
pub(super) struct FunctionNode<'a>(pub(super) &'a Node, pub(super) &'a FunctionReflection);

struct Id<'a>(&'a NodeId);

struct Io<'a>(&'a NodeIO);

struct Record(NodeRecord);

struct Grid(DispatchGrid);

fn ios(ios: &[NodeIO]) -> Vec<Io<'_>> {
    ios.iter().map(Io).collect()
}

impl_map! { <'a> node: FunctionNode<'a> {
    "launch_type" => Text(node.0.launch_type),
    "program_entry" => node.0.is_program_entry,
    "id" => node.0.id.as_ref().map(Id),
    "share_input_of" => node.0.share_input_of.as_ref().map(Id),
    "dispatch_grid" => node.0.dispatch_grid,
    "max_dispatch_grid" => node.0.max_dispatch_grid,
    "local_root_arguments_table_index" => node.0.local_root_arguments_table_index,
    "max_recursion_depth" => node.0.max_recursion_depth,
    "group_shared_bytes_used" => node.1.group_shared_bytes_used,
    "inputs" => ios(&node.0.inputs),
    "outputs" => ios(&node.0.outputs),
}}

impl_map! { <'a> id: Id<'a> {
    "name" => id.0.name,
    "array_index" => id.0.index,
}}

impl_map! { <'a> io: Io<'a> {
    "type" => node_io_name(io.0.flags),
    "flags" => flags!(io.0.flags),
    "output_id" => io.0.output_id.as_ref().map(Id),
    "record" => io.0.record.map(Record),
    "max_records" => io.0.max_records,
    "max_records_per_node" => io.0.max_records_per_node,
    "max_records_shared_with_output_index" => io.0.max_records_shared_with,
    "output_array_size" => io.0.output_array_size,
    "allow_sparse_nodes" => io.0.allow_sparse_nodes,
}}

impl_map! { record: Record {
    "size" => record.0.size,
    "alignment" => record.0.alignment,
    "dispatch_grid" => record.0.dispatch_grid.map(Grid),
}}

impl_map! { grid: Grid {
    "offset" => grid.0.offset,
    "component_type" => Text(grid.0.component_type),
    "components" => grid.0.components,
}}
