//! The arguments of commands that edit containers, and of those that read and write single parts.

use std::path::PathBuf;

use clap::Args;
use dxc_format::Strip as Kind;

use crate::commands::strip;
use crate::part_name::PartName;

/// The destination of an edit.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct To {
    /// Write the result to this file; for a folder, to this folder; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace each file by its result, completely or not at all.
    #[arg(short, long)]
    pub(crate) in_place: bool,
}

/// The files of an edit, and how they are saved.
#[derive(Args)]
pub(crate) struct Save {
    /// Containers or folders.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) to: To,
    /// Also sign unsigned containers.
    #[arg(long)]
    pub(crate) sign: bool,
}

#[derive(Args)]
pub(crate) struct Sign {
    /// Containers or folders.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) to: To,
    /// Also replace wrong digests, digests of debug builds, and digests that bypass validation.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args)]
pub(crate) struct Strip {
    #[arg(long, help = removed("debug info", "strip_debug", Kind::Debug) + "; not ILDN, the name of the PDB file")]
    pub(crate) debug: bool,
    #[arg(long, help = removed("reflection data", "strip_reflect", Kind::Reflection))]
    pub(crate) reflection: bool,
    #[arg(long, help = removed("the root signature", "strip_rootsignature", Kind::RootSignature))]
    pub(crate) root_signature: bool,
    #[arg(long, help = removed("private data", "strip_priv", Kind::Private))]
    pub(crate) private: bool,
    /// Remove all parts with this FourCC; can be repeated.
    #[arg(short, long, value_name = "FOURCC", value_parser = PartName, hide_possible_values = true)]
    pub(crate) part: Vec<String>,
    /// Drop bytes that this version does not recognize, such as the fields of a newer version of a part.
    #[arg(long)]
    pub(crate) unrecognized: bool,
    /// Write each removed part to a file in this folder.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) keep: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) save: Save,
}

/// The help of an option of `strip`: the option of DXC and FXC that does the same, and the removed parts.
fn removed(what: &str, option: &str, kind: Kind) -> String {
    let parts = strip::names(kind);
    format!("Remove {what}, like `dxc -Q{option}` and `fxc /Q{option}`: {parts}")
}

#[derive(Args)]
pub(crate) struct Extract {
    /// The part: a FourCC (the first part that has it) or a number of `dxobj ls`.
    #[arg(value_parser = PartName, hide_possible_values = true)]
    pub(crate) part: String,
    /// A container, a PDB file, or `-`.
    pub(crate) file: PathBuf,
    /// Write to this file; by default to standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Write a container with only this part, like `dxc -extractrootsignature`.
    #[arg(long, conflicts_with = "bitcode")]
    pub(crate) container: bool,
    /// Write the LLVM bitcode of a program without its header, for llvm-dis up to LLVM 15, which reads DXC's bitcode.
    #[arg(long)]
    pub(crate) bitcode: bool,
}

#[derive(Args)]
pub(crate) struct Set {
    /// The part: a FourCC (the first part that has it) or a number of `dxobj ls`; a missing part is added.
    #[arg(value_parser = PartName, hide_possible_values = true)]
    pub(crate) part: String,
    /// The file with the new content, with or without the header of the part; `-` is standard input.
    pub(crate) data: PathBuf,
    /// The data is LLVM bitcode, as `extract --bitcode` writes it; the program header is computed.
    #[arg(long, conflicts_with = "force")]
    pub(crate) bitcode: bool,
    /// Accept data that cannot be decoded as this part.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) save: Save,
}

#[derive(Args)]
pub(crate) struct Convert {
    /// The part: a FourCC (the first part that has it) or a number of `dxobj ls`.
    #[arg(value_parser = PartName, hide_possible_values = true)]
    pub(crate) part: String,
    /// The number of the version.
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub(crate) to: u32,
    #[command(flatten)]
    pub(crate) save: Save,
}

fn version(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "a version is a number, such as 2")
}

#[derive(Args)]
pub(crate) struct Remove {
    /// The part: a FourCC (the first part that has it) or a number of `dxobj ls`.
    #[arg(value_parser = PartName, hide_possible_values = true)]
    pub(crate) part: String,
    #[command(flatten)]
    pub(crate) save: Save,
}

#[derive(Args)]
#[command(group(clap::ArgGroup::new("place").required(true).args(["before", "after"])))]
pub(crate) struct Move {
    /// The part: a FourCC (the first part that has it) or a number of `dxobj ls`.
    #[arg(value_parser = PartName, hide_possible_values = true)]
    pub(crate) part: String,
    /// Move it before this part.
    #[arg(long, value_name = "PART", value_parser = PartName, hide_possible_values = true)]
    pub(crate) before: Option<String>,
    /// Move it after this part.
    #[arg(long, value_name = "PART", value_parser = PartName, hide_possible_values = true)]
    pub(crate) after: Option<String>,
    #[command(flatten)]
    pub(crate) save: Save,
}
