//! Trees whose long bytes are base64 without line breaks.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::base64::{is_long, serialize};
use super::node::Node;

/// A tree whose long bytes are base64 without line breaks, for any format.
pub(super) struct Packed<'n>(pub(super) &'n Node);

impl Serialize for Packed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Node::Bytes(bytes) if is_long(bytes) => serialize(&STANDARD.encode(bytes), serializer),
            Node::List(list) => {
                let mut out = serializer.serialize_seq(Some(list.len()))?;
                list.iter()
                    .try_for_each(|value| out.serialize_element(&Packed(value)))?;
                out.end()
            }
            Node::Map(map) => {
                let mut out = serializer.serialize_map(Some(map.0.len()))?;
                map.0
                    .iter()
                    .try_for_each(|(key, value)| out.serialize_entry(key, &Packed(value)))?;
                out.end()
            }
            other => other.serialize(serializer),
        }
    }
}
