//! Values of parts through serde.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::data::{build_in, layout, show};
use super::from_document::FromDocument;
use super::node::Node;
use super::packed::Packed;
use super::part_layout::LAYOUT;
use crate::runtime::Sequence;

/// Writes the value of a part with the keys of documents; if its layout is not the usual one, that is the key `Layout`.
pub fn serialize<T, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: FromDocument<Args = ()> + Sequence<Args = ()>,
{
    let bytes = value.to_bytes(()).map_err(S::Error::custom)?;
    let mut node = show::<T>(&bytes, ()).map_err(S::Error::custom)?;
    let layout = layout::<T>(&node, (), &bytes).map_err(S::Error::custom)?;
    if let (Node::Map(map), Node::Map(_)) = (&mut node, &layout) {
        map.push(LAYOUT, layout);
    }
    Packed(&node).serialize(serializer)
}

/// Reads the value of a part from the keys of documents.
pub fn deserialize<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>
where
    T: FromDocument<Args = ()> + Sequence<Args = ()>,
{
    let mut node = Node::deserialize(deserializer)?;
    let mut layout = Node::Nothing;
    if let Node::Map(map) = &mut node
        && let Some(at) = map.0.iter().position(|(key, _)| key == LAYOUT)
    {
        layout = map.0.remove(at).1;
    }
    let bytes = build_in::<T>(&node, (), &layout).map_err(D::Error::custom)?;
    T::from_bytes(&bytes, ()).map_err(D::Error::custom)
}
