//! Reads and prints root signatures in each format: RTS0, a container, HLSL, LLVM metadata, YAML. The format of a file
//! is detected from its content.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use dxc_document::{Map, Node, build, locate, render, show, yaml};
use dxc_format::rts0::RootSignature;
use dxc_format::scan;
use dxc_format::{Container, Error, Limits, TableStyle, parts};
use dxc_root_signature::hlsl::file::Kind;
use dxc_root_signature::hlsl::{self, Dialect, Parsed};
use dxc_root_signature::metadata::{self, Entry};
use dxc_root_signature::{Diagnostics, Unspellable};
use dxc_shader::Finding;
use dxobj_report::guess::{guess, is_disassembly};

use crate::arguments::{RootsigSource, Spelling};
use crate::files::{self, Problem};
use crate::hlsl::Hlsl;
use crate::text::Text;

/// The key of a root signature in a document.
const KEY: &str = "RootSignature";

/// A root signature as HLSL, and the values that HLSL cannot express, which are in comments. It is an error if the text
/// exceeds `most` bytes.
pub(crate) fn commented_hlsl(
    signature: &RootSignature,
    complete: bool,
    dialect: Dialect,
    most: u64,
) -> Result<(String, Vec<Unspellable>), String> {
    let form = if complete {
        hlsl::Form::Complete
    } else {
        hlsl::Form::Short
    };
    let mut limits = Limits::NONE;
    limits.output = most;
    let (text, unspellable) = hlsl::print_commented(signature, form, dialect, &limits);
    let text = text.ok_or_else(|| format!("the text exceeds the limit of {most} bytes"))?;
    // An empty text would not be a root signature.
    let text = if text.is_empty() { "\"\"".into() } else { text };
    Ok((text, unspellable))
}

/// A root signature as HLSL; `None` if HLSL cannot express it, or if the text exceeds `most` bytes.
fn hlsl(
    signature: &RootSignature,
    complete: bool,
    dialect: Dialect,
    most: u64,
) -> Result<String, String> {
    let (text, unspellable) = commented_hlsl(signature, complete, dialect, most)?;
    match unspellable.first() {
        Some(first) => Err(first.to_string()),
        None => Ok(text),
    }
}

/// A root signature in the requested format, as bytes.
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
            let most = Limits::of_input(read.len).output;
            let text = hlsl(&signature, complete, dialect, most)?;
            Ok(format!("{text}\n").into_bytes())
        }
        Spelling::Metadata => {
            let entry = Entry::new(read.function, signature);
            let order = read
                .parsed
                .as_ref()
                .map_or(&[][..], |(parsed, _)| parsed.order());
            let text = metadata::print(&[entry.with_order(order)]);
            text.map(String::into_bytes)
                .map_err(|problem| problem.to_string())
        }
        Spelling::Yaml => {
            let bytes = signature.to_bytes().map_err(problem)?;
            let node = show::<RootSignature>(&bytes, ()).map_err(|problem| problem.to_string())?;
            let text = yaml::to_string(&Node::Map(Map(vec![(KEY.into(), node)])));
            text.map(String::into_bytes)
                .map_err(|problem| problem.to_string())
        }
    }
}

/// A root signature that was read, and its location if it was in an HLSL file.
pub(crate) struct Read {
    pub(crate) signature: RootSignature,
    /// The function that the root signature belongs to.
    function: Option<String>,
    parsed: Option<(Parsed, String)>,
    /// Whether the file was text.
    pub(crate) is_text: bool,
    /// The size of the file in bytes.
    len: usize,
    /// Notes on parts of the file that were skipped, or on assumptions.
    pub(crate) notes: Vec<Text>,
}

impl From<RootSignature> for Read {
    fn from(signature: RootSignature) -> Self {
        Self {
            signature,
            function: None,
            parsed: None,
            is_text: false,
            len: 0,
            notes: Vec::new(),
        }
    }
}

impl Read {
    /// The error for a broken rule, with an excerpt of its clause if there is one.
    pub(crate) fn broken(&self, file: &str, finding: &Finding) -> Problem {
        match &self.parsed {
            Some((parsed, text)) => {
                Problem::shown(&parsed.diagnostic(finding, text).render(file, text, true))
            }
            None => Problem::new(file, finding),
        }
    }
}

/// One of the root signatures of a file.
pub(crate) struct Listed {
    /// The names of its macro, its subobject or its functions, if they have names.
    pub(crate) names: Vec<String>,
    /// The kind of item that has the names.
    pub(crate) kind: Option<&'static str>,
    /// The included file that contains it.
    pub(crate) file: Option<String>,
    /// The line in the HLSL file, counted from 1.
    pub(crate) line: Option<usize>,
    /// The root signature, or why it is invalid.
    pub(crate) signature: Result<RootSignature, Problem>,
}

