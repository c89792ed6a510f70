//! The arguments of `dxobj rootsig`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use dxc_format::constants::RootSignatureVersion;
use dxc_root_signature::hlsl::Dialect;

use super::{Files, Save};
use crate::version;

#[derive(Subcommand)]
pub(crate) enum Rootsig {
    /// Prints every root signature of a file as HLSL.
    #[command(after_help = "Examples:\n  dxobj rootsig show vs.dxil")]
    Show(RootsigShow),
    /// Sets the root signature of shaders.
    #[command(after_help = "Examples:
  dxobj rootsig set root.hlsl --name MyRS vs.dxil -o new.dxil")]
    Set(RootsigSet),
    /// Writes a container with only the root signature, like `dxc -extractrootsignature`.
    #[command(after_help = "Examples:\n  dxobj rootsig extract vs.dxil -o root.dxil")]
    Extract(RootsigExtract),
    /// Removes root signatures.
    #[command(after_help = "Examples:\n  dxobj rootsig strip --in-place shaders/")]
    Strip(Save),
    /// Checks that root signatures bind all resources of shaders, like `dxc -verifyrootsignature`.
    #[command(after_help = "Examples:\n  dxobj rootsig check --with root.hlsl vs.dxil")]
    Check(RootsigCheck),
    /// Converts a root signature to HLSL, LLVM's metadata, YAML, or the bytes of RTS0.
    #[command(after_help = "Examples:\n  dxobj rootsig convert vs.dxil --to hlsl -o root.hlsl")]
    Convert(RootsigConvert),
}

/// The choice of a root signature of a file, and its dialect.
#[derive(Args)]
pub(crate) struct RootsigSource {
    /// Which root signature to use if the file has several: the name of a macro, function or subobject.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// The version for HLSL, 1.1 by default; other root signatures are converted to it.
    #[arg(long, value_parser = version::parser())]
    pub(crate) version: Option<RootSignatureVersion>,
    /// The compiler whose HLSL rules apply.
    #[arg(long, value_enum, default_value = "clang")]
    pub(crate) dialect: Compiler,
    /// Define a macro of HLSL, like the option of compilers.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) define: Vec<String>,
    /// Search this folder for included files, after the folder of the including file; can be repeated.
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
}

/// The compilers whose root signature strings can be read and printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compiler {
    /// Clang 22.
    Clang,
    /// DXC.
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

#[derive(Args)]
pub(crate) struct RootsigShow {
    /// Containers, raw RTS0, HLSL, LLVM IR text, YAML, folders with containers, or `-`; the format is detected.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Print one line of JSON for each file.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print a drawing as SVG: the words of the root signature, and its parameters; the file must have one root signature.
    #[arg(long, conflicts_with_all = ["json", "complete"])]
    pub(crate) svg: bool,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
    /// Also print optional clauses of HLSL.
    #[arg(long)]
    pub(crate) complete: bool,
}

#[derive(Args)]
pub(crate) struct RootsigSet {
    /// A container, raw RTS0, HLSL, LLVM IR text, or YAML; the format is detected.
    pub(crate) from: PathBuf,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
    /// Set the root signature even if it breaks rules or does not fit the shader.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) save: Save,
}

#[derive(Args)]
pub(crate) struct RootsigExtract {
    /// A container, or any other file with a root signature.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
    /// Write raw RTS0, without a container.
    #[arg(long)]
    pub(crate) bare: bool,
    /// Write a root signature from text even if it breaks rules.
    #[arg(long)]
    pub(crate) force: bool,
    /// Write to this file; by default to standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct RootsigCheck {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Use the root signature of this file, not that of the shader.
    #[arg(long, value_name = "FILE")]
    pub(crate) with: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
}

#[derive(Args)]
pub(crate) struct RootsigConvert {
    /// A container, raw RTS0, HLSL, LLVM IR text, or YAML; the format is detected.
    pub(crate) file: PathBuf,
    /// The output format.
    #[arg(long, value_enum)]
    pub(crate) to: Spelling,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
    /// Also print optional clauses of HLSL.
    #[arg(long)]
    pub(crate) complete: bool,
    /// Convert the root signature even if it breaks rules.
    #[arg(long)]
    pub(crate) force: bool,
    /// Write to this file; by default to standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spelling {
    /// HLSL's root signature string.
    Hlsl,
    /// LLVM's metadata.
    Metadata,
    /// A document in the shape of LLVM's obj2yaml.
    Yaml,
    /// The bytes of the part.
    Rts0,
}
