//! Reads and writes trees and documents as YAML, with lists of numbers on one line.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::ser::{self, Serialize, Serializer};
use serde_saphyr::{DoubleQuoted, FlowSeq, LitStr, to_fmt_writer};

use super::Document;
use super::older;
use super::yaml_error::problem;
use super::yaml_reader::read_yaml;
use dxc_runtime::Limits;
use dxc_runtime::bounded::Bounded;
use dxc_runtime::values::DocumentError;
use dxc_runtime::values::Node;
use dxc_runtime::values::base64;
use dxc_text::is_hidden;

/// The start of every document of a container.
const START: &str = "--- !dxcontainer\n";

impl Document {
    /// The document as YAML.
    ///
    /// # Errors
    /// Those of the YAML library.
    pub fn to_yaml(&self) -> Result<String, serde_saphyr::ser::Error> {
        let mut text = String::new();
        self.write_yaml(&mut text).map(|()| text)
    }

    /// Like [`to_yaml`](Self::to_yaml), but at most [`Limits::output`] bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](dxc_format::ErrorKind::Limit) as a message; those of the YAML library.
    pub fn to_yaml_within(&self, limits: &Limits) -> Result<String, serde_saphyr::ser::Error> {
        let mut out = Bounded::new(String::new(), limits.output);
        let written = self.write_yaml(&mut out);
        match out.exceeded {
            Some(kind) => Err(ser::Error::custom(kind)),
            None => written.map(|()| out.output),
        }
    }

    /// Writes the document as YAML, in parts.
    ///
    /// ```
    /// use dxc_document::Document;
    ///
    /// let document = Document::from_yaml("Parts: [{ Name: SFI0 }]")?;
    /// let mut text = String::new();
    /// document.write_yaml(&mut text).unwrap();
    /// assert_eq!(text, document.to_yaml().unwrap());
    /// # Ok::<(), dxc_document::DocumentError>(())
    /// ```
    ///
    /// # Errors
    /// Those of the writer and of the YAML library.
    pub fn write_yaml(&self, out: &mut impl fmt::Write) -> Result<(), serde_saphyr::ser::Error> {
        if let (Some(llvm), false) = (self.llvm, self.left_out().is_empty()) {
            writeln!(
                out,
                "# LLVM {llvm} has no keys for these values, which are left out:"
            )?;
            let mut lines = self.left_out().iter();
            lines.try_for_each(|line| writeln!(out, "#   {line}"))?;
        }
        out.write_str(START)?;
        // LLVM does not read base64.
        let (node, packs) = (&self.node, self.llvm.is_none());
        to_fmt_writer(&mut Spelled(&mut *out), &Yaml { node, packs })?;
        Ok(out.write_str("...\n")?)
    }

    /// Reads YAML: one document. Its tag is optional.
    ///
    /// The text is kept, so that errors have a line and a column.
    ///
    /// ```
    /// use dxc_format::TableStyle;
    /// use dxc_document::Document;
    ///
    /// let document = Document::from_yaml("Parts:\n- Name: SFI0\n  Flags: { WaveOp: true }\n")?;
    /// let wrong = document.to_bytes(TableStyle::Dxc).unwrap_err();
    /// assert_eq!(wrong.line_and_column(), Some((3, 12)));
    /// assert_eq!(wrong.path(), "Parts[0].Flags.WaveOp");
    /// assert_eq!(wrong.to_string(), "3:12: Parts[0].Flags.WaveOp: unknown key; did you mean `WaveOps`?");
    /// # Ok::<(), dxc_document::DocumentError>(())
    /// ```
    ///
    /// # Errors
    /// The error contains the line and column of invalid YAML.
    pub fn from_yaml(text: &str) -> Result<Self, DocumentError> {
        let nodes = read_yaml(text, serde_saphyr::from_multiple_with_options);
        let nodes: Vec<Node> = nodes.map_err(|error| problem(error, text))?;
        let mut nodes = nodes.into_iter();
        let node = nodes.next().unwrap_or(Node::Nothing);
        match nodes.next() {
            Some(_) => Err(older::several(text)),
            None => Ok(Self::new(node, Some(text))),
        }
    }
}

/// A tree as YAML.
///
/// # Errors
/// Those of the YAML library.
pub fn to_string(node: &Node) -> Result<String, serde_saphyr::ser::Error> {
    let mut text = String::new();
    to_fmt_writer(&mut Spelled(&mut text), &Yaml::plain(node)).map(|()| text)
}

/// Reads a tree from YAML.
///
/// ```
/// use dxc_document::{build, yaml};
/// use dxc_format::{TableStyle, features::FeatureInfoPart};
///
/// let node = yaml::from_str("WaveOps: true")?;
/// assert_eq!(build::<FeatureInfoPart>(&node, (), TableStyle::Dxc)?[1], 0x40);
/// # Ok::<(), dxc_document::DocumentError>(())
/// ```
///
/// # Errors
/// The error contains the line and column of invalid YAML.
pub fn from_str(text: &str) -> Result<Node, DocumentError> {
    let node = read_yaml(text, serde_saphyr::from_str_with_options);
    node.map_err(|error| problem(error, text))
}

/// Whether a character is written as an escape.
fn is_spelled(letter: char) -> bool {
    is_hidden(letter) && !matches!(letter, '\n' | '\t')
}

/// A writer that replaces characters by escapes; texts with such characters are in double quotes.
struct Spelled<W>(W);

impl<W: fmt::Write> fmt::Write for Spelled<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((at, letter)) = rest.char_indices().find(|(_, letter)| is_spelled(*letter)) {
            let (before, behind) = rest.split_at(at);
            self.0.write_str(before)?;
            match u32::from(letter) {
                code @ ..=0xffff => write!(self.0, "\\u{code:04X}")?,
                code => write!(self.0, "\\U{code:08X}")?,
            }
            rest = behind.get(letter.len_utf8()..).unwrap_or_default();
        }
        self.0.write_str(rest)
    }
}

/// A tree that is written with lists of numbers on one line.
#[derive(Clone, Copy)]
struct Yaml<'n> {
    node: &'n Node,
    /// Whether long bytes are written as base64.
    packs: bool,
}

impl<'n> Yaml<'n> {
    fn plain(node: &'n Node) -> Self {
        let packs = false;
        Self { node, packs }
    }

    fn inner(self, node: &'n Node) -> Self {
        Self { node, ..self }
    }
}

impl Serialize for Yaml<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.node {
            Node::List(list) if self.node.is_row() => FlowSeq(list).serialize(serializer),
            Node::Bytes(bytes) if self.packs && base64::is_long(bytes) => {
                base64::serialize(&LitStr(&base64::lines(bytes)), serializer)
            }
            Node::Bytes(bytes) => FlowSeq(bytes).serialize(serializer),
            // In other styles, these characters could not be escaped.
            Node::Text(text) if text.contains(is_spelled) => {
                DoubleQuoted(text).serialize(serializer)
            }
            // YAML has notations for infinities and NaN.
            Node::Float(float) => serializer.serialize_f32(*float),
            Node::Double(float) => serializer.serialize_f64(*float),
            Node::List(list) => serializer.collect_seq(list.iter().map(|node| self.inner(node))),
            Node::Map(map) => {
                serializer.collect_map(map.0.iter().map(|(key, node)| (key, self.inner(node))))
            }
            other => other.serialize(serializer),
        }
    }
}
