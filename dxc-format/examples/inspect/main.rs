//! Shows what a container holds.
//!
//! `cargo run -p dxc-format --example inspect -- [--format text|hex|yaml|json | --validate | --sources FOLDER] FILE...`

mod hex;
mod sources;
mod text;
mod validate;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use dxc_format::Container;
use dxc_format::document::Document;

/// Shows what containers hold.
#[derive(Parser)]
struct Arguments {
    /// How.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Shows only which rules they break, and fails if there are any.
    #[arg(long, conflicts_with = "format")]
    validate: bool,
    /// Writes the sources that they embed into a folder, and shows the arguments.
    #[arg(long, conflicts_with_all = ["format", "validate"], value_name = "FOLDER")]
    sources: Option<PathBuf>,
    /// The containers.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// The header, the digest and its verdict, every part with its fields.
    Text,
    /// Every byte of the file beside the field that it belongs to.
    Hex,
    /// A document in the shape of LLVM's `obj2yaml`, which the example `build` reads.
    Yaml,
    /// The same document as JSON.
    Json,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut failed = false;
    for file in &arguments.files {
        match show(file, &arguments) {
            // Whoever reads has seen enough.
            Err(Problem::Output(problem)) if problem.kind() == std::io::ErrorKind::BrokenPipe => {
                break;
            }
            Err(Problem::Output(problem)) => {
                eprintln!("error: cannot print: {problem}");
                return ExitCode::FAILURE;
            }
            Err(Problem::Input(problem)) => {
                eprintln!("error: {}: {problem}", file.display());
                failed = true;
            }
            Ok(()) => {}
        }
    }
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// What can go wrong, on either side.
enum Problem {
    Input(String),
    Output(std::io::Error),
}

impl From<std::io::Error> for Problem {
    fn from(problem: std::io::Error) -> Self {
        Self::Output(problem)
    }
}

fn input(problem: impl std::fmt::Display) -> Problem {
    Problem::Input(problem.to_string())
}

fn show(file: &Path, arguments: &Arguments) -> Result<(), Problem> {
    let bytes = std::fs::read(file).map_err(input)?;
    let container = Container::parse(&bytes).map_err(input)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(folder) = &arguments.sources {
        sources::write(&container, folder, &mut out)?;
        return Ok(out.flush()?);
    }
    let is_document = matches!(arguments.format, Format::Yaml | Format::Json);
    if arguments.validate || !is_document {
        writeln!(out, "{}", file.display())?;
    }
    let document = || Document::of(&container).map_err(input);
    let problems = match arguments.format {
        _ if arguments.validate => validate::show(&container, &mut out)?,
        Format::Text => text::show(&container, &mut out)?,
        Format::Hex => hex::show(&container, &mut out)?,
        Format::Yaml => {
            write!(out, "{}", document()?.to_yaml().map_err(input)?)?;
            Vec::new()
        }
        Format::Json => {
            let text = serde_json::to_string_pretty(&document()?).map_err(input)?;
            writeln!(out, "{text}")?;
            Vec::new()
        }
    };
    out.flush()?;
    // What could be read has been shown; what could not is said, too.
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Problem::Input(problems.join("\n       ")))
    }
}
