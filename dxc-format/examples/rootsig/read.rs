//! What a file holds, and the root signatures in it.

use std::borrow::Cow;

use dxc_format::constants::RootSignatureVersion;
use dxc_format::document::{Node, build};
use dxc_format::root_signature::hlsl::Parsed;
use dxc_format::root_signature::hlsl::file::{self, File, Kind, Options};
use dxc_format::root_signature::metadata::{self, Entry};
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, TableStyle, TypedParts};

use crate::{Arguments, Outcome};

/// The key of a root signature in a document.
pub(crate) const KEY: &str = "RootSignature";

/// What a file holds.
pub(crate) enum Input<'b> {
    Container(Container<'b>),
    Bytes(&'b [u8]),
    Metadata(Vec<Entry>),
    Document(Node),
    Hlsl(Cow<'b, str>),
}

/// A root signature, and where it stood in HLSL.
pub(crate) struct Read<'t> {
    pub(crate) entry: Entry,
    pub(crate) parsed: Option<(Parsed, &'t str)>,
}

impl Read<'_> {
    fn new(entry: Entry) -> Self {
        Self {
            entry,
            parsed: None,
        }
    }
}

impl<'b> Input<'b> {
    /// What the bytes of a file are.
    pub(crate) fn of(bytes: &'b [u8], arguments: &Arguments) -> Outcome<Self> {
        if bytes.starts_with(b"DXBC") {
            let container = Container::parse(bytes);
            let container = container.map_err(|problem| arguments.problem(problem))?;
            return Ok(Self::Container(container));
        }
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(arguments.problem("the text is UTF-16, and is read as UTF-8 only"));
        }
        if bytes.contains(&0) {
            return Ok(Self::Bytes(bytes));
        }
        // Comments of old files are in all kinds of encodings.
        let text = String::from_utf8_lossy(bytes);
        if text.trim().is_empty() {
            return Err(arguments.problem("the file is empty; an empty root signature is `\"\"`"));
        }
        if text.contains("!dx.rootsignatures") {
            let entries = metadata::read(&text);
            let shown = |wrong| arguments.all_shown(&wrong, &text);
            return Ok(Self::Metadata(entries.map_err(shown)?));
        }
        if text.lines().any(|line| line.starts_with(KEY))
            && let Ok(Node::Map(document)) = Node::from_yaml(&text)
        {
            let node = document.get(KEY).cloned();
            let node = node.ok_or_else(|| arguments.problem("no root signature"))?;
            return Ok(Self::Document(node));
        }
        Ok(Self::Hlsl(text))
    }

    /// The root signatures that are asked for, in the version that is.
    pub(crate) fn read(&self, arguments: &Arguments) -> Outcome<Vec<Read<'_>>> {
        let version = arguments.version.map(RootSignatureVersion::from);
        let read = match self {
            Self::Container(container) => {
                let signature = in_container(container, arguments.name.as_deref());
                let signature = signature.map_err(|problem| arguments.problem(problem))?;
                vec![Read::new(Entry::new(None, signature))]
            }
            Self::Bytes(bytes) => {
                let signature = RootSignature::parse(bytes);
                let signature = signature.map_err(|problem| arguments.problem(problem))?;
                vec![Read::new(Entry::new(None, signature))]
            }
            Self::Document(node) => {
                let bytes = build::<RootSignature>(node, (), TableStyle::Dxc);
                let bytes = bytes.map_err(|problem| arguments.problem(problem))?;
                let signature = RootSignature::parse(&bytes);
                let signature = signature.map_err(|problem| arguments.problem(problem))?;
                vec![Read::new(Entry::new(None, signature))]
            }
            Self::Metadata(entries) => {
                let wanted =
                    |entry: &&Entry| arguments.name.is_none() || arguments.name == entry.function;
                let entries = entries.iter().filter(wanted).cloned();
                entries.map(Read::new).collect()
            }
            Self::Hlsl(text) => vec![hlsl(text, arguments)?],
        };
        let Some(version) = version else {
            return Ok(read);
        };
        read.into_iter()
            .map(|read| convert(read, version, arguments))
            .collect()
    }

    /// The root signatures in it, each in a line.
    pub(crate) fn list(&self, arguments: &Arguments) -> Outcome<Vec<u8>> {
        let lines: Vec<String> = match self {
            Self::Hlsl(text) => {
                let file = find(text, arguments)?;
                file.found.iter().map(|found| line(found)).collect()
            }
            Self::Metadata(entries) => entries
                .iter()
                .map(|entry| entry.function.clone().unwrap_or_else(|| "null".to_owned()))
                .collect(),
            Self::Container(container) => {
                let names = subobjects(container);
                let names = names.map_err(|problem| arguments.problem(problem))?;
                let part = container
                    .rts0()
                    .map_err(|problem| arguments.problem(problem))?;
                let part = part.map(|_| "RTS0".to_owned());
                part.into_iter().chain(names).collect()
            }
            Self::Bytes(_) | Self::Document(_) => vec!["RTS0".to_owned()],
        };
        match lines.is_empty() {
            true => Err(arguments.problem("there is no root signature in it")),
            false => Ok((lines.join("\n") + "\n").into_bytes()),
        }
    }
}

