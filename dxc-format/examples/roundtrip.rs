//! Reads containers, writes every typed part from its typed value, and compares.
//!
//! `cargo run -p dxc-format --example roundtrip -- [--quiet] [--stats] PATH...`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use dxc_format::{Container, FourCC, Part, PartView, Result};

/// Reads containers, writes every typed part from its typed value, and compares.
#[derive(Parser)]
struct Arguments {
    /// Print the last line only.
    #[arg(long)]
    quiet: bool,
    /// Print for each FourCC how many parts were typed, and how many carried by their bytes.
    #[arg(long)]
    stats: bool,
    /// Files, or directories whose containers are taken.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// How many files came to what.
#[derive(Default)]
struct Tally {
    ok: usize,
    differ: usize,
    refused: usize,
    parts: BTreeMap<FourCC, Kinds>,
}

/// How many parts were read as what.
#[derive(Default)]
struct Kinds {
    typed: usize,
    opaque: usize,
    refused: usize,
}

impl Tally {
    fn count(&mut self, bytes: &[u8]) {
        let Ok(container) = Container::parse(bytes) else {
            return;
        };
        for part in container.parts() {
            let kinds = self.parts.entry(part.fourcc).or_default();
            match PartView::parse(part.fourcc, part.data) {
                Ok(view) if view.is_typed() => kinds.typed += 1,
                Ok(_) => kinds.opaque += 1,
                Err(_) => kinds.refused += 1,
            }
        }
    }

    fn print(&self) {
        println!("part    typed   opaque  refused");
        for (fourcc, kinds) in &self.parts {
            let Kinds {
                typed,
                opaque,
                refused,
            } = kinds;
            // A FourCC may be longer than four letters, if those have to be escaped.
            println!(
                "{:<5}{typed:>8} {opaque:>8} {refused:>8}",
                fourcc.to_string()
            );
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut files = Vec::new();
    for path in &arguments.paths {
        if let Err(problem) = collect(path, true, &mut files) {
            eprintln!("error: {}: {problem}", path.display());
            return ExitCode::FAILURE;
        }
    }
    let mut tally = Tally::default();
    for file in &files {
        let verdict = std::fs::read(file)
            .map_err(|problem| problem.to_string())
            .and_then(|bytes| {
                if arguments.stats {
                    tally.count(&bytes);
                }
                let written = rewrite(&bytes).map_err(|problem| problem.to_string())?;
                Ok(first_difference(&bytes, &written))
            });
        let line = match verdict {
            Ok(None) => {
                tally.ok += 1;
                continue;
            }
            Ok(Some(at)) => {
                tally.differ += 1;
                format!("differs from byte {at:#x} on")
            }
            Err(problem) => {
                tally.refused += 1;
                format!("refused: {problem}")
            }
        };
        if !arguments.quiet {
            eprintln!("{}: {line}", file.display());
        }
    }
    if arguments.stats {
        tally.print();
    }
    let Tally {
        ok,
        differ,
        refused,
        ..
    } = tally;
    println!("{ok} ok, {differ} differ, {refused} refused");
    if differ + refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The container anew, each part from its value.
fn rewrite(bytes: &[u8]) -> Result<Vec<u8>> {
    let container = Container::parse(bytes)?;
    let mut builder = container.to_builder();
    for (index, part) in container.parts().enumerate() {
        let in_part = |error: dxc_format::Error| error.within_part(part.fourcc, part.data_offset());
        let value = Part::parse(part.fourcc, part.data).map_err(in_part)?;
        builder.set_part_at(index, value)?;
    }
    builder.to_bytes()
}

fn first_difference(one: &[u8], other: &[u8]) -> Option<usize> {
    let differs = one.iter().zip(other).position(|(one, other)| one != other);
    differs.or((one.len() != other.len()).then(|| one.len().min(other.len())))
}

/// The files that a path names: itself, or the containers in it and below.
fn collect(path: &Path, named: bool, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        let mut entries = std::fs::read_dir(path)?
            .map(|entry| Ok(entry?.path()))
            .collect::<std::io::Result<Vec<_>>>()?;
        entries.sort();
        return entries
            .iter()
            .try_for_each(|entry| collect(entry, false, files));
    }
    let known = ["dxil", "dxbc", "cso"];
    let is_container = path
        .extension()
        .is_some_and(|extension| known.iter().any(|known| extension == *known));
    if named || is_container {
        files.push(path.to_owned());
    }
    Ok(())
}
