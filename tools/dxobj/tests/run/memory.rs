//! The peak memory of commands over files that are made to take much of it.
//!
//! Judge: the limits in SECURITY.md, by the peak memory that Linux counts.

use std::fs;
use std::process::{Child, Stdio};
use std::time::Duration;

use dxc_format::digest::Digest;
use dxc_format::{Builder, DigestPolicy, parts};

use crate::{DXOBJ, Folder};

/// What SECURITY.md states: 64 MiB, or a multiple of the files.
const LEAST: u64 = 64 << 20;
const TIMES: u64 = 32;

/// The multiple for documents, whose tree and the value that is built of it are in memory together.
const TIMES_OF_DOCUMENTS: u64 = 40;

/// The memory of the program itself, whose debug build is large, and of threads.
const PROGRAM: u64 = 24 << 20;

fn words(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn container(fourcc: dxc_format::FourCC, data: Vec<u8>) -> Vec<u8> {
    let mut builder = Builder::new();
    builder.set(fourcc, data);
    builder.to_bytes().unwrap()
}

/// PSV0 of version 0 with so many resources, which take 16 bytes each.
fn resources(count: u32) -> Vec<u8> {
    let info = std::iter::once(24).chain([0; 6]);
    let records = (0..count).flat_map(|index| [2, 0, index, index]);
    container(parts::PSV0, words(info.chain([count, 16]).chain(records)))
}

/// A program with so many instructions `mov o0.x, l(value)`, each with another value.
fn instructions(count: u32, step: u32) -> Vec<u8> {
    let moves = (0..count).flat_map(|index| [0x0500_0036, 0x0010_2012, 0, 0x4001, index * step]);
    let program = [0x50, 3 + 5 * count].into_iter().chain(moves);
    container(parts::SHEX, words(program.chain([0x0100_003e])))
}

/// A signature with so many elements, which take 32 bytes each and share a name.
fn elements(count: u32) -> Vec<u8> {
    container(parts::ISG1, elements_of(count, b"A"))
}

/// The part with so many elements, which share this name.
fn elements_of(count: u32, name: &[u8]) -> Vec<u8> {
    let at = 8 + 32 * count;
    let elements = (0..count).flat_map(|index| [0, at, index, 0, 3, index, 0xf, 0]);
    let mut part = words([count, 8].into_iter().chain(elements));
    part.extend(name);
    part.resize(part.len().next_multiple_of(4) + 4, 0);
    part
}

/// Such elements of the oldest form, which LLVM has no keys for: they take 24 bytes each.
fn old_elements(count: u32) -> Vec<u8> {
    let name = 8 + 24 * count;
    let elements = (0..count).flat_map(|index| [name, index, 0, 3, index, 0xf]);
    container(
        parts::ISGN,
        words([count, 8].into_iter().chain(elements).chain([0x41])),
    )
}

/// A root signature with so many constant buffers, which take 20 bytes each.
fn root_parameters(count: u32) -> Vec<u8> {
    let begin = 24 + 12 * count;
    let parameters = (0..count).flat_map(|index| [2, 0, begin + 8 * index]);
    let buffers = (0..count).flat_map(|index| [index, 0]);
    let header = [1, count, 24, 0, begin, 0].into_iter();
    container(parts::RTS0, words(header.chain(parameters).chain(buffers)))
}

/// A directory that leads to one part over and over.
fn directory(count: u32) -> Vec<u8> {
    let mut file = container(parts::PRIV, Vec::new());
    let at = 32 + 4 * count;
    file.truncate(32);
    file[24..28].copy_from_slice(&(at + 8).to_le_bytes());
    file[28..32].copy_from_slice(&count.to_le_bytes());
    file.extend((0..count).flat_map(|_| at.to_le_bytes()));
    file.extend(b"PRIV\0\0\0\0");
    file
}

/// The most memory that a process had until it ended. It is read while the process is there, so that peaks of the last
/// moment may be missed; none of these is so short.
fn peak(mut child: Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let known = fs::read_to_string(&status).unwrap_or_default();
        let line = known.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let size = line.and_then(|line| line.trim().strip_suffix(" kB"));
        most = most.max(size.and_then(|size| size.trim().parse().ok()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    most << 10
}

/// Runs a command over files of a folder, which must not take more than is stated for `len` bytes.
#[track_caller]
fn hold(folder: &Folder, line: &str, len: usize) {
    let mut command = folder.command(DXOBJ);
    command
        .args(line.split(' '))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let is_document = DOCUMENTS.iter().any(|document| line.starts_with(document));
    let times = if is_document {
        TIMES_OF_DOCUMENTS
    } else {
        TIMES
    };
    let most = LEAST.max(times * len as u64) + PROGRAM;
    let taken = peak(command.spawn().unwrap());
    assert!(
        taken <= most,
        "{line}: {taken} bytes of memory, where {most} are the most"
    );
}

/// The commands that print documents.
const DOCUMENTS: [&str; 3] = ["show --json", "show --format yaml", "show --format json"];

/// The commands that read one file.
const COMMANDS: [&str; 21] = [
    "ls",
    "ls --json",
    "show",
    "show --json",
    "show --format yaml",
    "show --format json",
    "show --format hex",
    "show --format html",
    "show --explain PSV0",
    "dump",
    "dump --json",
    "bindings",
    "bindings --json",
    "signatures --json",
    "reflect",
    "reflect --json",
    "validate --json",
    "sources",
    "roundtrip",
    "scan",
    "strip --debug -o out",
];

/// Runs every command over a file.
#[track_caller]
fn hold_all(file: &[u8]) {
    let folder = Folder::new();
    folder.write("file.dxbc", file);
    for line in COMMANDS {
        hold(&folder, &format!("{line} file.dxbc"), file.len());
    }
}

#[test]
fn resources_take_no_more_memory_than_is_stated() {
    hold_all(&resources(24_000));
}

/// A pipeline whose pixel shader reads so many inputs that the vertex shader does not write.
#[test]
fn pipelines_take_no_more_memory_than_is_stated() {
    let folder = Folder::new();
    for (count, name) in [(10_000, 1), (100_000, 1), (6, 1_000_000), (10_000, 100_000)] {
        let inputs = elements_of(count, &vec![b'A'; name]);
        let mut read = Builder::new();
        read.set(parts::ISG1, inputs);
        read.set(parts::SHEX, words([0x50, 2]));
        let read = read.to_bytes().unwrap();
        let mut written = Builder::new();
        written.set(parts::OSG1, words([0, 8]));
        written.set(parts::SHEX, words([0x1_0050, 2]));
        folder.write("ps.dxbc", &read);
        folder.write("vs.dxbc", written.to_bytes().unwrap());
        for format in [
            "",
            "--json ",
            "--format html ",
            "--root-signature root.hlsl ",
        ] {
            folder.write("root.hlsl", b"#define RS \"CBV(b0)\"");
            hold(
                &folder,
                &format!("pipeline {format}vs.dxbc ps.dxbc"),
                read.len(),
            );
        }
    }
}

#[test]
fn instructions_take_no_more_memory_than_is_stated() {
    hold_all(&instructions(16_000, 1));
}

#[test]
fn directories_take_no_more_memory_than_is_stated() {
    hold_all(&directory(100_000));
}

/// Of larger files, the multiple rules, and with it the sizes that fields, rows and pages are estimated to take.
#[test]
fn large_tables_take_no_more_memory_than_is_stated() {
    let folder = Folder::new();
    let shown = ["show", "show --json", "show --format html"];
    for (file, tables) in [
        (resources(200_000), &["bindings", "reflect", "validate"][..]),
        (elements(100_000), &["signatures"]),
        (old_elements(130_000), &["validate"]),
        (root_parameters(150_000), &["roundtrip"]),
        (directory(750_000), &["ls", "scan", "sign -o out"]),
    ] {
        folder.write("file.dxbc", &file);
        // A page or document of the directory takes long.
        let is_directory = tables.contains(&"ls");
        for line in shown.iter().filter(|_| !is_directory).chain(tables) {
            hold(&folder, &format!("{line} file.dxbc"), file.len());
        }
    }
}

#[test]
fn differences_take_no_more_memory_than_is_stated() {
    let folder = Folder::new();
    let (old, new) = (instructions(16_000, 1), instructions(16_000, 3));
    folder.write("old.dxbc", &old);
    folder.write("new.dxbc", &new);
    for line in ["diff", "diff --json", "diff --layout"] {
        let line = format!("{line} old.dxbc new.dxbc");
        hold(&folder, &line, old.len() + new.len());
    }
}

/// Parts of a file that is edited are copied, not held.
#[test]
fn edits_of_a_huge_file_take_no_more_memory_than_those_of_a_small_one() {
    let folder = Folder::new();
    let mut builder = Builder::new();
    builder.push(parts::SFI0, [0; 8].as_slice());
    builder.push(parts::PRIV, b"".as_slice());
    builder.set_digest(DigestPolicy::Exactly(Digest::UNSIGNED));
    let mut file = builder.to_bytes().unwrap();
    // The zeros of the private data take no place on the disk.
    let (private, size) = (200 << 20, u32::try_from(file.len()).unwrap());
    file[24..28].copy_from_slice(&(size + private).to_le_bytes());
    let place = file.len() - 4;
    file[place..].copy_from_slice(&private.to_le_bytes());
    folder.write("huge.dxbc", &file);
    let path = folder.path("huge.dxbc");
    let opened = fs::OpenOptions::new().write(true).open(path).unwrap();
    opened.set_len(u64::from(size + private)).unwrap();
    drop(opened);
    folder.write("flags", [1, 0, 0, 0, 0, 0, 0, 0]);
    for line in [
        "sign -i",
        "set SFI0 flags -i",
        "move PRIV --before SFI0 -o out",
        "remove SFI0 -i",
        "strip --private -o out",
    ] {
        hold(&folder, &format!("{line} huge.dxbc"), 0);
    }
    assert_eq!(folder.printed("verify huge.dxbc"), "huge.dxbc: ok\n");
    assert_eq!(folder.read("out").len(), 32);
}

/// What waits for the files before it is bounded: a folder takes no more than its largest file.
#[test]
fn a_folder_takes_no_more_memory_than_a_file() {
    let folder = Folder::new();
    let file = resources(34_000);
    for index in 0..4 {
        folder.write(&format!("files/{index}.dxbc"), &file);
    }
    for line in ["show --format yaml", "show"] {
        hold(&folder, &format!("{line} files"), file.len());
    }
}
