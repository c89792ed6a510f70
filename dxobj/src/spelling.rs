//! The spellings of root signatures: RTS0, a container, HLSL, LLVM's metadata, YAML. Content tells which one a file has.

use dxc_format::constants::RootSignatureVersion;
use dxc_format::document::{Map, Node, build, show};
use dxc_format::root_signature::hlsl::file::{self, Options};
use dxc_format::root_signature::hlsl::{self, Dialect, Parsed};
use dxc_format::root_signature::metadata::{self, Entry};
use dxc_format::root_signature::{Diagnostic, Diagnostics};
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, Finding, TableStyle, TypedParts};

use crate::arguments::{RootsigSource, Spelling};
use crate::files::Problem;

/// The key of a root signature in a document.
const KEY: &str = "RootSignature";

/// A root signature as HLSL; `None` if HLSL cannot spell it.
pub(crate) fn hlsl(
    signature: &RootSignature,
    complete: bool,
    dialect: Dialect,
) -> Result<String, String> {
    let form = match complete {
        true => hlsl::Form::Complete,
        false => hlsl::Form::Short,
    };
    let text = hlsl::print(signature, form, dialect).map_err(|problem| problem.to_string())?;
    // Without anything, it is still a root signature.
    Ok(if text.is_empty() { "\"\"".into() } else { text })
}

/// The bytes that spell a root signature.
pub(crate) fn print(
    signature: RootSignature,
    to: Spelling,
    complete: bool,
    dialect: Dialect,
) -> Result<Vec<u8>, String> {
    match to {
        Spelling::Rts0 => signature.to_bytes().map_err(|problem| problem.to_string()),
        Spelling::Hlsl => {
            hlsl(&signature, complete, dialect).map(|text| format!("{text}\n").into_bytes())
        }
        Spelling::Metadata => {
            let text = metadata::print(&[Entry::new(None, signature)]);
            text.map(String::into_bytes)
                .map_err(|problem| problem.to_string())
        }
        Spelling::Yaml => {
            let bytes = signature
                .to_bytes()
                .map_err(|problem| problem.to_string())?;
            let node = show::<RootSignature>(&bytes, ()).map_err(|problem| problem.to_string())?;
            let mut document = Map::default();
            document.push(KEY, node);
            let text = Node::Map(document).to_yaml();
            text.map(String::into_bytes)
                .map_err(|problem| problem.to_string())
        }
    }
}

/// A root signature, and where it stood in a file of HLSL.
pub(crate) struct Read {
    pub(crate) signature: RootSignature,
    parsed: Option<(Parsed, String)>,
    /// What of the file was not understood, or taken for granted.
    pub(crate) notes: Vec<String>,
}

impl From<RootSignature> for Read {
    fn from(signature: RootSignature) -> Self {
        Self {
            signature,
            parsed: None,
            notes: Vec::new(),
        }
    }
}

impl Read {
    /// A rule that is broken, shown at its clause where there is one.
    pub(crate) fn broken(&self, file: &str, finding: &Finding) -> Problem {
        match &self.parsed {
            Some((parsed, text)) => {
                Problem::shown(parsed.diagnostic(finding, text).render(file, text, true))
            }
            None => Problem::new(file, finding),
        }
    }
}