/// Everything in a file of HLSL; what was not understood is noted.
fn find<'t>(text: &'t str, arguments: &Arguments) -> Outcome<File<'t>> {
    let mut options = Options::new(arguments.dialect.into());
    for define in &arguments.define {
        options = options.define(define);
    }
    let file = file::find(text, &options).map_err(|wrong| arguments.all_shown(&wrong, text))?;
    for note in &file.notes {
        eprintln!("{}\n", arguments.shown(note, text));
    }
    Ok(file)
}

/// The root signature of a file of HLSL.
fn hlsl<'t>(text: &'t str, arguments: &Arguments) -> Outcome<Read<'t>> {
    let file = find(text, arguments)?;
    let found = match &arguments.name {
        Some(name) => file.named(name),
        None => file.only(),
    };
    let shown = |wrong| arguments.all_shown(&wrong, text);
    let found = found.map_err(shown)?;
    let version = arguments
        .version
        .map_or(RootSignatureVersion::V1_1, Into::into);
    let parsed = found.parse(version).map_err(shown)?;
    let function = (found.kind() == Kind::Function).then(|| found.name().to_owned());
    Ok(Read {
        entry: Entry::new(function, parsed.signature.clone()),
        parsed: Some((parsed, text)),
    })
}

/// What is said of a root signature of HLSL.
fn line(found: &file::Found<'_>) -> String {
    let kind = match found.kind() {
        Kind::Macro => "macro",
        Kind::Function => "function",
        Kind::Global => "global root signature",
        Kind::Local => "local root signature",
        _ => "the whole text",
    };
    let name = if found.name().is_empty() {
        "-"
    } else {
        found.name()
    };
    let what = match found.text() {
        Ok(text) => format!(
            "\"{}\"",
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        ),
        Err(wrong) => format!("error: {wrong}"),
    };
    format!("{}: {name} ({kind}): {what}", found.line())
}

/// The same in another version.
fn convert<'t>(
    read: Read<'t>,
    version: RootSignatureVersion,
    arguments: &Arguments,
) -> Outcome<Read<'t>> {
    let converted = read
        .entry
        .signature
        .to_version(version)
        .map_err(|refused| {
            let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
            arguments.problem(refused.join("\n       "))
        })?;
    for dropped in &converted.dropped {
        eprintln!("note: {}: dropped: {dropped}", arguments.file.display());
    }
    Ok(Read {
        entry: Entry::new(read.entry.function, converted.signature),
        parsed: read.parsed,
    })
}

/// The root signature of a container: that of a subobject of its library, or its part.
fn in_container(
    container: &Container<'_>,
    subobject: Option<&str>,
) -> Result<RootSignature, Box<dyn std::error::Error>> {
    if subobject.is_none_or(|name| name == "RTS0")
        && let Some(signature) = container.rts0()?
    {
        return Ok(signature.to_value());
    }
    if let Some(library) = container.rdat()? {
        for record in library.subobjects() {
            if subobject == library.string(record.name)
                && let Some(signature) = library.root_signature(&record)
            {
                return Ok(signature?.to_value());
            }
        }
    }
    let names = subobjects(container)?;
    match (subobject, names.as_slice()) {
        (None, []) => Err("the container has no part RTS0".into()),
        (Some(name), []) => Err(format!("no subobject `{name}`: it has no root signatures").into()),
        (_, names) => Err(format!("--name chooses one of {}", names.join(", ")).into()),
    }
}

/// The names of root signatures that are subobjects.
fn subobjects(container: &Container<'_>) -> dxc_format::Result<Vec<String>> {
    let Some(library) = container.rdat()? else {
        return Ok(Vec::new());
    };
    let subobjects = library.subobjects().into_iter();
    let named = subobjects.filter(|record| library.root_signature(record).is_some());
    let names = named.map(|record| library.string(record.name).unwrap_or_default().to_owned());
    Ok(names.collect())
}
