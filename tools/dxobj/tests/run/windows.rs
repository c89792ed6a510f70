//! Files as Windows has them: sharing, attributes, devices, long paths, wildcards.
//!
//! Judge: the published rules of Windows on names, sharing and attributes, and the system itself or Wine, which carry them out.

use std::fs::{self, File};
use std::os::windows::fs::{MetadataExt, OpenOptionsExt};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use dxc_format::srci::Compression;
use dxc_format::{Builder, parts};
use dxc_shader::sources::{SourceFile, Sources};

use crate::{DXOBJ, Folder, error, failed};

/// The names of the files in a folder.
fn names(folder: &Folder, name: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path(name)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn no_edit_is_lost() {
    let folder = Folder::new();
    for round in 0..10 {
        folder.shader("vs.dxil");
        let parts = ["STAT", "HASH"];
        let edits = parts.map(|part| {
            let mut command = folder.command(DXOBJ);
            command.args(["remove", part, "vs.dxil", "-i"]);
            command.stderr(Stdio::piped()).spawn().unwrap()
        });
        let outputs = edits.map(|edit| edit.wait_with_output().unwrap());
        let left = folder.printed("ls --json vs.dxil");
        for (part, output) in parts.iter().zip(&outputs) {
            let is_left = left.contains(&format!("\"fourcc\":\"{part}\""));
            if output.status.success() {
                assert!(!is_left, "round {round}: {part} is back")
            } else {
                failed(output, "another process")
            }
        }
        assert!(outputs.iter().any(|output| output.status.success()));
        assert_eq!(names(&folder, "."), ["vs.dxil"]);
    }
}

#[test]
fn a_file_that_is_not_shared_is_awaited_for_a_moment() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    let path = folder.path("vs.dxil");
    let hold = |mode| File::options().read(true).share_mode(mode).open(&path);
    for (mode, hint) in [(0, "another program has it open"), (1, "cannot write")] {
        let held = hold(mode).unwrap();
        let output = folder.dxobj("strip --debug -i vs.dxil");
        failed(&output, hint);
        failed(&output, "another program has it open");
        drop(held);
        assert!(folder.read("vs.dxil") == bytes);
    }
    let held = hold(0).unwrap();
    let wait = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        drop(held);
    });
    let output = folder.dxobj("strip --debug -i vs.dxil");
    wait.join().unwrap();
    assert_eq!(error(&output), "vs.dxil: re-signed\n");
    assert_eq!(names(&folder, "."), ["vs.dxil"]);
}

#[test]
fn attributes_and_streams_stay() {
    const HIDDEN: u32 = 2;
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    let path = folder.path("vs.dxil");
    let mut options = File::options();
    options.write(true).create_new(true).attributes(HIDDEN);
    fs::remove_file(&path).unwrap();
    drop(options.open(&path).unwrap());
    let mut file = File::options().write(true).open(&path).unwrap();
    std::io::Write::write_all(&mut file, &bytes).unwrap();
    drop(file);
    let old = fs::metadata(&path).unwrap().file_attributes();
    let stream = folder.path("vs.dxil:origin");
    // Wine has no streams.
    let has_streams = fs::write(&stream, "here").is_ok() && names(&folder, ".") == ["vs.dxil"];
    folder.printed("strip --debug -i vs.dxil");
    assert!(folder.read("vs.dxil").len() < bytes.len());
    assert_eq!(fs::metadata(&path).unwrap().file_attributes(), old);
    if has_streams {
        assert_eq!(fs::read(&stream).unwrap(), b"here");
    }
}

#[test]
fn read_only_files_and_folders_are_refused() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    let path = folder.path("vs.dxil");
    let mut rights = fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights.clone()).unwrap();
    failed(
        &folder.dxobj("strip --debug -i vs.dxil"),
        "permission denied",
    );
    assert!(folder.read("vs.dxil") == bytes);
    assert_eq!(names(&folder, "."), ["vs.dxil"]);
    #[expect(
        clippy::permissions_set_readonly_false,
        reason = "only Unix gives it to all"
    )]
    rights.set_readonly(false);
    fs::set_permissions(&path, rights).unwrap();
}

#[test]
fn devices_are_written_and_never_made() {
    let folder = Folder::new();
    folder.shader("vs.dxil");
    for name in ["nul", "NUL", r"\\.\nul"] {
        folder.printed(&format!("extract DXIL vs.dxil -o {name}"));
        folder.printed(&format!("ls vs.dxil -o {name}"));
        folder.printed(&format!("strip --debug vs.dxil -o {name}"));
    }
    failed(
        &folder.dxobj("extract DXIL vs.dxil -o com9"),
        "cannot write",
    );
    assert_eq!(names(&folder, "."), ["vs.dxil"]);
}

