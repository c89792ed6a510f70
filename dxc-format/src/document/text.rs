//! Documents through serde; YAML with lists of numbers on one line.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Document;
use super::node::Node;

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Node::deserialize(deserializer).map(Self)
    }
}

#[cfg(feature = "yaml")]
mod yaml {
    use alloc::string::String;

    use serde::ser::{SerializeMap, SerializeSeq};
    use serde_saphyr::{FlowSeq, NonFiniteFloatPolicy};

    use super::*;

    /// What every document of a container begins with.
    const START: &str = "--- !dxcontainer\n";

    impl Document {
        /// The document as YAML.
        ///
        /// # Errors
        /// Those of the YAML library.
        pub fn to_yaml(&self) -> Result<String, serde_saphyr::ser::Error> {
            let mut text = String::from(START);
            text.push_str(&self.0.to_yaml()?);
            text.push_str("...\n");
            Ok(text)
        }

        /// Reads YAML; the tag `!dxcontainer` may be there.
        ///
        /// # Errors
        /// Those of the YAML library, with line and column.
        pub fn from_yaml(text: &str) -> Result<Self, serde_saphyr::Error> {
            Node::from_yaml(text).map(Self)
        }
    }

    impl Node {
        /// The tree as YAML.
        ///
        /// # Errors
        /// Those of the YAML library.
        pub fn to_yaml(&self) -> Result<String, serde_saphyr::ser::Error> {
            serde_saphyr::to_string(&Yaml(self))
        }

        /// Reads YAML.
        ///
        /// # Errors
        /// Those of the YAML library, with line and column.
        pub fn from_yaml(text: &str) -> Result<Self, serde_saphyr::Error> {
            // Without aliases, there are no more values than letters.
            let most = text.len().saturating_add(16);
            let options = serde_saphyr::options! {
                budget: serde_saphyr::budget! {
                    max_events: most.saturating_mul(2),
                    max_nodes: most,
                    max_total_scalar_bytes: most,
                    max_aliases: 0,
                },
                non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
            };
            serde_saphyr::from_str_with_options(text, options)
        }
    }

    /// The same tree, with lists of numbers on one line.
    struct Yaml<'n>(&'n Node);

    impl Serialize for Yaml<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                Node::List(list) if self.0.is_row() => FlowSeq(list).serialize(serializer),
                // YAML has a way of its own.
                Node::Float(float) => serializer.serialize_f32(*float),
                Node::List(list) => {
                    let mut out = serializer.serialize_seq(Some(list.len()))?;
                    list.iter()
                        .try_for_each(|value| out.serialize_element(&Yaml(value)))?;
                    out.end()
                }
                Node::Map(map) => {
                    let mut out = serializer.serialize_map(Some(map.0.len()))?;
                    map.0
                        .iter()
                        .try_for_each(|(key, value)| out.serialize_entry(key, &Yaml(value)))?;
                    out.end()
                }
                other => other.serialize(serializer),
            }
        }
    }
}
