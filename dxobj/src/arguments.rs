//! The words of the command line.

use std::path::PathBuf;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use dxc_document::LLVM;
use dxc_format::constants::RootSignatureVersion;
use dxc_shader::root_signature::hlsl::Dialect;

use crate::exclude::Pattern;
use crate::version;

/// Everything that people do to compiled Direct3D shaders: DXIL and DXBC containers, and DXC's PDB files.
#[derive(Parser)]
#[command(
    name = "dxobj",
    version,
    max_term_width = 100,
    arg_required_else_help = true
)]
#[command(after_help = "\
FILE may be a folder, whose containers are taken, or `-` for standard input.

Exit status:
  0  it is done, also if there was nothing to show or to change
  1  the answer is no: files differ, a rule is broken, a digest is wrong, nothing was found;
     or an edit is refused for such a reason
  2  something could not be read or done; the other files are done all the same")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of every command.
#[derive(Args)]
pub(crate) struct Common {
    /// Prints no notes, only what is asked for and what is wrong.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Leaves out what matches in folders: `*.pdb` anywhere, `old/*` from the folder on; may be given several times.
    #[arg(long, global = true, value_name = "GLOB")]
    pub(crate) exclude: Vec<Pattern>,
    /// When to use colours; `auto` means on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Lists parts, and says whether the digest is right.
    #[command(after_help = "Examples:\n  dxobj ls vs.dxil\n  dxobj ls shaders/")]
    Ls(Files),
    /// Shows what parts hold: tables, documents, or bytes beside their fields.
    #[command(after_help = "Examples:
  dxobj show vs.dxil
  dxobj show --part PSV0 vs.dxil
  dxobj show --explain PSV0.info.entry_name
  dxobj show --format html vs.dxil > vs.html")]
    Show(Show),
    /// Prints what `dxc -dumpbin` or `fxc /dumpbin` prints, instructions included.
    ///
    /// The lines and columns are those of the compilers, so that scripts that read them keep working. Like DXC, it prints
    /// the module with debug information if there is one. A container without a program gives an empty line. If there are
    /// several files, a comment names each.
    #[command(after_help = "Examples:
  dxobj dump vs.dxil
  dxobj dump --no-ir shaders/
  dxobj dump --function main vs.dxil
  dxobj dump --part DXIL debug.dxil")]
    Dump(Dump),
    /// Lists what shaders bind: registers, spaces, counts, kinds, names.
    #[command(after_help = "Examples:
  dxobj bindings vs.dxil
  dxobj bindings --json shaders/")]
    Bindings(Files),
    /// Lists what shaders take and give.
    #[command(after_help = "Examples:\n  dxobj signatures vs.dxil")]
    Signatures(Files),
    /// Reflects shaders: resources, buffer layouts, signatures, requirements, and functions of libraries.
    #[command(after_help = "Examples:\n  dxobj reflect vs.dxil\n  dxobj reflect --json shaders/")]
    Reflect(Files),
    /// Says whether digests are right: ok, unsigned, debug, bypass, wrong.
    #[command(after_help = "Examples:\n  dxobj verify shaders/")]
    Verify(Files),
    /// Gives unsigned containers their digest.
    #[command(after_help = "Examples:
  dxobj sign vs.dxil -o signed.dxil
  dxobj sign --in-place shaders/")]
    Sign(Sign),
    /// Reads every part, and tells which rules containers break.
    ///
    /// A part that has a type and cannot be read as such is an error. Each part is checked by itself, and the facts that
    /// several parts state are compared: signatures, stage, features, resources, and the parts that a stage has.
    ///
    /// A digest that is not the content's breaks a rule, too. One that is absent has a note and does not count.
    #[command(after_help = "Examples:\n  dxobj validate shaders/")]
    Validate(Validate),
    /// Takes out what shaders run without.
    #[command(after_help = "Examples:
  dxobj strip --debug vs.dxil -o small.dxil
  dxobj strip --debug --reflection --in-place shaders/")]
    Strip(Strip),
    /// Writes what a part holds into a file.
    #[command(after_help = "Examples:
  dxobj extract RTS0 vs.dxil -o root.rts0
  dxobj extract DXIL --bitcode vs.dxil -o vs.bc")]
    Extract(Extract),
    /// Puts what a file holds into a part.
    #[command(after_help = "Examples:
  dxobj set PRIV notes.bin vs.dxil -o new.dxil
  dxobj set --bitcode DXIL vs.bc vs.dxil -o new.dxil")]
    Set(Set),
    /// Takes out a part.
    #[command(after_help = "Examples:\n  dxobj remove STAT vs.dxil -o less.dxil")]
    Remove(Remove),
    /// Puts a part elsewhere among the others.
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
    /// Makes a container of a document, as `dxobj show --format yaml` prints it.
    #[command(after_help = "Examples:
  dxobj show --format yaml vs.dxil
  dxobj build vs.yaml -o vs.dxil")]
    Build(Build),
    /// Shows the sources that a debug build embeds, wherever they are, or writes them into a folder.
    #[command(after_help = "Examples:\n  dxobj sources -o hlsl vs.pdb")]
    Sources(Sources),
    /// Compares two containers, or those of two folders, field by field.
    #[command(after_help = "Examples:
  dxobj diff old.dxil new.dxil
  dxobj diff --instructions old.dxil new.dxil
  dxobj diff --json old/ new/")]
    Diff(Diff),
    /// Finds containers inside any other files: executables, archives, captures, PDBs.
    #[command(after_help = "Examples:\n  dxobj scan game.exe --extract found")]
    Scan(Scan),
    /// Reads containers, writes every part from its typed value, and compares.
    #[command(after_help = "Examples:\n  dxobj roundtrip shaders/")]
    Roundtrip(Roundtrip),
    /// Prints what makes a shell complete commands.
    #[command(after_help = "Examples:\n  dxobj completions bash")]
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Prints the manual page, or writes one for each command into a folder.
    #[command(after_help = "Examples:\n  dxobj man -o man1")]
    Man {
        /// The folder.
        #[arg(short, long, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
}

/// The files of commands that only read.
#[derive(Args)]
pub(crate) struct Files {
    /// Containers, PDB files, folders, or `-`.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Prints one line of JSON a file.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Validate {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Does not judge digests: for files that were changed on purpose.
    #[arg(long)]
    pub(crate) no_digest: bool,
}

/// Where the result of an edit goes.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct To {
    /// Writes the result into this file, or the results for a folder into this folder; `-` for standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replaces each file by its result, at once or not at all.
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
    /// Gives unsigned containers a digest, too.
    #[arg(long)]
    pub(crate) sign: bool,
}

