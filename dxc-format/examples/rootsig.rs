//! Converts a root signature between its spellings: HLSL, LLVM's metadata, YAML and the bytes of RTS0.
//!
//! `cargo run -p dxc-format --example rootsig -- --to hlsl|metadata|rts0|yaml [--version 1.1] FILE`
//!
//! What FILE holds is told by its content: a container, the bare bytes of RTS0, textual LLVM IR, YAML, or HLSL.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use dxc_format::constants::RootSignatureVersion;
use dxc_format::document::{Map, Node, build, show};
use dxc_format::root_signature::metadata::Entry;
use dxc_format::root_signature::{Diagnostic, hlsl, metadata};
use dxc_format::rts0::RootSignature;
use dxc_format::{Container, TableStyle, TypedParts};

/// Converts a root signature between its spellings.
#[derive(Parser)]
struct Arguments {
    /// What to print.
    #[arg(long, value_enum)]
    to: Spelling,
    /// The version that HLSL is read for, 1.1 unless said, and that any other input is converted to.
    #[arg(long, value_enum)]
    version: Option<Version>,
    /// Spell what HLSL may leave out, too.
    #[arg(long)]
    complete: bool,
    /// The function whose root signature is taken, where IR has several.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// The subobject whose root signature is taken, of the library that a container holds.
    #[arg(long, value_name = "NAME")]
    subobject: Option<String>,
    /// A container, the bytes of RTS0, textual LLVM IR, YAML, or HLSL.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Spelling {
    /// HLSL's root signature string.
    Hlsl,
    /// LLVM's metadata.
    Metadata,
    /// The bytes of the part.
    Rts0,
    /// A document, in the shape of LLVM's obj2yaml.
    Yaml,
}

/// The key of a root signature in a document.
const KEY: &str = "RootSignature";

#[derive(Clone, Copy, ValueEnum)]
enum Version {
    #[value(name = "1.0")]
    V1_0,
    #[value(name = "1.1")]
    V1_1,
    #[value(name = "1.2")]
    V1_2,
}

