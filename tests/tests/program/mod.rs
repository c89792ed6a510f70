//! Somebody's program, made of bindings that were generated elsewhere than in our crate.

use std::path::Path;
use std::process::Command;

/// Compiles a folder with generated modules in `src` and this `main.rs`, and runs it.
pub(crate) fn run(folder: &Path, main: &str, arguments: &[&Path]) {
    let root = tests::root();
    let manifest = format!(
        "[package]\nname = \"program\"\nedition = \"2024\"\n\n[dependencies]\ndxc-format = {{ path = {:?} }}\n\n[workspace]\n",
        root.join("dxc-format").canonicalize().unwrap()
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    std::fs::write(folder.join("src/main.rs"), main).unwrap();
    // Shared by all programs: our crate is compiled for the first of them.
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = tmp.join("program-target");
    tests::seeded::seed(tmp.parent().unwrap(), &target);
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--"])
        .args(arguments)
        .env("CARGO_TARGET_DIR", target)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
