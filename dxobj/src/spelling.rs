//! The spellings of root signatures: RTS0, a container, HLSL, LLVM's metadata, YAML. Content tells which one a file has.

use std::borrow::Cow;
use std::fmt::Display;

use dxc_format::constants::RootSignatureVersion;
use dxc_format::document::{self, Map, Node, build, show};
use dxc_format::root_signature::hlsl::file::{self, File, Kind, Options};
use dxc_format::root_signature::hlsl::{self, Dialect, Parsed};
use dxc_format::root_signature::metadata::{self, Entry};
use dxc_format::root_signature::{Diagnostic, Diagnostics};
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, Error, Finding, TableStyle, parts};

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
    read: Read,
    to: Spelling,
    complete: bool,
    dialect: Dialect,
) -> Result<Vec<u8>, String> {
    let signature = read.signature;
    let problem = |problem: dxc_format::Error| problem.to_string();
    match to {
        Spelling::Rts0 => signature.to_bytes().map_err(problem),
        Spelling::Hlsl => {
            hlsl(&signature, complete, dialect).map(|text| format!("{text}\n").into_bytes())
        }
        Spelling::Metadata => {
            let text = metadata::print(&[Entry::new(read.function, signature)]);
            text.map(String::into_bytes)
                .map_err(|problem| problem.to_string())
        }
        Spelling::Yaml => {
            let bytes = signature.to_bytes().map_err(problem)?;
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
    /// The function that it is of.
    function: Option<String>,
    parsed: Option<(Parsed, String)>,
    /// What of the file was not understood, or taken for granted.
    pub(crate) notes: Vec<String>,
}

impl From<RootSignature> for Read {
    fn from(signature: RootSignature) -> Self {
        Self {
            signature,
            function: None,
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

/// One of the root signatures of a file.
pub(crate) struct Listed {
    /// Its macro, function or subobject, if it has a name.
    pub(crate) name: Option<String>,
    /// What has the name.
    pub(crate) kind: Option<&'static str>,
    /// Its line in HLSL, from 1.
    pub(crate) line: Option<usize>,
    /// What it is, unless it is wrong.
    pub(crate) signature: Result<RootSignature, Problem>,
}

impl Listed {
    fn new(name: Option<String>, kind: Option<&'static str>, signature: RootSignature) -> Self {
        Self {
            name,
            kind,
            line: None,
            signature: Ok(signature),
        }
    }
}

/// What a file has root signatures in.
enum Content<'b> {
    Container(Container<'b>),
    Part(RootSignature),
    Metadata(Vec<Entry>),
    Hlsl(Cow<'b, str>),
}

impl<'b> Content<'b> {
    fn of(file: &str, bytes: &'b [u8]) -> Result<Self, Problem> {
        let problem = |what: &dyn Display| Problem::new(file, what);
        if Container::is_container(bytes) {
            let container = Container::parse(bytes).map_err(|wrong| problem(&wrong))?;
            return Ok(Self::Container(container));
        }
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(problem(&"the text is UTF-16, and is read as UTF-8 only"));
        }
        if bytes.contains(&0) {
            let taken = |wrong: Error| problem(&wrong.within_part(parts::RTS0, 0));
            return Ok(Self::Part(RootSignature::parse(bytes).map_err(taken)?));
        }
        // Comments of old files are in all kinds of encodings.
        let text = String::from_utf8_lossy(bytes);
        if text.trim().is_empty() {
            let empty = "the file is empty; an empty root signature is `\"\"`";
            return Err(problem(&empty));
        }
        if text.contains("!dx.rootsignatures") {
            let shown = |wrong: Diagnostics| Problem::shown(wrong.render(file, &text, true));
            return Ok(Self::Metadata(metadata::read(&text).map_err(shown)?));
        }
        let is_key = |line: &str| {
            line.strip_prefix(KEY)
                .is_some_and(|rest| rest.starts_with(':'))
        };
        if text.lines().any(is_key) {
            return in_document(file, &text).map(Self::Part);
        }
        Ok(Self::Hlsl(text))
    }
}

/// The root signature of a document.
fn in_document(file: &str, text: &str) -> Result<RootSignature, Problem> {
    let shown = |wrong: document::Problem| Problem::shown(wrong.render(file, text, true));
    let node = Node::from_yaml(text).map_err(shown)?;
    let signature = match &node {
        Node::Map(map) => map.get(KEY),
        _ => None,
    };
    let signature = signature.ok_or_else(|| Problem::new(file, "no root signature"))?;
    let bytes = build::<RootSignature>(signature, (), TableStyle::Dxc);
    let bytes = bytes.map_err(|wrong| shown(wrong.within(KEY).located(&node, text)))?;
    RootSignature::parse(&bytes).map_err(|wrong| Problem::new(file, wrong))
}

/// The root signature of a file that is in any spelling, in the version that is asked for; of several, the one of this
/// name.
pub(crate) fn read(file: &str, bytes: &[u8], source: &RootsigSource) -> Result<Read, Problem> {
    let problem = |what: String| Problem::new(file, what);
    let name = source.name.as_deref();
    let mut read: Read = match Content::of(file, bytes)? {
        Content::Part(_) if name.is_some() => return Err(problem(none(name))),
        Content::Part(signature) => signature.into(),
        Content::Container(container) => in_container(&container, name).map_err(problem)?.into(),
        Content::Metadata(entries) => {
            let entry = of_function(entries, name).map_err(problem)?;
            Read {
                function: entry.function,
                ..std::sync::Arc::unwrap_or_clone(entry.signature).into()
            }
        }
        Content::Hlsl(text) => in_hlsl(file, &text, source)?,
    };
    read.signature = in_version(file, read.signature, source, &mut read.notes)?;
    Ok(read)
}

/// A root signature in the version that is asked for; what is dropped for that is noted.
fn in_version(
    file: &str,
    signature: RootSignature,
    source: &RootsigSource,
    notes: &mut Vec<String>,
) -> Result<RootSignature, Problem> {
    let Some(version) = source.version else {
        return Ok(signature);
    };
    let converted = signature.to_version(version).map_err(|refused| {
        let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
        Problem::new(file, refused.join("\n"))
    })?;
    let dropped = converted.dropped.iter();
    notes.extend(dropped.map(|dropped| format!("{file}: {dropped}")));
    Ok(converted.signature)
}

/// All root signatures of a file, or those of one name, and what of it was not understood.
pub(crate) fn list(
    file: &str,
    bytes: &[u8],
    source: &RootsigSource,
) -> Result<(Vec<Listed>, Vec<String>), Problem> {
    let mut notes = Vec::new();
    let mut listed = match Content::of(file, bytes)? {
        Content::Part(signature) => vec![Listed::new(None, None, signature)],
        Content::Container(container) => {
            let problem = |error| Problem::new(file, error);
            let part = container.rts0().map_err(problem)?;
            let part = part.map(|part| Listed::new(None, None, part.to_value()));
            let subobjects = subobjects(&container).map_err(problem)?.into_iter();
            let subobjects = subobjects
                .map(|(name, signature)| Listed::new(Some(name), Some("subobject"), signature));
            part.into_iter().chain(subobjects).collect()
        }
        Content::Metadata(entries) => entries
            .into_iter()
            .map(|entry| {
                let kind = entry.function.is_some().then_some("function");
                let signature = std::sync::Arc::unwrap_or_clone(entry.signature);
                Listed::new(entry.function, kind, signature)
            })
            .collect(),
        Content::Hlsl(text) => {
            let found = find(file, &text, source)?;
            notes = self::notes(file, &text, &found);
            let version = version(source);
            let listed = found.found.iter().map(|found| {
                let parsed = found.parse(version);
                let shown = |wrong: Diagnostics| Problem::shown(wrong.render(file, &text, true));
                Listed {
                    name: (!found.name().is_empty()).then(|| found.name().to_owned()),
                    kind: kind(found.kind()),
                    line: Some(found.line()),
                    signature: parsed.map(|parsed| parsed.signature).map_err(shown),
                }
            });
            listed.collect()
        }
    };
    if let Some(name) = &source.name {
        listed.retain(|listed| listed.name.as_ref() == Some(name));
        if listed.is_empty() {
            return Err(Problem::new(file, none(Some(name))));
        }
    }
    let in_version = |listed: Listed| Listed {
        signature: listed
            .signature
            .and_then(|signature| in_version(file, signature, source, &mut notes)),
        ..listed
    };
    let listed = listed.into_iter().map(in_version).collect();
    Ok((listed, notes))
}

/// What has the name of a root signature in HLSL.
fn kind(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Macro => Some("macro"),
        Kind::Function => Some("function"),
        Kind::Global => Some("global root signature"),
        Kind::Local => Some("local root signature"),
        _ => None,
    }
}

/// The version that HLSL is read for.
fn version(source: &RootsigSource) -> RootSignatureVersion {
    source.version.unwrap_or(RootSignatureVersion::V1_1)
}

/// What a file of HLSL has.
fn find<'t>(path: &str, text: &'t str, source: &RootsigSource) -> Result<File<'t>, Problem> {
    let defines = source.define.iter();
    let options = Options::new(source.dialect.into());
    let options = defines.fold(options, |options, define| options.define(define));
    file::find(text, &options).map_err(|wrong| Problem::shown(wrong.render(path, text, true)))
}

/// What of a file of HLSL was not understood, each with its line.
fn notes(path: &str, text: &str, file: &File<'_>) -> Vec<String> {
    let note = |note: &Diagnostic| note.render(path, text, true);
    file.notes.iter().map(note).collect()
}

/// The root signature of a file of HLSL.
fn in_hlsl(path: &str, text: &str, source: &RootsigSource) -> Result<Read, Problem> {
    let file = find(path, text, source)?;
    let found = match &source.name {
        Some(name) => file.named(name),
        None => file.only(),
    };
    let shown = |wrong: Diagnostics| Problem::shown(wrong.render(path, text, true));
    let found = found.map_err(shown)?;
    let parsed = found.parse(version(source)).map_err(shown)?;
    Ok(Read {
        signature: parsed.signature.clone(),
        function: (found.kind() == Kind::Function).then(|| found.name().to_owned()),
        notes: notes(path, text, &file),
        parsed: Some((parsed, text.to_owned())),
    })
}

/// The one of a function, or the only one.
fn of_function(entries: Vec<Entry>, name: Option<&str>) -> Result<Entry, String> {
    let names: Vec<String> = entries
        .iter()
        .filter_map(|entry| entry.function.clone())
        .collect();
    let wanted = |entry: &Entry| name.is_none() || entry.function.as_deref() == name;
    let mut entries: Vec<Entry> = entries.into_iter().filter(wanted).collect();
    match (entries.pop(), entries.is_empty()) {
        (Some(entry), true) => Ok(entry),
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
        _ if names.is_empty() => Err(none(name)),
        _ => Err(format!("`--name` chooses one of {}", names.join(", "))),
    }
}

/// What is said of a file without a root signature, or without one of a name.
fn none(name: Option<&str>) -> String {
    let name = name.map_or(String::new(), |name| format!(" `{name}`"));
    format!("it has no root signature{name}")
}

/// The root signatures that are subobjects of a library, with their names.
pub(crate) fn subobjects(
    container: &Container<'_>,
) -> dxc_format::Result<Vec<(String, RootSignature)>> {
    let library = container.rdat()?;
    let found = library.iter().flat_map(|library| library.root_signatures());
    let found = found.map(|(name, signature)| Ok((name.to_owned(), signature?.to_value())));
    found.collect()
}
