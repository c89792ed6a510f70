//! Documents through serde; YAML with lists of numbers on one line.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Document;
use super::node::Node;

/// The key of the rest, where there is one document only.
const REST: &str = "Rest";

impl Document {
    /// A document whose rest may stand below a key.
    fn from_node(mut node: Node) -> Self {
        let mut rest = None;
        if let Node::Map(map) = &mut node
            && let Some(at) = map.0.iter().position(|(key, _)| key == REST)
        {
            rest = Some(map.0.remove(at).1);
        }
        Self { node, rest }
    }
}

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = self.node.clone();
        if let (Node::Map(map), Some(rest)) = (&mut all, &self.rest) {
            map.push(REST, rest.clone());
        }
        all.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Node::deserialize(deserializer).map(Self::from_node)
    }
}

#[cfg(feature = "yaml")]
mod yaml {
    use alloc::string::String;

    use serde::de;
    use serde::ser::{SerializeMap, SerializeSeq};
    use serde_saphyr::{FlowSeq, NonFiniteFloatPolicy, Options};

    use super::*;

    /// What every document of a container begins with.
    const START: &str = "--- !dxcontainer\n";

    /// What the rest begins with: LLVM's tools read the first document only.
    const START_OF_REST: &str = "--- !dxcontainer-rest\n";

    impl Document {
        /// The document as YAML.
        ///
        /// # Errors
        /// Those of the YAML library.
        pub fn to_yaml(&self) -> Result<String, serde_saphyr::ser::Error> {
            let mut text = String::from(START);
            text.push_str(&self.node.to_yaml()?);
            if let Some(rest) = &self.rest {
                text.push_str(START_OF_REST);
                text.push_str(&rest.to_yaml()?);
            }
            text.push_str("...\n");
            Ok(text)
        }

        /// Reads YAML: a document, and perhaps the rest behind it. Tags may be there.
        ///
        /// # Errors
        /// Those of the YAML library, with line and column.
        pub fn from_yaml(text: &str) -> Result<Self, serde_saphyr::Error> {
            let mut nodes = read(text, serde_saphyr::from_multiple_with_options)?.into_iter();
            let (first, rest) = (nodes.next(), nodes.next());
            if nodes.next().is_some() {
                return Err(de::Error::custom("a container has two documents at most"));
            }
            let mut document = Self::from_node(first.unwrap_or(Node::Nothing));
            match (&document.rest, rest) {
                (Some(_), Some(_)) => Err(de::Error::custom("the rest stands here twice")),
                (None, Some(rest)) => {
                    document.rest = Some(rest);
                    Ok(document)
                }
                (_, None) => Ok(document),
            }
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
            read(text, serde_saphyr::from_str_with_options)
        }
    }

    /// Reads YAML that asks for no more than what is in it.
    fn read<'t, T>(
        text: &'t str,
        from: impl FnOnce(&'t str, Options) -> Result<T, serde_saphyr::Error>,
    ) -> Result<T, serde_saphyr::Error> {
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
        from(text, options)
    }

    /// The same tree, with lists of numbers on one line.
    struct Yaml<'n>(&'n Node);

    impl Serialize for Yaml<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                Node::List(list) if self.0.is_row() => FlowSeq(list).serialize(serializer),
                Node::Bytes(bytes) => FlowSeq(bytes).serialize(serializer),
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
