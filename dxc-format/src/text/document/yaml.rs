//! Documents as YAML, with lists of numbers on one line; and where a text of YAML has what is wrong.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_saphyr::{FlowSeq, NonFiniteFloatPolicy, Options};

use super::Document;
use super::node::Node;
use super::path::steps;
use super::problem::Problem;
use super::seek::seek;
use super::text::REST;
use super::yaml_error::problem;

/// What every document of a container begins with.
const START: &str = "--- !dxcontainer\n";

/// What the rest begins with: LLVM's tools read the first document only.
const START_OF_REST: &str = "--- !dxcontainer-rest\n";

/// How deep values may lie within one another: as deep as JSON's do.
const DEEPEST: usize = 128;

/// The text that a document was read from, if it was read from one.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin(Option<Text>);

#[derive(Clone, Debug)]
struct Text {
    text: Box<str>,
    /// Which key of the first document the rest stood below, if it was no document of its own.
    rest_key: Option<usize>,
}

/// Two documents are equal that say the same.
impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

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
        let nodes = read(text, serde_saphyr::from_multiple_with_options);
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
        document.origin = Origin(Some(Text {
            text: text.into(),
            rest_key,
        }));
        Ok(document)
    }

    /// A problem at its place in the text that the document was read from, if it was read from one.
    pub(super) fn located(&self, problem: Problem) -> Problem {
        let Origin(Some(text)) = &self.origin else {
            return problem;
        };
        match text.span(self, &problem) {
            Some(span) => problem.placed(span, &text.text),
            None => problem,
        }
    }
}

impl Text {
    /// Where the text has what a problem of the document is about.
    fn span(&self, document: &Document, problem: &Problem) -> Option<Range<usize>> {
        let path = problem.path();
        let in_rest = path.strip_prefix(REST);
        let in_rest = in_rest.filter(|path| path.is_empty() || path.starts_with('.'));
        let Some((path, rest)) = in_rest.zip(document.rest.as_ref()) else {
            let (mut steps, is_all) = steps(&document.node, path);
            // The rest stood among the keys.
            match (steps.first_mut(), self.rest_key) {
                (Some(first), Some(rest)) if *first >= rest => *first += 1,
                _ => {}
            }
            return seek(&self.text, &steps, problem.is_of_key() || !is_all);
        };
        let (mut steps, is_all) = steps(rest, path.trim_start_matches('.'));
        let is_of_key = problem.is_of_key() || !is_all;
        if let Some(key) = self.rest_key {
            steps.insert(0, key);
            return seek(&self.text, &steps, is_of_key);
        }
        let from = last_document(&self.text)?;
        let found = seek(self.text.get(from..)?, &steps, is_of_key)?;
        Some(from + found.start..from + found.end)
    }
}

/// Where the last document of several begins.
fn last_document(text: &str) -> Option<usize> {
    let mut end = text.len();
    text.split_inclusive('\n').rev().find_map(|line| {
        end -= line.len();
        let rest = line.strip_prefix("---")?;
        let begins = rest.is_empty() || rest.starts_with(char::is_whitespace);
        begins.then_some(end)
    })
}

impl Problem {
    /// The same, at its place in the text that a node was read from by [`Node::from_yaml`].
    #[must_use]
    pub fn located(self, node: &Node, text: &str) -> Self {
        let (steps, is_all) = steps(node, self.path());
        match seek(text, &steps, self.is_of_key() || !is_all) {
            Some(span) => self.placed(span, text),
            None => self,
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
    /// Names the line and column of what is no YAML.
    pub fn from_yaml(text: &str) -> Result<Self, Problem> {
        let node = read(text, serde_saphyr::from_str_with_options);
        node.map_err(|error| problem(error, text))
    }
}

/// Reads YAML that asks for no more than what is in it.
pub(super) fn read<'t, T>(
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
            max_depth: DEEPEST,
        },
        non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
        with_snippet: false,
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
