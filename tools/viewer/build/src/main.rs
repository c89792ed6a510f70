//! Compiles the viewer to WebAssembly: `page OUT` makes the viewer's page, one file, and `npm OUT` the npm package.

#![allow(clippy::disallowed_macros, reason = "it prints nothing of files")]

mod package;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use dxobj_viewer::page;
use miniz_oxide::deflate::compress_to_vec_zlib;
use wasm_bindgen_cli_support::Bindgen;

/// The target of browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// The samples: containers of the tests, and what they are.
const SAMPLES: [(&str, &str); 6] = [
    (
        "vs_basic.pdb-in-private.dxil",
        "a vertex shader with its PDB file and sources",
    ),
    (
        "ps_textured.sm60.dxil",
        "a pixel shader with textures and samplers",
    ),
    (
        "cs_reduce.sm68.dxil",
        "a compute shader of shader model 6.8",
    ),
    ("ms_meshlet.sm65.dxil", "a mesh shader"),
    (
        "lib_raytracing.sm66.dxil",
        "a library of raytracing shaders",
    ),
    ("rs_full.v1_1.dxil", "a pixel shader with a root signature"),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let made = match arguments.as_slice() {
        [kind, out] if kind == "page" => make(Path::new(out)),
        [kind, out] if kind == "npm" => package::make(Path::new(out)),
        _ => Err("the arguments are `page` or `npm`, and a folder".to_owned()),
    };
    match made {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn make(out: &Path) -> Result<String, String> {
    let mut bindgen = bindgen()?;
    let made = bindgen.typescript(false).no_modules(true);
    let made = made.and_then(|bindgen| bindgen.generate_output());
    let mut made = made.map_err(|problem| format!("{problem:#}"))?;
    let wasm = made.wasm_mut().emit_wasm();
    let packed = compress_to_vec_zlib(&wasm, 9);
    let samples = SAMPLES.iter().map(|(name, about)| {
        let path = root().join("dxc-format/tests/data/dxc").join(name);
        let bytes = std::fs::read(&path)
            .map_err(|problem| format!("cannot read {}: {problem}", path.display()))?;
        Ok((*name, *about, bytes))
    });
    let samples = samples.collect::<Result<Vec<_>, String>>()?;
    let samples: Vec<(&str, &str, &[u8])> = samples
        .iter()
        .map(|(name, about, bytes)| (*name, *about, bytes.as_slice()))
        .collect();
    let html = page::viewer(&packed, made.js(), &samples);
    let path = out.join("index.html");
    let written = std::fs::create_dir_all(out).and_then(|()| std::fs::write(&path, &html));
    written.map_err(|problem| format!("cannot write {}: {problem}", path.display()))?;
    let [wasm, packed, html] = [wasm.len(), packed.len(), html.len()].map(|size| size / 1024);
    let path = path.display();
    Ok(format!(
        "{path}: {html} KiB; WebAssembly {wasm} KiB, compressed {packed} KiB"
    ))
}

/// The tool that makes scripts for the crate, which is compiled for browsers.
fn bindgen() -> Result<Bindgen, String> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(compile()?)
        .remove_name_section(true)
        .remove_producers_section(true);
    Ok(bindgen)
}

/// The crate for browsers, as small as it gets; says where it is.
fn compile() -> Result<PathBuf, String> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    // A folder of its own: its flags are those of no other build.
    let folder = target.join("viewer-wasm");
    let status = Command::new(env!("CARGO"))
        .args([
            "rustc",
            "--quiet",
            "--package",
            "dxobj-viewer",
            "--lib",
            "--crate-type",
            "cdylib",
        ])
        .args(["--profile", "browser", "--target", TARGET, "--target-dir"])
        .arg(&folder)
        .current_dir(root())
        .status();
    let status = status.map_err(|problem| format!("cannot run cargo: {problem}"))?;
    if !status.success() {
        return Err(format!(
            "it does not compile; `rustup target add {TARGET}` installs what it is compiled for"
        ));
    }
    Ok(folder.join(TARGET).join("browser/dxobj_viewer.wasm"))
}