impl Listed {
    fn new(name: Option<String>, kind: Option<&'static str>, signature: RootSignature) -> Self {
        Self {
            names: name.into_iter().collect(),
            kind,
            file: None,
            line: None,
            signature: Ok(signature),
        }
    }
}

/// The root signatures of a file.
pub(crate) struct Listing {
    pub(crate) listed: Vec<Listed>,
    /// Notes on skipped text.
    pub(crate) notes: Vec<Text>,
    /// The reason why there is no root signature, if it is known.
    pub(crate) absence: Option<Problem>,
    /// The number of bytes that were read.
    pub(crate) len: usize,
}

/// The format of a file with root signatures, and its content.
enum Content<'b> {
    Container(Container<'b>),
    Part(RootSignature),
    Metadata(Vec<Entry>),
    Hlsl(Cow<'b, str>),
}

impl<'b> Content<'b> {
    fn parse(file: &str, bytes: &'b [u8]) -> Result<Self, Problem> {
        let problem = |what: &dyn Display| Problem::new(file, what);
        if scan::is_container(bytes) {
            let container = Container::parse(bytes).map_err(|wrong| problem(&wrong))?;
            return Ok(Self::Container(container));
        }
        if bytes.contains(&0) {
            let taken = |wrong: Error| {
                let problem = problem(&wrong.within_part(parts::RTS0, 0));
                match guess(bytes) {
                    Some(hint) => problem.hint(hint),
                    None => problem,
                }
            };
            return Ok(Self::Part(RootSignature::parse(bytes).map_err(taken)?));
        }
        // Comments in old files may be in any encoding.
        let text = String::from_utf8_lossy(bytes);
        if text.trim().is_empty() {
            let empty = "the file is empty; an empty root signature is `\"\"`";
            return Err(problem(&empty));
        }
        if let Some(hint) = guess(bytes).filter(|_| is_disassembly(&text)) {
            return Err(problem(&"no root signature can be read").hint(hint));
        }
        if text.contains("!dx.rootsignatures") {
            let shown = |wrong: Diagnostics| Problem::shown(&wrong.render(file, &text, true));
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

/// Reads the root signature of a document.
fn in_document(file: &str, text: &str) -> Result<RootSignature, Problem> {
    let shown =
        |wrong: dxc_document::DocumentError| Problem::shown(&render(&wrong, file, text, true));
    let node = yaml::from_str(text).map_err(shown)?;
    let signature = match &node {
        Node::Map(map) => map.get(KEY),
        _ => None,
    };
    let signature = signature.ok_or_else(|| Problem::new(file, "no root signature"))?;
    let bytes = build::<RootSignature>(signature, (), TableStyle::Dxc);
    let bytes = bytes.map_err(|wrong| shown(locate(wrong.within(KEY), &node, text)))?;
    RootSignature::parse(&bytes).map_err(|wrong| Problem::new(file, wrong))
}

/// Reads the root signature of a file in any format, converted to the requested version; if there are several, the one
/// with this name.
pub(crate) fn read(path: &Path, bytes: &[u8], source: &RootsigSource) -> Result<Read, Problem> {
    let file = &files::name(path);
    let problem = |what: String| Problem::new(file, what);
    let bytes = &*dxc_text::to_utf8(bytes).map_err(problem)?;
    let name = source.name.as_deref();
    let mut read: Read = match Content::parse(file, bytes)? {
        Content::Part(_) if name.is_some() => return Err(problem(none(name))),
        Content::Part(signature) => signature.into(),
        Content::Container(container) => in_container(&container, name).map_err(problem)?.into(),
        Content::Metadata(entries) => {
            let entry = only(entries, name, |entry| entry.function.as_deref()).map_err(problem)?;
            Read {
                function: entry.function,
                ..Arc::unwrap_or_clone(entry.signature).into()
            }
        }
        Content::Hlsl(text) => in_hlsl(path, &text, source)?,
    };
    read.len = read.len.max(bytes.len());
    read.is_text = !bytes.contains(&0);
    read.signature = in_version(file, read.signature, source, &mut read.notes)?;
    Ok(read)
}

/// Converts a root signature to the requested version. For values that are lost, a note is added.
fn in_version(
    file: &str,
    signature: RootSignature,
    source: &RootsigSource,
    notes: &mut Vec<Text>,
) -> Result<RootSignature, Problem> {
    let Some(version) = source.version else {
        return Ok(signature);
    };
    let converted =
        dxc_shader::root_signature::to_version(&signature, version).map_err(|refused| {
            let mut refused = refused.iter();
            let first = refused.next().map_or(String::new(), ToString::to_string);
            Problem::new(file, first).details(refused)
        })?;
    let dropped = converted.dropped.iter();
    notes.extend(dropped.map(|dropped| Text::from(format!("{file}: {dropped}"))));
    Ok(converted.signature)
}

/// Lists all root signatures of a file, or those with one name.
pub(crate) fn list(path: &Path, bytes: &[u8], source: &RootsigSource) -> Result<Listing, Problem> {
    let file = &files::name(path);
    let bytes = dxc_text::to_utf8(bytes).map_err(|wrong| Problem::new(file, wrong))?;
    let bytes = &*bytes;
    let mut listing = Listing {
        listed: Vec::new(),
        notes: Vec::new(),
        absence: None,
        len: bytes.len(),
    };
    listing.listed = match Content::parse(file, bytes)? {
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
        Content::Metadata(entries) => of_functions(entries),
        Content::Hlsl(text) => {
            let hlsl = Hlsl::read(path, &text, source)?;
            listing.notes = hlsl.notes();
            listing.absence = hlsl.absence();
            listing.len = hlsl.len;
            let all = hlsl
                .all(&mut listing.notes)
                .into_iter()
                .map(|(found, parsed)| Listed {
                    names: Some(found.name().to_owned())
                        .filter(|name| !name.is_empty())
                        .into_iter()
                        .collect(),
                    kind: kind(found.kind()),
                    file: found.file().map(Into::into),
                    line: Some(found.line()),
                    signature: parsed.map(|parsed| parsed.signature),
                });
            all.collect()
        }
    };
    if let Some(name) = &source.name {
        listing.listed.retain(|listed| listed.names.contains(name));
        if listing.listed.is_empty() {
            return Err(Problem::new(file, none(Some(name))));
        }
        for listed in &mut listing.listed {
            listed.names = vec![name.clone()];
        }
    }
    for listed in &mut listing.listed {
        if let Ok(signature) = &mut listed.signature {
            let read = std::mem::take(signature);
            listed.signature = in_version(file, read, source, &mut listing.notes);
        }
    }
    Ok(listing)
}

/// The root signatures of metadata; one that several functions share is listed once.
fn of_functions(entries: Vec<Entry>) -> Vec<Listed> {
    let mut listed: Vec<Listed> = Vec::new();
    let mut known = HashMap::new();
    for entry in &entries {
        let kind = entry.function.is_some().then_some("function");
        let index = *known
            .entry(Arc::as_ptr(&entry.signature))
            .or_insert_with(|| {
                listed.push(Listed::new(None, kind, (*entry.signature).clone()));
                listed.len() - 1
            });
        if let Some(listed) = listed.get_mut(index) {
            listed.kind = listed.kind.or(kind);
            listed.names.extend(entry.function.clone());
        }
    }
    listed
}

/// The kind of item that has the name of a root signature in HLSL.
fn kind(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Macro => Some("macro"),
        Kind::Function => Some("function"),
        Kind::Global => Some("global root signature"),
        Kind::Local => Some("local root signature"),
        _ => None,
    }
}

/// Reads the root signature of an HLSL file.
fn in_hlsl(path: &Path, text: &str, source: &RootsigSource) -> Result<Read, Problem> {
    let hlsl = Hlsl::read(path, text, source)?;
    let (found, parsed) = hlsl.only()?;
    let signature = parsed.signature.clone();
    Ok(Read {
        function: (found.kind() == Kind::Function).then(|| found.name().to_owned()),
        notes: hlsl.notes(),
        len: hlsl.len,
        parsed: Some((parsed, text.to_owned())),
        ..signature.into()
    })
}

/// Selects the item with this name, or the only item.
fn only<T>(
    all: Vec<T>,
    name: Option<&str>,
    name_of: impl Fn(&T) -> Option<&str>,
) -> Result<T, String> {
    let names: Vec<String> = all.iter().filter_map(&name_of).map(Into::into).collect();
    let is_wanted = |one: &T| name.is_none() || name_of(one) == name;
    let mut wanted = all.into_iter().filter(is_wanted);
    match (wanted.next(), wanted.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(format!("`--name` chooses one of {}", names.join(", "))),
    }
}

/// Reads the root signature from the part of a container, or from a subobject of a library.
fn in_container(container: &Container<'_>, name: Option<&str>) -> Result<RootSignature, String> {
    let part = container.rts0().map_err(|error| error.to_string())?;
    if let (None, Some(signature)) = (name, part) {
        return Ok(signature.to_value());
    }
    let subobjects = subobjects(container).map_err(|error| error.to_string())?;
    if subobjects.is_empty() {
        return Err(none(name));
    }
    let (_, signature) = only(subobjects, name, |(name, _)| Some(name))?;
    Ok(signature)
}

/// The error for a file without a root signature, or without one of this name.
fn none(name: Option<&str>) -> String {
    let name = name.map_or(String::new(), |name| format!(" `{name}`"));
    format!("it has no root signature{name}")
}

/// The root signatures that are subobjects of a library, with their names.
pub(crate) fn subobjects(
    container: &Container<'_>,
) -> dxc_format::Result<Vec<(String, RootSignature)>> {
    let library = container.rdat()?;
    let found = library
        .iter()
        .flat_map(dxc_shader::root_signature::subobjects);
    let found = found.map(|(name, signature)| Ok((name.to_owned(), signature?.to_value())));
    found.collect()
}
