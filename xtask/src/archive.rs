//! Packs `dxobj` for a release: the program, its manual pages, completions, licenses and page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{captured, cargo, succeeded};
use dxc_codegen::outcome::Outcome;
use dxc_codegen::output;

/// The target whose program runs on any Linux system: it includes its C library.
const STATIC: &str = "x86_64-unknown-linux-musl";
/// The shells whose completions are packed, with the names of their files.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "dxobj.bash"),
    ("elvish", "dxobj.elv"),
    ("fish", "dxobj.fish"),
    ("powershell", "_dxobj.ps1"),
    ("zsh", "_dxobj"),
];
/// Settings of the release profile that compile fast, for a program that is only tested.
const FAST: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
];
/// The files of the repository that are packed.
const PAGES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "tools/dxobj/README.md"];

/// Builds `dxobj` for a target that this system runs, with these environment variables, and packs it into `out`. Returns the
/// path of the archive, or `None` if the build failed.
fn pack(
    root: &Path,
    target: &str,
    settings: &[(&str, &str)],
    out: &Path,
) -> Result<Option<PathBuf>, String> {
    let mut build = cargo(root);
    build.args([
        "build",
        "--locked",
        "--release",
        "-p",
        "dxobj",
        "--target",
        target,
    ]);
    if !succeeded(build.envs(settings.iter().copied()))? {
        return Ok(None);
    }
    let extension = if target.contains("windows") {
        ".exe"
    } else {
        ""
    };
    let program = crate::root::target_folder()
        .join(target)
        .join(format!("release/dxobj{extension}"));
    let folder = out.join(format!("dxobj-{target}"));
    let _ = fs::remove_dir_all(&folder);
    let failed = |problem: std::io::Error| format!("{}: {problem}", folder.display());
    fill(root, &program, &folder).map_err(failed)?;
    documents(&program, &folder)?;
    let archive = compress(&folder, target.contains("windows"))?;
    fs::remove_dir_all(&folder).map_err(failed)?;
    Ok(Some(archive))
}

/// Packs `dxobj` for users. `Differs` means that the build failed.
pub(crate) fn run(root: &Path, target: &str, out: &Path) -> Result<Outcome, String> {
    match pack(root, target, &[], out)? {
        Some(archive) => {
            output::print(format_args!("{}\n", archive.display())).map(|()| Outcome::Content)
        }
        None => Ok(Outcome::Differs),
    }
}

/// Copies the program and the files of the repository.
fn fill(root: &Path, program: &Path, folder: &Path) -> std::io::Result<()> {
    for subfolder in ["completions", "man"] {
        fs::create_dir_all(folder.join(subfolder))?;
    }
    for path in PAGES
        .iter()
        .map(|page| root.join(page))
        .chain([program.into()])
    {
        let name = path.file_name().unwrap_or_default();
        fs::copy(&path, folder.join(name))?;
    }
    Ok(())
}

/// Writes the manual pages, completions and other texts that the program prints about itself.
fn documents(program: &Path, folder: &Path) -> Result<(), String> {
    let mut manual = Command::new(program);
    captured(manual.args(["man", "-o"]).arg(folder.join("man")))?;
    for (shell, name) in COMPLETIONS {
        let text = captured(Command::new(program).args(["completions", shell]))?;
        let path = folder.join("completions").join(name);
        fs::write(&path, text).map_err(|problem| format!("{}: {problem}", path.display()))?;
    }
    Ok(())
}

/// Compresses a folder: as zip for Windows, as tgz for other systems.
fn compress(folder: &Path, is_zip: bool) -> Result<PathBuf, String> {
    let archive = PathBuf::from(format!(
        "{}.{}",
        folder.display(),
        if is_zip { "zip" } else { "tgz" }
    ));
    let _ = fs::remove_file(&archive);
    let mut command = Command::new(if is_zip { "7z" } else { "tar" });
    command.current_dir(folder);
    // `cargo binstall` expects the program at the top of the archive.
    captured(if is_zip {
        command.arg("a").arg(&archive).arg(".")
    } else {
        command.arg("-czf").arg(&archive).arg(".")
    })?;
    Ok(archive)
}

/// Packs the archive whose program needs no libraries, and runs the program in a root folder without any. Returns false
/// if it does not run.
pub(crate) fn try_static(root: &Path, out: &Path) -> Result<bool, String> {
    let mut rustc = Command::new("rustc");
    let libraries = captured(rustc.args(["--print", "target-libdir", "--target", STATIC]))?;
    if !cfg!(target_os = "linux") || !Path::new(libraries.trim()).is_dir() {
        output::print(format_args!(
            "skipped: the archive of dxobj needs Linux and Rust's target {STATIC}\n"
        ))?;
        return Ok(true);
    }
    let Some(archive) = pack(root, STATIC, &FAST, out)? else {
        return Ok(false);
    };
    let folder = out.join("empty-root");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|problem| format!("{}: {problem}", folder.display()))?;
    let mut unpack = Command::new("tar");
    captured(unpack.arg("-xzf").arg(&archive).arg("-C").arg(&folder))?;
    let ran = in_empty_root(&folder);
    fs::remove_dir_all(&folder).map_err(|problem| format!("{}: {problem}", folder.display()))?;
    output::print(format_args!("{}: {}\n", archive.display(), ran?))?;
    Ok(true)
}

/// Runs the program of an unpacked archive with its folder as the root of the file system, and returns its version.
fn in_empty_root(folder: &Path) -> Result<String, String> {
    let enter = |program: &str, argument: &str| {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--root"]).arg(folder);
        captured(command.args([program, argument]))
    };
    let mut allowed = Command::new("unshare");
    if captured(allowed.args(["--map-root-user", "true"])).is_err() {
        return Ok("skipped: this system does not allow an empty root".into());
    }
    let version = enter("/dxobj", "--version")?;
    Ok(format!("{} runs in an empty root", version.trim()))
}
