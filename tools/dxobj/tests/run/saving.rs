//! Where results go: into streams, links, folders, and files that others change meanwhile.
//!
//! Judge: properties of files: their bytes, links, owners and modes, and that no edit is lost. No tool judges the messages.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::process::{Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{DXOBJ, Folder, error, failed, text};

/// Runs a line of a shell, which has some seconds.
#[track_caller]
fn shell(folder: &Folder, line: &str) -> Output {
    let line = line.replace("dxobj", DXOBJ);
    let begun = Instant::now();
    let output = folder
        .command("timeout")
        .args(["60", "bash", "-c", &line])
        .output()
        .unwrap();
    assert!(
        begun.elapsed() < Duration::from_secs(50),
        "{line}: {output:?}"
    );
    output
}

fn pipe(folder: &Folder, name: &str) {
    assert!(
        folder
            .command("mkfifo")
            .arg(name)
            .status()
            .unwrap()
            .success()
    );
}

#[test]
fn streams_are_read_as_far_as_their_beginning_says() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    pipe(&folder, "pipe");
    // 200 MB of memory suffice for each.
    for line in [
        "dxobj ls /dev/zero",
        "dxobj ls - < /dev/zero",
        "dxobj verify /dev/zero",
        "dxobj strip --debug /dev/zero -o out",
        "cat /dev/zero > pipe & dxobj ls pipe",
        "yes | dxobj show -",
    ] {
        let output = shell(&folder, &format!("ulimit -v 400000; {line}"));
        assert_ne!(output.status.code(), Some(0), "{line}");
        assert!(
            !error(&output).contains("memory allocation"),
            "{line}: {}",
            error(&output)
        );
    }
    for line in [
        "dxobj scan - < /dev/zero",
        "dxobj set PRIV /dev/zero vs.dxil -o out",
        "yes | dxobj build - -o out",
        "cat vs.dxil /dev/zero | dxobj ls -",
    ] {
        let output = shell(&folder, &format!("ulimit -v 800000; {line}"));
        failed(&output, "67108864 bytes");
    }
    let output = shell(&folder, "(cat vs.dxil > pipe &) ; dxobj ls pipe");
    assert!(text(&output).contains("digest"), "{}", error(&output));
}

#[test]
fn only_regular_files_are_edited_in_place() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    pipe(&folder, "pipe");
    for line in [
        "dxobj strip --debug -i pipe",
        "cat vs.dxil | dxobj strip --debug -i /dev/stdin",
        "dxobj sign -i /dev/null",
        "dxobj rootsig strip -i pipe",
        "dxobj set PRIV vs.dxil pipe -i",
    ] {
        failed(
            &shell(&folder, line),
            "it is not a regular file, and stays as it is",
        );
    }
    assert!(folder.read("vs.dxil") == bytes);
}

#[test]
fn a_link_that_leads_nowhere_stays() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    symlink("gone", folder.path("link")).unwrap();
    for line in [
        "strip --debug vs.dxil -o link",
        "extract DXIL vs.dxil -o link",
    ] {
        failed(&folder.dxobj(line), "the link leads to no file");
    }
    assert!(folder.path("link").is_symlink() && !folder.path("gone").exists());
}

#[test]
fn results_do_not_replace_their_sources() {
    let folder = Folder::new();
    folder.copy("rs_full.v1_1.dxil", "vs.dxil");
    let document = folder.printed("show --format yaml vs.dxil");
    folder.write("doc.yaml", document);
    folder.write("root.hlsl", "\"CBV(b0)\"\n");
    for (file, lines) in [
        (
            "vs.dxil",
            &[
                "extract RTS0 vs.dxil -o OUT",
                "rootsig extract vs.dxil -o OUT",
                "rootsig convert vs.dxil --to hlsl -o OUT",
                "set PRIV vs.dxil doc.yaml -o OUT",
            ][..],
        ),
        (
            "doc.yaml",
            &["build doc.yaml -o OUT", "set PRIV doc.yaml vs.dxil -o OUT"],
        ),
        (
            "root.hlsl",
            &[
                "rootsig convert root.hlsl --to metadata -o OUT",
                "rootsig set root.hlsl vs.dxil -o OUT",
            ],
        ),
    ] {
        let bytes = folder.read(file);
        let _ = fs::remove_file(folder.path("soft"));
        let _ = fs::remove_file(folder.path("hard"));
        symlink(file, folder.path("soft")).unwrap();
        fs::hard_link(folder.path(file), folder.path("hard")).unwrap();
        for line in lines {
            for output in [file, "soft", "hard"] {
                let output = folder.dxobj(&line.replace("OUT", output));
                failed(&output, "it is the file that is read");
            }
        }
        assert_eq!(folder.read(file), bytes);
    }
    // Edits are meant for their file.
    folder.printed("rootsig strip vs.dxil -o vs.dxil");
}

