//! Makes the npm package: a folder for `npm pack`.

use std::path::Path;

use serde_json::json;

use crate::{bindgen, root};

/// The name of the generated script and of the WebAssembly.
const MODULE: &str = "dxc_format";

/// The files that are written by hand, in `tools/viewer/npm`.
const OWN: [&str; 5] = [
    "README.md",
    "browser.js",
    "index.d.ts",
    "node.js",
    "types.d.ts",
];

pub(crate) fn make(out: &Path) -> Result<String, String> {
    let mut bindgen = bindgen()?;
    // The files of an earlier version must not stay.
    let _ = std::fs::remove_dir_all(out);
    let cannot = |problem| format!("cannot write to {}: {problem}", out.display());
    std::fs::create_dir_all(out).map_err(cannot)?;
    let made = bindgen.out_name(MODULE).typescript(true).web(true);
    let made = made.and_then(|bindgen| bindgen.generate(out));
    made.map_err(|problem| format!("{problem:#}"))?;
    let own = OWN
        .iter()
        .map(|name| (format!("tools/viewer/npm/{name}"), *name));
    let licenses = ["LICENSE-APACHE", "LICENSE-MIT"].map(|name| (name.to_owned(), name));
    for (from, name) in own.chain(licenses) {
        std::fs::copy(root().join(from), out.join(name)).map_err(cannot)?;
    }
    let text = serde_json::to_string_pretty(&manifest()).map_err(|problem| problem.to_string())?;
    std::fs::write(out.join("package.json"), text + "\n").map_err(cannot)?;
    let wasm = std::fs::metadata(out.join(format!("{MODULE}_bg.wasm"))).map_err(cannot)?;
    Ok(format!(
        "wrote {}: WebAssembly {} KiB",
        out.display(),
        wasm.len() / 1024
    ))
}

/// The package's manifest, with the version of the crates.
fn manifest() -> serde_json::Value {
    json!({
        "name": "dxc-format",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Reads, edits and signs DXContainer files: compiled Direct3D shaders",
        "keywords": ["directx", "dxil", "dxbc", "shader", "webassembly"],
        "license": env!("CARGO_PKG_LICENSE"),
        "repository": { "type": "git", "url": env!("CARGO_PKG_REPOSITORY") },
        "type": "module",
        "types": "./index.d.ts",
        "exports": {
            ".": { "types": "./index.d.ts", "node": "./node.js", "default": "./browser.js" },
        },
        "sideEffects": ["./node.js", "./browser.js"],
        "engines": { "node": ">=20" },
    })
}
