//! Reads the nodes of work graphs in RDAT, in the form that [`dxil`] reads from the metadata.

use super::function::FunctionReflection;
use dxc_format::Result;
use dxc_format::rdat::{
    DxilComponentType, FunctionFlags, FunctionRecord, IONode, NODE_IO_KIND_MASK, NodeIOFlags,
    NodeIOKind, NodeId as NodeIdRecord, RuntimeData,
};
use dxc_format::types::{ListRef, Lookup, RowRef};
use dxil::budgets::Budgets;
use dxil::{DispatchGrid, Node, NodeIO, NodeId, NodeRecord};

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The kind of an input or output, which names its HLSL object in the column `hlsl`.
pub fn node_io_kind(flags: NodeIOFlags) -> NodeIOKind {
    NodeIOKind(flags.0 & NODE_IO_KIND_MASK)
}

/// The HLSL object that declares an input or output, or the number of an unrecognized kind.
pub fn node_io_name(flags: NodeIOFlags) -> String {
    let kind = node_io_kind(flags);
    let object = kind.hlsl().filter(|object| !object.is_empty());
    object.map_or_else(|| kind.to_string(), Into::into)
}

/// Adds the properties of a node to its function.
pub(super) fn read_record(
    record: &FunctionRecord,
    lookup: &Lookup<'_, RuntimeData>,
    function: &mut FunctionReflection,
    budgets: &mut Budgets,
) -> Result<()> {
    let row = record
        .shader()
        .and_then(|shader| shader.node(record.shader_kind));
    let Some(shader) = row.and_then(|row| lookup.row(row)) else {
        return Ok(());
    };
    let triple = |list: ListRef<u32>| {
        let mut numbers = lookup.list(list).flatten();
        core::array::from_fn(|_| numbers.next().unwrap_or(1))
    };
    let mut node = Node::default();
    node.launch_type = shader.launch_type;
    let flags = record.flags().unwrap_or_default();
    node.is_program_entry = flags.contains(FunctionFlags::NodeProgramEntry);
    for attribute in lookup.list(shader.attributes).flatten() {
        budgets.take_steps(1)?;
        let (kind, value) = (attribute.kind, attribute.content);
        if let Some(row) = value.id(kind) {
            node.id = read_id(row, lookup, budgets)?;
        } else if let Some(row) = value.share_input_of(kind) {
            node.share_input_of = read_id(row, lookup, budgets)?;
        } else if let Some(threads) = value.num_threads(kind) {
            function.thread_group = Some(triple(threads));
        } else if let Some(grid) = value.dispatch_grid(kind) {
            node.dispatch_grid = Some(triple(grid));
        } else if let Some(grid) = value.max_dispatch_grid(kind) {
            node.max_dispatch_grid = Some(triple(grid));
        } else if let Some(depth) = value.max_recursion_depth(kind) {
            node.max_recursion_depth = depth;
        } else if let Some(index) = value.local_root_arguments_table_index(kind) {
            node.local_root_arguments_table_index = (index != u32::MAX).then_some(index);
        }
    }
    node.inputs = read_ios(shader.inputs, lookup, budgets)?;
    node.outputs = read_ios(shader.outputs, lookup, budgets)?;
    function.group_shared_bytes_used = Some(shader.group_shared_bytes_used);
    function.node = Some(node);
    Ok(())
}

fn read_id(
    row: RowRef<NodeIdRecord>,
    lookup: &Lookup<'_, RuntimeData>,
    budgets: &mut Budgets,
) -> Result<Option<NodeId>> {
    let Some(record) = lookup.row(row) else {
        return Ok(None);
    };
    let mut id = NodeId::default();
    id.name = budgets.copy(lookup.string(record.name).unwrap_or_default())?;
    id.index = record.index;
    Ok(Some(id))
}

fn read_ios(
    list: ListRef<IONode>,
    lookup: &Lookup<'_, RuntimeData>,
    budgets: &mut Budgets,
) -> Result<Vec<NodeIO>> {
    let records = lookup.list(list).flatten();
    records
        .map(|record| read_io(&record, lookup, budgets))
        .collect()
}

fn read_io(
    record: &IONode,
    lookup: &Lookup<'_, RuntimeData>,
    budgets: &mut Budgets,
) -> Result<NodeIO> {
    budgets.take::<NodeIO>()?;
    let mut io = NodeIO::default();
    io.flags = record.flags;
    let mut records: Option<NodeRecord> = None;
    for attribute in lookup.list(record.attributes).flatten() {
        budgets.take_steps(1)?;
        let (kind, value) = (attribute.kind, attribute.content);
        if let Some(row) = value.output_id(kind) {
            io.output_id = read_id(row, lookup, budgets)?;
        } else if let Some(count) = value.max_records(kind) {
            io.max_records = count;
        } else if let Some(count) = value.max_records_per_node(kind) {
            io.max_records_per_node = Some(count);
        } else if let Some(index) = value.max_records_shared_with(kind) {
            io.max_records_shared_with = Some(index);
        } else if let Some(size) = value.output_array_size(kind) {
            io.output_array_size = size;
        } else if let Some(are_sparse) = value.allow_sparse_nodes(kind) {
            io.allow_sparse_nodes = are_sparse != 0;
        } else if let Some(size) = value.record_size_in_bytes(kind) {
            records.get_or_insert_default().size = size;
        } else if let Some(alignment) = value.record_alignment_in_bytes(kind) {
            records.get_or_insert_default().alignment = alignment;
        } else if let Some(grid) = value.record_dispatch_grid(kind) {
            let ty = grid.component.component_type().0;
            let mut read = DispatchGrid::default();
            read.offset = grid.byte_offset.into();
            read.component_type = DxilComponentType(u8::try_from(ty).unwrap_or(u8::MAX));
            read.components = grid.component.count().into();
            records.get_or_insert_default().dispatch_grid = Some(read);
        }
    }
    io.record = records;
    Ok(io)
}

/// A copy of a node of a module.
pub(super) fn copy(node: &Node, budgets: &mut Budgets) -> Result<Node> {
    let ids = [&node.id, &node.share_input_of].into_iter();
    let ios = node.inputs.iter().chain(&node.outputs);
    for io in ios.clone() {
        budgets.take::<NodeIO>()?;
        budgets.take_memory(io.output_id.as_ref().map_or(0, |id| id.name.len()))?;
    }
    for id in ids.flatten() {
        budgets.take_memory(id.name.len())?;
    }
    Ok(node.clone())
}