#[derive(Args)]
pub(crate) struct Show {
    /// Containers, PDB files, folders, or `-`.
    #[arg(required_unless_present = "explain", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Prints one line of JSON a file.
    #[arg(long)]
    pub(crate) json: bool,
    /// Only the parts with this FourCC; may be given several times.
    #[arg(short, long, value_name = "FOURCC")]
    pub(crate) part: Vec<String>,
    /// The form of what is printed.
    #[arg(short, long, value_enum, default_value_t = Format::Text, conflicts_with = "json")]
    pub(crate) format: Format,
    /// The LLVM whose yaml2obj is to read the first document: 23 knows ILDB, ILDN, VERS, SRCI and PRIV.
    #[arg(long, value_name = "VERSION", default_value_t = LLVM, value_parser = clap::value_parser!(u32).range(22..))]
    pub(crate) llvm: u32,
    /// Prints the meaning of a field, or of all fields below it: a FourCC, and the path of a field, such as
    /// PSV0.info.entry_name. With files, also the values that they have.
    #[arg(long, value_name = "FIELD", conflicts_with_all = ["format", "json", "part"])]
    pub(crate) explain: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Fields, and runs of records as tables.
    Text,
    /// A document, as LLVM's obj2yaml has it.
    Json,
    /// A document as YAML; `dxobj build` reads that of one file. Of several, a comment names each.
    Yaml,
    /// Every byte beside the field that it belongs to.
    Hex,
    /// A page for browsers, of one file: an overview, and fields beside bytes. It opens from disk and loads nothing.
    Html,
}