#[test]
fn owners_and_rights_stay() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    let path = folder.path("vs.dxil");
    // Others may not give files away.
    let is_root = chown(&path, Some(1234), Some(2345)).is_ok();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o4755)).unwrap();
    folder.printed("strip --debug -i vs.dxil");
    let known = fs::metadata(&path).unwrap();
    assert_eq!(known.mode() & 0o7777, 0o4755);
    if is_root {
        assert_eq!((known.uid(), known.gid()), (1234, 2345));
    }
}

#[test]
fn extended_attributes_stay() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    let path = folder.path("vs.dxil");
    let attributes = [("user.origin", &b"a\0b"[..]), ("user.empty", b"")];
    for (name, value) in attributes {
        if xattr::set(&path, name, value).is_err() {
            // The file system has no extended attributes.
            return;
        }
    }
    folder.printed("strip --debug -i vs.dxil");
    for (name, value) in attributes {
        assert_eq!(xattr::get(&path, name).unwrap().unwrap(), value, "{name}");
    }
}

/// A new file takes the place of one name; the note says that others are left.
#[test]
fn hard_links_are_noted() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    let note = "(hard links) of the file still";
    for count in 1..=2 {
        let other = format!("other-{count}.dxil");
        folder.write("vs.dxil", &bytes);
        for number in 1..=count {
            let name = folder.path(&format!("other-{number}.dxil"));
            let _ = fs::remove_file(&name);
            fs::hard_link(folder.path("vs.dxil"), name).unwrap();
        }
        let output = folder.dxobj("strip --debug -i vs.dxil");
        assert!(output.status.success());
        let noted = format!("vs.dxil: {count} other name");
        assert!(error(&output).contains(&noted), "{}", error(&output));
        assert!(error(&output).contains(note), "{}", error(&output));
        assert!(folder.read(&other) == bytes && folder.read("vs.dxil") != bytes);
    }
    let output = folder.dxobj("strip --reflection -i vs.dxil");
    assert!(!error(&output).contains(note), "{}", error(&output));
}

/// An open file is no place for a new one.
#[test]
fn open_files_are_not_edited_in_place() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    symlink("/proc/self/fd/0", folder.path("linked")).unwrap();
    symlink("/dev/stdin", folder.path("twice")).unwrap();
    for name in [
        "/proc/self/fd/0",
        "/dev/stdin",
        "/dev/fd/0",
        "linked",
        "twice",
        "./twice",
    ] {
        let output = shell(&folder, &format!("dxobj strip --debug -i {name} < vs.dxil"));
        failed(&output, "it is an open file and not the path of one");
        assert!(folder.read("vs.dxil") == bytes, "{name}");
    }
    // Links to paths are followed.
    symlink("vs.dxil", folder.path("soft")).unwrap();
    folder.printed("strip --debug -i soft");
    assert!(folder.read("vs.dxil") != bytes);
}

#[test]
fn no_edit_is_lost() {
    let folder = Folder::new();
    for round in 0..20 {
        folder.shader("vs.dxil");
        let parts = ["STAT", "HASH", "PRIV", "SFI0"];
        let edits = parts.map(|part| {
            let mut command = folder.command(DXOBJ);
            command
                .args(["remove", part, "vs.dxil", "-i"])
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        });
        let outputs = edits.map(|edit| edit.wait_with_output().unwrap());
        let left = folder.printed("ls --json vs.dxil");
        let mut done = 0;
        for (part, output) in parts.iter().zip(&outputs) {
            let is_left = left.contains(&format!("\"fourcc\":\"{part}\""));
            match output.status.code() {
                Some(0) => assert!(!is_left, "round {round}: {part} is back"),
                Some(2) => assert!(
                    error(output).contains("another process"),
                    "{}",
                    error(output)
                ),
                code => panic!("{code:?}: {}", error(output)),
            }
            done += usize::from(output.status.success());
        }
        assert!(done > 0);
    }
}

