//! The words of the command line.

mod edit;
mod rootsig;

use std::path::PathBuf;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use dxc_shader::linkage::InputElement;
use dxc_shader::pipelines::PrimitiveTopologyType;

use crate::filter::Filter;
use crate::part_name::PartName;
use crate::query::Query;
use crate::schema;

pub(crate) use edit::*;
pub(crate) use rootsig::*;

/// Inspects, compares, signs, strips and edits compiled Direct3D shaders: DXIL and DXBC containers, and DXC's PDB files.
#[derive(Parser)]
#[command(
    name = "dxobj",
    bin_name = "dxobj",
    version,
    max_term_width = 100,
    arg_required_else_help = true
)]
#[command(after_help = "\
FILE may be a folder (every container in it, and DXC's PDB files unless they would be edited or
checked) or `-` (standard input).

Exit status:
  0  success, also if there was nothing to show or to change
  1  the answer is no: files differ, a rule is broken, a digest is wrong, nothing was found;
     or an edit was refused for such a reason
  2  a file could not be read or processed; the other files are still processed")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of every command.
#[derive(Args)]
pub(crate) struct Common {
    /// Print no notes, only results and errors.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) filter: Filter,
    /// When to use colors; `auto`: on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// Whether the command prints lines of JSON.
    #[arg(skip)]
    pub(crate) is_json: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Lists the parts of containers, and checks the digest.
    ///
    /// With `--requires`, `--stage`, `--binds`, `--part` or `--calls`, it lists the files that match; the exit status is 1 if
    /// there are none.
    ///
    /// For a folder, it prints a line for each file as soon as the file is read. Columns are aligned: the names of the first
    /// 1000 files set the width of theirs.
    #[command(after_help = "Examples:
  dxobj ls vs.dxil
  dxobj ls shaders/
  dxobj ls -l shaders/ --stage ps --binds t4,space1
  dxobj ls -0 shaders/ --requires WaveOps --calls 'dx.op.wave*' | xargs -0 dxobj dump")]
    Ls(Ls),
    /// Shows the fields of parts: as text, a document, bytes beside fields, or a page.
    #[command(after_help = "Examples:
  dxobj show vs.dxil
  dxobj show --part PSV0 vs.dxil
  dxobj show --explain PSV0.info.entry_name
  dxobj show --format html vs.dxil > vs.html")]
    Show(Show),
    /// Prints the text of `dxc -dumpbin` or `fxc /dumpbin`, with instructions.
    ///
    /// Lines and columns equal those of the compilers, so scripts that parse them keep working. Like DXC, it prints the
    /// module with debug information if there is one. A container without a program prints an empty line. With several
    /// files, a comment names each.
    #[command(after_help = "Examples:
  dxobj dump vs.dxil
  dxobj dump --no-ir shaders/
  dxobj dump --function main vs.dxil
  dxobj dump --part DXIL debug.dxil")]
    Dump(Dump),
    /// Lists resource bindings: registers, spaces, counts, kinds, names.
    #[command(after_help = "Examples:
  dxobj bindings vs.dxil
  dxobj bindings --json shaders/")]
    Bindings(Files),
    /// Lists inputs and outputs.
    #[command(after_help = "Examples:\n  dxobj signatures vs.dxil")]
    Signatures(Files),
    /// Prints reflection data: resources, buffer layouts, signatures, requirements, and functions of libraries.
    #[command(after_help = "Examples:\n  dxobj reflect vs.dxil\n  dxobj reflect --json shaders/")]
    Reflect(Files),
    /// Checks digests: ok, unsigned, debug, bypass, or wrong.
    #[command(after_help = "Examples:\n  dxobj verify shaders/")]
    Verify(Files),
    /// Signs unsigned containers: computes their digest.
    #[command(after_help = "Examples:
  dxobj sign vs.dxil -o signed.dxil
  dxobj sign --in-place shaders/")]
    Sign(Sign),
    /// Reads every part, and reports broken rules.
    ///
    /// A part that cannot be decoded is an error. Each part is checked, and parts are compared with each other: signatures,
    /// stage, features, resources, and the parts that a stage requires.
    ///
    /// A wrong digest breaks a rule, too. A missing digest is only noted.
    #[command(after_help = "Examples:\n  dxobj validate shaders/")]
    Validate(Validate),
    /// Checks that the shaders of a pipeline fit one another and the root signature, in the words of Direct3D's debug layer.
    ///
    /// FILEs are the stages of one pipeline, in any order: vertex, hull, domain, geometry and pixel shader; amplification, mesh
    /// and pixel shader; or a compute shader. Each mismatch has the text, the number and the name of the message that creating
    /// the pipeline would cause. Of a geometry shader, the outputs of stream 0 count. Without `--root-signature`,
    /// shaders are compared with their own root signatures.
    #[command(after_help = "Examples:
  dxobj pipeline vs.dxil ps.dxil
  dxobj pipeline --root-signature root.hlsl vs.dxil hs.dxil ds.dxil ps.dxil
  dxobj pipeline --topology triangle vs.dxil gs.dxil ps.dxil
  dxobj pipeline --input-layout POSITION:R32G32B32_FLOAT vs.dxil
  dxobj pipeline --format html vs.dxil ps.dxil > pipeline.html
  dxobj pipeline --pair shaders/")]
    Pipeline(Pipeline),
    /// Removes debug info, reflection data and other parts that are not needed at run time.
    #[command(after_help = "Examples:
  dxobj strip --debug vs.dxil -o small.dxil
  dxobj strip --debug --reflection --in-place shaders/")]
    Strip(Strip),
    /// Writes the content of a part to a file.
    #[command(after_help = "Examples:
  dxobj extract RTS0 vs.dxil -o root.rts0
  dxobj extract DXIL --bitcode vs.dxil -o vs.bc")]
    Extract(Extract),
    /// Replaces the content of a part, or adds a part.
    #[command(after_help = "Examples:
  dxobj set PRIV notes.bin vs.dxil -o new.dxil
  dxobj set --bitcode DXIL vs.bc vs.dxil -o new.dxil")]
    Set(Set),
    /// Moves a part to another version of its format, and lists what that version cannot store.
    #[command(after_help = "Examples:\n  dxobj convert PSV0 --to 2 vs.dxil -o old.dxil")]
    Convert(Convert),
    /// Removes a part.
    #[command(after_help = "Examples:\n  dxobj remove STAT vs.dxil -o less.dxil")]
    Remove(Remove),
    /// Moves a part before or after another.
    #[command(after_help = "Examples:\n  dxobj move HASH --before DXIL vs.dxil -o new.dxil")]
    Move(Move),
    /// Shows, sets, extracts, strips, checks and converts root signatures.
    #[command(
        subcommand,
        after_help = "Examples:
  dxobj rootsig show vs.dxil
  dxobj rootsig set root.hlsl vs.dxil --in-place"
    )]
    Rootsig(Rootsig),
    /// Builds a container from a document of `dxobj show --format yaml`.
    #[command(after_help = "Examples:
  dxobj show --format yaml vs.dxil
  dxobj build vs.yaml -o vs.dxil")]
    Build(Build),
    /// Lists the sources of a debug build, or writes them to a folder.
    ///
    /// They are read from SRCI, PDBI, the bitcode of ILDB (`dxc -Zi -Qembed_debug`), SPDB (`fxc /Zi`), and PDB files of DXC and FXC.
    #[command(after_help = "Examples:\n  dxobj sources -o hlsl vs.pdb")]
    Sources(Sources),
    /// Compares two containers field by field, or the containers of two folders.
    #[command(after_help = "Examples:
  dxobj diff old.dxil new.dxil
  dxobj diff --instructions old.dxil new.dxil
  dxobj diff --json old/ new/")]
    Diff(Diff),
    /// Finds containers in any files: executables, archives, C headers, base64, effects.
    #[command(after_help = "Examples:
  dxobj scan game.exe --extract found
  dxobj scan shader.h --extract found")]
    Scan(Scan),
    /// Decodes every part, writes it, and compares the bytes.
    #[command(after_help = "Examples:\n  dxobj roundtrip shaders/")]
    Roundtrip(Roundtrip),
    /// Prints the JSON Schema of the lines that a command prints with `--json`.
    #[command(after_help = "Examples:\n  dxobj schema ls")]
    Schema {
        /// The command.
        #[arg(value_parser = schema::parser())]
        command: String,
    },
    /// Prints a completion script for a shell.
    #[command(after_help = "Examples:\n  dxobj completions bash")]
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Prints the manual page, or writes a page for each command to a folder.
    #[command(after_help = "Examples:\n  dxobj man -o man1")]
    Man {
        /// The folder.
        #[arg(short, long, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
}

