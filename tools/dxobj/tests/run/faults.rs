//! Faults outside of files: existing files survive all of them.
//!
//! Judge: properties of files: their bytes, names, modes and order. No tool judges the messages.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Output, Stdio};

use crate::{DXOBJ, Folder, error, failed, text};

/// Runs a script of a shell, which can set limits before it becomes dxobj.
fn limited(script: &str, folder: &Folder) -> Output {
    let script = script.replace("dxobj", DXOBJ);
    folder.command("sh").args(["-c", &script]).output().unwrap()
}

/// Gives a file or a folder these rights.
fn permit(path: impl AsRef<Path>, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// The rights to a file.
fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// The names of what a folder holds.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_leaves_the_original() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    // `ulimit -f 1` limits a file to 512 bytes; a longer write fails.
    let output = limited(
        "trap '' XFSZ; ulimit -f 1; exec dxobj strip --reflection -i vs.dxil",
        &folder,
    );
    failed(&output, "vs.dxil: cannot write: ");
    assert_eq!(folder.read("vs.dxil"), bytes);
    assert_eq!(names(&folder), ["vs.dxil"], "nothing is left behind");
}

#[test]
fn an_edit_that_is_killed_leaves_the_original() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    // A process that writes more is killed meanwhile.
    let output = limited(
        "ulimit -f 1; exec dxobj strip --reflection -i vs.dxil",
        &folder,
    );
    assert_eq!(output.status.code(), None, "{}", error(&output));
    assert_eq!(folder.read("vs.dxil"), bytes);
}

#[test]
fn printing_onto_a_full_disk_fails() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = Folder::new();
    folder.shader("vs.dxil");
    for command in [
        "ls vs.dxil",
        "show --json vs.dxil",
        "extract DXIL vs.dxil",
        "completions bash",
    ] {
        let output = limited(&format!("exec dxobj {command} >/dev/full"), &folder);
        failed(&output, "cannot print: ");
    }
    failed(&folder.dxobj("extract DXIL vs.dxil -o /dev/full"), "");
}

#[test]
fn a_file_without_the_right_to_write_stays() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    permit(folder.path("vs.dxil"), 0o444);
    let output = folder.dxobj("strip --debug -i vs.dxil");
    failed(&output, "cannot write: permission denied");
    assert_eq!(folder.read("vs.dxil"), bytes);
}

#[test]
fn a_folder_without_the_right_to_write_stays() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    permit(&folder.0, 0o555);
    // root may write everywhere, so this is no fault for it.
    if tempfile::tempfile_in(&folder.0).is_err() {
        let output = folder.dxobj("strip --debug -i vs.dxil");
        failed(&output, "cannot write: ");
        assert_eq!(folder.read("vs.dxil"), bytes);
    }
    permit(&folder.0, 0o755);
}

#[test]
fn a_vanished_file_is_reported_and_the_others_are_done() {
    let folder = Folder::new();
    folder.shader("a.dxil");
    symlink("gone", folder.path("b.dxil")).unwrap();
    folder.shader("c.dxil");
    let output = folder.dxobj("verify . gone.dxil");
    failed(&output, "b.dxil");
    failed(&output, "gone.dxil: No such file");
    assert_eq!(
        text(&output),
        "./a.dxil: ok\n./c.dxil: ok\n2 ok, 1 refused\n"
    );
}

/// Names that are no UTF-8 are names, too.
#[test]
#[cfg(target_os = "linux")]
fn files_are_named_by_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    let path = folder.0.path().join(OsStr::from_bytes(b"vs-\xff.dxil"));
    fs::rename(folder.path("vs.dxil"), &path).unwrap();
    for words in [
        &["verify"][..],
        &["strip", "--part", "ILDN", "--keep", "kept", "-i"],
    ] {
        let mut command = folder.command(DXOBJ);
        let output = command.args(words).arg(path.file_name().unwrap()).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", error(&output));
    }
    assert!(fs::read(path).unwrap().len() < bytes.len());
    let kept = OsStr::from_bytes(b"kept/vs-\xff.ILDN");
    assert!(folder.0.path().join(kept).is_file());
}

/// Outputs for files of one name in several folders do not collide.
#[test]
fn outputs_keep_the_folders_of_their_inputs() {
    let folder = Folder::new();
    for inner in ["a", "b"] {
        folder.shader(&format!("shaders/{inner}/vs.dxil"));
    }
    for line in [
        "scan --extract found shaders",
        "sources -o hlsl shaders",
        "strip --debug --part ILDN --keep kept -i shaders",
    ] {
        folder.printed(line);
    }
    for inner in ["a", "b"] {
        for file in [
            format!("found/{inner}/vs.dxil.00000000.dxbc"),
            format!("hlsl/{inner}/vs.sources/vs_basic.hlsl"),
            format!("kept/{inner}/vs.ILDN"),
            format!("kept/{inner}/vs_basic.pdb"),
        ] {
            assert!(folder.path(&file).is_file(), "{file}");
        }
    }
}

