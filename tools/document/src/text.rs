//! Serializes documents with serde. Long bytes are base64, which is a quarter of the size of a list of numbers; LLVM
//! only reads lists.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Document;
use dxc_runtime::values::Node;
use dxc_runtime::values::with_base64::WithBase64;

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.llvm {
            None => WithBase64(&self.node).serialize(serializer),
            Some(_) => self.node.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Node::deserialize(deserializer).map(|node| Self::new(node, None))
    }
}
