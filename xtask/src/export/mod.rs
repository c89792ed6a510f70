//! Implements `cargo xtask export`: exports the format to other languages.
//!
//! Each target is a module that reads the model after the checks and knows no part by name. A target reports fields
//! that it cannot describe; its output contains them as raw bytes with a comment.

pub(crate) mod c;
mod coverage;
mod def;
mod field_docs;
mod json;
mod kaitai;
mod python;

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::root::{self, root};
use crate::viewer;
use dxc_codegen::model::{Item, Schema};
use dxc_codegen::outcome::Outcome;
use dxc_codegen::output;
use dxc_codegen::schema_folder::SchemaFolder;

/// A language that the format is exported to.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Target {
    /// The resolved model with its JSON Schema: dxcontainer.json.
    Json,
    /// X-macros that replace LLVM's DXContainerConstants.def.
    Def,
    /// A header for C11 and C++17: dxcontainer.h.
    C,
    /// Descriptions for Kaitai Struct: dxcontainer.ksy, and one for each schema file.
    Kaitai,
    /// Classes for type checkers and editors, which the Python package `dxobj` contains: types.py.
    Python,
    /// The library as WebAssembly with TypeScript types: a folder for `npm pack`, built from the generated Rust.
    Npm,
}

/// The part of the format that a target describes.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Extent {
    /// All fields.
    Complete,
    /// Fields with a fixed offset, in any order.
    Fields,
    /// Fields that a reader reaches through those before them.
    ReadFields,
    /// Enums.
    Enums,
}

/// The properties of targets. A new target needs a line in each function.
impl Target {
    /// The files of the target. A separate program writes those of `npm`.
    fn export(self, schema: &Schema, values: def::Extent) -> Result<Output, String> {
        Ok(match self {
            Self::Json => json::export(schema)?,
            Self::Def => def::export(schema, values),
            Self::C => c::export(schema),
            Self::Kaitai => kaitai::export(schema),
            Self::Python => python::export(&json::model(schema)?)?,
            Self::Npm => Output::default(),
        })
    }

    fn extent(self) -> Extent {
        match self {
            Self::Json | Self::Python | Self::Npm => Extent::Complete,
            Self::Def => Extent::Enums,
            Self::C => Extent::Fields,
            Self::Kaitai => Extent::ReadFields,
        }
    }

    /// The target's name on the command line.
    pub(crate) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The language.
    #[arg(value_enum)]
    target: Target,
    /// For `def`: also export the values and enums that LLVM lacks.
    #[arg(long)]
    all: bool,
    /// For `def`: export what this LLVM has, such as 22. The newest one by default.
    #[arg(long, value_name = "VERSION", conflicts_with = "all")]
    llvm: Option<u32>,
    /// The folder of the files; by default `export/TARGET` in the target folder of cargo.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The folder of the schemas.
    #[arg(long, value_name = "DIR")]
    schema: Option<PathBuf>,
}

/// The content of an export.
#[derive(Default)]
struct Output {
    /// The files by their names.
    files: Vec<(String, String)>,
    /// The fields that the target cannot describe, and why.
    omitted: Vec<(String, String)>,
}

impl Output {
    fn file(&mut self, name: &str, text: String) {
        self.files.push((name.to_owned(), text));
    }

    /// Records that the target cannot describe something.
    fn omit(&mut self, path: &str, why: impl Display) {
        self.omitted.push((path.to_owned(), why.to_string()));
    }

    fn omit_field(&mut self, item: &Item, field: &str, why: impl Display) {
        self.omit(&format!("{}.{field}", item.name), why);
    }
}