#[test]
fn circular_links_are_named_in_the_error() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    symlink(".", folder.path("again")).unwrap();
    symlink("gone", folder.path("gone.dxil")).unwrap();
    let output = folder.dxobj("verify .");
    assert_eq!(
        error(&output),
        "error: ./again: the link leads back to .\n\
         error: ./gone.dxil: No such file or directory (os error 2)\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    let output = limited("dxobj diff - - < vs.dxil", &folder);
    failed(&output, "error: -: standard input is read only once\n");
}

#[test]
fn modes_and_links_stay() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    permit(folder.path("vs.dxil"), 0o750);
    symlink("vs.dxil", folder.path("link.dxil")).unwrap();
    folder.printed("strip --debug -i link.dxil");
    assert!(folder.path("link.dxil").is_symlink());
    assert_eq!(mode(&folder.path("vs.dxil")), 0o750);
    let bytes = folder.read("vs.dxil");
    assert!(!bytes.windows(4).any(|part| part == b"PRIV"));

    // New files get the mode that any program's would.
    let script = "umask 027; exec dxobj sign vs.dxil -o new.dxil";
    assert!(limited(script, &folder).status.success());
    assert_eq!(mode(&folder.path("new.dxil")), 0o640);
}

#[test]
fn standard_input_and_output_are_files_too() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    let output = limited(
        "dxobj strip --debug - -o - < vs.dxil | dxobj ls --json -",
        &folder,
    );
    assert!(output.status.success(), "{}", error(&output));
    assert!(
        output
            .stdout
            .starts_with(br#"{"schema_version":2,"path":"-","#)
    );
    assert_eq!(folder.read("vs.dxil"), bytes);
}

#[test]
fn a_reader_may_close_the_pipe_early() {
    let folder = Folder::new();
    folder.shader("a.dxil");
    folder.shader("b.dxil");
    folder.copy("rs_full.v1_1.dxil", "root.dxil");
    folder.write("none.hlsl", "\"\"");
    folder.dxobj("rootsig set --force -i none.hlsl root.dxil");
    for (command, code) in [
        ("verify", 0),
        ("validate", 1),
        ("roundtrip", 0),
        ("ls", 0),
        ("show", 0),
    ] {
        let mut process = folder.command(DXOBJ);
        let process = process.args([command, "."]).stdout(Stdio::piped());
        let mut child = process.stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(error(&output), "", "{command}");
        assert_eq!(output.status.code(), Some(code), "{command}");
    }
}

#[test]
fn many_files_come_in_order() {
    let folder = Folder::new();
    for index in 0..500 {
        folder.shader(&format!("{index:03}.dxil"));
    }
    let shown = folder.printed("verify .");
    let expected: String = (0..500)
        .map(|index| format!("./{index:03}.dxil: ok\n"))
        .collect();
    assert_eq!(shown, expected + "500 ok\n");
}

/// A file of so many parts without content.
fn many_parts(folder: &Folder, count: usize) {
    let mut builder = dxc_format::Builder::new();
    for _ in 0..count {
        builder.push(dxc_format::parts::PRIV, [].as_slice());
    }
    folder.write("many.dxbc", builder.to_bytes().unwrap());
}

/// To take them out one by one would move those behind it as often.
#[test]
fn parts_that_are_many_are_stripped_at_once() {
    let folder = Folder::new();
    many_parts(&folder, 200_000);
    let done = limited(
        "ulimit -t 30; exec dxobj strip --private many.dxbc -o none.dxbc",
        &folder,
    );
    assert!(done.status.success(), "{}", error(&done));
    let bytes = folder.read("none.dxbc");
    assert_eq!(dxc_format::Container::parse(&bytes).unwrap().len(), 0);
}

#[test]
fn parts_that_are_many_are_listed_and_shown() {
    let folder = Folder::new();
    many_parts(&folder, 30_000);
    for arguments in [
        "ls",
        "show",
        "show --part PRIV --format yaml",
        "show --format json",
        "show --format hex",
        "show --format html",
    ] {
        let script = format!("ulimit -t 30; exec dxobj {arguments} many.dxbc > out");
        let done = limited(&script, &folder);
        assert!(done.status.success(), "{arguments}: {}", error(&done));
    }
}

#[test]
fn a_part_that_is_there_over_and_over_is_not_shown_as_often() {
    let folder = Folder::new();
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
    folder.write("same.dxbc", file);
    for format in ["text", "hex"] {
        let shown = folder.dxobj(&format!("show --format {format} same.dxbc"));
        assert!(shown.stdout.is_empty());
        failed(&shown, "leads to the same bytes over and over");
        folder.printed(&format!("show --format {format} --part 7 same.dxbc"));
    }
}