impl Command {
    /// Whether it prints lines of JSON.
    pub(crate) fn is_json(&self) -> bool {
        match self {
            Self::Ls(ls) => ls.files.json,
            Self::Bindings(files)
            | Self::Signatures(files)
            | Self::Reflect(files)
            | Self::Verify(files) => files.json,
            Self::Show(show) => show.json,
            Self::Dump(dump) => dump.files.json,
            Self::Validate(validate) => validate.files.json,
            Self::Pipeline(pipeline) => pipeline.json,
            Self::Sources(sources) => sources.files.json,
            Self::Diff(diff) => diff.is_json(),
            Self::Scan(scan) => scan.json,
            Self::Roundtrip(roundtrip) => roundtrip.files.json,
            Self::Rootsig(Rootsig::Show(show)) => show.json,
            Self::Rootsig(Rootsig::Check(check)) => check.files.json,
            _ => false,
        }
    }
}

/// The files of `dxobj ls`, and those of them to list.
#[derive(Args)]
pub(crate) struct Ls {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Print only the path of each file.
    #[arg(short = 'l', long, conflicts_with = "json")]
    pub(crate) paths: bool,
    /// Like `--paths`, but a zero byte follows each path, for `xargs -0`.
    #[arg(short = '0', long, conflicts_with = "json")]
    pub(crate) null: bool,
    #[command(flatten)]
    pub(crate) query: Query,
}

