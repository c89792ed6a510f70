//! Makes PSV0 of an unknown version, one later than the newest.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use dxc_format::psv0::{PipelineStateValidation, ResourceBinding};
use dxc_format::{
    Container, TableStyle,
    types::{BySize, Strided},
};

/// The PSV0 of a compiled shader, converted to the newest version.
fn newest() -> PipelineStateValidation {
    let path = crate::data().join("dxc/vs_basic.sm60.dxil");
    let bytes = std::fs::read(path).unwrap();
    let view = Container::parse(&bytes).unwrap().psv0().unwrap();
    let mut psv = view.unwrap().to_value();
    psv.set_version(u32::MAX);
    psv
}

/// A PSV0 whose info is one word longer than any known version, and that continues after its last table; two entries of
/// its index table are referenced only from there.
pub fn whole() -> PipelineStateValidation {
    let mut psv = newest();
    psv.inputs = Strided::default();
    psv.outputs = Strided::default();
    psv.lay_out(TableStyle::Dxc).unwrap();
    psv.index_table.intern(&[0, 1]);
    psv.info.tail = vec![1, 0, 0, 0];
    psv.trailing = (0..128).collect();
    psv
}

/// A PSV0 with four unrecognized bytes at the end of the info.
pub fn info() -> PipelineStateValidation {
    let mut psv = newest();
    psv.info.tail = vec![0x11, 0x22, 0x33, 0x44];
    psv
}

/// A PSV0 with four unrecognized bytes at the end of each resource.
pub fn resources() -> PipelineStateValidation {
    let mut psv = newest();
    let stride = u32::try_from(ResourceBinding::size_of_version(u32::MAX)).unwrap() + 4;
    let bindings = std::mem::replace(&mut psv.resources, Strided::new(stride));
    bindings
        .iter()
        .for_each(|binding| psv.resources.push(*binding));
    psv
}