/// Runs the command.
pub(crate) fn run(options: Options) -> Result<Outcome, String> {
    let Options {
        target, all, llvm, ..
    } = options;
    if llvm.is_some() && target != Target::Def {
        return Err("`--llvm` is for `def`".to_owned());
    }
    let folder = || root::target_folder().join("export").join(target.name());
    let out = options.out.unwrap_or_else(folder);
    if target == Target::Npm {
        return match options.schema {
            None => viewer::make("npm", &out).map(|()| Outcome::Content),
            Some(_) => Err("`npm` is made of the generated Rust; use `cargo xtask gen`".to_owned()),
        };
    }
    let schema = SchemaFolder::new(options.schema, &root()).schema()?;
    let extent = def::Extent { all, llvm };
    let exported = target.export(&schema, extent)?;
    for path in write_files(&exported, &out)? {
        output::print(format_args!("wrote {}\n", path.display()))?;
    }
    for (path, why) in &exported.omitted {
        output::say(format_args!("note: `{path}`: {why}"));
    }
    for (code, count) in counts(&schema, target, &exported, extent) {
        output::print(format_args!("{code}: {count}\n"))?;
    }
    Ok(Outcome::Content)
}

/// The numbers of fields or enums of each part that a target describes; empty if it describes all.
fn counts(
    schema: &Schema,
    target: Target,
    exported: &Output,
    values: def::Extent,
) -> Vec<(String, String)> {
    match target.extent() {
        Extent::Complete => Vec::new(),
        // `def` has the enums of an LLVM; any other target that has enums only has all of them.
        Extent::Enums => coverage::enums(schema, |table| {
            target != Target::Def || values.has_macro(table)
        }),
        extent => coverage::fields(schema, exported, extent == Extent::ReadFields),
    }
}

/// The table of the page about exports: the numbers of fields that each target describes of each part. Parts with equal
/// numbers share a row.
pub(crate) fn coverage_table(schema: &Schema) -> Result<String, String> {
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    let targets = Target::value_variants().iter();
    let targets = targets.filter(|target| target.extent() != Extent::Complete);
    for target in targets.clone() {
        let values = def::Extent::default();
        let exported = target.export(schema, values)?;
        for (code, count) in counts(schema, *target, &exported, values) {
            match parts.iter_mut().find(|(known, _)| *known == code) {
                Some((_, counts)) => counts.push(count),
                None => parts.push((code, vec![count])),
            }
        }
    }
    let mut rows: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for (code, counts) in parts {
        // The name after the FourCC is not a part of it.
        let code = match code.split_once(' ') {
            Some((code, name)) => format!("`{code}` {name}"),
            None => format!("`{code}`"),
        };
        match rows.iter_mut().find(|(_, known)| *known == counts) {
            Some((codes, _)) => codes.push(code),
            None => rows.push((vec![code], counts)),
        }
    }
    let rows = rows
        .iter()
        .map(|(codes, counts)| format!("| {} | {} |\n", codes.join(", "), counts.join(" | ")));
    let names: Vec<String> = targets
        .map(|target| format!(" `{}` |", target.name()))
        .collect();
    let head = format!(
        "| part |{}\n|---|{}\n",
        names.concat(),
        "---|".repeat(names.len())
    );
    Ok(rows.fold(head, |table, row| table + &row))
}

/// The docs of all fields, for `dxobj show --explain`.
pub(crate) fn field_docs(schema: &Schema) -> String {
    field_docs::lines(schema)
}

/// Writes a target's files for the schemas of the repository.
pub(crate) fn write(target: Target, out: &Path) -> Result<(), String> {
    let schema = SchemaFolder::new(None, &root()).schema()?;
    write_files(&target.export(&schema, def::Extent::default())?, out).map(drop)
}

/// Writes the files; returns their paths.
fn write_files(exported: &Output, out: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = |problem| format!("cannot write to {}: {problem}", out.display());
    std::fs::create_dir_all(out).map_err(cannot)?;
    let mut paths = Vec::new();
    for (name, text) in &exported.files {
        let path = out.join(name);
        std::fs::write(&path, text).map_err(cannot)?;
        paths.push(path);
    }
    Ok(paths)
}