/// The files of commands that only read.
#[derive(Args)]
pub(crate) struct Files {
    /// Containers, PDB files, folders, or `-`.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Print one line of JSON for each file.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Validate {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Do not check digests, for files that were changed on purpose.
    #[arg(long)]
    pub(crate) no_digest: bool,
}

#[derive(Args)]
pub(crate) struct Pipeline {
    /// The shaders of one pipeline: containers, PDB files, or `-`; with `--pair`, also folders.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Print one line of JSON for each file.
    #[arg(long)]
    pub(crate) json: bool,
    /// Check a pipeline for each set of shaders whose names only differ in the stage: `blur_vs.dxil` and `blur_ps.dxil`.
    #[arg(long)]
    pub(crate) pair: bool,
    /// The output format.
    #[arg(long, value_enum, default_value = "text", conflicts_with_all = ["json", "pair"])]
    pub(crate) format: PipelineFormat,
    /// Check that this root signature binds all resources: a container, raw RTS0, HLSL, LLVM IR text, or YAML.
    #[arg(long, value_name = "FILE")]
    pub(crate) root_signature: Option<PathBuf>,
    /// Check that this input layout has the inputs of the vertex shader: `POSITION:R32G32B32_FLOAT,TEXCOORD1:R8G8_UNORM`.
    #[arg(long, value_name = "ELEMENTS", value_delimiter = ',')]
    pub(crate) input_layout: Vec<InputElement>,
    /// The primitive topology type of the pipeline, which hull and geometry shaders must take.
    #[arg(long, value_enum, value_name = "TYPE")]
    pub(crate) topology: Option<Topology>,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PipelineFormat {
    /// The mismatches, and the render targets.
    Text,
    /// A page for browsers: the stages side by side, with lines between their registers; it loads no other files.
    Html,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Topology {
    /// Points.
    Point,
    /// Lines.
    Line,
    /// Triangles.
    Triangle,
    /// Patches of control points.
    Patch,
}

impl From<Topology> for PrimitiveTopologyType {
    fn from(topology: Topology) -> Self {
        match topology {
            Topology::Point => Self::POINT,
            Topology::Line => Self::LINE,
            Topology::Triangle => Self::TRIANGLE,
            Topology::Patch => Self::PATCH,
        }
    }
}

#[derive(Args)]
pub(crate) struct Show {
    /// Containers, PDB files, folders, or `-`.
    #[arg(required_unless_present = "explain", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Print one line of JSON for each file.
    #[arg(long)]
    pub(crate) json: bool,
    /// Only parts with this FourCC; can be repeated. A file without a container is read as the data of this part.
    #[arg(short, long, value_name = "FOURCC", value_parser = PartName, hide_possible_values = true)]
    pub(crate) part: Vec<String>,
    /// The output format.
    #[arg(short, long, value_enum, default_value_t = Format::Text, conflicts_with = "json")]
    pub(crate) format: Format,
    /// Only the keys of documents that this version of LLVM has, for its yaml2obj: 22 or later. The others are named in a
    /// comment of the YAML, or in a note.
    #[arg(long, value_name = "VERSION", value_parser = clap::value_parser!(u32).range(22..))]
    pub(crate) llvm: Option<u32>,
    /// Print the meaning of a name. NAME is a path that begins with a FourCC, such as PSV0.info.entry_name, or the name of
    /// a field, a key of a document, a table or a value, such as NumThreadsX or ShaderStage. With files, also print the
    /// values of the path and of all fields below it.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["format", "json", "part"])]
    pub(crate) explain: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Fields, and lists of records as tables.
    Text,
    /// A document in the shape of LLVM's obj2yaml.
    Json,
    /// A document as YAML, which `dxobj build` reads; with several files, a comment names each.
    Yaml,
    /// Each byte beside its field.
    Hex,
    /// A page of one file for browsers: an overview, and fields beside bytes; it loads no other files.
    Html,
}

#[derive(Args)]
pub(crate) struct Dump {
    #[command(flatten)]
    pub(crate) of: DumpOf,
    #[command(flatten)]
    pub(crate) files: Files,
}

/// The printed part of a program.
#[derive(Args, Clone)]
pub(crate) struct DumpOf {
    /// Stop before the LLVM IR of DXIL.
    #[arg(long, conflicts_with_all = ["function", "part"])]
    pub(crate) no_ir: bool,
    /// Print only this function of DXIL.
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// The part with the LLVM IR: DXIL, ILDB or STAT; by default ILDB, or DXIL without ILDB.
    #[arg(long, value_name = "FOURCC", value_parser = PartName, hide_possible_values = true)]
    pub(crate) part: Option<String>,
    /// The most bytes that are printed of a file, such as 500M; by default 48 times the file, or 512K.
    #[arg(long, value_name = "SIZE", value_parser = file_size)]
    pub(crate) limit_output: Option<u64>,
}

/// Reads a number of bytes, with a suffix for a power of 1024.
fn file_size(text: &str) -> Result<u64, String> {
    const SUFFIXES: [char; 3] = ['K', 'M', 'G'];
    let suffix = text
        .chars()
        .next_back()
        .map(|last| last.to_ascii_uppercase());
    let power = SUFFIXES.iter().position(|known| Some(*known) == suffix);
    let digits = &text[..text.len() - usize::from(power.is_some())];
    let number: Option<u64> = digits.parse().ok();
    let size =
        number.and_then(|number| number.checked_mul(power.map_or(1, |power| 1024 << (10 * power))));
    size.ok_or_else(|| {
        "it is no size: expected a number of bytes, and perhaps K, M or G".to_owned()
    })
}

#[derive(Args)]
pub(crate) struct Sources {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Write the sources to this folder.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Diff {
    /// The old container, or a folder.
    pub(crate) old: PathBuf,
    /// The new container, or a folder; files with the same name are compared.
    pub(crate) new: PathBuf,
    /// Also compare the layout: order, offsets, tables of names, the digest.
    #[arg(long)]
    pub(crate) layout: bool,
    /// Compare the instructions of functions instead. Values of the new container get their numbers in the old one; new
    /// values are marked: %+5.
    #[arg(long, conflicts_with = "layout")]
    pub(crate) instructions: bool,
    /// The output format.
    #[arg(short, long, value_enum, default_value_t = DiffFormat::Text)]
    pub(crate) format: DiffFormat,
    /// Short for `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

impl Diff {
    /// Whether it prints lines of JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == DiffFormat::Json
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// A line for each difference, old -> new; equal differences of several records share a line.
    Text,
    /// A line of JSON for each difference.
    Json,
}

#[derive(Args)]
pub(crate) struct Scan {
    /// Any files, or folders with any files.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the containers to this folder.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) extract: Option<PathBuf>,
    /// Print one line of JSON for each file.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Roundtrip {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Also count the decoded parts and the raw parts of each FourCC.
    #[arg(long, conflicts_with = "json")]
    pub(crate) stats: bool,
}

#[derive(Args)]
pub(crate) struct Build {
    /// YAML or JSON in the shape of LLVM's obj2yaml; `-` is standard input.
    pub(crate) document: PathBuf,
    /// Write the container to this file; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The layout of string tables.
    #[arg(long, value_enum, default_value_t = Tables::Dxc)]
    pub(crate) tables: Tables,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Tables {
    /// Strings in order, as DXC stores them.
    Dxc,
    /// Strings merged, as LLVM stores them.
    Llvm,
}