impl From<Version> for RootSignatureVersion {
    fn from(version: Version) -> Self {
        match version {
            Version::V1_0 => Self::V1_0,
            Version::V1_1 => Self::V1_1,
            Version::V1_2 => Self::V1_2,
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let converted = read(&arguments).and_then(|entries| write(&arguments, entries));
    let printed = converted.and_then(|output| {
        let written = std::io::stdout().write_all(&output);
        written.map_err(|problem| format!("error: {problem}"))
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// The root signatures in the file.
fn read(arguments: &Arguments) -> Result<Vec<Entry>, String> {
    let name = arguments.file.display().to_string();
    let named = |problem: &dyn std::fmt::Display| format!("error: {name}: {problem}");
    let bytes = std::fs::read(&arguments.file).map_err(|problem| named(&problem))?;
    let version = arguments.version.map(RootSignatureVersion::from);
    let entries = if bytes.starts_with(b"DXBC") {
        let container = Container::parse(&bytes).map_err(|problem| named(&problem))?;
        let signature = in_container(&container, arguments.subobject.as_deref());
        vec![Entry::new(
            None,
            signature.map_err(|problem| named(&problem))?,
        )]
    } else if let Some(text) = text(&bytes) {
        let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let shown = |wrong: Diagnostic| wrong.render(&name, text, colour);
        if text.contains("!dx.rootsignatures") {
            metadata::read(text).map_err(shown)?
        } else if let Some(Ok(Node::Map(document))) = is_yaml(text).then(|| Node::from_yaml(text)) {
            let node = document
                .get(KEY)
                .ok_or_else(|| named(&"no root signature"))?;
            let bytes = build::<RootSignature>(node, (), TableStyle::Dxc);
            vec![
                entry(&bytes.map_err(|problem| named(&problem))?)
                    .map_err(|problem| named(&problem))?,
            ]
        } else {
            let version = version.unwrap_or(RootSignatureVersion::V1_1);
            vec![Entry::new(
                None,
                hlsl::parse(text, version, hlsl::Dialect::Clang)
                    .map_err(|wrong| wrong.render(&name, text, colour))?
                    .signature,
            )]
        }
    } else {
        vec![entry(&bytes).map_err(|problem| named(&problem))?]
    };
    let Some(version) = version else {
        return Ok(entries);
    };
    let converted = entries.into_iter().map(|entry| {
        let converted = entry.signature.to_version(version).map_err(|refused| {
            let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
            named(&refused.join("\n       "))
        })?;
        for dropped in &converted.dropped {
            eprintln!("note: {name}: dropped: {dropped}");
        }
        Ok(Entry::new(entry.function, converted.signature))
    });
    converted.collect()
}

/// The root signature of a container: that of a subobject of its library, or its part.
fn in_container(
    container: &Container<'_>,
    subobject: Option<&str>,
) -> Result<RootSignature, Box<dyn std::error::Error>> {
    if subobject.is_none()
        && let Some(signature) = container.rts0()?
    {
        return Ok(signature.to_value());
    }
    let mut names = Vec::new();
    if let Some(library) = container.rdat()? {
        for record in library.subobjects() {
            let name = library.string(record.name).unwrap_or_default();
            let Some(signature) = library.root_signature(&record) else {
                continue;
            };
            if subobject == Some(name) {
                return Ok(signature?.to_value());
            }
            names.push(name);
        }
    }
    match (subobject, names.as_slice()) {
        (None, []) => Err("the container has no part RTS0".into()),
        (Some(name), []) => Err(format!("no subobject `{name}`: it has no root signatures").into()),
        (_, names) => Err(format!("--subobject chooses one of {}", names.join(", ")).into()),
    }
}

/// Whether a text is a document.
fn is_yaml(text: &str) -> bool {
    text.lines().any(|line| line.starts_with(KEY))
}

/// The root signature that the bytes of a part hold.
fn entry(bytes: &[u8]) -> dxc_format::Result<Entry> {
    Ok(Entry::new(None, RootSignature::parse(bytes)?))
}

/// The text that bytes are, unless they are something else.
fn text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains('\0')).then_some(text)
}

fn write(arguments: &Arguments, entries: Vec<Entry>) -> Result<Vec<u8>, String> {
    let problem =
        |problem: &dyn std::fmt::Display| format!("error: {}: {problem}", arguments.file.display());
    let wanted =
        |entry: &Entry| arguments.function.is_none() || arguments.function == entry.function;
    let entries: Vec<Entry> = entries.into_iter().filter(wanted).collect();
    if arguments.to == Spelling::Metadata {
        return metadata::print(&entries)
            .map(String::into_bytes)
            .map_err(|found| problem(&found));
    }
    let [entry] = entries.as_slice() else {
        let names = entries.iter().filter_map(|entry| entry.function.as_deref());
        let names: Vec<&str> = names.collect();
        let what = format!(
            "expected one root signature, found {}: {}",
            entries.len(),
            names.join(", ")
        );
        return Err(problem(&format!("{what}; --function chooses")));
    };
    match arguments.to {
        Spelling::Rts0 => entry.signature.to_bytes().map_err(|found| problem(&found)),
        Spelling::Yaml => {
            let bytes = entry
                .signature
                .to_bytes()
                .map_err(|found| problem(&found))?;
            let node = show::<RootSignature>(&bytes, ()).map_err(|found| problem(&found))?;
            let mut document = Map::default();
            document.push(KEY, node);
            let text = Node::Map(document).to_yaml();
            text.map(String::into_bytes)
                .map_err(|found| problem(&found))
        }
        _ => {
            let form = if arguments.complete {
                hlsl::Form::Complete
            } else {
                hlsl::Form::Short
            };
            let text = hlsl::print(&entry.signature, form, hlsl::Dialect::Clang)
                .map_err(|found| problem(&found))?;
            Ok(format!("{text}\n").into_bytes())
        }
    }
}
