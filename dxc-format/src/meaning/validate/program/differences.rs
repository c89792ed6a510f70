//! The fields of two records that differ.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::generated::constants::ShaderStage;
use crate::runtime::shape::Shape;
use crate::runtime::{Leaf, Leaves, Row};

/// A field that differs.
pub(super) struct Difference {
    /// The path in the record.
    pub(super) path: String,
    pub(super) stated: String,
    pub(super) expected: String,
}

/// The fields that differ in two records of `size` bytes; references to tables are left out.
pub(super) fn differences<T: Row<Context = ()>>(
    stated: &T,
    expected: &T,
    size: usize,
    stage: ShaderStage,
) -> Vec<Difference> {
    if stated == expected {
        return Vec::new();
    }
    let (shape, size) = T::known((), size);
    let (Some(stated), Some(expected), Shape::Record(layout)) =
        (encode(stated, size), encode(expected, size), shape)
    else {
        return Vec::new();
    };
    let [stated, expected] = [&stated, &expected].map(|bytes| {
        let mut leaves = Leaves::new(bytes).selected_by(&ShaderStage::TABLE, stage.0.into());
        leaves.record(layout, 0);
        let leaves = leaves.into_vec().into_iter();
        leaves
            .flat_map(|leaf| split(&leaf, bytes))
            .collect::<Vec<_>>()
    });
    let pairs = stated.into_iter().zip(expected);
    let differing = pairs.filter(|(stated, expected)| stated.1 != expected.1);
    differing
        .map(|((path, stated), (_, expected))| Difference {
            path,
            stated,
            expected,
        })
        .collect()
}

/// The value of a field with its path, or those of the fields that are packed into it.
fn split(leaf: &Leaf, bytes: &[u8]) -> Vec<(String, String)> {
    match leaf.shape {
        Some(Shape::Name { .. } | Shape::Indices { .. }) => Vec::new(),
        _ if leaf.bits.is_empty() => {
            let text = match leaf.text.is_empty() {
                true => {
                    Shape::Bytes.say(bytes.get(leaf.at..leaf.at + leaf.size).unwrap_or_default())
                }
                false => leaf.text.clone(),
            };
            Vec::from([(leaf.path.clone(), text)])
        }
        _ => {
            let bits = leaf.bits.iter();
            bits.map(|(name, text)| (format!("{}.{name}", leaf.path), text.clone()))
                .collect()
        }
    }
}

fn encode<T: Row<Context = ()>>(record: &T, size: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; size];
    record.write_row((), &mut bytes).ok()?;
    Some(bytes)
}
