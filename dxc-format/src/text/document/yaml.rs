//! Documents as YAML, with lists of numbers on one line.

use alloc::string::String;
use alloc::vec::Vec;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_saphyr::FlowSeq;

use super::Document;
use super::node::Node;
use super::origin::{Origin, last_document};
use super::problem::Problem;
use super::yaml_error::problem;
use super::yaml_reader::read_yaml;

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
    /// The text is kept, so that what cannot be built is told with its line and column.
    ///
    /// ```
    /// use dxc_format::TableStyle;
    /// use dxc_format::document::Document;
    ///
    /// let document = Document::from_yaml("Parts:\n- Name: SFI0\n  Flags: { WaveOp: true }\n")?;
    /// let wrong = document.to_bytes(TableStyle::Dxc).unwrap_err();
    /// assert_eq!(wrong.line_and_column(), Some((3, 12)));
    /// assert_eq!(wrong.path(), "Parts[0].Flags.WaveOp");
    /// assert_eq!(wrong.to_string(), "3:12: Parts[0].Flags.WaveOp: unknown key; did you mean `WaveOps`?");
    /// # Ok::<(), dxc_format::document::Problem>(())
    /// ```
    ///
    /// # Errors
    /// Names the line and column of what is no YAML.
    pub fn from_yaml(text: &str) -> Result<Self, Problem> {
        let nodes = read_yaml(text, serde_saphyr::from_multiple_with_options);
        let nodes: Vec<Node> = nodes.map_err(|error| problem(error, text))?;
        let mut nodes = nodes.into_iter();
        let (first, rest) = (nodes.next(), nodes.next());
        let at_last = |what| {
            let start = last_document(text).unwrap_or_default();
            Problem::new(what).placed(start..start + "---".len(), text)
        };
        if nodes.next().is_some() {
            return Err(at_last("a container has two documents at most"));
        }
        let (mut document, rest_key) = Self::from_node(first.unwrap_or(Node::Nothing));
        if document.rest.is_some() && rest.is_some() {
            return Err(at_last("the rest stands here twice"));
        }
        document.rest = document.rest.or(rest);
        document.origin = Origin::of(text, rest_key);
        Ok(document)
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
    /// Names the line and column of what is no YAML.
    pub fn from_yaml(text: &str) -> Result<Self, Problem> {
        let node = read_yaml(text, serde_saphyr::from_str_with_options);
        node.map_err(|error| problem(error, text))
    }
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
