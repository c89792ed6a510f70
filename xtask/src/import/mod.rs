//! Implements `cargo xtask import`: compares the enum tables of the schema with a `DXContainerConstants.def`, and
//! writes the differences into the TOML.

mod compare;
mod comparison;
mod edit;
mod entry;
mod header;
mod mirror;
mod read;
mod report;
mod rows;
mod spelling;
mod tokens;
mod write;

use std::path::{Path, PathBuf};

use crate::llvm_headers;
use crate::root::root;
use dxc_codegen::model::Spelling;
use dxc_codegen::outcome::Outcome;
use dxc_codegen::output;
use dxc_codegen::schema_folder::SchemaFolder;

use compare::Import;
use report::Report;
use write::Files;

/// The header that includes the file.
const HEADER: &str = "DXContainer.h";

/// The number of path components from a file in `llvm/BinaryFormat` to its include folder.
const INCLUDE: usize = 3;

/// A line of the `.def` file, and the problem with it.
type Problem = (usize, String);

/// The options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The file, LLVM's include folder, or its parent.
    path: PathBuf,
    /// Write the differences into the schema.
    #[arg(long)]
    write: bool,
    /// The columns of a macro: `MACRO(value, name)`, or `Table = MACRO(value, name)` for a new table.
    #[arg(long = "as", value_name = "MACRO")]
    spellings: Vec<Spelling>,
    /// The folder of the schemas.
    #[arg(long, value_name = "DIR")]
    schema: Option<PathBuf>,
}

/// Runs the command. Differences that are written are no differences any longer.
pub(crate) fn run(options: Options) -> Result<Outcome, String> {
    let path = if options.path.is_dir() {
        llvm_headers::with(llvm_headers::TABLES, &options.path)?.join(llvm_headers::TABLES)
    } else {
        options.path
    };
    let shown = path.display().to_string();
    let placed = |(line, what): Problem| format!("{shown}:{line}: {what}");
    let macros = read::macros(&text(&path)?).map_err(placed)?;
    if macros.is_empty() {
        return Err(format!("{shown}: there is no table in it"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let header = path.with_file_name(HEADER);
    let declared = if header.exists() {
        header::declared(&text(&header)?, &name)
            .map_err(|(line, what)| format!("{}:{line}: {what}", header.display()))?
    } else {
        Vec::new()
    };
    let folder = SchemaFolder::new(options.schema, &root());
    let schema = folder.schema_to_write()?;
    let mut import = Import {
        schema: &schema,
        llvm: path
            .ancestors()
            .nth(INCLUDE)
            .and_then(llvm_headers::version),
        report: Report::new(&name, &schema.sources),
        files: Files::new(&schema.sources)?,
    };
    let compared = import.compare(&macros, &declared, &options.spellings);
    compared.map_err(placed)?;
    output::print(&import.report)?;
    if options.write && !import.report.is_empty() {
        folder.replace(&import.files.edited()?)?;
    }
    Ok(Outcome::content_if(
        options.write || import.report.is_empty(),
    ))
}

/// The number of tables in the text of a `.def` file.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    let macros = read::macros(text).map_err(|(line, what)| format!("{line}: {what}"))?;
    Ok(macros.len())
}

fn text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path)
        .map_err(|problem| format!("cannot read {}: {problem}", path.display()))
}
