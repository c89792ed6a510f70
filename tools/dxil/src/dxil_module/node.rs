//! Reads the nodes of work graphs, which are properties of entry points.

use alloc::string::String;
use alloc::vec::Vec;

use super::read::{Item, Reader};
use crate::dxil_metadata::{NodeIOTag, NodeRecordTag, ShaderPropertyTag};
use crate::metadata_node::MetadataNode;
use dxc_format::Result;
use dxc_format::rdat::{DxilComponentType, NodeIOFlags, NodeLaunchType};

/// An entry point's properties as a node of a work graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Node {
    /// The launch mode.
    pub launch_type: NodeLaunchType,
    /// Whether it is an entry of its work graph.
    pub is_program_entry: bool,
    /// The name and the index.
    pub id: Option<NodeId>,
    /// The index in the table of local root arguments.
    pub local_root_arguments_table_index: Option<u32>,
    /// The node whose input this one shares.
    pub share_input_of: Option<NodeId>,
    /// The size of the dispatch grid.
    pub dispatch_grid: Option<[u32; 3]>,
    /// The largest size of the dispatch grid.
    pub max_dispatch_grid: Option<[u32; 3]>,
    /// The maximum recursion depth.
    pub max_recursion_depth: u32,
    /// The inputs.
    pub inputs: Vec<NodeIO>,
    /// The outputs.
    pub outputs: Vec<NodeIO>,
}

/// The name and the index of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NodeId {
    /// The name.
    pub name: String,
    /// The index in an array of nodes.
    pub index: u32,
}

/// An input or output of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NodeIO {
    /// The kind.
    pub flags: NodeIOFlags,
    /// The node that an output goes to.
    pub output_id: Option<NodeId>,
    /// The records.
    pub record: Option<NodeRecord>,
    /// The largest number of records; 0 if it is not limited.
    pub max_records: u32,
    /// The largest number of records for each node of an output array.
    pub max_records_per_node: Option<u32>,
    /// The index of the output that shares the number of records.
    pub max_records_shared_with: Option<u32>,
    /// The number of nodes of an output array.
    pub output_array_size: u32,
    /// Whether nodes of the output array may be missing.
    pub allow_sparse_nodes: bool,
}

/// The records of an input or output of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NodeRecord {
    /// The size in bytes.
    pub size: u32,
    /// The alignment in bytes; 0 if unknown.
    pub alignment: u32,
    /// The location of `SV_DispatchGrid` in the records, if they have it.
    pub dispatch_grid: Option<DispatchGrid>,
}

/// The location of `SV_DispatchGrid` in a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DispatchGrid {
    /// The offset in bytes.
    pub offset: u32,
    /// The type of a component.
    pub component_type: DxilComponentType,
    /// The number of components.
    pub components: u32,
}

impl Node {
    /// Reads a property of an entry point; returns whether it is a property of nodes.
    pub(super) fn read_property<'m>(
        &mut self,
        reader: &mut Reader<'m>,
        tag: ShaderPropertyTag,
        value: Item<'m>,
    ) -> Result<bool> {
        match tag {
            ShaderPropertyTag::NodeLaunchType => self.launch_type = NodeLaunchType(value.u32()?),
            ShaderPropertyTag::NodeIsProgramEntry => self.is_program_entry = value.bool()?,
            ShaderPropertyTag::NodeId => self.id = Some(read_id(reader, value)?),
            ShaderPropertyTag::NodeLocalRootArgumentsTableIndex => {
                let index = value.u32()?;
                self.local_root_arguments_table_index = (index != u32::MAX).then_some(index);
            }
            ShaderPropertyTag::ShareInputOf => self.share_input_of = Some(read_id(reader, value)?),
            ShaderPropertyTag::NodeDispatchGrid => self.dispatch_grid = Some(value.triple()?),
            ShaderPropertyTag::NodeMaxDispatchGrid => {
                self.max_dispatch_grid = Some(value.triple()?);
            }
            ShaderPropertyTag::NodeMaxRecursionDepth => self.max_recursion_depth = value.u32()?,
            ShaderPropertyTag::NodeInputs => self.inputs = reader.list(value, read_io)?,
            ShaderPropertyTag::NodeOutputs => self.outputs = reader.list(value, read_io)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn read_id<'m>(reader: &mut Reader<'m>, value: Item<'m>) -> Result<NodeId> {
    let node = value.node()?;
    Ok(NodeId {
        name: reader.string(node.item(0))?,
        index: node.item(1).u32()?,
    })
}

fn read_io<'m>(reader: &mut Reader<'m>, node: MetadataNode<'m>) -> Result<NodeIO> {
    let mut io = NodeIO::default();
    reader.pairs(node, |reader, tag, value| {
        match NodeIOTag(tag) {
            NodeIOTag::OutputID => io.output_id = Some(read_id(reader, value)?),
            NodeIOTag::Flags => io.flags = NodeIOFlags(value.u32()?),
            NodeIOTag::RecordType => {
                io.record = Some(read_record(reader, value.node()?)?);
            }
            NodeIOTag::MaxRecords => io.max_records = value.u32()?,
            NodeIOTag::MaxRecordsSharedWith => io.max_records_shared_with = Some(value.u32()?),
            NodeIOTag::OutputArraySize => io.output_array_size = value.u32()?,
            NodeIOTag::MaxRecordsPerNode => io.max_records_per_node = Some(value.u32()?),
            NodeIOTag::AllowSparseNodes => io.allow_sparse_nodes = value.bool()?,
            _ => {}
        }
        Ok(())
    })?;
    Ok(io)
}

fn read_record<'m>(reader: &mut Reader<'m>, node: MetadataNode<'m>) -> Result<NodeRecord> {
    let mut record = NodeRecord::default();
    reader.pairs(node, |_, tag, value| {
        match NodeRecordTag(tag) {
            NodeRecordTag::Size => record.size = value.u32()?,
            NodeRecordTag::Alignment => record.alignment = value.u32()?,
            NodeRecordTag::DispatchGrid => {
                let grid = value.node()?;
                record.dispatch_grid = Some(DispatchGrid {
                    offset: grid.item(0).u32()?,
                    component_type: DxilComponentType(grid.item(1).u8()?),
                    components: grid.item(2).u32()?,
                });
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(record)
}
