//! Makes a container of a document.
//!
//! `cargo run -p dxc-document --example build -- IN.yaml -o OUT`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use dxc_document::Document;
use dxc_format::TableStyle;

/// Makes a container of a document: YAML, or JSON, in the shape of LLVM's obj2yaml.
#[derive(Parser)]
struct Arguments {
    /// The document.
    #[arg(value_name = "IN")]
    document: PathBuf,
    /// The container.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Who would make the tables of strings, where the document does not say what is in them; of LLVM, all else as well.
    #[arg(long, value_enum, default_value_t = Tables::Dxc)]
    tables: Tables,
}

#[derive(Clone, Copy, ValueEnum)]
enum Tables {
    /// Strings in order, as DXC stores them.
    Dxc,
    /// Strings merged, as LLVM stores them; the digest, sizes and offsets that the document states, as yaml2obj does.
    Llvm,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let style = match arguments.tables {
        Tables::Dxc => TableStyle::Dxc,
        Tables::Llvm => TableStyle::Llvm,
    };
    let written = build(&arguments.document, style)
        .and_then(|bytes| Ok(std::fs::write(&arguments.output, bytes)?));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {}: {problem}", arguments.document.display());
            ExitCode::FAILURE
        }
    }
}

fn build(document: &Path, style: TableStyle) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    // YAML takes JSON as it is.
    let document = Document::from_yaml(&std::fs::read_to_string(document)?)?;
    Ok(document.to_bytes(style)?)
}
