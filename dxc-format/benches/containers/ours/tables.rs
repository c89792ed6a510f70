//! Benchmarks RDAT and SRCI, which no other library reads.

use dxc_format::{Container, FourCC, Part, parts};
use std::hint::black_box;

/// Resolves the names and resources of every function through views, and every node's inputs; counts sections of SRCI.
pub(crate) fn views(bytes: &[u8]) -> u64 {
    let Ok(container) = Container::parse(bytes) else {
        return 0;
    };
    let mut sum = 0u64;
    if let Ok(Some(data)) = container.rdat() {
        for function in data.functions() {
            sum += data.string(function.name).map_or(0, str::len) as u64;
            for resource in data.list(function.resources).flatten() {
                sum += u64::from(resource.lower_bound ^ resource.upper_bound);
            }
            let shader = function.shader();
            let node = shader.and_then(|shader| shader.node(function.shader_kind));
            if let Some(node) = node.and_then(|node| data.row(node)) {
                for input in data.list(node.inputs).flatten() {
                    sum += data.list(input.attributes).len() as u64;
                }
            }
        }
        sum += data.subobjects().len() as u64;
    }
    if let Ok(Some(info)) = container.srci() {
        sum += info.sections().len() as u64;
    }
    sum
}

/// Reads them into owned values and writes them again.
pub(crate) fn round_trip(bytes: &[u8]) -> u64 {
    let Ok(container) = Container::parse(bytes) else {
        return 0;
    };
    let parts = container.parts().filter_map(|part| {
        is_one(part.fourcc).then_some(())?;
        let value = Part::parse(part.fourcc, part.data).ok()?;
        value.to_bytes(part.fourcc).ok()
    });
    parts.map(|bytes| black_box(bytes).len() as u64).sum()
}

/// Whether a part is one that no other library reads.
pub(crate) fn is_one(fourcc: FourCC) -> bool {
    matches!(fourcc, parts::RDAT | parts::SRCI | parts::PDBI)
}
