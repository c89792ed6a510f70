//! Shows trees whose long bytes are base64 without line breaks.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, Serializer};

use super::base64::{is_long, serialize};
use super::node::Node;

/// A tree whose long bytes are base64 without line breaks, for any format.
pub struct WithBase64<'n>(pub &'n Node);

impl Serialize for WithBase64<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Node::Bytes(bytes) if is_long(bytes) => serialize(&STANDARD.encode(bytes), serializer),
            Node::List(list) => serializer.collect_seq(list.iter().map(WithBase64)),
            Node::Map(map) => {
                serializer.collect_map(map.0.iter().map(|(key, value)| (key, WithBase64(value))))
            }
            other => other.serialize(serializer),
        }
    }
}