#[derive(Args)]
pub(crate) struct Dump {
    #[command(flatten)]
    pub(crate) of: DumpOf,
    /// Containers, PDB files, folders, or `-`.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// What of a program is printed.
#[derive(Args, Clone)]
pub(crate) struct DumpOf {
    /// Stops before the LLVM IR of DXIL.
    #[arg(long, conflicts_with_all = ["function", "part"])]
    pub(crate) no_ir: bool,
    /// Prints one function of DXIL alone.
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// The part with the LLVM IR: DXIL, ILDB or STAT. Otherwise ILDB, or DXIL if there is no ILDB.
    #[arg(long, value_name = "FOURCC")]
    pub(crate) part: Option<String>,
}

#[derive(Args)]
pub(crate) struct Sign {
    /// Containers or folders.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) to: To,
    /// Also replaces digests that are wrong, of debug builds, or that bypass validation.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args)]
pub(crate) struct Strip {
    /// Debug data: programs with debug information, their names, sources, PDB files.
    #[arg(long)]
    pub(crate) debug: bool,
    /// Reflection data.
    #[arg(long)]
    pub(crate) reflection: bool,
    /// The root signature.
    #[arg(long)]
    pub(crate) root_signature: bool,
    /// Private data.
    #[arg(long)]
    pub(crate) private: bool,
    /// All parts with this FourCC; may be given several times.
    #[arg(short, long, value_name = "FOURCC")]
    pub(crate) part: Vec<String>,
    /// Writes what is taken out into this folder, a file each.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) keep: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) save: Save,
}

#[derive(Args)]
pub(crate) struct Extract {
    /// The part: its FourCC, which means the first that has it, or its number in `dxobj ls`.
    pub(crate) part: String,
    /// A container, a PDB file, or `-`.
    pub(crate) file: PathBuf,
    /// Writes into this file; standard output without.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Writes a container with nothing but the part, as `dxc -extractrootsignature` does.
    #[arg(long, conflicts_with = "bitcode")]
    pub(crate) container: bool,
    /// Writes the LLVM bitcode of a program without the header in front, as llvm-dis takes it; from LLVM 16 on it refuses
    /// what DXC wrote.
    #[arg(long)]
    pub(crate) bitcode: bool,
}

#[derive(Args)]
pub(crate) struct Set {
    /// The part: its FourCC, which means the first that has it, or its number in `dxobj ls`; a part that is not there is
    /// added.
    pub(crate) part: String,
    /// The file with the new content, which may have the header of the part in front, or `-`.
    pub(crate) data: PathBuf,
    /// Takes LLVM bitcode, as `extract --bitcode` writes it, and makes the program header in front.
    #[arg(long, conflicts_with = "force")]
    pub(crate) bitcode: bool,
    /// Takes data that cannot be read as such a part, too.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) save: Save,
}

#[derive(Args)]
pub(crate) struct Remove {
    /// The part: its FourCC, which means the first that has it, or its number in `dxobj ls`.
    pub(crate) part: String,
    #[command(flatten)]
    pub(crate) save: Save,
}

#[derive(Args)]
#[command(group(clap::ArgGroup::new("place").required(true).args(["before", "after"])))]
pub(crate) struct Move {
    /// The part: its FourCC, which means the first that has it, or its number in `dxobj ls`.
    pub(crate) part: String,
    /// Puts it in front of this one.
    #[arg(long, value_name = "PART")]
    pub(crate) before: Option<String>,
    /// Puts it behind this one.
    #[arg(long, value_name = "PART")]
    pub(crate) after: Option<String>,
    #[command(flatten)]
    pub(crate) save: Save,
}

#[derive(Args)]
pub(crate) struct Sources {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Writes the sources into this folder.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Diff {
    /// The old container, or a folder.
    pub(crate) old: PathBuf,
    /// The new container, or a folder: files are compared by their names.
    pub(crate) new: PathBuf,
    /// Also tells what is laid out otherwise: orders, offsets, tables of names, the digest.
    #[arg(long)]
    pub(crate) layout: bool,
    /// Compares the instructions of functions instead. Values of the new container have their numbers in the old one;
    /// those that only the new one has are marked: %+5.
    #[arg(long, conflicts_with = "layout")]
    pub(crate) instructions: bool,
    /// The form of what is printed.
    #[arg(short, long, value_enum, default_value_t = DiffFormat::Text)]
    pub(crate) format: DiffFormat,
    /// Short for `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// A line for each difference, old -> new. Records of a run that differ equally share a line.
    Text,
    /// A line of JSON for each difference.
    Json,
}

#[derive(Args)]
pub(crate) struct Scan {
    /// Any files, or folders with any files.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Writes what is found into this folder.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) extract: Option<PathBuf>,
    /// Prints one line of JSON a file.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Roundtrip {
    /// Containers or folders.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Also tells for each FourCC how many parts were typed, and how many carried by their bytes.
    #[arg(long)]
    pub(crate) stats: bool,
}

#[derive(Args)]
pub(crate) struct Build {
    /// YAML or JSON, in the shape of LLVM's obj2yaml; `-` for standard input.
    pub(crate) document: PathBuf,
    /// Writes the container into this file; `-` for standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Whose tables of strings to make.
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

#[derive(Subcommand)]
pub(crate) enum Rootsig {
    /// Prints every root signature of a file as HLSL, whatever it is spelled in.
    #[command(after_help = "Examples:\n  dxobj rootsig show vs.dxil")]
    Show(RootsigShow),
    /// Gives shaders a root signature.
    #[command(after_help = "Examples:
  dxobj rootsig set root.hlsl --name MyRS vs.dxil -o new.dxil")]
    Set(RootsigSet),
    /// Writes a container with nothing but the root signature, as `dxc -extractrootsignature` does.
    #[command(after_help = "Examples:\n  dxobj rootsig extract vs.dxil -o root.dxil")]
    Extract(RootsigExtract),
    /// Takes root signatures out.
    #[command(after_help = "Examples:\n  dxobj rootsig strip --in-place shaders/")]
    Strip(Save),
    /// Tells whether shaders find their resources, as `dxc -verifyrootsignature` does.
    #[command(after_help = "Examples:\n  dxobj rootsig check --with root.hlsl vs.dxil")]
    Check(RootsigCheck),
    /// Spells a root signature otherwise: HLSL, LLVM's metadata, YAML, or the bytes of RTS0.
    #[command(after_help = "Examples:\n  dxobj rootsig convert vs.dxil --to hlsl -o root.hlsl")]
    Convert(RootsigConvert),
}

/// Which root signature of a file is read, and how.
#[derive(Args)]
pub(crate) struct RootsigSource {
    /// The one that is taken where there are several: a macro, a function, or a subobject.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// The version that HLSL is read for, 1.1 unless said, and that any other is converted to.
    #[arg(long, value_parser = version::parser())]
    pub(crate) version: Option<RootSignatureVersion>,
    /// The compiler that HLSL is read and printed for.
    #[arg(long, value_enum, default_value = "clang")]
    pub(crate) dialect: Compiler,
    /// Defines a macro of HLSL, as compilers have it.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) define: Vec<String>,
    /// Searches this folder for the files that HLSL includes, after the folder of the including file; may be given several
    /// times.
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
}

/// Whose root signature strings are read and printed.
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
    /// Containers, the bytes of RTS0, HLSL, textual LLVM IR, YAML, folders with containers, or `-`: content tells.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Prints one line of JSON a file.
    #[arg(long)]
    pub(crate) json: bool,
    /// Prints a drawing as SVG: the words of the root signature, and its parameters. The file must have one root signature.
    #[arg(long, conflicts_with_all = ["json", "complete"])]
    pub(crate) svg: bool,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
    /// Spells what HLSL may leave out, too.
    #[arg(long)]
    pub(crate) complete: bool,
}

#[derive(Args)]
pub(crate) struct RootsigSet {
    /// A container, the bytes of RTS0, HLSL, textual LLVM IR, or YAML: content tells.
    pub(crate) from: PathBuf,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
    /// Sets one that breaks rules, or that the shader does not fit, too.
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
    /// Writes the bytes of RTS0 without a container around them.
    #[arg(long)]
    pub(crate) bare: bool,
    /// Writes into this file; standard output without.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct RootsigCheck {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Checks against the root signature of this file rather than the shader's own.
    #[arg(long, value_name = "FILE")]
    pub(crate) with: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
}

#[derive(Args)]
pub(crate) struct RootsigConvert {
    /// A container, the bytes of RTS0, HLSL, textual LLVM IR, or YAML: content tells.
    pub(crate) file: PathBuf,
    /// ValueForm it is to be spelled.
    #[arg(long, value_enum)]
    pub(crate) to: Spelling,
    #[command(flatten)]
    pub(crate) source: RootsigSource,
    /// Spells what HLSL may leave out, too.
    #[arg(long)]
    pub(crate) complete: bool,
    /// Converts one that breaks rules, too.
    #[arg(long)]
    pub(crate) force: bool,
    /// Writes into this file; standard output without.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spelling {
    /// HLSL's root signature string.
    Hlsl,
    /// LLVM's metadata.
    Metadata,
    /// A document, in the shape of LLVM's obj2yaml.
    Yaml,
    /// The bytes of the part.
    Rts0,
}
