//! Documents through serde: long bytes are base64, which is a quarter of a list of numbers.

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Document;
use dxc_runtime::values::Node;
use dxc_runtime::values::with_base64::WithBase64;

/// The key of the extension, where there is one document only.
pub(crate) const EXTENSION: &str = "Extension";

/// Its key in older documents, which is still read.
const OLD_EXTENSION: &str = "Rest";

impl Document {
    /// A document whose extension may be below a key; also returns the index of that key.
    pub(crate) fn from_node(mut node: Node) -> (Self, Option<usize>) {
        let (mut at, mut extension) = (None, None);
        if let Node::Map(map) = &mut node {
            at = map
                .0
                .iter()
                .position(|(key, _)| key == EXTENSION || key == OLD_EXTENSION);
            extension = at.map(|at| map.0.remove(at).1);
        }
        (Self::new(node, extension), at)
    }
}

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (Node::Map(map), Some(extension)) = (&self.node, &self.extension) else {
            return WithBase64(&self.node).serialize(serializer);
        };
        let mut out = serializer.serialize_map(Some(map.0.len() + 1))?;
        map.0
            .iter()
            .try_for_each(|(key, value)| out.serialize_entry(key, &WithBase64(value)))?;
        out.serialize_entry(EXTENSION, &WithBase64(extension))?;
        out.end()
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Node::deserialize(deserializer).map(|node| Self::from_node(node).0)
    }
}
