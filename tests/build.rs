//! Generates the code of `features/schema`, and lists every generated type of the library for a test of their traits.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut list = String::from("each_type! {\n");
    for (package, folder) in [
        ("dxc_format", "../dxc-format"),
        ("dxil", "../tools/dxil"),
        ("dxc_shader", "../tools/shader"),
    ] {
        let folder = root.join(folder).join("src/generated");
        println!("cargo::rerun-if-changed={}", folder.display());
        add_types(&mut list, package, &folder);
    }
    list.push_str("}\n");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    let write = |name: &str, text: String| {
        fs::write(out.join(name), text).expect("cargo's folder can be written");
    };
    write("generated_types.rs", list);
    let (schema, features) = (root.join("features/schema"), out.join("features"));
    println!("cargo::rerun-if-changed={}", schema.display());
    if let Err(mistakes) = dxc_codegen::generate(&schema, &features) {
        panic!("{mistakes}");
    }
    let module = features.join("mod.rs");
    let attributes = format!("#[allow(dead_code, unreachable_pub)]\n#[path = {module:?}]");
    write("features.rs", format!("{attributes}\nmod generated;\n"));
    let mut list = String::from("each_sequence! {\n");
    for (module, text) in modules(&features) {
        for name in sequences(&text) {
            let _ = writeln!(list, "    generated::{module}::{name},");
        }
    }
    list.push_str("}\n");
    write("sequences.rs", list);
}

/// The generated modules of a folder, with their code.
fn modules(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let modules = files.into_iter().map(|file| {
        let module = file.file_stem().unwrap_or_default().to_string_lossy();
        (
            module.into_owned(),
            fs::read_to_string(&file).unwrap_or_default(),
        )
    });
    modules.collect()
}

/// The structs that do not belong to others and take no arguments.
fn sequences(text: &str) -> Vec<&str> {
    let attributed = text.split("#[sequence(").skip(1);
    let named = attributed.filter_map(|rest| {
        let (attribute, rest) = rest.split_once(")]\n")?;
        let (_, rest) = rest.split_once("pub struct ")?;
        let mut words = attribute.split([',', ' ', '\n', '(']);
        let is_inner = words.any(|word| ["nested", "takes"].contains(&word));
        (!is_inner).then(|| rest.split([' ', '<', '{']).next())?
    });
    named.collect()
}

/// Adds `"psv0::RuntimeInfo" = dxc_format::psv0::RuntimeInfo,` and so on, in the order of the modules.
fn add_types(list: &mut String, package: &str, folder: &Path) {
    for (module, text) in modules(folder) {
        for (name, is_view, is_generic) in types(&text) {
            let arguments = match (is_view, is_generic) {
                (true, true) => "<'static, AnyRecord>",
                (true, false) => "<'static>",
                (false, true) => "<AnyRecord>",
                (false, false) => "",
            };
            let _ = writeln!(
                list,
                "    {:?} = {package}::{module}::{name}{arguments},",
                format!("{module}::{name}")
            );
        }
    }
}

/// The types of a module, each before its view: the name, whether it is a view, and whether it is of any record.
fn types(text: &str) -> Vec<(&str, bool, bool)> {
    let name = |text: &str| text.find(|c: char| !c.is_alphanumeric());
    let (mut types, mut view) = (Vec::new(), None);
    for line in text.lines() {
        let declared = line.strip_prefix("pub struct ");
        if let Some(rest) = declared.or_else(|| line.strip_prefix("pub enum ")) {
            let (name, rest) = rest.split_at(name(rest).unwrap_or(rest.len()));
            let is_generic = rest.starts_with('<');
            types.push((name, false, is_generic));
            types.extend(view.take().map(|view| (view, true, is_generic)));
        } else if let Some((_, rest)) = line.split_once("view = ") {
            view = view.or(Some(&rest[..name(rest).unwrap_or(rest.len())]));
        } else if line == "}" {
            // Nested items have their own views.
            view = None;
        }
    }
    types
}