#[test]
fn a_file_that_is_named_twice_is_edited_once() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    symlink("vs.dxil", folder.path("link.dxil")).unwrap();
    let output = folder.dxobj("strip --debug -i vs.dxil ./vs.dxil link.dxil");
    assert_eq!(error(&output), "vs.dxil: re-signed\n");
    assert!(output.status.success());
}

#[test]
fn a_change_while_a_file_is_edited_is_noticed() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    pipe(&folder, "data");
    // The file is read after the data; a large file takes long enough to be changed meanwhile.
    let bytes = vec![7; 8 << 20];
    folder.write("big", &bytes);
    folder.printed("set PRIV big vs.dxil -o big.dxil");
    let mut command = folder.command(DXOBJ);
    let edit = command
        .args(["set", "ILDN", "--force", "data", "big.dxil", "-i"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut data = fs::OpenOptions::new()
        .write(true)
        .open(folder.path("data"))
        .unwrap();
    data.write_all(b"data").unwrap();
    drop(data);
    let path = folder.path("big.dxil");
    thread::sleep(Duration::from_millis(1));
    let changed = fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .and_then(|mut file| file.write_all(b"x"));
    changed.unwrap();
    let output = edit.wait_with_output().unwrap();
    // Either the change came first, and is in the result, or it is noticed.
    match output.status.code() {
        Some(0) => assert!(
            fs::read(&path)
                .unwrap()
                .windows(4)
                .any(|part| part == b"ILDN")
        ),
        _ => failed(&output, "it was changed by another process"),
    }
}

#[test]
fn results_of_folders_are_folders() {
    let folder = Folder::new();
    for name in ["shaders/a/vs.dxil", "shaders/vs.dxil", "more/vs.dxil"] {
        folder.shader(name);
    }
    folder.printed("strip --debug shaders -o small");
    folder.printed("sign --force shaders -o signed/deep/");
    for name in ["small/a/vs.dxil", "small/vs.dxil", "signed/deep/a/vs.dxil"] {
        assert!(folder.path(name).is_file(), "{name}");
    }
    assert!(folder.read("small/vs.dxil").len() < folder.read("shaders/vs.dxil").len());
    folder.printed("rootsig strip shaders more -o both");
    assert!(
        folder.path("both/shaders/a/vs.dxil").is_file()
            && folder.path("both/more/vs.dxil").is_file()
    );
    // A file goes into a folder, too; one that is not there is made.
    folder.printed("strip --debug shaders/vs.dxil -o small");
    folder.printed("remove STAT shaders/vs.dxil -o new/deep/x.dxil");
    folder.printed("extract DXIL shaders/vs.dxil -o other/x.bin");
    assert!(folder.path("new/deep/x.dxil").is_file() && folder.path("other/x.bin").is_file());
    failed(
        &folder.dxobj("strip --debug shaders -o shaders/out"),
        "it is in the folder whose files are edited",
    );
    failed(
        &folder.dxobj("strip --debug shaders -o shaders"),
        "it is in the folder",
    );
    failed(
        &folder.dxobj("strip --debug shaders -o new/deep/x.dxil"),
        "results for a folder need a folder",
    );
    failed(
        &folder.dxobj("strip --debug shaders/vs.dxil more/vs.dxil -o two/"),
        "another file has its result in this one",
    );
    assert!(!folder.path("shaders/out").exists());
}

/// Files of one name in two folders: what is written for them has their folders.
#[test]
fn results_for_files_of_one_name_do_not_meet() {
    let folder = Folder::new();
    folder.copy("vs_basic.pdb-full.dxil", "a/vs.dxil");
    folder.write(
        "ps.dxbc",
        include_bytes!("../../../../dxc-format/tests/data/debug/fxc_spdb.dxbc"),
    );
    fs::create_dir(folder.path("b")).unwrap();
    fs::copy(folder.path("ps.dxbc"), folder.path("b/vs.dxil")).unwrap();
    folder.printed("sources -o out a/vs.dxil b/vs.dxil");
    assert!(folder.path("out/a/vs.sources/vs_basic.hlsl").is_file());
    assert!(folder.path("out/b/vs.sources/C_/s/small.hlsl").is_file());
    folder.copy("rs_full.v1_0.dxil", "a/rs.dxil");
    folder.copy("rs_full.v1_1.dxil", "b/rs.dxil");
    folder.printed("strip --root-signature --keep kept -i a/rs.dxil b/rs.dxil");
    let kept = ["a", "b"].map(|name| folder.read(&format!("kept/{name}/rs.RTS0")));
    assert!(kept[0] != kept[1]);
}