/// The root signature of a file that is in any spelling; of several, the one of this name.
pub(crate) fn read(file: &str, bytes: &[u8], source: &RootsigSource) -> Result<Read, Problem> {
    let problem = |what: &dyn std::fmt::Display| Problem::new(file, what);
    let name = source.name.as_deref();
    if bytes.starts_with(&Container::MAGIC.0) {
        let container = Container::parse(bytes).map_err(|wrong| problem(&wrong))?;
        let signature = in_container(&container, name).map_err(|wrong| problem(&wrong))?;
        return Ok(signature.into());
    }
    let Some(text) = text(bytes) else {
        let signature = RootSignature::parse(bytes).map_err(|wrong| problem(&wrong))?;
        return Ok(signature.into());
    };
    if text.trim().is_empty() {
        let empty = "the file is empty; an empty root signature is `\"\"`";
        return Err(problem(&empty));
    }
    if text.contains("!dx.rootsignatures") {
        let shown = |wrong: Diagnostics| Problem::shown(wrong.render(file, text, true));
        let entries = metadata::read(text).map_err(shown)?;
        let signature = of_function(entries, name).map_err(|wrong| problem(&wrong))?;
        return Ok(signature.into());
    }
    let is_document = text.lines().any(|line| line.starts_with(KEY));
    if let Some(Ok(Node::Map(document))) = is_document.then(|| Node::from_yaml(text)) {
        let node = document
            .get(KEY)
            .ok_or_else(|| problem(&"no root signature"))?;
        let bytes = build::<RootSignature>(node, (), TableStyle::Dxc);
        let bytes = bytes.map_err(|wrong| problem(&wrong))?;
        let signature = RootSignature::parse(&bytes).map_err(|wrong| problem(&wrong))?;
        return Ok(signature.into());
    }
    in_hlsl(file, text, source)
}

/// The root signature of a file of HLSL.
fn in_hlsl(path: &str, text: &str, source: &RootsigSource) -> Result<Read, Problem> {
    let shown = |wrong: Diagnostics| Problem::shown(wrong.render(path, text, true));
    let defines = source.define.iter();
    let options = Options::new(source.dialect.into());
    let options = defines.fold(options, |options, define| options.define(define));
    let file = file::find(text, &options).map_err(shown)?;
    let found = match &source.name {
        Some(name) => file.named(name),
        None => file.only(),
    };
    let version = source.version.map(RootSignatureVersion::from);
    let version = version.unwrap_or(RootSignatureVersion::V1_1);
    let parsed = found
        .and_then(|found| found.parse(version))
        .map_err(shown)?;
    let note = |note: &Diagnostic| note.render(path, text, true);
    Ok(Read {
        signature: parsed.signature.clone(),
        notes: file.notes.iter().map(note).collect(),
        parsed: Some((parsed, text.to_owned())),
    })
}

/// The text that bytes are, unless they are something else.
fn text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains('\0')).then_some(text)
}

/// The one of a function, or the only one.
fn of_function(entries: Vec<Entry>, name: Option<&str>) -> Result<RootSignature, String> {
    let names: Vec<String> = entries
        .iter()
        .filter_map(|entry| entry.function.clone())
        .collect();
    let wanted = |entry: &Entry| name.is_none() || entry.function.as_deref() == name;
    let mut entries: Vec<Entry> = entries.into_iter().filter(wanted).collect();
    match (entries.pop(), entries.is_empty()) {
        (Some(entry), true) => Ok(std::sync::Arc::unwrap_or_clone(entry.signature)),
        _ => Err(format!("`--name` chooses one of {}", names.join(", "))),
    }
}

/// The part of a container, or the subobject of a library.
fn in_container(container: &Container<'_>, name: Option<&str>) -> Result<RootSignature, String> {
    let part = container.rts0().map_err(|error| error.to_string())?;
    if let (None, Some(signature)) = (name, part) {
        return Ok(signature.to_value());
    }
    let mut subobjects = subobjects(container).map_err(|error| error.to_string())?;
    let names: Vec<String> = subobjects.iter().map(|(name, _)| name.clone()).collect();
    let wanted = |(known, _): &(String, RootSignature)| name.is_none_or(|name| name == known);
    subobjects.retain(wanted);
    match (subobjects.pop(), subobjects.is_empty()) {
        (Some((_, signature)), true) => Ok(signature),
        _ if names.is_empty() => Err("it has no root signature".into()),
        _ => Err(format!("`--name` chooses one of {}", names.join(", "))),
    }
}

/// The root signatures that are subobjects of a library, with their names.
pub(crate) fn subobjects(
    container: &Container<'_>,
) -> dxc_format::Result<Vec<(String, RootSignature)>> {
    let mut found = Vec::new();
    if let Some(library) = container.rdat()? {
        for record in library.subobjects() {
            let name = library.string(record.name).unwrap_or_default();
            if let Some(signature) = library.root_signature(&record) {
                found.push((name.to_owned(), signature?.to_value()));
            }
        }
    }
    Ok(found)
}
