//! `cargo xtask export`: the format in other languages.
//!
//! `resolve` makes the resolved model (`format`, `tree`); each target is a module that reads nothing else and knows no
//! part by name. A target reports fields that it cannot describe; they are raw bytes with a comment there.

mod c;
mod coverage;
mod def;
mod format;
mod json;
mod kaitai;
mod resolve;
mod resolve_types;
mod structures;
mod tree;

use std::fmt::Display;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::output;
use crate::root::root;
use crate::schema_folder::SchemaFolder;
use crate::viewer;

/// A language that the format is exported to.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Target {
    /// The resolved model with its JSON Schema: dxcontainer.json.
    Json,
    /// X-macros for the place of LLVM's DXContainerConstants.def.
    Def,
    /// A header for C11 and C++17: dxcontainer.h.
    C,
    /// Descriptions for Kaitai Struct: dxcontainer.ksy, and one for each schema file.
    Kaitai,
    /// The library as WebAssembly with TypeScript types: a folder for `npm pack`. Made of the generated Rust.
    Npm,
}

impl Target {
    /// The word for it on the command line.
    pub(crate) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The options of the command.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) target: Target,
    /// Export what LLVM does not have, too.
    pub(crate) all: bool,
    /// The folder of the files; a folder in `target/export` by default.
    pub(crate) out: Option<PathBuf>,
    /// The folder of the schemas; the repository's by default.
    pub(crate) schema: Option<PathBuf>,
}

/// What a target exports.
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

    /// Reports that the target cannot describe something.
    fn omit(&mut self, path: &str, why: impl Display) {
        self.omitted.push((path.to_owned(), why.to_string()));
    }
}

/// Runs the command.
pub(crate) fn run(options: Options) -> Result<bool, String> {
    let out = options
        .out
        .unwrap_or_else(|| root().join("target/export").join(options.target.name()));
    if options.target == Target::Npm {
        return match options.schema {
            None => viewer::make("npm", &out),
            Some(_) => Err("`npm` is made of the generated Rust; use `cargo xtask gen`".to_owned()),
        };
    }
    let schema = SchemaFolder::new(options.schema).schema()?;
    let format = resolve::resolve(&schema)?;
    let exported = match options.target {
        Target::Def => def::export(&format, options.all),
        Target::C => c::export(&format),
        Target::Kaitai => kaitai::export(&format),
        Target::Json | Target::Npm => json::export(&format)?,
    };
    let cannot = |problem| format!("cannot write to {}: {problem}", out.display());
    std::fs::create_dir_all(&out).map_err(cannot)?;
    for (name, text) in &exported.files {
        std::fs::write(out.join(name), text).map_err(cannot)?;
        output::print(format_args!("wrote {}\n", out.join(name).display()))?;
    }
    for (path, why) in &exported.omitted {
        output::say(format_args!("note: `{path}`: {why}"));
    }
    let (counted, unit) = match options.target {
        Target::Def => {
            let has_macro = |values: &format::Values| options.all || values.mirrors.is_some();
            (coverage::enums(&format, has_macro), "enums")
        }
        target => {
            let is_read = target == Target::Kaitai;
            (coverage::coverage(&format, &exported, is_read), "fields")
        }
    };
    for coverage::Coverage { code, reached, all } in counted {
        output::print(format_args!("{code}: {reached} of {all} {unit}\n"))?;
    }
    Ok(true)
}
