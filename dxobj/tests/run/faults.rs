//! Faults outside of files: existing files survive all of them.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const DXOBJ: &str = env!("CARGO_BIN_EXE_dxobj");

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// A container in a folder, and its bytes.
fn shader(folder: &Path, name: &str) -> (PathBuf, Vec<u8>) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dxc-format/tests/data/dxc");
    let bytes = fs::read(data.join("vs_basic.pdb-in-private.dxil")).unwrap();
    let path = folder.join(name);
    fs::write(&path, &bytes).unwrap();
    (path, bytes)
}

fn dxobj(arguments: &[&str], folder: &Path) -> Output {
    Command::new(DXOBJ)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// In a shell, which can set limits before it becomes dxobj.
fn limited(script: &str, folder: &Path) -> Output {
    let script = script.replace("dxobj", DXOBJ);
    Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .output()
        .unwrap()
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Asserts that it failed, with a message that has this part.
#[track_caller]
fn failed(output: &Output, message: &str) {
    let error = error(output);
    assert!(error.contains(message), "{error}");
    assert_eq!(output.status.code(), Some(2), "{error}");
}

/// The names of what a folder holds.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_leaves_the_original() {
    let folder = folder();
    let (path, bytes) = shader(folder.path(), "vs.dxil");
    // `ulimit -f 1` limits a file to 512 bytes; a longer write fails.
    let output = limited(
        "trap '' XFSZ; ulimit -f 1; exec dxobj strip --reflection -i vs.dxil",
        folder.path(),
    );
    failed(&output, "vs.dxil: cannot write: ");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(names(folder.path()), ["vs.dxil"], "nothing is left behind");
}

#[test]
fn an_edit_that_is_killed_leaves_the_original() {
    let folder = folder();
    let (path, bytes) = shader(folder.path(), "vs.dxil");
    // A process that writes more is killed meanwhile.
    let output = limited(
        "ulimit -f 1; exec dxobj strip --reflection -i vs.dxil",
        folder.path(),
    );
    assert_eq!(output.status.code(), None, "{}", error(&output));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn printing_onto_a_full_disk_fails() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = folder();
    shader(folder.path(), "vs.dxil");
    for command in [
        "ls vs.dxil",
        "show --json vs.dxil",
        "extract DXIL vs.dxil",
        "completions bash",
    ] {
        let output = limited(&format!("exec dxobj {command} >/dev/full"), folder.path());
        failed(&output, "cannot print: ");
    }
    let words = ["extract", "DXIL", "vs.dxil", "-o", "/dev/full"];
    failed(&dxobj(&words, folder.path()), "");
}

#[test]
fn a_file_without_the_right_to_write_stays() {
    let folder = folder();
    let (path, bytes) = shader(folder.path(), "vs.dxil");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let output = dxobj(&["strip", "--debug", "-i", "vs.dxil"], folder.path());
    failed(&output, "cannot write: permission denied");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_folder_without_the_right_to_write_stays() {
    let folder = folder();
    let (path, bytes) = shader(folder.path(), "vs.dxil");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    // root may write everywhere, so this is no fault for it.
    if tempfile::tempfile_in(folder.path()).is_err() {
        let output = dxobj(&["strip", "--debug", "-i", "vs.dxil"], folder.path());
        failed(&output, "cannot write: ");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_vanished_file_is_reported_and_the_others_are_done() {
    let folder = folder();
    shader(folder.path(), "a.dxil");
    std::os::unix::fs::symlink("gone", folder.path().join("b.dxil")).unwrap();
    shader(folder.path(), "c.dxil");
    let output = dxobj(&["verify", ".", "gone.dxil"], folder.path());
    failed(&output, "b.dxil");
    failed(&output, "gone.dxil: No such file");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(shown, "./a.dxil: ok\n./c.dxil: ok\n2 ok, 1 refused\n");
}

/// Names that are no UTF-8 are names, too.
#[test]
#[cfg(target_os = "linux")]
fn files_are_named_by_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let (path, bytes) = shader(folder.path(), "vs.dxil");
    let name = OsStr::from_bytes(b"vs-\xff.dxil");
    fs::rename(&path, folder.path().join(name)).unwrap();
    for words in [
        &["verify"][..],
        &["strip", "--debug", "--keep", "kept", "-i"],
    ] {
        let mut command = Command::new(DXOBJ);
        let command = command.args(words).arg(name);
        let output = command.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", error(&output));
    }
    assert!(fs::read(folder.path().join(name)).unwrap().len() < bytes.len());
    let kept = OsStr::from_bytes(b"kept/vs-\xff.PRIV");
    assert!(folder.path().join(kept).is_file());
}

/// Outputs for files of one name in several folders do not collide.
#[test]
fn outputs_keep_the_folders_of_their_inputs() {
    let folder = folder();
    for inner in ["a", "b"] {
        fs::create_dir_all(folder.path().join("shaders").join(inner)).unwrap();
        shader(folder.path(), &format!("shaders/{inner}/vs.dxil"));
    }
    for words in [
        &["scan", "--extract", "found", "shaders"][..],
        &["sources", "-o", "hlsl", "shaders"],
        &["strip", "--debug", "--keep", "kept", "-i", "shaders"],
    ] {
        let output = dxobj(words, folder.path());
        assert!(output.status.success(), "{}", error(&output));
    }
    for inner in ["a", "b"] {
        for file in [
            format!("found/{inner}/vs.00000000.dxbc"),
            format!("hlsl/{inner}/vs.sources/vs_basic.hlsl"),
            format!("kept/{inner}/vs.PRIV"),
        ] {
            assert!(folder.path().join(&file).is_file(), "{file}");
        }
    }
}

#[test]
fn circular_links_are_named_in_the_error() {
    let folder = folder();
    shader(folder.path(), "vs.dxil");
    std::os::unix::fs::symlink(".", folder.path().join("again")).unwrap();
    std::os::unix::fs::symlink("gone", folder.path().join("gone.dxil")).unwrap();
    let output = dxobj(&["verify", "."], folder.path());
    assert_eq!(
        error(&output),
        "error: ./again: the link leads back to .\n\
         error: ./gone.dxil: No such file or directory (os error 2)\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn standard_input_is_read_once() {
    let folder = folder();
    shader(folder.path(), "vs.dxil");
    let output = limited("dxobj diff - - < vs.dxil", folder.path());
    assert_eq!(
        error(&output),
        "error: -: standard input is read only once\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn modes_and_links_stay() {
    let folder = folder();
    let (path, _) = shader(folder.path(), "vs.dxil");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o750)).unwrap();
    std::os::unix::fs::symlink("vs.dxil", folder.path().join("link.dxil")).unwrap();
    let output = dxobj(&["strip", "--debug", "-i", "link.dxil"], folder.path());
    assert!(output.status.success(), "{}", error(&output));
    assert!(folder.path().join("link.dxil").is_symlink());
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o750
    );
    let bytes = fs::read(&path).unwrap();
    assert!(!bytes.windows(4).any(|part| part == b"ILDN"));

    // New files get the mode that any program's would.
    let script = "umask 027; exec dxobj sign vs.dxil -o new.dxil";
    assert!(limited(script, folder.path()).status.success());
    let new = fs::metadata(folder.path().join("new.dxil")).unwrap();
    assert_eq!(new.permissions().mode() & 0o777, 0o640);
}

#[test]
fn standard_input_and_output_are_files_too() {
    let folder = folder();
    let (path, bytes) = shader(folder.path(), "vs.dxil");
    let output = limited(
        "dxobj strip --debug - -o - < vs.dxil | dxobj ls --json -",
        folder.path(),
    );
    assert!(output.status.success(), "{}", error(&output));
    assert!(output.stdout.starts_with(br#"{"path":"-","#));
    assert_eq!(fs::read(path).unwrap(), bytes);
}

#[test]
fn a_reader_may_close_the_pipe_early() {
    let folder = folder();
    shader(folder.path(), "a.dxil");
    shader(folder.path(), "b.dxil");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../dxc-format/tests/data/dxc/rs_full.v1_1.dxil");
    fs::copy(root, folder.path().join("root.dxil")).unwrap();
    fs::write(folder.path().join("none.hlsl"), "\"\"").unwrap();
    dxobj(
        &["rootsig", "set", "--force", "-i", "none.hlsl", "root.dxil"],
        folder.path(),
    );
    for (command, code) in [
        ("verify", 0),
        ("validate", 1),
        ("roundtrip", 0),
        ("ls", 0),
        ("show", 0),
    ] {
        let mut child = Command::new(DXOBJ)
            .args([command, "."])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(error(&output), "", "{command}");
        assert_eq!(output.status.code(), Some(code), "{command}");
    }
}

#[test]
fn many_files_come_in_order() {
    let folder = folder();
    for index in 0..500 {
        shader(folder.path(), &format!("{index:03}.dxil"));
    }
    let output = dxobj(&["verify", "."], folder.path());
    let shown = String::from_utf8(output.stdout).unwrap();
    let expected: String = (0..500)
        .map(|index| format!("./{index:03}.dxil: ok\n"))
        .collect();
    assert_eq!(shown, expected + "500 ok\n");
}

/// A file of so many parts without content.
fn many_parts(folder: &Path, count: usize) {
    let mut builder = dxc_format::Builder::new();
    for _ in 0..count {
        builder.push(dxc_format::parts::PRIV, [].as_slice());
    }
    fs::write(folder.join("many.dxbc"), builder.to_bytes().unwrap()).unwrap();
}

/// To take them out one by one would move those behind it as often.
#[test]
fn parts_that_are_many_are_stripped_at_once() {
    let folder = folder();
    many_parts(folder.path(), 200_000);
    let done = limited(
        "ulimit -t 30; exec dxobj strip --private many.dxbc -o none.dxbc",
        folder.path(),
    );
    assert!(done.status.success(), "{}", error(&done));
    let bytes = fs::read(folder.path().join("none.dxbc")).unwrap();
    assert_eq!(dxc_format::Container::parse(&bytes).unwrap().len(), 0);
}

#[test]
fn parts_that_are_many_are_listed_and_shown() {
    let folder = folder();
    many_parts(folder.path(), 30_000);
    for arguments in [
        "ls",
        "show",
        "show --part PRIV --format yaml",
        "show --format json",
        "show --format hex",
        "show --format html",
    ] {
        let script = format!("ulimit -t 30; exec dxobj {arguments} many.dxbc > out");
        let done = limited(&script, folder.path());
        assert!(done.status.success(), "{arguments}: {}", error(&done));
    }
}

#[test]
fn a_part_that_is_there_over_and_over_is_not_shown_as_often() {
    let folder = folder();
    let mut builder = dxc_format::Builder::new();
    builder.push(dxc_format::parts::PRIV, vec![1; 4096]);
    for _ in 1..1000 {
        builder.push(dxc_format::parts::PRIV, [].as_slice());
    }
    let mut file = builder.to_bytes().unwrap();
    let directory = 32..32 + 4 * 1000;
    let first = 32 + 4 * 1000u32;
    for entry in file[directory].chunks_exact_mut(4) {
        entry.copy_from_slice(&first.to_le_bytes());
    }
    fs::write(folder.path().join("same.dxbc"), file).unwrap();
    for format in ["text", "hex"] {
        let shown = dxobj(&["show", "--format", format, "same.dxbc"], folder.path());
        assert!(!shown.status.success() && shown.stdout.is_empty());
        assert!(error(&shown).contains("leads to the same bytes over and over"));
        let one = ["show", "--format", format, "--part", "7", "same.dxbc"];
        assert!(dxobj(&one, folder.path()).status.success());
    }
}
