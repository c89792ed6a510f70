//! Numbers that depend on every field, the same for all contenders.

pub(crate) fn all(sums: impl Iterator<Item = u64>) -> u64 {
    sums.fold(0, u64::wrapping_add)
}

pub(crate) fn digest(digest: &[u8; 16]) -> u64 {
    let (halves, _) = digest.as_chunks();
    all(halves.iter().map(|half| u64::from_le_bytes(*half)))
}

pub(crate) fn program(version: u32, dxil_version: u32, bitcode: &[u8]) -> u64 {
    u64::from(version) + u64::from(dxil_version) + bitcode.len() as u64
}

pub(crate) fn element(
    stream: u32,
    index: u32,
    system_value: u32,
    component_type: u32,
    register: u32,
    mask: u8,
    exclusive_mask: u8,
) -> u64 {
    let words = [
        stream,
        index,
        system_value,
        component_type,
        register,
        mask.into(),
        exclusive_mask.into(),
    ];
    words.into_iter().fold(0, u32::wrapping_add).into()
}

/// PSV0: the info's main numbers, and every resource, index, element and mask.
pub(crate) fn pipeline(
    wave_lanes: [u32; 2],
    resources: impl Iterator<Item = [u32; 4]>,
    indices: impl Iterator<Item = u32>,
    elements: impl Iterator<Item = [u32; 2]>,
    masks: impl Iterator<Item = u32>,
) -> u64 {
    let words = wave_lanes.into_iter().chain(indices).chain(masks);
    let pairs = elements.map(|[one, other]| one.wrapping_add(other));
    let fours = resources.map(|words| words.into_iter().fold(0, u32::wrapping_add));
    words
        .fold(0, u32::wrapping_add)
        .wrapping_add(pairs.chain(fours).fold(0, u32::wrapping_add))
        .into()
}
