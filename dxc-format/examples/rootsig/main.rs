//! Converts a root signature between its spellings: HLSL, LLVM's metadata, YAML and the bytes of RTS0.
//!
//! `cargo run -p dxc-format --example rootsig -- --to hlsl|metadata|rts0|yaml [--version 1.1] FILE`
//!
//! What FILE holds is told by its content: a container, the bare bytes of RTS0, textual LLVM IR, YAML, or HLSL. Without
//! `--to`, the root signatures in it are listed. What breaks a rule is shown, and not converted unless forced.

mod read;
mod write;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use dxc_format::Container;
use dxc_format::constants::RootSignatureVersion;
use dxc_format::root_signature::hlsl::Dialect;
use dxc_format::root_signature::{Diagnostic, Diagnostics};

/// Converts a root signature between its spellings.
#[derive(Parser)]
struct Arguments {
    /// What to print; left out, what the file holds is listed.
    #[arg(long, value_enum)]
    to: Option<Spelling>,
    /// The version that HLSL is read for, 1.1 unless said, and that any other input is converted to.
    #[arg(long, value_enum)]
    version: Option<Version>,
    /// The compiler that HLSL is read and printed for.
    #[arg(long, value_enum, default_value = "clang")]
    dialect: Compiler,
    /// Spell what HLSL may leave out, too.
    #[arg(long)]
    complete: bool,
    /// The one that is taken where the file has several: a macro, a function or a subobject.
    #[arg(long, value_name = "NAME", visible_aliases = ["function", "subobject"])]
    name: Option<String>,
    /// A macro that is defined in HLSL, as compilers have it.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// A container whose shader must find its resources in the root signature.
    #[arg(long, value_name = "CONTAINER")]
    shader: Option<PathBuf>,
    /// Convert what breaks rules, too.
    #[arg(long)]
    force: bool,
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

#[derive(Clone, Copy, ValueEnum)]
enum Compiler {
    Clang,
    Dxc,
}

impl From<Compiler> for Dialect {
    fn from(compiler: Compiler) -> Self {
        match compiler {
            Compiler::Clang => Self::Clang,
            Compiler::Dxc => Self::DXC,
        }
    }
}

/// What could not be done, as it is shown.
type Outcome<T> = Result<T, String>;

impl Arguments {
    /// A problem of the file as a whole.
    fn problem(&self, problem: impl std::fmt::Display) -> String {
        format!("error: {}: {problem}", self.file.display())
    }

    /// A problem at some place of its text.
    fn shown(&self, wrong: &Diagnostic, text: &str) -> String {
        wrong.render(&self.file.display().to_string(), text, is_coloured())
    }

    fn all_shown(&self, wrong: &Diagnostics, text: &str) -> String {
        wrong.render(&self.file.display().to_string(), text, is_coloured())
    }
}

fn is_coloured() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let printed = run(&arguments).and_then(|output| {
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

fn run(arguments: &Arguments) -> Outcome<Vec<u8>> {
    let bytes = std::fs::read(&arguments.file).map_err(|problem| arguments.problem(problem))?;
    let input = read::Input::of(&bytes, arguments)?;
    let Some(to) = arguments.to else {
        return input.list(arguments);
    };
    let read = input.read(arguments)?;
    let problems = problems(arguments, &read)?;
    if !problems.is_empty() && !arguments.force {
        return Err(problems.join("\n\n"));
    }
    for problem in problems {
        eprintln!("{problem}\n");
    }
    write::write(arguments, to, read)
}

/// The rules that are broken, each shown at its clause if there is one.
fn problems(arguments: &Arguments, read: &[read::Read<'_>]) -> Outcome<Vec<String>> {
    let shader = arguments.shader.as_ref().map(std::fs::read).transpose();
    let shader = shader.map_err(|problem| arguments.problem(problem))?;
    let shader = shader.as_deref().map(Container::parse).transpose();
    let shader = shader.map_err(|problem| arguments.problem(problem))?;
    let mut problems = Vec::new();
    for read in read {
        let signature = &read.entry.signature;
        let mut findings = signature.validate();
        if let Some(shader) = &shader {
            let found = signature.validate_container(shader);
            findings.extend(found.map_err(|problem| arguments.problem(problem))?);
        }
        problems.extend(findings.iter().map(|finding| match &read.parsed {
            Some((parsed, text)) => arguments.shown(&parsed.diagnostic(finding, text), text),
            None => arguments.problem(finding),
        }));
    }
    Ok(problems)
}
