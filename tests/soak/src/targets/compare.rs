//! Tests the comparison of two containers. An input has the length of the first one in four bytes, then both.

use dxc_format::Container;
use dxc_shader::diff::{self, Depth};

use crate::limits::COMPARE;
use crate::{Maker, damage};

/// A container, and another container, or the same one with a few bytes changed.
pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    let old = maker.container();
    let new = match maker.rng.u8(..4) {
        0 => maker.container(),
        _ => {
            let mut new = old.clone();
            for _ in 0..maker.rng.usize(..4) {
                damage::bytes(&mut new, &mut maker.rng);
            }
            new
        }
    };
    let len = u32::try_from(old.len()).unwrap_or_default();
    [&len.to_le_bytes()[..], &old, &new].concat()
}

pub(crate) fn try_two(input: &[u8]) {
    let Some((len, files)) = input.split_first_chunk() else {
        return;
    };
    let len = u32::from_le_bytes(*len) as usize;
    let Some((old, new)) = files.split_at_checked(len) else {
        return;
    };
    if let (Ok(old), Ok(new)) = (Container::parse(old), Container::parse(new)) {
        try_containers(&old, &new);
    }
}

fn try_containers(old: &Container<'_>, new: &Container<'_>) {
    let len = old.as_bytes().len() + new.as_bytes().len();
    let compare = |old: &Container<'_>, new: &Container<'_>, depth| {
        COMPARE.hold(len, || diff::containers(old, new, depth))
    };
    for depth in [Depth::Semantic, Depth::Layout] {
        let found = compare(old, old, depth);
        assert_eq!(found, [], "a container differs from itself");
        for difference in compare(old, new, depth) {
            assert!(!difference.to_string().is_empty());
        }
    }
    let differs = !compare(old, new, Depth::Layout).is_empty();
    assert_eq!(differs, old.as_bytes() != new.as_bytes());
    let means = |old, new| !compare(old, new, Depth::Semantic).is_empty();
    assert_eq!(means(old, new), means(new, old), "one way only");
}
