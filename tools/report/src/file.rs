//! Opens a file of any kind, and finds the container in it.

use dxc_document::{Document, encoded};
use dxc_format::constants::RootSignatureVersion;
use dxc_format::pdb::Streams;
use dxc_format::scan;
use dxc_format::{Builder, Container, TableStyle, parts, pdb};
use dxc_root_signature::Diagnostics;
use dxc_root_signature::hlsl::{self, Dialect};
use dxc_shader::diff::{Depth, containers};
use dxc_shader::sources;
use serde_json::{Value, json};

use crate::{edit, fields, guess, summary};

/// A file, and the container that it is, contains, or describes.
///
/// ```
/// use dxobj_report::File;
///
/// let file = File::open("root.hlsl", br#"#define RS "CBV(b0), SRV(t0)""#.to_vec());
/// let edited = file.edit(0, "parameters[1].visibility", None, "Pixel").unwrap();
/// let differences = file.differences(&edited);
/// assert_eq!(differences[0]["path"], "parameters[1].visibility");
/// ```
#[derive(Clone, Debug)]
pub struct File {
    pub(crate) name: String,
    /// The kind of file, if the container was made from it.
    pub(crate) origin: Option<&'static str>,
    /// The reason why there is no container.
    pub(crate) problem: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

impl File {
    /// Opens a container, a PDB file, a document, or an HLSL file with a root signature; the format is detected.
    ///
    /// A file that cannot be read has the problem in its summary, and shows its bytes.
    pub fn open(name: &str, bytes: Vec<u8>) -> Self {
        let (origin, made) = made(name, &bytes).unzip();
        let (made, problem) = match made.transpose() {
            Ok(made) => (made, None),
            Err(problem) => (None, Some(problem)),
        };
        Self {
            name: name.to_owned(),
            origin,
            problem,
            bytes: made.unwrap_or(bytes),
        }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes of the container, or of the file if there is none.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Why the file is no container, and none can be made from it.
    pub fn problem(&self) -> Option<String> {
        let parsed = || Some(Container::parse(&self.bytes).err()?.to_string());
        self.problem.clone().or_else(parsed)
    }

    /// The probable format of a file that cannot be read, and what to do with it.
    pub fn hint(&self) -> Option<String> {
        match &self.problem {
            // Any text may have been read as HLSL.
            Some(_) if self.origin == Some(HLSL) => guess::guess(&self.bytes),
            Some(_) => None,
            None => Container::parse(&self.bytes)
                .err()
                .and_then(|_| guess::hint(&self.bytes)),
        }
    }

    /// The file as a whole: its parts, bindings, signatures, root signatures and findings.
    pub fn summary(&self) -> Value {
        summary::of(self)
    }

    /// The fields of a section as JSON: those of the header are section 0, those of part `n` section `n + 1`.
    pub fn fields(&self, section: usize) -> String {
        fields::Fields::new(self, section).to_json()
    }

    /// Returns the file with another value of a field, by its path, or of bits in it, by their name.
    ///
    /// Enums and flags take names and numbers. The digest follows.
    ///
    /// # Errors
    /// Says why the field cannot have the value.
    pub fn edit(
        &self,
        part: usize,
        path: &str,
        bits: Option<&str>,
        text: &str,
    ) -> Result<Self, String> {
        let bytes = edit::edited(self, part, path, bits, text)?;
        Ok(Self {
            bytes,
            ..self.clone()
        })
    }

    /// Compares two files field by field.
    pub fn differences(&self, other: &Self) -> Vec<Value> {
        let (Ok(old), Ok(new)) = (
            Container::parse(&self.bytes),
            Container::parse(&other.bytes),
        ) else {
            return Vec::new();
        };
        let differences = containers(&old, &new, Depth::Semantic);
        let shown = differences.iter().map(|difference| {
            let part = difference.part.map(|part| part.to_string());
            json!({ "part": part, "path": difference.path, "old": difference.old, "new": difference.new })
        });
        shown.collect()
    }
}

/// The kind of a text in no other format.
const HLSL: &str = "HLSL";

/// The kind of a file that is not a container itself, and the container that it contains or describes.
fn made(name: &str, bytes: &[u8]) -> Option<(&'static str, Result<Vec<u8>, String>)> {
    if scan::is_container(bytes) {
        return None;
    }
    if pdb::is_pdb(bytes) {
        let container = pdb::container(bytes).or_else(|problem| of_fxc_pdb(bytes).ok_or(problem));
        return Some((
            "a PDB file",
            container.map_err(|problem| problem.to_string()),
        ));
    }
    if let Some(found) = encoded::containers(bytes).into_iter().next() {
        return Some(("a container as text", Ok(found.bytes)));
    }
    let text = std::str::from_utf8(bytes).ok()?;
    if text.contains('\0') || text.trim().is_empty() {
        return None;
    }
    let is_document = text.contains("!dxcontainer") || text.contains("Parts");
    Some(if is_document {
        ("a document", of_document(text))
    } else {
        (HLSL, of_hlsl(name, text))
    })
}

/// A container whose only part is a PDB that FXC wrote.
fn of_fxc_pdb(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut streams = Streams::of_bytes(bytes).ok()?;
    let is_fxc = sources::is_fxc_pdb(&mut streams).ok()?;
    let mut builder = Builder::new();
    builder.push(parts::SPDB, bytes);
    is_fxc.then(|| builder.to_bytes().ok()).flatten()
}

fn of_document(text: &str) -> Result<Vec<u8>, String> {
    let document = Document::from_yaml(text).map_err(|problem| problem.to_string())?;
    document
        .to_bytes(TableStyle::Dxc)
        .map_err(|problem| problem.to_string())
}

/// A container whose only part is the root signature of an HLSL file.
fn of_hlsl(name: &str, text: &str) -> Result<Vec<u8>, String> {
    let shown = |problems: Diagnostics| problems.render(name, text, false);
    let parsed = hlsl::parse(text, RootSignatureVersion::V1_1, Dialect::Clang).map_err(shown)?;
    let mut builder = Builder::new();
    let set = builder.set_part(parts::RTS0, parsed.signature);
    set.and_then(|()| builder.to_bytes())
        .map_err(|problem| problem.to_string())
}