#[test]
fn sources_have_names_that_windows_has() {
    let folder = Folder::new();
    let names_of = [
        ("nul", "nul_"),
        ("a/CON.hlsl", "a/CON_.hlsl"),
        ("aux .txt", "aux _.txt"),
        ("com1.a.b", "com1_.a.b"),
        ("LPT\u{b9}.hlsl", "LPT\u{b9}_.hlsl"),
        ("conin$", "conin$_"),
        ("console.hlsl", "console.hlsl"),
        ("dot.", "dot_"),
        ("blank. /x ", "blank__/x_"),
        ("C:drive.hlsl", "C_drive.hlsl"),
        (r"\\?\C:\long.hlsl", "C_/long.hlsl"),
        ("stream.hlsl:x", "stream.hlsl_x"),
        ("<a>|\"b\"?*\u{1}", "_a___b____"),
        ("A.hlsl", "A.hlsl"),
        ("a.hlsl", "a.2.hlsl"),
    ];
    let files = names_of.map(|(name, _)| SourceFile {
        name: name.into(),
        text: format!("// {name}"),
    });
    let sources = Sources {
        files: files.into(),
        ..Sources::default()
    };
    let source_info = sources.to_source_info(Compression::None).unwrap();
    let mut builder = Builder::new();
    builder.push(parts::SRCI, source_info.to_bytes().unwrap());
    folder.write("shader.dxbc", builder.to_bytes().unwrap());
    for _ in 0..2 {
        let listed = folder.printed("sources shader.dxbc -o out");
        let expected = names_of.map(|(_, path)| format!("out\\{}", path.replace('/', "\\")));
        assert_eq!(listed.lines().collect::<Vec<_>>(), expected);
    }
    for (name, path) in names_of {
        let text = folder.read(&format!("out/{path}"));
        assert_eq!(String::from_utf8_lossy(&text), format!("// {name}"));
    }
}

#[test]
fn long_paths_are_read_and_written() {
    let folder = Folder::new();
    let bytes = folder.shader("vs.dxil");
    let deep = [&*"d".repeat(100); 3].join("\\");
    let path = format!("{deep}\\vs.dxil");
    folder.printed(&format!("strip --debug vs.dxil -o {path}"));
    folder.printed(&format!("strip --reflection -i {path}"));
    folder.printed(&format!("ls {deep} -o {deep}\\out.txt"));
    let verbatim = format!(r"\\?\{}", folder.path(&path).display());
    folder.printed(&format!("sign --force -i {verbatim}"));
    assert!(fs::metadata(verbatim).unwrap().len() < bytes.len() as u64);
    assert_eq!(names(&folder, &deep), ["out.txt", "vs.dxil"]);
}

#[test]
fn wildcards_are_names_of_files_and_never_values_of_options() {
    let folder = Folder::new();
    for name in ["a.dxil", "b.dxil", "[c].dxil", "x.pdb", "y.pdb"] {
        folder.copy("vs_basic.sm60.dxil", name);
    }
    for (line, listed) in [
        ("verify *.dxil", "[c].dxil a.dxil b.dxil"),
        ("verify ?.DXIL", "a.dxil b.dxil"),
        ("verify [c].dx*", "[c].dxil"),
        ("verify --exclude *.pdb .", "[c].dxil a.dxil b.dxil"),
        ("verify --exclude=*.pdb .", "[c].dxil a.dxil b.dxil"),
        (
            "--exclude *.pdb --color never verify .",
            "[c].dxil a.dxil b.dxil",
        ),
        ("verify -- ?.pdb", "x.pdb y.pdb"),
    ] {
        let printed = folder.printed(line);
        let names = printed.lines().filter_map(|line| line.strip_suffix(": ok"));
        let mut names: Vec<&str> = names.map(|name| name.trim_start_matches(".\\")).collect();
        names.sort_unstable();
        assert_eq!(names.join(" "), listed, "{line}");
    }
    failed(&folder.dxobj("verify *.cso"), "*.cso");
    let folder = Folder::new();
    folder.shader("vs.dxil");
    folder.write("out.x", "");
    failed(
        &folder.dxobj("extract DXIL vs.dxil -o out.?"),
        "cannot write",
    );
}
