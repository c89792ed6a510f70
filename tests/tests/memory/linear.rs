//! Tests that the memory of operations on a PSV0 with very many resources is proportional to its size.
//!
//! Judge: the allocator, which counts, and a round trip to the same bytes.

use allocation_counter::measure;
use dxc_format::TableStyle;
use dxc_format::constants::{ResourceKind, ResourceType};
use dxc_format::psv0::{
    PipelineStateValidation, PipelineStateValidationView, ResourceBinding, RuntimeInfo,
};

/// The bytes of a part with this many resources.
fn part(resources: u32) -> Vec<u8> {
    let mut psv = PipelineStateValidation::default();
    psv.info.record = RuntimeInfo::new(4);
    for register in 0..resources {
        let mut resource = ResourceBinding::new(2);
        resource.resource_type = ResourceType::SRVTyped;
        resource.set_kind(ResourceKind::TypedBuffer).unwrap();
        (resource.lower_bound, resource.upper_bound) = (register, register);
        psv.resources.push(resource);
    }
    psv.info.maximum_wave_lane_count = u32::MAX;
    psv.lay_out(TableStyle::Dxc).unwrap();
    psv.to_bytes().unwrap()
}

/// The number of allocations, and their sum in bytes; a buffer that grows is counted again.
fn cost<T>(work: impl FnOnce() -> T) -> (T, u64, u64) {
    let mut result = None;
    let allocated = measure(|| result = Some(work()));
    (
        result.unwrap(),
        allocated.count_total,
        allocated.bytes_total,
    )
}

#[test]
fn a_million_resources() {
    let (small, large) = (part(1_000), part(1_000_000));
    assert_eq!(large.len() - small.len(), 999_000 * 24);
    let mut costs = Vec::new();
    for bytes in [&small, &large] {
        let (view, times, _) = cost(|| PipelineStateValidationView::parse(bytes).unwrap());
        assert_eq!(times, 0, "a view allocates nothing");
        let (mut value, read, read_bytes) = cost(|| view.to_value());
        let (written, write, write_bytes) = cost(|| value.to_bytes().unwrap());
        assert!(written == *bytes);
        let (findings, check, check_bytes) = cost(|| dxc_shader::psv0::validate(&value));
        assert_eq!(findings, []);
        let (_, lay_out, lay_out_bytes) = cost(|| value.lay_out(TableStyle::Llvm).unwrap());
        let (lost, move_to, move_bytes) = cost(|| value.set_version(2));
        assert_eq!(lost, []);
        let bounds = [
            (read_bytes, 2),
            // A buffer that grows is counted again.
            (write_bytes, 3),
            (check_bytes, 4),
            (lay_out_bytes, 1),
            (move_bytes, 1),
        ];
        for (allocated, times) in bounds {
            assert!(
                allocated <= times * bytes.len() as u64,
                "{allocated} of {}",
                bytes.len()
            );
        }
        costs.push([read, write, check, lay_out, move_to]);
    }
    assert_eq!(
        costs[0], costs[1],
        "no allocation is for a record of its own"
    );
}
